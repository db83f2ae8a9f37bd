"""MK-C, MK-S, MK-O: what is in the game, the map for each number of players, the deal and the characters."""

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.rules.shapes import CARDS, DECK, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadEdition
from tabletown.rulekit.namespace import Namespace
from tests.games.milton_keynes.table import ANN, BEN, CAT, DAN, INQUIRY, LOBBY, RULES, Table, plot, seen
from tests.looking import look

SMALL = Namespace(GAME, GAME.edition("small_marshes.toml"))


def dealt(players: int, rules: Namespace = RULES, seed: int = 1, **options: int) -> State:
    state = rules.new_state(GAME.read_options(options), checked=True)
    assert isinstance(state, State)
    rules.seed_dice(state, seed)
    rules.setup(state, players)
    return state


def deeds_in_game(state: State) -> int:
    return sum(state.place[deed] <= DECK for deed in range(PLOTS))


@pytest.mark.rule("MK-C1", "MK-C4")
def test_there_are_32_permits_80_deeds_and_190_cash() -> None:
    assert list(RULES.PERMIT_COUNTS) == [4, 5, 3, 4, 4, 2, 2, 2, 2, 2, 2]
    assert len(RULES.PERMIT_KIND) == 32
    assert sum(dots < 5 for line in RULES.DOTS for dots in line) == 80
    assert dealt(4).bank == 190


@pytest.mark.rule("MK-C2")
def test_plots_are_neighbours_by_their_sides_only() -> None:
    assert RULES.are_neighbours(plot("G7"), plot("G8"))
    assert RULES.are_neighbours(plot("G7"), plot("F7"))
    assert not RULES.are_neighbours(plot("G7"), plot("F6"))
    assert not RULES.are_neighbours(plot("A9"), plot("B1"))


@pytest.mark.rule("MK-C3")
def test_the_dots_of_the_three_deeds_that_the_rulebook_shows() -> None:
    def dots(name: str) -> int:
        found: int = RULES.DOTS[plot(name) // 9][plot(name) % 9]
        return found

    assert [dots(name) for name in ("G9", "G8", "G6")] == [2, 0, 4]


@pytest.mark.rule("MK-C3", "MK-S1")
@pytest.mark.parametrize(("players", "large", "small"), [(2, 39, 45), (3, 47, 53), (4, 53, 59), (5, 62, 68)])
def test_the_deck_holds_the_deeds_with_few_enough_dots(players: int, large: int, small: int) -> None:
    assert deeds_in_game(dealt(players)) == large
    assert deeds_in_game(dealt(players, SMALL)) == small
    state = dealt(players)
    for deed in range(PLOTS):
        kept = RULES.DOTS[deed // 9][deed % 9] <= players - 2
        assert (state.place[deed] <= DECK) == kept


@pytest.mark.rule("MK-S1")
@pytest.mark.parametrize(("players", "plots"), [(2, 56), (3, 64), (4, 71), (5, 80)])
def test_with_fewer_players_the_map_is_smaller(players: int, plots: int) -> None:
    state = dealt(players)
    assert sum(ground not in (RULES.OUTSIDE, RULES.ROCK) for ground in state.ground) == plots


@pytest.mark.rule("MK-S2")
def test_river_marsh_and_rock_lie_where_the_examples_need_them() -> None:
    state = dealt(5)
    assert state.ground[plot("F7")] == state.ground[plot("G6")] == RULES.RIVER
    assert state.ground[plot("G2")] == RULES.MARSH
    assert state.ground[plot("E9")] == RULES.ROCK
    assert sum(ground == RULES.RIVER for ground in state.ground) == 10
    assert sum(ground == RULES.MARSH for ground in state.ground) == 8
    assert sum(ground == RULES.MARSH for ground in dealt(5, SMALL).ground) == 2


@pytest.mark.rule("MK-S3")
def test_everybody_gets_three_secret_deeds() -> None:
    state = dealt(4)
    assert list(state.deeds_held) == [3, 3, 3, 3, 0]
    assert state.deeds_left == 53 - 12
    view = seen(state, ANN)
    assert sum(place == ANN for place in view.place) == 3
    assert not any(place in (BEN, CAT, DAN) for place in view.place)
    assert len({tuple(dealt(4, seed=seed).deed_deck) for seed in range(9)}) == 9


@pytest.mark.rule("MK-S4")
def test_characters_are_taken_in_a_drawn_order_each_once_with_their_permits() -> None:
    state = dealt(4)
    assert len({tuple(dealt(4, seed=seed).order) for seed in range(40)}) > 10
    first = state.seat
    auditor = GAME.actions.encode("choose_character", {"character": 0})
    RULES.apply(state, first, auditor)
    assert RULES.permits_of_kind(state, first, INQUIRY) == 3
    assert RULES.permits_of_kind(state, first, LOBBY) == 1
    assert state.permits_held[first] == 4
    assert GAME.reasons.all[RULES.why_not(state, state.seat, auditor)].name == "character_taken"
    while state.phase == RULES.CHOOSE_CHARACTER:
        RULES.apply(state, state.seat, RULES.legal_actions(state, state.seat)[0])
    assert state.permits_left == 32 - sum(state.permits_held)


@pytest.mark.rule("MK-S4")
def test_the_starting_permits_are_those_of_the_table() -> None:
    wanted = [(3, 1), (2, 1, 1), (1, 1, 1, 1), (1, 2, 1), (1, 1, 1), (1, 1, 1, 1)]
    for counts, expected in zip(RULES.STARTING_PERMITS, wanted, strict=True):
        assert sorted(count for count in counts if count) == sorted(expected)


@pytest.mark.rule("MK-S5")
def test_every_marker_begins_on_ten() -> None:
    assert list(dealt(5).marker) == [10] * 5
    assert (RULES.RAIL_START, RULES.RAIL_END, RULES.ROUNDABOUT) == (10, 50, 5)


@pytest.mark.rule("MK-S6")
def test_what_was_openly_taken_stays_known_and_counts_are_public() -> None:
    table = Table(4)
    table.holds(BEN, "A1 A2", permits=[LOBBY])
    for viewer in (ANN, CAT, -1):
        view = seen(table.s, viewer)
        assert view.place[plot("A1")] == BEN
        assert sum(view.place[card] == BEN for card in range(PLOTS, CARDS)) == 1
        assert list(view.deeds_held) == [0, 2, 0, 0, 0]


@pytest.mark.rule("MK-O1")
def test_the_advanced_set_up_begins_with_an_empty_map() -> None:
    state = dealt(4, advanced=1)
    assert state.phase == RULES.LAY_RIVER
    assert not any(ground in (RULES.RIVER, RULES.MARSH) for ground in state.ground)
    assert dealt(4).phase == RULES.CHOOSE_CHARACTER


@pytest.mark.rule("MK-O3")
def test_hidden_totals_change_what_is_shown_not_what_can_be_known() -> None:
    from tabletown.rulekit.language import say

    words, _ = GAME.words, say("en", GAME)
    for option, shown in ((0, False), (1, True)):
        table = Table(3, money=option)
        table.holds(BEN, cash=17)
        view = seen(table.s, ANN)
        assert view.cash[BEN] == 17
        assert ("17 cash" in words.position(look(_, RULES, view, ANN, ["Ann", "Ben", "Cat"]))) == shown


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[4, 5, 3, 4, 4, 2, 2, 2, 2, 2, 2]", "[4, 5, 3, 4, 4, 2, 2, 2, 2, 2, 3]", "must add up to 32"),
        ("[4, 5, 3, 4, 4, 2, 2, 2, 2, 2, 2]", "[4, 4, 3, 4, 5, 2, 2, 2, 2, 2, 2]", "leave room"),
        ("[4, 5, 3, 4, 4, 2, 2, 2, 2, 2, 2]", "[4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2]", "deals more permits"),
        ("~ . . . . . . . ~", "~ . . . . . . ~ ~", "four dots exactly on river and marsh"),
        ("rows = { is = [7, 8, 8, 9]", "rows = { is = [8, 8, 8, 9]", "does not fit the map for 2 players"),
    ],
)
def test_an_edition_that_contradicts_itself_is_refused(old: str, new: str, complaint: str) -> None:
    text = (GAME.files / "edition.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadEdition, match=complaint):
        Edition.read(text.replace(old, new), "mine.toml", GAME.figures, GAME.check)

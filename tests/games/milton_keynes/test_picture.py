"""The picture and the letters: whole, readable, secret where they must be, clickable where something is legal."""

import random
import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.drawing import PICTURE, hand, picture, townscape
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling import letters
from tabletown.rulekit.drawing import Box, design_tokens, standalone
from tabletown.rulekit.inked import line_width
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.teaching import kind_of
from tests.games.milton_keynes.table import ANN, BEN, COMMONS, ESTATE, EXTENSION, LOBBY, RULES, Table, plot, seen
from tests.looking import look, to

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
ENGLISH = say("en", GAME)
GAMES = [(2, 1), (3, 2), (4, 3), (5, 4)]


@cache
def random_game(players: int, seed: int) -> tuple[State, ...]:
    """Some positions of a random game, the last one included."""
    rng = random.Random(seed)
    s = Table(players, seed, checked=False, offers=1).s
    found = [s.copy()]
    while seats := RULES.pending_seats(s):
        seat = rng.choice(seats)
        RULES.apply(s, seat, rng.choice(RULES.legal_actions(s, seat)))
        if rng.random() < 0.03:
            found.append(s.copy())
    return (*found, s)


def drawn(s: State, viewer: int = ANN) -> dict[str, str]:
    return PICTURE.whole(look(ENGLISH, RULES, seen(s, viewer), viewer, NAMES[: s.players]))


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter("text")]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_whole_picture_refers_to_nothing_missing_and_stays_under_90_kilobytes(players: int, seed: int) -> None:
    for s in random_game(players, seed):
        whole = standalone(drawn(s, s.seat), PICTURE.all_defs, picture.SIZE, "Milton Keynes", dark=None)
        ids = [element.attrib["id"] for element in ET.fromstring(whole).iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", whole)) <= set(ids)
        assert set(re.findall(r"var\(--([\w-]+)\)", whole)) <= design_tokens(dark=False).keys()
        assert len(whole.encode()) < 90_000


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_part_carries_its_own_id_and_every_building_is_a_part(players: int, seed: int) -> None:
    for s in random_game(players, seed):
        parts = drawn(s)
        for name, svg in parts.items():
            assert ET.fromstring(svg).attrib["id"] == name
        standing = {f"building-{number}" for number in range(1, 82) if s.size[number]}
        assert {name for name in parts if name.startswith("building-")} == standing


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_there_are_as_many_blocks_on_the_walls_as_the_players_have(players: int, seed: int) -> None:
    for s in random_game(players, seed):
        blocks = [use.attrib["fill"] for use in ET.fromstring(drawn(s)["income"]).iter("use")]
        for seat in range(players):
            assert blocks.count(f"var(--seat-{seat + 1})") == s.blocks[seat]


def test_blocks_lie_flat_inside_and_stand_upright_between() -> None:
    table = Table(5)
    table.builds(ANN, ESTATE, "G7")
    table.builds(BEN, ESTATE, "H6 H7")
    kinds = [use.attrib["href"] for use in ET.fromstring(drawn(table.s)["income"]).iter("use")]
    assert sorted(kinds) == ["#mk-flat"] + ["#mk-upright"] * 5


def test_a_buildings_owner_is_told_by_colour_pattern_and_letter() -> None:
    table = Table(4)
    table.builds(BEN, COMMONS, "D5")
    parts = drawn(table.s)
    (building,) = (svg for name, svg in parts.items() if name.startswith("building-"))
    assert "var(--seat-2)" in building
    assert "url(#pat-2)" in building
    assert texts(parts["owners"]) == ["Q"], "no letter of a row"


def test_plots_say_their_names_unless_they_are_built_on() -> None:
    table = Table(4)
    assert "D5" in texts(drawn(table.s)["names"])
    table.builds(BEN, COMMONS, "D5")
    assert "D5" not in texts(drawn(table.s)["names"])
    assert len(texts(drawn(table.s)["names"])) == 53 - 1


def test_only_the_viewer_sees_their_hand_on_the_map_and_in_the_panel() -> None:
    table = Table(4)
    table.holds(ANN, "A1 A2 B3", permits=[LOBBY, LOBBY])
    assert len(list(ET.fromstring(drawn(table.s, ANN)["held"]).iter("rect"))) == 3
    assert not list(ET.fromstring(drawn(table.s, BEN)["held"]).iter("rect"))
    mine = texts(drawn(table.s, ANN)["hand"])
    assert {"A1", "A2", "B3", "Estate ×2", "or play Lobby"} <= set(mine)


def test_hidden_cash_is_a_lock_and_a_word() -> None:
    table = Table(4)
    table.holds(BEN, cash=17)
    assert "hidden" in texts(drawn(table.s, ANN)["player-1"])
    assert "17 cash" in texts(drawn(table.s, BEN)["player-1"])


def test_a_pouch_is_drawn_for_its_owner_only() -> None:
    table = Table(3)
    table.holds(ANN, "H3 H4", permits=[LOBBY])
    table.to_pouches()
    table.fill(ANN, (LOBBY, "H3 H4"))
    assert len(ET.fromstring(drawn(table.s, ANN)["commission"])) == 1
    assert len(ET.fromstring(drawn(table.s, BEN)["commission"])) == 0


def test_a_name_cannot_break_the_picture() -> None:
    table = Table(2)
    parts = PICTURE.whole(look(ENGLISH, RULES, seen(table.s, ANN), ANN, ['<script>"&', "]]>"]))
    for svg in parts.values():
        assert "script" not in {element.tag for element in ET.fromstring(svg).iter()}


ON_A_PLOT = {"lay_river", "lay_marsh", "demolish", "redevelop", "extend", "nominate"}


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_targets_lie_inside_the_picture_and_none_covers_another(players: int, seed: int) -> None:
    for s in random_game(players, seed):
        for seat in RULES.pending_seats(s):
            view = seen(s, seat)
            found = picture.targets(look(ENGLISH, RULES, view, seat), RULES.legal_actions(view, seat))
            for target in found:
                assert target.x >= 0
                assert target.x + target.width <= picture.SIZE[0]
                assert target.y + target.height <= picture.SIZE[1]
            plots = [t for t in found if GAME.actions.decode(t.action)[0] in ON_A_PLOT]
            assert len({Box(*t[1:5]) for t in plots}) == len(plots)


def test_a_target_lies_on_its_plot() -> None:
    table = Table(4)
    table.holds(ANN, "A1 D5", permits=[LOBBY])
    table.to_pouches()
    table.play(ANN, "commission", kind=LOBBY)
    targets = picture.targets(look(ENGLISH, RULES, seen(table.s, ANN), ANN), RULES.legal_actions(table.s, ANN))
    where = {target.label: (target.x, target.y) for target in targets}
    assert where == {"A1": (49, 39), "D5": (49 + 4 * 68, 39 + 3 * 68)}


def test_crowded_markers_fan_out_in_their_order_without_touching() -> None:
    places = townscape.spread([58, 58, 58, 72.6, 300], 25, 58, 642)
    assert places == sorted(places)
    assert min(b - a for a, b in pairwise(places)) >= 25
    assert places[-1] == 300
    assert places[0] >= 58


@pytest.mark.parametrize("cells", ["A1", "A1 A2 B2", "D4 D5 D6 E4 E6", "C3 C4 D3 D4"])
def test_an_outline_is_one_closed_line_with_a_round_corner_at_every_turn(cells: str) -> None:
    from tabletown.games.milton_keynes.drawing.terrain import outline

    line = outline([plot(name) for name in cells.split()], 5, 9)
    assert line.count("M") == line.count("Z") == 1
    turns = {"A1": 4, "A1 A2 B2": 6, "D4 D5 D6 E4 E6": 8, "C3 C4 D3 D4": 4}[cells]
    assert line.count("Q") == turns


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_letters_fit_eighty_columns(players: int, seed: int) -> None:
    for s in random_game(players, seed):
        for panel in letters.panels(look(ENGLISH, RULES, seen(s, ANN), ANN, NAMES[:players])):
            assert all(line_width(line) <= 80 for line in panel.lines)


def test_the_letters_show_buildings_river_and_lots() -> None:
    table = Table(4)
    table.builds(BEN, COMMONS, "D5")
    table.stacks("A1 B3 D7 H2")
    table.to_sale(year=1)
    board = letters.panels(look(ENGLISH, RULES, seen(table.s, ANN), ANN, NAMES[:4]))[0]
    lines = ["".join(span.text for span in line) for line in board.lines]
    assert lines[4][3 + 4 * 5 : 3 + 5 * 5] == " Q:C "
    assert lines[3][3:8] == " ~~~ "
    assert lines[1][3:8].strip() == f"L{table.s.lot_of[plot('A1')]}"


def test_open_bids_stand_on_the_permits_they_are_for() -> None:
    table = Table(3)
    for seat in range(3):
        table.holds(seat, cash=10)
    table.to_bids(EXTENSION, COMMONS, ESTATE)
    sealed = drawn(table.s)["table"]
    for seat, bids in enumerate(((7, 0), (0, 8), (0, 0))):
        for amount in bids:
            table.play(seat, "bid", amount=amount)
    opened = drawn(table.s)["table"]
    assert {"7", "8"} <= set(texts(opened))
    assert {"7", "8"}.isdisjoint(texts(sealed))


@pytest.mark.parametrize("permits", [1, 4, 7, 9, 11])
def test_nobody_is_left_out_of_what_is_known_of_other_hands(permits: int) -> None:
    table = Table(5, checked=False)
    table.holds(ANN, "A1 A2 A3 A4 B1 B2 B3", permits=range(permits))
    for seat, deeds in ((BEN, "C2 C3"), (2, "C4 C5"), (3, "C6 C7"), (4, "C8 D1")):
        table.holds(seat, deeds)
    panel = drawn(table.s)["hand"]
    for deeds in ("C2, C3", "C4, C5", "C6, C7", "C8, D1"):
        assert deeds in panel
    lines = [line for line in ET.fromstring(panel).iter("text") if line.text in {"C2, C3", "C8, D1"}]
    assert all(float(line.attrib["y"]) < hand.PANELS["hand"].height for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_permit_in_hand_and_between_neighbours_explains_itself(language: str) -> None:
    """By its id, which begins like the mark of one kind."""
    table = Table(4)
    table.holds(ANN, permits=range(len(hand.PERMIT_MARKS)))
    table.to_bids(COMMONS, EXTENSION)
    kinds = GAME.teaching.kinds(to(say(language, GAME), RULES))
    ids = re.findall(r'id="(permit-[^"]+)"', "".join(drawn(table.s).values()))
    told = [kind.words for each in ids if (kind := kind_of(each, kinds)) is not None]
    assert len(told) == len(ids) >= len(hand.PERMIT_MARKS) + 2
    assert len({*told}) == len(hand.PERMIT_MARKS)

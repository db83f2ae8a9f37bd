"""MK-X: the players lay river and marshes."""

import random
from itertools import pairwise

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.rules.state import State
from tests.games.milton_keynes.table import RULES, plot, seen


def empty_map(players: int = 4, seed: int = 1) -> State:
    state = RULES.new_state(GAME.read_options({"advanced": 1}), checked=True)
    assert isinstance(state, State)
    RULES.seed_dice(state, seed)
    RULES.setup(state, players)
    return state


def lay(state: State, kind: str, *names: str) -> None:
    for name in names:
        assert why_not(state, kind, name) == "", name
        RULES.apply(state, state.seat, GAME.actions.encode(kind, {"plot": plot(name)}))


def why_not(state: State, kind: str, name: str) -> str:
    code = RULES.why_not(state, state.seat, GAME.actions.encode(kind, {"plot": plot(name)}))
    return GAME.reasons.all[code].name if code else ""


@pytest.mark.rule("MK-X1")
def test_the_river_starts_at_any_edge_of_the_smaller_map_and_not_on_the_rock() -> None:
    state = empty_map(4)
    assert why_not(state, "lay_river", "D5") == "river_not_at_edge"
    assert why_not(state, "lay_river", "E9") == "river_off_the_map"
    assert why_not(state, "lay_river", "J3") == "river_off_the_map"
    assert why_not(state, "lay_river", "H3") == ""
    assert len({empty_map(4, seed).seat for seed in range(30)}) == 4


@pytest.mark.rule("MK-X1")
def test_tiles_are_laid_clockwise_one_each() -> None:
    state = empty_map(4)
    first = state.seat
    lay(state, "lay_river", "A3", "B3")
    assert state.seat == (first + 2) % 4


@pytest.mark.rule("MK-X2")
def test_a_tile_touches_the_last_and_the_river_never_turns_a_corner() -> None:
    state = empty_map(4)
    lay(state, "lay_river", "A3", "B3")
    assert why_not(state, "lay_river", "D3") == "river_not_touching"
    assert why_not(state, "lay_river", "B4") == "river_turns_too_sharply"
    assert why_not(state, "lay_river", "C4") == ""
    lay(state, "lay_river", "C4")
    assert why_not(state, "lay_river", "C5") == ""
    assert why_not(state, "lay_river", "D3") == "river_turns_too_sharply"


@pytest.mark.rule("MK-X2")
def test_the_river_never_comes_nearer_to_where_it_started() -> None:
    state = empty_map(4)
    lay(state, "lay_river", "A3", "B4", "B5")
    assert why_not(state, "lay_river", "A6") == "river_nearer_to_start"
    assert why_not(state, "lay_river", "B6") == ""
    corner = empty_map(4)
    lay(corner, "lay_river", "A1", "B2", "B3")
    assert why_not(corner, "lay_river", "A4") == "river_nearer_to_start"


@pytest.mark.rule("MK-X3")
def test_the_river_ends_at_an_edge_where_it_did_not_start() -> None:
    state = empty_map(4)
    lay(state, "lay_river", "A3", "B2", "C1")
    assert state.phase == RULES.LAY_MARSH
    along = empty_map(4)
    lay(along, "lay_river", "A2", "A3")
    assert along.phase == RULES.LAY_RIVER


@pytest.mark.rule("MK-X3")
def test_a_tile_from_which_no_edge_can_be_reached_is_refused() -> None:
    state = empty_map(5)
    lay(state, "lay_river", "A5", "A6", "A7")
    state.river_length = 7
    assert why_not(state, "lay_river", "B8") == ""
    state.river_length = 9
    assert why_not(state, "lay_river", "B8") == "river_cannot_end"
    assert why_not(state, "lay_river", "A8") == "river_cannot_end"


@pytest.mark.rule("MK-X2", "MK-X3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_rivers_obey_every_rule(players: int) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        state = empty_map(players, seed)
        course = []
        while state.phase == RULES.LAY_RIVER:
            action = rng.choice(RULES.legal_actions(state, state.seat))
            course.append(GAME.actions.decode(action)[1]["plot"])
            RULES.apply(state, state.seat, action)
        assert 2 <= len(course) <= 10
        steps = [(b // 9 - a // 9, b % 9 - a % 9) for a, b in pairwise(course)]
        assert all(max(abs(down), abs(across)) == 1 for down, across in steps)
        assert all(a[0] * b[0] + a[1] * b[1] > 0 for a, b in pairwise(steps))
        start = RULES.edges_of(state, course[0])
        assert all(RULES.edges_of(state, tile) & ~start == 0 for tile in course[:-1])
        assert RULES.edges_of(state, course[-1]) & ~start


@pytest.mark.rule("MK-X4")
def test_marshes_touch_an_edge_and_lie_on_free_land() -> None:
    state = empty_map(4)
    lay(state, "lay_river", "A3", "B2", "C1")
    assert why_not(state, "lay_marsh", "D4") == "marsh_not_at_edge"
    assert why_not(state, "lay_marsh", "B1") == "marsh_not_on_land"
    assert why_not(state, "lay_marsh", "D8") == "marsh_not_on_land"
    assert why_not(state, "lay_marsh", "H2") == "marsh_not_on_land"
    lay(state, "lay_marsh", "G4")
    assert why_not(state, "lay_marsh", "G5") == "marsh_not_on_land"
    assert {name for name in ("G4", "G5", "H4", "H5") if state.ground[plot(name)] == RULES.MARSH} == {
        "G4",
        "G5",
        "H4",
        "H5",
    }


@pytest.mark.rule("MK-X5")
def test_then_three_deeds_and_four_permits_are_dealt_secretly_and_nobody_has_a_character() -> None:
    state = empty_map(4)
    lay(state, "lay_river", "A3", "B2", "C1")
    lay(state, "lay_marsh", "G4", "A7")
    assert [*state.deeds_held][:4] == [3] * 4
    assert [*state.permits_held][:4] == [4] * 4
    assert [*state.character][:4] == [-1] * 4
    assert all(state.place[plot(name)] == RULES.OUT_OF_GAME for name in ("A3", "B2", "C1", "G4", "H5"))
    assert state.place[plot("F4")] != RULES.OUT_OF_GAME
    view = seen(state, 0)
    assert sum(place == 0 for place in view.place) == 7
    assert not any(place in (1, 2, 3) for place in view.place)
    assert state.phase == RULES.PLAY_INQUIRY

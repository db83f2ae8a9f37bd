"""Where a car can drive: destinations as targets, and steps that can be taken back."""

import random
from xml.etree import ElementTree as ET

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.drawing import picture
from tabletown.games.squad_car.drawing.routes import Route, destinations
from tabletown.games.squad_car.rules.state import DRIVING, SPINNING, State
from tabletown.match import Match, Refused, from_state, game
from tabletown.rulekit.language import say
from tests.games.squad_car.table import BOARD, G1, G2, RULES, S1, SE, E, N, S, Table, W
from tests.looking import look

EN = say("en", GAME)


def routes_of(table: Table) -> dict[tuple[int, int, int], Route]:
    """By column, row and heading."""
    return {(*BOARD.place(route.square), route.heading): route for route in destinations(look(EN, RULES, table.s))}


def every_way(state: State) -> dict[tuple[int, int], int]:
    """Square and heading where the driver may stop, with the fewest steps: by trying all steps, without cleverness."""
    found: dict[tuple[int, int], int] = {}
    todo = [(state, 0)]
    while todo:
        here, steps = todo.pop()
        seat = RULES.seat_of(here, state.car)
        for action in range(RULES.GO_AHEAD(), RULES.STOP()):
            if RULES.why_not(here, seat, action) == 0:
                after = here.copy()
                RULES.apply(after, seat, action)
                driving = after.car == state.car and after.phase == DRIVING
                place = (after.square[state.car], after.heading[state.car])
                if place[0] >= 0 and (not driving or RULES.refuse_stop(after, 0) == 0):
                    found[place] = min(steps + 1, found.get(place, 99))
                if driving and after.moves_left:
                    todo.append((after, steps + 1))
    return found


def driving_positions(count: int, moves: int) -> list[State]:
    """Positions of random games in which somebody drives."""
    rng = random.Random(5)
    found: list[State] = []
    while len(found) < count:
        state = RULES.new_state(GAME.read_options({}))
        assert isinstance(state, State)
        RULES.seed_dice(state, rng.getrandbits(30))
        RULES.setup(state, rng.choice(GAME.players))
        while seats := RULES.pending_seats(state):
            if state.phase == DRIVING and 0 < state.moves_left <= moves and rng.random() < 0.02:
                found.append(state.copy())
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
    return found[:count]


def test_all_that_is_offered_is_all_that_can_be_driven_by_the_shortest_way() -> None:
    for state in driving_positions(60, moves=5):
        here = (state.square[state.car], state.heading[state.car])
        slow = {place: steps for place, steps in every_way(state).items() if place != here}
        offered = destinations(look(EN, RULES, state))
        quick = {route.place: route.moves for route in offered if not (route.caught or route.escapes)}
        assert quick == slow


def test_a_route_played_as_one_move_leads_where_it_says() -> None:
    for state in driving_positions(40, moves=9):
        seat = RULES.pending_seats(state)[0]
        for route in destinations(look(EN, RULES, state)):
            after = state.copy()
            for action in route.steps:
                assert RULES.why_not(after, seat, action) == 0
                RULES.apply(after, seat, action)
            square = after.square[state.car]
            assert route.caught == (square == RULES.CAPTURED)
            assert route.escapes == (square == RULES.ESCAPED)
            if square >= 0:
                assert (square, after.heading[state.car]) == route.place


def test_every_heading_is_a_destination_of_its_own() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=2)
    assert set(routes_of(table)) == {(8, 8, N), (8, 7, N), (8, 8, W), (8, 8, E), (8, 9, W), (8, 9, E), (8, 9, S)}


def test_a_getaway_car_is_shown_where_it_would_be_caught_and_no_further() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.put(S1, 8, 5, S)
    table.turn(G1, moves=4)
    ahead = {place[1]: route.caught for place, route in routes_of(table).items() if place[0] == 8 and place[2] == N}
    assert ahead == {8: False, 7: False, 6: True}


@pytest.mark.parametrize("getaway", [(7, 20, W), (15, 17, E)])
def test_among_equal_ways_the_police_take_the_one_that_captures(getaway: tuple[int, int, int]) -> None:
    """Round the block by Oak and 4th or by 3rd and Broad is as far; a getaway car stands beside one of the ways."""
    table = Table()
    table.put(G2, 2, 4, N)
    table.put(G1, *getaway)
    table.put(S1, 8, 16, S)
    table.turn(S1, moves=10)
    route = routes_of(table)[14, 20, SE]
    assert (route.moves, route.captures) == (10, 1)


def test_nothing_is_offered_before_the_spin_or_without_moves() -> None:
    table = Table()
    assert destinations(look(EN, RULES, table.s)) == []
    table.turn(S1, moves=0, shifts=1)
    assert destinations(look(EN, RULES, table.s)) == []


# ------------------------------------------------------------ targets


def test_each_destination_is_one_target_that_stands_for_the_whole_way() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=4)
    actions = RULES.legal_actions(table.s, 0)
    targets = picture.targets(look(EN, RULES, table.s, 0), actions)
    ways = {(target.action, *target.then) for target in targets if target.action != RULES.STOP()}
    assert ways == {route.played for route in destinations(look(EN, RULES, table.s))}
    assert all(target.x >= 0 and target.x + target.width <= picture.LAYOUT.size[0] for target in targets)
    (far,) = (target for target in targets if target.label == "4 moves ↑ 3rd Avenue, 1 north of Elm Street")
    assert len(far.then) == 3


def test_a_way_that_leaves_moves_over_ends_the_turn_by_itself() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=4)
    for route in destinations(look(EN, RULES, table.s)):
        after = table.s.copy()
        for action in route.played:
            RULES.apply(after, 0, action)
        assert (after.car, after.phase) == (G2, SPINNING)


def test_a_way_leaves_the_turn_open_while_a_roadblock_may_be_shifted() -> None:
    table = Table()
    table.put(S1, 8, 9, N)
    table.turn(S1, moves=3, shifts=1)
    assert not any(route.stops for route in destinations(look(EN, RULES, table.s)))


def test_the_own_square_means_to_stay_and_its_edges_to_turn() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=2)
    targets = picture.targets(look(EN, RULES, table.s, 0), RULES.legal_actions(table.s, 0))
    (stay,) = (target for target in targets if target.action == RULES.STOP())
    assert stay.label == "Stay where you are"
    assert (stay.x, stay.y) == (8 + 28 * 8 + 2, 8 + 28 * 9 + 2)
    same = [each for each in targets if stay.x - 2 <= each.x < stay.x + 26 and stay.y - 2 <= each.y < stay.y + 26]
    assert sorted(each.label for each in same if each is not stay) == [
        "1 move ← 3rd Avenue, 2 north of Center Street",
        "1 move → 3rd Avenue, 2 north of Center Street",
        "2 moves ↓ 3rd Avenue, 2 north of Center Street",
    ]
    assert all(each.width < stay.width for each in same if each is not stay)


def test_no_two_ways_of_a_list_read_alike() -> None:
    for state in driving_positions(100, moves=9):
        seat = RULES.pending_seats(state)[0]
        targets = picture.targets(look(EN, RULES, state, seat), RULES.legal_actions(state, seat))
        said = [target.label for target in targets]
        assert len(said) == len(set(said))


def test_every_way_stands_with_its_heading_on_its_square_for_the_script() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=2)
    seen = look(EN, RULES, table.s, 0, ("Mara", "Elif"))
    drawn = ET.fromstring(picture.parts(seen)["reach"])
    ways = [way for square in drawn for way in square.attrib["data-ways"].split()]
    routes = destinations(seen)
    assert sorted(ways) == sorted(f"{each.heading}:{','.join(map(str, each.played))}" for each in routes)
    assert [square.attrib.get("data-stay") for square in drawn] == [str(RULES.STOP()), None, None]


def test_roadblocks_and_the_dial_are_targets_too() -> None:
    table = Table(blocks=())
    exits = picture.targets(look(EN, RULES, table.s, 1), RULES.legal_actions(table.s, 1))
    assert len(exits) == 17
    assert {target.label for target in exits} >= {"Main Street, east exit", "3rd Avenue, north exit"}
    table = Table()
    (dial,) = picture.targets(look(EN, RULES, table.s, 0), RULES.legal_actions(table.s, 0))
    assert dial.label == "Spin the dial"


def test_another_seat_gets_no_targets_for_a_car_it_does_not_drive() -> None:
    table = Table()
    table.turn(G1, moves=4)
    assert picture.targets(look(EN, RULES, table.s, 1), RULES.legal_actions(table.s, 1)) == []


# ------------------------------------------------------------ taking back


def match_on_the_road(seed: int = 3) -> Match:
    """A match in which getaway car 1 has at least two moves."""
    match = game("squad_car").new(players=2, seed=seed)
    for place in (6, 14, 17):
        match.play(1, {"kind": "place", "args": {"exit": place}})
    match.play(0, {"kind": "spin"})
    return match


@pytest.fixture
def match() -> Match:
    for seed in range(100):
        found = match_on_the_road(seed)
        if found.view(0).to_dict()["moves_left"] >= 3:
            return found
    raise AssertionError("no seed spins three moves")


def test_a_step_can_be_taken_back_within_the_move(match: Match) -> None:
    before = match.view(0)
    match.play(0, {"kind": "bear", "args": {"side": 0}})
    match.play(0, {"kind": "bear", "args": {"side": 0}})
    match.undo(0)
    match.undo(0)
    assert match.view(0) == before


def test_a_whole_way_is_played_and_taken_back_as_one(match: Match) -> None:
    before = match.view(0)
    state = match.view(0)
    assert isinstance(state, State)
    route = max(destinations(look(EN, match.rules, state)), key=lambda route: route.moves)
    assert route.moves > 1
    match.play(0, list(route.steps))
    assert match.steps == 5
    match.undo(0)
    assert match.view(0) == before


def test_a_spin_cannot_be_taken_back(match: Match) -> None:
    with pytest.raises(Refused) as refused:
        match.undo(0)
    assert refused.value.code == "revealed"


def test_a_step_that_led_to_a_capture_cannot_be_taken_back() -> None:
    table = Table()
    table.put(S1, 8, 5, S)
    table.put(G1, 8, 7, N)
    table.turn(G1, moves=5)
    match = from_state(game("squad_car"), table.s.to_dict())
    match.play(0, {"kind": "ahead"})
    assert match.view(0).to_dict()["square"][G1] == RULES.CAPTURED
    with pytest.raises(Refused) as refused:
        match.undo(0)
    assert refused.value.code == "decided"


def test_a_composed_move_does_not_run_into_the_next_spin(match: Match) -> None:
    with pytest.raises(Refused):
        match.play(0, [{"kind": "stop"}, {"kind": "spin"}, {"kind": "stop"}])
    assert match.steps == 4

"""How well the bots play, and that the game is even between them.

`python -m tests.games.squad_car.test_bots` prints the evidence: every pairing of bots, 2,000 games each.
"""

import random
from itertools import pairwise

import pytest
from rich.console import Console

from tabletown.bots import choose, level
from tabletown.bots.neighbour import slips_of_neighbours
from tabletown.bots.search import bench_for
from tabletown.games.squad_car.rules.board import ENTRY, board_of
from tabletown.games.squad_car.rules.state import DRIVING, OVER, POLICE_WIN, ROBBERS_WIN, SPINNING, State
from tabletown.lab import arena
from tabletown.lab.arena import Standings
from tabletown.lab.playing import Span
from tabletown.lab.study.games import CHUNK, rows_of, setting_of
from tabletown.lab.study.measures import told_of
from tabletown.lab.study.plan import plan_of
from tabletown.match import game
from tabletown.rulekit.engine import INSTINCT, Compiled, Interpreted
from tabletown.rulekit.learned import first_feature
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.loops import FIRST_SHARE, WHOLE_WIN
from tabletown.rulekit.minds import Mind
from tabletown.rulekit.thinking import INSTINCT_PLAYER, MIND, ROOM, SLIPS, Sums
from tests.games.squad_car.table import G1, G2, RULES, S1, S2, E, N, S, Table, W

GAMES = 400
CARS = {2: "two cars a side", 6: "three cars a side"}
PAIRINGS = (("neighbour", "neighbour"), ("neighbour", "visitor"), ("visitor", "neighbour"))


def played(players: int, robbers: str, police: str, games: int) -> Standings:
    seats = [robbers] * (players // 2) + [police] * (players // 2)
    return arena("squad_car", seats, games, rotate=False)


@pytest.mark.parametrize("players", CARS)
def test_neighbours_as_robbers_beat_visitors_as_police_in_four_games_of_five(players: int) -> None:
    assert played(players, "neighbour", "visitor", GAMES).endings["robbers_win"] >= 0.8


@pytest.mark.parametrize("players", CARS)
def test_neighbours_as_police_beat_visitors_as_robbers_in_four_games_of_five(players: int) -> None:
    found = played(players, "visitor", "neighbour", GAMES)
    assert found.endings["police_win"] >= 0.8
    assert sum(bot.share for bot in found.bots if bot.bot == "neighbour") >= 0.8


@pytest.mark.parametrize("players", CARS)
def test_between_neighbours_chances_are_even_roadblocks_change_places_and_games_last_six_rounds(players: int) -> None:
    """What 20,000 games say (docs/studies/squad_car) with the room that 960 need."""
    (variant,) = plan_of("squad_car", (players,)).variants
    told = told_of(variant, rows_of(setting_of(variant), variant, Span(0, 2 * CHUNK)))
    assert 0.44 <= told.measure("endings", "robbers_win").value <= 0.56
    assert told.measure("endings", "drawn").value <= 0.005
    assert told.measure("actions", "lift: games with it").value >= 0.83
    assert 5.8 <= told.measure("length", "rounds").value <= 10


@pytest.mark.parametrize("cars", [2, 3])
def test_a_race_to_an_exit_is_won_by_whoever_is_nearer_and_long_ways_leave_more_to_chance(cars: int) -> None:
    odds = RULES.FIRST_THERE[cars - 2]
    assert all(later <= sooner for row in pairwise(odds) for sooner, later in zip(*row, strict=True))
    assert all(further >= nearer for row in odds for nearer, further in pairwise(row))
    assert odds[1][0] == 500_000
    assert odds[4][9] > 700_000
    assert odds[9][4] < 300_000


def test_with_two_cars_a_lead_over_a_long_way_is_less_sure_than_the_same_lead_at_the_exit() -> None:
    two, three = RULES.FIRST_THERE
    assert two[1][9] > two[13][31]
    assert two[13][31] < three[13][31]


def first_roadblocks(players: int, seed: int) -> frozenset[int]:
    match = game("squad_car").new(players=players, seed=1)
    rng = random.Random(seed)
    while match.view().to_dict()["round"] == 0:
        (seat,) = match.pending
        match.play(seat, choose(level("neighbour"), match.rules, match.perfect_memory(seat), seat, rng))
    return frozenset(match.view().to_dict()["roadblock"])


@pytest.mark.parametrize("players", CARS)
def test_where_bots_put_their_first_roadblocks_varies_with_their_chance_and_nothing_else(players: int) -> None:
    found = [first_roadblocks(players, seed) for seed in range(30)]
    assert len(set(found)) >= 3
    assert found[:5] == [first_roadblocks(players, seed) for seed in range(5)]


def test_no_bot_wastes_a_first_roadblock_on_an_end_that_nobody_can_leave_by() -> None:
    match = game("squad_car").new(players=2, seed=1)
    board = board_of(match.rules.MAP)
    entries = {number for number, square in enumerate(board.exits) if board.kinds[square] == ENTRY}
    assert len(entries) == 3
    assert not any(first_roadblocks(2, seed) & entries for seed in range(40))


def test_the_police_fetch_a_car_that_is_trapped_behind_a_roadblock() -> None:
    """Nothing is left to the robbers, so nothing would be lost by waiting; but the game would never end."""
    table = Table(blocks=((0, 14), (14, 0), (22, 6)))
    table.put(G1, 1, 14, W)
    table.take_off(G2)
    table.put(S1, 14, 3, S)
    table.put(S2, 3, 14, W)
    table.turn(S2, moves=2)
    for seed in range(5):
        state = table.s.copy()
        while not RULES.call.ending(state):
            assert state.phase == DRIVING
            action = choose(level("neighbour"), RULES, RULES.concealed(state, 1), 1, random.Random(seed))
            RULES.call.apply(state, 1, action)
        assert RULES.declaration.endings[RULES.call.ending(state) - 1] == "police_win"


def learned(weight: float) -> Sums:
    """Sums in which all that was learned is what the outlook is worth."""
    names = RULES.FEATURES
    weights = [weight if name == "outlook" else 0.0 for name in names]
    return Sums([*[0.0] * MIND, *Mind(0.5, tuple(weights)).in_sums(2)])


def test_what_is_good_for_robbers_is_as_bad_for_the_police_when_it_is_learned() -> None:
    table = Table()
    table.put(G1, 4, 14, W)
    table.put(S1, 14, 3, S)
    table.turn(G2, moves=2)
    by_hand, by_weights, doubting = ([0.0] * ROOM, learned(0.5), learned(0.1))
    for sums in (by_hand, by_weights, doubting):
        RULES.call.evaluate(table.s.copy(), sums)
        assert sums[0] + sums[1] == pytest.approx(1.0)
    assert 0.5 < doubting[0] < by_weights[0] < 1.0
    RULES.call.write_features(table.s.copy(), by_weights)
    count = len(RULES.FEATURES)
    robbers, police = (by_weights[first_feature(by_weights, seat) :][:count] for seat in (0, 1))
    assert robbers == [-each for each in police]
    assert robbers[0] == 1.0


def robbers_chance(state: State, sums: Sums) -> float:
    RULES.call.evaluate(state.copy(), sums)
    return sums[0]


def two_ahead_of_a_squad_car() -> Table:
    """It has moves enough for both."""
    table = Table()
    table.put(G1, 10, 2, E)
    table.put(G2, 13, 2, E)
    table.put(S1, 4, 2, E)
    table.put(S2, 20, 20, W)
    table.turn(S1, moves=8)
    return table


TURNS = [(S1, 4, 0), (S2, 4, 0), (S2, 1, 1), (S1, 0, 2), (G1, 3, 0)]


def in_a_turn(car: int, moves: int, shifts: int) -> Table:
    table = Table(blocks=((0, 11), (0, 14), (8, 22)))
    table.put(G1, 4, 14, W)
    table.put(G2, 16, 6, E)
    table.put(S1, 2, 9, S)
    table.put(S2, 20, 9, S)
    table.turn(car, moves=moves, shifts=shifts)
    return table


def test_who_has_learned_sees_that_a_squad_car_catches_two_on_its_way() -> None:
    """SC-C2: after each single step, so the first is caught in passing; by hand only the last square is looked at."""
    table = two_ahead_of_a_squad_car()
    assert robbers_chance(table.s, learned(0.5)) == 0.0
    assert robbers_chance(table.s, Sums([0.0] * ROOM)) > 0.0
    table.turn(S1, moves=7)
    assert robbers_chance(table.s, learned(0.5)) > 0.0


@pytest.mark.parametrize(("car", "moves", "shifts"), TURNS)
def test_what_is_learned_promises_of_a_turn_what_the_next_part_of_it_keeps(car: int, moves: int, shifts: int) -> None:
    """By hand the last squad car of a round would rather drive on than stop where it stands best."""
    table = in_a_turn(car, moves, shifts)
    promised = robbers_chance(table.s, learned(0.5))
    kept = []
    seat = RULES.call.seat_of(table.s, car)
    for action in RULES.legal_actions(table.s, seat):
        state = table.s.copy()
        RULES.call.apply(state, seat, action)
        kept.append(robbers_chance(state, learned(0.5)))
    assert (max(kept) if car == G1 else min(kept)) == pytest.approx(promised)


@pytest.mark.parametrize(("car", "moves", "shifts"), TURNS)
def test_a_quick_hand_keeps_what_a_turn_promises_to_who_has_learned(car: int, moves: int, shifts: int) -> None:
    """It ends the turn at once, and where it would end part by part."""
    table = in_a_turn(car, moves, shifts)
    promised = robbers_chance(table.s, learned(0.5))
    assert RULES.call.quick_turn(table.s, RULES.call.seat_of(table.s, car), learned(0.5)) == 1
    assert table.s.phase == SPINNING
    assert table.s.car != car
    assert robbers_chance(table.s, learned(0.5)) == pytest.approx(promised)


def test_a_quick_hand_catches_on_the_way_and_escapes() -> None:
    table = two_ahead_of_a_squad_car()
    RULES.call.quick_turn(table.s, 1, learned(0.5))
    assert table.s.result == POLICE_WIN
    table = Table(blocks=((0, 11), (0, 14), (8, 22)))
    table.put(G1, 18, 2, E)
    table.turn(G1, moves=4)
    RULES.call.quick_turn(table.s, 0, learned(0.5))
    assert table.s.result == ROBBERS_WIN


def test_by_hand_worlds_are_played_on_action_by_action() -> None:
    table = Table()
    table.turn(G1, moves=2)
    before = table.s.copy()
    assert RULES.call.quick_turn(table.s, 0, Sums([0.0] * ROOM)) == 0
    assert table.s == before


# ------------------------------------------------------------ slips


def slipping(by: float) -> Sums:
    sums = Sums([0.0] * ROOM)
    sums[SLIPS] = by
    return sums


def beside_an_exit() -> Table:
    """Both getaway cars near open exits, squad cars on their heels."""
    table = Table(blocks=((0, 11), (0, 14), (8, 22)))
    table.put(G1, 17, 2, E)
    table.put(G2, 8, 16, N)
    table.put(S1, 12, 2, E)
    table.put(S2, 20, 9, S)
    return table


def test_who_slips_misjudges_a_position_by_no_more_than_that_and_the_same_one_always_alike() -> None:
    wrong = []
    for x in range(3, 14):
        table = beside_an_exit()
        table.put(G2, 8, x, N)
        table.turn_to_spin(S1)
        true, taken_for = (robbers_chance(table.s, slipping(by)) for by in (0.0, 0.05))
        assert taken_for == robbers_chance(table.s, slipping(0.05))
        assert abs(taken_for - true) <= 0.05
        wrong.append(taken_for - true)
    assert min(wrong) < 0.0 < max(wrong)


@pytest.mark.parametrize("car", [G1, S1])
def test_who_slips_may_take_driving_on_for_worse_than_it_is_and_stop_short(car: int) -> None:
    """The same way is open with every number of moves; how far it is worth going is misjudged, never to one's gain."""
    sign = 1.0 if car == G1 else -1.0
    lost = []
    for y in range(12, 20):
        table = in_a_turn(car, 3, 0)
        table.put(G2 if car == G1 else S2, 20, y, S)
        promised = [RULES.call.reluctance(table.s) * sign]
        table.turn_to_spin(car)
        assert RULES.call.reluctance(table.s) == 0.0
        lost += promised
    assert max(lost) <= 0.0
    assert len(set(lost)) == len(lost)


@pytest.mark.parametrize("by", [0.15, 0.6])
def test_no_slip_hides_an_escape_or_a_capture_at_hand(by: float) -> None:
    for y in range(3, 20):
        table = beside_an_exit()
        table.put(G2, 14, y, N)
        table.turn(G1, moves=6)
        assert robbers_chance(table.s, slipping(by)) == 1.0
        table.turn(S2)
        free = robbers_chance(table.s, slipping(by))
        table.take_off(G1)
        assert robbers_chance(table.s, slipping(by)) < free


def decided_within(s: State) -> bool:
    """Whether some drive of the car whose turn it is ends with an escape, or with a capture by a squad car."""
    seat, cars = RULES.call.seat_of(s, s.car), captured_in(s)
    todo, seen = [s], set()
    for state in todo:
        for action in RULES.legal_actions(state, seat):
            then = state.copy()
            RULES.call.apply(then, seat, action)
            if then.result == ROBBERS_WIN or (s.car >= S1 and captured_in(then) > cars):
                return True
            node = (then.square[s.car], then.heading[s.car])
            if then.car == s.car and then.phase == DRIVING and then.driven > state.driven and node not in seen:
                seen.add(node)
                todo.append(then)
    return False


def captured_in(s: State) -> int:
    return sum(square == RULES.CAPTURED for square in s.square)


@pytest.mark.parametrize(("players", "by"), [(2, 0.25), (2, 2.0), (6, 0.25)])
def test_however_somebody_slips_they_miss_no_escape_and_no_capture_at_hand(players: int, by: float) -> None:
    """Whole games between such players; where a drive could decide something it is looked for square by square."""
    engine, at_hand = Compiled(RULES), {G1: 0, S1: 0}
    engine.prepare([INSTINCT])
    for number in range(16):
        state = RULES.new_state(RULES.declaration.read_options(None))
        assert isinstance(state, State)
        RULES.seed_dice(state, number)
        RULES.setup(state, players)
        rng = random.Random(number)
        wanted = False
        while RULES.pending_seats(state):
            car, cars = state.car, captured_in(state)
            if state.phase == DRIVING and state.driven == 0 and not wanted:
                wanted = decided_within(state)
                at_hand[G1 if car < S1 else S1] += wanted
                before = cars
            (seat,) = RULES.pending_seats(state)
            action = engine.instinct(RULES.concealed(state, seat), seat, rng.getrandbits(63), by)
            RULES.call.apply(state, seat, action)
            state.told.clear()
            if wanted and (state.car != car or state.phase in (SPINNING, OVER)):
                assert state.result == ROBBERS_WIN if car < S1 else captured_in(state) > before
                wanted = False
    assert min(at_hand.values()) >= 1


@pytest.mark.parametrize("players", CARS)
def test_between_neighbours_as_they_slip_both_sides_have_their_half_and_no_game_is_drawn(players: int) -> None:
    found = played(players, "neighbour", "neighbour", 3000).endings
    assert 0.46 <= found["robbers_win"] <= 0.54
    assert found["drawn"] == 0.0


def test_before_the_first_spin_nobody_slips() -> None:
    table = Table()
    table.turn_to_spin(G1)
    assert robbers_chance(table.s, slipping(0.6)) == robbers_chance(table.s, slipping(0.0))
    table.turn_to_spin(G2)
    assert robbers_chance(table.s, slipping(0.6)) != robbers_chance(table.s, slipping(0.0))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_neighbours_and_developers_slip_and_nobody_else_and_what_comes_of_it_is_judged_without(players: int) -> None:
    assert slips_of_neighbours(RULES.declaration, players) > 0.0
    developer = looking_ahead(RULES.declaration, players, "developer")
    bench = bench_for(Interpreted(RULES), Table(players).s, developer)
    assert bench.worth[SLIPS] == developer.slips > 0.0
    assert bench.judged[SLIPS] == 0.0
    assert looking_ahead(RULES.declaration, players, "tycoon").slips == 0.0
    assert looking_ahead(RULES.declaration, players).slips == 0.0


def test_neighbours_slip_as_search_toml_says_and_lose_by_it_to_the_instinct_that_does_not() -> None:
    """What keeps Developer apart from Neighbour; each of the two is robbers in half of the games."""
    rules = game("squad_car").rules()
    by = slips_of_neighbours(rules.declaration, 2)
    engine = Compiled(rules)
    seeds, kinds = engine.numbers(range(800)), engine.numbers([INSTINCT_PLAYER] * 2)
    room = engine.room_for_bots(rules.declaration.read_options(None))
    tally = engine.bot_games(room, 2, seeds, kinds, rotating=True, slips=[0.0, by])
    sure = sum(int(row[FIRST_SHARE + number % 2]) for number, row in enumerate(tally))
    assert sure >= 0.57 * WHOLE_WIN * len(seeds)


def test_nothing_that_is_learned_is_certain_before_the_end() -> None:
    promises = [RULES.call.within(each / 10) for each in range(-20, 31)]
    assert promises == sorted(promises)
    assert len(set(promises)) == len(promises)
    assert promises[0] > 0.0
    assert promises[-1] < 1.0
    assert RULES.call.within(0.5) == 0.5


if __name__ == "__main__":
    for players, cars in CARS.items():
        for robbers, police in PAIRINGS:
            found = played(players, robbers, police, 2000)
            shares = ", ".join(f"{name} {100 * share:.1f} %" for name, share in found.endings.items())
            line = f"{cars}: robbers {robbers}, police {police}: {shares}; {found.mean_length:.0f} decisions a game"
            Console(soft_wrap=True).print(line)

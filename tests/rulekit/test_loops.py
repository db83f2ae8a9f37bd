"""Loops over whole games: the same games, step by step, interpreted and compiled."""

from typing import Any

import pytest

from tabletown.rulekit.engine import Compiled, Engine, Interpreted
from tabletown.rulekit.loops import WHOLE_WIN, Seeds, States
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.runs import Runs, offer
from tests.rulekit.toy import GAME

SEEDS = list(range(100, 116))


def plain(numbers: Any) -> list[Any]:
    return [list(map(int, row)) if hasattr(row, "__len__") else int(row) for row in numbers]


def digests(engine: Engine, states: States) -> list[str]:
    return [engine.get(states, i).digest() for i in range(len(SEEDS))]


def dealt(engine: Engine, players: int, start: int = 0) -> States:
    states = engine.states(len(SEEDS))
    engine.begin(states, players, engine.numbers(SEEDS), {"start": start})
    return states


def stepped_through(engine: Engine, states: States, players: int) -> list[Any]:
    """Everything that stepping a batch of random games to their ends shows on the way."""
    trace: list[Any] = []
    masks = engine.rows(len(SEEDS), GAME.actions.count)
    x = 12345
    going = len(SEEDS)
    while going:
        seats = engine.seats_to_move(states)
        engine.legal_masks(states, masks)
        actions, x = engine.random_actions(states, x)
        trace.append((digests(engine, states), plain(seats), plain(masks), plain(actions), x, going))
        going = engine.step(states, actions)
    trace.append((digests(engine, states), plain(engine.results(states, players))))
    return trace


@pytest.mark.parametrize(("players", "start"), [(2, 0), (3, 5)])
def test_stepping_a_batch_agrees_with_interpreted_play(toy: Namespace, players: int, start: int) -> None:
    interpreted, compiled = Interpreted(toy), Compiled(toy)
    trace = stepped_through(interpreted, dealt(interpreted, players, start), players)
    assert stepped_through(compiled, dealt(compiled, players, start), players) == trace
    assert len(trace) > players * 3
    *_, (_, results) = trace
    assert all(result[0] == 1 and sum(result[2 : 2 + players]) == WHOLE_WIN for result in results)


@pytest.mark.parametrize("players", [2, 3])
def test_whole_random_games_agree(toy: Namespace, players: int) -> None:
    tallies = [
        plain(engine.random_games(engine.states(2), players, engine.numbers(SEEDS)))
        for engine in (Interpreted(toy), Compiled(toy))
    ]
    assert tallies[0] == tallies[1]
    assert len({tuple(row) for row in tallies[0]}) > len(SEEDS) // 2


@pytest.mark.parametrize("made", [Interpreted, Compiled])
def test_a_random_game_stops_at_the_limit_of_decisions(toy: Namespace, made: type[Engine]) -> None:
    engine = made(toy)
    tally = engine.tally(len(SEEDS), 2)
    total = engine.loop("random_games")(
        engine.states(2), 2, engine.numbers(SEEDS), engine.runs(), engine.sheet(2), 3, tally
    )
    assert total == 3 * len(SEEDS)
    assert all(row[:2] == [0, 3] for row in plain(tally))


def test_each_batched_game_is_the_one_that_is_played_by_hand(toy: Namespace) -> None:
    """Seat by seat, with the state's own functions."""
    engine = Interpreted(toy)
    states = dealt(engine, 2)
    state = toy.new_state({"start": 0})
    toy.seed_dice(state, SEEDS[3])
    toy.setup(state, 2)
    for action in (1, 6, 2, 4):
        toy.apply(state, toy.pending_seats(state)[0], action)
        engine.step(states, engine.numbers([action] * len(SEEDS)))
    assert states[3] == state


@pytest.mark.parametrize("made", [Interpreted, Compiled])
def test_a_game_that_is_over_is_left_alone(toy: Namespace, made: type[Engine]) -> None:
    engine = made(toy)
    states = dealt(engine, 2)
    stepped_through(engine, states, 2)
    before = digests(engine, states)
    masks = engine.rows(len(SEEDS), GAME.actions.count)
    assert engine.step(states, engine.numbers([0] * len(SEEDS))) == 0
    engine.legal_masks(states, masks)
    assert digests(engine, states) == before
    assert set(plain(engine.seats_to_move(states))) == {-1}
    assert not any(map(any, plain(masks)))


def test_a_sealed_answer_waits_for_the_last_seat(toy: Namespace) -> None:
    engine = Compiled(toy)
    states: Any = dealt(engine, 3)
    order = []
    for _ in range(4):
        order.append(int(engine.seats_to_move(states)[0]))
        engine.step(states, engine.numbers([1] * len(SEEDS)))
    assert order == [0, 1, 2, 0]
    assert (states["points"][:, :3] >= 1).all()


# ---------------------------------------------------------------- what a random player declines


def runs(*offered: tuple[int, int]) -> Runs:
    out = Runs.with_room_for(len(offered))
    for first, count in offered:
        offer(out, first, count)
    return out


def picked(toy: Namespace, out: Runs, *declined: int, times: int = 50) -> list[int]:
    return [toy.pick_undeclined(out, Seeds(declined), toy.stirred(n)) for n in range(times)]


def test_a_random_player_never_takes_what_it_declines_however_little_else_there_is(toy: Namespace) -> None:
    out = runs((0, 3000), (5000, 1), (7000, 400))
    assert set(picked(toy, out, 0, 3000, 7000, 1000)) == {5000}
    assert set(picked(toy, out, 0, 2998, 5000, 1, 6000, 5000)) == {2998, 2999}


def test_whatever_it_does_not_decline_is_equally_likely(toy: Namespace) -> None:
    taken = picked(toy, runs((10, 4), (20, 4)), 12, 10, times=2000)
    assert set(taken) == {10, 11, 22, 23}
    assert all(400 < taken.count(action) < 600 for action in set(taken))


def test_where_everything_is_to_be_declined_it_takes_something(toy: Namespace) -> None:
    assert set(picked(toy, runs((3, 2)), 0, 9)) == {3, 4}

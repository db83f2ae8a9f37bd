"""Loops over whole games: the same games, step by step, interpreted and compiled."""

from typing import Any

import numpy as np
import pytest

from tabletown.rulekit.loops import Seeds, Sheet, States, Tally
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.runs import Runs
from tests.rulekit.toy import GAME

LIMIT = 400
SEEDS = list(range(100, 116))


class Interpreted:
    """A batch of plain states and the interpreted loops."""

    def __init__(self, rules: Namespace, players: int, start: int = 0) -> None:
        self.call = rules.call
        self.players = players
        self.states = States(rules.new_state({"start": start}) for _ in SEEDS)
        self.template = States([rules.new_state({"start": start})])
        self.out = Runs([0] * (2 + 2 * GAME.max_runs))

    def numbers(self, kind: Any, *shape: int) -> Any:
        return kind([0] * shape[0]) if len(shape) == 1 else kind([0] * shape[1] for _ in range(shape[0]))

    def digests(self) -> list[str]:
        return [state.digest() for state in self.states]


class Compiled(Interpreted):
    """A batch of records and the compiled loops."""

    def __init__(self, rules: Namespace, players: int, start: int = 0) -> None:
        self.call = rules.twin  # type: ignore[assignment]
        self.players = players
        self.states = rules.twin.states(len(SEEDS), {"start": start})  # type: ignore[assignment]
        self.template = rules.twin.states(1, {"start": start})  # type: ignore[assignment]
        self.out = rules.twin.runs()  # type: ignore[assignment]

    def numbers(self, kind: Any, *shape: int) -> Any:
        return np.zeros(shape, np.int64 if kind is Seeds else np.int32)

    def digests(self) -> list[str]:
        return [GAME.state.from_array(self.states, i).digest() for i in range(len(SEEDS))]


def seeds(batch: Interpreted) -> Any:
    made = batch.numbers(Seeds, len(SEEDS))
    for i, seed in enumerate(SEEDS):
        made[i] = seed
    return made


def plain(numbers: Any) -> list[Any]:
    return [list(map(int, row)) if hasattr(row, "__len__") else int(row) for row in numbers]


def stepped_through(batch: Interpreted) -> list[Any]:
    """Everything that stepping a batch of random games to their ends shows on the way."""
    trace: list[Any] = []
    actions = batch.numbers(Seeds, len(SEEDS))
    seats = batch.numbers(Seeds, len(SEEDS))
    masks = batch.numbers(Tally, len(SEEDS), GAME.actions.count)
    batch.call.begin_batch(batch.states, batch.template, batch.players, seeds(batch))
    x = 12345
    going = len(SEEDS)
    while going:
        batch.call.seats_to_move(batch.states, seats)
        batch.call.legal_masks(batch.states, batch.out, masks)
        x = int(batch.call.random_actions(batch.states, batch.out, x, actions))
        trace.append((batch.digests(), plain(seats), plain(masks), plain(actions), x, going))
        going = int(batch.call.step_batch(batch.states, actions))
    tally = batch.numbers(Tally, len(SEEDS), 2 + 2 * batch.players)
    batch.call.results_of(batch.states, batch.players, batch.numbers(Sheet, batch.players), tally)
    trace.append((batch.digests(), plain(tally)))
    return trace


@pytest.mark.parametrize(("players", "start"), [(2, 0), (3, 5)])
def test_stepping_a_batch_agrees_with_interpreted_play(toy: Namespace, players: int, start: int) -> None:
    trace = stepped_through(Interpreted(toy, players, start))
    assert stepped_through(Compiled(toy, players, start)) == trace
    assert len(trace) > players * 3
    *_, (_, results) = trace
    assert all(result[0] == 1 and sum(result[2 : 2 + players]) == 60 for result in results)


def random_games(batch: Interpreted, limit: int = LIMIT) -> tuple[int, list[Any]]:
    tally = batch.numbers(Tally, len(SEEDS), 2 + 2 * batch.players)
    sheet = batch.numbers(Sheet, batch.players)
    total = batch.call.random_games(batch.states, batch.players, seeds(batch), batch.out, sheet, limit, tally)
    return int(total), plain(tally)


@pytest.mark.parametrize("players", [2, 3])
def test_whole_random_games_agree(toy: Namespace, players: int) -> None:
    total, tally = random_games(Interpreted(toy, players))
    assert random_games(Compiled(toy, players)) == (total, tally)
    assert total == sum(row[1] for row in tally)
    assert len({tuple(row) for row in tally}) > len(SEEDS) // 2


def test_a_random_game_stops_at_the_limit_of_decisions(toy: Namespace) -> None:
    total, tally = random_games(Interpreted(toy, 2), limit=3)
    assert total == 3 * len(SEEDS)
    assert all(row[:2] == [0, 3] for row in tally)


def test_each_batched_game_is_the_one_that_is_played_by_hand(toy: Namespace) -> None:
    """Seat by seat, with the state's own functions."""
    batch = Interpreted(toy, 2)
    batch.call.begin_batch(batch.states, batch.template, 2, seeds(batch))
    state = toy.new_state({"start": 0})
    toy.seed_dice(state, SEEDS[3])
    toy.setup(state, 2)
    for action in (1, 6, 2, 4):
        toy.apply(state, toy.pending_seats(state)[0], action)
        batch.call.step_batch(batch.states, Seeds([action] * len(SEEDS)))
    assert batch.states[3] == state


def test_a_game_that_is_over_is_left_alone(toy: Namespace) -> None:
    for batch in (Interpreted(toy, 2), Compiled(toy, 2)):
        stepped_through(batch)
        before = batch.digests()
        actions, seats = batch.numbers(Seeds, len(SEEDS)), batch.numbers(Seeds, len(SEEDS))
        masks = batch.numbers(Tally, len(SEEDS), GAME.actions.count)
        assert batch.call.step_batch(batch.states, actions) == 0
        batch.call.seats_to_move(batch.states, seats)
        batch.call.legal_masks(batch.states, batch.out, masks)
        assert batch.digests() == before
        assert set(plain(seats)) == {-1}
        assert not any(map(any, plain(masks)))


def test_a_sealed_answer_waits_for_the_last_seat(toy: Namespace) -> None:
    batch = Compiled(toy, 3)
    batch.call.begin_batch(batch.states, batch.template, 3, seeds(batch))
    seats = batch.numbers(Seeds, len(SEEDS))
    order = []
    for _ in range(4):
        batch.call.seats_to_move(batch.states, seats)
        order.append(int(seats[0]))
        batch.call.step_batch(batch.states, np.ones(len(SEEDS), np.int64))
    assert order == [0, 1, 2, 0]
    assert (batch.states["points"][:, :3] >= 1).all()  # type: ignore[call-overload]

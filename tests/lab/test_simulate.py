"""Many games at once: the same whoever plays them, and counted rightly."""

import json
import math

import numpy as np
import pytest

from tabletown import lab
from tabletown.lab import Share
from tabletown.lab.playing import Counts, Span
from tabletown.rulekit.errors import BadDeclaration, TabletownError
from tabletown.rulekit.loops import ENDING, FIRST_SHARE


def results(summary: lab.Summary) -> dict[str, object]:
    """All but what a clock says."""
    return {name: value for name, value in summary.to_dict().items() if "second" not in name}


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    first, again, other = (lab.simulate("the_estates", 4, 400, seed=seed) for seed in (1, 1, 2))
    assert results(first) == results(again)
    assert results(first) != results(other)


@pytest.mark.parametrize("games", [1, 399, 5000])
def test_the_number_of_threads_makes_no_difference(games: int) -> None:
    one, two, three = (lab.simulate("the_estates", 3, games, threads=threads) for threads in (1, 2, 3))
    assert results(one) == results(two) == results(three)


@pytest.mark.parametrize("players", [2, 5])
def test_interpreted_and_compiled_games_are_the_same(players: int) -> None:
    compiled, interpreted = (
        lab.simulate("the_estates", players, 70, mode=mode) for mode in ("compiled", "interpreted")
    )
    assert results(compiled) == results(interpreted)


def test_a_summary_adds_up() -> None:
    summary = lab.simulate("the_estates", 4, 2000)
    assert summary.games == 2000
    assert summary.mean_length == summary.decisions / summary.games
    assert 240 < summary.mean_length < 260
    assert summary.shortest < summary.mean_length < summary.longest <= 41 * 8
    assert sum(summary.endings.values()) == pytest.approx(1)
    assert summary.endings["two_rows_complete"] == pytest.approx(0.577, abs=0.04)
    assert sum(seat.share for seat in summary.seats) == pytest.approx(1)
    assert all(seat.low < seat.share < seat.high for seat in summary.seats)
    assert summary.decisions_per_second == pytest.approx(summary.decisions / summary.seconds)
    assert json.loads(json.dumps(summary.to_dict()))["decisions"] == summary.decisions


def test_options_are_played_with() -> None:
    summary = lab.simulate("the_estates", 3, 200, options={"rounds": "3"})
    assert summary.endings["two_rounds_won"] + summary.endings["all_rounds_played"] == pytest.approx(1)


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[tuple[int, int]] = []
    lab.simulate("the_estates", 2, 3000, threads=2, progress=lambda done, games: told.append((done, games)))
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1] == (3000, 3000)
    assert len(told) > 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "go"}, "There is no game 'go'"),
        ({"players": 6}, "is for 2, 3, 4, 5 players, not 6"),
        ({"games": 0}, "The number of games is a whole number from 1"),
        ({"games": 2.5}, "The number of games is a whole number from 1"),
        ({"threads": 0}, "The number of threads is a whole number from 1"),
        ({"seed": -1}, "A seed for many games is a whole number from 0"),
        ({"mode": "quick"}, "Games are played compiled or interpreted, not 'quick'"),
        ({"options": {"rounds": "many"}}, "takes 1, 2, 3, 4, 5, 6, 7, not 'many'"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: dict[str, object], sentence: str) -> None:
    given = {"game": "the_estates", "players": 4, "games": 10, "mode": "interpreted"} | arguments
    with pytest.raises(TabletownError, match=sentence):
        lab.simulate(**given)  # type: ignore[arg-type]


def test_an_interval_covers_the_true_share_in_95_of_100_cases() -> None:
    """Exactly, by the binomial distribution: for 200 games and a true share of 0.3."""
    games, true = 200, 0.3
    covered = sum(
        math.comb(games, wins) * true**wins * (1 - true) ** (games - wins)
        for wins in range(games + 1)
        if Share.of(wins, games).low <= true <= Share.of(wins, games).high
    )
    assert covered == pytest.approx(0.95, abs=0.015)


def test_an_interval_stays_between_nothing_and_everything() -> None:
    assert Share.of(0, 10).low == 0
    assert 0 < Share.of(0, 10).high < 0.35
    assert Share.of(10, 10).high == 1
    assert 0.65 < Share.of(10, 10).low < 1


@pytest.mark.parametrize("ending", [-1, 3])
def test_an_ending_that_is_not_declared_gets_a_sentence(ending: int) -> None:
    rows = np.zeros((1, FIRST_SHARE + 2), np.int32)
    rows[0, ENDING] = ending
    with pytest.raises(BadDeclaration, match="A game has ended otherwise than in the 2 ways that are declared"):
        Counts(players=2, endings=2).count(Span(0, 1), rows)

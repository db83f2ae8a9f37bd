"""Tournaments: who meets whom, who sits where, what is kept, and what comes out."""

import csv
import io
import pickle
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from tabletown.lab import Stopped
from tabletown.lab.playing import COMPILED, Setting, Span
from tabletown.lab.runners import Chunk, Done, Found, Runner, on_threads
from tabletown.lab.tournament import Outcome, Tournament, hold, plan_tournament, read_entrants
from tabletown.lab.tournament.holding import loops_for
from tabletown.lab.tournament.matches import Chunk as SomeGames
from tabletown.lab.tournament.matches import _by_loop, _one_by_one, _shared_out, play_chunk, sides_of
from tabletown.lab.tournament.pairing import Company, everybody, seating, swiss
from tabletown.lab.tournament.results import csv_of, tables_of, write_parquet
from tabletown.lab.tournament.showing import outcome_shown
from tabletown.lab.tournament.standings import ranks_of
from tabletown.rulekit.errors import TabletownError


class Counting(Runner):
    """A runner that plays here, the last chunk first, and stops after some."""

    def __init__(self, at_most: int = 1000) -> None:
        self.played = 0
        self.at_most = at_most

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        for chunk in reversed(list(chunks)):
            if self.played == self.at_most:
                raise KeyboardInterrupt
            self.played += 1
            yield chunk, work(chunk)


def planned(bots: str = "neighbour,visitor,second=visitor", **more: Any) -> Tournament:
    return plan_tournament("the_estates", read_entrants(bots.split(",")), **{"players": 2, "games": 6, **more})


def setting_for(plan: Tournament) -> Setting:
    return Setting(plan.game.name, plan.players, COMPILED, dict(plan.options), plan.edition, loops_for(plan))


# ---------------------------------------------------------------- who meets whom


def test_in_a_round_robin_all_meet_all() -> None:
    tables = everybody(["d", "a", "c", "b"], 2)
    assert sorted(tables) == list(combinations("abcd", 2))
    assert len(everybody("abcdef", 4)) == 15


ROUNDS = st.tuples(st.integers(2, 14), st.integers(2, 4), st.integers(1, 7), st.randoms(use_true_random=False))


@settings(max_examples=60)
@given(ROUNDS)
def test_a_swiss_round_seats_everybody_it_can_and_nobody_sits_out_twice_before_all_have_once(drawn: Any) -> None:
    bots, seats, rounds, chance = drawn
    names = [f"bot {number}" for number in range(max(bots, seats))]
    before: list[Company] = []
    for _ in range(rounds):
        chance.shuffle(names)
        tables = swiss(names, seats, before)
        seated = [name for table in tables for name in table]
        assert len(seated) == len(set(seated)) == len(names) // seats * seats
        assert all(list(table) == sorted(table) and len(table) == seats for table in tables)
        before += tables
        played = Counter(name for table in before for name in table)
        assert max(played.values()) - min(played[name] for name in names) <= 1


@settings(max_examples=40)
@given(st.integers(2, 8).map(lambda half: 2 * half), st.randoms(use_true_random=False))
def test_nobody_meets_the_same_again_as_long_as_there_are_others(bots: int, chance: Any) -> None:
    """After up to half as many rounds as bots there always is somebody left for everybody."""
    names = [f"bot {number}" for number in range(bots)]
    before: list[Company] = []
    for _ in range(bots // 2):
        chance.shuffle(names)
        before += swiss(names, 2, before)
    assert len(before) == len(set(before))


def test_a_swiss_round_brings_those_together_who_stand_about_equal() -> None:
    order = list("abcdefgh")
    assert swiss(order, 2, []) == [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
    assert swiss(order, 2, [("a", "b")]) == [("a", "c"), ("b", "d"), ("e", "f"), ("g", "h")]
    assert swiss(order, 4, [tuple("abcd"), tuple("efgh")]) == [tuple("abef"), tuple("cdgh")]
    assert swiss(["a", "b"], 2, [("a", "b")] * 3) == [("a", "b")]


# ---------------------------------------------------------------- who sits where


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_sits_in_every_seat_and_before_everybody_equally_often(seats: int) -> None:
    company = tuple("abcd"[:seats])
    games = [seating(company, game) for game in range(factorial(seats))]
    for seat in range(seats):
        assert set(Counter(game[seat] for game in games).values()) == {factorial(seats - 1)}
    followers = Counter(pair for game in games for pair in pairwise((*game, game[0])))
    assert len(set(followers.values())) == 1
    assert len(followers) == seats * (seats - 1)


def test_games_in_one_loop_are_the_games_decision_by_decision() -> None:
    plan = planned(players=3)
    table, span = plan.table(1, ("neighbour", "second", "visitor")), Span(0, 9)
    setting, notes = setting_for(plan), list[str]()
    slow = _one_by_one(setting, table, span, np.zeros((9, 3), np.int32), notes)
    assert (_by_loop(setting, table, span) == slow).all()
    assert not notes
    assert (_by_loop(setting, table, Span(6, 3)) == slow[6:]).all()


def test_a_chunk_can_be_sent_to_another_process_and_is_the_same_there() -> None:
    plan = planned()
    work = setting_for(plan), SomeGames(plan.table(1, ("neighbour", "visitor")), Span(0, 6))
    here, there = play_chunk(*work), play_chunk(*pickle.loads(pickle.dumps(work)))
    assert (here.rows == there.rows).all()


# ---------------------------------------------------------------- forfeits


def test_whoever_forfeits_wins_nothing_and_comes_last() -> None:
    setting = setting_for(planned(players=3))

    def shared(shares: list[int], scores: list[int], faults: list[int]) -> list[int]:
        return _shared_out(setting, shares, scores, faults, ended=True)

    assert shared([0, 60, 0], [3, 9, 5], [0, 0, 1]) == [0, 60, 0]
    assert shared([0, 60, 0], [3, 9, 5], [0, 2, 0]) == [0, 0, 60]
    assert shared([0, 60, 0], [5, 9, 5], [0, 2, 0]) == [30, 0, 30]
    assert shared([0, 60, 0], [5, 9, 5], [1, 2, 3]) == [0, 0, 0]
    assert _shared_out(setting, [0, 60, 0], [3, 9, 5], [0, 0, 0], ended=False) == [0, 0, 0]
    alone = sides_of((), 3)
    assert ranks_of(alone, [0, 60, 0], [3, 9, 5], [0, 0, 0]) == [3, 1, 2]
    assert ranks_of(alone, [0, 0, 60], [3, 9, 5], [0, 2, 0]) == [2, 3, 1]
    assert ranks_of(alone, [30, 30, 0], [7, 7, 1], [0, 0, 0]) == [1, 1, 3]


def test_sides_win_and_lose_together() -> None:
    sides = sides_of(("robbers", "police"), 4)
    assert sides == [[0, 1], [2, 3]]
    assert ranks_of(sides, [30, 30, 0, 0], [1, 2, 3, 4], [0] * 4) == [1, 1, 2, 2]
    assert ranks_of(sides, [0, 0, 30, 30], [1, 2, 3, 4], [0, 0, 2, 0]) == [1, 1, 2, 2]
    plan = plan_tournament("squad_car", read_entrants(["visitor", "b=visitor", "c=visitor", "d=visitor"]), 4, games=4)
    setting = setting_for(plan)
    assert _shared_out(setting, [30, 30, 0, 0], [0] * 4, [0, 1, 0, 0], ended=True) == [0, 0, 30, 30]


def test_partners_are_not_compared_but_opponents_are(tmp_path: Path) -> None:
    plan = plan_tournament("squad_car", read_entrants(["visitor", "b=visitor", "c=visitor", "d=visitor"]), 4, games=8)
    outcome = hold(plan, tmp_path / "journal")
    assert sum(times for _, times in outcome.ahead.values()) == 8 * 4 * 2
    assert all(each.games == 8 for each in outcome.standings)


# ---------------------------------------------------------------- what is kept


def told(outcome: Outcome) -> tuple[object, ...]:
    return outcome.results, outcome.standings, outcome.ahead


@pytest.mark.parametrize("how", [{"format": "round-robin", "rounds": 2}, {"format": "swiss", "rounds": 3, "games": 2}])
def test_what_was_interrupted_goes_on_to_the_same_end(how: dict[str, Any], tmp_path: Path) -> None:
    plan = planned("neighbour,visitor,second=visitor,third=visitor,fourth=neighbour", **how)
    whole = hold(plan, tmp_path / "whole", runner=on_threads(2))
    with pytest.raises(Stopped, match=r"after \d+ of \d+ games") as stopped:
        hold(plan, tmp_path / "parts", runner=Counting(1))
    assert stopped.value.done == stopped.value.so_far.games == plan.games
    with pytest.raises(Stopped):
        hold(plan, tmp_path / "parts", runner=Counting(2))
    rest = Counting()
    assert told(hold(plan, tmp_path / "parts", runner=rest)) == told(whole)
    assert rest.played == plan.rounds * plan.tables - 3
    again = Counting(0)
    assert told(hold(plan, tmp_path / "parts", runner=again)) == told(whole)


def test_with_a_bot_more_only_its_games_are_played(tmp_path: Path) -> None:
    hold(planned(), tmp_path / "journal")
    more = Counting()
    hold(planned("visitor,late=neighbour,neighbour,second=visitor"), tmp_path / "journal", runner=more)
    assert more.played == 3
    finer = Counting()
    hold(planned(games=12), tmp_path / "journal", runner=finer)
    assert finer.played == 3


def test_the_order_in_which_bots_are_named_makes_no_difference(tmp_path: Path) -> None:
    one, other = (planned(bots) for bots in ("neighbour,visitor,b=visitor", "b=visitor,neighbour,visitor"))
    assert told(hold(one, tmp_path / "one")) == told(hold(other, tmp_path / "other"))


def test_searching_bots_play_the_same_again(tmp_path: Path) -> None:
    plan = planned("developer,neighbour", games=2, thinking=0.001)
    one, other = hold(plan, tmp_path / "one"), hold(plan, tmp_path / "other", runner=on_threads(2))
    assert told(one) == told(other)
    assert planned("developer,neighbour", games=2, thinking=0.002).table(1, ("developer", "neighbour")).digest != (
        plan.table(1, ("developer", "neighbour")).digest
    )


# ---------------------------------------------------------------- what comes out


def test_who_plays_better_is_rated_higher_and_more_games_say_it_more_surely(tmp_path: Path) -> None:
    few, many = (hold(planned(games=games), tmp_path / "journal") for games in (12, 240))
    assert [outcome.standings[0].bot for outcome in (few, many)] == ["neighbour", "neighbour"]
    best, *others = many.standings
    assert all(best.low > other.high for other in others)
    assert all(each.low < each.rating < each.high for each in many.standings)
    assert best.high - best.low < few.standings[0].high - few.standings[0].low
    assert sum(each.points for each in many.standings) == pytest.approx(many.games)
    for one, other in combinations(many.plan.names, 2):
        assert many.ahead[one, other][0] + many.ahead[other, one][0] == many.ahead[one, other][1] == 240


def test_results_are_tables_for_other_programs(tmp_path: Path) -> None:
    outcome = hold(planned(), tmp_path / "journal")
    tables = tables_of(outcome)
    lines = list(csv.DictReader(io.StringIO(csv_of(tables["games"]))))
    assert len(lines) == 2 * outcome.games == 36
    assert Counter(line["bot"] for line in lines) == {"neighbour": 12, "visitor": 12, "second": 12}
    assert sum(float(line["share"]) for line in lines) == pytest.approx(18)
    pq = pytest.importorskip("pyarrow.parquet")
    write_parquet(tables["standings"], tmp_path / "standings.parquet")
    read = pq.read_table(tmp_path / "standings.parquet").to_pydict()
    assert read["bot"] == [each.bot for each in outcome.standings]
    assert read["rating"] == [each.rating for each in outcome.standings]


def test_people_see_ratings_and_a_cross_table_that_fit_a_terminal(tmp_path: Path) -> None:
    outcome = hold(planned(), tmp_path / "journal")
    console = Console(width=80)
    with console.capture() as capture:
        console.print(outcome_shown(outcome))
    said = capture.get()
    assert "Round robin of The Estates, 2 at a table: 18 games, seats rotated" in said
    assert "95 % from" in said
    assert said.count("neighbour") == 2
    assert "forfeits" not in said


@pytest.mark.parametrize(
    ("bots", "how", "sentence"),
    [
        ("neighbour,wizard", {}, "There is no bot 'wizard'"),
        ("neighbour,neighbour", {}, "Two bots are called 'neighbour'; give one of them another name"),
        ("neighbour", {}, "A table of 2 needs 2 bots at least, not 1"),
        ("neighbour,visitor", {"games": 7}, "a multiple of 2 games: 6 or 8, not 7"),
        ("neighbour,visitor", {"format": "knockout"}, "The format is round-robin or swiss, not 'knockout'"),
        ("neighbour,visitor", {"rounds": 0}, "The number of rounds"),
        ("neighbour,visitor", {"seconds": 0}, "A decision may take"),
        ("neighbour,visitor", {"thinking": 2.0}, "Bots think for a part"),
        ("neighbour,visitor", {"games": 1_000_000, "rounds": 2}, "at most 1,000,000"),
        ("neighbour,process:", {}, "A program is written as process:COMMAND"),
        ("neighbour,no such:Class", {}, "A Python class is written as module:Class"),
        ("neighbour,nowhere_at_all:Bot", {}, "There is no module 'nowhere_at_all'"),
        (f"{'x' * 41}=neighbour,visitor", {}, "at most 40 letters"),
    ],
)
def test_bad_input_gets_a_sentence(bots: str, how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TabletownError, match=sentence):
        planned(bots, **how)

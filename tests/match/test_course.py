"""Positions that are kept are a cache: whether or not, every step of a game is the same."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.match import Game, Match, course, game, games, load
from tabletown.match.log import Entry
from tabletown.rulekit.records import Record

DEEDS = st.lists(st.sampled_from(["play", "play", "play", "play", "undo", "look", "fork"]), min_size=20, max_size=80)


def played_from_the_start(match: Match) -> list[Record]:
    """The position after each step, worked out from the first without anything kept."""
    fresh = Match(match.game, match.players, match.seed, match.options, match.rules.edition, start=match.start)
    positions = [fresh.state]
    for entry in match.entries:
        state = positions[-1].copy()
        for place, move in enumerate(entry.moves):
            match.advance(state, entry.number, place, move)
        positions.append(state)
    return positions


def views(match: Match, steps: list[int]) -> list[Record]:
    return [match.perfect_memory(seat, step) for step in steps for seat in (None, 0)]


def do(match: Match, deed: str, rng: random.Random) -> Match:
    if deed == "undo" and match.steps:
        match.undo(0, consent=True)
    elif deed == "look":
        match.view(None, rng.randint(0, match.steps))
    elif deed == "fork":
        return match.fork(rng.randint(0, match.steps), seed=rng.randint(0, 99))
    elif not match.over:
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match


@settings(max_examples=25)
@given(deeds=DEEDS, name=st.sampled_from([each.name for each in games()]), seed=st.integers(0, 999))
def test_every_step_is_the_same_with_and_without_kept_positions(deeds: list[str], name: str, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(course, "SPACING", 3)
        patch.setattr(course, "MOST_KEPT", 5)
        rng = random.Random(seed)
        match = game(name).new(seed=seed)
        for deed in deeds:
            match = do(match, deed, rng)
    truth = played_from_the_start(match)
    assert match.state == truth[-1]
    steps = list(range(match.steps))
    rng.shuffle(steps)
    expected = [match.rules.concealed(truth[step], seat) for step in steps for seat in (-1, 0)]
    assert views(match, steps) == expected
    assert load(match.record()).state == match.state


def test_however_long_a_game_few_positions_are_kept_and_few_entries_are_replayed(estates: Game) -> None:
    replayed: list[int] = []

    def play(state: Record, entry: Entry) -> None:
        state.rng += entry.number
        replayed.append(entry.number)

    line = course.Course(estates.new(seed=1).state, play)
    line.state.rng = 0
    for number in range(1, 10_001):
        state = line.state.copy()
        state.rng += number
        line.append(Entry(number, ()), state)
        assert len(line.kept) <= course.MOST_KEPT
    for step in (9_999, 5_000, 1, 7_777):
        replayed.clear()
        assert line.after(step).rng == step * (step + 1) // 2
        assert len(replayed) <= 2 * 10_000 / course.MOST_KEPT


def test_taking_the_last_move_back_replays_nothing(estates: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    match = estates.new(players=3, seed=3)
    for _ in range(50):
        do(match, "play", rng)
    before = match.state
    do(match, "play", rng)
    monkeypatch.setattr(match, "advance", None)
    match.undo(0, consent=True)
    assert match.state == before

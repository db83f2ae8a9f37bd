"""Others' sums on the scale of a bid, as far as they are known."""

import random
from itertools import pairwise
from typing import Any

import pytest

import tabletown
from tabletown.match import Match
from tabletown.web.amounts import Amounts
from tabletown.web.scene import Scene

CASES = [("the_estates", "bid"), ("square_mile", "bid"), ("milton_keynes", "bribe")]
NAMES = ["Mara", "Jun", "Noor"]


def scales(match: Match, kind: str, decisions: int = 300) -> list[tuple[Scene, Amounts]]:
    """Every scale of the kind that somebody saw in a random game."""
    rng, found = random.Random(4), []
    for _decision in range(decisions):
        if match.over:
            break
        seat = match.pending[0]
        legal = match.legal(seat)
        if sum(action.kind == kind for action in legal) > 1:
            scene = Scene(match.fork(), seat, "en")
            found += [(scene, amounts) for amounts in scene.choices.amounts if amounts.kind == kind]
        chosen = rng.choice(sorted({action.kind for action in legal}))
        match.play(seat, [rng.choice([action.id for action in legal if action.kind == chosen])])
    assert found
    return found


@pytest.mark.parametrize(("title", "kind"), CASES)
def test_where_money_is_open_every_tick_is_what_somebody_else_holds_or_bids(title: str, kind: str) -> None:
    match = tabletown.game(title).new(players=3, seed=2, names=NAMES, options={"money": "open"})
    seen = 0
    for scene, amounts in scales(match, kind):
        view: Any = scene.match.view(scene.seat)
        for at, ticks in amounts.ticks:
            assert 0 <= at <= 100
            for tick in ticks:
                assert tick.seat != scene.seat
                assert tick.amount in {view.cash[tick.seat], getattr(view, "high_bid", None)}
                assert NAMES[tick.seat] in tick.words
                seen += 1
    assert seen


@pytest.mark.parametrize(("title", "kind"), CASES)
def test_where_money_is_hidden_only_the_highest_bid_is_marked(title: str, kind: str) -> None:
    match = tabletown.game(title).new(players=3, seed=2, names=NAMES)
    for scene, amounts in scales(match, kind):
        view: Any = scene.match.view(scene.seat)
        for _at, ticks in amounts.ticks:
            for tick in ticks:
                assert (tick.amount, tick.seat) == (view.high_bid, view.high_bidder)


def test_sums_that_are_close_share_a_tick_and_what_is_beyond_the_scale_stands_at_its_end() -> None:
    match = tabletown.game("the_estates").new(players=3, seed=2, names=NAMES, options={"money": "open"})
    for _scene, amounts in scales(match, "bid"):
        places = [at for at, _ticks in amounts.ticks]
        assert all(later - earlier >= 7 for earlier, later in pairwise(places))
        assert sorted(tick for _at, ticks in amounts.ticks for tick in ticks) == sorted(amounts.others)
        assert all(at >= 93 for at, ticks in amounts.ticks if ticks[-1].amount > amounts.high)

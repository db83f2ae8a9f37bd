"""What is plain at a glance is what trying every action would find; a sealed answer needs nothing that is hidden."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tabletown.bots.search import Budget, Search
from tabletown.games.milton_keynes import GAME
from tabletown.match import game
from tabletown.rulekit.engine import Interpreted
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.records import Record
from tabletown.rulekit.thinking import ROOM, Sums
from tools.calibrate import positions

RULES = game("milton_keynes").rules()
CALL = RULES.call
EVERY = 3
"""One position in so many is looked at."""

Asked = tuple[Any, int]
"""What a seat knows, and who is asked."""


@cache
def asked(players: int) -> tuple[Asked, ...]:
    """Along two games between Neighbours: whoever is asked and has a choice."""
    RULES.twin.compile(loops=["instinct"])
    found = [each for number in (1, 2) for state in positions(RULES, players, number) for each in choices(state)]
    return tuple(found[::EVERY])


def choices(state: Record) -> Iterator[Asked]:
    """A sealed answer part by part, as far as it is plain; any other decision as it stands."""
    seats = RULES.pending_seats(state)
    for seat in seats:
        own, action = state.copy(), 0
        while action >= 0 and CALL.pending(own) >> seat & 1:
            if RULES.runs(own, seat)[1] > 1:
                yield RULES.concealed(own, seat), seat
            action = quick(own, seat) if len(seats) > 1 else -1
            if action >= 0:
                CALL.apply(own, seat, action)


def is_sealed(view: Record) -> bool:
    return len(RULES.pending_seats(view)) > 1


def quick(state: Record, seat: int) -> int:
    return int(CALL.quick_action(state.copy(), seat, Sums([0.0] * ROOM)))


def opinion(state: Record, seat: int, action: int) -> float:
    """What the instinct holds of an action, which it tries."""
    after = state.copy()
    CALL.apply(after, seat, action)
    return float(CALL.evaluate_one(after, seat, Sums([0.0] * ROOM)) + CALL.prior(state.copy(), seat, action))


def opinions(state: Record, seat: int) -> dict[int, float]:
    return {action: opinion(state, seat, action) for action in RULES.legal_actions(state, seat)}


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_plain_is_legal_and_as_good_as_the_best_that_trying_finds(players: int) -> None:
    plain: Counter[str] = Counter()
    for view, seat in asked(players):
        world = RULES.redealt(view, seat, 7)
        action = quick(world, seat)
        if action >= 0:
            tried = opinions(world, seat)
            assert tried[action] == pytest.approx(max(tried.values()), abs=1e-6), GAME.actions.decode(action)
            plain[GAME.actions.decode(action)[0]] += 1
    assert {"bribe", "bid", "decline", "done", "offer_to", "add_cash", "add_deed", "ask", "send"} <= set(plain)
    assert {"commission", "put_deed", "seal"} <= set(plain)


@pytest.mark.parametrize("players", [2, 4])
def test_a_sealed_answer_asks_for_nothing_that_is_hidden(players: int) -> None:
    """So worlds need not be imagined for it (`imagines` in search.toml)."""
    for view, seat in asked(players):
        if is_sealed(view):
            world = RULES.redealt(view, seat, 7)
            assert quick(view, seat) == quick(world, seat)
            assert opinions(view, seat) == pytest.approx(opinions(world, seat), abs=1e-9)


def test_one_seat_is_judged_as_among_all() -> None:
    for view, seat in asked(4)[::10]:
        world, worth = RULES.redealt(view, seat, 7), Sums([0.0] * ROOM)
        alone = [CALL.evaluate_one(world.copy(), each, worth) for each in range(4)]
        CALL.evaluate(world, worth)
        assert alone == worth[:4]


def test_nobody_who_has_made_an_offer_in_a_window_makes_another() -> None:
    """The first may have been refused, and nothing has changed; neither instinct nor a search considers it."""
    offers = {"offer_to", "counter"}
    found = 0
    for view, seat in asked(4):
        kinds = {GAME.actions.decode(action)[0] for action in RULES.legal_actions(view, seat)}
        if kinds & offers and found < 5:
            found += 1
            view.offers_sent[seat] = 1
            world = RULES.redealt(view, seat, 7)
            tried = opinions(world, seat)
            assert GAME.actions.decode(max(tried, key=lambda action: tried[action]))[0] not in offers
            near = replace(looking_ahead(GAME, 4), depth=1)
            thought = Search(RULES, near).think(view, seat, Budget(1), 1, engine=Interpreted(RULES))
            assert not {GAME.actions.decode(each.action)[0] for each in thought.considered} & offers
    assert found == 5

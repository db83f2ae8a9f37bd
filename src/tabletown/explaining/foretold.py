"""What may come of a position: everybody's chance to win and expected score, over worlds that are played on."""

from collections.abc import Sequence

from tabletown.bots.search import bench_for
from tabletown.rulekit.engine import Engine
from tabletown.rulekit.looking_ahead import LookingAhead, looking_ahead
from tabletown.rulekit.records import Record

FOR_SCORES = 8
"""One world in so many is played to its end."""


def foretold(
    engine: Engine, view: Record, players: int, seat: int, worlds: int, x: int, ahead: LookingAhead
) -> list[float]:
    """Each seat's chance to win in worlds that fit the view, then the score that each may expect.

    With a seat of TRUTH the view is the whole position. Chances are judged after some decisions, for an instinct that
    plays on to the end would be too sure of itself; scores come from the same worlds played to their end.
    """
    limit = engine.rules.declaration.max_decisions
    ended = played_on(engine, view, seat, (), max(1, worlds // FOR_SCORES), x, limit, ahead)
    chances = chances_in(engine, view, seat, worlds, x, ahead)
    if engine.rules.pending_seats(view):
        chances = [ahead.told(chance, players) for chance in chances]
    return [*chances, *ended[players:]]


def chances_in(
    engine: Engine, view: Record, seat: int, worlds: int, x: int, ahead: LookingAhead, first: int = 0
) -> list[float]:
    """What came of the worlds numbered from `first` on, without doubt and scores."""
    depth = min(ahead.foreseen, engine.rules.declaration.max_decisions)
    return played_on(engine, view, seat, (), worlds, x, depth, ahead, first)[: view.players]


def scores_of(
    engine: Engine, view: Record, seat: int, actions: Sequence[int], worlds: int, x: int, first: int = 0
) -> list[float]:
    """The score that each seat may expect after these actions of one of them."""
    ahead, limit = looking_ahead(engine.rules.declaration, view.players), engine.rules.declaration.max_decisions
    return played_on(engine, view, seat, actions, worlds, x, limit, ahead, first)[view.players :]


def played_on(
    engine: Engine,
    view: Record,
    seat: int,
    actions: Sequence[int],
    worlds: int,
    x: int,
    depth: int,
    ahead: LookingAhead,
    first: int = 0,
) -> list[float]:
    """The mean over some worlds, played on for so many decisions: each seat's chance to win, then its score."""
    players = view.players
    bench = bench_for(engine, view, ahead.foretelling(depth))
    sums = engine.sums(2 * players)
    engine.loop("foretell")(bench, seat, engine.numbers(actions), x, first, worlds, sums)
    return [float(each) / worlds for each in sums]

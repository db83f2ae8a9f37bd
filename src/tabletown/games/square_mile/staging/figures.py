"""What land could bring: what it takes to build a tract up, and what is left of it then. In thousands of dollars."""

from collections.abc import Iterator
from typing import NamedTuple

from tabletown.games.square_mile.rules.geometry import AROUND
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import NO_SEAT, State
from tabletown.games.square_mile.telling.report import sees_cash
from tabletown.games.square_mile.telling.sheets import buildings_for
from tabletown.rulekit.look import Look


class Finish(NamedTuple):
    """How a tract would be built up, as things stand."""

    sections: int
    """Roads and bridges that are missing."""
    has_plots: bool
    building: int
    cost: int
    value: int


def finish(look: Look[State], tract: int) -> Finish | None:
    """The building that leaves most, after all missing sections and the subdivision; None once it is built up."""
    rules, view = look.rules, look.view
    if view.building[tract]:
        return None
    left = {
        kind: rules.BUILT_VALUE[kind - 1] - rules.building_cost(view, tract, kind)
        for kind in buildings_for(look, tract)
    }
    if not left:
        return None
    best = max(left, key=lambda kind: left[kind])
    missing = [edge for edge in AROUND[tract] if not view.section[edge]]
    cost = sum(rules.section_cost(view, edge) for edge in missing) + rules.building_cost(view, tract, best)
    has_plots = bool(view.subdivided[tract])
    if not has_plots:
        cost += rules.subdivision_cost(view, tract)
    return Finish(len(missing), has_plots, best, cost, rules.BUILT_VALUE[best - 1])


def profit(look: Look[State], tract: int, price: int) -> int:
    """What would be left of a tract for that price, once it is built up and sold."""
    way = finish(look, tract)
    return (look.rules.market_value(look.view, tract) if way is None else way.value - way.cost) - price


def return_of(look: Look[State], tract: int) -> int:
    """What building a tract up would add to what it is worth now."""
    return profit(look, tract, look.rules.market_value(look.view, tract))


def gains(look: Look[State], after: State) -> dict[int, int]:
    """By how much tracts would be worth more."""
    worth = look.rules.market_value
    before = look.view
    found = {tract: worth(after, tract) - worth(before, tract) for tract in range(TRACTS)}
    return {tract: gain for tract, gain in found.items() if gain}


def can_still_bid(look: Look[State]) -> list[int]:
    """Who is in the auction beside the viewer, from the left of whoever bids."""
    view = look.view
    order = ((view.seat + step) % view.players for step in range(1, view.players + 1))
    return [seat for seat in order if view.bidders >> seat & 1 and seat != look.viewer]


def is_last_tract(look: Look[State], tract: int) -> bool:
    """Whether its sale ends the game."""
    view, rules = look.view, look.rules
    others = [other for other in range(TRACTS) if other != tract]
    if view.end == rules.FIRST_PASS:
        return not view.ever_owned[tract] and all(view.ever_owned[other] for other in others)
    return all(view.owner[other] != NO_SEAT for other in others)


def known_cash(look: Look[State], seats: list[int]) -> Iterator[tuple[str, str]]:
    """Whoever's cash may be seen, and how much it is."""
    for seat in seats:
        if sees_cash(look, seat):
            yield look.names[seat], f"${look.view.cash[seat]}k"

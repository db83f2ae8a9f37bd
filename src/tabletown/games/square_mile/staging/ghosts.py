"""How a choice would look on the map: pieces that do not lie there yet, pills with costs, plates with gains."""

from collections.abc import Mapping

from tabletown.games.square_mile.drawing import town
from tabletown.games.square_mile.drawing.scenery import CELL, corner, middle_of
from tabletown.games.square_mile.rules.shapes import EDGES
from tabletown.games.square_mile.rules.state import NONE, State
from tabletown.rulekit.drawing import Svg, at, joined, lettering, path, tag
from tabletown.rulekit.look import Look

from .figures import gains
from .plans import Plan
from .subject import card_on, envelope, planned_section

HAND = "M1 9h3v7H1zM4 10c3-2 5-2 7 0h4c2 0 2 2.500 0 2.500h-4M4 15c3 2 7 2 9 1l6-4c1-1.500-1-2.500-2-1.800l-3 1.800"
"""An open hand, 20 units wide: somebody is asked for a share."""


def of_plan(plan: Plan) -> Svg:
    """Everything that would be laid, built or sold, and what it adds to the land."""
    drawn = [
        *(planned_section(edge) for edge, _cost in plan.sections),
        *(at(*corner(tract), town.plots(), opacity=0.82) for tract, _cost in plan.lots),
        *(building(tract, kind) for tract, kind, _cost in plan.buildings),
        *(pill(*middle_of(edge), f"{cost}k") for edge, cost in plan.sections if cost and edge not in plan.shares),
        *(hand(edge, share) for edge, share in plan.shares.items()),
        *(pill(*spot(tract), f"{cost}k") for tract, cost in plan.lots),
        *(pill(*spot(tract), f"{cost}k") for tract, _kind, cost in plan.buildings),
        *(gain(tract, price) for tract, price in plan.sold),
    ]
    if plan.edge != NONE:
        drawn += [planned_section(plan.edge), hand(plan.edge, plan.share)]
    return joined(*drawn, with_gains(gains(plan.look, plan.after)))


def with_gains(by_tract: Mapping[int, int]) -> Svg:
    return joined(*(gain(tract, more) for tract, more in by_tract.items()))


def spot(tract: int) -> tuple[float, float]:
    x, y = corner(tract)
    return x + CELL / 2, y + 64


def building(tract: int, kind: int) -> Svg:
    return at(*corner(tract), town.building_ground(kind), town.building(kind), opacity=0.82)


def pill(x: float, y: float, words: str) -> Svg:
    """What a piece costs."""
    width = 14 + 9 * len(words)
    return at(
        x,
        y,
        tag("rect", x=-width / 2, y=-13, width=width, height=26, rx=13, class_="pill"),
        lettering(words, 0, 5, 15, text_anchor="middle", font_weight=700),
        class_="costs",
    )


def gain(tract: int, thousands: int) -> Svg:
    """By how much a tract would be worth more, above what it is worth now."""
    x, y = corner(tract)
    words = f"+{thousands}k" if thousands >= 0 else f"−{-thousands}k"
    width = 14 + 9 * len(words)
    return at(
        x + 134 - width / 2,
        y + 96,
        tag("rect", x=-width / 2, y=-12, width=width, height=24, rx=6),
        lettering(words, 0, 5, 15, text_anchor="middle", font_weight=700),
        class_="gains" if thousands >= 0 else "gains loses",
    )


def hand(edge: int, share: int) -> Svg:
    """A share is asked for; without a sum yet, only the hand."""
    x, y = middle_of(edge)
    words = f"{share}k" if share else "?"
    width = 38 + 9 * len(words)
    down = 0 if edge < EDGES // 2 else -30
    return at(
        x - width / 2,
        y - 14 + down,
        tag("rect", width=width, height=28, rx=6),
        at(7, 1, path(HAND, fill="none", stroke="currentColor", stroke_width=1.5)),
        lettering(words, 31, 19.5, 15, font_weight=700),
        class_="asks",
    )


def sealed(plan: Plan) -> Svg:
    """The viewer's own sealed bids, each on its tract."""
    drawn = [sealed_bid(tract, f"{thousands}k") for tract, thousands in plan.bids]
    if plan.bidding_for != NONE:
        drawn.append(sealed_bid(plan.bidding_for, "?"))
    return joined(*drawn)


def sealed_bid(tract: int, words: str) -> Svg:
    x, y = corner(tract)
    return at(x + 33, y + 26, envelope(), pill(50, 42, words), scale=0.8)


def hammer(tract: int, thousands: int) -> Svg:
    """A bid on the tract that it is for."""
    x, y = corner(tract)
    words = f"${thousands},000"
    width = 16 + 10 * len(words)
    frame = tag("rect", x=x + 7, y=y + 7, width=CELL - 14, height=CELL - 14, rx=8, class_="frame")
    tag_on_it = at(
        x + CELL / 2,
        y + 68,
        tag("rect", x=-width / 2, y=-18, width=width, height=36, rx=7),
        lettering(words, 0, 7, 20, text_anchor="middle", font_weight=700),
        class_="hammer",
    )
    return joined(frame, tag_on_it)


def card(look: Look[State], tract: int, turn: int) -> Svg:
    """The tract card as it would lie."""
    return tag("g", card_on(look, tract, look.view.card, turn), opacity=0.82)

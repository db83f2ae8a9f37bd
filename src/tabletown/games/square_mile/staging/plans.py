"""A choice in parts, from the view before all of them: what is sold, laid, asked for, built and bid, and its sum."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tabletown.games.square_mile.rules.actions import LAY_SECTION
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import NO_SEAT, NONE, OUT_OF_THE_GAME, UNZONED, State
from tabletown.rulekit.look import Look


@dataclass
class Plan:
    """What the viewer would do, in thousands of dollars; `after` shows the land as it would be."""

    look: Look[State]
    after: State
    sold: list[tuple[int, int]] = field(default_factory=list)
    sections: list[tuple[int, int]] = field(default_factory=list)
    edge: int = NONE
    """The section that a share is asked for,"""
    asked: int = NO_SEAT
    share: int = 0
    """of whom, and how much; 0 is not said yet."""
    shares: dict[int, int] = field(default_factory=dict)
    """By section: what is asked for it before it is laid."""
    lots: list[tuple[int, int]] = field(default_factory=list)
    buildings: list[tuple[int, int, int]] = field(default_factory=list)
    bids: list[tuple[int, int]] = field(default_factory=list)
    bidding_for: int = NONE
    step: int = NONE

    @property
    def seat(self) -> int:
        return self.look.viewer

    @property
    def cash(self) -> int:
        """What the viewer has before."""
        return self.look.view.cash[self.seat] + 0

    @property
    def gets(self) -> int:
        return sum(price for _tract, price in self.sold)

    @property
    def spends(self) -> int:
        """For what is laid and built; a section that is asked about is not in it."""
        pieces = [cost for _place, cost in (*self.sections, *self.lots)]
        return sum(pieces) + sum(cost for _tract, _kind, cost in self.buildings)

    @property
    def left(self) -> int:
        return self.cash + self.gets - self.spends

    @property
    def pledged(self) -> int:
        """In sealed bids."""
        return sum(thousands for _tract, thousands in self.bids)


def alone(look: Look[State], action: int) -> int | None:
    """A section that a share is asked for can be laid without one."""
    kind, args = look.decoded(action)
    return LAY_SECTION(args["edge"]) if kind == "ask_for" else None


def planned(look: Look[State], actions: Sequence[int]) -> Plan:
    plan = Plan(look, look.view.copy())
    view, seat = look.view, look.viewer
    if view.edge != NONE:
        plan.edge, plan.asked, plan.share = view.edge, view.asked, view.share
    if view.phase == look.rules.SEALED_BIDS_DUE:
        plan.bids = [(view.bid_tract[seat][i], view.bid_sum[seat][i]) for i in range(view.bids[seat])]
        plan.bidding_for = view.bidding_for[seat]
    elif view.phase == look.rules.TIED_BIDS_DUE:
        plan.bids = [(tract, view.new_bid[seat][tract]) for tract in range(TRACTS) if view.new_bid[seat][tract] > 0]
        plan.bidding_for = look.rules.next_tied_tract(view, seat)
    for action in actions:
        kind, args = look.decoded(action)
        if kind in ADDED_BY:
            ADDED_BY[kind](plan, **args)
    return plan


def sell(plan: Plan, tract: int) -> None:
    after = plan.after
    plan.sold.append((tract, plan.look.rules.market_value(after, tract)))
    after.owner[tract] = OUT_OF_THE_GAME if after.building[tract] else NO_SEAT


def name_step(plan: Plan, step: int) -> None:
    plan.step = step


def lay_section(plan: Plan, edge: int) -> None:
    rules = plan.look.rules
    cost = 0 if rules.is_free_road(plan.look.view) else rules.section_cost(plan.after, edge)
    plan.sections.append((edge, cost))
    if plan.edge == edge and plan.share:
        plan.shares[edge] = plan.share
        plan.edge, plan.asked, plan.share = NONE, NO_SEAT, 0
    rules.put_section(plan.after, edge)


def ask_for(plan: Plan, edge: int, player: int) -> None:
    plan.edge, plan.asked = edge, player


def ask_share(plan: Plan, thousands: int) -> None:
    plan.share = thousands


def subdivide(plan: Plan, tract: int) -> None:
    plan.lots.append((tract, plan.look.rules.subdivision_cost(plan.after, tract)))
    plan.after.subdivided[tract] = 1


def construct(plan: Plan, tract: int, building: int) -> None:
    after = plan.after
    plan.buildings.append((tract, building, plan.look.rules.building_cost(after, tract, building)))
    after.building[tract] = building
    after.stock[building] -= 1
    if after.zone[tract] != UNZONED:
        after.reserved[building] -= 1


def bid_for(plan: Plan, tract: int) -> None:
    plan.bidding_for = tract


def sealed_sum(plan: Plan, thousands: int) -> None:
    plan.bids.append((plan.bidding_for, thousands))
    view = plan.after
    if view.phase == plan.look.rules.TIED_BIDS_DUE:
        view.new_bid[plan.seat][plan.bidding_for] = thousands
        plan.bidding_for = plan.look.rules.next_tied_tract(view, plan.seat)
    else:
        plan.bidding_for = NONE


ADDED_BY: dict[str, Callable[..., None]] = {
    "sell": sell,
    "name_step": name_step,
    "lay_section": lay_section,
    "ask_for": ask_for,
    "ask_share": ask_share,
    "subdivide": subdivide,
    "construct": construct,
    "bid_for": bid_for,
    "sealed_sum": sealed_sum,
}

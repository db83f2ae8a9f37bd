"""Standing orders: what a seat has told the table to answer for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.match import Match, Refused
from tabletown.match.orders import Order, answer_for, has_lapsed
from tabletown.rulekit.language import message
from tabletown.web.at_table.standing import Orders, Standing
from tabletown.web.kept import Change


def order(at: Standing, seat: int, order: Order) -> Change:
    """Add a standing order; one for the same thing is replaced."""
    others = [one for one in at.orders.get(seat, []) if (one.kind, one.answer) != (order.kind, order.answer)]
    return Change(orders=written({**at.orders, seat: [*others, order]}))


def drop_order(at: Standing, seat: int, index: int) -> Change:
    mine = at.orders.get(seat, [])
    if not 0 <= index < len(mine):
        raise Refused("no_such_order", message("There is no such standing order any more."))
    return Change(orders=written({**at.orders, seat: [*mine[:index], *mine[index + 1 :]]}))


def ordered(at: Standing, seat: int) -> int | None:
    """What the seat's standing orders play now."""
    return answer_for(at.playing, seat, at.orders.get(seat, []))


def left_over(orders: Orders, match: Match) -> Orders:
    """Orders for an auction that is over go."""
    return {seat: [order for order in given if not has_lapsed(match, seat, order)] for seat, given in orders.items()}


def written(orders: Orders) -> dict[int, list[dict[str, Any]]]:
    return {seat: [order.to_dict() for order in given] for seat, given in orders.items() if given}


def read(orders: Mapping[int, Sequence[Mapping[str, Any]]]) -> dict[int, list[Order]]:
    return {seat: [Order.from_dict(each) for each in given] for seat, given in orders.items()}

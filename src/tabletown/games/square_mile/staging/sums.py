"""Figures as they are written on the stage."""

from collections.abc import Iterable

from tabletown.games.square_mile.rules.state import State
from tabletown.games.square_mile.telling.naming import building_name, letter, money
from tabletown.rulekit.language import capitalized, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, PLAIN, Way

from .figures import Finish, finish, profit

MOST_ROWS = 3
"""More do not fit beside each other."""


def signed(thousands: int) -> str:
    return f"+{money(thousands)}" if thousands > 0 else f"−{money(-thousands)}" if thousands < 0 else money(0)


def tone(thousands: int) -> str:
    return GOOD if thousands > 0 else BAD if thousands < 0 else PLAIN


def few(look: Look[State], rows: Iterable[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """The largest ones, and the rest of them in one."""
    ordered = sorted(rows, key=lambda row: -row[1])
    if len(ordered) <= MOST_ROWS:
        return tuple((name, signed(thousands)) for name, thousands in ordered)
    rest = ordered[MOST_ROWS - 1 :]
    kept = [(name, signed(thousands)) for name, thousands in ordered[: MOST_ROWS - 1]]
    others = look._("{n} more").format(n=len(rest))
    return (*kept, (others, signed(sum(thousands for _name, thousands in rest))))


def tight(thousands: int) -> str:
    """Where there is little room."""
    return f"${thousands}k"


def of_cash(look: Look[State], cash: int) -> str:
    return look._("of {cash}").format(cash=tight(cash))


def built_up(look: Look[State], tract: int, price: int) -> Way:
    """What would be left of a tract bought for that price, once it is built up."""
    _ = look._
    left = profit(look, tract, price)
    way = finish(look, tract)
    if way is None:
        return Way(_("Sold again"), signed(left), tone=tone(left), words=_("It is built up already."))
    text = _("{value} for {cost} more: {steps}.")
    words = text.format(cost=tight(way.cost), steps=steps_of(look, way), value=tight(way.value))
    return Way(capitalized(building_name(_, way.building)), signed(left), tone=tone(left), words=words)


def steps_of(look: Look[State], way: Finish) -> str:
    """What is still missing."""
    _ = look._
    steps = []
    if way.sections:
        steps.append(_.plural("{n} section", "{n} sections", way.sections).format(n=way.sections))
    if not way.has_plots:
        steps.append(_("plots"))
    return listed(_, steps) or _("the building")


def name_of(look: Look[State], tract: int) -> str:
    return letter(look.view, tract)

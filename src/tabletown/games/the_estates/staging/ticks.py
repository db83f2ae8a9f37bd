"""Where others' sums stand on the scale of a bid."""

from collections.abc import Sequence

from tabletown.games.the_estates.rules.state import NO_SEAT, State
from tabletown.games.the_estates.telling.report import around_the_table, sees_cash
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Tick


def ticks(look: Look[State], kind: str) -> Sequence[Tick]:
    """The highest bid, and what those hold who bid later, as far as it is known."""
    _, view = look._, look.view
    if kind != "bid":
        return ()
    found = [
        Tick(view.cash[seat], seat, _("{name} holds {n}").format(name=look.names[seat], n=view.cash[seat]))
        for seat in around_the_table(look)[1][1:]
        if sees_cash(look, seat)
    ]
    if view.high_bidder != NO_SEAT:
        words = _("The highest bid, {name}: {n}").format(name=look.names[view.high_bidder], n=view.high_bid)
        found.insert(0, Tick(view.high_bid, view.high_bidder, words))
    return found

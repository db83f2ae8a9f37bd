"""Where others' sums stand on the scale of a bid."""

from collections.abc import Sequence

from tabletown.games.square_mile.rules.state import NO_SEAT, State
from tabletown.games.square_mile.telling.naming import money
from tabletown.games.square_mile.telling.report import sees_cash
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Tick

from .figures import can_still_bid


def ticks(look: Look[State], kind: str) -> Sequence[Tick]:
    """The highest bid, and what those hold who can still bid, as far as it is known."""
    _, view = look._, look.view
    if kind == "ask_share":
        return ()
    rivals = can_still_bid(look) if kind == "bid" else [seat for seat in look.seats if seat != look.viewer]
    found = [
        Tick(view.cash[seat], seat, _("{name} holds {n}").format(name=look.names[seat], n=money(view.cash[seat])))
        for seat in rivals
        if sees_cash(look, seat)
    ]
    if kind == "bid" and view.high_bidder != NO_SEAT:
        words = _("The highest bid, {name}: {n}").format(name=look.names[view.high_bidder], n=money(view.high_bid))
        found.insert(0, Tick(view.high_bid, view.high_bidder, words))
    return found

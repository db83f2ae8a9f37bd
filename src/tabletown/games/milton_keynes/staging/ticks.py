"""Where others' sums stand on the scale of a bribe or a bid."""

from collections.abc import Sequence

from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.report import sees_cash
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Tick


def ticks(look: Look[State], kind: str) -> Sequence[Tick]:
    """What the others hold, as far as it is known."""
    _, cash = look._, look.view.cash
    if kind not in {"bribe", "bid"}:
        return ()
    return [
        Tick(cash[seat], seat, _("{name} holds {n}").format(name=look.names[seat], n=cash[seat]))
        for seat in look.seats
        if seat != look.viewer and sees_cash(look, seat)
    ]

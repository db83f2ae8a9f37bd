"""Where others' sums stand on the scale of a bribe or a bid, where Lobby begins, and what is chosen to begin with."""

from collections.abc import Sequence

from tabletown.games.milton_keynes.rules.actions import DECLINE
from tabletown.games.milton_keynes.rules.phases import LOBBY_FOR_LOTS, PLAY_DEMOLISH, PLAY_REDEVELOP
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.report import sees_cash
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Tick

from .ranks import place_of, rival_at


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


def opening(look: Look[State], actions: Sequence[int]) -> int:
    """With Lobby: the least that brings the viewer further, or that keeps what they have."""
    if look.decoded(actions[0])[0] != "lobby":
        return actions[0]
    fist = look.decoded(actions[0])[1]["fist"]
    stands = [standing(look, fist, amount) for amount in range(len(actions))]
    now = standing(look, fist, look.view.fist[look.viewer][fist], played=0)
    better = [action for action, then in zip(actions, stands, strict=True) if then > now]
    same = [action for action, then in zip(actions, stands, strict=True) if then == now]
    return (better or same or actions)[0]


def ordinary(look: Look[State]) -> int | None:
    """A building stands until somebody points at it."""
    return DECLINE() if look.view.phase in {PLAY_DEMOLISH, PLAY_REDEVELOP} else None


def standing(look: Look[State], fist: int, amount: int, played: int = 1) -> int:
    """More is better: the place in the sale that is certain, or whether the bid takes the permit."""
    view, seat = look.view, look.viewer
    if view.phase == LOBBY_FOR_LOTS:
        then: State = view.copy()
        then.fist[seat][fist] = amount
        then.permits_held[seat] -= played
        return -place_of(look, then, seat).worst
    theirs = view.fist[rival_at(look, fist)][1 - fist]
    return int(amount > theirs)

"""MK-L5, MK-P4: after a reveal, rounds in which everybody is asked for a Lobby."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import BUY, DECLINE, LOBBY_WITH
from .cards import permits_of_kind, play_permit
from .events import LOBBIED, NOBODY_LOBBIED
from .new_year import everybody
from .phases import LOBBY_FOR_LOTS
from .reasons import NO_SUCH_PERMIT, NOT_THE_TIME, NOTHING_IN_THAT_FIST, TOO_LITTLE_CASH
from .shapes import FISTS, LOBBY, MAX_CASH, NONE
from .state import State


def fist_permit(s: State, seat: int, fist: int) -> int:
    """The shared permit under a fist: on the left, then on the right."""
    return seat if fist == 0 else (seat + s.players - 1) % s.players


def is_fist_used(s: State, seat: int, fist: int) -> bool:
    if s.phase == LOBBY_FOR_LOTS:
        return fist == 0
    return s.shared[fist_permit(s, seat, fist)] != NONE


def cash_for_fist(s: State, seat: int, fist: int) -> int:
    """MK-P2, MK-P6: what is not in the other fist."""
    return s.cash[seat] - s.fist[seat][1 - fist]


def open_lobby(s: State, phase: int) -> None:
    s.phase = phase
    s.owing = everybody(s)


def refuse_lobby(s: State, seat: int, fist: int, amount: int) -> int:
    if permits_of_kind(s, seat, LOBBY) == 0:
        return NO_SUCH_PERMIT
    if not is_fist_used(s, seat, fist):
        return NOTHING_IN_THAT_FIST
    return OK if amount <= cash_for_fist(s, seat, fist) else TOO_LITTLE_CASH


def legal_lobby(s: State, seat: int, out: Runs) -> None:
    offer(out, DECLINE, 1)
    if permits_of_kind(s, seat, LOBBY) > 0:
        for fist in range(FISTS):
            if is_fist_used(s, seat, fist):
                offer(out, LOBBY_WITH + fist * (MAX_CASH + 1), cash_for_fist(s, seat, fist) + 1)


def answer_lobby(s: State, seat: int, choice: int) -> bool:
    """0 to decline, else 1 + the new sum's place in the action space; answers whether the window is closed now."""
    s.sealed[seat][0] = choice
    s.owing &= ~(1 << seat)
    return s.owing == 0 and not reveal_lobbies(s)


def reveal_lobbies(s: State) -> bool:
    """All new sums at once; whether there were any, so that it goes round again."""
    played = 0
    for seat in range(s.players):
        if s.sealed[seat][0] > 0:
            played += 1
            fist = (s.sealed[seat][0] - 1) // (MAX_CASH + 1)
            amount = (s.sealed[seat][0] - 1) % (MAX_CASH + 1)
            play_permit(s, seat, LOBBY)
            tell(s, LOBBIED, seat, fist, s.fist[seat][fist], amount)
            s.fist[seat][fist] = amount
        s.sealed[seat][0] = 0
    if played > 0:
        s.owing = everybody(s)
        return True
    tell(s, NOBODY_LOBBIED)
    return False


def refuse_lobbying(s: State, seat: int, action: int) -> int:
    if action == DECLINE:
        return OK
    if LOBBY_WITH <= action < BUY:
        place = action - LOBBY_WITH
        return refuse_lobby(s, seat, place // (MAX_CASH + 1), place % (MAX_CASH + 1))
    return NOT_THE_TIME


def lobby_choice(action: int) -> int:
    return 0 if action == DECLINE else action - LOBBY_WITH + 1

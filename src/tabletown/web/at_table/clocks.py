"""The time for a decision: the clock that belongs to it, and what is played when it has run out."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tabletown.match import Match, Refused
from tabletown.rulekit.language import message
from tabletown.web.at_table.orders import ordered
from tabletown.web.at_table.settings import Clock, Settings
from tabletown.web.at_table.standing import Standing
from tabletown.web.kept import PLAYING, Change, Seat


def wound(settings: Settings, match: Match, seats: Sequence[Seat], now: float) -> Clock | None:
    """The clock as it should stand: the one that runs for this decision already, or a new one. Bots need none."""
    limit, clock = settings.time, settings.clock
    if not limit or match.over:
        return None
    if clock is not None and clock.decision == match.decision:
        return clock
    is_stopped = clock is not None and clock.is_stopped
    if not is_stopped and all(seats[seat].bot for seat in (*match.pending, *match.changeable)):
        return None
    return Clock(match.decision, None if is_stopped else now + limit, float(limit))


def begin(at: Standing) -> Change | None:
    """The first look at a table that was made or read: a clock that should run, runs."""
    if at.match is None or at.phase != PLAYING:
        return None
    clock = wound(at.settings, at.match, at.seats, at.now)
    return None if clock == at.settings.clock else Change(settings=replace(at.settings, clock=clock))


def start_clock(at: Standing) -> Change:
    """Anybody may let a stopped clock go on."""
    _match, clock = at.live, at.settings.clock
    if clock is None or not clock.is_stopped:
        raise Refused("clock_runs", message("The clock is not stopped."))
    return Change(settings=replace(at.settings, clock=clock.started(at.now)))


def time_is_up(at: Standing) -> Change | None:
    """Play for everybody who should have decided by now; the log says for whom."""
    match, clock = at.match, at.settings.clock
    is_due = clock is not None and clock.until is not None and clock.until <= at.now
    if match is None or clock is None or not is_due or at.phase != PLAYING:
        return None
    late = play_for_absent(match, at.seats, lambda seat: ordered(at, seat))
    return Change(settings=at.settings.after_a_move().with_late(clock.decision, late)) if late else None


def play_for_absent(match: Match, seats: Sequence[Seat], ordered: Callable[[int], int | None]) -> list[int]:
    """What the game has an absent player do, for every person who owes this decision; answers for whom."""
    decision = match.decision
    late = [seat for seat in match.pending if not seats[seat].bot]
    for seat in late:
        while match.decision == decision and seat in match.pending:
            action = ordered(seat)
            if action is None:
                action = match.rules.call.default_action(match.perfect_memory(seat), seat)
            match.hand_in(seat, action)
    return late

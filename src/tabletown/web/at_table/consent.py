"""What a table agrees on: who may ask for what, whose word counts, and what is done when all agree."""

from collections.abc import Sequence

from msgspec.structs import replace

from tabletown.match import Match, Refused
from tabletown.rulekit.language import message
from tabletown.web.at_table.empty_questions import empty_answer, spared
from tabletown.web.at_table.settings import ABANDON, RELIEVE, STOP, UNDO, Proposal
from tabletown.web.at_table.standing import Standing, with_seat
from tabletown.web.kept import ABANDONED, PERSON, Change, Seat


def last_own_step(match: Match, seat: int) -> int | None:
    """How many steps there were before the seat's last decision."""
    for back, entry in enumerate(reversed(match.entries), 1):
        for move in entry.moves:
            if move.seat == seat and not move.automatic:
                return match.steps - back
    return None


def take_back_to(match: Match, seat: int, steps: int | None) -> None:
    while steps is not None and match.steps > steps:
        match.undo(seat, consent=True)


def take_back_empty_answers(at: Standing, match: Match, seat: int) -> None:
    """What the table answered by itself goes with what the person said before: nobody wants to be asked it now."""
    while seat in spared(at.seats, at.settings, at.pupil) and empty_answer(match, seat) is not None:
        steps = last_own_step(match, seat)
        if steps is None:
            return
        take_back_to(match, seat, steps)


def refuse_without_a_say(at: Standing, seat: int) -> None:
    """Where a bot plays, a person's word does not count."""
    if not at.seats[seat].has_a_say:
        raise Refused("no_vote", message("A bot plays for this seat; take it back first."))


def undo(at: Standing, seat: int) -> Change:
    """Take the seat's own last move back; what needs the others' consent is proposed to them."""
    match = at.live
    refuse_without_a_say(at, seat)
    refusal = match.can_undo(seat)
    if refusal is None:
        match.undo(seat)
        take_back_empty_answers(at, match, seat)
        return Change(drafts={seat: None})
    if last_own_step(match, seat) is None:
        raise refusal
    return proposed(at, Proposal(UNDO, seat, match.decision, (seat,)))


def propose(at: Standing, what: str, by: int, about: int, *, is_there: bool = False) -> Change:
    _match, clock = at.live, at.settings.clock
    if what == STOP and (clock is None or clock.is_stopped):
        raise Refused("no_clock", message("No clock runs at this table now."))
    if what == RELIEVE and (at.seats[about].kind != PERSON or at.seats[about].bot):
        raise Refused("no_relief", message("A bot can stand in only for a person who plays."))
    return proposed(at, Proposal(what, by, about, (by,), is_there))


def proposed(at: Standing, proposal: Proposal) -> Change:
    """It waits for the others' word, or is done at once where nobody's is missing."""
    asked = at.settings.proposal
    if asked is not None and asked.by != proposal.by:
        sentence = message("{name} has asked for something already; answer that first.")
        raise Refused("proposal_open", sentence, name=at.names[asked.by])
    if proposal.waits_for(at.seats):
        return Change(settings=replace(at.settings, proposal=proposal))
    return carried_out(at, proposal)


def answer(at: Standing, seat: int, *, agrees: bool, to: str | None = None) -> Change:
    """Agree or not to what is proposed, if it is still what the answer was given `to`."""
    proposal = at.settings.proposal
    if proposal is None:
        raise Refused("no_proposal", message("Nothing is proposed any more."))
    if to not in (None, proposal.name):
        raise Refused("other_proposal", message("Something else is proposed now; look at it first."))
    refuse_without_a_say(at, seat)
    if not agrees:
        return Change(settings=at.settings.without_proposal())
    return proposed(at, proposal.agreed_by(seat))


def carried_out(at: Standing, proposal: Proposal, seats: Sequence[Seat] | None = None) -> Change:
    """Do what all agree on; with it the seats may change."""
    match, clock = at.live, at.settings.clock
    change = Change(settings=at.settings.without_proposal(), seats=seats)
    if proposal.what == UNDO:
        take_back_to(match, proposal.by, last_own_step(match, proposal.by))
        take_back_empty_answers(at, match, proposal.by)
    elif proposal.what == ABANDON:
        change.phase = ABANDONED
    elif proposal.what == RELIEVE:
        change.seats = with_seat(seats or at.seats, proposal.about, stand_in=at.stand_in)
    elif proposal.what == STOP and clock is not None:
        change.settings = replace(at.settings, proposal=None, clock=clock.stopped(at.now))
    return change


def resign(at: Standing, seat: int) -> Change:
    """A bot plays on; the result says so. Whoever leaves may be the last whose consent was missing."""
    _match, proposal = at.live, at.settings.proposal
    seats = at.with_seat(seat, stand_in=at.stand_in, resigned=True)
    if proposal is not None and not proposal.waits_for(seats):
        return carried_out(at, proposal, seats)
    return Change(seats=seats)

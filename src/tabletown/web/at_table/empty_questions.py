"""Questions that need not be asked: those with a single answer, and those that were answered a moment ago.

Among people they are asked all the same, for how fast an answer comes would tell what somebody holds; there *never ask
me this* is a standing order. Where all the others are bots nobody can learn anything, and the table answers by itself;
so it does among people at a table that was made so, for whoever sat down there agreed to it.
"""

from collections.abc import Sequence

from tabletown.coaching import Pupil
from tabletown.match import Match
from tabletown.web.at_table.settings import Settings
from tabletown.web.kept import BOT, PERSON, Seat


def alone_with_bots(seats: Sequence[Seat]) -> int | None:
    """The seat of the only person at a table of bots."""
    people = _people(seats)
    is_alone = len(people) == 1 and all(seat.kind == BOT for number, seat in enumerate(seats) if number != people[0])
    return people[0] if is_alone and len(seats) > 1 else None


def spared(seats: Sequence[Seat], settings: Settings, pupil: Pupil | None) -> list[int]:
    """The seats that are asked no empty question.

    While the coach has something to say a pupil is asked everything: a spin of the dial is a lesson.
    """
    if settings.coached and pupil is not None and not pupil.is_over():
        return []
    if settings.no_empty_questions:
        return _people(seats)
    alone = alone_with_bots(seats)
    return [] if alone is None else [alone]


def _people(seats: Sequence[Seat]) -> list[int]:
    return [number for number, seat in enumerate(seats) if seat.kind == PERSON and not seat.bot]


def answer_by_itself(match: Match, spared: Sequence[int]) -> bool:
    """Play what these need not be asked, until there is something to decide; whether there was any such thing."""
    answered = False
    while not match.over and (found := _next_answer(match, spared)) is not None:
        match.play(*found)
        answered = True
    return answered


def asks_in_vain(match: Match, spared: Sequence[int]) -> bool:
    return not match.over and _next_answer(match, spared) is not None


def _next_answer(match: Match, spared: Sequence[int]) -> tuple[int, int] | None:
    answers = ((seat, empty_answer(match, seat)) for seat in spared)
    return next(((seat, answer) for seat, answer in answers if answer is not None), None)


def empty_answer(match: Match, seat: int) -> int | None:
    """The only answer that the seat has, or the one that it has given already; None if there is something to ask."""
    if seat not in match.pending:
        return None
    legal = match.rules.legal_actions(match.perfect_memory(seat), seat)
    if len(legal) == 1:
        return legal[0]
    said = _said_before(match, seat, legal)
    return _no(match, seat, legal) if said is None else said


def _said_before(match: Match, seat: int, legal: Sequence[int]) -> int | None:
    declaration = match.game.declaration
    for action in legal:
        kind, _args = declaration.actions.decode(action)
        verb = declaration.actions.kinds[kind]
        if verb.repeated_until and not verb.refuses and _still_holds(match, seat, kind):
            return action
    return None


def _no(match: Match, seat: int, legal: Sequence[int]) -> int | None:
    """To what cannot be accepted, and to what is no better than what was refused before."""
    declaration = match.game.declaration
    for action in legal:
        kind, args = declaration.actions.decode(action)
        verb = declaration.actions.kinds[kind]
        if not verb.refuses:
            continue
        yes = declaration.actions.encode(verb.refuses, args)
        if yes not in legal or _is_no_better(match, seat, action, yes):
            return action
    return None


def _is_no_better(match: Match, seat: int, no: int, yes: int) -> bool:
    declaration = match.game.declaration
    until = declaration.actions.kinds[declaration.actions.decode(no)[0]].repeated_until
    now = match.look(seat)
    for step in range(match.steps, 0, -1):
        entry = match.entries[step - 1]
        if any(declaration.events.named(event)[0] == until for event in entry.events):
            return False
        if any((move.seat, move.action) == (seat, no) for move in entry.moves):
            return declaration.staging.is_no_better(match.look(seat, step - 1), now, yes)
    return False


def _still_holds(match: Match, seat: int, kind: str) -> bool:
    """Whether the seat has said it, and neither anything else nor the event that ends it has come since."""
    declaration = match.game.declaration
    verb = declaration.actions.kinds[kind]
    for entry in reversed(match.entries):
        said = [declaration.actions.decode(move.action)[0] for move in entry.moves if move.seat == seat]
        told = [declaration.events.named(event)[0] for event in entry.events]
        if verb.repeated_until in told:
            return False
        if said and said[-1] not in verb.repeated_over:
            return said[-1] == kind
    return False

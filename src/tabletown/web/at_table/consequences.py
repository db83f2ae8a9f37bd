"""What follows from every change at a table at which a game is played.

Answers for which nobody is asked, the end of the game, orders that lapse, another clock.
"""

from msgspec.structs import replace

from tabletown.match import Match
from tabletown.web.at_table import moves, orders
from tabletown.web.at_table.clocks import wound
from tabletown.web.at_table.drafts import WAITS
from tabletown.web.at_table.empty_questions import answer_by_itself, asks_in_vain, spared
from tabletown.web.at_table.standing import Standing
from tabletown.web.kept import OVER, PLAYING, Change


def begin(at: Standing) -> Change | None:
    """The first look at a table that was made or read: nobody is asked in vain."""
    if at.match is None or at.phase != PLAYING or not asks_in_vain(at.match, spared(at.seats, at.settings, at.pupil)):
        return None
    return Change()


def resume_plans(at: Standing, match: Match, change: Change) -> None:
    """Whoever waited for an answer with the rest of a plan, and is asked again, goes on with it."""
    held = {seat: draft for seat, draft in {**at.drafts, **change.drafts}.items() if draft and draft.decision == WAITS}
    gone_on = {seat: moves.gone_on(match, seat, draft) for seat, draft in held.items()}
    change.drafts = {**change.drafts, **gone_on}


def followed(at: Standing, match: Match, change: Change) -> Change:
    """The change, and what follows from it."""
    asked = at.settings if change.settings is None else change.settings
    seats = at.seats if change.seats is None else change.seats
    if (change.phase or at.phase) == PLAYING:
        resume_plans(at, match, change)
    if (change.phase or at.phase) == PLAYING and answer_by_itself(match, spared(seats, asked, at.pupil)):
        asked = asked.after_a_move()
    given = at.orders if change.orders is None else orders.read(change.orders)
    left = orders.left_over(given, match)
    is_over = match.over and (change.phase or at.phase) == PLAYING
    settings = replace(asked.without_proposal() if is_over else asked, clock=wound(asked, match, seats, at.now))
    if is_over:
        change.phase = OVER
    if settings != (change.settings or at.settings):
        change.settings = settings
    if left != given:
        change.orders = orders.written(left)
    return change

"""What follows from every change at a table at which a game is played: its end, orders that lapse, another clock."""

from msgspec.structs import replace

from tabletown.match import Match
from tabletown.web.at_table import orders
from tabletown.web.at_table.clocks import wound
from tabletown.web.at_table.standing import Standing
from tabletown.web.store import OVER, PLAYING, Change


def followed(at: Standing, match: Match, change: Change) -> Change:
    """The change, and what follows from it."""
    asked = at.settings if change.settings is None else change.settings
    seats = at.seats if change.seats is None else change.seats
    given = at.orders if change.orders is None else orders.read(change.orders)
    left = orders.left_over(given, match)
    is_over = match.over and at.phase == PLAYING
    settings = replace(asked.without_proposal() if is_over else asked, clock=wound(asked, match, seats, at.now))
    if is_over:
        change.phase = OVER
    if settings != asked:
        change.settings = settings
    if left != given:
        change.orders = orders.written(left)
    return change

"""What follows from every change at a table at which a game is played: its end, orders that lapse, another clock."""

import dataclasses

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
    return dataclasses.replace(
        change,
        phase=OVER if is_over else change.phase,
        settings=change.settings if settings == asked else settings,
        orders=change.orders if left == given else orders.written(left),
    )

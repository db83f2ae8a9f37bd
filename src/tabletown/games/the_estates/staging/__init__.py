"""What happens now, the piece that is up, everybody's bid, and what a choice would mean."""

from tabletown.games.the_estates.rules.state import State
from tabletown.rulekit.rooms import Staging

from . import moments, now, prices, subject, ticks, watching

STAGING: Staging[State] = Staging(
    now=now.now,
    subject=subject.subject,
    answers=now.answers,
    meaning=prices.meaning,
    label=prices.label,
    watching=watching.watching,
    ticks=ticks.ticks,
    moments=moments.moments,
)

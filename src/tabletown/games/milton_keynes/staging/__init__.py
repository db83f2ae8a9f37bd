"""What happens now, the thing that is decided about, everybody's answer, and what a choice would mean."""

from tabletown.rulekit.rooms import Staging

from .briefly import brief
from .moments import moments
from .now import answers, now
from .prices import meaning
from .subjects import subject
from .ticks import opening, ordinary, ticks
from .trade import is_no_better
from .tray import tray

STAGING = Staging(
    now=now,
    subject=subject,
    answers=answers,
    tray=tray,
    brief=brief,
    is_no_better=is_no_better,
    meaning=meaning,
    opening=opening,
    ordinary=ordinary,
    ticks=ticks,
    moments=moments,
)

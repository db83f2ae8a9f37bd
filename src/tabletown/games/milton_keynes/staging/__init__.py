"""What happens now, the thing that is decided about, everybody's answer, and what a choice would mean."""

from tabletown.rulekit.rooms import Staging

from .briefly import brief
from .moments import moments
from .now import answers, now
from .prices import meaning
from .subjects import subject
from .ticks import ticks
from .tray import tray

STAGING = Staging(
    now=now, subject=subject, answers=answers, tray=tray, brief=brief, meaning=meaning, ticks=ticks, moments=moments
)

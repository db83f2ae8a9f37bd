"""What happens now, the dial, the car or the roadblock that it is about, and what a choice would mean."""

from tabletown.rulekit.rooms import Staging

from . import happening, moments, prices, subjects

STAGING = Staging(
    now=happening.now,
    subject=subjects.subject,
    answers=happening.answers,
    meaning=prices.meaning,
    moments=moments.moments,
    ways=moments.ways,
)

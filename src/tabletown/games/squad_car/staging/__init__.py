"""What happens now, the dial, the car or the roadblock that it is about, and what a choice would mean."""

from tabletown.rulekit.rooms import Staging

from . import happening, moments, pad, prices, subjects

STAGING = Staging(
    now=happening.now,
    subject=subjects.subject,
    answers=happening.answers,
    pad=pad.pad,
    plan_lines=prices.plan_lines,
    meaning=prices.meaning,
    moments=moments.moments,
    ways=moments.ways,
)

"""The stage: what happens now, the thing itself, and what a choice would mean in figures."""

from tabletown.rulekit.rooms import Staging

from . import moments, now, plans, prices, subject, taps, ticks

STAGING = Staging(
    now=now.now,
    subject=subject.subject,
    answers=now.answers,
    alone=plans.alone,
    meaning=prices.meaning,
    sums=taps.sums,
    opening=taps.opening,
    ordinary=taps.ordinary,
    ticks=ticks.ticks,
    moments=moments.moments,
)

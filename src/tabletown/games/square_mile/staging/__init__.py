"""The stage: what happens now, the thing itself, and what a choice would mean in figures."""

from tabletown.rulekit.rooms import Staging

from . import moments, now, prices, subject

STAGING = Staging(
    now=now.now,
    subject=subject.subject,
    answers=now.answers,
    meaning=prices.meaning,
    moments=moments.moments,
)

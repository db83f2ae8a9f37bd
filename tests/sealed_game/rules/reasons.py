"""Why not."""

from tabletown.rulekit.reasons import Reasons

REASONS = Reasons()
NOT_NOW = REASONS.because("not_now", "SG-1")
BID_FIRST = REASONS.because("bid_first", "SG-2")

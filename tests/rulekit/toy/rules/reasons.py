"""Why a step is refused."""

from tabletown.rulekit.reasons import Reasons

REASONS = Reasons()
NOT_NOW = REASONS.because("not_now", "TY-A1")
BLOCKED = REASONS.because("blocked", "TY-A2")

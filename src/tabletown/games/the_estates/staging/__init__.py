"""What happens now, the piece that is up, everybody's bid, and what a choice would mean."""

from tabletown.rulekit.rooms import Staging

STAGING: Staging = Staging()  # type: ignore[type-arg]

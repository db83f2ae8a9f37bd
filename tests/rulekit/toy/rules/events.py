"""What is told."""

from tabletown.rulekit.events import Events

EVENTS = Events()
STEPPED = EVENTS.kind("stepped", "seat", "points")
LUCKY = EVENTS.kind("lucky", "seat", "die", only_for=("seat",))

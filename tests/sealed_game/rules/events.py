"""What happens."""

from tabletown.rulekit.events import Events

EVENTS = Events()
ROUND_WON = EVENTS.kind("round_won", "seat", "points")
SECRET = EVENTS.kind("secret", "seat", "number", only_for=("seat",))

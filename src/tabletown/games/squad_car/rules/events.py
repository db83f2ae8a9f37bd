"""What Squad Car tells: everything happens in the open."""

from tabletown.rulekit.events import Events

EVENTS = Events()

ROUND_BEGAN = EVENTS.kind("round_began", "round")
PLACED = EVENTS.kind("placed", "seat", "car", "exit")
SPUN = EVENTS.kind("spun", "seat", "car", "field")
DREW = EVENTS.kind("drew", "seat", "car", "card")
SHUFFLED = EVENTS.kind("shuffled")
DROVE = EVENTS.kind("drove", "seat", "car", "moves", "square")
LIFTED = EVENTS.kind("lifted", "seat", "car", "exit")
CAPTURED_CAR = EVENTS.kind("captured_car", "seat", "car", "by", final=True)
ESCAPED_CAR = EVENTS.kind("escaped_car", "seat", "car", "exit", final=True)
GAME_ENDED = EVENTS.kind("game_ended", "result")

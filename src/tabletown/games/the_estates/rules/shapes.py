"""How much of everything there can be: the sizes that the state and the action space are built on."""

MAX_SEATS = 5
ROWS = 3
LOTS = 10
LEVELS = 6
"""A tower's numbers fall from 6 to 1 at most."""
COLOURS = 6
VALUES = 6
DISPLAY_ROWS = 3
DISPLAY_LENGTH = 8
PERMITS = 3
ROOFS = 12
MAX_BID = 100
"""All the money there can be: five players with twenty checks each."""

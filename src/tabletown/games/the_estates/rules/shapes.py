"""How much of everything there can be: the sizes that the state and the action space are built on."""

MAX_SEATS = 5
MOST_ROWS = 3
MOST_LOTS = 10
LEVELS = 6
"""A tower's numbers fall from 6 to 1 at most."""
MOST_COLOURS = 6
VALUES = 6
MOST_DISPLAY_ROWS = 3
LONGEST_DISPLAY = 8
MOST_PERMITS = 3
MOST_ROOFS = 12
MAX_BID = 100
"""All the money there can be: five players with twenty checks each."""

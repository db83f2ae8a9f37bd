"""How much of everything there can be: the sizes that the state and the action space are built on."""

MAX_SEATS = 4
LEAST_SIDE, SIDE = 2, 4
"""The fewest and the most tracts in a row, and rows. Places are numbered as on the widest map."""
TRACTS = SIDE * SIDE
MARKERS = (SIDE + 1) * (SIDE + 1)
EDGES_ACROSS = SIDE * (SIDE + 1)
"""Those that run west to east come first; as many run north to south."""
EDGES = 2 * EDGES_ACROSS
"""Places for a road or bridge."""
PLANNING_CARDS = TRACTS
TRACT_CARDS = 24
LANES = 8
ZONES = 7
"""Unzoned, houses, church, school, industry, shops, apartments; a building has its zone's number."""
BUILDINGS = 6
STEPS = 3
MAX_SEALED = 4
"""Sealed bids of one player."""
MAX_SEALED_BID = 100
MAX_SHARE = 15
MAX_BID = 1000

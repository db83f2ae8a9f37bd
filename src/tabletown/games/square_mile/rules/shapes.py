"""How much of everything there can be: the sizes that the state and the action space are built on."""

MAX_SEATS = 4
SIDE = 4
"""Tracts in a row, and rows."""
TRACTS = 16
MARKERS = 25
EDGES = 40
"""Places for a road or bridge."""
PLANNING_CARDS = 16
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

"""Shapes of Squad Car that are code, not figures of an edition."""

LOTS = 3
EXITS = 19
ROADBLOCKS = 3
SIDES = 2
CARS_A_SIDE = 3
CARS = SIDES * CARS_A_SIDE
MAX_CARDS = 40
MAX_MOVES = 20
HEADINGS = 8

GETAWAY = 0
SQUAD = 1

AHEAD = 0
LEFT = 1
RIGHT = 2
HALF = 3
"""Half turns: HALF to the left, HALF + 1 to the right."""
STEPS = 5

ONE_PLACE = -1

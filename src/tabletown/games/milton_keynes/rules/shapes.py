"""How much of everything there can be, and the numbers by which kinds and places go."""

SEATS = 5
ROWS = 9
COLUMNS = 9
PLOTS = ROWS * COLUMNS
PERMITS = 32
CARDS = PLOTS + PERMITS
"""Cards are numbered: the deed of each plot, then the permits."""
CHARACTERS = 6
MAX_CASH = 190
FISTS = 2
SIDES_OF_OFFER = 2
ENTRIES = 6
ENTRY_PLOTS = 6
CLAIMS = 2
FIRST_WINDOW, LAST_WINDOW = 1, 2
BUILDINGS = 82
"""Building numbers run from 1; 0 is no building."""

INQUIRY, LOBBY, DEMOLISH, REDEVELOP = range(4)
EXTENSION, SEWAGE_REPROCESSOR, AIR_BASE, NATURE_RESERVE, COMMONS, DUMP, ALLOTMENTS = range(4, 11)
KINDS = 11

DECK = 5
ON_OFFER = 6
BUILT = 7
OUT_OF_GAME = 8
"""Places of a card; 0 to 4 are the seats' hands."""

SPECTATOR = SEATS
VIEWERS = SEATS + 1

NONE = -1

"""The position: everything on the table, and who may see it."""

from tabletown.rulekit.records import NOBODY, RULED, Grid, Record, Row, i8, i16, i32, i64, record

from .shapes import EDGES, MAX_SEALED, MAX_SEATS, TRACT_CARDS, TRACTS, ZONES

(
    DRAW_CARD,
    LAY_CARD,
    TAKE_CARD_BACK,
    PLAN,
    SEALED_BIDS_DUE,
    TIED_BIDS_DUE,
    FIRST_ROAD,
    SHARE,
    ANSWER,
    SELL_PART,
    STEP_TO_NAME,
    ROADS,
    SUBDIVISIONS,
    CONSTRUCTION,
    BUY_PART,
    OPENING_BID,
    RAISES,
    TURN_DONE,
    OVER,
) = range(19)
"""Phases. DRAW_CARD, PLAN and TURN_DONE ask for no decision: the rules carry on by themselves."""

UNZONED, HOUSES, CHURCH, SCHOOL, INDUSTRY, SHOPS, APARTMENTS = range(7)
"""Zones and buildings; a building of 0 is none yet."""
STRAIGHT, BEND, SWAMP = 1, 2, 3
"""Kinds of tract card; 0 is plain."""
NO_SEAT = -1
OUT_OF_THE_GAME = -2
"""Owners of a tract that are not players."""
NONE = -1
POOL_EMPTY, FIRST_PASS = range(2)
"""Values of the option `end`."""
LAST_TRACT_BOUGHT, LAST_NEW_TRACT_BOUGHT, STANDSTILL = 1, 2, 3
"""Endings."""


@record
class State(Record):
    """One position of Square Mile, in thousands of dollars. Money is deducible from public payments, so a perfect
    memory knows it; only sealed bids are secrets."""

    rng: int = i64(seen_by=NOBODY)
    end: int = i8()
    unzoned_fee: int = i8()
    money: int = i8()
    tract_cards: int = i8()

    players: int = i8()
    phase: int = i8()
    seat: int = i8()
    """Who decides, or draws next."""
    active: int = i8()
    """Whose turn it is."""
    turn: int = i16()
    first: int = i8()
    """Who had the first turn."""
    cash: Row = i16(MAX_SEATS)
    owned: Row = i8(MAX_SEATS)
    """How many tracts each player owns, that is, pawns on the map."""
    paid_out: int = i32()
    """What the bank has paid out in all, less what it took in."""

    letter: Row = i8(TRACTS)
    """The tract's own letter, or that of its tract card; NONE where no card lies yet."""
    river: Row = i8(TRACTS)
    """The directions in which the river leaves the tract: bit 0 north, clockwise."""
    bridge_place: Row = i8(EDGES)
    swamp: int = i8()
    railway: int = i8()
    """The planning card that shows the railway, or NONE."""
    zone: Row = i8(TRACTS)
    owner: Row = i8(TRACTS)
    ever_owned: Row = i8(TRACTS)
    section: Row = i8(EDGES)
    """1 where a road or bridge lies."""
    sides: Row = i8(TRACTS)
    """How many of a tract's sides have a section."""
    subdivided: Row = i8(TRACTS)
    building: Row = i8(TRACTS)
    stock: Row = i8(ZONES)
    """Buildings of each kind in the box."""
    reserved: Row = i8(ZONES)
    """How many of them are kept for zoned tracts."""

    planning_drawn: int = i32()
    """Planning cards drawn since they were last shuffled, as a mask."""
    planning_card: int = i8()
    """The card drawn last, or NONE."""
    start_cards: Row = i8(MAX_SEATS)
    """The cards drawn for the first turn."""

    pile: int = i32()
    """Tract cards in the pile whose order nobody knows, as a mask."""
    under: Row = i8(TRACT_CARDS)
    """Cards under the pile, in the order in which they will come."""
    under_count: int = i8()
    card: int = i8()
    """The tract card to be laid, or NONE."""
    taken_back: int = i8()
    cleared: int = i8()

    decided: int = i8()
    """Who has handed in all sealed bids, as a mask of seats."""
    bidding_for: Row = i8(MAX_SEATS, seen_by=RULED)
    """The tract whose sum a player still owes, or NONE."""
    bids: Row = i8(MAX_SEATS, seen_by=RULED)
    """How many sealed bids each has written down."""
    bid_tract: Grid = i8(MAX_SEATS, MAX_SEALED, seen_by=RULED)
    bid_sum: Grid = i8(MAX_SEATS, MAX_SEALED, seen_by=RULED)
    tied: Row = i8(TRACTS)
    """Who has tied for the tract, as a mask of seats."""
    tied_sum: Row = i8(TRACTS)
    ties: int = i8()
    """How often bids have tied for the tracts that wait."""
    new_bid: Grid = i8(MAX_SEATS, TRACTS, seen_by=RULED)
    """What each tied player has bid again; 0 is nothing yet."""

    open_end: int = i8()
    other_end: int = i8()
    """Markers where the first road may go on; `other_end` is NONE after the first player's section."""
    sections_due: int = i8()
    edge: int = i8()
    """The section that a share is asked for."""
    asked: int = i8()
    share: int = i8()
    asked_for: int = i64()
    """Sections that a share has been asked for in this turn, as a mask of edges."""

    busy: int = i8()
    """1 when a piece was laid or new land bought in this turn."""
    quiet_turns: int = i16()
    lot: int = i8()
    """The tract under the hammer, or NONE."""
    high_bid: int = i16()
    high_bidder: int = i8()
    bidders: int = i8()
    """Who has not dropped out, as a mask of seats."""
    barred: int = i8()
    """Who has bought in another's turn, as a mask of seats."""
    ended: int = i8()
    """The ending, once the game is over."""

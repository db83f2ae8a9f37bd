"""The position: every field named as in the rulebook, and who may see it."""

from tabletown.rulekit.records import NOBODY, OWNER, RULED, Block, Grid, Record, Row, i8, i16, i64, record

from .shapes import (
    BUILDINGS,
    CARDS,
    CLAIMS,
    ENTRIES,
    ENTRY_PLOTS,
    FISTS,
    KINDS,
    PERMITS,
    PLOTS,
    SEATS,
    SIDES_OF_OFFER,
    VIEWERS,
)


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    # ---- options
    advanced: int = i8()
    offers: int = i8()
    money: int = i8()
    # ---- where we are
    players: int = i8()
    phase: int = i8()
    year: int = i16()
    season: int = i8()
    seat: int = i8()
    first: int = i8()
    declines: int = i8()
    owing: int = i8()
    """Bit mask of the seats that still owe a sealed answer."""
    stage: Row = i8(SEATS, seen_by=OWNER)
    """How far a seat has come with a choice made of several small ones."""
    # ---- the map
    ground: Row = i8(PLOTS)
    building: Row = i8(PLOTS)
    owner: Row = i8(BUILDINGS)
    kind: Row = i8(BUILDINGS)
    size: Row = i8(BUILDINGS)
    blocks: Row = i16(SEATS)
    # ---- cards
    place: Row = i8(CARDS, seen_by=RULED)
    may_be: Grid = i8(VIEWERS, CARDS, seen_by=RULED)
    """For each seat, and for the public: bit mask of the hands (and the deck) in which a card may be."""
    deeds_held: Row = i8(SEATS)
    permits_held: Row = i8(SEATS)
    deed_deck: Row = i8(PLOTS, seen_by=RULED)
    deeds_left: int = i8()
    deeds_sunk: int = i8()
    """How many cards at the bottom (index 0 first) everybody has seen."""
    permit_deck: Row = i8(PERMITS, seen_by=RULED)
    permits_left: int = i8()
    permits_sunk: int = i8()
    character: Row = i8(SEATS)
    # ---- money
    cash: Row = i16(SEATS)
    bank: int = i16()
    marker: Row = i8(SEATS)
    highest_roundabout: Row = i8(SEATS)
    # ---- new year
    demolished: int = i8()
    former_owner: int = i8()
    # ---- sales and bids
    lot_of: Row = i8(PLOTS)
    lots: int = i8()
    lots_left: int = i8()
    fist: Grid = i16(SEATS, FISTS)
    """Bribes and bids that have been shown."""
    sealed: Grid = i16(SEATS, FISTS, seen_by=RULED)
    """Sums, Inquiries and Lobbies that nobody else sees before all are in."""
    order: Row = i8(SEATS)
    turn: int = i8()
    bought: int = i8()
    shared: Row = i8(SEATS)
    settled: Row = i8(SEATS)
    winner: Row = i8(SEATS)
    price: Row = i16(SEATS)
    table: int = i8()
    """The shared permit that is being talked about."""
    proposals: int = i8()
    proposed_price: int = i16()
    proposed_taker: int = i8()
    # ---- trading
    window: int = i8()
    speaker: int = i8()
    asked_by: int = i8()
    countering: int = i8(seen_by=RULED)
    """Whose offer the seat that decides is answering with one of its own."""
    offers_sent: Row = i8(SEATS)
    offer_to: Row = i8(SEATS)
    partner: Row = i8(SEATS, seen_by=OWNER)
    offer_deed: Grid = i8(SEATS, PLOTS, seen_by=RULED)
    offer_deeds: Grid = i8(SEATS, SIDES_OF_OFFER, seen_by=RULED)
    """How many deeds an offer gives and asks for."""
    offer_give: Grid = i8(SEATS, KINDS, seen_by=RULED)
    offer_ask: Grid = i8(SEATS, KINDS, seen_by=RULED)
    offer_cash: Row = i16(SEATS, seen_by=RULED)
    """What the sender gives; below zero, what they ask for."""
    # ---- pouches and requisitions
    entries: Row = i8(SEATS, seen_by=RULED)
    entry_kind: Grid = i8(SEATS, ENTRIES, seen_by=RULED)
    """The kind of permit; an Extension is KINDS + the number of the building it enlarges."""
    entry_count: Grid = i8(SEATS, ENTRIES, seen_by=RULED)
    entry_plot: Block = i8(SEATS, ENTRIES, ENTRY_PLOTS, seen_by=RULED)
    claims: Row = i8(SEATS)
    claim_kind: Grid = i8(SEATS, CLAIMS)
    claim_plot: Grid = i8(SEATS, CLAIMS, seen_by=RULED)
    claim_again: Grid = i8(SEATS, CLAIMS, seen_by=RULED)
    claim_fate: Grid = i8(SEATS, CLAIMS)
    # ---- the end
    deeds_left_at_new_year: int = i8()
    stalled: int = i8()
    # ---- the advanced set-up
    river_head: int = i8()
    river_heading: int = i8()
    river_length: int = i8()
    river_edges: int = i8()
    marshes: int = i8()

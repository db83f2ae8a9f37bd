"""The game and its pieces: its stages, the printed map, pawns, money, and what a piece does once it lies there."""

from tabletown.rulekit.events import tell

from .events import BOUGHT
from .figures import PAWNS, PRINTED_LETTERS, PRINTED_RIVER, PRINTED_SWAMP
from .geometry import AROUND, BESIDE, OFF_MAP
from .land import named_tract
from .reasons import NOT_AT_THIS_STAGE
from .shapes import EDGES, TRACTS
from .state import State


def left_of(s: State, seat: int) -> int:
    """SM-G2, SM-D1b: the next player clockwise."""
    return (seat + 1) % s.players


def refuse_timing(s: State, seat: int) -> int:
    """SM-G3: each stage has decisions of its own."""
    return NOT_AT_THIS_STAGE


def use_printed_map(s: State) -> None:
    """SM-G4, SM-G5: letters, river and swamp of the board."""
    for tract in range(TRACTS):
        s.letter[tract] = PRINTED_LETTERS[tract]
        s.river[tract] = PRINTED_RIVER[tract]
    s.swamp = PRINTED_SWAMP
    find_bridge_places(s)


def find_bridge_places(s: State) -> None:
    """SM-G5, SM-A13: where the river crosses an edge."""
    for edge in range(EDGES):
        s.bridge_place[edge] = 0
    for tract in range(TRACTS):
        for direction in range(4):
            if s.river[tract] >> direction & 1:
                s.bridge_place[AROUND[tract][direction]] = 1


def has_pawn(s: State, seat: int) -> bool:
    """SM-G7: a tract needs a pawn."""
    return s.owned[seat] < PAWNS


def take_tract(s: State, seat: int, tract: int) -> None:
    """SM-G7: place a pawn."""
    if not s.ever_owned[tract]:
        s.ever_owned[tract] = 1
        s.busy = 1
    s.owner[tract] = seat
    s.owned[seat] += 1


def pay_bank(s: State, seat: int, thousands: int) -> None:
    """SM-G9: the bank takes the money."""
    s.cash[seat] -= thousands
    s.paid_out -= thousands


def receive_from_bank(s: State, seat: int, thousands: int) -> None:
    """SM-G9: the bank never runs out of it."""
    s.cash[seat] += thousands
    s.paid_out += thousands


def put_section(s: State, edge: int) -> None:
    """SM-D4g: it counts for the tracts on both sides."""
    s.section[edge] = 1
    s.busy = 1
    for side in range(2):
        tract = BESIDE[edge][side]
        if tract != OFF_MAP:
            s.sides[tract] += 1


def buy_tract(s: State, seat: int, tract: int, thousands: int) -> None:
    """SM-D5e, SM-B4: pay the bank and place a pawn."""
    pay_bank(s, seat, thousands)
    take_tract(s, seat, tract)
    tell(s, BOUGHT, seat, named_tract(s, tract), thousands)

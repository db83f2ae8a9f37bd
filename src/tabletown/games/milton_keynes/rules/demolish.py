"""Demolish: one block of a building goes, and its deed changes hands or returns."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import DEMOLISH_AT
from .cards import permits_of_kind, play_permit, show_place, take_deed_openly
from .events import DEED_RETURNED, DEED_TAKEN, DEMOLISHED, TILE_RETURNED
from .figures import DEMOLISHED_DEED_PRICE, RIVER
from .income_blocks import count_blocks
from .land import internal_walls, remove_block
from .phases import DEMOLISH_PLAYED, TAKE_DEED
from .reasons import DEED_TOO_DEAR, NO_BUILDING_THERE, NO_DEMOLISH, NOT_ON_THE_EDGE
from .shapes import DEMOLISH, ON_OFFER, OUT_OF_GAME, PLOTS
from .state import State


def refuse_demolish(s: State, seat: int, plot: int) -> int:
    """MK-D1, MK-D2: a block of any building, with one internal wall at most."""
    if permits_of_kind(s, seat, DEMOLISH) == 0:
        return NO_DEMOLISH
    if s.building[plot] == 0:
        return NO_BUILDING_THERE
    return OK if internal_walls(s, plot) <= 1 else NOT_ON_THE_EDGE


def offer_demolish(s: State, seat: int, out: Runs) -> None:
    """MK-D1, MK-D2: the hand is looked through once."""
    if permits_of_kind(s, seat, DEMOLISH) > 0:
        for plot in range(PLOTS):
            if s.building[plot] != 0 and internal_walls(s, plot) <= 1:
                offer(out, DEMOLISH_AT(plot), 1)


def demolish(s: State, seat: int, plot: int) -> None:
    """MK-D1, MK-D4 to MK-D6: the block goes; a rival's deed may be bought, any other returns."""
    owner = s.owner[s.building[plot]]
    play_permit(s, seat, DEMOLISH)
    tell(s, DEMOLISHED, seat, plot, owner)
    remove_block(s, plot)
    count_blocks(s)
    s.phase = DEMOLISH_PLAYED
    if s.ground[plot] == RIVER:
        give_back_tile(s, plot)
    elif owner == seat:
        give_back_deed(s, plot, owner)
    else:
        show_place(s, plot, ON_OFFER)
        s.demolished = plot
        s.former_owner = owner
        s.phase = TAKE_DEED


def refuse_buy_deed(s: State, seat: int) -> int:
    """MK-D3: only with the money for it."""
    return OK if s.cash[seat] >= DEMOLISHED_DEED_PRICE else DEED_TOO_DEAR


def buy_deed(s: State, seat: int) -> None:
    """MK-D3: the owner is paid, and the deed changes hands."""
    s.cash[seat] -= DEMOLISHED_DEED_PRICE
    s.cash[s.former_owner] += DEMOLISHED_DEED_PRICE
    take_deed_openly(s, seat, s.demolished)
    tell(s, DEED_TAKEN, seat, s.demolished, s.former_owner, DEMOLISHED_DEED_PRICE)
    forget_deed(s)


def leave_deed(s: State, seat: int) -> None:
    """MK-D3: the owner takes it back."""
    give_back_deed(s, s.demolished, s.former_owner)
    forget_deed(s)


def forget_deed(s: State) -> None:
    """MK-D3: it is somebody's again."""
    s.demolished = 0
    s.former_owner = 0
    s.phase = DEMOLISH_PLAYED


def give_back_deed(s: State, plot: int, owner: int) -> None:
    """MK-D3, MK-D4, MK-R1: into the owner's hand."""
    take_deed_openly(s, owner, plot)
    tell(s, DEED_RETURNED, owner, plot)


def give_back_tile(s: State, plot: int) -> None:
    """MK-D5, MK-N9: the river returns, and its deed is out of the game."""
    show_place(s, plot, OUT_OF_GAME)
    tell(s, TILE_RETURNED, plot)

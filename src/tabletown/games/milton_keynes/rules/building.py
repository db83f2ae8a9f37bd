"""MK-N5 to MK-N9, MK-F, MK-M, MK-E: everything is placed, the rail follows, and perhaps the city is finished."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

from .cards import (
    build_on_deed,
    empty_pouch,
    entry_permit,
    entry_target,
    is_in_pouch,
    pick_permit,
    play_permit,
    rule_out_deck,
    show_place,
    unseen_deeds,
)
from .events import (
    BRIEFCASES,
    BUILT_THERE,
    COMMISSIONED,
    EXTENDED,
    GAME_OVER,
    MARKER_MOVED,
    NOTHING_BUILT,
    REQUISITIONED,
    RETURNED_TO_HAND,
)
from .figures import A_BRIEFCASE_EACH, BRIEFCASE, RAIL_END, RAIL_START, ROUNDABOUT, STALLED_YEARS
from .land import count_blocks, found_building, put_block
from .new_year import keep_roundabout
from .phases import NEW_YEAR, OVER
from .pouches import FAILED, claim_of
from .shapes import AIR_BASE, EXTENSION, NONE, PLOTS
from .state import State

CITY, STANDSTILL = 1, 2


def build(s: State) -> None:
    """MK-F1: judged on the pouches as they were sealed, then placed all at once."""
    judge_claims(s)
    for seat in range(s.players):
        built = 0
        for entry in range(s.entries[seat]):
            claim = claim_of(s, seat, entry)
            if claim == NONE or s.claim_fate[seat][claim] != FAILED:
                place_entry(s, seat, entry, claim)
                built += 1
        if built == 0:
            tell(s, NOTHING_BUILT, seat)
    for seat in range(s.players):
        forget_pouch(s, seat)
    rule_out_deck(s, 0, PLOTS, unseen_deeds(s))
    count_blocks(s)
    for seat in range(s.players):
        move_marker(s, seat)
    end_year(s)


def judge_claims(s: State) -> None:
    """MK-N5, MK-N7: an Air base yields to whoever builds there; what failed goes back to hand."""
    for seat in range(s.players):
        for claim in range(s.claims[seat]):
            plot = s.claim_plot[seat][claim]
            if s.claim_kind[seat][claim] == AIR_BASE:
                for rival in range(s.players):
                    if rival != seat and is_in_pouch(s, rival, plot):
                        s.claim_fate[seat][claim] = FAILED
                        tell(s, BUILT_THERE, rival, s.claim_kind[seat][claim], plot)
            if s.claim_fate[seat][claim] == FAILED:
                kind = s.claim_kind[seat][claim]
                show_place(s, pick_permit(s, seat, kind), seat)
                tell(s, RETURNED_TO_HAND, seat, kind, plot)


def place_entry(s: State, seat: int, entry: int, claim: int) -> None:
    """MK-B5, MK-B6, MK-F1: a new building, or more of a standing one."""
    kind = entry_permit(s, seat, entry)
    number = entry_target(s, seat, entry)
    play_permit(s, seat, kind)
    if kind != EXTENSION:
        number = found_building(s, seat, kind)
    for index in range(s.entry_count[seat][entry]):
        plot = s.entry_plot[seat][entry][index]
        build_on_deed(s, plot)
        put_block(s, plot, number)
    if claim != NONE:
        requisition(s, seat, s.claim_plot[seat][claim], number)
    first = s.entry_plot[seat][entry][0]
    if kind == EXTENSION:
        tell(s, EXTENDED, seat, s.kind[number], first, s.size[number])
    else:
        tell(s, COMMISSIONED, seat, kind, first, s.size[number])


def requisition(s: State, seat: int, plot: int, number: int) -> None:
    """MK-N8, MK-N9: the deed comes from wherever it is; on the river the tile goes."""
    tell(s, REQUISITIONED, seat, plot, s.place[plot])
    build_on_deed(s, plot)
    put_block(s, plot, number)


def forget_pouch(s: State, seat: int) -> None:
    empty_pouch(s, seat)
    for claim in range(s.claims[seat]):
        s.claim_kind[seat][claim] = 0
        s.claim_plot[seat][claim] = NONE
        s.claim_fate[seat][claim] = 0
    s.claims[seat] = 0


# ---------------------------------------------------------------- the income rail


def move_marker(s: State, seat: int) -> None:
    """MK-M1 to MK-M3."""
    before = s.marker[seat]
    s.marker[seat] = min(RAIL_END, max(RAIL_START + s.blocks[seat], s.highest_roundabout[seat]))
    keep_roundabout(s, seat)
    if s.marker[seat] != before:
        tell(s, MARKER_MOVED, seat, s.marker[seat], s.blocks[seat], before)
    passed = s.marker[seat] // ROUNDABOUT - before // ROUNDABOUT
    if passed > 0:
        cases = passed if A_BRIEFCASE_EACH else 1
        amount = min(cases, s.bank // BRIEFCASE) * BRIEFCASE
        s.cash[seat] += amount
        s.bank -= amount
        if amount > 0:
            tell(s, BRIEFCASES, seat, amount)


# ---------------------------------------------------------------- the end


def end_year(s: State) -> None:
    """MK-E1, MK-E2."""
    s.stalled = s.stalled + 1 if s.deeds_left == s.deeds_left_at_new_year else 0
    if ending_reached(s) != 0:
        tell(s, GAME_OVER, ending_reached(s), s.year)
        s.phase = OVER
    else:
        s.phase = NEW_YEAR


def ending_reached(s: State) -> int:
    if s.deeds_left == 0:
        return CITY
    return STANDSTILL if s.stalled >= STALLED_YEARS else 0


def ending(s: State) -> int:
    return ending_reached(s) if s.phase == OVER else 0


def scores(s: State, out: Sheet) -> None:
    """MK-E3: income blocks on the map."""
    for seat in range(s.players):
        out[seat] = s.blocks[seat]


def returns(s: State, out: Sheet) -> None:
    """MK-E3, MK-E4: most blocks, then most cash, then shared."""
    best = -1
    winners = 0
    for seat in range(s.players):
        standing = s.blocks[seat] * 1000 + s.cash[seat]
        if standing > best:
            best = standing
            winners = 1
        elif standing == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = WHOLE_WIN // winners if s.blocks[seat] * 1000 + s.cash[seat] == best else 0

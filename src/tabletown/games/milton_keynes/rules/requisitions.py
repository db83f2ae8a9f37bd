"""Requisitions: the plots that Air bases and Sewage reprocessors take; and then everything is built."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import NOMINATE_PLOT
from .cards import build_on_deed, pick_permit, play_permit, rule_out_deck, show_place, unseen_deeds
from .events import (
    BUILT_THERE,
    COMMISSIONED,
    EXTENDED,
    NOMINATED,
    NOMINATIONS_CLASH,
    NOTHING_BUILT,
    REQUISITIONED,
    RETURNED_TO_HAND,
)
from .figures import MAX_PLOTS
from .income_blocks import count_blocks
from .land import NEIGHBOURS, SIDES, are_neighbours, found_building, is_free_land, is_free_river, put_block
from .phases import BUILD, NOMINATE, NOMINATE_AGAIN
from .pouches import (
    CLASHING,
    FAILED,
    STANDING,
    claim_of,
    clear_claims,
    empty_pouch,
    entry_of,
    entry_permit,
    entry_target,
    is_in_pouch,
    requisitions,
)
from .reasons import DOES_NOT_JOIN, NAMED_BY_ANOTHER, NOT_A_FREE_RIVER_PLOT, NOT_AN_EMPTY_PLOT
from .shapes import AIR_BASE, CLAIMS, EXTENSION, NONE, PLOTS, SEWAGE_REPROCESSOR
from .state import State
from .the_end import end_year
from .the_income_rail import move_marker

# ---------------------------------------------------------------- plots that can be taken


def could_be_taken(s: State, seat: int, kind: int, plot: int, extra: int) -> bool:
    """MK-N1, MK-N2: a plot to take, whatever rivals hold; the deed `extra` is about to go into the pouch."""
    if kind == SEWAGE_REPROCESSOR:
        return is_free_river(s, plot)
    return is_free_land(s, plot) and plot != extra and not is_in_pouch(s, seat, plot)


def joins_entry(s: State, seat: int, entry: int, plot: int) -> bool:
    """MK-N1, MK-B2: whether the plot is beside one of the entry's."""
    for index in range(s.entry_count[seat][entry]):
        if are_neighbours(s.entry_plot[seat][entry][index], plot):
            return True
    return False


def completes(s: State, seat: int, entry: int, plot: int, extra: int) -> bool:
    """MK-N1, MK-N2: whether the entry's plots, with `extra` if it is one, and the requisitioned plot form one area."""
    total = deeds_of_entry(s, seat, entry, extra)
    if total + 1 > MAX_PLOTS:
        return False
    joined = 0
    grew = True
    while grew:
        grew = False
        for index in range(total):
            if joined & (1 << index) == 0:
                one = deed_of_entry(s, seat, entry, index, extra)
                touches = are_neighbours(one, plot)
                for other in range(total):
                    if joined & (1 << other):
                        touches = touches or are_neighbours(one, deed_of_entry(s, seat, entry, other, extra))
                if touches:
                    joined |= 1 << index
                    grew = True
    return joined == (1 << total) - 1


def deeds_of_entry(s: State, seat: int, entry: int, extra: int) -> int:
    """MK-N1: how many deeds the entry has, with `extra` if it is one."""
    return s.entry_count[seat][entry] + (1 if extra >= 0 else 0)


def deed_of_entry(s: State, seat: int, entry: int, index: int, extra: int) -> int:
    """MK-N1: the entry's deeds in their order, `extra` last."""
    return s.entry_plot[seat][entry][index] if index < s.entry_count[seat][entry] else extra


def can_complete(s: State, seat: int, extra: int, into: int) -> bool:
    """MK-N3: with the deed `extra` in entry `into`, some plot completes each requisitioning entry, no plot twice."""
    one = NONE
    other = NONE
    for entry in range(s.entries[seat]):
        if requisitions(s.entry_kind[seat][entry]):
            if one == NONE:
                one = entry
            else:
                other = entry
    if one == NONE:
        return True
    plot = plot_to_complete(s, seat, one, extra, into, NONE)
    if plot == NONE or other == NONE:
        return plot != NONE
    if plot_to_complete(s, seat, other, extra, into, plot) != NONE:
        return True
    only = plot_to_complete(s, seat, other, extra, into, NONE)
    return only != NONE and plot_to_complete(s, seat, one, extra, into, only) != NONE


def plot_to_complete(s: State, seat: int, entry: int, extra: int, into: int, taken: int) -> int:
    """MK-N3: a plot beside the entry, not `taken`, that completes it once the deed `extra` has gone into `into`."""
    kind = s.entry_kind[seat][entry]
    mine = extra if into == entry else NONE
    for index in range(deeds_of_entry(s, seat, entry, mine)):
        for side in range(SIDES):
            plot = NEIGHBOURS[deed_of_entry(s, seat, entry, index, mine)][side]
            if plot < 0 or plot == taken:
                continue
            if could_be_taken(s, seat, kind, plot, extra) and completes(s, seat, entry, plot, mine):
                return plot
    return NONE


# ---------------------------------------------------------------- nominations


def ask_for_plots(s: State) -> None:
    """MK-N4: everybody with a requisitioning building owes a plot for each."""
    s.phase = NOMINATE
    for seat in range(s.players):
        s.stage[seat] = 0
        for entry in range(s.entries[seat]):
            if requisitions(s.entry_kind[seat][entry]):
                claim = s.claims[seat]
                s.claim_kind[seat][claim] = s.entry_kind[seat][entry]
                s.claims[seat] = claim + 1
        if s.claims[seat] > 0:
            s.owing |= 1 << seat
    if s.owing == 0:
        s.phase = BUILD


def refuse_nominate(s: State, seat: int, plot: int) -> int:
    """MK-N4, MK-N1, MK-N2: a plot that the building may take, and that is not spoken for."""
    claim = s.stage[seat]
    entry = entry_of(s, seat, claim)
    kind = s.claim_kind[seat][claim]
    if not could_be_taken(s, seat, kind, plot, NONE):
        return NOT_A_FREE_RIVER_PLOT if kind == SEWAGE_REPROCESSOR else NOT_AN_EMPTY_PLOT
    if not completes(s, seat, entry, plot, NONE):
        return DOES_NOT_JOIN
    if s.phase == NOMINATE_AGAIN:
        return why_not_renaming(s, seat, claim, plot)
    return OK if leaves_second_claim(s, seat, claim, plot) else NAMED_BY_ANOTHER


def offer_nominate(s: State, seat: int, out: Runs) -> None:
    """MK-N4, MK-N1: only plots beside the building's are looked at."""
    entry = entry_of(s, seat, s.stage[seat])
    for plot in range(PLOTS):
        if s.building[plot] == 0 and joins_entry(s, seat, entry, plot) and refuse_nominate(s, seat, plot) == OK:
            offer(out, NOMINATE_PLOT(plot), 1)


def nominate(s: State, seat: int, plot: int) -> None:
    """MK-N4, MK-N6: claim by claim, read out when all are named."""
    claim = s.stage[seat]
    if s.phase == NOMINATE:
        s.claim_plot[seat][claim] = plot
    else:
        s.claim_again[seat][claim] = plot
    if claim + 1 < s.claims[seat] and (s.phase == NOMINATE or s.claim_fate[seat][claim + 1] == CLASHING):
        s.stage[seat] = claim + 1
        return
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        read_out(s)


def leaves_second_claim(s: State, seat: int, claim: int, plot: int) -> bool:
    """MK-N4: a player with two such buildings names two plots."""
    if claim == 1:
        return s.claim_plot[seat][0] != plot
    if s.claims[seat] < CLAIMS:
        return True
    return plot_to_complete(s, seat, entry_of(s, seat, 1), NONE, NONE, plot) != NONE


def read_out(s: State) -> None:
    """MK-N4, MK-N6: all names together; those that clash are asked once more."""
    renamed = s.phase == NOMINATE_AGAIN
    for seat in range(s.players):
        s.stage[seat] = 0
        for claim in range(s.claims[seat]):
            if renamed and s.claim_fate[seat][claim] == CLASHING:
                s.claim_plot[seat][claim] = s.claim_again[seat][claim]
                s.claim_again[seat][claim] = NONE
            if not renamed or s.claim_fate[seat][claim] == CLASHING:
                tell(s, NOMINATED, seat, s.claim_kind[seat][claim], s.claim_plot[seat][claim])
            s.claim_fate[seat][claim] = STANDING
    find_clashes(s, FAILED if renamed else CLASHING)
    s.phase = BUILD
    if not renamed:
        ask_to_rename(s)


def judge_claims(s: State) -> None:
    """MK-N5, MK-N7: an Air base yields to whoever builds on its plot and says so; what failed goes back to hand."""
    for seat in range(s.players):
        for claim in range(s.claims[seat]):
            plot = s.claim_plot[seat][claim]
            if s.claim_kind[seat][claim] == AIR_BASE:
                for rival in range(s.players):
                    if rival != seat and is_in_pouch(s, rival, plot):
                        s.claim_fate[seat][claim] = FAILED
                        tell(s, BUILT_THERE, rival, s.claim_kind[seat][claim], plot)
                        show_place(s, plot, rival)
            if s.claim_fate[seat][claim] == FAILED:
                return_to_hand(s, seat, s.claim_kind[seat][claim], plot)


def find_clashes(s: State, fate: int) -> None:
    """MK-N6: several players named the same plot."""
    for one in range(s.players):
        for claim in range(s.claims[one]):
            for other in range(s.players):
                for index in range(s.claims[other]):
                    if other != one and s.claim_plot[other][index] == s.claim_plot[one][claim]:
                        s.claim_fate[one][claim] = fate
                        if one < other:
                            tell(s, NOMINATIONS_CLASH, s.claim_plot[one][claim])


def ask_to_rename(s: State) -> None:
    """MK-N6: one sealed round among those concerned."""
    for seat in range(s.players):
        for claim in range(s.claims[seat] - 1, -1, -1):
            if s.claim_fate[seat][claim] == CLASHING:
                s.owing |= 1 << seat
                s.stage[seat] = claim
                s.phase = NOMINATE_AGAIN


def why_not_renaming(s: State, seat: int, claim: int, plot: int) -> int:
    """MK-N6: keep the plot, or take one that nobody has named outside the quarrel."""
    for other in range(s.players):
        for index in range(s.claims[other]):
            if other == seat and index == claim:
                continue
            concerned = other != seat and s.claim_fate[other][index] == CLASHING
            if s.claim_plot[other][index] == plot and not concerned:
                return NAMED_BY_ANOTHER
    if claim == 1 and s.claim_fate[seat][0] == CLASHING and s.claim_again[seat][0] == plot:
        return NAMED_BY_ANOTHER
    return OK


def return_to_hand(s: State, seat: int, kind: int, plot: int) -> None:
    """MK-N7: the permit is seen, the deeds stay unseen."""
    show_place(s, pick_permit(s, seat, kind), seat)
    tell(s, RETURNED_TO_HAND, seat, kind, plot)


def requisition(s: State, seat: int, plot: int, number: int) -> None:
    """MK-N8, MK-N9: the deed comes from wherever it is; on the river the tile goes."""
    tell(s, REQUISITIONED, seat, plot, s.place[plot])
    build_on_deed(s, plot)
    put_block(s, plot, number)


# ---------------------------------------------------------------- everything is placed


def build(s: State) -> None:
    """MK-F1: judged on the pouches as they were sealed, then placed all at once."""
    judge_claims(s)
    filled = 0
    for seat in range(s.players):
        filled += s.entries[seat]
        build_pouch(s, seat)
    for seat in range(s.players):
        if s.entries[seat] > 0:
            empty_pouch(s, seat)
            clear_claims(s, seat)
    rule_out_deck(s, 0, PLOTS, unseen_deeds(s))
    if filled > 0:
        count_blocks(s)
    for seat in range(s.players):
        move_marker(s, seat)
    end_year(s)


def build_pouch(s: State, seat: int) -> None:
    """MK-F1, MK-N7: all but what goes back to hand."""
    built = 0
    for entry in range(s.entries[seat]):
        claim = claim_of(s, seat, entry)
        if claim == NONE or s.claim_fate[seat][claim] != FAILED:
            place_entry(s, seat, entry, claim)
            built += 1
    if built == 0:
        tell(s, NOTHING_BUILT, seat)


def place_entry(s: State, seat: int, entry: int, claim: int) -> None:
    """MK-F1, MK-B5, MK-B6: a new building, or more of a standing one."""
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

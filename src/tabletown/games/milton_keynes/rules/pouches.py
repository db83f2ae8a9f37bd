"""MK-B, MK-N1 to MK-N4: sealed pouches, and the plots that Air bases and Sewage reprocessors take."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, offer

from .actions import COMMISSION, EXTEND, NOMINATE_PLOT, PUT_DEED, SEAL
from .cards import empty_pouch, entry_permit, entry_target, holds_deed, is_in_pouch, permits_in_pouch, permits_of_kind
from .events import NOMINATED, NOMINATIONS_CLASH, POUCHES_SEALED
from .figures import MAX_PLOTS, NEW_BUILDINGS
from .land import NEIGHBOURS, SIDES, are_neighbours, beside_building, is_free_land, is_free_river, most_plots
from .new_year import everybody, refuse_own_building
from .phases import BUILD, FILL_POUCHES, NOMINATE, NOMINATE_AGAIN
from .reasons import (
    CANNOT_BE_COMPLETED,
    COMMONS_NEVER_GROW,
    DOES_NOT_JOIN,
    ENTRY_NEEDS_DEED,
    IN_THE_POUCH,
    NAMED_BY_ANOTHER,
    NO_DEED_FITS,
    NO_SUCH_PERMIT,
    NOT_A_FREE_RIVER_PLOT,
    NOT_AN_EMPTY_PLOT,
    NOT_HELD,
    NOT_THE_TIME,
    NOTHING_TO_FILL,
    TOO_LARGE,
    TWO_NEW_BUILDINGS,
    USE_EXTEND,
)
from .shapes import AIR_BASE, CLAIMS, COMMONS, EXTENSION, KINDS, NONE, PLOTS, SEWAGE_REPROCESSOR
from .state import State

STANDING, CLASHING, FAILED = range(3)
"""Fates of a claim."""


def begin_pouches(s: State) -> None:
    """MK-B1."""
    for seat in range(s.players):
        empty_pouch(s, seat)
        s.claims[seat] = 0
        for claim in range(CLAIMS):
            s.claim_kind[seat][claim] = 0
            s.claim_plot[seat][claim] = NONE
            s.claim_again[seat][claim] = NONE
            s.claim_fate[seat][claim] = STANDING
    s.owing = everybody(s)
    s.phase = FILL_POUCHES


def requisitions(kind: int) -> bool:
    return kind in (AIR_BASE, SEWAGE_REPROCESSOR)


def entry_of(s: State, seat: int, claim: int) -> int:
    """The entry that a claim is for: claims are numbered as the requisitioning entries lie in the pouch."""
    for entry in range(s.entries[seat]):
        if requisitions(s.entry_kind[seat][entry]):
            if claim == 0:
                return entry
            claim -= 1
    return NONE


def claim_of(s: State, seat: int, entry: int) -> int:
    """The claim that an entry rests on, once plots are nominated."""
    for claim in range(s.claims[seat]):
        if entry_of(s, seat, claim) == entry:
            return claim
    return NONE


def new_buildings(s: State, seat: int) -> int:
    return s.entries[seat] - permits_in_pouch(s, seat, EXTENSION)


def is_entry_open(s: State, seat: int) -> bool:
    """Whether the last entry still needs its first deed."""
    return s.entries[seat] > 0 and s.entry_count[seat][s.entries[seat] - 1] == 0


def has_permit_left(s: State, seat: int, kind: int) -> bool:
    return permits_of_kind(s, seat, kind) > permits_in_pouch(s, seat, kind)


def planned_size(s: State, seat: int, number: int) -> int:
    """A standing building with what this pouch adds to it."""
    size = s.size[number] + 0
    for entry in range(s.entries[seat]):
        if entry_target(s, seat, entry) == number:
            size += s.entry_count[seat][entry]
    return size


# ---------------------------------------------------------------- does a deed join on


def joins_entry(s: State, seat: int, entry: int, plot: int) -> bool:
    for index in range(s.entry_count[seat][entry]):
        if are_neighbours(s.entry_plot[seat][entry][index], plot):
            return True
    return False


def joins_extension(s: State, seat: int, number: int, plot: int) -> bool:
    """MK-B6: beside the building, or beside what the pouch adds to it."""
    if beside_building(s, plot, number):
        return True
    for entry in range(s.entries[seat]):
        if entry_target(s, seat, entry) == number and joins_entry(s, seat, entry, plot):
            return True
    return False


def could_be_taken(s: State, seat: int, kind: int, plot: int, extra: int) -> bool:
    """MK-N1, MK-N2: a plot to take, whatever rivals hold; the deed `extra` is about to go into the pouch."""
    if kind == SEWAGE_REPROCESSOR:
        return is_free_river(s, plot)
    return is_free_land(s, plot) and plot != extra and not is_in_pouch(s, seat, plot)


def deeds_of_entry(s: State, seat: int, entry: int, extra: int) -> int:
    """How many deeds the entry has, with `extra` if it is one."""
    return s.entry_count[seat][entry] + (1 if extra >= 0 else 0)


def deed_of_entry(s: State, seat: int, entry: int, index: int, extra: int) -> int:
    return s.entry_plot[seat][entry][index] if index < s.entry_count[seat][entry] else extra


def completes(s: State, seat: int, entry: int, plot: int, extra: int) -> bool:
    """Whether the entry's plots, with `extra` if it is one, and the requisitioned plot form one area."""
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


def plot_to_complete(s: State, seat: int, entry: int, extra: int, into: int, taken: int) -> int:
    """A plot beside the entry, not `taken`, that completes it once the deed `extra` has gone into entry `into`."""
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


# ---------------------------------------------------------------- filling the pouch


def refuse_deed(s: State, seat: int, plot: int) -> int:
    """MK-B2, MK-B3, MK-B7, MK-B8: whether a deed may go to the last permit in the pouch."""
    if s.entries[seat] == 0:
        return NOTHING_TO_FILL
    if not holds_deed(s, seat, plot):
        return NOT_HELD
    if is_in_pouch(s, seat, plot):
        return IN_THE_POUCH
    return refuse_joining(s, seat, s.entries[seat] - 1, plot)


def refuse_joining(s: State, seat: int, entry: int, plot: int) -> int:
    kind = entry_permit(s, seat, entry)
    if kind == EXTENSION:
        number = entry_target(s, seat, entry)
        if planned_size(s, seat, number) >= most_plots(s.kind[number]):
            return TOO_LARGE
        if not joins_extension(s, seat, number, plot):
            return DOES_NOT_JOIN
    elif not requisitions(kind):
        if s.entry_count[seat][entry] >= most_plots(kind):
            return TOO_LARGE
        if s.entry_count[seat][entry] > 0 and not joins_entry(s, seat, entry, plot):
            return DOES_NOT_JOIN
    elif s.entry_count[seat][entry] + 1 >= MAX_PLOTS:
        return TOO_LARGE
    return OK if can_complete(s, seat, plot, entry) else CANNOT_BE_COMPLETED


def refuse_new_entry(s: State, seat: int, kind: int) -> int:
    """MK-B1, MK-B8: the permit must be in hand, and the last entry must have a deed."""
    if not has_permit_left(s, seat, kind):
        return NO_SUCH_PERMIT
    return ENTRY_NEEDS_DEED if is_entry_open(s, seat) else OK


def refuse_commission(s: State, seat: int, kind: int) -> int:
    """MK-B4: at most two new buildings, and a deed to begin with."""
    if kind == EXTENSION:
        return USE_EXTEND
    refused = refuse_new_entry(s, seat, kind)
    if refused != OK:
        return refused
    if new_buildings(s, seat) >= NEW_BUILDINGS:
        return TWO_NEW_BUILDINGS
    return OK if finds_first_deed(s, seat, kind, 0) else NO_DEED_FITS


def refuse_extension(s: State, seat: int, plot: int) -> int:
    """MK-B6, MK-B7."""
    refused = refuse_new_entry(s, seat, EXTENSION)
    if refused != OK:
        return refused
    refused = refuse_own_building(s, seat, plot)
    if refused != OK:
        return refused
    number = s.building[plot]
    if s.kind[number] == COMMONS:
        return COMMONS_NEVER_GROW
    if planned_size(s, seat, number) >= most_plots(s.kind[number]):
        return TOO_LARGE
    return OK if finds_first_deed(s, seat, EXTENSION, number) else NO_DEED_FITS


def finds_first_deed(s: State, seat: int, kind: int, number: int) -> bool:
    """Whether some deed in hand could be the first of a new entry; the entry is tried and taken away again."""
    entry = s.entries[seat]
    open_entry(s, seat, kind, number)
    found = False
    for plot in range(PLOTS):
        if s.place[plot] == seat and refuse_deed(s, seat, plot) == OK:
            found = True
            break
    s.entries[seat] = entry
    s.entry_kind[seat][entry] = NONE
    return found


def open_entry(s: State, seat: int, kind: int, number: int) -> None:
    entry = s.entries[seat]
    s.entry_kind[seat][entry] = KINDS + number if kind == EXTENSION else kind
    s.entries[seat] = entry + 1


def legal_pouch(s: State, seat: int, out: Runs) -> None:
    if not is_entry_open(s, seat):
        offer(out, SEAL, 1)
        legal_permits(s, seat, out)
    if s.entries[seat] > 0:
        for plot in range(PLOTS):
            if s.place[plot] == seat and refuse_deed(s, seat, plot) == OK:
                offer(out, PUT_DEED + plot, 1)


def legal_permits(s: State, seat: int, out: Runs) -> None:
    if new_buildings(s, seat) < NEW_BUILDINGS:
        for kind in range(KINDS):
            if refuse_commission(s, seat, kind) == OK:
                offer(out, COMMISSION + kind, 1)
    if has_permit_left(s, seat, EXTENSION):
        for plot in range(PLOTS):
            if s.building[plot] != 0 and refuse_extension(s, seat, plot) == OK:
                offer(out, EXTEND + plot, 1)


def put_deed(s: State, seat: int, plot: int) -> None:
    entry = s.entries[seat] - 1
    s.entry_plot[seat][entry][s.entry_count[seat][entry]] = plot
    s.entry_count[seat][entry] += 1


def refuse_sealing(s: State, seat: int) -> int:
    """MK-B1."""
    return ENTRY_NEEDS_DEED if is_entry_open(s, seat) else OK


def seal(s: State, seat: int) -> None:
    """MK-B1, MK-N4: once all are sealed, plots are nominated."""
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        tell(s, POUCHES_SEALED)
        ask_for_nominations(s)


# ---------------------------------------------------------------- nominations


def ask_for_nominations(s: State) -> None:
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


def refuse_nomination(s: State, seat: int, plot: int) -> int:
    """MK-N1, MK-N2, MK-N6: a plot that the building may take, and that is not spoken for."""
    claim = s.stage[seat]
    entry = entry_of(s, seat, claim)
    kind = s.claim_kind[seat][claim]
    if not could_be_taken(s, seat, kind, plot, NONE):
        return NOT_A_FREE_RIVER_PLOT if kind == SEWAGE_REPROCESSOR else NOT_AN_EMPTY_PLOT
    if not completes(s, seat, entry, plot, NONE):
        return DOES_NOT_JOIN
    if s.phase == NOMINATE_AGAIN:
        return refuse_renaming(s, seat, claim, plot)
    return OK if leaves_second_claim(s, seat, claim, plot) else NAMED_BY_ANOTHER


def leaves_second_claim(s: State, seat: int, claim: int, plot: int) -> bool:
    """A player with two such buildings names two plots."""
    if claim == 1:
        return s.claim_plot[seat][0] != plot
    if s.claims[seat] < CLAIMS:
        return True
    return plot_to_complete(s, seat, entry_of(s, seat, 1), NONE, NONE, plot) != NONE


def refuse_renaming(s: State, seat: int, claim: int, plot: int) -> int:
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


def legal_nominations(s: State, seat: int, out: Runs) -> None:
    for plot in range(PLOTS):
        if refuse_nomination(s, seat, plot) == OK:
            offer(out, NOMINATE_PLOT + plot, 1)


def nominate(s: State, seat: int, plot: int) -> None:
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


def find_clashes(s: State, fate: int) -> None:
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


# ---------------------------------------------------------------- what may be done here, and what it does


def refuse_in_pouch(s: State, seat: int, action: int) -> int:
    if s.phase != FILL_POUCHES:
        return refuse_nomination(s, seat, action - NOMINATE_PLOT) if action >= NOMINATE_PLOT else NOT_THE_TIME
    if action == SEAL:
        return refuse_sealing(s, seat)
    if COMMISSION <= action < EXTEND:
        return refuse_commission(s, seat, action - COMMISSION)
    if EXTEND <= action < PUT_DEED:
        return refuse_extension(s, seat, action - EXTEND)
    if PUT_DEED <= action < NOMINATE_PLOT:
        return refuse_deed(s, seat, action - PUT_DEED)
    return NOT_THE_TIME


def apply_pouch(s: State, seat: int, action: int) -> None:
    if action == SEAL:
        seal(s, seat)
    elif action < EXTEND:
        open_entry(s, seat, action - COMMISSION, 0)
    elif action < PUT_DEED:
        open_entry(s, seat, EXTENSION, s.building[action - EXTEND])
    else:
        put_deed(s, seat, action - PUT_DEED)

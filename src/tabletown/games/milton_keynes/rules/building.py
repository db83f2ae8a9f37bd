"""Building: permits and deeds go into sealed pouches."""

from tabletown.rulekit.events import tell
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, count_offered, offer, offered_if

from .actions import COMMISSION, EXTEND, PUT_DEED
from .cards import holds_deed, permits_of_kind
from .events import POUCHES_SEALED
from .figures import COMMONS_PLOTS, DUMP_PLOTS, MAX_PLOTS, NEW_BUILDINGS
from .land import beside_building
from .phases import ASK_FOR_PLOTS, FILL_POUCHES
from .pouches import (
    entry_of,
    entry_permit,
    entry_target,
    is_entry_open,
    is_in_pouch,
    open_entry,
    permits_in_pouch,
    requisitions,
)
from .reasons import (
    CANNOT_BE_COMPLETED,
    COMMONS_NEVER_GROW,
    DOES_NOT_JOIN,
    ENTRY_NEEDS_DEED,
    IN_THE_POUCH,
    KIND_TOO_LARGE,
    NO_DEED_FITS,
    NO_SUCH_PERMIT,
    NOT_HELD,
    NOTHING_TO_FILL,
    TOO_LARGE,
    TWO_NEW_BUILDINGS,
    USE_EXTEND,
)
from .redevelop import why_not_own_building
from .requisitions import can_complete, joins_entry
from .seats import everybody
from .shapes import COMMONS, DUMP, EXTENSION, KINDS, NONE, PLOTS
from .state import State


def begin_pouches(s: State) -> None:
    """MK-B1: all are empty, as set-up and the last year's building have left them."""
    s.owing = everybody(s)
    s.phase = FILL_POUCHES


def refuse_seal(s: State, seat: int) -> int:
    """MK-B1: every permit needs a deed."""
    return ENTRY_NEEDS_DEED if is_entry_open(s, seat) else OK


def seal(s: State, seat: int) -> None:
    """MK-B1, MK-N4: once all are sealed, plots are nominated."""
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        tell(s, POUCHES_SEALED)
        s.phase = ASK_FOR_PLOTS


def why_no_entry(s: State, seat: int, kind: int) -> int:
    """MK-B1, MK-B8: the permit must be in hand, and the last entry must have a deed."""
    if not has_permit_left(s, seat, kind):
        return NO_SUCH_PERMIT
    return ENTRY_NEEDS_DEED if is_entry_open(s, seat) else OK


def may_open_entry(s: State, seat: int) -> bool:
    """MK-B1, MK-B8: what every entry needs: a permit and a deed that are left, and a deed in the last entry."""
    return s.permits_held[seat] > s.entries[seat] and not is_entry_open(s, seat) and deeds_left(s, seat) > 0


def deeds_left(s: State, seat: int) -> int:
    """MK-B8: how many deeds in hand are not in the pouch."""
    left = s.deeds_held[seat] + 0
    for entry in range(s.entries[seat]):
        left -= s.entry_count[seat][entry]
    return left


def finds_first_deed(s: State, seat: int, kind: int, number: int) -> bool:
    """MK-B1: whether some deed in hand could be the first of an entry, which is tried and taken away again.

    Where nothing is requisitioned, a new building begins with any deed.
    """
    if kind != EXTENSION and not requisitions(kind) and entry_of(s, seat, 0) == NONE:
        return deeds_left(s, seat) > 0
    entry = s.entries[seat]
    open_entry(s, seat, kind, number)
    found = False
    left = s.deeds_held[seat] + 0
    for plot in range(PLOTS):
        if found or left == 0:
            break
        if s.place[plot] == seat:
            left -= 1
            found = takes_deed(s, seat, entry, plot)
    s.entries[seat] = entry
    s.entry_kind[seat][entry] = NONE
    return found


# ---------------------------------------------------------------- deeds


def refuse_put_deed(s: State, seat: int, plot: int) -> int:
    """MK-B2, MK-B3, MK-B8: whether a deed may go to the last permit in the pouch."""
    if s.entries[seat] == 0:
        return NOTHING_TO_FILL
    if not holds_deed(s, seat, plot):
        return NOT_HELD
    if is_in_pouch(s, seat, plot):
        return IN_THE_POUCH
    return why_not_joining(s, seat, s.entries[seat] - 1, plot)


def offer_put_deed(s: State, seat: int, out: Runs) -> None:
    """MK-B2, MK-B3, MK-B8: only deeds in hand are looked at, and only if one is left."""
    if s.entries[seat] > 0 and deeds_left(s, seat) > 0 and why_full(s, seat, s.entries[seat] - 1) == OK:
        left = s.deeds_held[seat] + 0
        n = out[0]
        for plot in range(PLOTS):
            if left == 0:
                break
            if s.place[plot] == seat:
                left -= 1
                n = offered_if(out, n, PUT_DEED(plot), takes_deed(s, seat, s.entries[seat] - 1, plot))
        count_offered(out, n)


def put_deed(s: State, seat: int, plot: int) -> None:
    """MK-B2: to the last permit."""
    entry = s.entries[seat] - 1
    s.entry_plot[seat][entry][s.entry_count[seat][entry]] = plot
    s.entry_count[seat][entry] += 1


def why_not_joining(s: State, seat: int, entry: int, plot: int) -> int:
    """MK-B2, MK-B3, MK-B6, MK-N3: one area, not too large; what is requisitioned may link the rest."""
    full = why_full(s, seat, entry)
    if full != OK:
        return full
    if not joins(s, seat, entry, plot):
        return DOES_NOT_JOIN
    return OK if can_complete(s, seat, plot, entry) else CANNOT_BE_COMPLETED


def takes_deed(s: State, seat: int, entry: int, plot: int) -> bool:
    """MK-B2, MK-B8, MK-N3: whether a deed in hand may go to an entry that is not full."""
    return joins(s, seat, entry, plot) and not is_in_pouch(s, seat, plot) and can_complete(s, seat, plot, entry)


def why_full(s: State, seat: int, entry: int) -> int:
    """MK-B3, MK-B6: 0, or why the entry takes no further deed."""
    kind = entry_permit(s, seat, entry)
    count = s.entry_count[seat][entry]
    if requisitions(kind):
        return TOO_LARGE if count + 1 >= MAX_PLOTS else OK
    if kind == EXTENSION:
        number = entry_target(s, seat, entry)
        kind = s.kind[number]
        count = planned_size(s, seat, number)
    return why_no_larger(kind) if count >= most_plots(kind) else OK


def joins(s: State, seat: int, entry: int, plot: int) -> bool:
    """MK-B2, MK-B6: beside what the entry has; the first deed of a building lies anywhere, and so do those of one that
    requisitions."""
    kind = entry_permit(s, seat, entry)
    if kind == EXTENSION:
        return joins_extension(s, seat, entry_target(s, seat, entry), plot)
    return s.entry_count[seat][entry] == 0 or requisitions(kind) or joins_entry(s, seat, entry, plot)


def most_plots(kind: int) -> int:
    """MK-B3, MK-B7: how large a building of this kind may become."""
    if kind == COMMONS:
        return COMMONS_PLOTS
    if kind == DUMP:
        return min(DUMP_PLOTS, MAX_PLOTS)
    return MAX_PLOTS


def why_no_larger(kind: int) -> int:
    """MK-B3, MK-B7: the limit of all buildings, or one of the kind's own."""
    return KIND_TOO_LARGE if most_plots(kind) < MAX_PLOTS else TOO_LARGE


# ---------------------------------------------------------------- new buildings


def refuse_commission(s: State, seat: int, kind: int) -> int:
    """MK-B4: at most two new buildings, and a deed to begin with."""
    if kind == EXTENSION:
        return USE_EXTEND
    refused = why_no_entry(s, seat, kind)
    if refused != OK:
        return refused
    if new_buildings(s, seat) >= NEW_BUILDINGS:
        return TWO_NEW_BUILDINGS
    return OK if finds_first_deed(s, seat, kind, 0) else NO_DEED_FITS


def offer_commission(s: State, seat: int, out: Runs) -> None:
    """MK-B4: nothing is tried where nothing new may begin."""
    if may_open_entry(s, seat) and new_buildings(s, seat) < NEW_BUILDINGS:
        for kind in range(KINDS):
            if kind != EXTENSION and has_permit_left(s, seat, kind) and finds_first_deed(s, seat, kind, 0):
                offer(out, COMMISSION(kind), 1)


def commission(s: State, seat: int, kind: int) -> None:
    """MK-B4: a permit for a new building."""
    open_entry(s, seat, kind, 0)


def new_buildings(s: State, seat: int) -> int:
    """MK-B4: Extensions do not count."""
    return s.entries[seat] - permits_in_pouch(s, seat, EXTENSION)


# ---------------------------------------------------------------- extensions


def refuse_extend(s: State, seat: int, plot: int) -> int:
    """MK-B6, MK-B7: one's own building that may grow."""
    refused = why_no_entry(s, seat, EXTENSION)
    return refused if refused != OK else why_not_growing(s, seat, plot)


def why_not_growing(s: State, seat: int, plot: int) -> int:
    """MK-B6, MK-B7: with an Extension that is left."""
    refused = why_not_own_building(s, seat, plot)
    if refused != OK:
        return refused
    number = s.building[plot]
    if s.kind[number] == COMMONS:
        return COMMONS_NEVER_GROW
    if planned_size(s, seat, number) >= most_plots(s.kind[number]):
        return why_no_larger(s.kind[number])
    return OK if finds_first_deed(s, seat, EXTENSION, number) else NO_DEED_FITS


def offer_extend(s: State, seat: int, out: Runs) -> None:
    """MK-B6, MK-B7: nothing is tried without a permit."""
    if may_open_entry(s, seat) and has_permit_left(s, seat, EXTENSION):
        for plot in range(PLOTS):
            if s.building[plot] != 0 and why_not_growing(s, seat, plot) == OK:
                offer(out, EXTEND(plot), 1)


def extend(s: State, seat: int, plot: int) -> None:
    """MK-B6: an Extension for the building on the plot."""
    open_entry(s, seat, EXTENSION, s.building[plot])


def planned_size(s: State, seat: int, number: int) -> int:
    """MK-B6: a standing building with what this pouch adds to it."""
    size = s.size[number] + 0
    for entry in range(s.entries[seat]):
        if entry_target(s, seat, entry) == number:
            size += s.entry_count[seat][entry]
    return size


def joins_extension(s: State, seat: int, number: int, plot: int) -> bool:
    """MK-B6: beside the building, or beside what the pouch adds to it."""
    if beside_building(s, plot, number):
        return True
    for entry in range(s.entries[seat]):
        if entry_target(s, seat, entry) == number and joins_entry(s, seat, entry, plot):
            return True
    return False


def has_permit_left(s: State, seat: int, kind: int) -> bool:
    """MK-B8: each card once."""
    return permits_of_kind(s, seat, kind) > permits_in_pouch(s, seat, kind)

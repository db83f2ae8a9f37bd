"""Components, the pouches: permits with their deeds, entry by entry, and the claims to plots that go with some."""

from .shapes import AIR_BASE, CLAIMS, ENTRIES, ENTRY_PLOTS, EXTENSION, KINDS, NONE, SEWAGE_REPROCESSOR
from .state import State

STANDING, CLASHING, FAILED = range(3)
"""Fates of a claim."""


def empty_pouch(s: State, seat: int) -> None:
    """MK-B1: neither permits nor deeds."""
    s.entries[seat] = 0
    for entry in range(ENTRIES):
        s.entry_kind[seat][entry] = NONE
        s.entry_count[seat][entry] = 0
        for index in range(ENTRY_PLOTS):
            s.entry_plot[seat][entry][index] = NONE


# ---------------------------------------------------------------- entries


def entry_permit(s: State, seat: int, entry: int) -> int:
    return EXTENSION if s.entry_kind[seat][entry] >= KINDS else s.entry_kind[seat][entry] + 0


def entry_target(s: State, seat: int, entry: int) -> int:
    """The standing building that an Extension enlarges, or 0."""
    return s.entry_kind[seat][entry] - KINDS if s.entry_kind[seat][entry] >= KINDS else 0


def open_entry(s: State, seat: int, kind: int, number: int) -> None:
    """MK-B1, MK-B6: a permit without deeds yet; an Extension with the building that it enlarges."""
    entry = s.entries[seat]
    s.entry_kind[seat][entry] = KINDS + number if kind == EXTENSION else kind
    s.entries[seat] = entry + 1


def is_entry_open(s: State, seat: int) -> bool:
    """Whether the last entry still needs its first deed."""
    return s.entries[seat] > 0 and s.entry_count[seat][s.entries[seat] - 1] == 0


def drop_last_entry(s: State, seat: int) -> None:
    entry = s.entries[seat] - 1
    s.entries[seat] = entry
    s.entry_kind[seat][entry] = NONE
    for index in range(s.entry_count[seat][entry]):
        s.entry_plot[seat][entry][index] = NONE
    s.entry_count[seat][entry] = 0


def is_in_pouch(s: State, seat: int, plot: int) -> bool:
    for entry in range(s.entries[seat]):
        for index in range(s.entry_count[seat][entry]):
            if s.entry_plot[seat][entry][index] == plot:
                return True
    return False


def permits_in_pouch(s: State, seat: int, kind: int) -> int:
    count = 0
    for entry in range(s.entries[seat]):
        if entry_permit(s, seat, entry) == kind:
            count += 1
    return count


# ---------------------------------------------------------------- claims


def requisitions(kind: int) -> bool:
    return kind in (AIR_BASE, SEWAGE_REPROCESSOR)


def clear_claims(s: State, seat: int) -> None:
    """MK-N4: nothing is claimed."""
    s.claims[seat] = 0
    for claim in range(CLAIMS):
        s.claim_kind[seat][claim] = 0
        s.claim_plot[seat][claim] = NONE
        s.claim_again[seat][claim] = NONE
        s.claim_fate[seat][claim] = STANDING


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

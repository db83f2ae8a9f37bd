"""What goes into a pouch next, found without trying alike permits twice."""

from tabletown.games.milton_keynes.rules.actions import COMMISSION, EXTEND, PUT_DEED, SEAL
from tabletown.games.milton_keynes.rules.building import (
    finds_first_deed,
    has_permit_left,
    may_open_entry,
    new_buildings,
    put_deed,
    refuse_put_deed,
    why_not_growing,
)
from tabletown.games.milton_keynes.rules.cards import holds_deed
from tabletown.games.milton_keynes.rules.figures import NEW_BUILDINGS
from tabletown.games.milton_keynes.rules.pouches import drop_last_entry, is_entry_open, open_entry
from tabletown.games.milton_keynes.rules.shapes import EXTENSION, KINDS, NONE, PLOTS, REDEVELOP
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.reasons import OK

from .buildings import LEAST, prior_commission, prior_extend, take_out_deed
from .standing import strength


def quick_pouch(s: State, seat: int) -> int:
    """The next deed, the next permit, or the seal: whatever is worth most."""
    if is_entry_open(s, seat):
        return PUT_DEED(best_deed(s, seat, LEAST))
    best = strength(s, seat)
    chosen = SEAL()
    plot = best_deed(s, seat, best)
    if plot != NONE:
        best = worth_with_deed(s, seat, plot)
        chosen = PUT_DEED(plot)
    if not may_open_entry(s, seat):
        return chosen
    begun = worth_of_empty_entry(s, seat)
    for kind in range(KINDS):
        if is_worth_trying(s, seat, kind):
            worth = begun + prior_commission(s, seat, kind)
            if worth > best:
                best = worth
                chosen = COMMISSION(kind)
    if has_permit_left(s, seat, EXTENSION):
        for plot in range(PLOTS):
            if s.building[plot] != 0 and why_not_growing(s, seat, plot) == OK:
                worth = begun + prior_extend(s, seat, plot)
                if worth > best:
                    best = worth
                    chosen = EXTEND(plot)
    return chosen


def is_worth_trying(s: State, seat: int, kind: int) -> bool:
    """Of the permits that build plain estates the last is as good as any."""
    if kind == EXTENSION or new_buildings(s, seat) >= NEW_BUILDINGS or not has_permit_left(s, seat, kind):
        return False
    for other in range(kind + 1, REDEVELOP + 1):
        if has_permit_left(s, seat, other):
            return False
    return finds_first_deed(s, seat, kind, 0)


def best_deed(s: State, seat: int, best: float) -> int:
    """The deed with which the last entry is worth more than so much, and most."""
    chosen = NONE
    if s.entries[seat] > 0:
        for plot in range(PLOTS):
            if holds_deed(s, seat, plot) and refuse_put_deed(s, seat, plot) == OK:
                worth = worth_with_deed(s, seat, plot)
                if worth > best:
                    best = worth
                    chosen = plot
    return chosen


def worth_with_deed(s: State, seat: int, plot: int) -> float:
    put_deed(s, seat, plot)
    worth = strength(s, seat)
    take_out_deed(s, seat)
    return worth


def worth_of_empty_entry(s: State, seat: int) -> float:
    """With one permit less and nothing for it yet; whichever it is."""
    open_entry(s, seat, REDEVELOP, 0)
    worth = strength(s, seat)
    drop_last_entry(s, seat)
    return worth

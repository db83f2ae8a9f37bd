"""What speaks for a building."""

from tabletown.games.milton_keynes.rules.building import put_deed, refuse_put_deed
from tabletown.games.milton_keynes.rules.cards import holds_deed
from tabletown.games.milton_keynes.rules.pouches import drop_last_entry, open_entry
from tabletown.games.milton_keynes.rules.shapes import EXTENSION, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.reasons import OK

from .standing import strength

A_YEAR = 0.4
LEAST = -1000.0


def prior_commission(s: State, seat: int, kind: int) -> float:
    """A year in which nothing new is built does not come back."""
    return grown(s, seat, kind, 0) + A_YEAR


def prior_extend(s: State, seat: int, plot: int) -> float:
    return grown(s, seat, EXTENSION, s.building[plot])


def grown(s: State, seat: int, kind: int, number: int) -> float:
    """What a new entry gains when deeds are added to it one by one as long as that helps."""
    before = strength(s, seat)
    best = LEAST
    open_entry(s, seat, kind, number)
    going = True
    while going:
        going = False
        chosen = NONE
        for plot in range(PLOTS):
            if holds_deed(s, seat, plot) and refuse_put_deed(s, seat, plot) == OK:
                put_deed(s, seat, plot)
                worth = strength(s, seat)
                take_out_deed(s, seat)
                if worth > best + 0.001:
                    best = worth
                    chosen = plot
        if chosen != NONE:
            put_deed(s, seat, chosen)
            going = True
    drop_last_entry(s, seat)
    return best - before


def take_out_deed(s: State, seat: int) -> None:
    entry = s.entries[seat] - 1
    s.entry_count[seat][entry] -= 1
    s.entry_plot[seat][entry][s.entry_count[seat][entry]] = NONE

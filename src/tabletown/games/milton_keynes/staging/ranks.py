"""Whom one is measured with: who chooses first in a sale, as far as bribes and cards tell, and who bids against one."""

from typing import NamedTuple

from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import Look


class Place(NamedTuple):
    """From the best to the worst place that a seat may come to; what stays equal is drawn by lot."""

    best: int
    worst: int

    def said(self, _: Say) -> str:
        if self.best == self.worst:
            return _("number {place}").format(place=self.best)
        return _("number {best} to {worst}, by lot").format(best=self.best, worst=self.worst)

    def doubt(self, _: Say) -> str:
        return "" if self.best == self.worst else _("by lot")

    def briefly(self) -> str:
        return f"#{self.best}" if self.best == self.worst else f"#{self.best}–{self.worst}"


def place_of(look: Look[State], view: State, seat: int) -> Place:
    """By the bribes on the table: the higher bribe, then the fewer cards, go first."""
    others = [other for other in look.seats if other != seat]
    before = sum(bool(look.rules.goes_before(view, other, seat)) for other in others)
    after = sum(bool(look.rules.goes_before(view, seat, other)) for other in others)
    return Place(before + 1, look.view.players - after)


def rival_at(look: Look[State], fist: int) -> int:
    """With whom the permit under that fist is shared."""
    permit = look.rules.fist_permit(look.view, look.viewer, fist)
    return int(look.rules.neighbour(look.view, permit) if fist == 0 else permit)

"""Where to read about a choice and about what is being played: the clauses that they stand on."""

from tabletown.games.the_estates.rules.state import (
    BETWEEN_ROUNDS,
    BID,
    CANCEL,
    CHOOSE,
    CUBE,
    MAYOR,
    OVER,
    PERMIT,
    PLACE,
    ROOF,
    SETTLE,
    STOW,
    State,
)
from tabletown.rulekit.look import Look
from tabletown.rulekit.sheets import Stage

CLAUSES = {
    "skip_stowing": ("TE-T2",),
    "stow_check": ("TE-T2", "TE-T3"),
    "choose_cube": ("TE-P2", "TE-P3"),
    "choose_roof": ("TE-P4", "TE-P5"),
    "choose_permit": ("TE-P1", "TE-B3"),
    "choose_mayor": ("TE-P1", "TE-M1"),
    "choose_cancel": ("TE-P1", "TE-X1"),
    "pass": ("TE-A1",),
    "bid": ("TE-A2", "TE-A3"),
    "sell": ("TE-A4",),
    "keep": ("TE-A5",),
    "place_cube": ("TE-F2", "TE-F4"),
    "place_roof": ("TE-R1",),
    "place_permit": ("TE-B3", "TE-B5"),
    "place_mayor": ("TE-M1",),
    "remove_permit": ("TE-X1", "TE-X3"),
    "discard": ("TE-B1", "TE-M1", "TE-X1"),
    "start_round": ("TE-N3",),
}

PLACING = {CUBE: "TE-F1", ROOF: "TE-R1", PERMIT: "TE-B1", MAYOR: "TE-M1", CANCEL: "TE-X1"}


def stages(look: Look[State]) -> list[Stage]:
    """TE-T1: the course of a turn."""
    _, view = look._, look.view
    if view.phase == OVER:
        return [Stage(_("Scoring"), "TE-V1", is_now=True, phase=OVER)]
    if view.phase == BETWEEN_ROUNDS:
        return [Stage(_("Between rounds"), "TE-N3", is_now=True, phase=BETWEEN_ROUNDS)]
    turn = (
        (STOW, _("Stow"), "TE-T2"),
        (CHOOSE, _("Choose"), "TE-P1"),
        (BID, _("Bid"), "TE-A1"),
        (SETTLE, _("Sell or keep"), "TE-A4"),
        (PLACE, _("Place"), PLACING.get(view.piece, "TE-F1")),
    )
    return [Stage(name, clause, view.phase == phase, phase) for phase, name, clause in turn]

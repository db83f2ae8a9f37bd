"""Where to read about a choice and about what is being played: the clauses that they stand on."""

from tabletown.games.squad_car.rules.state import DRIVING, OVER, PLACING, SPINNING, State
from tabletown.rulekit.look import Look
from tabletown.rulekit.sheets import Stage

CLAUSES = {
    "spin": ("SC-T3", "SC-T6", "SC-T7"),
    "ahead": ("SC-M3", "SC-L4"),
    "bear": ("SC-M4", "SC-M5"),
    "half_turn": ("SC-M7", "SC-L7"),
    "stop": ("SC-T9", "SC-L5"),
    "lift": ("SC-F2", "SC-F4", "SC-F5"),
    "place": ("SC-S3", "SC-S4", "SC-F3"),
}

ENDINGS = ("SC-W1", "SC-W2", "SC-W3")


def stages(look: Look[State]) -> list[Stage]:
    _, view = look._, look.view
    if view.phase == OVER:
        return [Stage(_("The end"), ENDINGS[view.result - 1], is_now=True, phase=OVER)]
    if view.round == 0:
        return [Stage(_("Roadblocks"), "SC-S3", is_now=True, phase=PLACING)]
    shifting = view.phase == PLACING or (view.phase == DRIVING and view.moves_left == 0)
    return [
        Stage(_("Spin"), "SC-T3", view.phase == SPINNING, SPINNING),
        Stage(_("Drive"), "SC-M1", view.phase == DRIVING and not shifting, DRIVING),
        Stage(_("Roadblocks"), "SC-F2", shifting, PLACING),
    ]

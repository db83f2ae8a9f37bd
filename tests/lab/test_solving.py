"""Exact play on a small edition."""

import runpy
from pathlib import Path

from tabletown.lab.position import Desk

ROOT = Path(__file__).parents[2]


def test_a_small_edition_of_square_mile_is_worked_out_whole_from_its_first_turn_on() -> None:
    """Backward induction over positions, as docs/learning/solve.py does it: no first choice is better."""
    solving = runpy.run_path(str(ROOT / "docs" / "learning" / "solve.py"))
    position = solving["first_turn"](Desk("square_mile", 2, edition="quarter_section", mode="interpreted"), 3)
    known: dict[int, float] = {}
    share = solving["solve"](position, known)
    assert (share, len(known)) == (0.5, 7713)
    followed = [solving["solve"](after, known) for after in solving["followers"](position)]
    assert share == (max if position.seat == 0 else min)(followed)
    assert len(known) == 7713, "all of it was known"

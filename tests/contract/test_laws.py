"""Every registered game keeps every law."""

import pytest

from tabletown.laws import Trial


@pytest.mark.tabletown
def test_a_game_keeps(tabletown_law: Trial) -> None:
    tabletown_law.check()

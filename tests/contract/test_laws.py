"""Every registered game keeps every law."""

import pytest

from tabletown.laws import Trial
from tabletown.laws.trying import chapters


@pytest.mark.tabletown
def test_a_game_keeps(tabletown_law: Trial) -> None:
    tabletown_law.check()


def test_chapters_are_tried_in_the_order_of_the_laws_and_each_is_a_sentence() -> None:
    told = list(chapters().values())
    numbers = [int(sentence.removeprefix("Law ").partition(":")[0]) for sentence in told]
    assert numbers == sorted(numbers)
    assert all(sentence.endswith(".") for sentence in told)

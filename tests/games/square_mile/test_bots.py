"""How well bots play Square Mile: on a thousand fixed games each."""

import pytest

from tabletown import lab

GAMES = 1000


@pytest.mark.parametrize(("others", "share"), [(1, 0.85), (3, 0.70)])
def test_a_neighbour_beats_visitors(others: int, share: float) -> None:
    standings = lab.arena("square_mile", ["neighbour", *["visitor"] * others], GAMES)
    assert standings.bots[0].share >= share


def test_four_neighbours_come_to_a_natural_end() -> None:
    standings = lab.arena("square_mile", ["neighbour"] * 4, GAMES)
    assert standings.endings["last_tract_bought"] >= 0.99


def test_neighbours_also_finish_the_variants() -> None:
    options = {"end": "first_pass", "tract_cards": "on", "unzoned_fee": "on"}
    standings = lab.arena("square_mile", ["neighbour"] * 3, GAMES, options=options)
    assert standings.endings["last_new_tract_bought"] >= 0.99

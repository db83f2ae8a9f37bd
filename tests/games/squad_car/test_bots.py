"""How well the bots play, and that the game is even between them.

`python -m tests.games.squad_car.test_bots` prints the evidence: every pairing of bots, 2,000 games each.
"""

import pytest
from rich.console import Console

from tabletown.lab import arena
from tabletown.lab.arena import Standings

CARS = {2: "two cars a side", 6: "three cars a side"}
PAIRINGS = (("neighbour", "neighbour"), ("neighbour", "visitor"), ("visitor", "neighbour"))


def played(players: int, robbers: str, police: str, games: int) -> Standings:
    seats = [robbers] * (players // 2) + [police] * (players // 2)
    return arena("squad_car", seats, games, rotate=False)


@pytest.mark.parametrize("players", CARS)
def test_neighbours_as_robbers_beat_visitors_as_police_in_four_games_of_five(players: int) -> None:
    assert played(players, "neighbour", "visitor", 1000).endings["robbers_win"] >= 0.8


@pytest.mark.parametrize("players", CARS)
def test_neighbours_as_police_beat_visitors_as_robbers_in_four_games_of_five(players: int) -> None:
    found = played(players, "visitor", "neighbour", 1000)
    assert found.endings["police_win"] >= 0.8
    assert sum(bot.share for bot in found.bots if bot.bot == "neighbour") >= 0.8


@pytest.mark.parametrize("players", CARS)
def test_between_neighbours_neither_side_has_more_than_65_percent(players: int) -> None:
    endings = played(players, "neighbour", "neighbour", 2000).endings
    assert 0.35 <= endings["robbers_win"] <= 0.65


if __name__ == "__main__":
    for players, cars in CARS.items():
        for robbers, police in PAIRINGS:
            found = played(players, robbers, police, 2000)
            shares = ", ".join(f"{name} {100 * share:.1f} %" for name, share in found.endings.items())
            line = f"{cars}: robbers {robbers}, police {police}: {shares}; {found.mean_length:.0f} decisions a game"
            Console(soft_wrap=True).print(line)

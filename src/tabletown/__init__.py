"""Tabletown: four scarce city board games, to play with people and bots, and to study at speed.

    import tabletown
    match = tabletown.game("the_estates").new(players=4, seed=7)
"""

from typing import TYPE_CHECKING, Any

# The folder first, so that the function keeps its name: games() lists what the folder holds.
import tabletown.games  # noqa: F401
from tabletown.match import Action, BadRecord, Game, Match, Refused, from_state, game, games, load, verify
from tabletown.rulekit.errors import TabletownError

if TYPE_CHECKING:
    from tabletown.lab.vector import Vector


def vector(game: str, n: int, players: int | None = None, seed: int = 0, **more: Any) -> "Vector":
    """`n` games stepped together from NumPy; `more` are options, edition and all else that `lab.Vector` takes."""
    from tabletown.lab.vector import Vector

    return Vector(game, n, players, seed, **more)


__all__ = [
    "Action",
    "BadRecord",
    "Game",
    "Match",
    "Refused",
    "TabletownError",
    "from_state",
    "game",
    "games",
    "load",
    "vector",
    "verify",
]

"""Tabletown: four scarce city board games, to play with people and bots, and to study at speed.

    import tabletown
    match = tabletown.game("the_estates").new(players=4, seed=7)
"""

# The folder first, so that the function keeps its name: games() lists what the folder holds.
import tabletown.games  # noqa: F401
from tabletown.match import Action, BadRecord, Game, Match, Refused, from_state, game, games, load, verify
from tabletown.rulekit.errors import TabletownError

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
    "verify",
]

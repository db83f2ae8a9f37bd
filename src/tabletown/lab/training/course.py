"""What is trained, and how much of it."""

from dataclasses import dataclass

from tabletown.bots.neighbour import NO_INSTINCT, NoInstinct
from tabletown.lab.arena import check_thinking
from tabletown.lab.playing import check_seed
from tabletown.lab.runners import check_number
from tabletown.match import game
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.minds import features_of

MOST_GAMES, MOST_ROUNDS, MOST_UNITS = 10_000_000, 100, 64


@dataclass(frozen=True)
class Course:
    """The same course comes to the same, whoever holds it."""

    game: str
    players: int
    games: int = 10_000
    """To learn from, in each round."""
    rounds: int = 3
    seed: int = 0
    units: int = 0
    """Of a layer between features and worth; 0: only sums are tried."""
    judged: int = 2000
    """Games by which a mind is judged, one-ply."""
    searched: int = 120
    """Games by which the best is judged between searching players; 0: it is kept without."""
    thinking: float = 0.25
    """The part of a Developer's simulations that they make."""

    def check(self) -> None:
        declaration = game(self.game).declaration
        declaration.check_players(self.players)
        if not declaration.has_instinct:
            raise NoInstinct(NO_INSTINCT, game=declaration.called)
        if not features_of(declaration):
            raise BadOption(
                f"{declaration.title} names no FEATURES to learn from; docs/adding-a-game.md says how an instinct does."
            )
        check_number("games", self.games, 1, MOST_GAMES + 1)
        check_number("rounds", self.rounds, 1, MOST_ROUNDS + 1)
        check_number("units", self.units, 0, MOST_UNITS + 1)
        check_number("games to judge by", self.judged, 1, MOST_GAMES + 1)
        check_number("games to search in", self.searched, 0, MOST_GAMES + 1)
        check_seed(self.seed)
        check_thinking(self.thinking)

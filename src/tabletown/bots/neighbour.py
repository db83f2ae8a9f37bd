"""Neighbour: looks at where each action leads, one step ahead, and takes the one that its instinct likes best."""

from tabletown.bots.bot import Bot, Chance
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import INSTINCT, engine_at_hand
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import message
from tabletown.rulekit.looking_ahead import NEIGHBOUR, looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs


class NoInstinct(BadOption):
    """A bot that a game cannot have, because its rules do not say what a position is worth."""


NO_INSTINCT = message("{game} has no instinct, so only visitors can play it; choose them or people.")


def slips_of_neighbours(game: Declaration, players: int) -> float:
    """By how much they misjudge a position at a glance, at a table of so many."""
    return looking_ahead(game, players, NEIGHBOUR).slips


class Neighbour(Bot):
    """Thinks compiled as soon as the twin is there, and until then interpreted: the choice is the same."""

    def __init__(self, rules: Namespace) -> None:
        if not rules.thinks:
            raise NoInstinct(NO_INSTINCT, game=rules.declaration.called)
        super().__init__(rules)

    def prefer(self, view: Record, seat: int, _legal: Runs, _budget: float, rng: Chance) -> int:
        return self.glance(view, seat, slips_of_neighbours(self.rules.declaration, view.players), rng)

    def glance(self, view: Record, seat: int, slips: float, rng: Chance) -> int:
        """What somebody takes who looks as far ahead, and slips by so much."""
        return engine_at_hand(self.rules, INSTINCT).instinct(view, seat, rng.getrandbits(63), slips)


class Careful(Neighbour):
    """Looks as far ahead as a Neighbour and does not slip: who gives advice before anybody can look further."""

    def prefer(self, view: Record, seat: int, _legal: Runs, _budget: float, rng: Chance) -> int:
        return self.glance(view, seat, 0.0, rng)

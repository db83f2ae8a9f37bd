"""Whether chances to win are true: of positions that are said to be won in 60 to 70 of 100 games, how many are?

    python -m tools.calibration GAME PLAYERS [GAMES]

Neighbours play against each other; some positions of each game are foretold as an analysis does it, and compared with
how the game really ended. Prints a row for each tenth, and the sureness that would have fitted best.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from math import log
from random import Random

from rich.console import Console
from rich.table import Table

from tabletown.explaining.analysis import LOOPS, foretold
from tabletown.match import game
from tabletown.rulekit.engine import INSTINCT, Compiled
from tabletown.rulekit.foretelling import TRUTH
from tabletown.rulekit.looking_ahead import LookingAhead, looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tools.calibrate import positions

GAMES, A_GAME, WORLDS = 500, 2, 24
GUESSES = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6)
"""Times the scale of a search."""

Said = tuple[float, float]
"""A seat's chance as it was foretold, and its share of the win in the end."""


def sampled(rules: Namespace, players: int, number: int) -> tuple[list[Record], list[float]]:
    """Some positions of a game at which somebody has a choice, and each seat's share in the end."""
    course = [state.copy() for state in positions(rules, players, number)]
    shares = [0] * players
    rules.call.returns(course[-1], shares)
    chosen = Random(number).sample(course[:-1], min(A_GAME, len(course) - 1))
    return chosen, [share / sum(shares) for share in shares]


def said_of(
    engine: Compiled, players: int, found: Sequence[tuple[list[Record], list[float]]], ahead: LookingAhead
) -> list[Said]:
    said: list[Said] = []
    for states, shares in found:
        for state in states:
            chances = foretold(engine, state, players, TRUTH, WORLDS, 1, ahead)
            said += zip(chances[:players], shares, strict=True)
    return said


def loss(said: Sequence[Said]) -> float:
    def surprise(chance: float, share: float) -> float:
        kept = min(0.999, max(0.001, chance))
        return -share * log(kept) - (1 - share) * log(1 - kept)

    return sum(surprise(*each) for each in said) / len(said)


def main() -> None:
    name, players = sys.argv[1], int(sys.argv[2])
    games = int(sys.argv[3]) if len(sys.argv) > 3 else GAMES
    rules = game(name).rules()
    rules.twin.compile(loops=[INSTINCT, *LOOPS])
    engine, ahead = Compiled(rules), looking_ahead(rules.declaration, players)
    found = [sampled(rules, players, number) for number in range(games)]
    console = Console()
    tried = {guess: said_of(engine, players, found, replace(ahead, sureness=guess)) for guess in GUESSES}
    for guess, said in tried.items():
        console.print(f"sureness {guess}: surprise {loss(said):.4f}")
    said = said_of(engine, players, found, ahead)
    title = f"{name}, {players} players, {games} games, sureness {ahead.sureness}"
    table = Table("said", "positions", "won", title=title)
    for tenth in range(10):
        rows = [share for chance, share in said if min(9, int(10 * chance)) == tenth]
        if rows:
            table.add_row(f"{10 * tenth} to {10 * tenth + 10} %", str(len(rows)), f"{sum(rows) / len(rows):.1%}")
    console.print(table)


if __name__ == "__main__":
    main()

"""How a lead becomes a chance to win, and how quick a search is: what a game's `search.toml` says, measured.

    python -m tools.calibrate GAME PLAYERS [GAMES]

Neighbours play against each other; the scale printed is the one by which `evaluate` foretold best who would win. The
pace is in simulations a second of a processor, over positions of these games.
"""

import sys
from collections.abc import Iterator
from math import exp, inf, log
from time import process_time

from tabletown import bots
from tabletown.bots.games import positions_of_game
from tabletown.bots.search import Budget, Search
from tabletown.match import game
from tabletown.rulekit.engine import INSTINCT, Interpreted
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.loops import States
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

GAMES = 30
EVERY = 7
"""One position in so many is looked at."""
SEARCHED = 12
SIMULATIONS = 200
GUESSES = [1.25**n for n in range(-20, 45)]

Row = tuple[list[float], list[float]]
"""What a position is worth to each seat, and each seat's share in the end."""


def positions(rules: Namespace, players: int, number: int) -> Iterator[Record]:
    """The same state, along a game between Neighbours."""
    neighbour = bots.level("neighbour").bot(rules)
    options = rules.declaration.read_options(None)
    for state, _length in positions_of_game(rules, [neighbour] * players, options, number, inf):
        yield state


def rows_of(rules: Namespace, players: int, games: int) -> tuple[list[Row], list[Record]]:
    rows: list[Row] = []
    kept: list[Record] = []
    engine = Interpreted(rules)
    for number in range(games):
        found = []
        for n, state in enumerate(positions(rules, players, number)):
            if n % EVERY == EVERY - 1:
                found.append(state.copy())
        shares = [0] * players
        rules.call.returns(state, shares)
        worth = engine.evaluate(States([each.copy() for each in found]), players)
        rows += [(each, [share / sum(shares) for share in shares]) for each in worth]
        kept += found
    return rows, kept


def loss(rows: list[Row], scale: float) -> float:
    """How surprising the results are, if leads mean so much."""
    total = 0.0
    for worth, shares in rows:
        powers = [exp((each - max(worth)) / scale) for each in worth]
        total -= sum(share * log(max(1e-6, power / sum(powers))) for share, power in zip(shares, powers, strict=True))
    return total / len(rows)


def pace(rules: Namespace, players: int, found: list[Record]) -> float:
    search = Search(rules)
    rules.twin.compile(loops=[looking_ahead(rules.declaration, players).loop])
    seconds, simulations = 0.0, 0
    for state in found[:: max(1, len(found) // SEARCHED)]:
        seats = rules.pending_seats(state)
        if seats and rules.runs(state, seats[0])[1] > 1:
            begun = process_time()
            thought = search.think(rules.concealed(state, seats[0]), seats[0], Budget(SIMULATIONS), 1)
            seconds += process_time() - begun
            simulations += thought.simulations
    return simulations / seconds


def main() -> None:
    name, players = sys.argv[1], int(sys.argv[2])
    games = int(sys.argv[3]) if len(sys.argv) > 3 else GAMES
    rules = game(name).rules()
    rules.twin.compile(loops=[INSTINCT])
    rows, found = rows_of(rules, players, games)
    scale = min(GUESSES, key=lambda guess: loss(rows, guess))
    print(f"{name}, {players} players, {len(rows)} positions of {games} games")  # noqa: T201
    print(f"scale = {scale:.3g}  (loss {loss(rows, scale):.3f}, guessing {log(players):.3f})")  # noqa: T201
    print(f"per_second = {pace(rules, players, found):.0f}")  # noqa: T201


if __name__ == "__main__":
    main()

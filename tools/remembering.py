"""Whether trees that go on from the last thought play better than trees that begin anew at every decision.

    python -m tools.remembering GAME PLAYERS SIMULATIONS [DEALS] [FIRST]

One player who remembers sits among others who do not; all make equally many new simulations a decision, as the game's
`search.toml` says. Every deal is played in every seat. Printed is the share of the wins, with its 95 % interval.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from math import inf

from tabletown.bots.games import play_game
from tabletown.bots.search import Search
from tabletown.bots.searcher import Searcher
from tabletown.lab.certainty import Share
from tabletown.match import game
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.loops import FIRST_SHARE, WHOLE_WIN
from tabletown.rulekit.namespace import Namespace

DEALS, FIRST = 20, 0


def shares(rules: Namespace, players: int, simulations: int, deals: range) -> Iterator[Share]:
    """What the one who remembers has won so far, after each deal."""
    remembering = replace(looking_ahead(rules.declaration, players), remembers=True)
    rules.twin.compile(loops=remembering.loops)
    one, other = (Searcher.making(simulations, rules) for _ in range(2))
    one.search, other.search = Search(rules, remembering), Search(rules, replace(remembering, remembers=False))
    options, won = rules.declaration.read_options(None), 0
    for games, deal in enumerate(deals, 1):
        for seat in range(players):
            seats = [one if each == seat else other for each in range(players)]
            _, row = play_game(rules, seats, options, deal, inf)
            won += row[FIRST_SHARE + seat]
        yield Share.of(won / WHOLE_WIN, games * players)


def main() -> None:
    name, numbers = sys.argv[1], [int(each) for each in sys.argv[2:]]
    players, simulations, deals, first = (*numbers, *(DEALS, FIRST)[len(numbers) - 2 :])
    for played, share in enumerate(shares(game(name).rules(), players, simulations, range(first, first + deals)), 1):
        found = f"{100 * share.share:.1f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"
        print(f"{played * players} games: {found}, even is {100 / players:.0f} %", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

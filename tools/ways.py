"""Which way of looking ahead wins: one player against others of another way, with equally counted simulations.

    python -m tools.ways GAME PLAYERS GAMES SEED WAY OTHERS

A way is `neighbour`, or simulations and whatever of `search.toml` is to be otherwise: `sims=300,depth=2000,haggles=0`.
The one sits in each seat in turn. Prints how it stands every few games.
"""

import sys
from dataclasses import replace
from math import inf

from tabletown import bots
from tabletown.bots.bot import Bot
from tabletown.bots.games import play_game
from tabletown.bots.search import Search
from tabletown.bots.searcher import Searcher
from tabletown.lab.certainty import Share
from tabletown.match import game
from tabletown.rulekit.engine import INSTINCT
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.loops import FIRST_SHARE
from tabletown.rulekit.namespace import Namespace

EVERY = 4


def player(rules: Namespace, players: int, way: str) -> Bot:
    if way == "neighbour":
        return bots.level(way).bot(rules)
    said = dict(each.split("=") for each in way.split(","))
    made = Searcher.making(int(said.pop("sims")), rules)
    usual = looking_ahead(rules.declaration, players)
    made.search = Search(rules, replace(usual, **{key: type(getattr(usual, key))(float(said[key])) for key in said}))
    rules.twin.compile(loops=[INSTINCT, *made.search.ahead(players).loops])
    return made


def main() -> None:
    name, (players, games, seed) = sys.argv[1], map(int, sys.argv[2:5])
    rules = game(name).rules()
    one, other = (player(rules, players, way) for way in sys.argv[5:7])
    options, won = rules.declaration.read_options(None), 0.0
    for number in range(games):
        seats = [one if seat == number % players else other for seat in range(players)]
        _, row = play_game(rules, seats, options, (seed << 32) + number, inf)
        shares = row[FIRST_SHARE : FIRST_SHARE + players]
        won += shares[number % players] / sum(shares)
        if (number + 1) % EVERY == 0 or number + 1 == games:
            share = Share.of(won, number + 1)
            print(f"{number + 1} games: {share.share:.1%} ({share.low:.1%} to {share.high:.1%})", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

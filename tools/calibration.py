"""Whether chances to win are true: of positions that are said to be won in 60 to 70 of 100 games, how many are?

    python -m tools.calibration GAME PLAYERS [GAMES [SEED]]

Neighbours play against each other; two positions of each game are foretold as an analysis does it, and compared with
how the game really ended. Prints the sureness that would have fitted best, the doubt that would have with the sureness
that the game has, and a row for each tenth by both that it has. Ctrl-C prints what was found so far.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tabletown.explaining.foretold import chances_in
from tabletown.lab.certainty import Share
from tabletown.lab.tournament.matches import sides_of
from tabletown.match import game
from tabletown.rulekit.engine import Compiled, Engine
from tabletown.rulekit.foretelling import TRUTH
from tabletown.rulekit.looking_ahead import LookingAhead, looking_ahead
from tabletown.rulekit.loops import FIRST_SHARE, LENGTH
from tabletown.rulekit.records import Record
from tabletown.rulekit.thinking import BY_SCORES, INSTINCT_PLAYER, TRUE

GAMES, A_GAME, WORLDS = 500, 2, 24
LOOP = "bot_games"
UNSURE = 8.0
"""The sureness with which worlds are played: so little that no chance is too small to reckon with."""
GUESSES = [round(0.3 * 1.15**n, 2) for n in range(24)]
DOUBTS = [0.0, 0.005, *(0.01 * n for n in range(1, 21))]
LEAST = 0.001
"""No chance is taken for smaller, when it is asked how surprising a result was."""

Said = tuple[float, float]
"""A seat's chance as it was foretold, and its share of the win in the end; of a side that of all its seats."""


@dataclass(frozen=True)
class Foreseen:
    """A position: every seat's chance in each of its worlds, said with little sureness, and its share in the end."""

    worlds: tuple[tuple[float, ...], ...]
    shares: tuple[float, ...]
    sides: tuple[tuple[int, ...], ...]

    def said(self, sureness: float, doubt: float = 0.0) -> list[Said]:
        """What would be said with another sureness and doubt, which follows from what was said with the one."""
        surer = [sharpened(world, UNSURE / sureness) for world in self.worlds]
        told = LookingAhead(doubt=doubt).told
        means = [told(sum(seat) / len(surer), len(self.shares)) for seat in zip(*surer, strict=True)]
        return [(sum(means[seat] for seat in side), sum(self.shares[seat] for seat in side)) for side in self.sides]


def sharpened(chances: Sequence[float], power: float) -> list[float]:
    """Chances go by leads over a scale; a scale that is smaller by a factor raises them to that power."""
    powers = [chance**power for chance in chances]
    return [each / sum(powers) for each in powers]


def foreseen(engine: Engine, state: Record, shares: Sequence[float], ahead: LookingAhead) -> Foreseen:
    unsure = replace(ahead, sureness=UNSURE)
    worlds = (chances_in(engine, state, TRUTH, 1, 1, unsure, first) for first in range(WORLDS))
    sides = sides_of(engine.rules.declaration.sides, state.players)
    return Foreseen(tuple(map(tuple, worlds)), tuple(shares), tuple(map(tuple, sides)))


def sampled(engine: Engine, players: int, number: int) -> tuple[list[Record], list[float]]:
    """Some positions of a game between Neighbours, and each seat's share in the end."""
    declaration = engine.rules.declaration
    room = engine.room_for_bots(declaration.read_options(None))
    by = engine.players(room, players, engine.numbers([INSTINCT_PLAYER] * players), rotating=False)

    def played(decisions: int) -> list[int]:
        """The game up to so many decisions; it stands in the room then."""
        tally = engine.tally(1, players)
        engine.loop(LOOP)(by, engine.numbers([number]), decisions, tally, BY_SCORES, engine.states(0))
        return [int(each) for each in tally[0]]

    whole = played(declaration.max_decisions)
    shares = whole[FIRST_SHARE : FIRST_SHARE + players]
    states = []
    for decisions in Random(number).sample(range(whole[LENGTH]), min(A_GAME, whole[LENGTH])):
        played(decisions)
        states.append(engine.get(room, TRUE))
    return [state for state in states if engine.rules.pending_seats(state)], [share / sum(shares) for share in shares]


def said_with(found: Iterable[Foreseen], sureness: float, doubt: float) -> list[Said]:
    return [said for each in found for said in each.said(sureness, doubt)]


def loss(said: Sequence[Said]) -> float:
    """How surprising the results are, if chances were as they were said."""

    def surprise(chance: float, share: float) -> float:
        kept = min(1 - LEAST, max(LEAST, chance))
        return -share * log(kept) - (1 - share) * log(1 - kept)

    return sum(surprise(*each) for each in said) / len(said)


def tenths(said: Sequence[Said], title: str) -> Table:
    table = Table("said", "positions", "said on average", "won", "95 %", title=title)
    for tenth in range(10):
        rows = [each for each in said if min(9, int(10 * each[0])) == tenth]
        if rows:
            chances, shares = zip(*rows, strict=True)
            won = Share.of(sum(shares), len(rows))
            span = f"{10 * tenth} to {10 * tenth + 10} %"
            between = f"{won.low:.1%} to {won.high:.1%}"
            table.add_row(span, str(len(rows)), f"{sum(chances) / len(rows):.1%}", f"{won.share:.1%}", between)
    return table


def main() -> None:
    name, players = sys.argv[1], int(sys.argv[2])
    games, seed = (int(given) for given in [*sys.argv[3:], *map(str, (GAMES, 0)[len(sys.argv) - 3 :])])
    rules = game(name).rules()
    rules.twin.compile(loops=[LOOP, "foretell"])
    engine, ahead = Compiled(rules), looking_ahead(rules.declaration, players)
    found: list[Foreseen] = []
    played, console = 0, Console()
    try:
        for number in track(range(games), "Games", console=Console(stderr=True)):
            states, shares = sampled(engine, players, (seed << 32) + number)
            found += [foreseen(engine, state, shares, ahead) for state in states]
            played += 1
    except KeyboardInterrupt:
        console.print(f"Interrupted after {played} of {games} games.")
    surest = min(GUESSES, key=lambda guess: loss(said_with(found, guess, ahead.doubt)))
    doubted = min(DOUBTS, key=lambda guess: loss(said_with(found, ahead.sureness, guess)))
    for sureness, doubt in ((surest, ahead.doubt), (ahead.sureness, doubted), (ahead.sureness, ahead.doubt)):
        surprise = loss(said_with(found, sureness, doubt))
        console.print(f"sureness {sureness:g}, doubt {doubt:g}: surprise {surprise:.4f}")
    title = f"{name}, {players} players, {played} games, sureness {ahead.sureness}, doubt {ahead.doubt}"
    console.print(tenths(said_with(found, ahead.sureness, ahead.doubt), title))


if __name__ == "__main__":
    main()

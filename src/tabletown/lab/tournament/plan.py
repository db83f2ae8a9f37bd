"""What is played: a game, those who take part, the format; and every table of it with games of its own."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log2

from tabletown import bots
from tabletown.lab.arena import check_thinking
from tabletown.lab.keeping import DIGEST
from tabletown.lab.playing import Source, check_seed
from tabletown.lab.runners import check_number
from tabletown.lab.tournament.entrants import Entrant, sources_of_ours
from tabletown.lab.tournament.pairing import Company, everybody
from tabletown.match import Game, game
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.looking_ahead import looking_ahead

ROUND_ROBIN, SWISS = "round-robin", "swiss"
FORMATS = (ROUND_ROBIN, SWISS)
USUAL_GAMES = 60
"""At a table, in a round; every number of players up to six divides it."""
MOST_GAMES = 1_000_000
MOST_ROUNDS = 1000
USUAL_SECONDS = 5.0
LEAST_SECONDS, MOST_SECONDS = 0.01, 3600.0


@dataclass(frozen=True)
class Tournament:
    """A tournament before its first game; everything about it has been looked at."""

    game: Game
    players: int
    entrants: tuple[Entrant, ...]
    format: str
    rounds: int
    games: int
    """At each table, in each round."""
    seed: int
    options: tuple[tuple[str, int], ...]
    edition: Edition
    thinking: float
    seconds: float
    """What a program has for a decision."""
    rules: str
    """All that games depend on besides these: the sources of rules and bots."""

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.entrants]

    @property
    def tables(self) -> int:
        """In a round."""
        if self.format == SWISS:
            return len(self.entrants) // self.players
        return len(everybody(sorted(self.names), self.players))

    def table(self, number: int, company: Company) -> "Table":
        """The one at which these sit in that round."""
        entrants = {entrant.name: entrant for entrant in self.entrants}
        seated = tuple(entrants[name] for name in company)
        parts = [
            self.game.name, self.players, sorted(self.options), self.edition.hash, self.rules, self.seed, number,
            [[one.name, one.spec, one.source] for one in seated],
        ]  # fmt: skip
        if searching := [one.level for one in seated if one.is_ours and bots.level(one.level).searches]:
            ahead = [repr(looking_ahead(self.game.declaration, self.players, level)) for level in searching]
            parts += [self.thinking, sources_of_ours(), ahead]
        if not all(one.is_ours for one in seated):
            parts += [self.seconds, sources_of_ours()]
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:DIGEST]
        return Table(number, seated, digest, _first_seed(self.seed, number, company), self.thinking, self.seconds)


@dataclass(frozen=True)
class Table:
    """Those who play together in a round. Its games depend on nothing else, so a bot more changes none of them."""

    round: int
    entrants: tuple[Entrant, ...]
    digest: str
    """What tells its games from all others."""
    first_seed: int
    thinking: float
    seconds: float

    @property
    def company(self) -> Company:
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def is_quick(self) -> bool:
        """Whether its games are played in one compiled loop."""
        return all(entrant.is_ours and bots.level(entrant.level).kind is not None for entrant in self.entrants)

    @property
    def thinks_long(self) -> bool:
        return any(entrant.is_ours and bots.level(entrant.level).searches for entrant in self.entrants)


def _first_seed(seed: int, number: int, company: Company) -> int:
    """No two tables have the same deals, so nobody knows one from elsewhere."""
    drawn = hashlib.sha256(json.dumps([seed, number, company]).encode()).digest()
    return int.from_bytes(drawn[:8], "big") >> 34 << 32


def plan_tournament(
    name: str,
    entrants: Sequence[Entrant],
    players: int | None = None,
    format: str = ROUND_ROBIN,  # noqa: A002
    rounds: int | None = None,
    games: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    edition: Source = None,
    thinking: float = 1.0,
    seconds: float = USUAL_SECONDS,
) -> Tournament:
    """Read and check everything before the first game."""
    chosen = game(name)
    declaration = chosen.declaration
    count = declaration.check_players(declaration.default_players if players is None else players)
    for entrant in entrants:
        if entrant.is_ours:
            bots.check_level(declaration, entrant.level)
    if len(entrants) < count:
        raise BadOption(
            f"A table of {count} needs {count} bots at least, not {len(entrants)}; the same one can come again by"
            " another name, as second=neighbour."
        )
    if format not in FORMATS:
        raise BadOption(f"The format is {' or '.join(FORMATS)}, not {format!r}.")
    usual_rounds = max(1, ceil(log2(len(entrants)))) if format == SWISS else 1
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise BadOption(f"A decision may take {LEAST_SECONDS} to {MOST_SECONDS:.0f} seconds, not {seconds:g}.")
    figures = chosen.edition(edition)
    made = Tournament(
        game=chosen,
        players=count,
        entrants=tuple(entrants),
        format=format,
        rounds=check_number("rounds", usual_rounds if rounds is None else rounds, 1, MOST_ROUNDS + 1),
        games=check_games(USUAL_GAMES if games is None else games, count),
        seed=check_seed(seed),
        options=tuple(declaration.read_options(options).items()),
        edition=figures,
        thinking=check_thinking(thinking),
        seconds=float(seconds),
        rules=chosen.rules(figures).source_hash,
    )
    if (wanted := made.rounds * made.tables * made.games) > MOST_GAMES:
        raise BadOption(f"That makes {wanted:,} games; a tournament has at most {MOST_GAMES:,}.")
    return made


def check_games(games: int, players: int) -> int:
    check_number("games", games, 1, MOST_GAMES + 1)
    if games % players:
        below, above = games // players * players, -(-games // players) * players
        better = f"{below} or {above}" if below else str(above)
        raise BadOption(
            f"At a table of {players} everybody sits in every seat equally often, so it plays a multiple of {players}"
            f" games: {better}, not {games}."
        )
    return games

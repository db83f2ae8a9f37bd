"""What came out: everybody's rating with its interval, games, wins and points, and who was ahead of whom how often."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from openskill.models import PlackettLuce

from tabletown.lab.certainty import Z95
from tabletown.lab.playing import UNFINISHED, Rows
from tabletown.lab.tournament.matches import columns_for, sides_of
from tabletown.lab.tournament.plan import Table, Tournament
from tabletown.lab.tournament.talking import FAULTS
from tabletown.rulekit.loops import WHOLE_WIN


@dataclass(frozen=True)
class Seat:
    """How one seat fared in a game."""

    seat: int
    bot: str
    share: float
    score: int
    rank: int
    """1 is best; equals have the same."""
    fault: str
    """Why it forfeited the game; nothing if it did not."""


@dataclass(frozen=True)
class GameResult:
    """A game, as it is written down."""

    round: int
    table: int
    """Within the round."""
    number: int
    seed: int
    ending: str
    decisions: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Standing:
    """How one of them did."""

    bot: str
    rating: float
    low: float
    high: float
    """The rating's 95 % interval."""
    games: int
    wins: int
    """Games won, alone or with others."""
    points: float
    """A whole win is 1, a shared one a part of it."""
    forfeits: int


@dataclass(frozen=True)
class Outcome:
    """A tournament as far as it has been played."""

    plan: Tournament
    results: tuple[GameResult, ...]
    notes: tuple[str, ...] = ()
    """What programs did wrong in the games that were played just now."""

    @property
    def games(self) -> int:
        return len(self.results)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The best first."""
        rated = ratings(self.plan, self.results)
        found = []
        for name in self.plan.names:
            own = [seat for result in self.results for seat in result.seats if seat.bot == name]
            rating, sigma = rated[name]
            found.append(
                Standing(
                    name,
                    rating,
                    rating - Z95 * sigma,
                    rating + Z95 * sigma,
                    len(own),
                    sum(seat.share > 0 for seat in own),
                    sum(seat.share for seat in own),
                    sum(bool(seat.fault) for seat in own),
                )
            )
        return tuple(sorted(found, key=lambda each: (-each.rating, each.bot)))

    @cached_property
    def ahead(self) -> dict[tuple[str, str], tuple[float, int]]:
        """Of each pair that has played against each other: how often the first was ahead, equals half, of how often."""
        counted: dict[tuple[str, str], tuple[float, int]] = {}
        for result in self.results:
            for one, other in combinations(result.seats, 2):
                if _on_one_side(self.plan, one, other):
                    continue
                for first, second in ((one, other), (other, one)):
                    before, times = counted.get((first.bot, second.bot), (0.0, 0))
                    won = 0.5 if first.rank == second.rank else float(first.rank < second.rank)
                    counted[first.bot, second.bot] = before + won, times + 1
        return counted

    def to_dict(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "game": plan.game.name,
            "players": plan.players,
            "format": plan.format,
            "rounds": plan.rounds,
            "games": self.games,
            "bots": [asdict(each) for each in self.standings],
            "ahead": [
                {"bot": one, "of": other, "games": times, "ahead": won}
                for (one, other), (won, times) in sorted(self.ahead.items())
            ],
        }


def _on_one_side(plan: Tournament, one: Seat, other: Seat) -> bool:
    sides = sides_of(plan.game.declaration.sides, plan.players)
    return any(one.seat in side and other.seat in side for side in sides)


def ratings(plan: Tournament, results: Sequence[GameResult]) -> dict[str, tuple[float, float]]:
    """Of each bot its rating and how uncertain that is, by Plackett and Luce's model as Weng and Lin update it.

    Bots do not get better or worse, so nothing is added to the uncertainty from game to game.
    """
    model = PlackettLuce(tau=0.0)
    rated = {name: model.rating(name=name) for name in plan.names}
    sides = sides_of(plan.game.declaration.sides, plan.players)
    for result in results:
        teams = [[rated[result.seats[seat].bot] for seat in side] for side in sides]
        ranks = [float(result.seats[side[0]].rank) for side in sides]
        for team, side in zip(model.rate(teams, ranks=ranks), sides, strict=True):
            for new, seat in zip(team, side, strict=True):
                rated[result.seats[seat].bot] = new
    return {name: (each.mu, each.sigma) for name, each in rated.items()}


def results_of(plan: Tournament, tables: Sequence[tuple[Table, Rows]]) -> tuple[GameResult, ...]:
    """The games of all tables: round by round, and in a round from game to game, whoever was played first."""
    numbers: dict[int, int] = {}
    found = []
    for table, rows in tables:
        place = numbers[table.round] = numbers.get(table.round, 0) + 1
        found += list(_results_at(plan, table, place, rows))
    return tuple(sorted(found, key=lambda result: (result.round, result.number, result.table)))


def _results_at(plan: Tournament, table: Table, place: int, rows: Rows) -> Iterator[GameResult]:
    declaration, players = plan.game.declaration, plan.players
    names = columns_for(max(declaration.players))
    endings = (UNFINISHED, *declaration.endings)
    first = {what: names.index(f"{what}_0") for what in ("bot", "share", "score", "fault")}
    for row in rows.tolist():
        bot, share, score, fault = (row[start : start + players] for start in first.values())
        ranks = ranks_of(sides_of(declaration.sides, players), share, score, fault)
        seats = tuple(
            Seat(
                seat,
                table.company[bot[seat]],
                share[seat] / WHOLE_WIN,
                score[seat],
                ranks[seat],
                FAULTS.get(fault[seat], ""),
            )
            for seat in range(players)
        )
        yield GameResult(table.round, place, row[0], table.first_seed + row[0], endings[row[1]], row[2], seats)


def ranks_of(
    sides: Sequence[Sequence[int]], shares: Sequence[int], scores: Sequence[int], faults: Sequence[int]
) -> list[int]:
    """By the win, then by score, except that sides have none; whoever forfeited comes last, with their side."""

    def worth(side: Sequence[int]) -> tuple[bool, int, int]:
        forfeited = any(faults[seat] for seat in side)
        won = 0 if forfeited else sum(shares[seat] for seat in side)
        return not forfeited, won, 0 if forfeited or len(side) > 1 or len(sides) < len(shares) else scores[side[0]]

    worths = [worth(side) for side in sides]
    ranks = [0] * len(shares)
    for side, own in zip(sides, worths, strict=True):
        for seat in side:
            ranks[seat] = 1 + sum(other > own for other in worths)
    return ranks

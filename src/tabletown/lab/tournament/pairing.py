"""Who sits with whom: everybody with everybody, or round by round those who stand about equal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

from tabletown.rulekit.errors import BadOption

Company = tuple[str, ...]
"""Those who sit at one table, in the order of their names."""
MOST_TABLES = 5000
MOST_TRIES = 20_000
"""Tables that are looked at for a round before meeting again is allowed."""


def everybody(names: Sequence[str], seats: int) -> list[Company]:
    """Each set of so many once."""
    tables = [tuple(sorted(company)) for company in islice(combinations(names, seats), MOST_TABLES + 1)]
    if len(tables) > MOST_TABLES:
        raise BadOption(
            f"{len(names)} bots at tables of {seats} make more than {MOST_TABLES} tables; Swiss needs fewer."
        )
    return tables


def swiss(order: Sequence[str], seats: int, before: Sequence[Company]) -> list[Company]:
    """The tables of the next round, the strongest first; `order` is how they stand, `before` who has met at a table.

    Those who sit together stand as close as can be without having met; if it cannot be helped, as few as possible meet
    again. Whoever is left over sits out: the lowest of those who have played most.
    """
    met = Counter(pair for company in before for pair in combinations(company, 2))
    playing = _without_those_who_sit_out(order, seats, before)
    for again in range(seats * (seats - 1) // 2 * max(1, *met.values(), 1) + 1):
        tries = iter(range(MOST_TRIES))
        if found := _seated(playing, seats, met, again, tries):
            return [tuple(sorted(company)) for company in found]
    return [tuple(sorted(playing[k : k + seats])) for k in range(0, len(playing), seats)]


def _without_those_who_sit_out(order: Sequence[str], seats: int, before: Sequence[Company]) -> list[str]:
    played = Counter(name for company in before for name in company)
    places = {name: place for place, name in enumerate(order)}
    out = sorted(order, key=lambda name: (-played[name], -places[name]))[: len(order) % seats]
    return [name for name in order if name not in out]


def _seated(
    left: Sequence[str], seats: int, met: Counter[tuple[str, str]], again: int, tries: Iterator[int]
) -> list[Company]:
    """Tables for all who are left, at each of which so many pairs at most have met before; none if there are not."""
    first, others = left[0], left[1:]
    for company in combinations(others, seats - 1):
        if next(tries, None) is None:
            return []
        table = (first, *company)
        if sum(met[pair] for pair in combinations(sorted(table), 2)) > again:
            continue
        rest = [name for name in others if name not in company]
        if not rest:
            return [table]
        if further := _seated(rest, seats, met, again, tries):
            return [table, *further]
    return []


def seating(company: Company, game: int) -> Company:
    """Who sits where in a table's game of that number: everybody moves on by a seat each game, and when all have been
    everywhere they sit down in another order, so that nobody always has the same neighbour."""
    seats = len(company)
    first, *others = company
    orders = list(permutations(others))
    order = (first, *orders[game // seats % len(orders)])
    return tuple(order[(seat - game) % seats] for seat in range(seats))

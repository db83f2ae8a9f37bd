"""What kind of player a bot is: among choices that look equally good, one saves, one ventures, one likes round sums.

It follows from the deal's seed, so nobody knows before the end, and anybody can check it afterwards. Bots of one table
differ as far as there are tempers; drawn one by one, those of three bots were the same in one game of nine.

How well a bot plays must not suffer from it: a choice that looks worse by more than MARGIN is never taken for its sake,
and neither is one that costs more. (One who liked to spend won 3 of 40 games of The Estates: a coin too much here and
there adds up.)
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import cycle

from tabletown.bots.search import Considered, Thought
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import Say, all_of, message

MARGIN = 0.01
"""Of the whole win: what counts as equally good."""
ROUND = 5

Taste = Callable[[int, int, int], tuple[int, int]]
"""How much a choice is to somebody's liking, by the sum of money in it (0 where there is none), the sum in the best
one, and its number: what commits to nothing has the lowest."""


@dataclass(frozen=True)
class Temper:
    """A liking, and how it is told of a bot when the game is over."""

    name: str
    told: str
    taste: Taste


PLAIN = Temper("plain", "", lambda _sum, _best, _action: (0, 0))
TEMPERS = (
    Temper(
        "patient",
        message("{names} took what costs less (patient)"),
        lambda sum_, _best, action: (-sum_, -action),
    ),
    Temper(
        "bold",
        message("{names} took what ventures more (bold)"),
        lambda sum_, best, action: (-abs(sum_ - best), action),
    ),
    Temper(
        "tidy",
        message("{names} took the rounder sum (tidy)"),
        lambda sum_, best, _action: (int(0 < sum_ <= best and sum_ % ROUND == 0), 0),
    ),
)
WITHOUT_SUMS = (
    replace(TEMPERS[0], told=message("{names} took what ventures less (patient)")),
    TEMPERS[1],
)
"""Where no choice holds a sum of money nobody can save, and no sum is rounder than another."""
BY_NAME = {temper.name: temper for temper in (PLAIN, *TEMPERS)}


def tempers_of(game: Declaration, seed: bytes, seats: Iterable[int]) -> dict[int, Temper]:
    """The tempers of those who sit there in the game with this seed: an order is drawn, and dealt out seat by seat."""
    tempers = TEMPERS if any(kind.money for kind in game.actions.kinds.values()) else WITHOUT_SUMS
    drawn = sorted(tempers, key=lambda temper: hashlib.sha256(temper.name.encode() + seed).digest())
    return dict(zip(sorted(seats), cycle(drawn), strict=False))


def tempers_in_words(_: Say, game: Declaration, seed: bytes, names: Mapping[int, str]) -> list[str]:
    """What is told at the end of those who sat there, if anybody did: one sentence, each temper once."""
    found: dict[Temper, list[str]] = {}
    for seat, temper in tempers_of(game, seed, names).items():
        found.setdefault(temper, []).append(names[seat])
    told = [_(temper.told).format(names=all_of(_, each)) for temper, each in found.items()]
    return [_("Of equal choices {tempers}.").format(tempers=all_of(_, told))] if told else []


def to_taste(temper: Temper, game: Declaration, thought: Thought, seat: int) -> int:
    """The action that somebody of the temper takes after the thought."""
    best = thought.best

    def is_as_good(each: Considered) -> bool:
        return 2 * each.visits >= best.visits and each.chances[seat] >= best.chances[seat] - MARGIN

    equals = [each.action for each in thought.considered if is_as_good(each)]
    usual = sum_in(game, best.action)
    return max(equals, key=lambda action: temper.taste(sum_in(game, action), usual, action))


def sum_in(game: Declaration, action: int) -> int:
    """The sum of money in an action, 0 if there is none."""
    kind, args = game.actions.decode(action)
    money = game.actions.kinds[kind].money
    return int(args[money]) if money else 0

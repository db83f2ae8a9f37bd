"""Sums: choices of one kind that differ only in a number, as a page offers them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabletown.match import Action
from tabletown.rulekit.actions import Verb
from tabletown.rulekit.staging import Tick

LONG_RUN = 2
CLOSE = 7
"""Of a hundred: ticks that are closer stand together."""


@dataclass(frozen=True)
class Amounts:
    """Actions of one kind that differ only in a number: a bid."""

    verb: Verb
    actions: tuple[Action, ...]
    suggested: tuple[int, ...] = ()
    """Sums to tap that the game has in mind."""
    others: tuple[Tick, ...] = ()
    """Where others' sums stand."""
    opening: int = -1
    """The action that is chosen before anybody has chosen; else the lowest sum."""

    @property
    def first(self) -> Action:
        return next((action for action in self.actions if action.id == self.opening), self.actions[0])

    @property
    def kind(self) -> str:
        return self.verb.name

    @property
    def argument(self) -> str:
        return self.verb.money

    @property
    def unit(self) -> str:
        return self.verb.unit

    @property
    def fixed(self) -> dict[str, int]:
        """The other arguments, which all of them share."""
        return {name: value for name, value in self.actions[0].args.items() if name != self.argument}

    @property
    def name(self) -> str:
        """For an id on the page."""
        return "-".join([self.kind, *map(str, self.fixed.values())])

    @property
    def low(self) -> int:
        return self.actions[0].args[self.argument]

    @property
    def high(self) -> int:
        return self.actions[-1].args[self.argument]

    @property
    def quick(self) -> list[int]:
        """Sums to tap: the lowest ones, and some on the way to the highest."""
        span = self.high - self.low
        if span < 6:
            return list(range(self.low, self.high + 1))
        if self.suggested:
            return sorted({self.low, self.high, *(n for n in self.suggested if self.low <= n <= self.high)})
        return sorted({self.low, self.low + 1, self.low + 2, self.low + span // 4, self.low + span // 2, self.high})

    @property
    def ticks(self) -> list[tuple[int, list[Tick]]]:
        """How far along the scale, of a hundred, others' sums stand, at its ends if beyond; close ones together."""
        found: list[tuple[int, list[Tick]]] = []
        for tick in sorted(self.others):
            at = round(100 * (min(self.high, max(self.low, tick.amount)) - self.low) / max(1, self.high - self.low))
            if found and at - found[-1][0] < CLOSE:
                found[-1][1].append(tick)
            else:
                found.append((at, [tick]))
        return found

    @property
    def wording(self) -> str:
        """The action's text with {n} for the number; those that say it in another way are exceptions."""
        last = self.actions[-1]
        return last.text.replace(str(self.high), "{n}", 1)

    @property
    def exceptions(self) -> dict[int, str]:
        """What a sum's own words are where they are not the usual ones, as with nothing at all."""
        said = ((action.args[self.argument], action.text) for action in self.actions)
        return {n: text for n, text in said if self.wording.replace("{n}", str(n), 1) != text}


def kind_of_sum(action: Action, kinds: Mapping[str, Verb]) -> tuple[Any, ...]:
    """Its kind, and where it names a sum all that it says besides."""
    money = kinds[action.kind].money
    return action.kind, *(value for name, value in action.args.items() if money and name != money)


def is_run(group: tuple[Action, ...], verb: Verb) -> bool:
    """Whether the actions differ only in a sum and without a gap, so that it can be chosen with slider and number."""
    if len(group) < LONG_RUN or list(verb.arguments)[-1:] != [verb.money]:
        return False
    numbers = [action.args[verb.money] for action in group]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))

"""Numbered choices out of legal actions, and what a typed answer means."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from string import ascii_lowercase

from tabletown.match import Action
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import Say

COMMANDS = {
    "u": "undo",
    "s": "save",
    "q": "quit",
    "l": "log",
    "w": "why",
    "c": "coach",
    "t": "hint",
    "f": "forecast",
    "a": "aid",
    "h": "help",
}


class Unclear(TabletownError):
    """An answer that means nothing here."""


@dataclass(frozen=True)
class Choice:
    """One line of the list: an action, or all those that differ only in their sum."""

    number: int
    actions: tuple[Action, ...]
    letter: str = ""
    """With a sum behind it, it chooses the sum."""
    money: str = ""
    """The argument that is the sum."""

    @property
    def kind(self) -> str:
        return self.actions[0].kind

    @property
    def low(self) -> int:
        return self.actions[0].args[self.money]

    @property
    def high(self) -> int:
        return self.actions[-1].args[self.money]

    def text(self, _: Say) -> str:
        if len(self.actions) == 1:
            return self.actions[0].text
        text = _("{first} … {last}: type {letter} and the amount, as {letter}{low}")
        return text.format(first=self.actions[0].text, last=self.actions[-1].text, letter=self.letter, low=self.low)


@dataclass(frozen=True)
class Pick:
    """A choice; for one with amounts also how much, or None to be asked."""

    choice: Choice
    amount: int | None = None


@dataclass(frozen=True)
class Try:
    """An action by its name, legal or not."""

    kind: str
    args: dict[str, int]


@dataclass(frozen=True)
class Explain:
    """What is asked about: a choice, or None for the last refusal or the decision itself."""

    choice: Choice | None


@dataclass(frozen=True)
class Command:
    name: str
    rest: str


Answer = Pick | Try | Explain | Command


def choices_of(space: Actions, actions: Sequence[Action]) -> list[Choice]:
    choices: list[Choice] = []
    taken = set(COMMANDS)
    for number, group in enumerate(_groups(space, actions), 1):
        verb = space.kinds[group[0].kind]
        letter = _letter(verb.name, taken) if verb.is_sum else ""
        taken.add(letter)
        choices.append(Choice(number, group, letter, verb.money if verb.is_sum else ""))
    return choices


def _groups(space: Actions, actions: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
    for kind, same in groupby(actions, key=lambda action: action.kind):
        group = tuple(same)
        if space.kinds[kind].is_sum:
            yield group
        else:
            yield from ((action,) for action in group)


def _letter(kind: str, taken: Set[str]) -> str:
    """The first of the kind's letters that means nothing else, or else of all letters."""
    return next(letter for letter in kind + ascii_lowercase if letter in ascii_lowercase and letter not in taken)


def understood(_: Say, typed: str, choices: Sequence[Choice], kinds: Sequence[str]) -> Answer:
    """What the answer means; Unclear says why it means nothing."""
    if typed.startswith("?"):
        rest = typed[1:].strip()
        return Explain(_numbered(_, rest, choices) if rest else None)
    first, _space, rest = typed.partition(" ")
    for letter, name in COMMANDS.items():
        if first.lower() in {letter, name}:
            return Command(name, rest.strip())
    if match := re.fullmatch(r"([a-z]+)\s*(-?\d+)", typed.lower()):
        for choice in choices:
            if choice.letter and match[1] in {choice.letter, choice.kind}:
                return Pick(choice, int(match[2]))
    if match := re.fullmatch(r"(\d+)\s+(-?\d+)", typed):
        choice = _numbered(_, match[1], choices)
        if choice.letter:
            return Pick(choice, int(match[2]))
    if first in kinds:
        return Try(first, _arguments(_, rest))
    return Pick(_numbered(_, typed, choices))


def _numbered(_: Say, typed: str, choices: Sequence[Choice]) -> Choice:
    if re.fullmatch(r"[0-9]{1,6}", typed) and 1 <= int(typed) <= len(choices):
        return choices[int(typed) - 1]
    text = _("“{typed}” is no choice here: type a number from 1 to {last}, or h for help.")
    if len(choices) == 1:
        text = _("“{typed}” is no choice here: type 1, or h for help.")
    long = next((choice for choice in choices if choice.letter), None)
    if long and typed.isdigit():
        text = _("“{typed}” is no choice here: type a number from 1 to {last}, or {letter}{typed} for that amount.")
        raise Unclear(text.format(typed=typed, last=len(choices), letter=long.letter))
    raise Unclear(text.format(typed=typed, last=len(choices)))


def _arguments(_: Say, text: str) -> dict[str, int]:
    """row=1 lot=2"""
    args: dict[str, int] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or not re.fullmatch(r"-?\d{1,6}", value):
            raise Unclear(_("An action's arguments are written as name=number, not “{part}”.").format(part=part))
        args[name] = int(value)
    return args

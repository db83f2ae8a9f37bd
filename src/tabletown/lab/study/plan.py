"""What is compared: every combination of what is varied is a variant, and each is played with the same seeds."""

import hashlib
import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tabletown import bots
from tabletown.lab.keeping import DIGEST
from tabletown.lab.playing import Source, check_seed
from tabletown.match import Game, game
from tabletown.rulekit.declare import Option
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadOption

MOST_VARIANTS = 48


@dataclass(frozen=True)
class Variant:
    """One way to play the game: how many, which bots, which options, which figures."""

    game: str
    players: int
    bots: str
    options: tuple[tuple[str, int], ...]
    edition: Edition
    seed: int
    label: str
    """What tells it from the other variants."""
    rules: str
    """All that its games depend on besides these: the sources of rules and bots."""

    @property
    def digest(self) -> str:
        """What tells its games from all others."""
        parts = [self.game, self.players, self.bots, sorted(self.options), self.edition.hash, self.seed, self.rules]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:DIGEST]


@dataclass(frozen=True)
class Plan:
    """The variants of a study in their order; the first is what the others are compared with."""

    game: Game
    variants: tuple[Variant, ...]
    seed: int

    @property
    def varied(self) -> bool:
        return len(self.variants) > 1


def plan_of(
    name: str,
    players: Sequence[int] = (),
    vary: Mapping[str, Sequence[object]] | None = None,
    options: Mapping[str, object] | None = None,
    editions: Sequence[Source] = (),
    levels: Sequence[str] = ("neighbour",),
    seed: int = 0,
) -> Plan:
    """Read and check everything before the first game."""
    chosen = game(name)
    declaration = chosen.declaration
    check_seed(seed)
    counts = [declaration.check_players(count) for count in players or (declaration.default_players,)]
    fixed = dict(options or {})
    declaration.read_options(fixed)
    axes = [_values_of(chosen, option, values, fixed) for option, values in (vary or {}).items()]
    figures = [chosen.edition(source) for source in editions or (None,)]
    _check_different([edition.hash for edition in figures], "edition")
    _check_different(counts, "number of players")
    _check_different(list(levels), "bot")
    for level in levels:
        bots.check_level(declaration, level)
        if bots.level(level).kind is None:
            raise BadOption(f"A study is played by bots that do not search, visitor or neighbour, not by {level}.")
    size = len(counts) * len(figures) * len(levels)
    for axis in axes:
        size *= len(axis)
    if size > MOST_VARIANTS:
        raise BadOption(f"That makes {size} variants; a study compares at most {MOST_VARIANTS}.")
    return Plan(chosen, tuple(_variants(chosen, counts, axes, fixed, figures, levels, seed)), seed)


def _values_of(chosen: Game, name: str, values: Sequence[object], fixed: Mapping[str, object]) -> list[tuple[str, int]]:
    if name in fixed:
        raise BadOption(f"The option {name!r} is both varied and fixed; one of them is right.")
    found = [(name, chosen.declaration.read_options({name: value})[name]) for value in values]
    _check_different([value for _, value in found], f"value of {name}")
    return found


def _check_different(values: Sequence[object], what: str) -> None:
    twice = [value for value in values if values.count(value) > 1]
    if twice:
        raise BadOption(f"The same {what} is given twice, so there is nothing to compare.")


def _variants(
    chosen: Game,
    counts: Sequence[int],
    axes: Sequence[Sequence[tuple[str, int]]],
    fixed: Mapping[str, object],
    figures: Sequence[Edition],
    levels: Sequence[str],
    seed: int,
) -> Iterator[Variant]:
    declared = {option.name: option for option in chosen.options}
    for level, edition, varied, count in itertools.product(levels, figures, itertools.product(*axes), counts):
        options = chosen.declaration.read_options({**fixed, **dict(varied)})
        words = [
            *([edition.name] if len(figures) > 1 else []),
            *(said(declared[name], value) for name, value in varied),
            *([f"{level}s"] if len(levels) > 1 else []),
            *([f"{count} players"] if len(counts) > 1 else []),
        ]
        yield Variant(
            chosen.name,
            count,
            level,
            tuple(options.items()),
            edition,
            seed,
            ", ".join(words) or f"{count} players",
            chosen.rules(edition).source_hash,
        )


def said(option: Option, value: int) -> str:
    return f"{option.name}={option.values[value]}"


# ---------------------------------------------------------------- as written on a command line


def read_players(text: str, possible: Sequence[int]) -> list[int]:
    """`4`, `2,4,6` or `2..4`: of a range those that the game is for."""
    counts: list[int] = []
    for part in text.split(","):
        if not (match := re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", part.strip())):
            raise BadOption(f"Numbers of players are written as 4, as 2,4 or as 2..4, not {text!r}.")
        first, last = int(match[1]), int(match[2] or match[1])
        within = [count for count in possible if first <= count <= last]
        if match[2] and not within:
            known = ", ".join(map(str, possible))
            raise BadOption(f"There is no number of players in {part.strip()!r}; the game is for {known}.")
        counts += within if match[2] else [first]
    return counts


def read_varied(pairs: Sequence[str]) -> dict[str, list[str]]:
    """option=a,b"""
    varied: dict[str, list[str]] = {}
    for pair in pairs:
        name, _, values = pair.partition("=")
        parts = [part.strip() for part in values.split(",")]
        if not name or not all(parts):
            raise BadOption(f"What is varied is written as option=a,b, not {pair!r}.")
        if name in varied:
            raise BadOption(f"The option {name!r} is varied twice.")
        varied[name] = parts
    return varied

"""What was learned of a game, as it lies beside it: `weights.toml`, a table for each number of players.

    [2]
    scale = 31.2             # the lead by which three of four games are won, in the measure of these weights
    constant = 4.1
    layer = []               # units in between: their constant, a weight a feature, what they add if lit
    learned = "..."          # from what: seed, games, versions
    [2.weights]              # what one more of each feature is worth
    "cash" = 0.31

`tabletown train` writes it. Searching players and analyses judge by it; without a table for their number of players,
and in Neighbour, the instinct is the one that was written by hand.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.learned import FIRST_FEATURE
from tabletown.rulekit.thinking import MIND

FILE = "weights.toml"
NAMES = "FEATURES"
Unit = tuple[float, ...]


@dataclass(frozen=True)
class Mind:
    """Weights for each of a game's features; made of nothing but numbers."""

    constant: float
    weights: tuple[float, ...]
    scale: float = 1.0
    layer: tuple[Unit, ...] = ()

    def in_sums(self, players: int) -> tuple[float, ...]:
        """As it stands in the sums of `evaluate`, from MIND on."""
        count, units = len(self.weights), [(self.constant, *self.weights, 0.0), *self.layer]
        begin = FIRST_FEATURE + players * count
        head = (float(count), float(len(units)), float(begin))
        by_feature = (number for column in zip(*units, strict=True) for number in column)
        return (*head, *[0.0] * (begin - MIND - len(head)), *by_feature, *[0.0] * len(units))


@dataclass(frozen=True)
class Lesson:
    """A mind, and where it comes from."""

    mind: Mind
    origin: Mapping[str, str | int | float] = field(default_factory=dict)


def features_of(game: Declaration) -> tuple[str, ...]:
    """What a seat's prospects are judged by, by name; nothing, if the instinct says nothing about it."""
    return next((tuple(vars(module)[NAMES]) for module in game.rules if NAMES in vars(module)), ())


@cache
def learned_minds(game: Declaration) -> dict[int, Mind]:
    """What lies beside the game, by the number of players."""
    file = game.files / FILE
    if not file.is_file():
        return {}
    where = f"{game.name}/{FILE}"
    return {players: lesson.mind for players, lesson in read(file.read_text(encoding="utf-8"), game, where).items()}


def read(text: str, game: Declaration, where: str) -> dict[int, Lesson]:
    """The tables of such a file."""
    try:
        found = tomllib.loads(text)
        return {int(players): _lesson(said, features_of(game)) for players, said in found.items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadDeclaration(f"{where} was not learned for these features ({error}); train {game.name} anew.") from None


def _lesson(said: Mapping[str, Any], features: Sequence[str]) -> Lesson:
    weights = said["weights"]
    if tuple(weights) != tuple(features):
        odd = sorted(set(weights) ^ set(features)) or ["their order"]
        raise ValueError(", ".join(odd))
    layer = tuple(tuple(map(float, unit)) for unit in said["layer"])
    if any(len(unit) != len(features) + 2 for unit in layer):
        raise ValueError("layer")
    numbers = tuple(float(each) for each in weights.values())
    mind = Mind(float(said["constant"]), numbers, float(said["scale"]), layer)
    told = {"weights", "layer", "constant", "scale"}
    return Lesson(mind, {name: value for name, value in said.items() if name not in told})


def written(title: str, lessons: Mapping[int, Lesson], features: Sequence[str]) -> str:
    """The text of such a file; the same lessons give the same text."""
    lines = [f"# What was learned of {title} by `tabletown train` (docs/bots.md). Train anew rather than change it."]
    for players, lesson in sorted(lessons.items()):
        mind = lesson.mind
        lines += ["", f"[{players}]"]
        lines += [f"{name} = {_quoted(value)}" for name, value in lesson.origin.items()]
        lines += [f"scale = {mind.scale!r}", f"constant = {mind.constant!r}"]
        lines += ["layer = ["] + [f"    [{', '.join(map(repr, unit))}]," for unit in mind.layer] + ["]"]
        lines += ["", f"[{players}.weights]"]
        lines += [f'"{name}" = {weight!r}' for name, weight in zip(features, mind.weights, strict=True)]
    return "\n".join(lines) + "\n"


def _quoted(value: str | float) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' if isinstance(value, str) else repr(value)

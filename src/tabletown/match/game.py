"""A game that can be played: its declaration, its rules per edition, and new matches."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletown.rulekit import registry
from tabletown.rulekit.declare import Declaration, Option
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.namespace import Namespace

if TYPE_CHECKING:
    from tabletown.match.match import Match

MOST_EDITIONS = 64
_namespaces: dict[tuple[str, str], Namespace] = {}
"""The rules of the editions that were asked for last, the latest at the end."""


def _at_hand(rules: Namespace) -> Namespace:
    """Words and pictures ask for figures and rules at every turn: so they need not be looked for."""
    known = {name: value for name, value in rules.globals.items() if not hasattr(Namespace, name)}
    rules.__dict__.update({**known, **rules.__dict__})
    return rules


class Game:
    """One of the installed games."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.declaration is other.declaration

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def name(self) -> str:
        return self.declaration.name

    @property
    def title(self) -> str:
        return self.declaration.title

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""
        return self.declaration.players

    @property
    def options(self) -> tuple[Option, ...]:
        return self.declaration.options

    @property
    def endings(self) -> tuple[str, ...]:
        return self.declaration.endings

    def edition(self, source: "str | Path | Mapping[str, Any] | Edition | None" = None) -> Edition:
        """An edition: the default, one that comes with the game (by its file, with or without `.toml`, or its name),
        a file, or a record's content."""
        if isinstance(source, Edition):
            return source
        declaration = self.declaration
        if isinstance(source, Mapping):
            content = dict(source)
            return Edition.build(content, "the record's edition", declaration.figures, declaration.check)
        if source is None:
            return declaration.edition()
        for file in declaration.editions:
            if str(source) in {file, file.removesuffix(".toml"), declaration.edition(file).name}:
                return declaration.edition(file)
        return Edition.load(Path(source), declaration.figures, declaration.check)

    def rules(self, edition: "str | Path | Mapping[str, Any] | Edition | None" = None) -> Namespace:
        """The rules in an edition; made once, as long as it is among those that were asked for last."""
        chosen = self.edition(edition)
        key = (self.name, chosen.hash)
        made = _namespaces.pop(key, None) or _at_hand(Namespace(self.declaration, chosen))
        _namespaces[key] = made
        while len(_namespaces) > MOST_EDITIONS:  # records of strangers bring editions of their own
            _namespaces.pop(next(iter(_namespaces)), None)
        return made

    def new(
        self,
        players: int | None = None,
        seed: int | str | bytes | None = None,
        options: Mapping[str, object] | None = None,
        edition: "str | Path | Mapping[str, Any] | Edition | None" = None,
        names: Sequence[str] | None = None,
    ) -> "Match":
        """A new match; without a seed, one that nobody knows."""
        from tabletown.match.match import Match

        count = self.declaration.check_players(self.declaration.default_players if players is None else players)
        return Match(self, count, seed, self.declaration.read_options(options), self.edition(edition), names)


def game(name: str) -> Game:
    """The installed game of that name."""
    return Game(registry.declaration(name))


def games() -> list[Game]:
    """All installed games."""
    return [Game(declaration) for declaration in registry.declarations().values()]


def names_for(players: int, names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [f"Player {seat + 1}" for seat in range(players)]
    if len(names) != players or not all(name.strip() for name in names):
        raise BadOption(f"{players} players need {players} names, not {list(names)}.")
    return [name.strip() for name in names]

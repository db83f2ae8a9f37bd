"""What a game is, declared literally: title, players, options, endings, and the modules that hold its rules."""

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.editions import Edition, Figure
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.events import Events
from tabletown.rulekit.language import message
from tabletown.rulekit.reasons import Reasons
from tabletown.rulekit.records import Record


@dataclass(frozen=True)
class Option:
    """A choice made before the game: a field of the state, with its values. Meanings are messages for translation."""

    name: str
    label: str
    values: Mapping[int, str]
    """Value -> its name on the command line and in records."""
    default: int
    meaning: Mapping[int, str] = field(default_factory=dict)
    opens: int | None = None
    """The value under which custom hides nothing; a game that is over is looked back at as if it had been chosen."""
    hides: tuple[str, ...] = ()
    """Fields that custom hides under any other value until the end: of those with an entry a seat everybody else's,
    the others whole. A perfect memory knows them, so `conceal` leaves them; where one is hidden, `redeal` fills it."""

    def parse(self, text: object) -> int:
        for value, name in self.values.items():
            if text == name or (text == value and not isinstance(text, bool)) or str(text) == str(value):
                return value
        names = ", ".join(self.values.values())
        raise BadOption(
            message("The option {name!r} takes {values}, not {given!r}."), name=self.name, values=names, given=text
        )


@dataclass(frozen=True)
class Bidding:
    """An open auction that a standing order can answer: which kinds of action bid and give up, which auction it is."""

    bid: str
    amount: str
    """The bid's argument that is the sum."""
    give_up: str
    auction: str
    """The field of the state that changes from one auction to the next; negative while there is none."""


@dataclass(frozen=True, eq=False)
class Declaration:
    """One game. Import-light: its modules are loaded when the first rule is needed."""

    name: str
    title: str
    package: str
    summary: str
    minutes: str
    players: tuple[int, ...]
    default_players: int
    options: tuple[Option, ...]
    endings: tuple[str, ...]
    """Ending n (from 1) is `endings[n - 1]`."""
    rules: tuple[str, ...]
    """Modules of the package that make up the rules, in the order of the rulebook."""
    max_runs: int
    """How many runs of legal actions a position can have."""
    max_decisions: int
    """No game lasts longer."""
    version: str
    """Changes when, and only when, the game behaves differently."""
    automatic: tuple[str, ...] = ()
    """Kinds of action that the match plays by itself where a seat has no other choice."""
    visitor_declines: tuple[str, ...] = ()
    """Kinds of action that a random player never takes if there is another: accepted trades, shares of a cost."""
    bidding: Bidding | None = None
    """What the standing orders *bid up to* and *pass this auction* mean here."""
    unasked: Mapping[str, str] = field(default_factory=dict)
    """Kinds of action that *never ask me* answers with, each with its label: a message for translation."""
    composed: tuple[str, ...] = ()
    """Kinds of action that are parts of a larger choice: a page collects and previews them, and plays them as one."""
    closing: tuple[str, ...] = ()
    """Kinds of action that complete such a choice; while one is possible, the parts are not played without it."""
    worlds: int = 1
    """How many redealt worlds a one-ply player looks at."""
    editions: tuple[str, ...] = ("edition.toml",)
    """Files of the package; the first is the default."""
    has_secrets: bool = True
    """Whether a shared screen needs a curtain between seats."""

    def __repr__(self) -> str:
        return f"<Declaration {self.name}>"

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def optional_module(self, name: str) -> ModuleType | None:
        """A module that a game may do without."""
        return self.module(name) if _exists(f"{self.package}.{name}") else None

    @property
    def files(self) -> Traversable:
        return resources.files(self.package)

    @cached_property
    def state(self) -> type[Record]:
        state: type[Record] = self.module("state").State
        return state

    @cached_property
    def actions(self) -> Actions:
        actions: Actions = self.module("actions").ACTIONS
        return actions

    @cached_property
    def events(self) -> Events:
        events: Events = self.module("events").EVENTS
        return events

    @cached_property
    def reasons(self) -> Reasons:
        reasons: Reasons = self.module("reasons").REASONS
        return reasons

    @cached_property
    def figures(self) -> list[Figure]:
        return [value for value in vars(self.module("figures")).values() if isinstance(value, Figure)]

    def edition(self, file: str | None = None) -> Edition:
        """One of the editions that come with the game; the first is the default."""
        return _bundled(self, file or self.editions[0])

    @property
    def check(self) -> Any:
        """The game's own check of an edition, if its figures must satisfy something together."""
        return getattr(self.module("figures"), "check", None)

    def check_players(self, players: object) -> int:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise BadOption(
                message("{game} is for {counts} players, not {players}."),
                game=self.title,
                counts=counts,
                players=players,
            )
        return players

    def read_options(self, given: Mapping[str, object] | None) -> dict[str, int]:
        """Every option's value, defaults filled in."""
        known = {option.name: option for option in self.options}
        for name in given or {}:
            if name not in known:
                raise BadOption(
                    message("{game} has no option {name!r}; it has {known}."),
                    game=self.title,
                    name=name,
                    known=", ".join(known) or "none",
                )
        return {
            name: option.parse(given[name]) if given and name in given else option.default
            for name, option in known.items()
        }


@cache
def _bundled(declaration: Declaration, source: str) -> Edition:
    text = (declaration.files / source).read_text(encoding="utf-8")
    return Edition.read(text, f"{declaration.name}/{source}", declaration.figures, declaration.check)


@cache
def _exists(module: str) -> bool:
    return importlib.util.find_spec(module) is not None

"""What a game is, declared literally: title, players, options, endings, and the modules that hold its rules."""

import importlib
import importlib.util
import pkgutil
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, TypeVar

from tabletown.rulekit.actions import Actions, Verb
from tabletown.rulekit.editions import Edition, Figure
from tabletown.rulekit.errors import BadDeclaration, BadOption
from tabletown.rulekit.events import Events
from tabletown.rulekit.language import Title, files_of, message
from tabletown.rulekit.observing import Observation, Place, places, plainly
from tabletown.rulekit.reasons import Reasons
from tabletown.rulekit.records import Record
from tabletown.rulekit.rooms import Guide, Letters, Offer, Picture, Sheets, Staging, Teaching, Words

T = TypeVar("T")


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

    def __post_init__(self) -> None:
        given: object = self.values
        if not isinstance(given, Mapping) or not given or not _is_row_of(str, [*given.values()]):
            raise BadDeclaration(f"The option {self.name} takes values={{0: 'off', 1: 'on'}}, not {self.values!r}.")
        opens = () if self.opens is None else (self.opens,)
        for what, named in {"default": (self.default,), "opens": opens, "meaning": self.meaning}.items():
            if unknown := [value for value in named if value not in self.values]:
                known = ", ".join(map(str, self.values))
                raise BadDeclaration(f"The option {self.name} has {what} {unknown[0]!r}; its values are {known}.")

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
    """An auction that a standing order can answer: which kinds of action bid and give up, which auction it is."""

    bid: str
    amount: str
    """The bid's argument that is the sum."""
    unit: str
    """What is written behind it."""
    give_up: str
    auction: str


class _AsManyAsActions:
    """A bound that follows from the number of actions, unless the game knows a lower one."""

    def __get__(self, game: "Declaration | None", owner: type | None = None) -> int:
        if game is None:
            return 0  # the default of the field
        given: int = vars(game)["_max_runs"]
        return given or game.actions.count

    def __set__(self, game: "Declaration", given: int) -> None:
        vars(game)["_max_runs"] = given


@dataclass(frozen=True, eq=False)
class Declaration:
    """One game. Import-light: its modules are loaded when the first rule is needed."""

    name: str
    title: str
    package: str
    players: tuple[int, ...]
    summary: str = ""
    minutes: str = ""
    default_players: int = 0
    """Without it the first of `players`."""
    options: tuple[Option, ...] = ()
    endings: tuple[str, ...] = ("over",)
    """Ending n (from 1) is `endings[n - 1]`."""
    max_runs: _AsManyAsActions = _AsManyAsActions()
    """How many runs of legal actions a position can have."""
    max_decisions: int = 10_000
    """No game lasts longer."""
    version: str = "1"
    """Changes when, and only when, the game behaves differently."""
    auction: str = ""
    """The field of the state that changes from one auction to the next; negative while there is none."""
    worlds: int = 1
    """How many redealt worlds a one-ply player looks at."""
    editions: tuple[str, ...] = ("edition.toml",)
    """Files of the package; the first is the default. A game that declares no figures needs none."""
    paced_by: str = ""
    """The field of the state that counts rounds, turns or years; studies tell how many of them a game lasts."""
    opened_by: str = ""
    """The field of the state that holds who had the first turn, where the others follow clockwise; studies tell what
    that is worth."""
    haggling: tuple[str, ...] = ()
    """Kinds of actions of which offers to others consist. Bots who look ahead decide to whom to make one, and put it
    together by instinct, or as short as may be: parts make next to no difference to the game until somebody agrees."""
    haggled: tuple[str, ...] = ()
    """Those of them that lead on, to what is asked for and to the one who is asked."""
    sides: tuple[str, ...] = ()
    """The sides that players are on, each with as many seats as any other, in the order of the seats."""

    def __post_init__(self) -> None:
        if not _is_row_of(int, self.players) or not self.players or len(set(self.players)) < len(self.players):
            raise BadDeclaration(f"{self.name} says for how many it is, as in players=(2, 3, 4), not {self.players!r}.")
        if not _is_row_of(str, self.endings) or not self.endings:
            raise BadDeclaration(f"{self.name} names how it can end, as in endings=('over',), not {self.endings!r}.")
        if not _is_row_of(Option, self.options):
            raise BadDeclaration(f"{self.name} takes options=(Option(...),), with a comma behind each.")
        _check_types(self)
        if not self.default_players:
            object.__setattr__(self, "default_players", self.players[0])
        _check_numbers(self)

    def __repr__(self) -> str:
        return f"<Declaration {self.name}>"

    @cached_property
    def opening(self) -> dict[str, int]:
        """The options under which custom may hide something, each with the value that hides nothing."""
        return {option.name: option.opens for option in self.options if option.opens is not None}

    @property
    def called(self) -> Title:
        """For sentences in whatever language."""
        return Title(self.title, self.package)

    @property
    def files(self) -> Traversable:
        return files_of(self.package)

    def first_seat_of(self, side: int, players: int) -> int:
        """Where the seats of a side begin, at a table of so many."""
        return side * players // len(self.sides) if self.sides else 0

    # ------------------------------------------------------------ its rooms

    @cached_property
    def rules(self) -> tuple[ModuleType, ...]:
        """The modules of the rules, found in the room `rules`, and of the instinct, which may be a room too; a game may
        also be one file."""
        home = imported(self.package)
        room, instinct = self.optional_module("rules"), self.optional_module("instinct")
        return (*(_modules_of(room) if room else (home,)), *(_modules_of(instinct) if instinct else ()))

    def module(self, name: str) -> ModuleType:
        """A module of a room, such as `telling.words`."""
        return imported(f"{self.package}.{name}")

    def optional_module(self, name: str) -> ModuleType | None:
        """A module that a game may do without."""
        return self.module(name) if _exists(f"{self.package}.{name}") else None

    def _declared(self, kind: type[T]) -> T | None:
        """What the rules declare of a kind: there is one at most."""
        return self._found(kind, self.rules)

    def _found(self, kind: type[T], modules: Iterable[ModuleType]) -> T | None:
        found = {id(value): value for module in modules for value in vars(module).values() if type(value) is kind}
        if len(found) > 1:
            raise BadDeclaration(f"{self.name} declares {kind.__name__} {len(found)} times; once is right.")
        return next(iter(found.values()), None)

    def _offered(self, room: str, kind: type[T]) -> T:
        """What a room offers of a kind, else what the kit offers to everybody. A game in one file offers it there."""
        module = self.optional_module(room)
        if module is None:
            return self._found(kind, [imported(self.package)]) or kind()
        if not any(isinstance(value, Offer) for value in vars(module).values()):
            raise BadDeclaration(
                f"{module.__name__} offers nothing: say there what of it is used, as in WORDS = Words(...)."
            )
        return self._found(kind, [module]) or kind()

    @cached_property
    def words(self) -> Words[Any]:
        return self._offered("telling", Words)

    @cached_property
    def letters(self) -> Letters[Any]:
        return self._offered("telling", Letters)

    @cached_property
    def sheets(self) -> Sheets[Any]:
        return self._offered("telling", Sheets)

    @cached_property
    def guide(self) -> Guide[Any]:
        return self._offered("telling", Guide)

    @cached_property
    def teaching(self) -> Teaching:
        return self._offered("telling", Teaching)

    @cached_property
    def picture(self) -> Picture[Any]:
        return self._offered("drawing", Picture)

    @cached_property
    def staging(self) -> Staging[Any]:
        return self._offered("staging", Staging)

    @cached_property
    def state(self) -> type[Record]:
        for module in self.rules:
            for value in vars(module).values():
                if isinstance(value, type) and issubclass(value, Record) and value.__module__ == module.__name__:
                    return self._whole(value)
        raise BadDeclaration(f"{self.name} declares no state: a class that is a @record.")

    def _whole(self, state: type[Record]) -> type[Record]:
        """The state, if it has the fields that the declaration names."""
        if "fields" not in vars(state):
            raise BadDeclaration(f"{state.__module__}.{state.__name__} is no record yet: @record stands above it.")
        named = [option.name for option in self.options]
        named += [field for option in self.options for field in option.hides]
        named += [field for field in (self.auction, self.paced_by, self.opened_by) if field]
        for name in named:
            if name not in state.fields:
                raise BadDeclaration(f"{self.name} declares {name!r}, which is no field of its state.")
        return state

    @cached_property
    def actions(self) -> Actions:
        actions = self._declared(Actions)
        if actions is None:
            raise BadDeclaration(f"{self.name} declares no actions: ACTIONS = Actions().")
        return actions

    @cached_property
    def automatic(self) -> tuple[str, ...]:
        """Kinds of action that the match plays by itself where a seat has no other choice."""
        return self._kinds(lambda verb: verb.automatic)

    @cached_property
    def visitor_declines(self) -> tuple[str, ...]:
        """Kinds of action that a random player never takes if there is another."""
        return self._kinds(lambda verb: verb.declined)

    @cached_property
    def composed(self) -> tuple[str, ...]:
        """Kinds of action that are parts of a larger choice."""
        return self._kinds(lambda verb: verb.composed)

    @cached_property
    def closing(self) -> tuple[str, ...]:
        """Kinds of action that complete such a choice."""
        return self._kinds(lambda verb: verb.closing)

    @cached_property
    def unasked(self) -> Mapping[str, str]:
        """What *never ask me* answers with, each with its label: a kind of action, or one in some phases only."""
        verbs = self.actions.kinds.values()
        narrow = {f"{verb.name}-{n}": label for verb in verbs for n, label in enumerate(verb.unasked_in)}
        return {verb.name: verb.unasked for verb in verbs if verb.unasked} | narrow

    def unasked_by(self, answer: str, view: Record) -> tuple[str, bool]:
        """The kind of action that such an answer is, and whether it is given now."""
        name, _dash, narrow = answer.partition("-")
        if not narrow:
            return name, True
        verb = self.actions.kinds[name]
        return name, getattr(view, verb.unasked_at) in list(verb.unasked_in.values())[int(narrow)]

    @property
    def least_minutes(self) -> int:
        """How long a game takes at least; 0 where it does not say, or not in figures."""
        least = self.minutes.partition("-")[0]
        return int(least) if least.isdecimal() else 0

    @cached_property
    def bidding(self) -> Bidding | None:
        """What the standing orders *bid up to* and *pass this auction* mean here."""
        if not self.auction:
            return None
        bids = self._kinds(lambda verb: verb.bids)
        gives_up = self._kinds(lambda verb: verb.gives_up)
        if len(bids) != 1 or len(gives_up) != 1:
            raise BadDeclaration(f"{self.name} has auctions, so one verb bids in them and one gives up.")
        bid = self.actions.kinds[bids[0]]
        return Bidding(bid.name, bid.money, bid.unit, gives_up[0], self.auction)

    def _kinds(self, wanted: Callable[[Verb], bool]) -> tuple[str, ...]:
        return tuple(verb.name for verb in self.actions.kinds.values() if wanted(verb))

    @cached_property
    def events(self) -> Events:
        return self._declared(Events) or Events()

    @cached_property
    def reasons(self) -> Reasons:
        return self._declared(Reasons) or Reasons()

    @cached_property
    def figures(self) -> list[Figure]:
        found: dict[str, Figure] = {}
        named = (value for module in self.rules for value in vars(module).values())
        for figure in (value for value in named if isinstance(value, Figure)):
            if found.setdefault(figure.key, figure) is not figure:
                raise BadDeclaration(f"{self.name} declares the figure {figure.key!r} twice, and each has its own key.")
        return list(found.values())

    @cached_property
    def observation(self) -> tuple[Place, ...]:
        """What a seat sees as an array, as the game declares it in `observation.py`; without it, plainly."""
        module = self.optional_module("observation") or imported(self.package)
        seen = self._found(Observation, [module])
        if seen is None:
            return self.plain_observation
        return places(self.name, self.state, max(self.players), seen)

    @cached_property
    def plain_observation(self) -> tuple[Place, ...]:
        """The same with every field of the view as it stands, so that no two views look the same."""
        return places(self.name, self.state, max(self.players), plainly(self.state))

    @cached_property
    def has_instinct(self) -> bool:
        """Whether the rules say what a position is worth; if not, only visitors can play."""
        return any("evaluate" in vars(module) for module in self.rules)

    def edition(self, file: str | None = None) -> Edition:
        """One of the editions that come with the game; the first is the default."""
        return _bundled(self, file or self.editions[0])

    def comes_with(self, edition: Edition) -> bool:
        """Whether it is one of those, and not somebody's own."""
        return edition.hash in {self.edition(file).hash for file in self.editions}

    @property
    def check(self) -> Any:
        """The game's own check of an edition, if its figures must satisfy something together."""
        checks = [vars(module)["check"] for module in self.rules if self.figures and "check" in vars(module)]
        return checks[0] if checks else None

    def check_players(self, players: object) -> int:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            raise BadOption(
                message("{game} is for {counts} players, not {players}."),
                game=self.called,
                counts=self.players,
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
                    game=self.called,
                    name=name,
                    known=tuple(known) or ("none",),
                )
        return {
            name: option.parse(given[name]) if given and name in given else option.default
            for name, option in known.items()
        }


WANTED: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    str: ("a text", lambda given: isinstance(given, str)),
    int: ("a whole number", lambda given: type(given) is int and given >= 0),
    tuple[str, ...]: ("texts in a tuple", lambda given: _is_row_of(str, given)),
}
"""What a field is, by its type; anything else would be found only where it is used, at a table or in the lobby."""


def _check_types(game: Declaration) -> None:
    for each in fields(game):
        if each.type in WANTED:
            wanted, fits = WANTED[each.type]
            given = getattr(game, each.name)
            if not fits(given):
                raise BadDeclaration(f"{game.name}: {each.name} is {wanted}, not {given!r}.")


def _check_numbers(game: Declaration) -> None:
    """Of players and sides, and of what there is one at least."""
    if game.default_players not in game.players:
        raise BadDeclaration(f"{game.name} is not for {game.default_players} players, as default_players says.")
    for players in game.players:
        if game.sides and players % len(game.sides):
            raise BadDeclaration(f"{game.name} has {len(game.sides)} sides, which {players} players cannot share.")
    if not game.editions:
        raise BadDeclaration(f"{game.name} names its editions, the usual one first, or says nothing of them.")


def _is_row_of(kind: type, given: object) -> bool:
    return isinstance(given, (tuple, list)) and all(type(each) is kind for each in given)


@cache
def _bundled(declaration: Declaration, source: str) -> Edition:
    file = declaration.files / source
    figures = declaration.figures
    if all(figure.usual is not None for figure in figures) and not file.is_file():  # nothing to say but a name
        return Edition.build({"name": declaration.title}, declaration.name, figures, declaration.check)
    if not file.is_file():
        keys = ", ".join(figure.key for figure in figures if figure.usual is None)
        raise BadDeclaration(f"{declaration.name} has figures ({keys}), and no file that says what they are: {file}.")
    text = file.read_text(encoding="utf-8")
    return Edition.read(text, f"{declaration.name}/{source}", declaration.figures, declaration.check)


@cache
def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # a game in one file has no rooms
        return False


def imported(module: str) -> ModuleType:
    """The module; a slip of whoever wrote it is one sentence."""
    try:
        return importlib.import_module(module)
    except Exception as error:
        raise BadDeclaration(f"{module} cannot be loaded: {slip_in(error)}") from error


IMPORTING = ("<frozen importlib", importlib.__file__)
"""Python's own, which find and run a module."""


def slip_in(error: Exception) -> str:
    """What went wrong while a module was loaded, and where."""
    if isinstance(error, BadDeclaration):
        return str(error)
    _here, *frames = traceback.extract_tb(error.__traceback__)
    lines = [each for each in frames if not each.filename.startswith(IMPORTING)]
    place = f"{lines[-1].filename}, line {lines[-1].lineno}: " if lines and not isinstance(error, SyntaxError) else ""
    return f"{place}{type(error).__name__}: {error}"


def _modules_of(place: ModuleType) -> tuple[ModuleType, ...]:
    """What is in a room, or the module itself."""
    if not hasattr(place, "__path__"):
        return (place,)
    return tuple(map(imported, sorted(_modules_in(place))))


def _modules_in(room: ModuleType) -> list[str]:
    return [f"{room.__name__}.{each.name}" for each in pkgutil.iter_modules(room.__path__)]

"""The rules of one game in one edition: its functions, with globals in which the edition's figures stand.

Rule modules are never run as they were imported: their figures are declarations. A namespace copies every rule function
with one flat set of globals, interpreted at once, compiled on demand by the same trick.
"""

import hashlib
import inspect
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from tabletown.rulekit import (
    defaults,
    dialect,
    dice,
    events,
    foretelling,
    growing,
    learned,
    loops,
    no_features,
    no_instinct,
    no_quick_hand,
    observing,
    practising,
    reasons,
    rows,
    runs,
    searching,
    spelling,
    stepping,
    thinking,
    verbs,
)
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.editions import Derived, Edition, Figure
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs, end_of, first_of

if TYPE_CHECKING:
    from tabletown.rulekit.twin import Twin

KIT = (
    dice,
    rows,
    runs,
    reasons,
    events,
    loops,
    thinking,
    learned,
    searching,
    growing,
    foretelling,
    practising,
    stepping,
)
SOURCES = (
    "no_features",
    "no_quick_hand",
    "records",
    "actions",
    "verbs",
    "defaults",
    "namespace",
    "compiled",
    "twin",
    "signatures",
    "unfinished",
    "observing",
)
"""What else of the kit the compiled rules depend on."""
CONTRACT = (
    "setup",
    "pending",
    "legal",
    "why_not",
    "apply",
    "ending",
    "returns",
    "scores",
    "conceal",
    "redeal",
    "audit",
    "default_action",
)


class Namespace:
    """The rules, ready to run. Its attributes are the rule functions and figures under their own names."""

    def __init__(self, declaration: Declaration, edition: Edition) -> None:
        self.declaration = declaration
        self.edition = edition
        own = declaration.rules
        self.thinks = declaration.has_instinct
        self.modules: list[ModuleType] = [*KIT, *(() if self.thinks else (no_instinct,)), *own]
        spelling.check_definitions(own)
        self.functions, self.values = flattened(self.modules)
        self.functions = flattened([no_features, no_quick_hand])[0] | self.functions
        self.source = self._write_verbs()
        """What the kit wrote."""
        self._write_observing()
        bind(self.values, edition)
        for name in CONTRACT:
            if name not in self.functions:
                more = "" if self.source else " It is written from verbs, TAKE = ACTIONS.verb(...); there are none."
                raise BadDeclaration(f"{declaration.name} has no rule function {name!r}.{more}")
        self.globals = dict(self.values)
        for name, function in self.functions.items():
            self.globals[name] = rehomed(function, self.globals)
        spelling.check(declaration, self.functions, self.globals)
        dialect.check(declaration, self.functions, CONTRACT, self.globals)
        self.call = types.SimpleNamespace(**{name: self.globals[name] for name in self.functions})
        self._twin: Twin | None = None

    def _write_verbs(self) -> str:
        """Write what follows from the game's verbs and its state, as far as the game does not define it itself."""
        game = self.declaration
        names = verbs.names_of(self.values)
        if not names and not game.actions.kinds:
            return ""
        grammar = verbs.Grammar(game.actions, names, self.functions, verbs.phase_names(game.rules))
        verbs.check(grammar, game, CONTRACT)
        follows = dict(grammar.written()) | dict(
            defaults.written(game.name, game.state, game.actions.count, self.functions)
        )
        source = "\n\n\n".join(text for name, text in follows.items() if name not in self.functions) + "\n"
        self.functions |= verbs.compiled(source, game.name, game.state)
        self.values = {name: value for name, value in self.values.items() if name not in self.functions}
        return source

    def _write_observing(self) -> None:
        """Write how a seat's view becomes an array, as the game says and plainly."""
        game = self.declaration
        written = (
            observing.written("observe", game.state, game.observation),
            observing.written("observe_plainly", game.state, game.plain_observation),
        )
        self.observing = "\n\n\n".join(written) + "\n"
        self.functions |= verbs.compiled(self.observing, f"{game.name}, observed", game.state)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["globals"][name]
        except KeyError:
            raise AttributeError(f"The rules of {self.declaration.name} know no {name!r}.") from None

    @property
    def version(self) -> str:
        """The rules version that a record names: the game's own and its edition's."""
        return f"{self.declaration.version}+{self.edition.hash}"

    @property
    def source_hash(self) -> str:
        """All that the compiled twin depends on, besides the versions of its compiler: it names modules, too."""
        digest = hashlib.sha256(self.edition.hash.encode())
        here = Path(__file__).parent
        sources = {module.__name__: Path(module.__file__) for module in self.modules if module.__file__}
        sources |= {f"{__package__}.{name}": here / f"{name}.py" for name in SOURCES}
        for name, path in sorted(sources.items()):
            digest.update(name.encode())
            digest.update(path.read_bytes())
        digest.update(self.observing.encode())
        return digest.hexdigest()[:16]

    @property
    def twin(self) -> "Twin":
        """The compiled rules; not compiled before they are asked for."""
        if self._twin is None:
            from tabletown.rulekit.twin import Twin

            self._twin = Twin(self)
        return self._twin

    # ------------------------------------------------------------ interpreted play

    def new_state(self, options: dict[str, int], *, checked: bool = False) -> Record:
        """A zeroed state with its options written; `setup` does the rest."""
        state = self.declaration.state.checked() if checked else self.declaration.state()
        for name, value in options.items():
            setattr(state, name, value)
        return state

    def runs(self, s: Record, seat: int) -> Runs:
        out = Runs.with_room_for(self.declaration.max_runs)
        self.call.legal(s, seat, out)
        return out

    def legal_actions(self, s: Record, seat: int) -> list[int]:
        return list(actions_in(self.runs(s, seat)))

    def pending_seats(self, s: Record) -> tuple[int, ...]:
        mask = self.call.pending(s)
        return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)

    def concealed(self, s: Record, seat: int) -> Record:
        """What the seat (-1: a spectator) may know."""
        view = s.copy()
        self.call.conceal(view, seat)
        return view

    def redealt(self, view: Record, seat: int, seed: int) -> Record:
        """One world that the seat cannot tell from the true one."""
        world = view.copy()
        self.call.seed_dice(world, seed)
        self.call.redeal(world, seat)
        return world


def actions_in(out: Runs) -> Iterator[int]:
    for run in range(out[0]):
        yield from range(first_of(out, run), end_of(out, run))


def flattened(modules: list[ModuleType]) -> tuple[dict[str, FunctionType], dict[str, Any]]:
    """The functions that the modules define and everything else they name, as one flat namespace."""
    functions: dict[str, FunctionType] = {}
    values: dict[str, Any] = {"__builtins__": __builtins__}
    homes: dict[str, str] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("__"):
                continue
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                if name in functions:
                    raise BadDeclaration(f"{name} is defined in {functions[name].__module__} and in {module.__name__}.")
                if value.__closure__:
                    raise BadDeclaration(f"{module.__name__}.{name} is a closure; rules are plain functions.")
                functions[name] = _annotated(value)
            elif name in values and not _same(values[name], value):
                raise BadDeclaration(f"{name} means one thing in {homes[name]} and another in {module.__name__}.")
            else:
                values[name] = value
                homes.setdefault(name, module.__name__)
    return functions, _without_functions(values, functions, homes)


def _annotated(function: FunctionType) -> FunctionType:
    """What is annotated in quotation marks, or in a module that postpones it, is looked up: the compiler goes by it."""
    if any(isinstance(each, str) for each in function.__annotations__.values()):
        try:
            function.__annotations__ = inspect.get_annotations(function, eval_str=True)
        except NameError as error:  # perhaps imported for type checkers only
            name = f"{function.__module__}.{function.__name__}"
            raise BadDeclaration(f"{name} is annotated with {error.name}, which is not there.") from None
    return function


def _without_functions(
    values: dict[str, Any], functions: dict[str, FunctionType], homes: dict[str, str]
) -> dict[str, Any]:
    """The values that are not rule functions imported from their own module. Under any other name they would escape."""
    own = {function: name for name, function in functions.items()}
    for name, value in values.items():
        if name in functions and value is not functions[name]:
            home = functions[name].__module__
            raise BadDeclaration(f"{name} is defined in {home} and means something else in {homes[name]}.")
        if isinstance(value, FunctionType) and own.get(value, name) != name:
            raise BadDeclaration(
                f"{homes[name]} calls {value.__module__}.{own[value]} by the name {name}; rules go by one name."
            )
    return {name: value for name, value in values.items() if name not in functions}


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, (int, str)) and type(one) is type(other) and bool(one == other))


def bind(values: dict[str, Any], edition: Edition) -> None:
    """Put the edition's values in the place of the declared figures."""
    for name, value in values.items():
        if isinstance(value, Figure):
            values[name] = edition.values[value.key]
        elif isinstance(value, Derived):
            values[name] = value.work_out(edition.values)


def rehomed(function: FunctionType, home: dict[str, Any]) -> Callable[..., Any]:
    """The same code with other globals."""
    new = FunctionType(function.__code__, home, function.__name__, function.__defaults__)
    new.__kwdefaults__ = function.__kwdefaults__
    new.__annotations__ = function.__annotations__
    new.__module__ = function.__module__
    new.__qualname__ = function.__qualname__
    new.__doc__ = function.__doc__
    return new

"""Drawings and words that are made again only when something has changed that they were made from."""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, wraps
from operator import attrgetter
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, cast, overload

from tabletown.rulekit.look import EVERYWHERE, SPECTATOR, Listener, Look
from tabletown.rulekit.records import Record, copied

P = ParamSpec("P")
T = TypeVar("T")
Owner = TypeVar("Owner")
L = TypeVar("L", bound=Look[Any])
R = TypeVar("R", bound=Record)

MOST_KEYS = 512
"""Of each function, where many matches share a memory."""
MOST_OF_A_KEY, MOST_OF_A_MATCH = 4, 2
"""What was made lately by the same key: at several tables, or at one for viewers who see different things."""


def remembered(draw: Callable[P, T]) -> Callable[P, T]:
    """For functions of plain values, by their arguments. Typed: Svg is not other text."""
    return cast("Callable[P, T]", lru_cache(1 << 14, typed=True)(draw))


class once(Generic[Owner, T]):  # noqa: N801
    """A property that is worked out once. Nobody waits for a lock, as with Python's own before 3.12."""

    def __init__(self, work_out: Callable[[Owner], T]) -> None:
        self._work_out, self.__doc__, self._name = work_out, work_out.__doc__, work_out.__name__

    @overload
    def __get__(self, one: None, owner: type) -> Self: ...

    @overload
    def __get__(self, one: Owner, owner: type) -> T: ...

    def __get__(self, one: Owner | None, owner: type) -> Self | T:
        if one is None:
            return self
        found = one.__dict__[self._name] = self._work_out(one)
        return found


class Watched:
    """A record that notes which of its fields are looked at. It cannot be changed."""

    __slots__ = ("__dict__", "_record")

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        """What is looked at for the first time; from then on it is the record's own here, too."""
        value = getattr(self._record, name)
        if name in self._record.fields:
            self.__dict__[name] = value
        elif callable(value):  # a method may look at anything
            self.whole()
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"What is drawn from a record must not change it: {name} was to be {value!r}.")

    def seen(self, *, is_kept: bool) -> Mapping[str, Any]:
        """What was looked at, as it was then. What is kept as it is need not be copied."""
        if is_kept:
            return self.__dict__
        fields = self._record.fields
        return {name: copied(value, len(fields[name].shape)) for name, value in self.__dict__.items()}

    def whole(self) -> Any:
        """The record itself: all of it is looked at."""
        self.__dict__.update({each: getattr(self._record, each) for each in self._record.fields})
        return self._record

    def looks(self, *, is_kept: bool) -> tuple[Callable[[Any], Any], Any]:
        """The same, to be compared at once: how to look at as much of another record, and what was seen."""
        seen = self.seen(is_kept=is_kept)
        return _looking_at(tuple(seen)), tuple(seen.values()) if len(seen) != 1 else next(iter(seen.values()))


def supposing(view: R, **values: int) -> R:
    """The view with other numbers in some fields, to be looked at only: all else is the view's own."""
    watched: object = view
    record: R = watched.whole() if isinstance(watched, Watched) else view
    new: R = _sharing(cast("Hashable", type(record)))(record)
    for name, value in values.items():
        setattr(new, name, value)
    return new


@lru_cache(64)
def _sharing(kind: Any) -> Callable[[Any], Any]:
    """Another record with the same values, not copies of them; written out, for it is made for every choice."""
    lines = [f"    new.{name} = record.{name}" for name in kind.fields]
    source = "\n".join(["def sharing(record):", "    new = object.__new__(type(record))", *lines, "    return new"])
    namespace: dict[str, Any] = {}
    exec(compile(source, "<another look at a record>", "exec"), namespace)
    made: Callable[[Any], Any] = namespace["sharing"]
    return made


@lru_cache(4096)
def _looking_at(names: tuple[str, ...]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else _at_nothing


def _at_nothing(_record: object) -> tuple[()]:
    return ()


class WatchedLook(Look[Any]):
    """A look that notes what of it is looked at: fields of the view, the viewer, the names."""

    def __init__(self, look: Look[Any]) -> None:
        view, memory = Watched(look.view), look.memory
        self.__dict__.update(_=look._, rules=look.rules, view=view, memory=memory, _look=look, asked=set())

    view: Watched
    _look: Look[Any]
    asked: set[str]

    @property
    def viewer(self) -> int:
        self.asked.add("viewer")
        return self._look.viewer

    @property
    def names(self) -> tuple[str, ...]:
        self.asked.add("names")
        return self._look.names


def until_changed(make: Callable[Concatenate[L, P], T]) -> Callable[Concatenate[L, P], T]:
    """For functions of a look and plain values. What they make must not be changed by anybody.

    Whoever looks the same at what was looked at shares what was made, also from another seat. A match that is looked at
    often has a memory of its own; what is made without one is shared with all others, and soon forgotten.
    """
    asked: list[str] = []
    made_of = cast("Callable[..., T]", make)

    def key_of(look: Look[Any], more: tuple[Any, ...]) -> tuple[Any, ...]:
        return (look._, look.rules, more, *[getattr(look, name) for name in asked])

    @wraps(make)
    def again(look: Look[Any], *more: Any) -> T:
        memory = look.memory.of(again)
        view, known = look.view, memory.get(key_of(look, more), ())
        for looked_at, seen, made in known:
            if looked_at(view) == seen:
                return cast("T", made)
        watched = WatchedLook(look)
        made = made_of(watched, *more)
        if new := watched.asked.difference(asked):
            asked.extend(sorted(new))  # keys that were made before have no such part, so nothing is found by them
            known = ()
            memory.clear()
        elif look.memory is EVERYWHERE and len(memory) >= MOST_KEYS:
            memory.clear()
        is_of_a_match = look.memory is not EVERYWHERE  # whose views nobody changes
        most = MOST_OF_A_MATCH if is_of_a_match else MOST_OF_A_KEY
        memory[key_of(look, more)] = ((*watched.view.looks(is_kept=is_of_a_match), made), *known[: most - 1])
        return made

    return cast("Callable[Concatenate[L, P], T]", again)


def said_once(name: Callable[Concatenate[Listener, P], T]) -> Callable[Concatenate[Listener, P], T]:
    """For words that hang on the language and the edition alone, and plain values."""
    words_for = cast("Callable[..., T]", name)

    @lru_cache(1 << 14)
    def once(_: Any, rules: Any, *more: Any) -> T:
        return words_for(Listener(_, rules, SPECTATOR, ()), *more)

    @wraps(name)
    def again(to: Listener, *more: Any) -> T:
        return once(to._, to.rules, *more)

    return cast("Callable[Concatenate[Listener, P], T]", again)

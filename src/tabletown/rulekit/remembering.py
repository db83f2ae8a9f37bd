"""Drawings and words that are made again only when something has changed that they were made from."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from tabletown.rulekit.records import Record, copied

P = ParamSpec("P")
T = TypeVar("T")

MOST_KEYS = 512
MOST_OF_A_KEY = 4
"""Several tables at which the same people play, or a player who looks back and forth."""


def remembered(draw: Callable[P, T]) -> Callable[P, T]:
    """For functions of plain values, by their arguments. Typed: Svg is not other text."""
    return cast("Callable[P, T]", lru_cache(1 << 14, typed=True)(draw))


class Watched:
    """A record that notes which of its fields are looked at. It cannot be changed."""

    __slots__ = ("_record", "_seen")

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_seen", {})

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        fields = self._record.fields
        if name in fields:
            self._seen[name] = value
        elif callable(value):  # a method may look at anything
            self._seen.update({each: getattr(self._record, each) for each in fields})
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"What is drawn from a record must not change it: {name} was to be {value!r}.")

    def seen(self) -> list[tuple[str, Any]]:
        """What was looked at, as it was then."""
        fields = self._record.fields
        return [(name, copied(value, len(fields[name].shape))) for name, value in self._seen.items()]


def until_changed(make: Callable[P, T]) -> Callable[P, T]:
    """For functions of a translator, the rules, a record and more. What they make must not be changed by anybody."""
    memory: dict[tuple[Any, ...], tuple[tuple[list[tuple[str, Any]], T], ...]] = {}
    made_of = cast("Callable[..., T]", make)

    @wraps(make)
    def again(_: Any, rules: Any, record: Record, *more: Any) -> T:
        key = (_, rules, *(tuple(each) if isinstance(each, list) else each for each in more))
        known = memory.get(key, ())
        for seen, made in known:
            if all(getattr(record, name) == value for name, value in seen):
                return made
        watched = Watched(record)
        made = made_of(_, rules, watched, *more)
        if len(memory) >= MOST_KEYS:
            memory.clear()
        memory[key] = ((watched.seen(), made), *known[: MOST_OF_A_KEY - 1])
        return made

    return cast("Callable[P, T]", again)

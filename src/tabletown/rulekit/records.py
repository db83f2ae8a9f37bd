"""State records: one declaration gives plain ints to interpret, a NumPy dtype to compile, and who may see what.

    @record
    class State(Record):
        rng: int = i64(seen_by=NOBODY)
        cash: Row = i16(MAX_SEATS, seen_by=OWNER)
"""

import enum
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from tabletown.rulekit.errors import BadDeclaration, BadState

if TYPE_CHECKING:
    import numpy as np

Row = list[int]
Grid = list[list[int]]
Block = list[list[list[int]]]
Event = tuple[int, int, int, int, int]


class Sight(enum.Enum):
    """Who may see a field."""

    EVERYONE = "everyone"
    OWNER = "owner"
    """The first index is a seat; each seat sees its own."""
    NOBODY = "nobody"
    RULED = "ruled"
    """The game's `conceal` decides part by part."""


EVERYONE, OWNER, NOBODY, RULED = Sight.EVERYONE, Sight.OWNER, Sight.NOBODY, Sight.RULED
HIDDEN_8, HIDDEN_16, HIDDEN_32, HIDDEN_64 = -(1 << 7), -(1 << 15), -(1 << 31), -(1 << 63)
"""What stands in a field of so many bits where it is hidden: the least that it can hold."""


@dataclass(frozen=True)
class Field:
    """One field: its integer type, its shape, and who may see it."""

    bits: int
    shape: tuple[int, ...]
    seen_by: Sight
    name: str = ""

    def __post_init__(self) -> None:
        for size in self.shape:
            if type(size) is not int:
                raise BadDeclaration(f"A size of the state is a whole number, not a {type(size).__name__}.")
            if size < 1:
                raise BadDeclaration(f"A size of the state is 1 at least, not {size}.")

    @cached_property
    def low(self) -> int:
        """The smallest value: it stands for *hidden*."""
        return -(1 << (self.bits - 1))

    @cached_property
    def high(self) -> int:
        return (1 << (self.bits - 1)) - 1

    def filled(self, value: int) -> Any:
        return _filled(self.shape, value)

    def flat(self, value: Any) -> Iterator[int]:
        """All the ints of the field's value, in order."""
        return _flat(value) if self.shape else iter((value,))


def i8(*shape: int, seen_by: Sight = EVERYONE) -> Any:
    return Field(8, shape, seen_by)


def i16(*shape: int, seen_by: Sight = EVERYONE) -> Any:
    return Field(16, shape, seen_by)


def i32(*shape: int, seen_by: Sight = EVERYONE) -> Any:
    return Field(32, shape, seen_by)


def i64(*shape: int, seen_by: Sight = EVERYONE) -> Any:
    return Field(64, shape, seen_by)


def _filled(shape: tuple[int, ...], value: int) -> Any:
    if not shape:
        return value
    if len(shape) == 1:
        return [value] * shape[0]
    return [_filled(shape[1:], value) for _ in range(shape[0])]


def _flat(value: Any) -> Iterator[int]:
    for part in value:
        if isinstance(part, list):
            yield from _flat(part)
        else:
            yield part


_copied_row = list.copy


def copied(value: Any, depth: int) -> Any:
    if depth == 0:
        return value
    if depth == 1:
        return [*value]
    if depth == 2:
        return [*map(_copied_row, value)]
    return [copied(part, depth - 1) for part in value]


_SLOTS: tuple[str, ...] = ("told",)


class Record:
    """A state in interpreted play: plain ints and nested lists, and the events told since they were last read."""

    __slots__ = _SLOTS
    fields: ClassVar[dict[str, Field]]
    told: list[Event]
    rng: int
    players: int
    """Every game declares these two: the dice, and how many play."""

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.filled(0))
        self.told = []

    def copy(self) -> Self:
        """An isolated copy, with nothing told yet."""
        new = object.__new__(type(self))
        for name, field in self.fields.items():
            setattr(new, name, copied(getattr(self, name), len(field.shape)))
        new.told = []
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or self.fields is not other.fields:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)}' for name in self.fields)})"

    def digest(self) -> str:
        """A hash that is the same on every machine and in every mode."""
        values = {name: getattr(self, name) for name in self.fields}
        return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """JSON: what is hidden is null."""
        return {
            name: _replaced(getattr(self, name), field.low, None) for name, field in self.fields.items()
        }

    @classmethod
    def from_dict(cls, values: object) -> Self:
        if not isinstance(values, dict):
            raise BadState(f"A state is an object with the fields of {cls.__name__}, not {type(values).__name__}.")
        if missing := sorted(cls.fields.keys() - values.keys()):
            raise BadState(f"The state has no field {missing[0]!r}; it needs {', '.join(cls.fields)}.")
        if extra := sorted(values.keys() - cls.fields.keys()):
            raise BadState(f"The state has a field {extra[0]!r} that the game does not know.")
        state = cls._blank()
        for name, field in cls.fields.items():
            setattr(state, name, _read(field, values[name], field.shape, name))
        return state

    @classmethod
    def dtype(cls) -> "np.dtype[Any]":
        """The record's NumPy type, aligned, for the compiled twin."""
        import numpy as np

        kinds = [(name, f"i{field.bits // 8}", field.shape) for name, field in cls.fields.items()]
        return np.dtype(kinds, align=True)

    @classmethod
    def from_array(cls, states: Any, index: int) -> Self:
        """The plain state of `states[index]`, a batch of the twin's."""
        state = cls._blank()
        for name, value in zip(cls.fields, states[index].item(), strict=True):
            setattr(state, name, value if isinstance(value, int) else value.tolist())
        return state

    @classmethod
    def _blank(cls) -> Self:
        """A state whose every field is still to be written: to write zeros first takes as long again."""
        state = object.__new__(cls)
        state.told = []
        return state

    def to_array(self, states: Any, index: int) -> None:
        """Write this state into `states[index]`."""
        target = states[index : index + 1]
        for name in self.fields:
            target[name][0] = getattr(self, name)

    @classmethod
    def checked(cls) -> Self:
        """A zeroed state for debugging: every store and every index is checked."""
        return _checked_class(cls)()


R = TypeVar("R", bound=Record)


def record(cls: type[R]) -> type[R]:
    """Turn a class of declared fields into a record class with exactly those slots."""
    fields: dict[str, Field] = {}
    body = dict(vars(cls))
    for name in cls.__annotations__:
        declared = body.pop(name, None)
        if not isinstance(declared, Field):
            raise BadDeclaration(f"{cls.__name__}.{name} is declared without i8, i16, i32 or i64.")
        fields[name] = Field(declared.bits, declared.shape, declared.seen_by, name)
    if missing := {"rng", "players"} - fields.keys():
        raise BadDeclaration(f"{cls.__name__} declares no field {min(missing)}.")
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    body |= {"__slots__": tuple(fields), "fields": fields}
    body.setdefault("copy", _copying(fields))
    made: type[R] = type(cls.__name__, cls.__bases__, body)
    return made


def _copying(fields: Mapping[str, Field]) -> Callable[[Record], Record]:
    """`Record.copy` with a line for each field: of all that a move does, copies were what took longest."""
    ways = {0: "self.{}", 1: "copied_row(self.{})", 2: "[*map(copied_row, self.{})]"}
    lines = [
        f"    new.{name} = " + ways.get(len(field.shape), f"copied(self.{{}}, {len(field.shape)})").format(name)
        for name, field in fields.items()
    ]
    head, tail = ["def copy(self):", "    new = object.__new__(type(self))"], ["    new.told = []", "    return new"]
    source = "\n".join([*head, *lines, *tail])
    namespace: dict[str, Any] = {"copied": copied, "copied_row": _copied_row}
    exec(compile(source, "<copy of a record>", "exec"), namespace)
    made: Callable[[Record], Record] = namespace["copy"]
    return made


def _replaced(value: Any, hidden: int, by: Any) -> Any:
    if not isinstance(value, list):
        return by if value == hidden else value
    if value and isinstance(value[0], list):
        return [_replaced(part, hidden, by) for part in value]
    return [by if part == hidden else part for part in value] if hidden in value else [*value]


def _read(field: Field, value: object, shape: tuple[int, ...], where: str) -> Any:
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            found = f"{len(value)} entries" if isinstance(value, list) else repr(value)
            raise BadState(f"{where} takes a list of {shape[0]} entries, not {found}.")
        if _is_plain_row(field, value):
            return [*value]
        return [_read(field, part, shape[1:], f"{where}[{i}]") for i, part in enumerate(value)]
    if value is None:
        return field.low
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadState(f"{where} takes a whole number, not {value!r}.")
    if not field.low <= value <= field.high:
        raise BadState(f"{where} takes {field.low} to {field.high}, not {value}.")
    return value


def _is_plain_row(field: Field, value: list[Any]) -> bool:
    """Whether it can be taken as it is: nearly every row can, and to look at each number by itself takes long."""
    return set(map(type, value)) == {int} and field.low <= min(value) and max(value) <= field.high


# ---------------------------------------------------------------- debugging

_checked_classes: dict[type[Record], type[Record]] = {}
_item = list.__getitem__  # laws ask for it millions of times, and to find the class above takes longer than the rest
_set_item = list.__setitem__
_WHOLE = slice(None)


class _CheckedRow(list[Any]):
    """A list that refuses indices that compiled code would not catch, and values that it would wrap."""

    __slots__ = ("field",)
    field: Field

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise IndexError(f"{self.field.name}: index {index} of {len(self)}")
        return _item(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if index == _WHOLE:
            for place, each in enumerate(value):
                self[place] = each
            return
        if not 0 <= index < len(self):
            raise IndexError(f"{self.field.name}: index {index} of {len(self)}")
        if not self.field.low <= value <= self.field.high:
            raise OverflowError(f"{self.field.name}[{index}] = {value} does not fit {self.field.bits} bits")
        _set_item(self, index, value)


def _checked_rows(field: Field, value: Any) -> Any:
    is_row = not value or not isinstance(value[0], list)
    rows = _CheckedRow(value if is_row else [_checked_rows(field, part) for part in value])
    rows.field = field
    return rows


def _checked_class(cls: type[R]) -> type[R]:
    if cls not in _checked_classes:

        def store(self: Record, name: str, value: Any) -> None:
            field = self.fields.get(name)
            if field is not None:
                parts = [*field.flat(value)] if field.shape else (value,)
                if not (field.low <= min(parts) and max(parts) <= field.high):
                    raise OverflowError(f"{name} = {value} does not fit {field.bits} bits")
                value = _checked_rows(field, value) if field.shape else value
            object.__setattr__(self, name, value)

        _checked_classes[cls] = type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": store})
    return _checked_classes[cls]  # type: ignore[return-value]

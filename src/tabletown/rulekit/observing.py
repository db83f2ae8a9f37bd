"""Observations: what a seat sees as an array of numbers. The kit writes the rule that fills it.

A game says in `observation.py` which fields of its state are seen how:

    OBSERVATION = Observation(
        number("cash", scale=12, by_seat=True),
        one_hot("phase", range(7)),
        seat_of("owner"),
    )

Everything is read from the seat's view, and seats are counted from the viewer: 0 is the viewer, 1 sits to their left. A
game that says nothing is seen plainly: every field of the view as it stands.

A part is a plane of the field's own shape, or several of them, one after the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.records import Field, Record, Sight

INDENT = "    "
LIMB = 16
"""Bits of a wide field that one entry holds, so that each is exact as a fraction of 32 bits."""

NO_SUCH_SEAT = 62
"""Instead of a seat where fewer play: no field has that value or that bit."""


class Features(list[float]):
    """One observation."""


class Planes(list[Features]):
    """One observation a row."""


@dataclass(frozen=True)
class Part:
    """One field of the view and how it is seen."""

    field: str
    how: str
    scale: int = 1
    first: int = 0
    count: int = 1
    by_seat: bool = False
    name: str = ""


def number(field: str, scale: int = 1, *, by_seat: bool = False, name: str = "") -> Part:
    """As it stands, divided by `scale`; a field that can be hidden has a second plane, 1 where it is known."""
    return Part(field, "number", scale, by_seat=by_seat, name=name)


def one_hot(field: str, values: range, *, by_seat: bool = False, name: str = "") -> Part:
    """A plane for each of the values: 1 where it has that value. All are 0 for any other and where it is hidden."""
    return Part(field, "one_hot", first=values.start, count=len(values), by_seat=by_seat, name=name)


def seat_of(field: str, *, by_seat: bool = False, name: str = "") -> Part:
    """The number of a seat: a plane for each, the viewer's first. All are 0 where it is nobody's."""
    return Part(field, "seat", count=0, by_seat=by_seat, name=name)


def bits(field: str, count: int, *, by_seat: bool = False, name: str = "") -> Part:
    """The lowest bits of a mask, a plane each."""
    return Part(field, "bits", count=count, by_seat=by_seat, name=name)


def seats_in(field: str, *, by_seat: bool = False, name: str = "") -> Part:
    """A mask of seats: a plane for each, the viewer's first."""
    return Part(field, "seats", count=0, by_seat=by_seat, name=name)


class Observation:
    """What a seat sees, part after part."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts


@dataclass(frozen=True)
class Place:
    """Where a part stands in an observation, and its shape there."""

    part: Part
    start: int
    shape: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.part.name or self.part.field

    @property
    def stop(self) -> int:
        return self.start + prod(self.shape)


def plainly(state: type[Record]) -> Observation:
    """Every field but the dice, as it stands; wide ones in limbs."""
    fields = [field for name, field in state.fields.items() if name != "rng"]
    return Observation(*(_plain(field) for field in fields))


def _plain(field: Field) -> Part:
    return Part(field.name, "limbs", count=field.bits // LIMB) if field.bits > LIMB else number(field.name)


def can_be_hidden(field: Field) -> bool:
    return field.seen_by is not Sight.EVERYONE


def places(game: str, state: type[Record], seats: int, seen: Observation) -> tuple[Place, ...]:
    """The layout of an observation at tables of up to so many seats."""
    found: list[Place] = []
    start = 0
    for part in seen.parts:
        if part.field not in state.fields or part.field == "rng":
            raise BadDeclaration(f"The observation of {game} has a part {part.field!r} that is no field of its state.")
        field = state.fields[part.field]
        if part.by_seat and not field.shape:
            raise BadDeclaration(f"The observation of {game} counts {part.field!r} by seats, but it has no rows.")
        each = _planes_of(part, field, seats)
        place = Place(part, start, (each, *field.shape) if each > 1 else field.shape)
        found.append(place)
        start = place.stop
    if len({place.name for place in found}) < len(found):
        raise BadDeclaration(f"The observation of {game} has two parts of one name.")
    return tuple(found)


def _planes_of(part: Part, field: Field, seats: int) -> int:
    if part.how in {"seat", "seats"}:
        return seats
    return part.count + (1 if part.how in {"number", "limbs"} and can_be_hidden(field) else 0)


def bounds(state: type[Record], layout: tuple[Place, ...]) -> tuple[list[float], list[float]]:
    """The least and the most that each entry can be."""
    low: list[float] = []
    high: list[float] = []
    for place in layout:
        field, part, size = state.fields[place.part.field], place.part, prod(place.shape)
        plain = size // (2 if part.how == "number" and can_be_hidden(field) else 1)
        wide = part.how == "number"
        most = field.high / part.scale if wide else (1 << LIMB) - 1.0 if part.how == "limbs" else 1.0
        low += [field.low / part.scale if wide else 0.0] * plain + [0.0] * (size - plain)
        high += [most] * plain + [1.0] * (size - plain)
    return low, high


def written(name: str, state: type[Record], layout: tuple[Place, ...]) -> str:
    """The rule that fills an observation from a seat's view: plane after plane, without a branch."""
    lines = [f"def {name}(s: State, seat: int, out: Features) -> None:"]
    for place in layout:
        lines += _filled(place, state.fields[place.part.field])
    return "\n".join([*lines, f"{INDENT}return"])


def _filled(place: Place, field: Field) -> Iterator[str]:
    """A loop over the planes of a part, and in it loops over the field's entries."""
    part, size = place.part, prod(field.shape)
    for start, count, turned, entry in _planes(part, field, prod(place.shape) // size):
        indent, at = INDENT, [str(place.start + start * size)]
        if count != "1":
            yield f"{indent}for b in range({count}):"
            indent += INDENT
            at.append("b" if size == 1 else f"{size} * b")
        if turned:
            yield f"{indent}w = seat + b if seat + b < s.players else seat + b - s.players"
            yield f"{indent}w = w if b < s.players else {NO_SUCH_SEAT}"
        value, step = f"s.{field.name}", size
        for depth, length in enumerate(field.shape):
            step //= length
            yield f"{indent}for i{depth} in range({length}):"
            indent += INDENT
            value += f"[i{depth}]"
            index = f"i{depth}"
            if depth == 0 and part.by_seat:
                yield f"{indent}j0 = i0 if i0 >= s.players else i0 - seat if i0 >= seat else i0 - seat + s.players"
                index = "j0"
            at.append(index if step == 1 else f"{step} * {index}")
        yield f"{indent}out[{' + '.join(at)}] = {entry.format(v=value)}"


def _planes(part: Part, field: Field, planes: int) -> Iterator[tuple[int, str, bool, str]]:
    """The first plane, how many alike, whether each belongs to a seat, and what an entry is, by the value v."""
    hidden = can_be_hidden(field)
    unless_hidden = f" if {{v}} != {field.low} else 0" if hidden else ""
    if part.how == "number":
        scaled = "" if part.scale == 1 else f" * {1 / part.scale!r}"
        yield 0, "1", False, f"{{v}}{scaled}{unless_hidden}"
    elif part.how == "limbs":
        yield 0, str(part.count), False, f"({{v}} >> {LIMB} * b & {(1 << LIMB) - 1}){unless_hidden}"
    elif part.how == "one_hot":
        yield 0, str(part.count), False, f"1.0 if {{v}} == b + {part.first} else 0.0"
    elif part.how == "bits":
        yield 0, str(part.count), False, f"({{v}} >> b & 1){unless_hidden}"
    elif part.how == "seat":
        yield 0, str(planes), True, "1.0 if {v} == w else 0.0"
    else:
        yield 0, str(planes), True, f"({{v}} >> w & 1){unless_hidden}"
    if hidden and part.how in {"number", "limbs"}:
        yield planes - 1, "1", False, f"1.0 if {{v}} != {field.low} else 0.0"

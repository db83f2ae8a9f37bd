"""What the annotations of rule functions are to the compiler: each function is compiled for one signature."""

from types import FunctionType
from typing import TYPE_CHECKING, Any

from tabletown.rulekit import dice, loops, observing, runs, stepping, thinking
from tabletown.rulekit.records import Record

if TYPE_CHECKING:
    from tabletown.rulekit.namespace import Namespace


def signature_of(function: FunctionType, known: dict[Any, Any]) -> tuple[Any, ...] | None:
    """The compiled types of the arguments; None where an annotation leaves them open (compiled as its callers need)."""
    if function.__defaults__:
        return None
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    found = [_type_of(function.__annotations__.get(name), known) for name in names]
    return None if None in found else tuple(found)


def _type_of(annotation: Any, known: dict[Any, Any]) -> Any:
    if isinstance(annotation, type) and (issubclass(annotation, Record) or annotation is dice.HasRng):
        return known[Record]
    if _is_tuple(annotation):
        return _named_tuple(annotation, known)
    return known.get(annotation) if annotation in known else None


def _is_tuple(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, tuple)


def takes_a_tuple(function: FunctionType) -> bool:
    """Whether a call would hand over a dozen buffers, a hundred words in all. Each of these is called in one place."""
    return any(_is_tuple(annotation) for annotation in function.__annotations__.values())


def _named_tuple(annotation: type, known: dict[Any, Any]) -> Any:
    """Compiled, a tuple is the same as its parts handed over one by one."""
    from numba import types

    parts = [_type_of(each, known) for each in annotation.__annotations__.values()]
    return types.NamedTuple(parts, annotation)  # type: ignore[no-untyped-call]


def known_types(rules: "Namespace") -> dict[Any, Any]:
    import numba
    from numba import types

    state = numba.from_dtype(rules.declaration.state.dtype())
    return {
        int: types.int64,
        bool: types.boolean,
        float: types.float64,
        Record: state,
        runs.Runs: types.Array(types.int32, 1, "C"),
        loops.Sheet: types.Array(types.int32, 1, "C"),
        loops.Seeds: types.Array(types.int64, 1, "C"),
        loops.Tally: types.Array(types.int32, 2, "C"),
        loops.States: types.Array(state, 1, "C"),
        thinking.Sums: types.Array(types.float64, 1, "C"),
        observing.Features: types.Array(types.float32, 1, "C"),
        observing.Planes: types.Array(types.float32, 2, "C"),
        stepping.Flags: types.Array(types.uint8, 1, "C"),
        stepping.Marks: types.Array(types.uint8, 2, "C"),
    }

"""Whether the rules keep to the small Python that runs interpreted and compiled with the same result.

What a rule must not do is told with its line when the game is made: most of it would run interpreted, and compiled end
in another position, a long complaint of the compiler, or a fault in the middle of a game.
"""

import ast
import builtins
import dis
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tabletown.rulekit import contract
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.verbs import parsed

CALLABLE = frozenset(("abs", "bool", "float", "int", "len", "max", "min", "range"))
"""What of Python's own may be called."""
FRACTIONS = "fractions: rules reckon in whole numbers, and // divides them"
FUNCTIONS = "functions within functions, and no generators"
EXCEPTIONS = "exceptions: what is not allowed is refused"
TEXT = "text: what happens is told in numbers"
UNKNOWN: dict[type[ast.AST], str] = {
    ast.Raise: EXCEPTIONS,
    ast.Assert: EXCEPTIONS,
    ast.Try: EXCEPTIONS,
    ast.With: "with",
    ast.Lambda: FUNCTIONS,
    ast.FunctionDef: FUNCTIONS,
    ast.ClassDef: "classes within functions",
    ast.GeneratorExp: FUNCTIONS,
    ast.Yield: FUNCTIONS,
    ast.YieldFrom: FUNCTIONS,
    ast.Dict: "dictionaries",
    ast.DictComp: "dictionaries",
    ast.Set: "sets",
    ast.SetComp: "sets",
    ast.Slice: "slices: index step by step",
    ast.Starred: "star arguments",
    ast.JoinedStr: TEXT,
    ast.Delete: "del",
    ast.Import: "imports within functions",
    ast.ImportFrom: "imports within functions",
    ast.Global: "variables beside the state",
    ast.Nonlocal: "variables beside the state",
}
DOUBTFUL = frozenset(
    dis.opmap[name]
    for name in (
        *("RAISE_VARARGS", "BUILD_SLICE", "BINARY_SLICE", "STORE_SLICE", "BUILD_MAP", "BUILD_SET", "BUILD_STRING"),
        *("IMPORT_NAME", "STORE_GLOBAL", "LIST_EXTEND", "UNPACK_EX", "CALL_FUNCTION_EX", "YIELD_VALUE"),
        *("MAKE_FUNCTION", "FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC", "DELETE_FAST", "DELETE_SUBSCR"),
    )
    if name in dis.opmap
)
"""Instructions that may stand for something that rules do not know."""
STORE_ATTR = dis.opmap["STORE_ATTR"]
ODD = (float, complex, str, bytes, frozenset, slice)
"""Constants that do: a set that never changes is one, and a slice from Python 3.14 on."""
BINARY_OP = dis.opmap["BINARY_OP"]
DIVISIONS = tuple(bytes((BINARY_OP, argument)) for argument in (11, 24))
"""x / y and x /= y"""


def check(
    game: Declaration, functions: Mapping[str, FunctionType], roots: tuple[str, ...], known: Mapping[str, Any]
) -> None:
    """Refuse what both engines do not take alike, in all functions that the roots call. The instinct may use floats."""
    called = _called(functions, roots, game.state.fields)
    rows = {name for name, field in game.state.fields.items() if field.shape}
    for module in game.rules:
        for name, wanted in _functions_of(contract):
            if name in functions and functions[name].__module__ == module.__name__:
                _check_signature(functions[name], wanted)
        own = {name for name in called if functions[name].__module__ == module.__name__}
        doubtful = {name for name in own if _is_doubtful(functions[name], known, rows)}
        for node in parsed(module).body if doubtful else ():
            if isinstance(node, ast.FunctionDef) and node.name in doubtful:
                for line, what in _faults(node, functions[node.name], known, rows):
                    raise BadDeclaration(f"{module.__name__}, line {line}: {what}.")


def _functions_of(module: ModuleType) -> list[tuple[str, FunctionType]]:
    return [(name, value) for name, value in vars(module).items() if isinstance(value, FunctionType)]


def _check_signature(function: FunctionType, wanted: FunctionType) -> None:
    """Refuse a function of the contract that takes something else than it will be given."""
    name = f"{function.__module__}.{function.__name__}"
    takes, gets = (each.__code__.co_varnames[: each.__code__.co_argcount] for each in (function, wanted))
    if len(takes) != len(gets):
        raise BadDeclaration(f"{name} takes ({', '.join(gets)}), not ({', '.join(takes)}).")
    for own, its in zip(takes[1:], gets[1:], strict=True):
        kind, right = function.__annotations__.get(own), wanted.__annotations__[its]
        if kind is not None and kind is not right:
            raise BadDeclaration(f"{name} takes {own}: {right.__name__}, not {own}: {_name_of(kind)}.")


def _name_of(annotation: Any) -> str:
    return getattr(annotation, "__name__", str(annotation))


def _called(functions: Mapping[str, FunctionType], roots: tuple[str, ...], fields: Iterable[str]) -> set[str]:
    also_fields = functions.keys() & fields
    found: set[str] = set()
    new = {name for name in roots if name in functions}
    while new:
        found |= new
        new = {each for name in new for each in _named(functions[name], also_fields) if each in functions} - found
    return found


def _named(function: FunctionType, also_fields: Set[str]) -> Iterable[str]:
    """What a function may call; of names that are fields of the state too, those that do not stand behind a dot."""
    names = function.__code__.co_names
    if also_fields.isdisjoint(names):
        return names
    return {each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"}


# ---------------------------------------------------------------- a first look, which takes next to no time


def _is_doubtful(function: FunctionType, known: Mapping[str, Any], rows: Collection[str]) -> bool:
    code = function.__code__
    return (
        _reckons_oddly(code, function.__doc__)
        or any(bytes((STORE_ATTR, at)) in code.co_code for at, name in enumerate(code.co_names[:256]) if name in rows)
        or not DOUBTFUL.isdisjoint(code.co_code[::2])
        or any(isinstance(known.get(name), ModuleType) or _is_not_callable(name) for name in code.co_names)
        or (_answers(function) and None in code.co_consts)
    )


def _reckons_oddly(code: CodeType, docstring: str | None) -> bool:
    odd = any(isinstance(value, ODD) and value != docstring for value in code.co_consts)
    return odd or bool(code.co_exceptiontable) or any(each in code.co_code for each in DIVISIONS)


def _is_not_callable(name: str) -> bool:
    return name not in CALLABLE and callable(vars(builtins).get(name))


def _answers(function: FunctionType) -> bool:
    """Whether it is said to answer something, or nothing is said of it."""
    return function.__annotations__.get("return", int) in (int, bool)


# ---------------------------------------------------------------- and the verdict, with its line


def _faults(
    node: ast.FunctionDef, function: FunctionType, known: Mapping[str, Any], rows: Collection[str]
) -> Iterator[tuple[int, str]]:
    if _answers(function) and not _always_returns(node.body) and (node.returns or _returns_something(node)):
        yield node.body[-1].lineno, f"{node.name} may end without an answer; the last line returns one"
    own = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    own |= {argument.arg for argument in node.args.args}
    for each in (found for statement in node.body if not _is_docstring(statement) for found in ast.walk(statement)):
        if what := _unknown(each, own, known, rows):
            yield getattr(each, "lineno", node.lineno), f"rules know no {what}"


def _returns_something(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(node))


def _unknown(node: ast.AST, own: set[str], known: Mapping[str, Any], rows: Collection[str]) -> str:
    """What a part of a rule is, if rules do not know it."""
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
        return FRACTIONS
    if isinstance(node, ast.Constant) and isinstance(node.value, ODD):
        return FRACTIONS if isinstance(node.value, (float, complex)) else TEXT
    if isinstance(node, ast.Name) and node.id not in own | known.keys() and _is_not_callable(node.id):
        return f"{node.id!r}"
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in rows:
        return f"whole rows: s.{node.attr} is changed number by number"
    if isinstance(node, ast.Name) and isinstance(known.get(node.id), ModuleType):
        return f"module {node.id}: chance comes by roll(s, n) and shuffle(s, cards, count)"
    return UNKNOWN.get(type(node), "")


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _always_returns(body: list[ast.stmt]) -> bool:
    """Whether nobody comes to the end of it."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    if isinstance(last, ast.While):
        return isinstance(last.test, ast.Constant) and bool(last.test.value)
    return isinstance(last, ast.Raise) or (isinstance(last, ast.Return) and last.value is not None)

"""Whether the rules know every name that they use: a slip of the pen is told with its line before anybody plays."""

import ast
import builtins
import re
from collections.abc import Collection, Iterable, Mapping
from types import FunctionType, ModuleType

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.records import Record
from tabletown.rulekit.verbs import parsed, source_of

KNOWN_TO_PYTHON = frozenset(vars(builtins))
DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)


def check_definitions(modules: Iterable[ModuleType]) -> None:
    """Of two functions of one name Python keeps the second and says nothing."""
    for module in modules:
        source = source_of(module)
        lines: dict[str, int] = {}
        for found in DEFINED.finditer(source):
            line = source.count("\n", 0, found.start()) + 1
            if lines.setdefault(found[1], line) != line:
                raise BadDeclaration(
                    f"{module.__name__}, line {line}: {found[1]} is defined in line {lines[found[1]]} already."
                )


def check(game: Declaration, functions: Mapping[str, FunctionType], known: Collection[str]) -> None:
    """Refuse rules that name what is nowhere defined, or a field that the state does not have."""
    for module in game.rules:
        own = [function for function in functions.values() if function.__module__ == module.__name__]
        doubtful = {name: left for function in own for name, left in _doubtful(function, game.state, known)}
        for node in parsed(module).body if doubtful else ():
            if isinstance(node, ast.FunctionDef) and node.name in doubtful:
                _check_one(game, module.__name__, node, doubtful[node.name])


def _doubtful(function: FunctionType, state: type[Record], known: Collection[str]) -> list[tuple[str, set[str]]]:
    """The function by its name, if some of its names are neither known nor fields of the state."""
    left = {each for each in function.__code__.co_names if each not in known and not hasattr(state, each)}
    left -= KNOWN_TO_PYTHON
    return [(function.__name__, left)] if left else []


def _check_one(game: Declaration, module: str, function: ast.FunctionDef, doubtful: set[str]) -> None:
    own = {name for node in ast.walk(function) for name in _named_here(node)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in doubtful - own:
            raise BadDeclaration(f"{module}, line {node.lineno}: there is no {node.id!r}.")
        if isinstance(node, ast.Attribute) and node.attr in doubtful and _is_the_state(node.value):
            raise BadDeclaration(f"{module}, line {node.lineno}: the state of {game.name} has no field {node.attr!r}.")


def _named_here(node: ast.AST) -> list[str]:
    """What the node gives a name in its function."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    return [node.asname or node.name.partition(".")[0]] if isinstance(node, ast.alias) else []


def _is_the_state(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "s"

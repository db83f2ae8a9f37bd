"""Verbs: a kind of action is played by the rule function of its name. The way from number to function is written here.

    PLACE_ROOF = ACTIONS.verb("place_roof", row=range(3), lot=range(10), during=PLACE)

The rules then define

    place_roof(s, seat, row, lot)             plays it
    refuse_place_roof(s, seat, row, lot)      0, or why not; without it the verb is allowed whenever it is due
    untimely_place_roof(s, seat, row, lot)    why it is not due, if there is more to say than for everything else
    offer_place_roof(s, seat, out)            all that is not refused, where asking one by one would be slow
    prior_place_roof(s, seat, row, lot)       in the instinct: what speaks for it; without it nothing does

where verbs may share what offers them (`offered_by`) and what makes them untimely (`timed_by`),

and once for the game, all of them optional:

    refuse_deciding(s, seat)                  why the seat has nothing to decide
    refuse_timing(s, seat)                    why something is not due
    carry_on(s)                               everything that follows an action without a decision

Here plain functions are written from these, interpreted and compiled like any other rule: `PLACE_ROOF(row, lot)`, the
number of an action, and of the contract `apply`, `why_not`, `legal` and `prior`, as far as the game does not define
them itself; the rest that can be told is in `defaults.py`. `tabletown rules GAME --source` prints all of it.
"""

import ast
import inspect
import itertools
import linecache
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from types import FunctionType, ModuleType

from tabletown.rulekit.actions import Actions, Verb, out_of_range
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.observing import Features
from tabletown.rulekit.runs import Runs

INDENT = "    "
FOR_ALL_VERBS = {"refuse_deciding": ("s", "seat"), "refuse_timing": ("s", "seat"), "carry_on": ("s",)}
PARTS = ("refuse", "untimely", "offer", "prior")
KIT = __name__.rpartition(".")[0] + "."


@dataclass(frozen=True)
class Grammar:
    """The verbs of a game, by what names the rules call them, and which functions there are for them."""

    actions: Actions
    names: Mapping[str, str]
    """Verb -> the constant that the rules call with its arguments."""
    functions: Mapping[str, FunctionType]
    phases: Mapping[int, str] = field(default_factory=dict)
    """How the rules call the phases, where that is known."""

    @property
    def verbs(self) -> list[Verb]:
        return list(self.actions.kinds.values())

    def is_phase(self, phase: int) -> str:
        return f"s.phase == {self.phases.get(phase, phase)}"

    def has(self, part: str, verb: Verb) -> bool:
        return f"{part}_{verb.name}" in self.functions

    def written(self) -> Iterator[tuple[str, str]]:
        """Each function that follows from the verbs, with its source."""
        yield from ((self.names[verb.name], _number(self, verb)) for verb in self.verbs)
        yield "apply", _apply(self)
        yield "why_not", _why_not(self)
        yield "legal", _legal(self)
        if "evaluate" in self.functions:
            yield "prior", _prior(self)


def compiled(source: str, game: str, state: type) -> dict[str, FunctionType]:
    """The functions of the source, with lines that a traceback can show."""
    file = f"<verbs of {game}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    home: dict[str, object] = {"State": state, "Runs": Runs, "Sheet": Sheet, "Features": Features}
    home["__name__"] = __name__  # a module that the cache can find
    exec(compile(source, file, "exec"), home)
    return {name: value for name, value in home.items() if isinstance(value, FunctionType)}


# ---------------------------------------------------------------- numbers


def _number(grammar: Grammar, verb: Verb) -> str:
    takes = ", ".join(f"{argument}: int" for argument in verb.arguments)
    return f"def {grammar.names[verb.name]}({takes}) -> int:\n{INDENT}return {_encoded(verb)}"


def _encoded(verb: Verb) -> str:
    terms, step, first = [], verb.count, verb.offset
    for argument, values in verb.arguments.items():
        step //= len(values)
        first -= values.start * step
        terms.append(argument if step == 1 else f"{step} * {argument}")
    return " + ".join([str(first), *terms] if first or not terms else terms)


def _call(function: str, verb: Verb) -> str:
    """The function, called with the arguments that the action's number stands for."""
    given, step = ["s", "seat"], verb.count
    for place, values in enumerate(verb.arguments.values()):
        step //= len(values)
        if place == 0 and step == 1:
            given.append(_shifted("action", values.start - verb.offset))
            continue
        index = f"({_shifted('action', -verb.offset)})" if verb.offset else "action"
        index += f" // {step}" if step > 1 else ""
        index += f" % {len(values)}" if place else ""
        given.append(_shifted(index, values.start))
    return f"{function}({', '.join(given)})"


def _shifted(what: str, by: int) -> str:
    return f"{what} {'-' if by < 0 else '+'} {abs(by)}" if by else what


# ---------------------------------------------------------------- one function over all actions


def _apply(grammar: Grammar) -> str:
    lines = _switch(grammar, lambda verb: (_call(verb.player, verb),))
    after = [f"{INDENT}carry_on(s)"] if "carry_on" in grammar.functions else []
    return "\n".join(["def apply(s: State, seat: int, action: int) -> None:", *lines, *after])


def _why_not(grammar: Grammar) -> str:
    def leaf(verb: Verb) -> tuple[str, ...]:
        refusal = _call(f"refuse_{verb.name}", verb) if grammar.has("refuse", verb) else "0"
        if not verb.during:
            return (f"return {refusal}",)
        untimely = "refuse_timing(s, seat)"
        if verb.timed_by:
            untimely = f"untimely_{verb.timed_by}(s, seat)"
        elif grammar.has("untimely", verb):
            untimely = _call(f"untimely_{verb.name}", verb)
        due = " or ".join(map(grammar.is_phase, verb.during))
        return (f"if {due}:", f"{INDENT}return {refusal}", f"return {untimely}")

    head = [
        "def why_not(s: State, seat: int, action: int) -> int:",
        "    refusal = refuse_deciding(s, seat)",
        "    if refusal != 0:",
        "        return refusal",
    ]
    return "\n".join([*head, *_switch(grammar, leaf)])


def _prior(grammar: Grammar) -> str:
    def leaf(verb: Verb) -> tuple[str, ...]:
        return (f"return {_call(f'prior_{verb.name}', verb) if grammar.has('prior', verb) else '0.0'}",)

    return "\n".join(["def prior(s: State, seat: int, action: int) -> float:", *_switch(grammar, leaf)])


Leaf = tuple[str, ...]


def _switch(grammar: Grammar, leaf: Callable[[Verb], Leaf]) -> Iterator[str]:
    """What each verb's leaf says, by halving; verbs beside each other that say the same are one."""
    groups = [list(same) for _, same in groupby(grammar.verbs, leaf)]
    return _halved([(group[0].offset, leaf(group[0])) for group in groups], INDENT)


def _halved(leaves: list[tuple[int, Leaf]], indent: str) -> Iterator[str]:
    if len(leaves) == 1:
        yield from (indent + line for line in leaves[0][1])
        return
    middle = len(leaves) // 2
    yield f"{indent}if action < {leaves[middle][0]}:"
    yield from _halved(leaves[:middle], indent + INDENT)
    yield f"{indent}else:"
    yield from _halved(leaves[middle:], indent + INDENT)


# ---------------------------------------------------------------- what is legal


def _legal(grammar: Grammar) -> str:
    """Verb by verb, in the order of their declaration, phase by phase."""
    lines = [
        "def legal(s: State, seat: int, out: Runs) -> int:",
        "    clear(out)",
        "    if pending(s) >> seat & 1 == 0:",
        "        return 0",
    ]
    always = [verb for verb in grammar.verbs if not verb.during]
    phases = sorted({phase for verb in grammar.verbs for phase in verb.during})
    for number, phase in enumerate(phases):
        lines.append(f"    {'elif' if number else 'if'} {grammar.is_phase(phase)}:")
        due = [verb for verb in grammar.verbs if not verb.during or phase in verb.during]
        lines += (INDENT * 2 + line for line in _offers(grammar, due))
    if always and phases:
        lines.append("    else:")
    lines += (INDENT * (2 if phases else 1) + line for line in _offers(grammar, always))
    return "\n".join([*lines, "    return out[1]"])


def _offers(grammar: Grammar, due: Sequence[Verb]) -> Iterator[str]:
    """Offer the verbs that are due one after the other, those that are never refused in as few runs as possible."""
    together: set[str] = set()
    free: list[Verb] = []
    for verb in sorted(due, key=lambda verb: verb.offered_last):
        if free and (not _is_free(grammar, verb) or verb.offset != free[-1].offset + free[-1].count):
            yield _run(free)
            free = []
        if _is_free(grammar, verb):
            free.append(verb)
        elif not verb.offered_by:
            yield from _offer(grammar, verb)
        elif verb.offered_by not in together:
            together.add(verb.offered_by)
            yield f"offer_{verb.offered_by}(s, seat, out)"
    if free:
        yield _run(free)


def _is_free(grammar: Grammar, verb: Verb) -> bool:
    return not (verb.offered_by or grammar.has("refuse", verb) or grammar.has("offer", verb))


def _run(verbs: list[Verb]) -> str:
    what = ", ".join(verb.name for verb in verbs)
    return f"offer(out, {verbs[0].offset}, {sum(verb.count for verb in verbs)})  # {what}"


def _offer(grammar: Grammar, verb: Verb) -> Iterator[str]:
    if grammar.has("offer", verb):
        yield f"offer_{verb.name}(s, seat, out)"
        return
    refused = f"refuse_{verb.name}({', '.join(['s', 'seat', *verb.arguments])})"
    if not verb.arguments:
        yield from (f"if {refused} == 0:", f"{INDENT}offer(out, {_encoded(verb)}, 1)")
        return
    yield "runs = out[0]"
    indent = ""
    for argument, values in verb.arguments.items():
        yield f"{indent}for {argument} in range({f'{values.start}, ' if values.start else ''}{values.stop}):"
        indent += INDENT
    yield f"{indent}runs = offered_if(out, runs, {_encoded(verb)}, {refused} == 0)"
    yield "count_offered(out, runs)"


# ---------------------------------------------------------------- do rules and verbs agree


def names_of(values: Mapping[str, object]) -> dict[str, str]:
    """Verb -> what the rules call it."""
    names: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, Verb):
            if value.name in names:
                raise BadDeclaration(
                    f"The verb {value} goes by {names[value.name]} and by {name}; rules go by one name."
                )
            names[value.name] = name
    return names


def check(grammar: Grammar, game: Declaration, asked_of_all: Collection[str]) -> None:
    """Refuse rules in which a verb and its functions, the state, events or other verbs do not fit together."""
    for verb in grammar.verbs:
        _check_name(verb, grammar, {*FOR_ALL_VERBS, *asked_of_all})
        _check_player(verb, grammar)
        _check_phases(verb, game)
        _check_other_kinds(verb, game)
    wanted = dict(_parameters(grammar))
    for name, function in grammar.functions.items():
        if name in wanted:
            _check_parameters(function, wanted[name])
        elif name.partition("_")[0] in PARTS and "_" in name:
            raise BadDeclaration(
                f"{function.__module__}.{name} belongs to no verb; there are {', '.join(grammar.actions.kinds)}."
            )
    verbs = {grammar.names[verb.name]: verb for verb in grammar.verbs}
    callers = {function.__module__ for function in grammar.functions.values() if _names(function, verbs)}
    for module in game.rules:
        if module.__name__ in callers:
            _check_calls(module, verbs)


def _check_name(verb: Verb, grammar: Grammar, asked_of_all: Collection[str]) -> None:
    """Refuse a verb that the rules do not name, and one whose function would be taken for another."""
    if verb.name not in grammar.names:
        named = f"{verb.name.upper()} = ACTIONS.verb({verb.name!r}, ...)"
        raise BadDeclaration(f"The verb {verb} has no name in the rules, as in {named}.")
    part, _stroke, other = verb.name.partition("_")
    home = grammar.functions[verb.player].__module__ if verb.player in grammar.functions else ""
    whose = f"of {home}" if home.startswith(KIT) else ""
    if part in PARTS and other in grammar.actions.kinds:
        whose = f"of {grammar.actions.kinds[other]}"
    elif verb.name in asked_of_all:
        whose = "that the kit asks of every game"
    if whose:
        raise BadDeclaration(f"The verb {verb} has the name of a function {whose}; give it another one.")


def _check_player(verb: Verb, grammar: Grammar) -> None:
    if verb.player not in grammar.functions:
        takes = ", ".join(_taken_by(verb))
        raise BadDeclaration(
            f"The verb {verb} has no rule function {verb.player} that plays it, as in def {verb.player}({takes})."
        )
    for part, together in (("offer", verb.offered_by), ("untimely", verb.timed_by)):
        if together and f"{part}_{together}" not in grammar.functions:
            raise BadDeclaration(f"The verb {verb} needs a rule function {part}_{together}, which is not there.")


def _check_phases(verb: Verb, game: Declaration) -> None:
    narrow = tuple(itertools.chain(*verb.unasked_in.values()))
    for name, values in (("phase", verb.during), (verb.unasked_at, narrow)):
        field = game.state.fields.get(name)
        if values and field is None:
            raise BadDeclaration(f"The verb {verb} asks for {name!r}, which is no field of the state of {game.name}.")
        for value in values:
            if field is not None and not field.low < value <= field.high:
                raise BadDeclaration(f"The verb {verb} waits for the {name} {value}, which that field cannot hold.")


def _check_other_kinds(verb: Verb, game: Declaration) -> None:
    """What it says of other kinds of action and of events."""
    kinds = game.actions.kinds
    for name in (*verb.repeated_over, *filter(None, [verb.refuses])):
        if name not in kinds:
            raise BadDeclaration(f"The verb {verb} names {name!r}; there are {', '.join(kinds)}.")
    if verb.refuses and kinds[verb.refuses].arguments != verb.arguments:
        raise BadDeclaration(f"The verb {verb} refuses {kinds[verb.refuses]}, so it needs the same arguments.")
    if verb.repeated_until and verb.repeated_until not in {event.name for event in game.events.kinds}:
        raise BadDeclaration(f"The verb {verb} is repeated until {verb.repeated_until!r}, which is no event.")


def _names(function: FunctionType, verbs: Mapping[str, Verb]) -> bool:
    return not verbs.keys().isdisjoint(function.__code__.co_names)


def _parameters(grammar: Grammar) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions that verbs may have, each with what it takes."""
    yield from FOR_ALL_VERBS.items()
    for verb in grammar.verbs:
        takes = _taken_by(verb)
        yield f"offer_{verb.offered_by or verb.name}", ("s", "seat", "out")
        yield f"untimely_{verb.timed_by or verb.name}", ("s", "seat") if verb.timed_by else takes
        yield from ((f"{part}_{verb.name}", takes) for part in ("refuse", "prior"))
    yield from ((verb.player, _taken_by(verb)) for verb in grammar.verbs)


def _taken_by(verb: Verb) -> tuple[str, ...]:
    return "s", "seat", *verb.arguments


def _check_parameters(function: FunctionType, wanted: tuple[str, ...]) -> None:
    code = function.__code__
    takes = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if takes != wanted or code.co_kwonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        name = f"{function.__module__}.{function.__name__}"
        raise BadDeclaration(f"{name} takes ({', '.join(wanted)}), not ({', '.join(takes)}).")


def _check_calls(module: ModuleType, verbs: Mapping[str, Verb]) -> None:
    for name, line, call in _uses(module):
        if name in verbs and (wrong := _wrong_with(name, verbs[name], call)):
            raise BadDeclaration(f"{module.__name__}, line {line}: {wrong}")


def _wrong_with(name: str, verb: Verb, call: ast.Call | None) -> str:
    """What there is to say against an action that the rules ask for."""
    if call is None:
        return f"{name} is a verb; an action is {name}(...)."
    if call.keywords or any(isinstance(given, ast.Starred) for given in call.args):
        return f"{name} takes its arguments one by one and without names: {', '.join(verb.arguments) or 'none'}."
    if len(call.args) != len(verb.arguments):
        wanted = len(verb.arguments)
        return f"{name} takes {wanted} argument{'' if wanted == 1 else 's'}, not {len(call.args)}."
    for given, (argument, values) in zip(call.args, verb.arguments.items(), strict=True):
        if isinstance(given, ast.Constant) and given.value not in values:
            return out_of_range(name, argument, values, given.value)
    return ""


def phase_names(modules: Sequence[ModuleType]) -> dict[int, str]:
    """How the modules call the phases in which verbs are due: `during=PLACE`, `during=(ROADS, FIRST_ROAD)`."""
    found: dict[int, str] = {}
    for module in modules:
        if any(isinstance(value, Actions) for value in vars(module).values()):
            for node in ast.walk(parsed(module)):
                if isinstance(node, ast.keyword) and node.arg == "during":
                    names = [each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)]
                    known = {name: vars(module).get(name) for name in names}
                    found |= {value: name for name, value in known.items() if isinstance(value, int)}
    return found


@cache
def source_of(module: ModuleType) -> str:
    try:
        return inspect.getsource(module)
    except (OSError, TypeError):  # a module without a source
        return ""


@cache
def parsed(module: ModuleType) -> ast.Module:
    return ast.parse(source_of(module))


@cache
def _uses(module: ModuleType) -> tuple[tuple[str, int, ast.Call | None], ...]:
    """Each capital name that the module's functions use: its line, and the call if it is called."""
    called: dict[int, ast.Call] = {}
    found = []
    for function in ast.walk(parsed(module)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called[id(node.func)] = node
            elif isinstance(node, ast.Name) and node.id.isupper():
                found.append((node.id, node.lineno, called.get(id(node))))
    return tuple(found)

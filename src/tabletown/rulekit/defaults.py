"""What follows from a game's declarations when it says nothing else, written as plain rule functions.

A small game need not define what can be told from its state and its verbs; a game that does define it is believed.
"""

from collections.abc import Container, Iterator

from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.records import Field, Record, Sight

REFUSE_DECIDING = """\
def refuse_deciding(s: State, seat: int) -> int:
    if pending(s) == 0:
        return ALL_IS_OVER
    return 0 if pending(s) >> seat & 1 else NOT_ASKED"""

REFUSE_TIMING = """\
def refuse_timing(s: State, seat: int) -> int:
    return NOT_DUE"""

DEFAULT_ACTION = """\
def default_action(s: State, seat: int) -> int:
    for action in range({count}):
        if why_not(s, seat, action) == 0:
            return action
    return -1"""

PENDING = """\
def pending(s: State) -> int:
    return 0 if ending(s) != 0 else 1 << s.seat"""

AUDIT = """\
def audit(s: State) -> int:
    return 0"""

REDEAL = """\
def redeal(s: State, seat: int) -> None:
    return"""

SCORES = """\
def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = 0
    if ending(s) != 0:
        returns(s, out)"""

RETURNS = """\
def returns(s: State, out: Sheet) -> None:
    scores(s, out)
    best = out[0] + 0
    winners = 0
    for seat in range(s.players):
        if out[seat] > best:
            best = out[seat] + 0
    for seat in range(s.players):
        if out[seat] == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = WHOLE_WIN // winners if out[seat] == best else 0"""


def written(game: str, state: type[Record], actions: int, defined: Container[str]) -> Iterator[tuple[str, str]]:
    """Each function that can be told, with its source; what cannot be told is complained of."""
    if "scores" not in defined and "returns" not in defined:
        raise BadDeclaration(f"{game} has no rule function 'scores' or 'returns': one of them says who wins.")
    if "pending" not in defined:
        if "seat" not in state.fields:
            raise BadDeclaration(f"{game} has no rule function 'pending', nor a field 'seat' that says who decides.")
        yield "pending", PENDING
    if "conceal" not in defined:
        yield "conceal", _conceal(game, state)
    if "redeal" not in defined:
        if hidden := [name for name, field in state.fields.items() if _is_dealt(name, field)]:
            raise BadDeclaration(f"{game} has no rule function 'redeal' that makes {hidden[0]} up where it is hidden.")
        yield "redeal", REDEAL
    yield "refuse_deciding", REFUSE_DECIDING
    yield "refuse_timing", REFUSE_TIMING
    yield "default_action", DEFAULT_ACTION.format(count=actions)
    yield "audit", AUDIT
    yield "scores", SCORES
    yield "returns", RETURNS


def _is_dealt(name: str, field: Field) -> bool:
    return name != "rng" and field.seen_by is not Sight.EVERYONE


def _conceal(game: str, state: type[Record]) -> str:
    """Hide what nobody may see, and from each seat what belongs to another."""
    lines = ["def conceal(s: State, seat: int) -> None:"]
    for name, field in state.fields.items():
        if field.seen_by is Sight.RULED:
            raise BadDeclaration(f"{game} has no rule function 'conceal', but {name} is seen as rules say.")
        if field.seen_by is not Sight.EVERYONE:
            lines += _blanked(name, field)
    return "\n".join(lines)


def _blanked(name: str, field: Field) -> Iterator[str]:
    place, indent = f"s.{name}", "    "
    for depth, length in enumerate(field.shape):
        yield f"{indent}for i{depth} in range({length}):"
        place += f"[i{depth}]"
        indent += "    "
        if depth == 0 and field.seen_by is Sight.OWNER:
            yield f"{indent}if i0 != seat:"
            indent += "    "
    yield f"{indent}{place} = {field.low}"

"""What a game's file `coach.toml` says: a sentence for each kind of decision, the unit of a cost, the coached game.

Sentences are messages: English here, translated by the game's catalogue. A game without the file gets sentences that
are made of its declarations, and has no coached game.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.kinds import Kind
from tabletown.rulekit.language import Say, listed

FILE = "coach.toml"
RECORD = "coach.json"
"""The coached game as it is played by whoever does what the coach says: an ordinary record, beside the file."""


class BadScript(BadDeclaration):
    """A coach's file that cannot be used."""


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of decision: the kinds of action among which one chooses, and what matters in it, in one sentence."""

    kinds: tuple[str, ...]
    say: str

    @property
    def name(self) -> str:
        """What a browser remembers of it."""
        return self.kinds[0]


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the instinct's measure is told to people."""

    unit: str
    """What a cost is called, with {n} in it."""
    least: int
    """A smaller cost is not worth a word."""
    per: float = 1.0
    """How many of the unit a whole of the instinct's measure is."""
    kinds: tuple[str, ...] = ()
    """Kinds of action that are judged; without any named, all are."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach says at a decision of the coached game."""

    entry: int
    """The entry of the record that the decision is: what the coach would do is what stands there."""
    say: str
    why: str = ""
    """What stands behind it."""
    otherwise: str = ""
    """What is said to whoever did something else."""
    anywhere: bool = False
    """Whether the sentence is true of every decision of the kind, also once the game has gone another way."""


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coached game: whose seat the pupil takes, from which entry on, what is said there, and when it is enough."""

    seat: int
    begins: int
    """So many entries have been played when the pupil sits down."""
    done: str
    """What is said when the coach has said everything."""
    step: tuple[Step, ...]
    ends: tuple[str, ...] = ()
    """Kinds of event after which it is enough, wherever the script stands."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a coach's file says."""

    decision: tuple[Decision, ...] = ()
    cost: Cost | None = None
    game: Course | None = None

    def decisions(self, kinds: Iterable[str]) -> list[Decision]:
        """What is being decided where one chooses among these kinds of action, in the order of the file."""
        offered = set(kinds)
        return [each for each in self.decision if not offered.isdisjoint(each.kinds)]


SCRIPT = Kind(Script)


@cache
def script_of(declaration: Declaration) -> Script:
    """The game's own, completed by what its declarations tell."""
    file = declaration.files / FILE
    if not file.is_file():
        return Script(tuple(plain_decisions(declaration, declaration.actions.kinds)))
    where = f"{declaration.name}/{FILE}"
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadScript("{where} is no TOML: {error}.", where=where, error=str(error)) from None
    found = read(content, declaration, where)
    named = {kind for each in found.decision for kind in each.kinds}
    missing = [kind for kind in declaration.actions.kinds if kind not in named]
    return Script((*found.decision, *plain_decisions(declaration, missing)), found.cost, found.game)


def messages(declaration: Declaration) -> Iterator[str]:
    """What is to be translated."""
    if not (declaration.files / FILE).is_file():
        return
    script = script_of(declaration)
    yield from (each.say for each in script.decision if each.say)
    if script.cost:
        yield script.cost.unit
    if script.game:
        for step in script.game.step:
            yield from filter(None, (step.say, step.why, step.otherwise))
        yield script.game.done


# ---------------------------------------------------------------- a game that says nothing


def plain_decisions(declaration: Declaration, kinds: Iterable[str]) -> Iterator[Decision]:
    """Kinds of action that are due in the same phases are one decision, which has no sentence of its own."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for kind in kinds:
        groups.setdefault(declaration.actions.kinds[kind].during, []).append(kind)
    yield from (Decision(tuple(group), "") for group in groups.values())


def sentence(_: Say, decision: Decision) -> str:
    """What matters in a decision; of a game that does not say it, what there is to choose from."""
    if decision.say:
        return _(decision.say)
    kinds = listed(_, (_(kind.replace("_", " ")) for kind in decision.kinds))
    return _("This is new: you choose among {kinds}; point at a choice to see what it changes.").format(kinds=kinds)


# ---------------------------------------------------------------- reading the file


def read(content: Mapping[str, Any], declaration: Declaration, where: str) -> Script:
    """The script in a file's content; whatever is wrong is said with its place."""
    try:
        script = SCRIPT.read(content)
    except msgspec.ValidationError as error:
        raise BadScript("{where}: {error}.", where=where, error=str(error).replace("$.", "")) from None
    kinds = [kind for each in script.decision for kind in each.kinds]
    _check_known(kinds, declaration.actions.kinds, f"{where}, decision", "kind of action")
    if twice := next((kind for kind in kinds if kinds.count(kind) > 1), None):
        raise BadScript("{where}: {kind!r} is part of two decisions; one is right.", where=where, kind=twice)
    if script.cost:
        _check_known(script.cost.kinds, declaration.actions.kinds, f"{where}, cost", "kind of action")
        if "{n}" not in script.cost.unit:
            raise BadScript("{where}, cost: the unit says {n} where the number goes.", where=where, n="{n}")
    if script.game:
        _check_course(script.game, declaration, f"{where}, game")
    return script


def _check_course(course: Course, declaration: Declaration, where: str) -> None:
    _check_known(course.ends, [kind.name for kind in declaration.events.kinds], where, "kind of event")
    entries = [step.entry for step in course.step]
    if not entries or entries != sorted(set(entries)) or entries[0] <= course.begins:
        sentence = "{where}: its steps are entries after number {begins} of the record, in their order, not {found}."
        raise BadScript(sentence, where=where, begins=course.begins, found=", ".join(map(str, entries)) or "none")


def _check_known(names: Iterable[str], known: Iterable[str], where: str, what: str) -> None:
    known = list(known)
    for name in names:
        if name not in known:
            sentence = "{where}: there is no {what} {name!r}; there are {known}."
            raise BadScript(sentence, where=where, what=what, name=name, known=", ".join(known))

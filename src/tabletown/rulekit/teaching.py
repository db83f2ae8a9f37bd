"""What a game says about itself to somebody who has never played it: its goal, and what each thing on the table is.

A game's `telling` offers them as functions of a listener, so that their words follow the language and the edition:

    TEACHING = Teaching(goal=teaching.goal, phases=teaching.phases, kinds=teaching.kinds, scenery=teaching.SCENERY)

What is told of a kind belongs to everything on the picture whose id, or whose drawing's id, begins with one of its
marks. So no drawing has words of its own, and a page finds them for whatever is pointed at.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tabletown.rulekit.language import capitalized, listed
from tabletown.rulekit.look import Listener
from tabletown.rulekit.plainly import NOT_SHOWN, spelled
from tabletown.rulekit.records import Field, Sight
from tabletown.rulekit.sheets import Listing


class Goal(NamedTuple):
    """A game in three sentences, and a picture of it."""

    wins: str
    turn: str
    watch: str
    picture: str = ""
    """The name of a staged picture; without one the game's cover."""

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(filter(None, self[:3]))


class Kind(NamedTuple):
    """A kind of piece, card, permit or place, or a part of the turn."""

    name: str
    words: str
    marks: tuple[str, ...] = ()
    """How the ids begin of what it is on the picture; no other kind has a mark that begins alike."""


# ---------------------------------------------------------------- of a game that says nothing


def goal(to: Listener) -> Goal:
    """What the declaration says of it."""
    return Goal(to._(to.rules.declaration.summary), "", "")


def phases(to: Listener) -> Mapping[int, Kind]:
    """What can be decided in each."""
    _ = to._
    due: dict[int, list[str]] = {}
    for verb in to.rules.declaration.actions.kinds.values():
        for phase in verb.during:
            due.setdefault(phase, []).append(spelled(_, verb.name))
    name, words = _("Phase {n}"), _("What is decided: {kinds}.")
    return {
        phase: Kind(name.format(n=phase), words.format(kinds=listed(_, kinds))) for phase, kinds in sorted(due.items())
    }


def kinds(to: Listener) -> list[Kind]:
    """The fields of the position, as a plain picture has them."""
    declared: dict[str, Field] = to.rules.declaration.state.fields
    options = {option.name: to._(option.label) for option in to.rules.declaration.options}
    shown = ((name, field) for name, field in declared.items() if field.seen_by is not Sight.NOBODY)
    return [
        Kind(options.get(name) or capitalized(spelled(to._, name)), seen_by(to, field), ("fields",))
        for name, field in shown
        if name not in NOT_SHOWN
    ]


def seen_by(to: Listener, field: Field) -> str:
    _ = to._
    if field.seen_by is Sight.OWNER:
        return _("Everybody sees their own, and nobody else's.")
    return _("Everybody sees it.") if field.seen_by is Sight.EVERYONE else _("The rules say who sees it.")


# ---------------------------------------------------------------- as lists


def kind_of(key: str, kinds: Iterable[Kind]) -> Kind | None:
    """The kind that something of this id is."""
    return next((kind for kind in kinds if key.startswith(kind.marks)), None) if key else None


def what_is_what(to: Listener) -> list[Listing]:
    """Everything with its sentence, for lists that can be looked up."""
    taught = to.rules.declaration.teaching
    told = ((to._("Parts of a turn"), taught.phases(to).values()), (to._("What is what"), taught.kinds(to)))
    return [Listing(caption, (), tuple((each.name, each.words) for each in kinds)) for caption, kinds in told if kinds]

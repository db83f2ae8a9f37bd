"""What a stage is made of: the thing that is decided about, everybody's answer, and what a choice means.

Everything here is told from what the viewer may know, and nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tabletown.rulekit.drawing import Box, Svg
from tabletown.rulekit.language import Say, headed, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import Event, Record

GOOD, BAD, PLAIN = "good", "bad", ""
"""How a figure is taken; never said by colour alone, for gains and losses carry a sign."""
OUT, WAITS, ACTS, LEADS = "out", "wait", "acts-now", "leads"
"""Where a player stands in what is being decided."""


class Subject(NamedTuple):
    """The thing itself, drawn large."""

    svg: Svg
    view_box: str
    name: str = ""
    note: str = ""


class Answer(NamedTuple):
    """What a player has said to it so far: a word or a sum."""

    seat: int
    words: str
    standing: str = ""
    leads_by: str = ""
    """What somebody who leads leads by, in a word."""
    stays: bool = False
    """Whether the words hold also once a further answer is sealed: a sum that lies open."""


class Way(NamedTuple):
    """One way in which a choice may turn out: a figure, and what stands behind it."""

    title: str
    figure: str
    of: str = ""
    """Small, behind the figure, with which it is one: what is counted, or of how many."""
    words: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    """What the figure is made of, or whom else it touches: a name and a figure."""
    tone: str = PLAIN
    apart: str = ""
    """Small, behind the figure, too, but something else than it: what it is now, where, or on what it hangs."""


class Effect(NamedTuple):
    """What a choice would change for a player, column by column."""

    seat: int
    figures: tuple[str, ...]


class Label(NamedTuple):
    """What stands on a choice before anybody points at it."""

    does: str = ""
    """What the button says; without it, the action's own words."""
    mark: str = ""
    """The figure that stands on its place and in its row of a list."""
    name: str = ""
    """What the choice is called in a list of all, in a word or two; without it, the action's own words."""
    is_said: bool = False
    """Those words say the figure: a list does not repeat it."""


class Meaning(NamedTuple):
    """What a choice would mean."""

    ways: tuple[Way, ...] = ()
    """At most two stand side by side."""
    fact: str = ""
    """One sentence."""
    headers: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    ghost: Svg = Svg()
    """How it would look, on the board."""
    subject: Subject | None = None
    """What is drawn large while this is the choice."""
    does: str = ""
    mark: str = ""
    name: str = ""
    is_said: bool = False
    """Its label."""
    own: int | None = None
    """Which of the ways is this choice's, where the other one is another choice's and stands there to compare."""
    begins: str = ""
    """What the same choice does before that, where it is told whole."""

    @property
    def label(self) -> Label:
        return Label(self.does, self.mark, self.name, self.is_said)

    def labelled(self, label: Label) -> "Meaning":
        return self._replace(does=label.does, mark=label.mark, name=label.name, is_said=label.is_said)

    def of_this_choice(self) -> "Meaning":
        """Without what another choice would mean."""
        return self if self.own is None else self._replace(ways=(self.ways[self.own],), own=None)

    @property
    def is_empty(self) -> bool:
        return not (self.ways or self.fact or self.effects)


def in_words(look: Look[Record], meaning: Meaning) -> list[str]:
    """The figures as lines of text, for a terminal and for programs."""
    lines = [_told(look._, way) for way in meaning.ways]
    for effect in meaning.effects:
        named = zip(meaning.headers[-len(effect.figures) :], effect.figures, strict=True)
        figures = listed(look._, (f"{head} {figure}" for head, figure in named))
        lines.append(headed(look._, look.player(effect.seat), figures) + look._("."))
    return [*lines, meaning.fact] if meaning.fact else lines


def _told(_: Say, way: Way) -> str:
    figures = " ".join(filter(None, (way.figure, way.of)))
    if way.apart:
        figures += (_(". ") if way.apart.endswith((".", "。")) else _(", ")) + way.apart
    head = headed(_, way.title, figures) if figures else way.title
    rows = listed(_, (f"{name} {figure}" for name, figure in way.rows))
    said = ""
    for part in (part.rstrip(".。") for part in (head, way.words, rows) if part):
        said += (_(", ") if part[0].islower() else _(". ")) * bool(said) + part
    return said + _(".")


class Tick(NamedTuple):
    """A sum of somebody else's on the scale of a sum: whose, and what it is."""

    amount: int
    seat: int
    words: str


class Moment(NamedTuple):
    """Something that happened, as it is played: who, what in a sentence, the thing, and for how many beats."""

    words: str
    seat: int | None = None
    subject: Subject | None = None
    kind: str = ""
    """What moves: a name for the style sheet."""
    beats: float = 1.0
    piece: str = ""
    """The id of a piece on the board that goes a way of its own,"""
    way: tuple[tuple[float, ...], ...] = ()
    """from place to place, as differences to where it comes to rest; a third number is how it is turned, in degrees."""
    light: Box | None = None
    """Where on the board it happens: the rest of it is in shade meanwhile."""
    turns_the_board: bool = False
    """The board changes while this is told, and what follows is told over it; else it changes with the last."""
    turns: tuple[str, ...] = ()
    """Parts of the picture that change while this is told, before all others: what is opened one by one."""


class Chip(NamedTuple):
    """Something that can be put into a tray: an action, and what lies there."""

    action: int
    label: str
    note: str = ""
    is_on: bool = False
    """Whether it lies there to begin with."""
    box: Box | None = None
    """Its place on the picture, where it can be clicked as well."""


class Column(NamedTuple):
    """One side of a tray: whose, what must be played before its chips, the chips, and a sum beside them."""

    seat: int
    title: str
    opens: tuple[int, ...] = ()
    chips: tuple[Chip, ...] = ()
    """What the viewer knows to be there,"""
    others: tuple[Chip, ...] = ()
    """and what may be there."""
    first_sum: int = 0
    """The action for a sum of one; those for more follow it."""
    most: int = 0
    sum: int = 0
    """What is named to begin with."""


class Tray(NamedTuple):
    """A choice of two sides, made by chips: what one gives, and what one of the others gives for it."""

    mine: Column
    theirs: tuple[Column, ...]
    """Chips of one of them at a time; its opening actions come first of all."""
    between: tuple[int, ...]
    closes: tuple[int, ...]
    replaces: frozenset[str]
    """Kinds of action that need no button of their own then."""
    folded: str = ""
    """Behind which words it lies, where there is something to be answered first."""
    first: int = -1
    """The answer that is the primary button then."""


class Key(NamedTuple):
    """A part of a larger choice that has a button and a key of its own, also while it is not possible."""

    action: int
    words: str
    sign: str
    """What stands on its button."""
    key: str


class Now(NamedTuple):
    """What happens now: a few words about who acts, then one sentence."""

    lead: str
    words: str


# ---------------------------------------------------------------- a game that brings no stage


def now(look: Look[Record]) -> Now | None:  # noqa: ARG001
    """Nothing of its own: the question, or whom the table waits for."""
    return None


def subject(look: Look[Record]) -> Subject | None:  # noqa: ARG001
    return None


def answers(look: Look[Record]) -> Sequence[Answer]:
    """Who is being asked."""
    _ = look._
    asked = look.deciding
    return [Answer(seat, _("decides"), ACTS) if seat in asked else Answer(seat, "", WAITS) for seat in look.seats]


def tray(look: Look[Record]) -> Tray | None:  # noqa: ARG001
    return None


def brief(look: Look[Record], action: int) -> str:  # noqa: ARG001
    return ""


def pad(look: Look[Record]) -> Sequence[Key]:  # noqa: ARG001
    return ()


def alone(look: Look[Record], action: int) -> int | None:  # noqa: ARG001
    return None


def plan_lines(look: Look[Record], actions: Sequence[int]) -> Sequence[str]:  # noqa: ARG001
    return ()


def is_no_better(then: Look[Record], now: Look[Record], action: int) -> bool:  # noqa: ARG001
    return False


def meaning(look: Look[Record], actions: Sequence[int]) -> Meaning:  # noqa: ARG001
    return Meaning()


def label(look: Look[Record], actions: Sequence[int]) -> Label | None:  # noqa: ARG001
    """Nothing shorter: what the meaning says."""
    return None


def watching(look: Look[Record]) -> Meaning:  # noqa: ARG001
    return Meaning()


def sums(look: Look[Record], kind: str) -> Sequence[int]:  # noqa: ARG001
    """None of its own: the lowest ones, and some on the way to the highest."""
    return ()


def opening(look: Look[Record], actions: Sequence[int]) -> int:  # noqa: ARG001
    """The lowest sum."""
    return actions[0]


def ordinary(look: Look[Record]) -> int | None:  # noqa: ARG001
    """None: what stands first on the board."""
    return None


def ticks(look: Look[Record], kind: str) -> Sequence[Tick]:  # noqa: ARG001
    return ()


def moments(look: Look[Record], events: Sequence[Event]) -> Sequence[Moment]:
    """One for each thing that is told."""
    event = look.rules.declaration.words.event
    told = ((each, event(look, each)) for each in events)
    return [Moment(words, seat=seat_in(look, each)) for each, words in told if words]


def ways(look: Look[Record], actions: Sequence[int]) -> Mapping[str, Sequence[tuple[float, ...]]]:  # noqa: ARG001
    """A piece slides straight on."""
    return {}


def seat_in(look: Look[Record], event: Event) -> int | None:
    """Whose doing it was."""
    return look.told(event)[1].get("seat")

"""What a game's rooms offer, as records of functions: a game gives those that it has, the kit fills in the rest.

    WORDS = Words(action=words.action, event=words.event, position=report.position)    # in telling/__init__.py
    PICTURE = Picture(parts=picture.parts, layout=picture.layout, defs=picture.DEFS)   # in drawing/__init__.py

A game in one file may offer them beside its rules.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

from tabletown.rulekit import plain_picture, plainly, staging, teaching
from tabletown.rulekit.drawing import (
    SEAT_PATTERNS,
    Box,
    Card,
    Layout,
    Svg,
    Target,
    ink_token,
    joined,
    seat_token,
    standalone,
)
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.inked import Panel
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.plainly import ScoreSheet
from tabletown.rulekit.records import Event, Record
from tabletown.rulekit.sheets import Listing, Stage
from tabletown.rulekit.staging import Answer, Key, Label, Meaning, Moment, Now, Subject, Tick, Tray
from tabletown.rulekit.teaching import Goal, Kind

S = TypeVar("S", bound=Record)


class Offer:
    """Something that a room offers. What it is made of is checked when it is declared."""

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            if inspect.isfunction(each.default):
                _check(f"{type(self).__name__}({each.name}=...)", getattr(self, each.name), each.default)


def _check(where: str, given: object, wanted: Callable[..., Any]) -> None:
    taken = [name.lstrip("_") for name in inspect.signature(wanted).parameters]
    if not callable(given):
        raise BadDeclaration(f"{where} takes a function of ({', '.join(taken)}), not {given!r}.")
    try:
        inspect.signature(given).bind(*taken)
    except TypeError:
        name = f"{getattr(given, '__module__', '')}.{getattr(given, '__qualname__', given)}"
        has = inspect.signature(given)
        raise BadDeclaration(f"{where} takes a function of ({', '.join(taken)}); {name} takes {has}.") from None


@dataclass(frozen=True)
class Words(Offer, Generic[S]):
    """The game in sentences."""

    action: Callable[[Look[S], int], str] = plainly.action
    """What an action would do, in the words of whoever decides; also for one that is not allowed."""
    event: Callable[[Listener, Event], str] = plainly.event
    """What happened, as the viewer reads it."""
    refusal: Callable[[Look[S], int, int], str] = plainly.refusal
    """Of an action and a reason: what cannot be done, why, and what can be done instead."""
    question: Callable[[Look[S]], str] = plainly.question
    """What the viewer is being asked now."""
    heading: Callable[[Look[S]], str] = plainly.heading
    """Where the game stands, in a line that can follow the game's name."""
    position: Callable[[Look[S]], str] = plainly.position
    """Everything that the viewer may be shown, as plain text."""
    ending: Callable[[Listener, int], str] = plainly.ending
    """How the game has ended."""
    score_sheet: Callable[[Look[S]], ScoreSheet] = plainly.score_sheet
    """Headers, and a line a seat."""
    expected: Callable[[Look[S], str], str] = plainly.expected
    """Of a figure: that the viewer may expect it as their score, in a few words that say what is scored."""


@dataclass(frozen=True)
class Letters(Offer, Generic[S]):
    """The table in inked letters, for a terminal."""

    panels: Callable[[Look[S]], list[Panel]] = plainly.panels
    """The first is the board; the others stand beside it if all fit 80 columns."""


@dataclass(frozen=True)
class Sheets(Offer, Generic[S]):
    """Small tables beside the board."""

    forecast: Callable[[Look[S]], list[Listing]] = plainly.forecast
    """What may come of a position."""
    aid: Callable[[Listener], list[Listing]] = plainly.aid
    """The figures that a player looks up."""
    figures: Mapping[str, str] = field(default_factory=dict)
    """Figure of an edition -> what it is called; one without a name is called by its key."""


@dataclass(frozen=True)
class Guide(Offer, Generic[S]):
    """Where to read about what is being played."""

    clauses: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Kind of action -> the clauses that it stands on."""
    stages: Callable[[Look[S]], list[Stage]] = plainly.stages
    """The parts of a turn or a year; exactly one of them is being played."""
    turn: Callable[[Look[S]], str] = plainly.turn
    """What the turn, round or year is called that is being played; a replay goes from one to the next."""


@dataclass(frozen=True)
class Teaching(Offer):
    """What the game says about itself to somebody who does not know it."""

    goal: Callable[[Listener], Goal] = teaching.goal
    """What wins, what a turn is, what to watch for."""
    phases: Callable[[Listener], Mapping[int, Kind]] = teaching.phases
    """Each phase in which something is decided, in a sentence."""
    kinds: Callable[[Listener], Sequence[Kind]] = teaching.kinds
    """Each kind of piece, card, permit and place, in a sentence."""
    scenery: tuple[str, ...] = ()
    """How the ids begin of what is drawn and means nothing."""


@dataclass(frozen=True)
class Picture(Offer, Generic[S]):
    """The position as SVG, in named parts."""

    parts: Callable[[Look[S]], dict[str, str]] = plain_picture.parts
    """Id -> SVG, in paint order: the board's parts, then the panels that stand beside it."""
    layout: Callable[[Look[S]], Layout] = plain_picture.layout
    """Where things lie."""
    defs: str = plain_picture.NO_DEFS
    """What the parts use by its id."""
    letters: str = ""
    """Those that stand for something on the board, and so for no player."""
    has_seat_colours: bool = True
    """Whether colours and patterns stand for seats. Else they belong to something else, and people are ink."""
    targets: Callable[[Look[S], Iterable[int]], list[Target]] = plain_picture.targets
    """Where the viewer's actions sit, legal or not; an action that has no place sits nowhere."""
    players: Callable[[Look[S]], dict[str, str]] = plain_picture.players
    """Panels of the players below a whole picture; a page shows their cards instead."""
    cards: Callable[[Look[S]], list[Card]] = plain_picture.cards
    """What a page says about each player."""
    latest: Callable[[Look[S], str, Mapping[str, int]], list[Box]] = plain_picture.latest
    """Where an event of that kind, with those numbers, left its piece."""

    @property
    def all_defs(self) -> Svg:
        return joined(SEAT_PATTERNS if self.has_seat_colours else Svg(), Svg(self.defs))

    def token(self, look: Listener, seat: int) -> Svg:
        """A person, 28 units wide."""
        letter = look.letters[seat]
        return seat_token(seat, letter, 0, 0) if self.has_seat_colours else ink_token(letter, 0, 0)

    def whole(self, look: Look[S]) -> dict[str, str]:
        """Every part, with the players' panels."""
        return {**self.parts(look), **self.players(look)}

    def file(self, look: Look[S], *, dark: bool | None = False) -> str:
        """All of it as one SVG file that needs nothing else."""
        title = look.rules.declaration.title
        return standalone(self.whole(look), self.all_defs, self.layout(look).size, title, dark=dark)


@dataclass(frozen=True)
class Staging(Offer, Generic[S]):
    """What happens now and what a choice would mean, for the panel that shows one thing at a time."""

    now: Callable[[Look[S]], Now | None] = staging.now
    """For whoever is asked and for everybody else; without words of its own, the question."""
    subject: Callable[[Look[S]], Subject | None] = staging.subject
    """What is decided about."""
    answers: Callable[[Look[S]], Sequence[Answer]] = staging.answers
    """Everybody, in the order in which they act."""
    tray: Callable[[Look[S]], Tray | None] = staging.tray
    """For a choice of two sides: what can be put into each."""
    brief: Callable[[Look[S], int], str] = staging.brief
    """A word or two for an action in a list, where its own words are long."""
    pad: Callable[[Look[S]], Sequence[Key]] = staging.pad
    """Steps by which a choice can be put together one after the other, with buttons and keys that stay."""
    plan_lines: Callable[[Look[S], Sequence[int]], Sequence[str]] = staging.plan_lines
    """A plan line by line, where that is shorter than its actions; the look is at where it begins."""
    alone: Callable[[Look[S], int], int | None] = staging.alone
    """For an action by which somebody is asked to help: what does the same without them."""
    is_no_better: Callable[[Look[S], Look[S], int], bool] = staging.is_no_better
    """Whether what the action accepts now is no better than what it would have accepted then, when it was refused."""
    meaning: Callable[[Look[S], Sequence[int]], Meaning] = staging.meaning
    """What the viewer's actions, one after the other, would mean."""
    label: Callable[[Look[S], Sequence[int]], Label | None] = staging.label
    """What stands on that choice; None if that takes its whole meaning. Every choice has one, few are pointed at."""
    watching: Callable[[Look[S]], Meaning] = staging.watching
    """What somebody else's decision may mean, for whoever waits for it."""
    sums: Callable[[Look[S], str], Sequence[int]] = staging.sums
    """Sums to tap where an action of that kind takes one; those that are not possible are left out."""
    opening: Callable[[Look[S], Sequence[int]], int] = staging.opening
    """Of actions that differ in a sum, from the lowest to the highest: the one that is chosen to begin with."""
    ordinary: Callable[[Look[S]], int | None] = staging.ordinary
    """The action that most would take here, where the first place on the board would be rash: chosen to begin with."""
    ticks: Callable[[Look[S], str], Sequence[Tick]] = staging.ticks
    """Others' sums as far as the viewer may know them, for the scale of an action of that kind."""
    moments: Callable[[Look[S], Sequence[Event]], Sequence[Moment]] = staging.moments
    """What has just happened, to be played one after the other; the look is at what came of it."""
    ways: Callable[[Look[S], Sequence[int]], Mapping[str, Sequence[tuple[float, ...]]]] = staging.ways
    """Where pieces go, place by place, while actions are played one after the other on what the look is at, by their
    ids: for moments that name a piece and leave its way open."""

"""The coached game: an ordinary match that begins where a record stands, and where somebody says what the record does.

As long as the match stands where the record stood, the others answer as they do there, and the coach says what the
script says of that decision. Once it has gone another way, bots think for themselves, and the coach says of each kind
of decision what matters in it. What the pupil hears follows from the pupil's view alone.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from tabletown.coaching.script import RECORD, BadScript, Course, Decision, Script, Step, script_of
from tabletown.explaining.parts import own_choice
from tabletown.match import BadRecord, Game, Match, load
from tabletown.match.log import Entry
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.records import Record

PATIENCE = 2
"""Off the record the coach stays for so many decisions as there are steps, times this."""


def key_of(view: Record) -> str:
    """What a position is known by; its dice, which are set anew before each move, left aside."""
    view = view.copy()
    view.rng = 0
    return view.digest()


class Place(NamedTuple):
    """Where the record stands: after so many entries, and so many parts of the next one."""

    step: int
    made: int = 0


class Lesson:
    """The coached game of a title: its script, and the record of whoever does what the coach says."""

    def __init__(self, script: Script, course: Course, record: Match) -> None:
        self.script = script
        self.course = course
        self.record = record
        self.by_entry: dict[int, Step] = {step.entry: step for step in course.step}
        self._check()

    def _check(self) -> None:
        name, course = self.record.game.name, self.course
        if not 0 <= course.begins < self.record.steps or not 0 <= course.seat < self.record.players:
            raise BadScript("{game}: its coached game has no such seat or entry as it begins with.", game=name)
        for step in course.step:
            if step.entry > self.record.steps or not own_choice(self.record.entries[step.entry - 1], course.seat):
                sentence = "{game}: step {entry} of its coached game is no decision of the pupil's."
                raise BadScript(sentence, game=name, entry=step.entry)

    def opening(self) -> Match:
        """The match at which the pupil sits down."""
        return self.record.until(self.course.begins)

    @cached_property
    def _seen(self) -> dict[str, Place]:
        """What the pupil sees of each position of the record, and where that is; in the middle of their choices too."""
        seen: dict[str, Place] = {}
        for step in range(self.course.begins, self.record.steps + 1):
            for made, view in enumerate(self._views(step)):
                seen.setdefault(key_of(view), Place(step, made))
        return seen

    def _views(self, step: int) -> Iterator[Record]:
        """What the pupil sees after so many entries, and then part by part of the choice that comes next."""
        seat, rules = self.course.seat, self.record.rules
        state = self.record.position(step).state
        yield rules.concealed(state, seat)
        if step == self.record.steps or self.record.entries[step].sealed:
            return
        for action in own_choice(self.record.entries[step], seat)[:-1]:
            rules.call.apply(state, seat, action)
            yield rules.concealed(state, seat)

    @cached_property
    def _whole(self) -> dict[str, int]:
        """The same of whole positions, for those who answer."""
        steps = range(self.course.begins, self.record.steps + 1)
        return {key_of(self.record.position(step).state): step for step in steps}

    def seen_at(self, view: Record) -> Place | None:
        """Where in the record the pupil saw the same; None off the record."""
        return self._seen.get(key_of(view))

    def answer(self, match: Match, seat: int) -> list[int]:
        """What the record has the seat play in that very position; nothing off the record, or at its end."""
        step = self._whole.get(key_of(match.state))
        if step is None or step == self.record.steps:
            return []
        return left_of(own_choice(self.record.entries[step], seat), match.drawer.get(seat, []))


def left_of(wanted: Sequence[int], begun: Sequence[int]) -> list[int]:
    """What remains of a choice that somebody has begun; nothing if they have begun another one."""
    return list(wanted[len(begun) :]) if list(wanted[: len(begun)]) == list(begun) else []


@cache
def lesson_of(declaration: Declaration) -> Lesson | None:
    """The coached game of a title, or None where it has none."""
    script = script_of(declaration)
    if script.game is None:
        return None
    source = f"{declaration.name}/{RECORD}"
    try:
        record = load((declaration.files / RECORD).read_text(encoding="utf-8"), source)
    except FileNotFoundError:
        raise BadScript("{source} is missing: the coached game has a script and no record.", source=source) from None
    if record.game != Game(declaration):
        raise BadRecord("{source} is a record of {other}.", source=source, other=record.game.title)
    return Lesson(script, script.game, record)


class Turn(NamedTuple):
    """A decision of the pupil's: what the coach would have done, or something else, of which the script may speak."""

    as_told: bool
    otherwise: str = ""


class Hint(NamedTuple):
    """What the coach says at a decision."""

    step: Step | None
    """The script's step, where the sentence is its own."""
    decision: Decision | None
    """What is being decided."""
    wish: tuple[int, ...] = ()
    """What the coach would play."""


class Pupil:
    """A match that is being taught. It follows from the log; what is kept here is only remembered."""

    def __init__(self, lesson: Lesson, match: Match) -> None:
        self.lesson = lesson
        self.match = match
        self._places: dict[int, Place | None] = {}

    @property
    def seat(self) -> int:
        return self.lesson.course.seat

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.lesson.course.step

    # ------------------------------------------------------------ what has been decided

    def own_entries(self) -> list[tuple[int, Entry]]:
        """The pupil's decisions since the lesson began, each with the number of entries before it."""
        entries = self.match.entries
        begun = range(self.lesson.course.begins, len(entries))
        return [(step, entries[step]) for step in begun if own_choice(entries[step], self.seat)]

    def _place_of(self, step: int, entry: Entry) -> Place | None:
        """Where the record stood when the entry was made."""
        if entry.number not in self._places:
            self._places[entry.number] = self.lesson.seen_at(self.match.perfect_memory(self.seat, step))
        return self._places[entry.number]

    def heard(self) -> list[Step]:
        """The steps of the script that have been decided, in whatever way."""
        heard: list[Step] = []
        for step, entry in self.own_entries():
            place = self._place_of(step, entry)
            kinds = [self.match.game.declaration.actions.decode(own_choice(entry, self.seat)[0])[0]]
            found = self._on_the_record(place) if place is not None else self._fitting(kinds, heard)
            if found is not None and found not in heard:
                heard.append(found)
        return heard

    def _on_the_record(self, place: Place) -> Step | None:
        return self.lesson.by_entry.get(place.step + 1)

    def _fitting(self, kinds: Sequence[str], heard: Sequence[Step]) -> Step | None:
        """The first step that is still to come and is about such a decision."""
        asked = self.lesson.script.decisions(kinds)
        return next((step for step in self.steps if step not in heard and self.decision_of(step) in asked), None)

    def decision_of(self, step: Step) -> Decision | None:
        """What is decided at a step."""
        record = self.lesson.record
        action = own_choice(record.entries[step.entry - 1], self.seat)[0]
        return next(iter(self.lesson.script.decisions([record.game.declaration.actions.decode(action)[0]])), None)

    def has_decided(self, decision: Decision) -> bool:
        """Whether the pupil has decided such a thing in this lesson: what matters in it need not be said again."""
        actions = self.match.game.declaration.actions
        made = (own_choice(entry, self.seat)[0] for _step, entry in self.own_entries())
        return any(actions.decode(action)[0] in decision.kinds for action in made)

    def is_over(self) -> bool:
        """Whether the coach has said enough: everything, or what it was all about has happened."""
        course, events = self.lesson.course, self.match.game.declaration.events
        told = (events.named(event)[0] for entry in self.match.entries[course.begins :] for event in entry.events)
        if any(name in course.ends for name in told):
            return True
        return len(self.heard()) == len(self.steps) or len(self.own_entries()) >= PATIENCE * len(self.steps)

    def last_turn(self) -> Turn:
        """How the pupil's last decision stands to what the coach would have done there."""
        own = self.own_entries()
        if not own:
            return Turn(as_told=True)
        step, entry = own[-1]
        place = self._place_of(step, entry)
        if place is None:
            return Turn(as_told=False)
        wanted, taken = own_choice(self.lesson.record.entries[place.step], self.seat), own_choice(entry, self.seat)
        as_told = wanted[place.made :][: len(taken)] == taken
        if as_told or self.lesson.seen_at(self.match.perfect_memory(self.seat, step + 1)) is not None:
            return Turn(as_told=True)
        told = self._on_the_record(place)
        return Turn(as_told=False, otherwise=told.otherwise if told else "")

    # ------------------------------------------------------------ what is being decided

    @property
    def _place(self) -> Place | None:
        """Where the record stands now, as far as the pupil can see; None off the record and at its end."""
        place = self.lesson.seen_at(self.match.rules.concealed(self.match.state, self.seat))
        return place if place is not None and place.step < self.lesson.record.steps else None

    def is_on_the_record(self) -> bool:
        return self._place is not None

    def hint(self, kinds: Sequence[str], drafted: Sequence[int] = ()) -> Hint:
        """What the coach says where the pupil chooses among these kinds, having put together `drafted` so far."""
        place = self._place
        if place is not None:
            step = self._on_the_record(place)
            begun = [*self.match.drawer.get(self.seat, ()), *drafted]
            wish = left_of(own_choice(self.lesson.record.entries[place.step], self.seat)[place.made :], begun)
            return Hint(step, self._asked(kinds), tuple(wish))
        coming = self._fitting(kinds, self.heard())
        return Hint(coming if coming and coming.anywhere else None, self._asked(kinds))

    def _asked(self, kinds: Sequence[str]) -> Decision | None:
        return next(iter(self.lesson.script.decisions(kinds)), None)

"""The coach at a terminal: the same script, sentences and judgements as in the browser, as lines of text."""

import random
from collections.abc import Iterator

from tabletown.bots import level, usual_level
from tabletown.bots.whole import chosen
from tabletown.coaching import Lesson, Pupil, judged, lesson_of, script_of
from tabletown.coaching.judging import Judgement, is_worth_weighing, judging
from tabletown.coaching.saying import advice, cost_in_words, told
from tabletown.coaching.script import BadScript, sentence
from tabletown.explaining.analysis import loops_for
from tabletown.explaining.hinting import WHO
from tabletown.explaining.parts import carried_out, own_choice
from tabletown.match import Game, Match
from tabletown.match.log import Entry
from tabletown.rulekit.language import message


class Coach:
    """Sits beside the people at this screen; with a lesson, also beside its pupil.

    They look ahead as soon as that is compiled, and go by instinct until then.
    """

    def __init__(self, match: Match, language: str, lesson: Lesson | None = None) -> None:
        self.match = match
        self.language = language
        self._ = match.say(language)
        self.pupil = Pupil(lesson, match) if lesson is not None else None
        declared = match.game.declaration
        self.level = level(WHO if declared.has_instinct else usual_level(declared))
        self._judged: dict[int, Judgement | None] = {}
        self._wished: dict[tuple[int, int, int], list[int]] = {}
        """What was told at a decision is what is done there."""

    @property
    def loops(self) -> tuple[str, ...]:
        """What is to be compiled for looking ahead."""
        if not self.level.searches:
            return ()
        declared, players = self.match.game.declaration, self.match.players
        return tuple(dict.fromkeys((*self.level.loops_for(declared, players), *loops_for(declared, players))))

    # ------------------------------------------------------------ the coached game

    def scripted(self, seat: int) -> list[int]:
        """What a bot answers by the script; nothing where it thinks for itself."""
        return self.pupil.lesson.answer(self.match, seat) if self.pupil is not None else []

    def farewell(self) -> str:
        """What is said once at the script's end: from then on it is a game like any other."""
        if self.pupil is None or not (self.match.over or self.pupil.is_over()):
            return ""
        done = told(self._, self.pupil.lesson.course.done, self.match.names)
        self.pupil = None
        return done

    def wish(self, seat: int) -> list[int]:
        """What the coach would play here."""
        if self.pupil is not None and seat == self.pupil.seat and self.pupil.is_on_the_record():
            return list(self.pupil.hint(self._kinds(seat)).wish)
        asked = seat, self.match.decision, len(self.match.drawer.get(seat, ()))
        if asked not in self._wished:
            self._wished[asked] = chosen(self.level, self.match, seat, random.Random(self.match.decision))
        return self._wished[asked]

    # ------------------------------------------------------------ what is said

    def lines(self, seat: int) -> Iterator[str]:
        """Before a decision: of the last choice, and of this one."""
        if done := self.farewell():
            yield done
            return
        yield from filter(None, (self._after(seat), self._news(seat)))

    def why(self, seat: int) -> Iterator[str]:
        """What stands behind it, and what the coach would do."""
        if self.pupil is not None and seat == self.pupil.seat:
            step = self.pupil.hint(self._kinds(seat)).step
            if step is not None and step.why:
                yield told(self._, step.why, self.match.names)
        yield advice(self.match.look(seat, None, self.language), self.wish(seat))

    def _kinds(self, seat: int) -> list[str]:
        return [action.kind for action in self.match.legal(seat, self.language)]

    def _after(self, seat: int) -> str:
        turn = self.pupil.last_turn() if self.pupil is not None and seat == self.pupil.seat else None
        if turn is not None and (turn.otherwise or turn.as_told):
            return told(self._, turn.otherwise, self.match.names)
        own = [step for step, entry in enumerate(self.match.entries) if own_choice(entry, seat)]
        if not own:
            return ""
        entry = self.match.entries[own[-1]]
        if entry.number not in self._judged:
            self._judged[entry.number] = self._judgement(self.match.position(own[-1]), seat, entry)
        dear = self._judged[entry.number]
        return cost_in_words(self.match.look(seat, own[-1], self.language), dear) if dear else ""

    def _judgement(self, past: Match, seat: int, entry: Entry) -> Judgement | None:
        taken = own_choice(entry, seat)
        if not is_worth_weighing(past, seat, taken):
            return None
        if not past.rules.twin.has(*self.loops):
            return judged(past, seat, entry)
        return carried_out(judging(past, seat, entry), past.rules, seat)

    def _news(self, seat: int) -> str:
        """The script's sentence, or one about a kind of decision that the seat has not made in this game."""
        if self.pupil is not None and seat == self.pupil.seat:
            hint = self.pupil.hint(self._kinds(seat))
            if hint.step is not None:
                return told(self._, hint.step.say, self.match.names)
            return sentence(self._, hint.decision) if hint.decision is not None else ""
        script, actions = script_of(self.match.game.declaration), self.match.game.declaration.actions
        made = [action for entry in self.match.entries for action in own_choice(entry, seat)]
        known = script.decisions(actions.decode(action)[0] for action in made)
        return next((sentence(self._, each) for each in script.decisions(self._kinds(seat)) if each not in known), "")


def lesson_for(game: Game) -> Lesson:
    lesson = lesson_of(game.declaration)
    if lesson is None:
        raise BadScript(message("{game} has no coached game."), game=game.declaration.called)
    return lesson

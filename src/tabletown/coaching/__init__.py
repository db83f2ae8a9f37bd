"""The coach: what they say of each kind of decision, the prepared first game of a title, and what a choice has cost."""

from tabletown.coaching.judging import Judgement, judged
from tabletown.coaching.lesson import Lesson, Pupil, lesson_of
from tabletown.coaching.script import BadScript, Script, script_of

__all__ = ["BadScript", "Judgement", "Lesson", "Pupil", "Script", "judged", "lesson_of", "script_of"]

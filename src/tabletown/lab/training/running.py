"""Training: rounds of games and fitting, and what is kept of them: the best by arena, if it beats what was there.

Each round plays among the best so far and all that came before, and fits all that was noted. A later round is often
worse than an earlier one, so nothing is kept for being the last.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

from tabletown.lab.certainty import Share
from tabletown.lab.playing import COMPILED, MOST_SEEDS, Progress, Setting, Stopped
from tabletown.lab.runners import Runner, on_threads
from tabletown.lab.training.course import Course
from tabletown.lab.training.fitting import Notes, explained, fitted
from tabletown.lab.training.keeping import Journal
from tabletown.lab.training.practice import Company, Ground, Rows
from tabletown.match import game as find_game
from tabletown.rulekit.looking_ahead import by_hand
from tabletown.rulekit.minds import Lesson, Mind

Bar = Callable[[str], Progress]


@dataclass(frozen=True)
class Round:
    """A mind that came out of a round, and how it did."""

    number: int
    mind: Mind
    rows: int
    explained: float
    """Which part of the variance of scores it tells."""
    share: Share
    """Of wins against the hand-written instinct, one-ply."""

    @property
    def kind(self) -> str:
        return f"{len(self.mind.layer)} units" if self.mind.layer else "sum"


@dataclass(frozen=True)
class Trained:
    """What came of it."""

    course: Course
    version: str
    rounds: tuple[Round, ...]
    one_ply: Share | None = None
    """Of the best, against the hand-written instinct, in games that nothing was chosen by."""
    searching: Share | None = None

    @property
    def best(self) -> Round:
        """Of equals the earlier one."""
        return max(self.rounds, key=lambda each: each.share.share)

    @property
    def even(self) -> float:
        return 1.0 / self.course.players

    @property
    def is_kept(self) -> bool:
        """Whether it beats the hand-written one beyond doubt, wherever the two were compared."""
        compared = [self.one_ply, *([self.searching] if self.course.searched else [])]
        return all(each is not None and each.low > self.even for each in compared)

    @property
    def lesson(self) -> Lesson:
        course, best = self.course, self.best
        origin: dict[str, str | int | float] = {
            "tabletown": version("tabletown"),
            "rules": self.version,
            "seed": course.seed,
            "games": course.games,
            "rounds": course.rounds,
            "round": best.number,
            "rows": best.rows,
            "explained": round(best.explained, 3),
            "one_ply": said(self.one_ply, course.judged),
            "searching": said(self.searching, course.searched),
            "thinking": course.thinking,
        }
        return Lesson(best.mind, origin)


def said(share: Share | None, games: int) -> str:
    if share is None:
        return "not compared"
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of {games} games"


def train(
    course: Course,
    journal: Path | None = None,
    runner: Runner | None = None,
    bar: Bar | None = None,
    mode: str = COMPILED,
) -> Trained:
    """Learn what the features of a game are worth. The same course gives the same, whoever plays the games.

    Rounds that the journal holds are not played again.
    """
    course.check()
    begin: Bar = bar or (lambda _name: lambda _done, _whole: None)
    declaration = find_game(course.game).declaration
    loops = ["practice_games", *([by_hand(declaration, course.players).loop] if course.searched else [])]
    setting = Setting(course.game, course.players, mode, None, None, loops, begin("Compiling the rules"))
    ground = Ground(setting, runner or on_threads(1))
    found: list[Round] = []
    try:
        for each in _rounds(course, ground, Journal(course, journal), begin):
            found += [each]  # one by one: what is there when somebody presses Ctrl-C is told
        best = Trained(course, setting.rules.version, tuple(found)).best.mind
        one_ply = ground.duel(best, course.judged, _stage(course, "one-ply"), begin("The best once more"))
        searching = None
        if course.searched:
            seen = begin("The same, looking ahead")
            searching = ground.searching_duel(best, course.searched, _stage(course, "search"), course.thinking, seen)
    except KeyboardInterrupt:
        so_far = Trained(course, setting.rules.version, tuple(found)) if found else None
        done = course.games * max((each.number for each in found), default=0)
        raise Stopped(so_far, done, course.games * course.rounds) from None
    return Trained(course, setting.rules.version, tuple(found), one_ply, searching)


def _stage(course: Course, name: str) -> int:
    """A seed of its own for each part, so that nothing is judged by the games that it was learned from."""
    digest = hashlib.sha256(f"{course.seed} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % MOST_SEEDS


def _rounds(course: Course, ground: Ground, journal: Journal, begin: Bar) -> Iterator[Round]:
    sides = len(find_game(course.game).declaration.sides)
    pool: list[Round] = []
    noted: list[Rows] = []
    for number in range(1, course.rounds + 1):
        rows = journal.read(number)
        if rows is None:
            title = f"Round {number}: games to learn from"
            companies = _companies(pool, course.players)
            rows = ground.noted(companies, course.games, _stage(course, f"round {number}"), begin(title))
            journal.write(number, rows)
        noted.append(rows)
        notes = Notes(np.concatenate(noted), course.players, sides)
        for units in sorted({0, course.units}):
            mind = fitted(notes, units, _stage(course, f"layer {number}"))
            title = f"Round {number}: {'a layer' if units else 'a sum'} against the hand-written"
            share = ground.duel(mind, course.judged, _stage(course, "judging"), begin(title))
            pool.append(Round(number, mind, len(notes), explained(notes, mind), share))
            yield pool[-1]


def _companies(pool: list[Round], players: int) -> list[Company]:
    """The best so far, or the hand-written one if that is better, among all that there were."""
    best = max(pool, key=lambda each: each.share.share, default=None)
    first = best.mind if best is not None and best.share.share > 1.0 / players else None
    others = [None, *(each.mind for each in pool)]
    return [
        [first, *(others[(turn + player) % len(others)] for player in range(players - 1))]
        for turn in range(len(others))
    ]

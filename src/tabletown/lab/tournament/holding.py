"""A tournament is held: what the journal has is not played again, and a Swiss round waits for the one before it."""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from tabletown import bots
from tabletown.lab.keeping import Journal
from tabletown.lab.playing import COMPILED, Progress, Setting, Stopped
from tabletown.lab.runners import Runner, on_threads
from tabletown.lab.tournament.entrants import Entrant
from tabletown.lab.tournament.foreign import Foreign, hello
from tabletown.lab.tournament.matches import chunks_of, columns_for, play_chunk
from tabletown.lab.tournament.pairing import Company, everybody, swiss
from tabletown.lab.tournament.plan import SWISS, Table, Tournament
from tabletown.lab.tournament.standings import Outcome, results_of
from tabletown.lab.tournament.talking import Failed
from tabletown.rulekit.errors import BadOption

WHOLE_GAMES = "bot_games"
Bar = Callable[[str], Progress]


class NotReady(BadOption):
    """A program that cannot even say that it is ready; nothing is played then."""


class _Hall:
    """Where the tournament stands: what has been played, at which tables."""

    def __init__(self, plan: Tournament, journal: Path, runner: Runner, bar: Bar | None) -> None:
        self.plan, self.runner, self.bar = plan, runner, bar
        self.kept = Journal(journal, columns_for(max(plan.game.players)), "table")
        self.tables: list[Table] = []
        self.notes: list[str] = []
        self.done = 0
        self.wanted = plan.rounds * plan.tables * plan.games
        self.progress = bar("Playing") if bar else None
        self._setting: Setting | None = None

    @property
    def outcome(self) -> Outcome:
        rows = [(table, self.kept.rows(table, self.plan.games)) for table in self.tables]
        return Outcome(self.plan, results_of(self.plan, rows), tuple(self.notes))

    @property
    def setting(self) -> Setting:
        """Made when the first game has to be played; programs are greeted before anything is compiled."""
        if self._setting is None:
            plan = self.plan
            options = dict(plan.options)
            rules = plan.game.rules(plan.edition)
            others = [entrant for entrant in plan.entrants if not entrant.is_ours]
            greeting = self.bar("Waiting for programs to be ready") if self.bar and others else None
            for number, entrant in enumerate(others):
                if greeting is not None:
                    greeting(number, len(others))
                greet(Foreign(rules, entrant, hello(rules, plan.players, options, plan.seconds)), entrant)
            if greeting is not None:
                greeting(len(others), len(others))
            compiling = self.bar("Compiling the rules") if self.bar else None
            self._setting = Setting(
                plan.game.name, plan.players, COMPILED, options, plan.edition, loops_for(plan), compiling
            )
        return self._setting

    def play(self, companies: Sequence[Company], number: int) -> None:
        """A round: whatever is missing of it, in any order."""
        games = self.plan.games
        tables = [self.plan.table(number, company) for company in companies]
        self.tables += tables
        chunks = [chunk for table in tables for chunk in chunks_of(table, games)]
        missing = [chunk for chunk in chunks if not self.kept.has(chunk.table, chunk.span)]
        self.done += len(tables) * games - sum(chunk.span.games for chunk in missing)
        self._tell_progress()
        if not missing:
            return
        with closing(self.runner(partial(play_chunk, self.setting), missing)) as played:
            for chunk, found in played:
                self.kept.add(chunk.table, found.rows)
                self.notes += found.notes
                self.done += chunk.span.games
                self._tell_progress()

    def _tell_progress(self) -> None:
        if self.progress is not None:
            self.progress(self.done, self.wanted)


def loops_for(plan: Tournament) -> list[str]:
    """What is compiled before the first game."""
    declaration = plan.game.declaration
    levels = [bots.level(entrant.level) for entrant in plan.entrants if entrant.is_ours]
    if len(levels) < len(plan.entrants):
        levels.append(bots.level(bots.usual_level(declaration)))  # who plays on for a program that fails
    found = {loop for level in levels for loop in level.loops_for(declaration, plan.players)}
    if sum(level.kind is not None for level in levels) >= plan.players:
        found.add(WHOLE_GAMES)
    return sorted(found)


def greet(player: Foreign, entrant: Entrant) -> None:
    try:
        player.get_ready()
    except Failed as failed:
        raise NotReady(f"{entrant.name} is not ready to play: {str(failed).rstrip('.')}.") from None
    player.leave(grace=1.0)


def hold(
    plan: Tournament, journal: Path, *, runner: Runner | None = None, bar: Bar | None = None
) -> Outcome:
    """Play what the journal does not hold yet. The same plan gives the same games, whoever plays them and however often
    it is interrupted, as far as programs answer the same to the same and in time."""
    hall = _Hall(plan, journal, runner or on_threads(1), bar)
    try:
        for number in range(1, plan.rounds + 1):
            hall.play(next_round(hall), number)
    except KeyboardInterrupt:
        outcome = hall.outcome
        raise Stopped(outcome if outcome.games else None, outcome.games, hall.wanted) from None
    return hall.outcome


def next_round(hall: _Hall) -> list[Company]:
    plan = hall.plan
    if plan.format != SWISS:
        return everybody(sorted(plan.names), plan.players)
    return swiss(swiss_order(plan, hall.outcome), plan.players, [table.company for table in hall.tables])


def swiss_order(plan: Tournament, so_far: Outcome) -> list[str]:
    """By points a game, so that nobody is better or worse off for sitting out; equals as they were drawn at first."""
    drawn = sorted(plan.names)
    Random(plan.seed).shuffle(drawn)
    points: dict[str, list[float]] = {name: [] for name in drawn}
    for result in so_far.results:
        for seat in result.seats:
            points[seat.bot].append(seat.share)
    return sorted(drawn, key=lambda name: -sum(points[name]) / max(1, len(points[name])))

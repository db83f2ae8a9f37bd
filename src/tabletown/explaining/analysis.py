"""A game explained: everybody's chance to win after every decision, where it turned, and what would have been better.

    analysis = Analyst(match).analyse()
    analysis.outlooks[10].chances, analysis.turns

Chances come from playing on: worlds are played to their end by everybody's instinct, from the position as it was, and
for each seat from what that seat knew. All of it follows from the match and the numbers in `Effort`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from time import process_time

from tabletown.explaining.foretold import foretold
from tabletown.explaining.parts import carried_out, own_choice
from tabletown.explaining.weighing import Care, weighing, worth_a_word
from tabletown.match import Match
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import Compiled, Engine
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.foretelling import TRUTH
from tabletown.rulekit.language import message
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.records import Record

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Effort:
    """How much is played. The same effort comes to the same numbers."""

    worlds: int = 128
    """From the position itself, and as many for all seats together from what they knew."""
    closer: int = 640
    """At steps where much seems to change."""
    between: int = 8
    """Positions that are looked at after all, at most, where much has changed since the last one that was."""
    steps: int = 400
    """Positions that are looked at, at most; of longer games only every second, third and so on."""
    thought: float = 1.0
    """Seconds of a processor for a decision that is looked into; as simulations, so no clock has a say."""
    x: int = 1


FEWEST_WORLDS = 24
FEWEST_STEPS = 10
CLOSER = 5
"""How many times as many worlds a closer look takes, at most."""
FOR_THOUGHT = 0.3
"""The part of an analysis for decisions that are looked into."""


@dataclass(frozen=True)
class Outlook:
    """What may come of the position after so many steps, seat by seat."""

    step: int
    chances: tuple[float, ...]
    """To win, as things really stood."""
    scores: tuple[float, ...]
    """The score to be expected."""
    known: tuple[float, ...]
    """Each seat's own chance to win by what it knew."""


@dataclass(frozen=True)
class Turn:
    """A step at which somebody's chance to win rose or fell much."""

    step: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True)
class Better:
    """A decision for which there was a better one, by what the seat knew then."""

    step: int
    """The one that the decision led to."""
    seat: int
    chosen: int
    best: int
    chance_chosen: float
    chance_best: float
    chosen_whole: tuple[int, ...] = ()
    best_whole: tuple[int, ...] = ()
    """Of a larger choice, such as a drive: all that was done, and the same up to there and the better way on."""

    @property
    def cost(self) -> float:
        return self.chance_best - self.chance_chosen


@dataclass(frozen=True)
class Analysis:
    """What is known of a whole game."""

    outlooks: tuple[Outlook, ...]
    turns: tuple[Turn, ...]
    better: tuple[Better, ...]

    def at(self, step: int) -> Outlook:
        """The outlook at the step, or the last one before it that was looked at."""
        return next(each for each in reversed(self.outlooks) if each.step <= step)


MOST_TURNS = 5
LEAST_TURN = 0.08
"""A smaller change may be noise."""
LOOKED_INTO = 3
"""Decisions a seat that are looked into: those after which its chance, by what it knew, fell most."""
LEAST_COST = 0.06
"""Of an even share of the win: a smaller loss is not told."""
MOST_BETTER = 3
"""Of each seat."""


def loops_for(game: Declaration, players: int) -> tuple[str, ...]:
    """What has to be compiled for looking ahead, and for what it comes to."""
    return looking_ahead(game, players).loop, "foretell"


class Unfinished(TabletownError):
    """A game that still goes on."""


class Analyst:
    """Looks at one match with compiled rules."""

    def __init__(self, match: Match, effort: Effort | None = None) -> None:
        if not match.over:
            raise Unfinished(message("The game is not over: an analysis looks back at a whole one."))
        self.match = match
        self.effort = effort or Effort()
        self.engine: Engine = Compiled(match.rules)
        self.ahead = looking_ahead(match.game.declaration, match.players)

    def prepare(self, report: Report | None = None) -> None:
        """Have the rules compiled; takes a while the first time on a machine."""
        self.engine.prepare(loops_for(self.match.game.declaration, self.match.players), report)

    def affordable(self, seconds: float) -> Effort:
        """As much as about so many seconds of a processor are enough for, by how long the first position takes."""
        begun = process_time()
        self.outlook(0, FEWEST_WORLDS)
        a_world = max(1e-7, (process_time() - begun) / (2 * FEWEST_WORLDS))
        affordable = int((1 - FOR_THOUGHT) / 2 * seconds / a_world)  # one half for all positions, one for a closer look
        steps = min(Effort.steps, max(FEWEST_STEPS, affordable // FEWEST_WORLDS), self.match.steps + 1)
        worlds = min(Effort.worlds, max(FEWEST_WORLDS, affordable // steps))
        between = min(Effort.between, max(1, affordable // (MOST_TURNS * worlds) - 1))
        closer = min(CLOSER * worlds, max(worlds, affordable // (MOST_TURNS * (between + 1))))
        thought = min(Effort.thought, FOR_THOUGHT * seconds / (LOOKED_INTO * self.match.players))
        return replace(self.effort, worlds=worlds, closer=closer, between=between, steps=steps, thought=thought)

    # ------------------------------------------------------------ the parts of an analysis

    @property
    def steps(self) -> list[int]:
        """The positions that are looked at: all of a short game, the first and the last of any."""
        last = self.match.steps
        stride = max(1, -(-last // self.effort.steps))
        return sorted({*range(0, last, stride), last})

    def outlook(self, step: int, worlds: int | None = None) -> Outlook:
        worlds = worlds or self.effort.worlds
        players = self.match.players
        truth = self._foretold(self.match.opened(step), TRUTH, worlds)
        share = max(8, worlds // players)
        known = tuple(
            self._foretold(self.match.perfect_memory(seat, step), seat, share)[seat] for seat in range(players)
        )
        return Outlook(step, tuple(truth[:players]), tuple(truth[players:]), known)

    def _foretold(self, view: Record, seat: int, worlds: int) -> list[float]:
        return foretold(self.engine, view, self.match.players, seat, worlds, self.effort.x, self.ahead)

    def deciders(self, step: int) -> list[int]:
        """Who had a choice in the entry that led to the step."""
        seats = dict.fromkeys(move.seat for move in self.match.entries[step - 1].moves if not move.automatic)
        return [seat for seat in seats if self.match.rules.runs(self.match.perfect_memory(seat, step - 1), seat)[1] > 1]

    def looked_into(self, step: int, seat: int) -> Better | None:
        """What a search would have done there by what the seat knew, if that is better by more than a little."""
        past, taken = self.match.position(step - 1), own_choice(self.match.entries[step - 1], seat)
        care = Care(self.effort.thought, max(FEWEST_WORLDS, self.effort.worlds // self.match.players), self.effort.x)
        dear = carried_out(weighing(past, seat, taken, care, worth_a_word(past, LEAST_COST)), self.match.rules, seat)
        if dear is None:
            return None
        found = dear.weighed
        return Better(step, seat, dear.chosen, found.best, found.taken, found.best_chance, tuple(taken), dear.better)

    # ------------------------------------------------------------ the whole

    def analyse(self, report: Report | None = None) -> Analysis:
        steps = self.steps
        found = []
        for done, step in enumerate(steps, 1):
            found.append(self.outlook(step))
            if report is not None:
                report(done, len(steps) + 1)
        analysis = self.judged(found)
        if report is not None:
            report(len(steps) + 1, len(steps) + 1)
        return analysis

    def judged(self, found: Sequence[Outlook]) -> Analysis:
        """Where the game turned and what would have been better, by the outlooks at all steps."""
        outlooks = {each.step: each for each in found}
        for step in self._worth_a_closer_look(outlooks):
            outlooks[step] = self.outlook(step, self.effort.closer)
        line = [outlooks[step] for step in sorted(outlooks)]
        better = [self.looked_into(step, seat) for step, seat in self._doubtful(line)]
        costly = most_costly([each for each in better if each], self.match.players)
        return Analysis(tuple(line), tuple(turns_in(line)), tuple(costly))

    def _worth_a_closer_look(self, outlooks: dict[int, Outlook]) -> list[int]:
        """The positions before and after what seem to be the greatest changes, and those between that were left out."""
        pairs = sorted(pairwise(sorted(outlooks)), key=lambda pair: -_change(outlooks[pair[0]], outlooks[pair[1]])[0])
        some = [step for pair in pairs[:MOST_TURNS] for step in (*_between(*pair, self.effort.between), pair[1])]
        return sorted(set(some))

    def _doubtful(self, line: Sequence[Outlook]) -> Iterator[tuple[int, int]]:
        """Decisions after which the seat's chance fell most: the step and the seat."""
        falls: dict[int, list[tuple[float, int]]] = {seat: [] for seat in range(self.match.players)}
        for old, new in pairwise(line):
            for step in range(old.step + 1, new.step + 1):  # of a long game not all positions were looked at
                for seat in self.deciders(step):
                    falls[seat].append((old.known[seat] - new.known[seat], step))
        for seat, found in falls.items():
            for _fall, step in sorted(found, reverse=True)[:LOOKED_INTO]:
                yield step, seat


def _between(first: int, last: int, most: int) -> range:
    return range(first, last, -(-(last - first) // most))


def _change(old: Outlook, new: Outlook) -> tuple[float, int]:
    """How much the chance changed of whom it changed for most, and who that is."""
    changes = zip(old.chances, new.chances, strict=True)
    return max((abs(after - before), seat) for seat, (before, after) in enumerate(changes))


def _without_spikes(line: Sequence[Outlook]) -> list[Outlook]:
    """Each chance as the middle one of itself and its neighbours, but at the ends."""
    middles = [
        replace(now, chances=tuple(map(median, zip(old.chances, now.chances, new.chances, strict=True))))
        for old, now, new in zip(line, line[1:], line[2:], strict=False)
    ]
    return [*line[:1], *middles, *line[1:][-1:]]


def turns_in(line: Sequence[Outlook]) -> list[Turn]:
    """The greatest changes that last, in the order of the game.

    What is foretold in the middle of somebody's turn may fall only to rise again with the next decision.
    """
    found = []
    for (old, new), lasting in zip(pairwise(line), pairwise(_without_spikes(line)), strict=True):
        size, seat = _change(*lasting)
        if size >= LEAST_TURN:
            found.append((size, Turn(new.step, seat, old.chances[seat], new.chances[seat])))
    found.sort(key=lambda each: -each[0])
    return sorted((turn for _size, turn in found[:MOST_TURNS]), key=lambda turn: turn.step)


def most_costly(better: Sequence[Better], players: int) -> list[Better]:
    """Of each seat its dearest decisions, in the order of the game."""
    kept = [
        each
        for seat in range(players)
        for each in sorted((one for one in better if one.seat == seat), key=lambda one: -one.cost)[:MOST_BETTER]
    ]
    return sorted(kept, key=lambda each: (each.step, each.seat))

"""How searching players look ahead in a game: by which method, how far, and how a lead becomes a chance to win.

A game says so in its `search.toml`, a table for each number of players:

    [4]
    method = "flat"      # or "tree"
    depth = 40           # decisions that a world is played on by instinct before it is judged
    foreseen = 40        # the same where it is foretold how the game will end
    scale = 12.5         # the lead in `evaluate` by which three of four games are won
    per_second = 3000    # simulations, measured

Where something was learned (`minds.py`), positions are judged by it, on a scale of its own. Whether worlds are played
on by it too the game says: `learned = "plays"`, or `"judges"` where that is too slow for what it brings; and with how
many players it was learned, if not with so many.

A level may look ahead otherwise: `[4.developer]` says only what is different there, and `[4.neighbour]`, who looks one
move ahead, how much it slips.
"""

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.minds import Mind, learned_minds

FLAT, TREE = "flat", "tree"
REPLANT = "replant"
"""What goes on from the last thought."""
PLAYS, JUDGES, UNUSED = "plays", "judges", "unused"
EVERYBODY, NEIGHBOUR, DEVELOPER = "", "neighbour", "developer"
LOOPS = {FLAT: "search_flat", TREE: "search_tree"}
"""What a thought by each method runs on compiled."""
FILE = "search.toml"
EVERYTHING = 1 << 20
FARTHEST = 2000


@dataclass(frozen=True)
class LookingAhead:
    """What is known of searching in one game with one number of players."""

    method: str = FLAT
    depth: int = 40
    foreseen: int = 40
    """Decisions that a world is played on where a chance to win is foretold, instead of a choice made."""
    scale: float = 10.0
    sureness: float = 1.0
    """By how much that lead is more where a world has been played on already: what makes foretold chances true."""
    doubt: float = 0.01
    """The part of the win that is anybody's where a chance is told: worlds that are played on by instinct may all end
    alike, and people need not play as they do. So nobody is told to be sure before the end."""
    per_second: int = 1000
    """Simulations in a second of a processor; from it follows how many a level makes."""
    seconds: float = 0.0
    """How long a level thinks, if it is not as long as usual."""
    width: int = 12
    """How many actions are considered, the best by the instinct."""
    per_run: int = 4
    """And how many of one run, such as bids of 1 to 60."""
    trust: float = 1.0
    """For how many visits the instinct's opinion stands."""
    curiosity: float = 0.3
    warmth: float = 0.1
    """In trees: how much is tried out, and how evenly before anything is known."""
    remembers: bool = False
    """In trees: whether a thought goes on from what the seat's last one found of the present view."""
    imagines: bool = True
    """Whether a sealed answer in a world is chosen in another that fits what its seat knows, with what is hidden filled
    in; where the instinct asks for nothing hidden, what the seat knows is enough, and quicker."""
    haggles: bool = False
    """Whether what lies in an offer is looked ahead for, too; else it is put together by instinct."""
    slips: float = 0.0
    """By how much whoever plays misjudges a position at a glance, in the measure of `evaluate`; what comes of their
    looking ahead is judged without."""
    by_instinct: bool = True
    learned: str = PLAYS
    """What was learned plays worlds on and judges them, or judges only, or is of no use."""
    learned_with: int = 0
    """With how many players, if not with as many as play."""
    mind: tuple[float, ...] = ()
    judge: tuple[float, ...] = ()
    """By what worlds are played on, and judged: what was learned, as it stands in the sums of `evaluate`; nothing: the
    instinct that was written by hand."""
    judged: float = 0.0
    """The scale of whoever judges, if it is not the same."""

    @property
    def loop(self) -> str:
        return LOOPS[self.method]

    @property
    def loops(self) -> tuple[str, ...]:
        """What a player runs on compiled, who may remember."""
        return (self.loop, REPLANT) if self.method == TREE and self.remembers else (self.loop,)

    def simulations_in(self, seconds: float) -> int:
        """As many as a processor makes in that time."""
        return max(1, round(seconds * self.per_second))

    @property
    def tells_scores(self) -> bool:
        """Whether a mean score over worlds means something: not where an instinct plays nearly the same one on."""
        return self.method == FLAT or not self.by_instinct

    def told(self, chance: float, players: int) -> float:
        """A chance as it is told while the game goes on: never none, and never the whole win."""
        return (1 - self.doubt) * chance + self.doubt / players

    @property
    def judging_scale(self) -> float:
        return self.judged or self.scale

    def judging_by(self, mind: Mind, players: int) -> "LookingAhead":
        """The same by what was learned."""
        sums = mind.in_sums(players)
        if self.learned == UNUSED:
            return self
        if self.learned == JUDGES:
            return replace(self, judge=sums, judged=mind.scale)
        return replace(self, mind=sums, judge=sums, scale=mind.scale)

    def foretelling(self, depth: int) -> "LookingAhead":
        """The same where chances are told, after so many decisions."""
        return replace(self, depth=depth, judged=self.judging_scale * self.sureness)


WITHOUT_INSTINCT = LookingAhead(
    TREE,
    depth=FARTHEST,
    foreseen=FARTHEST,
    scale=1.0,
    per_second=5000,
    width=EVERYTHING,
    per_run=EVERYTHING,
    trust=1.0,
    curiosity=1.4,
    warmth=1.0,
    by_instinct=False,
)
"""Worlds are played to the end at random, and every action is considered."""


SAID = {field.name for field in fields(LookingAhead)} - {"mind", "judge", "judged"}


@cache
def looking_ahead(game: Declaration, players: int, level: str = EVERYBODY) -> LookingAhead:
    """How to search in a game, by what was learned of it if something was."""
    ahead = by_hand(game, players, level)
    mind = learned_minds(game).get(ahead.learned_with or players)
    return ahead if mind is None else ahead.judging_by(mind, players)


@cache
def by_hand(game: Declaration, players: int, level: str = EVERYBODY) -> LookingAhead:
    """How to search by the instinct that was written by hand; whatever the game does not say is the kit's guess."""
    if not game.has_instinct:
        return WITHOUT_INSTINCT
    file = game.files / FILE
    if not file.is_file():
        return LookingAhead()
    said = tomllib.loads(file.read_text(encoding="utf-8")).get(str(players), {})
    of_levels = {name: said.pop(name, {}) for name in (NEIGHBOUR, DEVELOPER)}
    if unknown := sorted({*said, *(key for each in of_levels.values() for key in each)} - SAID):
        raise BadDeclaration(f"{game.name}/{FILE} says {unknown[0]!r}, which nobody asks for.")
    found = replace(LookingAhead(), **{**said, **of_levels.get(level, {})})
    if found.method not in LOOPS:
        raise BadDeclaration(f"{game.name}/{FILE}: a search is {' or '.join(LOOPS)}, not {found.method!r}.")
    if found.learned not in {PLAYS, JUDGES, UNUSED}:
        known = f"{PLAYS}, {JUDGES} or is {UNUSED}"
        raise BadDeclaration(f"{game.name}/{FILE}: what was learned {known}, not {found.learned!r}.")
    return found

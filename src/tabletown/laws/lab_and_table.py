"""Law 8: the lab plays the game that a table plays. The same bots with the same chance make the same moves there."""

import itertools
import random
from copy import copy

from tabletown import bots
from tabletown.bots.games import LabChance
from tabletown.bots.neighbour import slips_of_neighbours
from tabletown.laws.law import law
from tabletown.laws.playing import Case, named, told_apart
from tabletown.match import Game, Match
from tabletown.rulekit.engine import INSTINCT, Compiled
from tabletown.rulekit.loops import ENDING, FIRST_SHARE, LENGTH, WHOLE_WIN
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.thinking import TRUE

NEIGHBOURS, MIXED, VISITORS = ("neighbour",), ("visitor", "neighbour"), ("visitor",)
GAMES = 2
INTERPRETED = 8
"""One answer in so many is also thought about by interpreted players; all of them would take minutes."""


class LabMatch(Match):
    """A match whose dice run on from move to move, as in the lab, where a table's are set anew before each."""

    def __init__(self, case: Case, options: dict[str, int], number: int) -> None:
        self.number = number
        super().__init__(Game(case.declaration), case.players, 0, options, case.rules.edition)

    def _first_state(self) -> Record:
        state = self.rules.new_state(self.options)
        self.rules.call.seed_dice(state, self.number)
        self.rules.call.setup(state, self.players)
        return state

    def advance(self, state: Record, _entry: int, _place: int, move: object) -> None:
        self.rules.call.apply(state, move.seat, move.action)  # type: ignore[attr-defined]


def played_at_a_table(case: Case, levels: list[str], options: dict[str, int], number: int) -> Match:
    """Whoever is asked answers in turn, from the view that the match hands out; interpreted players agree."""
    match, chance = LabMatch(case, options, number), LabChance(number)
    interpreted = Namespace(case.declaration, case.rules.edition)  # of its own, so that nothing in it is compiled
    players = [bots.level(name).bot(case.rules) for name in levels]
    others = [bots.level(name).bot(interpreted) for name in levels]
    for turn in itertools.count():
        if match.over:
            break
        seat, same_chance = match.pending[0], copy(chance)
        view = match.perfect_memory(seat)
        action = players[seat].choose(view, seat, 1.0, chance)
        if turn % INTERPRETED == 0:
            other = others[seat].choose(view, seat, 1.0, same_chance)
            assert other == action, (
                f"seat {seat} plays {named(case, {action})} compiled and {named(case, {other})} interpreted"
            )
        match.play(seat, action)
    assert not interpreted.twin.has(INSTINCT)
    return match


@law
def the_same_bots_make_the_same_moves_in_the_lab_and_at_a_table(case: Case) -> None:
    for levels in (NEIGHBOURS, MIXED) if case.rules.thinks else (VISITORS,):
        compare(case, levels)


def compare(case: Case, levels: tuple[str, ...]) -> None:
    engine, rng = Compiled(case.rules), random.Random(f"lab {case} {levels}")
    engine.prepare([INSTINCT, "bot_games"] if case.rules.thinks else ["bot_games"])
    seats = [levels[seat % len(levels)] for seat in range(case.players)]
    kinds = engine.numbers([kind for name in seats if (kind := bots.level(name).kind) is not None])
    for game in range(GAMES):
        options = case.options(rng) if game else case.declaration.read_options({})
        number = rng.getrandbits(40)
        match = played_at_a_table(case, seats, options, number)
        room = engine.room_for_bots(options)
        slips = [slips_of_neighbours(case.declaration, case.players)] * case.players
        (row,) = engine.bot_games(room, case.players, engine.numbers([number]), kinds, rotating=False, slips=slips)
        last = engine.get(room, TRUE)
        assert last == match.state, f"{told_apart(last, match.state)} after a game in the lab and at a table"
        length = sum(len(entry.moves) for entry in match.entries)
        assert row[LENGTH] == length, f"a game takes {row[LENGTH]} moves in the lab and {length} at a table"
        ending = case.declaration.endings[row[ENDING] - 1]
        assert ending == match.ending, f"a game ends by {ending} in the lab and by {match.ending} at a table"
        result = [*(round(share * WHOLE_WIN) for share in match.returns), *match.scores]
        told = list(row[FIRST_SHARE:])
        assert told == result, f"a game comes to {told} in the lab and to {result} at a table"

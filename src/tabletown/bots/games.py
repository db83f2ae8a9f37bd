"""Whole games between bots, decision by decision, as a table would play them: for players that no compiled loop knows.

A game has two streams of chance, one for its dice and one for its players, both from its number; they are those of the
compiled loop over whole games.
"""

from collections.abc import Iterator, Mapping, Sequence

from tabletown.bots.bot import Bot
from tabletown.rulekit.dice import stepped, stirred
from tabletown.rulekit.engine import Interpreted
from tabletown.rulekit.loops import LENGTH, States
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


class LabChance:
    """The stream of numbers from which the players of a game in the lab draw."""

    def __init__(self, number: int) -> None:
        self.x = stirred(-1 - number)

    def getrandbits(self, k: int, /) -> int:
        assert k == 63
        self.x = stepped(self.x)
        return stirred(self.x)


def positions_of_game(
    rules: Namespace, players: Sequence[Bot], options: Mapping[str, int], number: int, budget: float
) -> Iterator[tuple[Record, int]]:
    """The same state along game `number` with these players in their seats, and after how many decisions it is.

    Sealed answers are chosen before any of them is played: whoever is asked sees the position as it was when the
    decision was put, with nothing but the seat's own answers in it. So there is no position between them.
    """
    state = rules.new_state(dict(options))
    rules.call.seed_dice(state, number)
    rules.call.setup(state, len(players))
    players = [player.seated() for player in players]
    chance, length = LabChance(number), 0
    yield state, length
    while (asked := rules.pending_seats(state)) and length < rules.declaration.max_decisions:
        put = state.copy()
        for seat in asked:
            own = put.copy() if len(asked) > 1 else state
            while True:
                action = players[seat].choose(rules.concealed(own, seat), seat, budget, chance)
                rules.call.apply(state, seat, action)
                length += 1
                if own is not state:
                    rules.call.apply(own, seat, action)
                if own is state or not rules.call.pending(own) >> seat & 1:
                    break
        state.told.clear()
        yield state, length


def play_game(
    rules: Namespace, players: Sequence[Bot], options: Mapping[str, int], number: int, budget: float
) -> tuple[Record, list[int]]:
    """The last position of the game, and its row of a tally."""
    *_, (state, length) = positions_of_game(rules, players, options, number, budget)
    row = Interpreted(rules).results(States([state]), len(players))[0]
    row[LENGTH] = length
    return state, row

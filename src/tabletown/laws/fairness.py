"""Law 12: bots are fair: they do, and advise, the same in any two worlds that their seat cannot tell apart.

So does whoever remembers what the same seat thought last.
"""

import random

from tabletown import bots
from tabletown.bots.search import Budget
from tabletown.explaining.hinting import Effort, hinted
from tabletown.explaining.telling import told_options
from tabletown.laws.law import fewer, law
from tabletown.laws.playing import Case, positions
from tabletown.match import Game, Match
from tabletown.rulekit.looking_ahead import looking_ahead

SPREAD = 8
"""One position in so many is thought about, by every level."""
SIMULATIONS = fewer(60, 24)
SELDOM = 24
"""One position in so many is asked a hint about."""
LITTLE = Effort(Budget(SIMULATIONS), Budget(8), Budget(4))


@law
def bots_choose_alike_in_worlds_that_their_seat_cannot_tell_apart(case: Case) -> None:
    rules = case.rules
    budget = SIMULATIONS / looking_ahead(case.declaration, case.players).per_second
    for name, level in bots.levels_for(case.declaration).items():
        bot = level.patient_bot(rules)
        seated = [(bot.seated(), bot.seated()) for _ in range(case.players)]
        for n, state in enumerate(positions(case)[::SPREAD]):
            for seat in rules.pending_seats(state):
                other = rules.redealt(rules.concealed(state, seat), seat, n)
                chosen = [
                    player.choose(rules.concealed(world, seat), seat, budget, random.Random(n))
                    for player, world in zip(seated[seat], (state, other), strict=True)
                ]
                assert chosen[0] == chosen[1], f"{name} on seat {seat} knows more than it is shown"


@law(usual=True)
def hints_are_alike_in_worlds_that_the_seat_cannot_tell_apart(case: Case) -> None:
    rules, game = case.rules, Game(case.declaration)
    for n, state in enumerate(positions(case)[::SELDOM]):
        for seat in rules.pending_seats(state):
            other = rules.redealt(rules.concealed(state, seat), seat, n)
            told = []
            for world in (state, other):
                match = Match(game, case.players, bytes(32), {}, rules.edition, case.names, world)
                options = hinted(match, seat, LITTLE, n)
                told.append((options, told_options(match, seat, options, "en")))
            assert told[0] == told[1], f"a hint for seat {seat} knows more than it is shown"

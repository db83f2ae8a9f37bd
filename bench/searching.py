"""How quick the search is beside OpenSpiel's: simulations per CPU second, all in one run, taking turns.

Ours is the tree on The Estates with two players, every leaf judged by the instinct. The peers are OpenSpiel's C++
bots: MCTSBot on connect four and ISMCTSBot on gin rummy, each with its own rollouts at random, one a leaf.
"""

from collections.abc import Iterator
from functools import cache, partial
from time import process_time

import pyspiel

from bench.measure import Figure, Promise, Run, best_of_alternating, games_for
from tabletown.bots.search import Budget, Search
from tabletown.match import game as game_named
from tabletown.rulekit.looking_ahead import TREE, LookingAhead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

GAME = "the_estates"
RUN_SECONDS = 0.5
SIMULATIONS = 1000
"""For each decision, on every side."""
CURIOSITY = 2.0
MEMORY = 1000
POSITIONS = 8
EVERY = 11
"""Of one game so many positions, so far from each other."""

OVER_MCTS = "times OpenSpiel's MCTSBot on connect four"
OVER_ISMCTS = "times OpenSpiel's ISMCTSBot on gin rummy"
PROMISES = {OVER_MCTS: Promise(at_least=2), OVER_ISMCTS: Promise(at_least=100)}


def compiled_rules() -> Namespace:
    rules = game_named(GAME).rules()
    rules.twin.compile(loops=["search_tree"])
    return rules


@cache
def positions() -> list[tuple[Record, int]]:
    """Views of whoever is to decide, along a random game."""
    match = game_named(GAME).new(players=2, seed=1)
    found = []
    for n in range(POSITIONS * EVERY):
        if not match.pending:
            break
        seat = match.pending[0]
        legal = match.legal(seat)
        if n % EVERY == 0 and len(legal) > 1:
            found.append((match.perfect_memory(seat), seat))
        match.play(seat, legal[n % len(legal)])
    return found


def ours(decisions: int) -> Run:
    search = Search(compiled_rules(), LookingAhead(TREE, depth=0, scale=44.4))
    views = positions()
    start, simulations = process_time(), 0
    for number in range(decisions):
        view, seat = views[number % len(views)]
        simulations += search.think(view, seat, Budget(SIMULATIONS), number).simulations
    return Run(simulations, decisions, process_time() - start)


def peer(game: str, bot: pyspiel.Bot, simulations: int, decisions: int) -> Run:
    """The bot's decisions from the beginning of games on, chance by the first outcome."""
    loaded = pyspiel.load_game(game)
    state, done, seconds = loaded.new_initial_state(), 0, 0.0
    while done < decisions:
        if state.is_terminal():
            state = loaded.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(state.chance_outcomes()[done % len(state.chance_outcomes())][0])
        else:
            start = process_time()
            action = bot.step(state)
            seconds += process_time() - start
            state.apply_action(action)
            done += 1
    return Run(decisions * simulations, decisions, seconds)


def mcts(decisions: int) -> Run:
    rollouts = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(pyspiel.load_game("connect_four"), rollouts, CURIOSITY, SIMULATIONS, MEMORY, False, 7, False)
    return peer("connect_four", bot, SIMULATIONS, decisions)


def ismcts(decisions: int) -> Run:
    bot = pyspiel.ISMCTSBot(7, pyspiel.RandomRolloutEvaluator(1, 7), CURIOSITY, SIMULATIONS)
    return peer("gin_rummy", bot, SIMULATIONS, decisions)


def figures() -> Iterator[Figure]:
    sides = (ours, mcts, ismcts)
    own, tree, sets = best_of_alternating([partial(side, games_for(RUN_SECONDS, side)) for side in sides])
    for name, run in (
        ("our search on The Estates, 2 players", own),
        ("MCTSBot on connect four", tree),
        ("ISMCTSBot on gin rummy", sets),
    ):
        yield Figure(f"{name}, simulations per CPU s", run.decisions_per_second, f"{run.decisions_per_second:,.0f}")
    for name, run in ((OVER_MCTS, tree), (OVER_ISMCTS, sets)):
        ratio = own.decisions_per_second / run.decisions_per_second
        yield Figure(name, ratio, f"{ratio:.1f}")

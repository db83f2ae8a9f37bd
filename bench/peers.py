"""The peer: OpenSpiel's own C++ loop playing hearts with its uniform random bots."""

from importlib.metadata import version
from time import process_time

import pyspiel

from bench.measure import Run

PEER = f"OpenSpiel {version('open_spiel')} hearts"
PLAYERS = 4


def hearts(games: int, seed: int = 0) -> Run:
    """Whole games from the deal on. Cards passed and played are decisions; deal and passing direction are chance."""
    game = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(PLAYERS)]
    played = []
    start = process_time()
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed + number)
        played.append(state)
    cpu_seconds = process_time() - start
    # The states hold what was played, so this counts the very games that were timed; chance is a player below 0.
    decisions = sum(step.player >= 0 for state in played for step in state.full_history())
    return Run(decisions, games, cpu_seconds)

"""What a perfect choice would gain over Neighbour's: how much room a game leaves for a better player.

    python -m tools.regret GAME PLAYERS [GAMES] [SIMULATIONS] [FIRST]

Neighbours play. At each decision worlds are played to their end by everybody's instinct, and what did best in them is
compared with Neighbour's choice in fresh worlds, so that nothing is flattered by having been picked. Printed is what
was lost in a game by the seats of each side, and the interval within which the mean lies by 95 %. What a plan of
several decisions would gain, of which each alone gains nothing, is not seen.
"""

import sys
from dataclasses import replace
from math import sqrt

from tabletown import bots
from tabletown.bots.games import LabChance
from tabletown.bots.search import Budget, Search
from tabletown.match import game
from tabletown.rulekit.engine import INSTINCT, Compiled
from tabletown.rulekit.looking_ahead import FARTHEST, FLAT, by_hand
from tabletown.rulekit.namespace import Namespace

GAMES, SIMULATIONS = 20, 2000


def regrets(rules: Namespace, players: int, number: int, simulations: int) -> list[float]:
    """What each seat lost in one game by not choosing what did best."""
    neighbour, chance = bots.level("neighbour").bot(rules), LabChance(number)
    engine = Compiled(rules)
    to_the_end = replace(by_hand(rules.declaration, players), method=FLAT, depth=FARTHEST, trust=0.0)
    search = Search(rules, to_the_end)
    state = rules.new_state(rules.declaration.read_options(None))
    rules.call.seed_dice(state, number)
    rules.call.setup(state, players)
    lost = [0.0] * players
    while seats := rules.pending_seats(state):
        seat = seats[0]
        view = rules.concealed(state, seat)
        chosen = neighbour.choose(view, seat, 1.0, chance)
        if rules.runs(state, seat)[1] > 1:
            best = search.think(view, seat, Budget(simulations), chance.getrandbits(63), engine=engine).best.action
            if best != chosen:
                fresh = search.compare(view, seat, [best, chosen], simulations // 4, chance.getrandbits(63), engine)
                lost[seat] += fresh[0].chances[seat] - fresh[1].chances[seat]
        rules.call.apply(state, seat, chosen)
        state.told.clear()
    return lost


def told(name: str, found: list[float]) -> str:
    mean = sum(found) / len(found)
    spread = sqrt(sum((each - mean) ** 2 for each in found) / max(1, len(found) - 1) / len(found))
    return f"{name}: {100 * mean:.1f} points of the chance to win a game, {196 * spread:.1f} either way"


def main() -> None:
    name, numbers = sys.argv[1], [int(each) for each in sys.argv[2:]]
    players, games, simulations, first = (*numbers, *(GAMES, SIMULATIONS, 0)[len(numbers) - 1 :])
    rules = game(name).rules()
    rules.twin.compile(loops=[INSTINCT, "search_flat"])
    sides = rules.declaration.sides or ("a seat",)
    lost: dict[str, list[float]] = {side: [] for side in sides}
    for number in range(first, first + games):
        found = regrets(rules, players, number, simulations)
        for k, side in enumerate(sides):
            seats = found[k * players // len(sides) : (k + 1) * players // len(sides)]
            lost[side].append(sum(seats) / (1 if len(sides) > 1 else len(seats)))
    print(f"{name}, {players} players, {games} games, {simulations} simulations a decision")  # noqa: T201
    for side, each in lost.items():
        print(told(side, each))  # noqa: T201


if __name__ == "__main__":
    main()

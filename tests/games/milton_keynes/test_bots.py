"""How well bots play Milton Keynes: on fixed games each."""

from random import Random

from tabletown import bots, lab
from tabletown.match import game

GAMES = 1000
WATCHED = 60
"""Games that are watched move by move; the compiled ones tell only how they ended."""
CALM = 1.0


def test_a_neighbour_beats_three_visitors_in_three_games_of_four() -> None:
    standings = lab.arena("milton_keynes", ["neighbour", *["visitor"] * 3], GAMES)
    assert standings.bots[0].share >= 0.75


def test_four_neighbours_build_a_city() -> None:
    standings = lab.arena("milton_keynes", ["neighbour"] * 4, GAMES)
    assert standings.endings["city"] >= 0.99


def test_neighbours_trade_in_nearly_every_game() -> None:
    traded = [trades_of_four_neighbours(seed) > 0 for seed in range(WATCHED)]
    assert sum(traded) >= 0.95 * WATCHED


def trades_of_four_neighbours(seed: int) -> int:
    """How many offers are accepted in a game."""
    rules = game("milton_keynes").rules()
    rules.twin.compile(loops=["instinct"])
    declaration, neighbour, rng = rules.declaration, bots.level("neighbour").bot(rules), Random(seed)
    state = rules.new_state(declaration.read_options(None))
    rules.seed_dice(state, seed)
    rules.setup(state, 4)
    accepted = 0
    while seats := rules.pending_seats(state):
        action = neighbour.choose(rules.concealed(state, seats[0]), seats[0], CALM, rng)
        accepted += declaration.actions.decode(action)[0] == "accept"
        rules.apply(state, seats[0], action)
        state.told.clear()
    return accepted

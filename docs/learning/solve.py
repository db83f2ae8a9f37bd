"""`python docs/learning/solve.py`: what a position of Square Mile is worth if both play as well as can be.

On the quarter section nothing is hidden and nothing left to chance once the turns begin, so every way in which a game
can go on is looked at, and each position once: backward induction, exact. `docs/research.md` says more.
"""

import sys

from tabletown.games.square_mile.rules.state import State
from tabletown.lab.position import Desk, Position

EDITION = "quarter_section"
DEPTH = 100_000


def state_of(position: Position) -> State:
    state = position.states[0]
    assert isinstance(state, State)
    return state


def first_turn(desk: Desk, seed: int) -> Position:
    """A game in which the first road has been laid, each time at the first place that there is."""
    position = desk.deal(seed)
    while state_of(position).turn == 0:
        position.play(position.legal()[0])
    return position


def forget_the_turn(position: Position) -> None:
    """Which turn it is makes no difference to what can happen, so positions that differ in nothing else are one."""
    state_of(position).turn = 1


def solve(position: Position, known: dict[int, float]) -> float:
    """The first seat's share of the win; `known` is filled with that of every position that can be reached."""
    if position.is_over:
        return position.returns[0]
    forget_the_turn(position)
    key = position.information_key(position.seat)
    if key not in known:
        known[key] = (max if position.seat == 0 else min)(solve(after, known) for after in followers(position))
    return known[key]


def followers(position: Position) -> list[Position]:
    found = []
    for action in position.legal():
        after = position.copy()
        after.play(action)
        found.append(after)
    return found


def main(seed: int = 1) -> None:
    sys.setrecursionlimit(DEPTH)
    known: dict[int, float] = {}
    position = first_turn(Desk("square_mile", 2, edition=EDITION, mode="interpreted"), seed)
    share = solve(position, known)
    shares = f"{share:g} to {1 - share:g}"
    print(f"Played as well as can be, this game ends {shares}; {len(known):,} positions were looked at.")  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Compile the rules of every game before the tests, as many at once as there are cores.

Else each process of the tests, and each server that one of them starts, would set out to compile the same.
"""

import os
from concurrent.futures import ProcessPoolExecutor

from tabletown.match import game
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.looking_ahead import LOOPS, REPLANT, TREE, looking_ahead
from tabletown.rulekit.registry import declarations

UNASKED = {"practice_games"}
"""Loops that take long to compile and that tests have for games of their own only."""


def compile_rules(name: str) -> None:
    rules = game(name).rules()
    rules.twin.compile(loops=[loop for loop in rules.twin.loops if loop not in unasked(rules.declaration)])


def unasked(declaration: Declaration) -> set[str]:
    """A tree is asked for where a title is searched by one; all are searched flat when they are explained."""
    grown = any(looking_ahead(declaration, players).method == TREE for players in declaration.players)
    return UNASKED if grown else UNASKED | {LOOPS[TREE], REPLANT}


def main() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_rules, declarations()))


if __name__ == "__main__":
    main()

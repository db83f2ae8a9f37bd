"""Compile the rules of every game before the tests, as many at once as there are cores.

Else each process of the tests, and each server that one of them starts, would set out to compile the same.
"""

import os
from concurrent.futures import ProcessPoolExecutor

from tabletown.match import game
from tabletown.rulekit.registry import declarations


def compile_rules(name: str) -> None:
    game(name).rules().twin.compile()


def main() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_rules, declarations()))


if __name__ == "__main__":
    main()

"""Law 7: one recorded game for every declared ending.

`python -m tests.contract.test_7_endings GAME` looks for missing ones in random games and writes them.
"""

import itertools
import json
import random
import sys
from pathlib import Path

from tabletown.laws.playing import Case, cases, random_match
from tabletown.match import Game, game, load

TESTS = Path(__file__).parent.parent


def folder(title: Game) -> Path:
    return TESTS / "games" / title.name / "records"


def test_every_ending_has_a_recorded_game(default_case: Case) -> None:
    title = Game(default_case.declaration)
    for ending in title.endings:
        path = folder(title) / f"{ending}.json"
        match = load(path.read_text(encoding="utf-8"), path.name)
        assert match.ending == ending
        assert sum(match.returns) == 1


def write_missing(title: Game) -> None:
    """Random games until every ending has been seen."""
    folder(title).mkdir(parents=True, exist_ok=True)
    wanted = {ending for ending in title.endings if not (folder(title) / f"{ending}.json").exists()}
    mine = [case for case in cases() if case.declaration is title.declaration]
    for seed in itertools.count():
        if not wanted:
            return
        rng = random.Random(seed)
        case = rng.choice(mine)
        match = random_match(title, case.players, seed, rng, case.options(rng))
        if match.ending in wanted:
            wanted.remove(match.ending)
            text = json.dumps(match.record(), separators=(",", ":"), ensure_ascii=False)
            (folder(title) / f"{match.ending}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_missing(game(sys.argv[1]))

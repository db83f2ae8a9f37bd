"""Plays the games whose boards the lobby shows: good players, the same game for everybody, kept as records."""

import json
from pathlib import Path
from random import Random

from rich.progress import track

from tabletown import bots
from tabletown.match import Match, game
from tabletown.rulekit.registry import declarations
from tabletown.web.errands import COVER

MOST_DECISIONS = 3000
SEED = 11


def played(name: str) -> Match:
    match, rng = game(name).new(seed=SEED), Random(3)
    level = bots.level("neighbour")
    while not match.over and match.decision < MOST_DECISIONS:
        seat = match.pending[0]
        match.play(seat, bots.choose(level, match.rules, match.view(seat), seat, rng))
    return match


def main() -> None:
    for name, declared in track(declarations().items(), "Playing"):
        folder = Path(declared.module("rules").__file__ or "").parent
        record = json.dumps(played(name).record(), ensure_ascii=False, separators=(",", ":"))
        (folder / COVER).write_text(record + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Draws the boards that the lobby shows, from games that are kept as records; with --play the games are played anew."""

import json
import sys
from pathlib import Path
from random import Random

from rich.progress import track

from tabletown import bots
from tabletown.match import Match, game
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.registry import declarations
from tabletown.web.errands import COVER, DRAWN_COVER, draw_cover

MOST_DECISIONS = 3000
SEED = 11


def played(name: str) -> Match:
    match, rng = game(name).new(seed=SEED), Random(3)
    level = bots.level("neighbour")
    while not match.over and match.decision < MOST_DECISIONS:
        seat = match.pending[0]
        match.play(seat, bots.choose(level, match.rules, match.perfect_memory(seat), seat, rng))
    return match


def main() -> None:
    for name, declared in track(declarations().items(), "Drawing"):
        folder = Path(str(declared.files))
        if "--play" in sys.argv or not (folder / COVER).exists():
            record = json.dumps(played(name).record(), ensure_ascii=False, separators=(",", ":"))
            (folder / COVER).write_text(record + "\n", encoding="utf-8")
        for language in LANGUAGES:
            (folder / DRAWN_COVER.format(language=language)).write_bytes(draw_cover(name, language))


if __name__ == "__main__":
    main()

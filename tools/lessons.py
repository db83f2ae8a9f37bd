"""python -m tools.lessons [GAME ...]: play the records of the coached games again, by the rules of today.

After rules have got another version a record is refused; its moves may still lead where they led. Each is played anew,
with its own edition and seed, and written again; one whose moves are not possible any more is said, and stays.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tabletown.coaching.script import RECORD, script_of
from tabletown.match import Match, Refused, games
from tabletown.match.record import read_item
from tabletown.rulekit.errors import TabletownError


def played_again(match: Match, record: dict[str, Any], source: str) -> Match:
    """The record's moves, each checked as if somebody made it now."""
    for number, item in enumerate(record["log"], 1):
        entry = read_item(match, item, number, source)
        by_seat: dict[int, list[int]] = {}
        for move in getattr(entry, "moves", ()):
            if not move.automatic:
                by_seat.setdefault(move.seat, []).append(move.action)
        for seat, actions in by_seat.items():
            match.hand_in(seat, actions)
    return match


def main(names: list[str]) -> int:
    failed = 0
    for game in games():
        if script_of(game.declaration).game is None or (names and game.name not in names):
            continue
        path = Path(str(game.declaration.files)) / RECORD
        old = json.loads(path.read_text(encoding="utf-8"))
        try:
            new = game.new(len(old["seats"]), old["seed"], old["options"], old["edition"], old["seats"])
            written = played_again(new, old, str(path)).record()
        except (Refused, TabletownError) as error:
            sys.stderr.write(f"{game.name}: {error}\n")
            failed = 1
            continue
        path.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        sys.stdout.write(f"{game.name}: {new.steps} entries\n")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

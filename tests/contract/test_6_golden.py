"""Law 6: one seeded game a title, with what changed for each viewer after each decision: a leak shows in a diff.

The decisions that a kept transcript tells of are played again, so that rules which allow more leave it as it is.
`python -m tests.contract.test_6_golden` writes the transcripts anew; read the diff before committing it.
"""

import ast
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletown.laws.playing import Case
from tabletown.match import Game, Match, games

FOLDER = Path(__file__).parent / "golden"
ENOUGH = 200_000
"""Letters; the transcript of a longer game stops after the decision that passes them."""


def changes(before: Any, after: Any, where: str = "") -> Iterator[str]:
    if isinstance(before, dict):
        for name in before:
            yield from changes(before[name], after[name], name)
    elif isinstance(before, list):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, f"{where}.{index}")
    elif before != after:
        yield f"{where} {'?' if before is None else before}>{'?' if after is None else after}"


def seen(match: Match) -> dict[str, dict[str, Any]]:
    viewers = {f"seat {seat}": match.perfect_memory(seat).to_dict() for seat in range(match.players)}
    return viewers | {"spectator": match.perfect_memory(None).to_dict()}


def grouped(lines: dict[str, str]) -> Iterator[str]:
    """One line for viewers who saw the same."""
    for text, group in itertools.groupby(sorted(lines, key=lambda viewer: lines[viewer]), key=lambda v: lines[v]):
        who = sorted(group)
        yield f"    {'all' if len(who) == len(lines) else ', '.join(who)}: {text or '-'}"


def transcript(game: Game) -> Iterator[str]:
    written = 0
    for part in decisions(game):
        yield from part
        written += sum(len(line) + 1 for line in part)
        if written > ENOUGH:
            return


def decided(game: Game) -> Iterator[tuple[int, str, dict[str, int]]]:
    """Who decided what, by the transcript that is kept."""
    path = FOLDER / f"{game.name}.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if found := re.match(r"\d+\. seat (\d+): (\w+) (\{.*?\}) \(", line):
            yield int(found[1]), found[2], ast.literal_eval(found[3])


def decisions(game: Game) -> Iterator[list[str]]:
    """The lines about each decision, between a heading and the result; what was not decided before, chance decides."""
    rng = random.Random(f"golden {game.name}")
    before_now = decided(game)
    match = game.new(players=game.declaration.default_players, seed=1)
    yield [f"{game.name}, {match.players} players, rules {match.rules.version}"]
    while not match.over:
        before, decision = seen(match), match.decision
        if kept := next(before_now, None):
            seat, kind, args = kept
            action = next(each for each in match.legal(seat) if (each.kind, each.args) == (kind, args))
        else:
            seat = rng.choice(match.pending)
            action = rng.choice(match.legal(seat))
        match.play(seat, action)
        after = seen(match)
        heard = {seat: match.log(seat, since=decision - 1) for seat in range(match.players)}
        yield [
            f"{decision}. seat {seat}: {action.kind} {action.args} ({action.text})",
            *grouped({who: " ".join(changes(before[who], after[who])) for who in before}),
            *grouped({f"seat {seat}": " / ".join(line.text for line in lines) for seat, lines in heard.items()}),
        ]
    yield [f"ending {match.ending}, scores {match.scores}, returns {match.returns}"]


def test_the_golden_game_is_still_the_same(default_case: Case) -> None:
    game = Game(default_case.declaration)
    kept = (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(transcript(game)) == kept


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in games():
        (FOLDER / f"{each.name}.txt").write_text("\n".join(transcript(each)) + "\n", encoding="utf-8")

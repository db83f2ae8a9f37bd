"""Looking at a record, step by step: a whole one as any seat, or what one seat saw."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletown.match import BadRecord, Match, game, load
from tabletown.match.record import SEEN_FORMAT
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.language import say
from tabletown.rulekit.look import SPECTATOR, Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.terminal.keeping import read_text
from tabletown.terminal.seats import read_seat


@dataclass(frozen=True)
class Film:
    """A game to look at: a view for each step, and what was said to have happened there."""

    rules: Namespace
    names: Sequence[str]
    viewer: int
    steps: int
    view: Callable[[int], Record]
    lines: Callable[[int], list[str]]
    match: Match | None

    def picture(self, step: int, language: str, *, dark: bool) -> str:
        return self.rules.declaration.picture.file(self.look(step, language), dark=dark)

    def look(self, step: int, language: str) -> Look[Any]:
        translator = say(language, self.rules.declaration)
        return Look(translator, self.rules, self.viewer, tuple(self.names), self.view(step))

    def check_step(self, step: int) -> int:
        if not 0 <= step <= self.steps:
            raise BadOption(f"The game has the steps 0 to {self.steps}, not {step}.")
        return step


def open_film(path: Path, seat: str | None, language: str) -> Film:
    text = read_text(path)
    if _is_seen(text):
        return _seen(json.loads(text), seat, str(path))
    match = load(text, str(path))
    viewer = SPECTATOR if seat is None else read_seat(seat, match.names)
    said: dict[int, list[str]] = {}
    for line in match.log(viewer, language):
        said.setdefault(line.entry, []).append(line.text)
    numbers = [0, *(entry.number for entry in match.entries)]
    return Film(
        rules=match.rules,
        names=match.names,
        viewer=viewer,
        steps=match.steps,
        view=lambda step: match.perfect_memory(viewer, step),
        lines=lambda step: said.get(numbers[step], []),
        match=match,
    )


def _is_seen(text: str) -> bool:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("format") == SEEN_FORMAT


def _seen(record: dict[str, Any], seat: str | None, source: str) -> Film:
    """What one seat saw can be looked at from that seat only."""
    try:
        found = game(record["game"])
        rules = found.rules(found.edition(record["edition"]))
        names = [str(name) for name in record["seats"]]
        viewer = SPECTATOR if record["seat"] is None else int(record["seat"])
        views = [found.declaration.state.from_dict(step) for step in record["steps"]]
        lines = [(int(line["step"]), str(line["text"])) for line in record["log"]]
        found.declaration.check_players(len(names))
        if not views or any(view.players != len(names) for view in views) or not SPECTATOR <= viewer < len(names):
            raise BadRecord("its steps do not fit its seats.")
        for view in views:
            found.declaration.words.position(Look(say("en", found.declaration), rules, viewer, tuple(names), view))
    except TabletownError as error:
        raise BadRecord(f"{source} cannot be looked at: {error}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise BadRecord(f"{source} is damaged: its steps are no positions of the game.") from None
    if seat is not None and read_seat(seat, names) != viewer:
        who = "a spectator" if viewer == SPECTATOR else names[viewer]
        raise BadOption(f"{source} holds only what {who} saw.")
    return Film(
        rules=rules,
        names=names,
        viewer=viewer,
        steps=len(views) - 1,
        view=views.__getitem__,
        lines=lambda step: [text for at, text in lines if at == step],
        match=None,
    )

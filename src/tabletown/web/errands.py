"""What the server sends its worker processes for: whatever lasts as a game is long, or a stranger's file large."""

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import resvg_py

from tabletown.match import BadRecord, Match, game, load
from tabletown.match.problem import problem
from tabletown.match.record import read_json, written, written_drawer
from tabletown.rulekit import plain_picture
from tabletown.rulekit.drawing import standalone
from tabletown.rulekit.language import message
from tabletown.rulekit.lessons import EXAMPLES, called, pictures
from tabletown.web.forms import MOST_RECORD, Damaged, read_parts
from tabletown.web.kept import Folded
from tabletown.web.keys import hashed
from tabletown.web.reading import read_match
from tabletown.web.scene import Scene, scene_of
from tabletown.web.standings import Course, course_of

MOST_MOVES = 5000
"""Moves and undos of a record that is opened on a server, where others wait for it to be replayed."""
PREVIEW = (1200, 630)
"""Pixels of a picture beside a link, as most programs that show one want it."""
COVER = "cover.json"
"""The record of a whole game, beside its rules."""
DRAWN_COVER = "cover.{language}.svg"
"""What is drawn of it in each language, beside it: a lobby has its pictures at once."""


@dataclass(frozen=True)
class Written:
    """A match in writing, as a new table takes it over."""

    game: str
    rules: str
    edition: dict[str, Any]
    options: Mapping[str, Any]
    seed: str
    start: dict[str, Any] | None
    names: Sequence[str]
    items: Sequence[tuple[int, str]]
    """Entries in JSON: a long game would be long in coming as so many objects."""
    drawer: dict[int, list[dict[str, Any]]]
    pending: Sequence[int]
    over: bool


def in_writing(match: Match) -> Written:
    actions = match.game.declaration.actions
    return Written(
        game=match.game.name,
        rules=match.rules.version,
        edition=match.rules.edition.content,
        options=match.options,
        seed=match.seed.hex(),
        start=match.start.to_dict() if match.start is not None else None,
        names=match.names,
        items=[(item.number, json.dumps(written(item, actions))) for item in match.items],
        drawer=written_drawer(match),
        pending=match.pending,
        over=match.over,
    )


def opened(body: bytes, kind: str) -> tuple[Written, dict[str, str]]:
    """The match of the record file in a form, and what makes the request the same as another one."""
    try:
        parts = list(read_parts(body, kind))
        given = next((part for part in parts if part.name == "record" and part.filename), None)
    except Damaged:
        raise BadRecord(message("The form is damaged, or of another kind than it says.")) from None
    if given is None:
        raise BadRecord(message("Choose a record file first."))
    if len(given.content) > MOST_RECORD:
        raise BadRecord(message("A record has at most {most:,} bytes."), most=MOST_RECORD)
    source = str(given.filename)[:80]
    record = read_json(given.content, source)
    _check_length(record, source)
    named = next((part.content for part in parts if part.name == "client_move" and not part.filename), b"")
    sent = {"record": hashed(given.content), "client_move": named.decode(errors="replace")}
    return in_writing(load(record, source)), sent


def _check_length(given: Any, source: str) -> None:
    """A reported problem has its record inside."""
    record = given.get("record", given) if isinstance(given, dict) else {}
    log = record.get("log") if isinstance(record, dict) else None
    moves = sum(_length(item) for item in log) if isinstance(log, list) else 0
    if moves > MOST_MOVES:
        sentence = message("{source} has {moves:,} moves and undos; a record that is opened here has at most {most:,}.")
        raise BadRecord(sentence, source=source, moves=moves, most=MOST_MOVES)


def _length(item: object) -> int:
    moves = item.get("moves") if isinstance(item, dict) else None
    return max(1, len(moves)) if isinstance(moves, list) else 1


def forked(kept: Folded, step: int) -> Written:
    """The match as it stood at a step, to be played on from there."""
    return in_writing(_match(kept).fork(step))


def recorded(kept: Folded, seen: "int | str | None", *, zipped: bool) -> bytes:
    """The record file: of everything, or of what a seat or a spectator has seen."""
    return _file(_match(kept).record(seen), zipped=zipped)


def reported(kept: Folded, step: int, seat: int | None, *, is_open: bool, language: str, zipped: bool) -> bytes:
    """A problem at a step as a file."""
    return _file(problem(_match(kept), step, seat, is_open=is_open) | {"language": language}, zipped=zipped)


def standings(kept: Folded, language: str, viewer: int) -> Course:
    """How everybody stood over the game."""
    return course_of(_match(kept), language, viewer)


def draw_cover(name: str, language: str) -> bytes:
    """A game's picture: when most of it has been built; of a game that has no record, the empty board."""
    declared = game(name).declaration
    if declared.picture.parts is plain_picture.parts:
        return plain_picture.cover(declared.title, declared.default_players).encode()
    match = _on_the_cover(name)
    return picture(match, _in_full_swing(match), language)


def draw_preview(name: str) -> bytes:
    """The same as a PNG, for previews of links."""
    match = _on_the_cover(name)
    return raster(match, _in_full_swing(match))


def draw_step(kept: Folded, step: int, seat: int | None, language: str, *, is_open: bool) -> bytes:
    """The board at a step, as that seat or a spectator sees it."""
    scene = scene_of(_match(kept), step, seat, language, is_open=is_open)
    return scene.picture.file(scene.look).encode()


def draw_end(kept: Folded) -> bytes:
    """The board at the end of a game, as a PNG."""
    match = _match(kept)
    return raster(match, match.steps)


def _on_the_cover(name: str) -> Match:
    chosen = game(name)
    record = chosen.declaration.files / COVER
    return load(record.read_text(encoding="utf-8"), record.name) if record.is_file() else chosen.new()


def _in_full_swing(match: Match) -> int:
    return match.steps * 4 // 5


def draw_staged(name: str, wanted: str, language: str, dark: bool | None) -> bytes:  # noqa: FBT001
    """A staged position of a rulebook or a page that teaches the game."""
    declared = game(name).declaration
    staged = pictures(declared)[wanted]
    record = declared.files / EXAMPLES / f"{staged.record}.json"
    match = load(record.read_text(encoding="utf-8"), record.name)
    match.names = called(match.say(language), match.names)
    if staged.shows is None:
        return picture(match, staged.step, language, dark=dark)
    scene = scene_of(match, staged.step, staged.seat, language, is_open=staged.is_open)
    layout = scene.layout
    shows = staged.box(layout)
    defs, title = scene.picture.all_defs, match.game.title
    whole = scene.picture.whole(scene.look)
    return standalone(whole, defs, layout.size, title, dark=dark, shows=shows).encode()


def picture(match: Match, step: int, language: str = "en", *, dark: bool | None = None) -> bytes:
    scene = Scene(match, None, language, step)
    return standalone(scene.board, scene.picture.all_defs, scene.board_size, match.game.title, dark=dark).encode()


def raster(match: Match, step: int) -> bytes:
    scene = Scene(match, None, "en", step)
    drawn = standalone(scene.board, scene.picture.all_defs, scene.board_size, match.game.title, fills=PREVIEW)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn))


def _match(kept: Folded) -> Match:
    match = read_match(kept.unfolded())
    if match is None:
        raise BadRecord(message("The game has not begun."))
    return match


def _file(content: Any, *, zipped: bool) -> bytes:
    text = json.dumps(content, ensure_ascii=False).encode()
    return gzip.compress(text, 6, mtime=0) if zipped else text

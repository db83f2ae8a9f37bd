"""Records: a match as open JSON. See docs/record-format.md; the schema lies beside this file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tabletown.match import shape
from tabletown.match.action import number_of
from tabletown.match.chance import commitment
from tabletown.match.errors import BadRecord, Refused
from tabletown.match.game import Game, game
from tabletown.match.log import Entry, LogItem, Move, Reseed, Undo
from tabletown.match.match import Match
from tabletown.match.starting import checked_start
from tabletown.rulekit.errors import BadEdition, TabletownError, UnknownGame
from tabletown.rulekit.language import message

if TYPE_CHECKING:
    from tabletown.rulekit.actions import Actions

FORMAT = "tabletown-record/1"
SEEN_FORMAT = "tabletown-view/1"
NOT_LOADED = message("{source} cannot be loaded: {error}")


# ---------------------------------------------------------------- out


def whole_record(match: Match) -> dict[str, Any]:
    """Everything: whoever holds it knows every secret of the match."""
    declaration = match.game.declaration
    return {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.rules.version,
        "edition": match.rules.edition.content,
        "options": {option.name: option.values[match.options[option.name]] for option in declaration.options},
        "seats": match.names,
        "start": match.start.to_dict() if match.start is not None else None,
        "seed": match.seed.hex(),
        "commitment": match.commitment,
        "log": [written(item, declaration.actions) for item in match.items],
        "drawer": {str(seat): actions for seat, actions in written_drawer(match).items()},
        "ending": match.ending,
        "result": {"scores": list(match.scores), "returns": list(match.returns)} if match.over else None,
        "digest": match.digest,
    }


def seen_record(match: Match, seat: int | None) -> dict[str, Any]:
    """What one viewer saw, step by step: for looking at, not for playing on."""
    steps = {entry.number: step for step, entry in enumerate(match.entries, 1)}
    return {
        "format": SEEN_FORMAT,
        "game": match.game.name,
        "rules": match.rules.version,
        "edition": match.rules.edition.content,
        "seats": match.names,
        "seat": seat,
        "steps": [match.view(seat, step).to_dict() for step in range(match.steps + 1)],
        "log": [{"step": steps.get(line.entry, 0), "text": line.text} for line in match.log(seat)],
        "ending": match.ending,
    }


def written_drawer(match: Match) -> dict[int, list[dict[str, Any]]]:
    """The sealed answers that wait for the last one, by seat."""
    actions = match.game.declaration.actions
    return {
        seat: [written_action(number, actions) for number in numbers] for seat, numbers in sorted(match.drawer.items())
    }


def written_action(number: int, actions: "Actions") -> dict[str, Any]:
    kind, args = actions.decode(number)
    return {"kind": kind, "args": args}


def written(item: LogItem, actions: "Actions") -> dict[str, Any]:
    if isinstance(item, Undo):
        return {"undo": item.number, "seat": item.seat, "consent": item.consent}
    if isinstance(item, Reseed):
        return {"reseed": item.seed.hex()}
    moves = [
        {"seat": move.seat, **written_action(move.action, actions), **({"automatic": True} if move.automatic else {})}
        for move in item.moves
    ]
    if len(moves) == 1 and not item.sealed:
        return moves[0]
    return {"moves": moves, **({"sealed": True} if item.sealed else {})}


# ---------------------------------------------------------------- in


@cache
def schema() -> dict[str, Any]:
    text = (resources.files("tabletown.match") / "record.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def read_json(text: str | bytes, source: str = "The record") -> Any:
    """JSON, or BadRecord naming the place."""
    try:
        given = json.loads(text)
        if "\\ud" in (text if isinstance(text, str) else text.decode()).lower():  # half a letter, perhaps
            json.dumps(given, ensure_ascii=False).encode()
        return given
    except UnicodeEncodeError:
        raise BadRecord(message("{source} is damaged: its bytes are no text."), source=source) from None
    except json.JSONDecodeError as error:
        sentence = message("{source} is damaged or cut off: not readable as JSON at line {line}, column {column}.")
        raise BadRecord(sentence, source=source, line=error.lineno, column=error.colno) from None
    except UnicodeDecodeError:
        raise BadRecord(message("{source} is damaged: its bytes are no text."), source=source) from None
    except ValueError:  # what json says of a number of thousands of digits
        raise BadRecord(message("{source} is not a record: a number in it is far too large."), source=source) from None
    except RecursionError:
        raise BadRecord(message("{source} is not a record: it is nested far too deeply."), source=source) from None


def check_shape(record: object, source: str = "The record") -> None:
    if not isinstance(record, Mapping) or not isinstance(record.get("format"), str):
        raise BadRecord(message("{source} is not a Tabletown record: it has no format."), source=source)
    found = record["format"]
    if found == SEEN_FORMAT:
        sentence = message("{source} is what one seat saw ({found}): it can be looked at, not loaded as a match.")
        raise BadRecord(sentence, source=source, found=found)
    if not found.startswith("tabletown-record/"):
        sentence = message("{source} is of a foreign format, {found!r}; this reads {ours}.")
        raise BadRecord(sentence, source=source, found=found, ours=FORMAT)
    if found != FORMAT:
        sentence = message("{source} is of a newer format, {found!r}; this reads {ours}. Update Tabletown to load it.")
        raise BadRecord(sentence, source=source, found=found, ours=FORMAT)
    try:
        shape.check(record)
    except shape.Misshapen as fault:
        sentence = message("{source} is damaged at {place}: {detail}.")
        raise BadRecord(sentence, source=source, place=fault.place, detail=fault.detail) from None


def load(record: Mapping[str, Any] | str | bytes, source: str = "The record") -> Match:
    """The match of a record, or of a reported problem: every move checked, the end compared. Of a bad one, nothing."""
    from tabletown.match import problem

    given: Any = read_json(record, source) if isinstance(record, (str, bytes)) else record
    if isinstance(given, Mapping) and given.get("format") == problem.FORMAT:
        return problem.load_problem(given, source)
    return load_record(given, source)


def load_record(record: Any, source: str) -> Match:
    check_shape(record, source)
    match = _empty_match(record, source)
    items = [read_item(match, item, number, source) for number, item in enumerate(record["log"], 1)]
    for number, item in enumerate(items, 1):
        _take_over(match, item, f"{source}, log[{number - 1}]")
    _take_drawer(match, record.get("drawer", {}), source)
    _compare_end(match, record, source)
    return match


def _empty_match(record: Mapping[str, Any], source: str) -> Match:
    try:
        found = game(record["game"])
        edition = found.edition(record["edition"])
        rules = found.rules(edition)
        check_version(found, rules.version, record["rules"], source)
        players = found.declaration.check_players(len(record["seats"]))
        options = found.declaration.read_options(record["options"])
        start = None
        if record["start"] is not None:
            start, players = checked_start(rules, record["start"], players)
        match = Match(found, players, record["seed"], options, edition, record["seats"], start)
    except UnknownGame as error:
        sentence = message("{source} is of a game that is not installed: {error}")
        raise BadRecord(sentence, source=source, error=error) from None
    except BadEdition as error:
        sentence = message("{source} holds an edition that cannot be played: {error}")
        raise BadRecord(sentence, source=source, error=error) from None
    except BadRecord:
        raise
    except TabletownError as error:
        raise BadRecord(NOT_LOADED, source=source, error=error) from None
    if record["commitment"] != match.commitment:
        sentence = message("{source}: the seed does not fit the commitment; the record was changed.")
        raise BadRecord(sentence, source=source)
    return match


def check_version(found: Game, ours: str, theirs: str, source: str) -> None:
    if theirs != ours:
        raise BadRecord(
            message(
                "{source} was played by version {theirs} of the rules of {game}; this is version {ours}. "
                "It may run differently here, so it is not loaded."
            ),
            source=source,
            theirs=theirs,
            game=found.declaration.called,
            ours=ours,
        )


def read_item(match: Match, item: Mapping[str, Any], number: int, source: str) -> LogItem:
    where = f"{source}, log[{number - 1}]"
    if "undo" in item:
        if item["undo"] != number:
            sentence = message("{where}: an undo with the number {number} stands at place {place}.")
            raise BadRecord(sentence, where=where, number=item["undo"], place=number)
        return Undo(number, item["seat"], item["consent"])
    if "reseed" in item:
        return Reseed(number, bytes.fromhex(item["reseed"]))
    moves = item.get("moves", [item])
    return Entry(number, tuple(_read_move(match, move, where) for move in moves), item.get("sealed", False))


def _read_move(match: Match, move: Mapping[str, Any], where: str) -> Move:
    if not 0 <= move["seat"] < match.players:
        raise BadRecord(message("{where}: there is no seat {seat}."), where=where, seat=move["seat"])
    try:
        return Move(move["seat"], number_of(match.game.declaration.actions, move), move.get("automatic", False))
    except Refused as error:
        raise BadRecord(f"{where}: {error.text}") from None


def _take_over(match: Match, item: LogItem, where: str) -> None:
    if isinstance(item, Undo) and match.steps == 0:
        raise BadRecord(message("{where}: there is nothing to take back."), where=where)
    if isinstance(item, Entry):
        state = match.state
        for place, move in enumerate(item.moves):
            if move.seat not in match.rules.pending_seats(state):
                sentence = message("{where}: seat {seat} has nothing to decide there.")
                raise BadRecord(sentence, where=where, seat=move.seat)
            code = match.rules.call.why_not(state, move.seat, move.action)
            if code:
                reason = match.game.declaration.reasons.all[code]
                sentence = message("{where}: an illegal move of seat {seat} ({reason}, rule {rule}).")
                raise BadRecord(sentence, where=where, seat=move.seat, reason=reason.name, rule=reason.clause)
            match.advance(state, item.number, place, move)
    match.replay([item])


def _take_drawer(match: Match, drawer: Mapping[str, Any], source: str) -> None:
    for seat, actions in sorted(drawer.items()):
        try:
            match.hand_in(int(seat), actions)
        except Refused as error:
            raise BadRecord(f"{source}, drawer.{seat}: {error.text}") from None


def _compare_end(match: Match, record: Mapping[str, Any], source: str) -> None:
    if record["digest"] != match.digest:
        sentence = message("{source} leads, replayed, to another position than it claims; it was changed or cut off.")
        raise BadRecord(sentence, source=source)
    claimed = record["result"]
    actual = {"scores": list(match.scores), "returns": list(match.returns)} if match.over else None
    if record["ending"] != match.ending or claimed != actual:
        raise BadRecord(message("{source}: its result is not the one that its moves lead to."), source=source)


# ---------------------------------------------------------------- verifying


@dataclass(frozen=True)
class Verified:
    """What a record proves: its seed is the one that was committed to, and every move follows from it."""

    game: str
    entries: int
    commitment: str
    over: bool
    digest: str


def verify(record: Mapping[str, Any] | str | bytes, noted: str | None = None, source: str = "The record") -> Verified:
    """Check a record, and its seed against the commitment noted at the start; BadRecord says what is wrong."""
    match = load(record, source)
    if noted is not None and "".join(noted.lower().split()) != match.commitment:
        sentence = message("{source}: its seed is not the one committed to ({noted}); the deal was changed.")
        raise BadRecord(sentence, source=source, noted=noted)
    return Verified(match.game.name, len(match.items), commitment(match.seed), match.over, match.digest)

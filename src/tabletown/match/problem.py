"""A problem that somebody reports: what they may hand out of a match, and the step. It loads as a match there."""

import secrets
from collections.abc import Mapping
from typing import Any

from tabletown.match.errors import BadRecord
from tabletown.match.game import game
from tabletown.match.match import Match
from tabletown.match.record import NOT_LOADED, SEEN_FORMAT, check_version, load_record
from tabletown.match.starting import from_state
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.rulekit.look import SPECTATOR

FORMAT = "tabletown-problem/1"


def problem(match: Match, step: int, seat: int | None, *, is_open: bool) -> dict[str, Any]:
    """The whole record where everything may be known (`is_open`), else what the seat (None: a spectator) saw."""
    seen = "spectator" if seat is None else seat
    return {"format": FORMAT, "step": step, "seat": seat, "record": match.record(None if is_open else seen)}


def load_problem(report: Mapping[str, Any], source: str = "The problem") -> Match:
    """The match as it stood at the step that the problem is about.

    Of a whole record it is that very match: what comes next comes as it came then. Of what one seat saw it is a match
    that the seat cannot tell from the true one: what was hidden from it is dealt anew.
    """
    record, step = report.get("record"), report.get("step")
    if not isinstance(record, Mapping) or not isinstance(step, int) or isinstance(step, bool):
        raise BadRecord(message("{source} is damaged: a problem has a record and a step."), source=source)
    try:
        if record.get("format") == SEEN_FORMAT:
            return _match_seen(record, step, source)
        return load_record(record, source).until(step)
    except BadRecord:
        raise
    except TabletownError as error:
        raise BadRecord(NOT_LOADED, source=source, error=error) from None


def _match_seen(record: Mapping[str, Any], step: int, source: str) -> Match:
    try:
        found = game(record["game"])
        rules = found.rules(found.edition(record["edition"]))
        check_version(found, rules.version, record["rules"], source)
        seat = SPECTATOR if record["seat"] is None else int(record["seat"])
        names = [str(name) for name in record["seats"]]
        if not 0 <= step < len(record["steps"]) or not SPECTATOR <= seat < len(names):
            raise BadRecord(message("{source} is damaged: it has no step {step}."), source=source, step=step)
        view = found.declaration.state.from_dict(record["steps"][step])
        world = rules.redealt(view, seat, secrets.randbits(32))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        sentence = message("{source} is damaged: its steps are no positions of the game.")
        raise BadRecord(sentence, source=source) from None
    return from_state(found, {**world.to_dict(), "rng": 0}, len(names), edition=rules.edition, names=names)

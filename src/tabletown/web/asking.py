"""Requests that change something are done once: under an id of the asker's, stored with what the request did.

Whoever loses an answer sends the same request again, and gets the same answer. What was refused is judged again.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabletown.match import Refused
from tabletown.rulekit.language import message
from tabletown.web.keys import Secret, made_from

if TYPE_CHECKING:
    from tabletown.web.table import Table

HOST = "host"
KEPT = 128
"""So many requests of each asker at a table are remembered, the newest."""
STRIDE = 32
"""So many older ones are forgotten together."""
LONGEST_MEMORY = 86400.0
"""Seconds for which a request that made a table is remembered."""
UNGUESSABLE = 22
"""A newcomer has no secret yet; an id of so many letters can stand for one."""


@dataclass(frozen=True)
class Asked:
    """Something that is asked for: by whom, under which id, and a digest of what it is."""

    asker: str
    """At a table a seat, the host, or the guest of a seat; where a table is made, the hash of the person's secret."""
    id: str
    """Its hash: a newcomer's secret is made from the id itself."""
    deed: str
    digest: str

    def same(self, deed: str, digest: str, decision: int | None = None) -> None:
        """Refuse an id that has stood for something else."""
        if (deed, digest) == (self.deed, self.digest) or not digest:
            return
        if decision is None:
            sentence = message("This client_move has stood for something else already: {deed}. Choose a new one.")
            raise Refused("reused_id", sentence, deed=deed)
        sentence = message(
            "This client_move has stood for something else already: {deed}, at decision {decision}. Choose a new one."
        )
        raise Refused("reused_id", sentence, deed=deed, decision=decision)


def asked(asker: str, client_move: str | None, deed: str, fields: Mapping[str, object]) -> Asked | None:
    """What is asked for with these fields; None without an id."""
    if not client_move:
        return None
    told = {name: value for name, value in fields.items() if name != "client_move"}
    digest = _hash(json.dumps([deed, told], sort_keys=True, default=str))
    return Asked(asker, _hash(client_move), deed, digest)


def guest_of(seat: int) -> str:
    """Whoever comes by the invitation to a seat."""
    return f"guest {seat}"


def newcomer(client_move: str | None) -> Secret | None:
    """The secret of somebody who has none yet, the same for every repetition of their first request."""
    if client_move is None or len(client_move) < UNGUESSABLE:
        return None
    return made_from(client_move, "newcomer")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Done:
    """A request that was carried out."""

    asker: str
    id: str
    number: int
    """How many the asker had made before."""
    deed: str
    digest: str
    answer: int | None
    """The decision that was open then."""


class AlreadyDone(Exception):
    """A request that is repeated, because its answer was lost."""

    def __init__(self, table: "Table", answer: int | None) -> None:
        super().__init__(table.id)
        self.table = table
        self.answer = answer


class Remembered:
    """The newest requests of everybody at a table."""

    def __init__(self, done: Iterable[Done]) -> None:
        self._of: dict[str, OrderedDict[str, Done]] = {}
        for each in done:
            self.add(each)

    def find(self, asked: Asked) -> Done | None:
        """What the id has stood for, if it is not new; refused if that was something else."""
        mine = self._of.get(asked.asker)
        known = mine.get(asked.id) if mine else None
        if known is not None:
            asked.same(known.deed, known.digest, known.answer)
        return known

    def carried_out(self, asked: Asked, answer: int | None) -> Done:
        mine = self._of.get(asked.asker)
        number = next(reversed(mine.values())).number + 1 if mine else 0
        return Done(asked.asker, asked.id, number, asked.deed, asked.digest, answer)

    @property
    def newest(self) -> dict[str, int]:
        """The number of each asker's last request."""
        return {asker: next(reversed(mine.values())).number for asker, mine in self._of.items()}

    def add(self, done: Done) -> None:
        mine = self._of.setdefault(done.asker, OrderedDict())
        mine[done.id] = done
        while len(mine) > KEPT + STRIDE:
            mine.popitem(last=False)

"""A file of games: one line a game, each chunk a gzip member of its own, so that a cut loses one at most.

`pandas.read_csv("games.csv.gz")` and `zcat` read it whole. What is begun again plays only what is not there.
"""

import io
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from tabletown.lab.playing import Rows, Span
from tabletown.rulekit.errors import TabletownError

GZIP = 31
"""The compressor's name for a whole gzip member."""
DIGEST = 10
"""Letters of what tells one kind of games from another."""


class OtherGames(TabletownError):
    """A file that holds something else."""


class Kind(Protocol):
    """Games that are counted from 0 and depend on nothing that their digest does not: a variant, a table."""

    @property
    def digest(self) -> str: ...


class Journal:
    """Games by kind and by their first number; on disk as soon as they are added. The first column is the number."""

    def __init__(self, path: Path, columns: Sequence[str], kind: str) -> None:
        self.path = path
        self.columns, self.kind = tuple(columns), kind
        self._known: dict[tuple[str, int], Rows] = {}
        try:
            self._open()
        except OSError as error:
            raise OtherGames(f"{path} cannot be used: {error.strerror or error}.") from None

    @property
    def _head(self) -> str:
        return ",".join((self.kind, *self.columns)) + "\n"

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists() or self.path.stat().st_size == 0:
            self.path.write_bytes(packed(self._head))
            return
        found = self.path.read_bytes()
        whole = 0
        for number, (text, beyond) in enumerate(members(found)):
            if number == 0 and text != self._head:
                raise OtherGames(f"{self.path} holds something else; name another folder with --output.")
            if number > 0:
                self._read(text)
            whole = beyond
        if whole == 0:
            raise OtherGames(f"{self.path} is no file of games; name another folder with --output.")
        if whole < len(found):  # the end of a chunk that was being written
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def _read(self, text: str) -> None:
        """One chunk: games of one kind, in their order."""
        lines = text.splitlines()
        numbers = np.loadtxt([line[DIGEST + 1 :] for line in lines], np.int32, delimiter=",", ndmin=2)
        self._know(lines[0][:DIGEST], numbers)

    def _know(self, digest: str, rows: Rows) -> None:
        key = digest, int(rows[0, 0])
        if key not in self._known or len(self._known[key]) < len(rows):
            self._known[key] = rows

    def add(self, kind: Kind, rows: Rows) -> None:
        text = io.StringIO()
        np.savetxt(text, rows, fmt="%d", delimiter=",")
        lines = "".join(f"{kind.digest},{line}\n" for line in text.getvalue().splitlines())
        with self.path.open("ab") as file:
            file.write(packed(lines))
        self._know(kind.digest, rows)

    def has(self, kind: Kind, span: Span) -> bool:
        return len(self._known.get((kind.digest, span.first), ())) >= span.games

    def rows(self, kind: Kind, games: int) -> Rows:
        """Those of the first games of the kind that are there, in their order."""
        starts = sorted(first for digest, first in self._known if digest == kind.digest and first < games)
        found = [self._known[kind.digest, first][: games - first] for first in starts]
        return np.concatenate(found) if found else np.empty((0, len(self.columns)), np.int32)


def packed(text: str) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    return packer.compress(text.encode()) + packer.flush()


def members(found: bytes) -> list[tuple[str, int]]:
    """The text of every whole member, and where it ends."""
    read: list[tuple[str, int]] = []
    left = found
    while left:
        unpacker = zlib.decompressobj(GZIP)
        try:
            text = unpacker.decompress(left).decode()
        except (zlib.error, UnicodeDecodeError):
            break
        if not unpacker.eof:
            break
        left = unpacker.unused_data
        read.append((text, len(found) - len(left)))
    return read

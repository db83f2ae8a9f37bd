"""The file of a study's games: one line a game, each chunk a gzip member of its own, so that a cut loses one at most.

`pandas.read_csv("games.csv.gz")` and `zcat` read it whole. A study that is begun again plays only what is not there.
"""

import io
import zlib
from pathlib import Path

import numpy as np

from tabletown.lab.playing import Rows, Span
from tabletown.lab.study.games import Columns, columns_of
from tabletown.lab.study.plan import DIGEST, Variant
from tabletown.rulekit.errors import TabletownError

GZIP = 31
"""The compressor's name for a whole gzip member."""


class OtherStudy(TabletownError):
    """A file that holds something else."""


class Journal:
    """Games by variant and by their first number; on disk as soon as they are added."""

    def __init__(self, path: Path, game: str) -> None:
        self.path = path
        self.columns: Columns = columns_of(game)
        self._known: dict[tuple[str, int], Rows] = {}
        try:
            self._open()
        except OSError as error:
            raise OtherStudy(f"{path} cannot be used: {error.strerror or error}.") from None

    @property
    def _head(self) -> str:
        return ",".join(("variant", *self.columns.names)) + "\n"

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists() or self.path.stat().st_size == 0:
            self.path.write_bytes(packed(self._head))
            return
        found = self.path.read_bytes()
        whole = 0
        for number, (text, beyond) in enumerate(members(found)):
            if number == 0 and text != self._head:
                raise OtherStudy(f"{self.path} holds something else; name another folder with --output.")
            if number > 0:
                self._read(text)
            whole = beyond
        if whole == 0:
            raise OtherStudy(f"{self.path} is no file of games; name another folder with --output.")
        if whole < len(found):  # the end of a chunk that was being written
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def _read(self, text: str) -> None:
        """One chunk: games of one variant, in their order."""
        lines = text.splitlines()
        numbers = np.loadtxt([line[DIGEST + 1 :] for line in lines], np.int32, delimiter=",", ndmin=2)
        self._know(lines[0][:DIGEST], numbers)

    def _know(self, digest: str, rows: Rows) -> None:
        key = digest, int(rows[0, 0])
        if key not in self._known or len(self._known[key]) < len(rows):
            self._known[key] = rows

    def add(self, variant: Variant, rows: Rows) -> None:
        text = io.StringIO()
        np.savetxt(text, rows, fmt="%d", delimiter=",")
        lines = "".join(f"{variant.digest},{line}\n" for line in text.getvalue().splitlines())
        with self.path.open("ab") as file:
            file.write(packed(lines))
        self._know(variant.digest, rows)

    def has(self, variant: Variant, span: Span) -> bool:
        return len(self._known.get((variant.digest, span.first), ())) >= span.games

    def rows(self, variant: Variant, games: int) -> Rows:
        """Those of the variant's first games that are there, in their order."""
        starts = sorted(first for digest, first in self._known if digest == variant.digest and first < games)
        found = [self._known[variant.digest, first][: games - first] for first in starts]
        return np.concatenate(found) if found else np.empty((0, len(self.columns.names)), np.int32)


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

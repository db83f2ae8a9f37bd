"""Copies that a server makes by itself, every so many hours; the oldest go."""

import logging
import re
import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from tabletown.rulekit.errors import TabletownError
from tabletown.web.copying import back_up

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Backups:
    """Where copies go, how often, and how many are kept."""

    folder: Path
    hours: float = 24.0
    keep: int = 7

    @property
    def seconds(self) -> float:
        return self.hours * 3600

    def made(self) -> list[Path]:
        """The oldest first."""
        found = self.folder.glob("tables-*.sqlite")
        return sorted(file for file in found if re.fullmatch(r"tables-\d{8}T\d{6}", file.stem))

    def wait(self, now: float) -> float:
        """Seconds until the next one is due."""
        found = self.made()
        return max(0.0, found[-1].stat().st_mtime + self.seconds - now) if found else 0.0

    def make(self, engine: Engine) -> Path | None:
        """A new copy, and no more old ones than are wanted; in a thread. None if it failed, which the log says."""
        file = self.folder / f"tables-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}.sqlite"
        try:
            back_up(engine, file)
            for old in self.made()[: -self.keep]:
                old.unlink()
        except (TabletownError, OSError) as error:
            log.error("No copy was made: %s", error)
            return None
        return file

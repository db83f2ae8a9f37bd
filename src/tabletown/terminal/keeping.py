"""Files: records and pictures, written whole or not at all, and the game that nobody has saved yet."""

import contextlib
import json
import os
import tempfile
from datetime import datetime
from pathlib import Path

from tabletown.match import Match
from tabletown.rulekit.errors import TabletownError


class FileTrouble(TabletownError):
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileTrouble(f"{path} is not a text file; a record is JSON in UTF-8.") from None
    except OSError as error:
        raise FileTrouble(f"{path} cannot be read: {reason(error)}.") from None


def write_text(path: Path, text: str) -> None:
    """Whole or not at all: what was there before stays until the new text is complete."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(temporary).chmod(0o666 & ~_umask())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileTrouble(f"{path} cannot be written: {reason(error)}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def reason(error: OSError) -> str:
    return error.strerror or str(error)


def record_text(match: Match) -> str:
    return json.dumps(match.record(), ensure_ascii=False, indent=1) + "\n"


def stamped_name(match: Match) -> str:
    now = datetime.now().astimezone()
    return f"{match.game.name}-{now:%Y-%m-%d-%H%M%S}.json"


class Unfinished:
    """A copy of the running game, brought up to date with every decision, so that nothing is lost with the terminal."""

    def __init__(self, match: Match) -> None:
        self.path: Path | None = None
        self._name = f"{stamped_name(match).removesuffix('.json')}-{os.getpid()}.json"

    def keep(self, match: Match) -> None:
        try:
            if self.path is None:
                import platformdirs

                folder = Path(platformdirs.user_state_dir("tabletown")) / "unfinished"
                folder.mkdir(parents=True, exist_ok=True)
                self.path = folder / self._name
            write_text(self.path, record_text(match))
        except (OSError, FileTrouble):
            self.path = None

    def forget(self) -> None:
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            self.path = None

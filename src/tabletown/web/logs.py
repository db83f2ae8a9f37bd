"""What is written into the log: enough to find a fault by, and never more, whatever somebody sends."""

import json
import logging
import sys
import time
from collections import deque

from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.slips import slip_of_a_game
from tabletown.web.counting import counts

MOST_LETTERS = 500
"""Of a message, and of a line of a traceback."""
MOST_LINES = 40
"""Of a traceback: the last ones say most."""
REMEMBERED = 100
PLAIN, JSON = "text", "json"


class Short(logging.Formatter):
    """Lines of a bounded length, a bounded number of them, and no line break that a message brings along."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- the name that logging calls
        return _cut(super().formatMessage(record).replace("\r", " ").replace("\n", " "))

    def formatException(self, ei: "logging._SysExcInfoType") -> str:  # noqa: N802
        lines = (_slip(ei[1]) or super().formatException(ei)).splitlines()
        if len(lines) > MOST_LINES:
            lines = [f"… {len(lines) - MOST_LINES} lines …", *lines[-MOST_LINES:]]
        return "\n".join(_cut(line) for line in lines)


class Lines(Short):
    """One JSON object a line, for programs that collect logs; as short as the others."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _cut(record.getMessage()),
            "process": record.process,
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def _slip(error: BaseException | None) -> str | None:
    """Of a game from elsewhere its place is enough: what of ours led there is no help."""
    if isinstance(error, BadDeclaration):
        return str(error)
    return slip_of_a_game(error) if error is not None else None


def _cut(line: str) -> str:
    return line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…"


class Remembering(logging.Handler):
    """The newest lines, for the host's page."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: deque[str] = deque(maxlen=REMEMBERED)
        self.setFormatter(Short("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        counts.errors += 1
        self.lines.append(self.format(record))


remembered = Remembering()


def write_errors(form: str = PLAIN) -> None:
    """To the standard error: what a host should know of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if form == JSON else Short("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler, remembered], force=True)

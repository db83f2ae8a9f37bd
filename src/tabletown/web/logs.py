"""What is written into the log: enough to find a fault by, and never more, whatever somebody sends."""

import logging
import sys

MOST_LETTERS = 500
"""Of a message, and of a line of a traceback."""
MOST_LINES = 40
"""Of a traceback: the last ones say most."""


class Short(logging.Formatter):
    """Lines of a bounded length, a bounded number of them, and no line break that a message brings along."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- the name that logging calls
        return _cut(super().formatMessage(record).replace("\r", " ").replace("\n", " "))

    def formatException(self, ei: "logging._SysExcInfoType") -> str:  # noqa: N802
        lines = super().formatException(ei).splitlines()
        if len(lines) > MOST_LINES:
            lines = [f"… {len(lines) - MOST_LINES} lines …", *lines[-MOST_LINES:]]
        return "\n".join(_cut(line) for line in lines)


def _cut(line: str) -> str:
    return line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…"


def write_errors() -> None:
    """To the standard error: what a host should know of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Short("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)

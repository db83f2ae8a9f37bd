"""What is said where a package is not installed."""

from tabletown.rulekit.errors import TabletownError


class MissingExtra(TabletownError, ImportError):
    """A door whose other side is not installed."""


def missing(extra: str) -> MissingExtra:
    return MissingExtra(f"This needs more than Tabletown itself: pip install 'tabletown[{extra}]'.")

"""What a match says no with."""

from tabletown.rulekit.errors import TabletownError


class Refused(TabletownError):
    """A move that is not made: a code for programs, a sentence for people, the clause it comes from (or None)."""

    def __init__(self, code: str, text: str, rule: str | None = None) -> None:
        super().__init__(f"{text} [{rule}]" if rule else text)
        self.code = code
        self.text = text
        self.rule = rule


class BadRecord(TabletownError):
    """A record that cannot be loaded: damaged, foreign, truncated or newer."""

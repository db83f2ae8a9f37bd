"""What a match says no with."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tabletown.rulekit.errors import TabletownError

if TYPE_CHECKING:
    from tabletown.rulekit.language import Say


class Refused(TabletownError):
    """A move that is not made: a code for programs, a sentence for people, the clause it comes from (or None).

    A game words its own refusals: `wording` is theirs in any language.
    """

    def __init__(
        self,
        code: str,
        sentence: str,
        rule: str | None = None,
        wording: "Callable[[str], str] | None" = None,
        **fields: object,
    ) -> None:
        super().__init__(sentence, **fields)
        self.code = code
        self.text = str(self.args[0])
        self.rule = rule
        self.wording = wording

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text

    def said(self, _: "Say") -> str:
        return self.wording(_.language) if self.wording else super().said(_)

    def __reduce__(self) -> tuple[Any, ...]:
        """On its way between processes: a game's own wording stays behind, its English text goes along."""
        return _refused, (self.code, self.text if self.wording else self.sentence, self.rule, self.fields)


def _refused(code: str, sentence: str, rule: str | None, fields: dict[str, object]) -> Refused:
    return Refused(code, sentence, rule, None, **fields)


class BadRecord(TabletownError):
    """A record that cannot be loaded: damaged, foreign, truncated or newer."""

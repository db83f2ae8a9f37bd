"""Errors that people read: one sentence saying what is wrong, why, and what to do."""

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from tabletown.rulekit.language import Say


MOST_REPEATED = 400
"""Letters of what somebody has sent that a sentence about it repeats."""


@runtime_checkable
class Sayable(Protocol):
    """What is said in one language or another, and in English as text."""

    def said(self, _: "Say", /) -> str: ...


class TabletownError(Exception):
    """Everything that is refused with a sentence, never with a traceback.

    The sentence is English; with {fields} in it, it can be said in other languages too. A tuple is listed there, and
    what is sayable, as another error or the title of a game, is said.
    """

    def __init__(self, sentence: str = "", **fields: object) -> None:
        self.sentence = sentence
        self.fields = {name: _shortened(each) for name, each in fields.items()}
        english = {name: ", ".join(each) if isinstance(each, tuple) else each for name, each in self.fields.items()}
        super().__init__(sentence.format(**english) if fields else sentence)

    def said(self, _: "Say") -> str:
        """The sentence in the language of `_`."""
        fields = {name: _said(_, each) for name, each in self.fields.items()}
        return _(self.sentence).format(**fields) if fields else _(self.sentence)


def shortened(text: str) -> str:
    """As much of a text as a sentence about it repeats."""
    return f"{text[:MOST_REPEATED]}…" if len(text) > MOST_REPEATED else text


def _shortened(field: object) -> object:
    if isinstance(field, tuple):
        return tuple(shortened(str(each)) for each in field)
    return shortened(field) if isinstance(field, str) else field


def _said(_: "Say", field: object) -> object:
    if isinstance(field, tuple):
        return _(", ").join(field)
    return field.said(_) if isinstance(field, Sayable) else field


class Told(UserWarning):
    """What users are told while everything goes on: a sentence, not a line of code."""


class BadEdition(TabletownError):
    """An edition file that cannot be played with."""


class BadState(TabletownError):
    """A state, as JSON, that does not fit its record."""


class BadDeclaration(TabletownError):
    """A game whose own files contradict each other."""


class UnknownGame(TabletownError):
    """A game that is not installed."""


class BadOption(TabletownError):
    """An option, or a number of players, that the game does not have."""

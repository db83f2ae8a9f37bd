"""Inked text: what a game writes for a screen of letters, in panels whose words carry ink."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple


class Ink(NamedTuple):
    """How words look: weight for any screen, colours by the names of `tokens.css` where there are colours."""

    weight: str = ""
    """strong, faint or nothing."""
    face: str = ""
    """What the words stand on; with it goes `letters`."""
    letters: str = ""


PLAIN, STRONG, FAINT = Ink(), Ink("strong"), Ink("faint")


class Span(NamedTuple):
    text: str
    ink: Ink = PLAIN


Line = list[Span]


@dataclass(frozen=True)
class Panel:
    """A part of the table under its title. Its lines are never wrapped."""

    title: str
    lines: list[Line]

    @property
    def width(self) -> int:
        return max([cells(self.title), *(line_width(line) for line in self.lines)])


@lru_cache(4096)
def cells(text: str) -> int:
    """How many places of a screen the text takes: Japanese letters take two."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def line_width(line: Iterable[Span]) -> int:
    return sum(cells(span.text) for span in line)


def padded(text: str, width: int) -> str:
    """Filled up on the right, or cut with an ellipsis."""
    if cells(text) > width:
        while text and cells(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - cells(text))


def plain(panels: Iterable[Panel]) -> str:
    """The panels below each other, without their ink."""
    return "\n\n".join(
        "\n".join([panel.title, *("".join(span.text for span in line).rstrip() for line in panel.lines)])
        for panel in panels
    )

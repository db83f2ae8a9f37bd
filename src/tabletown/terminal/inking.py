"""Inked panels on the screen, beside each other as far as there is room."""

from collections.abc import Sequence
from functools import cache

from rich.cells import cell_len
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tabletown.rulekit.drawing import design_tokens
from tabletown.rulekit.inked import Ink, Panel
from tabletown.terminal.screen import cleaned

GAP = 1
YOUR_MOVE = "bold #ffffff on #c0006a"
"""The accent: your move, and nothing else."""


def laid_out(panels: Sequence[Panel], width: int) -> Table:
    """The first panel at the left and the others in a column beside it, or all below each other.

    Lines are wrapped only where they would not fit the screen at all.
    """
    first, *rest = panels
    beside = fit_beside(panels, width)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=max(panel.width for panel in panels) <= width)
    if beside:
        grid.add_column(no_wrap=True)
        grid.add_row(inked([first]), inked(rest))
    else:
        grid.add_row(inked(panels))
    return grid


def inked(panels: Sequence[Panel]) -> Text:
    lines: list[Text] = []
    for panel in panels:
        lines.append(Text(cleaned(panel.title), "bold"))
        lines += [Text.assemble(*((cleaned(span.text), style_of(span.ink)) for span in line)) for line in panel.lines]
    return Text("\n").join(lines)


def height_of(panels: Sequence[Panel], width: int) -> int:
    first, *rest = [len(panel.lines) + 1 for panel in panels]
    return max(first, sum(rest)) if fit_beside(panels, width) else first + sum(rest)


def fit_beside(panels: Sequence[Panel], width: int) -> bool:
    first, *rest = [panel.width for panel in panels]
    return bool(rest) and first + GAP + max(rest) <= width


@cache
def style_of(ink: Ink) -> Style:
    colours = design_tokens(dark=False)
    return Style(
        bold=ink.weight == "strong" or None,
        dim=ink.weight == "faint" or None,
        bgcolor=colours[ink.face] if ink.face else None,
        color=colours[ink.letters] if ink.letters else None,
    )


def in_columns(entries: Sequence[tuple[str, str]], width: int) -> Table:
    """Numbered entries, in as many columns as fit, to be read downwards."""
    number = max(len(key) for key, _text in entries)
    entry = number + 1 + max(cell_len(text) for _key, text in entries) + 3
    columns = max(1, min(width // entry, -(-len(entries) // 3)))
    rows = -(-len(entries) // columns)
    grid = Table.grid(padding=(0, 3, 0, 0))
    for row in range(rows):
        here = entries[row::rows][:columns]
        grid.add_row(*(Text.assemble((key.rjust(number), "bold"), f" {cleaned(text)}") for key, text in here))
    return grid

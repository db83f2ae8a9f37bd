"""What an edition of The Estates holds."""

from collections.abc import Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, figure, numbers, words

from .shapes import COLOURS, LOTS, PERMITS, ROOFS, ROWS, VALUES

CHECKS_EACH: int = figure("money.checks_each", 0, 20)
ZONED_LENGTH: int = figure("board.zoned_length", 1, LOTS - 1)
WHITE_DIRT: Chart = chart("board.white_dirt", ROWS, LOTS, ".W")
CUBES: Chart = numbers("pieces.cubes", COLOURS, VALUES, low=1, high=VALUES)
ROOF_VALUES: Line = numbers("pieces.roofs", ROOFS, low=1, high=VALUES)
PERMIT_VALUES: Line = numbers("pieces.permits", PERMITS, low=1, high=3)
COMPANY_NAMES: tuple[str, ...] = words("companies.names", COLOURS)
COMPANY_LETTERS: tuple[str, ...] = words("companies.letters", COLOURS)


def check(values: Values) -> Iterator[tuple[str, str]]:
    """A company is told by its letter, also without colours."""
    letters = values["companies.letters"]
    if len(set(letters)) < COLOURS or any(len(letter) != 1 for letter in letters):
        yield "companies.letters", "takes six different single letters"

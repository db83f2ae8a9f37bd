"""What an edition of The Estates holds. A box has as many rows, lots and pieces as `shapes` has room for, or fewer."""

from collections.abc import Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, derived, figure, numbers, words

from .shapes import (
    LONGEST_DISPLAY,
    MOST_COLOURS,
    MOST_DISPLAY_ROWS,
    MOST_LOTS,
    MOST_PERMITS,
    MOST_ROOFS,
    MOST_ROWS,
    VALUES,
)

CHECKS_EACH: int = figure("money.checks_each", 0, 20)
ZONED_LENGTH: int = figure("board.zoned_length", 1, MOST_LOTS - 1)
PRINTED_LOTS: Chart = chart("board.white_dirt", range(1, MOST_ROWS + 1), range(2, MOST_LOTS + 1), ".W")
CUBES: Chart = numbers("pieces.cubes", range(1, MOST_COLOURS + 1), range(1, VALUES + 1), low=1, high=VALUES)
ROOF_VALUES: Line = numbers("pieces.roofs", range(1, MOST_ROOFS + 1), low=1, high=VALUES)
PERMITS_IN_THE_BOX: Line = numbers("pieces.permits", range(MOST_PERMITS + 1), low=1, high=3)
MAYORS: int = figure("pieces.mayors", 0, 1, usual=1)
CANCEL_CUBES: int = figure("pieces.cancel_cubes", 0, 1, usual=1)
DISPLAY_ROWS: int = figure("display.lines", 1, MOST_DISPLAY_ROWS, usual=3)
DISPLAY_LENGTH: int = figure("display.length", 1, LONGEST_DISPLAY, usual=8)
COMPANY_NAMES: tuple[str, ...] = words("companies.names")
COMPANY_LETTERS: tuple[str, ...] = words("companies.letters")

ROWS: int = derived(lambda values: len(values["board.white_dirt"]))
LOTS: int = derived(lambda values: len(values["board.white_dirt"][0]))
COLOURS: int = derived(lambda values: len(values["pieces.cubes"]))
CUBES_OF_A_COLOUR: int = derived(lambda values: len(values["pieces.cubes"][0]))
ROOFS: int = derived(lambda values: len(values["pieces.roofs"]))
PERMITS: int = derived(lambda values: len(values["pieces.permits"]))


def _white_dirt(values: Values) -> Chart:
    """Lot by lot; also of those that this board does not have, because they can be asked about."""
    no_row = (0,) * MOST_LOTS
    lines = [(*line, *no_row)[:MOST_LOTS] for line in values["board.white_dirt"]]
    return tuple((*lines, *[no_row] * MOST_ROWS)[:MOST_ROWS])


WHITE_DIRT: Chart = derived(_white_dirt)
PERMIT_VALUES: Line = derived(lambda values: (*values["pieces.permits"], *[1] * MOST_PERMITS)[:MOST_PERMITS])


def check(values: Values) -> Iterator[tuple[str, str]]:
    """Rows end before the board does, companies are alike and told by their letters, and the bag fills the display."""
    if values["board.zoned_length"] >= len(values["board.white_dirt"][0]):
        yield "board.zoned_length", "leaves no lot for a permit to stand on"
    companies = values["pieces.cubes"]
    if len({len(company) for company in companies}) > 1:
        yield "pieces.cubes", "takes as many cubes of each company as of any other"
    letters = values["companies.letters"]
    if len(letters) != len(companies) or len(set(letters)) < len(letters) or any(len(each) != 1 for each in letters):
        yield "companies.letters", "takes a different single letter for each company"
    if len(values["companies.names"]) != len(companies):
        yield "companies.names", "takes a name for each company"
    if values["display.lines"] * values["display.length"] > sum(map(len, companies)):
        yield "display.length", "wants more cubes in the display than there are"

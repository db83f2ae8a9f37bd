"""Tables beside the board: what the rows bring if they are completed and if not, and the player aid."""

from collections.abc import Iterator
from itertools import product
from operator import mul

from tabletown.games.the_estates.rules.shapes import VALUES
from tabletown.games.the_estates.rules.state import State
from tabletown.rulekit.language import Say, capitalized, listed, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.remembering import until_changed
from tabletown.rulekit.sheets import Listing

from .naming import company_name, money, row_name, signed
from .report import box_of, with_box

DONE, NOT_DONE = "✓", "–"

FIGURES = {
    "money.checks_each": message("Checks at the start"),
    "board.zoned_length": message("Lots that a row requires"),
    "board.white_dirt": message("Rows, lots and white dirt"),
    "pieces.cubes": message("Floor cubes of each company"),
    "pieces.roofs": message("Rooftops"),
    "pieces.permits": message("Building permits"),
    "pieces.mayors": message("Mayors"),
    "pieces.cancel_cubes": message("Cancel cubes"),
    "display.lines": message("Lines of the display"),
    "display.length": message("Cubes in a line of the display"),
    "companies.names": message("Companies"),
    "companies.letters": message("Letters of the companies"),
}
"""What the figures of an edition are called."""

# ---------------------------------------------------------------- forecast


def forecast(look: Look[State]) -> list[Listing]:
    """TE-V1, TE-V5: the buildings as they stand, in rows that are completed and in rows that are not."""
    return [either_way(look), totals(look)]


def worth(look: Look[State], row: int, seat: int) -> int:
    """With the mayor, and without a sign."""
    doubled = 2 if look.view.mayor == row else 1
    return doubled * int(look.rules.row_value(look.view, row, seat))


@until_changed
def either_way(look: Look[State]) -> Listing:
    _ = look._
    rows = []
    for seat in look.seats:
        points = [worth(look, row, seat) for row in range(look.rules.ROWS)]
        box, now = box_of(look, seat), look.rules.building_score(look.view, seat)
        cells = [f"{signed(each)} / {signed(-each)}" if each else "0" for each in points]
        hidden = _("hidden") if box is None else signed(box)
        rows.append((look.player(seat), *cells, hidden, with_box(now, box)))
    headers = (_("Player"), *(row_heading(look, row) for row in range(look.rules.ROWS)), _("Cash box"), _("Now"))
    return Listing(_("Each row, if completed / if not"), headers, tuple(rows), seats=tuple(look.seats))


def row_heading(look: Look[State], row: int) -> str:
    name = capitalized(row_name(look._, row))
    return f"{name} {DONE}" if look.rules.is_complete(look.view, row) else name


@until_changed
def totals(look: Look[State]) -> Listing:
    """Every way in which the rows can end, and what each player would have. TE-E2: never are all completed."""
    _ = look._
    rows = []
    worths = [[worth(look, row, seat) for row in range(look.rules.ROWS)] for seat in look.seats]
    boxes = [box_of(look, seat) for seat in look.seats]
    for ends in product((1, -1), repeat=look.rules.ROWS):
        if ends.count(1) > 2:
            continue
        marks = [DONE if end > 0 else NOT_DONE for end in ends]
        points = [sum(map(mul, ends, worths[seat])) for seat in look.seats]
        rows.append((*marks, *map(with_box, points, boxes)))
    headers = (*(capitalized(row_name(_, row)) for row in range(look.rules.ROWS)), *look.names)
    note = _("{done} completed, {not_done} not completed").format(done=DONE, not_done=NOT_DONE)
    return Listing(_("Totals of the round, by which rows get completed"), headers, tuple(rows), note, folded=True)


# ---------------------------------------------------------------- player aid


def aid(to: Listener) -> list[Listing]:
    _ = to._
    return [
        Listing(_("Companies and their cubes"), (), tuple(company_rows(to))),
        Listing(_("Rooftops"), (), tuple(roof_rows(to))),
        Listing(_("Other pieces"), (), tuple(piece_rows(to))),
        Listing(_("What a row brings"), (), tuple(scoring_rows(_))),
    ]


def company_rows(to: Listener) -> Iterator[tuple[str, str]]:
    for colour in range(to.rules.COLOURS):
        name = to._("{letter}: {company}").format(
            letter=to.rules.COMPANY_LETTERS[colour], company=company_name(to, colour)
        )
        yield name, " ".join(str(value) for value in to.rules.CUBES[colour])


def roof_rows(to: Listener) -> Iterator[tuple[str, str]]:
    roofs = list(to.rules.ROOF_VALUES)
    for value in range(1, VALUES + 1):
        if value in roofs:
            yield to._("Worth {value}").format(value=value), f"×{roofs.count(value)}"


def piece_rows(to: Listener) -> Iterator[tuple[str, str]]:
    _ = to._
    if to.rules.PERMITS:
        permits = listed(_, (f"±{value}" for value in to.rules.PERMITS_IN_THE_BOX))
        yield _("Permits {values}").format(values=permits), _("make a row longer or shorter by so many lots")
    if to.rules.MAYORS:
        yield _("Mayor"), _("the row in front of which it stands counts double")
    if to.rules.CANCEL_CUBES:
        yield _("Cancel cube"), _("takes one permit off the board")
    yield (
        _("Check"),
        _("{amount}; each player begins with {count}").format(amount=money(_, 1), count=to.rules.CHECKS_EACH),
    )


def scoring_rows(_: Say) -> Iterator[tuple[str, str]]:
    yield _("Completed row"), _("every building counts for its owner: all its cubes and its rooftop")
    yield _("Row not completed"), _("the same, but as minus points")
    yield _("Owner"), _("whoever holds the certificate of the topmost cube's company")
    yield _("Completed is"), _("as many lots built as the row requires, and a rooftop on each")
    yield _("Cash box"), _("one point for each check")

"""The table in letters, for a terminal: three rows of towers, the players, and what can be put up.

A company is its letter as well as its colour: A6 is the 6 of Azimuth. It all comes from what the viewer may be shown.
"""

from tabletown.games.the_estates.rules.shapes import VALUES
from tabletown.games.the_estates.rules.state import AVAILABLE, BID, NO_PIECE, NO_SEAT, SETTLE, State
from tabletown.rulekit.inked import FAINT, PLAIN, STRONG, Ink, Line, Panel, Span, cells, padded
from tabletown.rulekit.language import capitalized, message
from tabletown.rulekit.look import Look

from .naming import money, row_name, signed
from .report import box_of, heading, piece_at_hand, sees_cash

LABEL = 11
NAME = 14
RIVER = Ink(face="water", letters="water-ink")
PLATE = Ink(face="plate", letters="plate-ink")


def panels(look: Look[State]) -> list[Panel]:
    return [board(look), players(look), supply(look)]


# ---------------------------------------------------------------- the board


def board(look: Look[State]) -> Panel:
    lines = [line for row in range(look.rules.ROWS) for line in row_lines(look, row)]
    return Panel(look.headed(heading(look)), lines)


def row_lines(look: Look[State], row: int) -> list[Line]:
    """A row from its highest tower down to the numbers of its lots, the street at the left."""
    _ = look._
    stacks = [stack(look, row, lot) for lot in range(look.rules.LOTS)]
    levels = max(map(len, stacks))
    lines = []
    for level in reversed(range(levels)):
        label = capitalized(row_name(_, row)) if level == 0 else ""
        cells = [tower[level] if level < len(tower) else Span("  ") for tower in stacks]
        lines.append(along_the_row(look, Span(padded(label, LABEL), STRONG), cells, Span("≈", RIVER)))
    status = f"{look.view.built[row]}/{look.view.requirement[row]}"
    if look.rules.is_complete(look.view, row):
        status += " ✔"
    if look.view.mayor == row:
        status += " " + _("mayor")
    numbers = [lot_number(look, row, lot) for lot in range(look.rules.LOTS)]
    return [*lines, along_the_row(look, Span(padded(status, LABEL)), numbers, Span("≈", RIVER))]


def along_the_row(look: Look[State], label: Span, cells: list[Span], river: Span) -> Line:
    line = [label]
    for lot, cell in enumerate(cells):
        if lot == look.rules.ZONED_LENGTH:
            line += [river, Span(" ")]
        line += [cell, Span(" ")]
    return line[:-1]


def stack(look: Look[State], row: int, lot: int) -> list[Span]:
    """What stands on a lot, from the ground up."""
    view = look.view
    if lot < view.built[row]:
        tower = [cube(look, view.floor[row][lot][level]) for level in range(view.height[row][lot])]
        return [*tower, Span(f"^{view.roof[row][lot]}", STRONG)] if view.roof[row][lot] else tower
    if lot == view.requirement[row]:
        changes = [view.permit_change[permit] for permit in range(look.rules.PERMITS) if view.permit_row[permit] == row]
        return [Span(f"{change:+d}", PLATE) for change in changes] or [Span(" .", FAINT)]
    return [Span("__" if lot < view.requirement[row] else " .", FAINT)]


def lot_number(look: Look[State], row: int, lot: int) -> Span:
    if look.rules.WHITE_DIRT[row][lot]:
        return Span(f"{lot + 1}w", PLATE)
    return Span(f"{lot + 1:2}", FAINT)


def cube(look: Look[State], each: int) -> Span:
    letter = look.rules.COMPANY_LETTERS[look.rules.colour_of(each)]
    return Span(f"{letter}{look.rules.value_of(each)}", company_ink(look.rules.colour_of(each)))


def company_ink(colour: int) -> Ink:
    firm = f"firm-{'abfpsv'[colour]}"
    return Ink("strong", firm, f"{firm}-ink")


# ---------------------------------------------------------------- beside it


def players(look: Look[State]) -> Panel:
    """Money as the viewer may see it, the companies of each, and the points as the board stands."""
    _ = look._
    title = padded(_("Players"), NAME + 2) + "".join(to_the_right(_(head), n) for head, n in HEADS)
    return Panel(title, [player_line(look, seat) for seat in look.seats])


HEADS = ((message("cash"), 4), (message("box"), 5), (message("now"), 5))


def to_the_right(text: str, width: int) -> str:
    return " " * (width - cells(text)) + text


def player_line(look: Look[State], seat: int) -> Line:
    view = look.view
    deciding = seat == view.seat
    cash = str(view.cash[seat]) if sees_cash(look, seat) else "?"
    box = "?" if (checks := box_of(look, seat)) is None else str(checks)
    name = look.player(seat)
    name = padded(name if cells(name) <= NAME else look.names[seat], NAME)
    line = [Span("> " if deciding else "  ", STRONG), Span(name, STRONG if deciding else PLAIN)]
    line += [Span(f"{cash:>4} {box:>4} {points_now(look, seat):>4} ")]
    for colour in range(look.rules.COLOURS):
        if view.certificate[colour] == seat:
            line.append(Span(look.rules.COMPANY_LETTERS[colour], company_ink(colour)))
    return line


def points_now(look: Look[State], seat: int) -> str:
    """As the board stands; a hidden cash box is left out."""
    return signed(look.rules.building_score(look.view, seat) + (box_of(look, seat) or 0))


def supply(look: Look[State]) -> Panel:
    lines = [display_line(look, row) for row in range(look.rules.DISPLAY_ROWS)]
    lines.append(roof_line(look))
    lines.append(special_line(look))
    return Panel(look._("Can be put up: [ ]   blocked: ( )"), [*lines, *hammer_lines(look)])


def display_line(look: Look[State], row: int) -> Line:
    view = look.view
    first, end = view.display_first[row], view.display_end[row]
    line = [Span(f"{row + 1} ", FAINT)]
    for k in range(first, end):
        left, right = " ", ""
        if k in {first, end - 1}:
            left, right = "[]" if look.rules.is_placeable(view, view.display[row][k]) else "()"
        line += [Span(left), cube(look, view.display[row][k]), Span(right)]
    return line


def roof_line(look: Look[State]) -> Line:
    values = [str(value) for value in range(1, VALUES + 1) for _copy in range(look.view.roofs[value])]
    return [Span(look._("Rooftops:"), FAINT), Span(" " + " ".join(values))]


def special_line(look: Look[State]) -> Line:
    _, view = look._, look.view
    values = enumerate(look.rules.PERMITS_IN_THE_BOX)
    free = [str(value) for permit, value in values if view.permit_row[permit] == AVAILABLE]
    left = [_("Permits {values}").format(values=" ".join(free))] if free else []
    left += [_("mayor")] if view.mayor == AVAILABLE else []
    left += [_("cancel cube")] if view.cancel == AVAILABLE else []
    return [Span(" · ".join(left))]


def hammer_lines(look: Look[State]) -> list[Line]:
    """The piece that is being auctioned or placed, and below it the highest bid."""
    _, view = look._, look.view
    if view.piece == NO_PIECE:
        return []
    lines = [[Span(_("Hammer:") + " ", STRONG), Span(piece_at_hand(look), STRONG)]]
    if view.phase in {BID, SETTLE} and view.high_bidder != NO_SEAT:
        lines.append([Span(f"  {money(_, view.high_bid)} {padded(look.player(view.high_bidder), NAME)}")])
    return lines

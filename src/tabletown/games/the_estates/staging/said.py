"""Short words and figures that several prices are told with."""

from tabletown.games.the_estates.drawing import drawn
from tabletown.games.the_estates.rules.shapes import ROWS
from tabletown.games.the_estates.rules.state import CANCEL, CUBE, MAYOR, PERMIT, State
from tabletown.games.the_estates.telling.naming import row_name, short_lot_name
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look

from .worth import WHOLE_ROW, Placing, gainer, largest, lengths, removable

Rows = tuple[tuple[str, str], ...]


def either_way(points: int) -> str:
    """Plus if the row is finished and minus if not; for a loss the other way round."""
    return f"±{points}" if points > 0 else f"∓{-points}" if points < 0 else "0"


def place_of(look: Look[State], placing: Placing) -> str:
    if placing.lot == WHOLE_ROW:
        return capitalized(row_name(look._, placing.row))
    return short_lot_name(look._, placing.row, placing.lot)


def row_title(look: Look[State], view: State, row: int) -> str:
    name = capitalized(row_name(look._, row))
    return f"{name} ×2" if view.mayor == row else name


def changed_length(before: int, after: int) -> str:
    return f"{before} → {after}"


def permit_sign(look: Look[State], permit: int) -> str:
    return drawn.signed(look.view.permit_change[permit])


def promise(look: Look[State], hand: State) -> Rows:
    """What the piece in hand can do, row by row: the largest gain, or how long the row would become."""
    if hand.piece == PERMIT:
        found = [(row, lengths(look, hand, row)) for row in range(ROWS)]
        return tuple(
            (row_title(look, hand, row), changed_length(hand.requirement[row], max(ends)) + and_shorter(ends))
            for row, ends in found
            if ends
        )
    if hand.piece == CANCEL:
        return tuple(
            (row_title(look, hand, row), changed_length(hand.requirement[row], hand.requirement[row] - change))
            for permit in removable(look, hand)
            for row, change in [(hand.permit_row[permit], hand.permit_change[permit])]
        )
    seat = gainer(look, hand)
    return tuple((place_of(look, each), either_way(each.gains[seat])) for each in largest(look, hand))


def and_shorter(ends: list[int]) -> str:
    return f" / {min(ends)}" if len(ends) > 1 else ""


def for_whom(look: Look[State], hand: State) -> str:
    """Said where the piece does not count for whoever gets it, or can do nothing for them."""
    _ = look._
    if hand.piece == CUBE:
        owner = gainer(look, hand)
        if owner == hand.seat:
            return ""
        return (
            _("It counts for you.")
            if owner == look.viewer
            else _("It counts for {name}.").format(name=look.names[owner])
        )
    if promise(look, hand):
        return ""
    if hand.piece == CANCEL:
        return _("There is no permit that it could remove.")
    if hand.piece == PERMIT:
        return _("No row can be changed by it.")
    return _("No building there to double.") if hand.piece == MAYOR else _("No own building needs a roof.")

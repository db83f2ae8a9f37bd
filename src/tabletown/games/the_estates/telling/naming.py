"""What things are called: people, money, companies, pieces and places."""

from tabletown.games.the_estates.rules.state import CANCEL, CUBE, MAYOR, NO_PIECE, PERMIT, ROOF
from tabletown.rulekit.language import Say, message
from tabletown.rulekit.look import Listener
from tabletown.rulekit.namespace import Namespace

ROW_NAMES = (message("upper row"), message("middle row"), message("lower row"))


def money(_: Say, amount: int) -> str:
    return _("${amount}M").format(amount=amount)


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def company_name(to: Listener, colour: int) -> str:
    return to._(to.rules.COMPANY_NAMES[colour])


def cube_name(to: Listener, cube: int) -> str:
    company = company_name(to, to.rules.colour_of(cube))
    return to._("{company} {value}").format(company=company, value=to.rules.value_of(cube))


def roof_name(_: Say, value: int) -> str:
    return _("rooftop {value}").format(value=value)


def permit_name(to: Listener, permit: int) -> str:
    return to._("building permit {value}").format(value=permit_number(to, permit))


def short_permit_name(to: Listener, permit: int) -> str:
    return to._("Permit {value}").format(value=permit_number(to, permit))


def permit_number(to: Listener, permit: int) -> str:
    """Its value; an edition may hold one value twice, then a letter tells them apart."""
    rules = to.rules
    value = str(rules.permit_value(permit))
    return value + "abc"[permit] if list(rules.PERMITS_IN_THE_BOX).count(rules.permit_value(permit)) > 1 else value


def special_pieces_in(rules: Namespace) -> list[tuple[int, int]]:
    """The permits, the mayor and the cancel cube, as far as the box has them."""
    permits = [(PERMIT, permit) for permit in range(rules.PERMITS)]
    return [*permits, *[(MAYOR, 0)] * rules.MAYORS, *[(CANCEL, 0)] * rules.CANCEL_CUBES]


def piece_name(to: Listener, piece: int, face: int) -> str:
    _ = to._
    if piece == CUBE:
        return cube_name(to, face)
    if piece == ROOF:
        return roof_name(_, face)
    if piece == PERMIT:
        return permit_name(to, face)
    return _(PLAIN_PIECES[piece])


PLAIN_PIECES = {
    NO_PIECE: message("the piece"),
    MAYOR: message("the mayor"),
    CANCEL: message("the cancel cube"),
}


def row_name(_: Say, row: int) -> str:
    return _(ROW_NAMES[row])


def lot_name(_: Say, row: int, lot: int) -> str:
    """Lots are counted from the street, from 1."""
    return _("lot {lot} of the {row}").format(lot=lot + 1, row=row_name(_, row))


SHORT_LOTS = (message("Upper {lot}"), message("Middle {lot}"), message("Lower {lot}"))


def short_lot_name(_: Say, row: int, lot: int) -> str:
    """For a button or a figure beside it."""
    return _(SHORT_LOTS[row]).format(lot=lot + 1)


ENDINGS = (
    message("Two rows are complete."),
    message("No further building can be finished."),
    message("A player has won a second round."),
    message("All rounds have been played."),
)


def ending_name(_: Say, code: int) -> str:
    """How the game, or a round of it, has ended; 0: it has not."""
    return _(ENDINGS[code - 1]) if code else _("The game goes on.")

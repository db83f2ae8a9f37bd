"""What stands on every choice before anybody points at it: its button, its figure, its name in a list."""

from collections.abc import Callable, Sequence

from tabletown.games.the_estates.rules.state import CANCEL, CUBE, MAYOR, PERMIT, State
from tabletown.games.the_estates.telling.naming import (
    cube_name,
    money,
    row_name,
    short_lot_name,
    short_permit_name,
    signed,
)
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Label

from .choices import cube_put_up, on_average, roofs_left
from .said import changed_length, gain, permit_sign
from .worth import cube_gains, gainer, in_hand, largest, mayor_gains, roof_gains

# ---------------------------------------------------------------- before an auction


def stow_check(look: Look[State]) -> Label:
    return Label(look._("Stow {amount}").format(amount=money(look._, 1)))


def skip_stowing(look: Look[State]) -> Label:
    return Label(look._("Stow nothing"))


def start_round(look: Look[State]) -> Label:
    return Label(look._("Start round {round}").format(round=look.view.round + 1))


def cube(look: Look[State], row: int, end: int) -> Label:
    hand = cube_put_up(look, row, end)
    return put_up(look, hand, cube_name(look, hand.face))


def roof(look: Look[State]) -> Label:
    """Which one it is shows only when it is turned over."""
    _ = look._
    return Label(_("Turn a rooftop over and put it up"), f"⌀ {on_average(roofs_left(look.view))}", _("Rooftop"))


def permit(look: Look[State], permit: int) -> Label:
    return put_up(look, in_hand(look, PERMIT, permit, look.viewer), short_permit_name(look, permit))


def mayor(look: Look[State]) -> Label:
    return put_up(look, in_hand(look, MAYOR, 0, look.viewer), look._("Mayor"))


def cancel(look: Look[State]) -> Label:
    return put_up(look, in_hand(look, CANCEL, 0, look.viewer), look._("Cancel cube"))


def put_up(look: Look[State], hand: State, name: str) -> Label:
    """With the largest gain that it can bring."""
    best, seat = largest(look, hand), gainer(look, hand)
    mark = gain(look, seat, best[0].gains[seat]) if best else ""
    return Label(look._("Put up: {piece}").format(piece=name), mark, name)


# ---------------------------------------------------------------- in an auction


def bid(look: Look[State], amount: int) -> Label:
    return Label(look._("Bid {amount}").format(amount=money(look._, amount)))


def pass_(look: Look[State]) -> Label:
    return Label(look._("Pass"))


def sell(look: Look[State]) -> Label:
    return hammered(look, look._("Sell to {name} for {amount}"))


def keep(look: Look[State]) -> Label:
    return hammered(look, look._("Keep it, pay {name} {amount}"))


def hammered(look: Look[State], text: str) -> Label:
    view = look.view
    return Label(text.format(name=look.names[view.high_bidder], amount=money(look._, view.high_bid)))


# ---------------------------------------------------------------- after it


def on_lot(look: Look[State], row: int, lot: int) -> Label:
    _, view = look._, look.view
    gains = cube_gains(look, view, row, lot) if view.piece == CUBE else roof_gains(look, view, row, lot)
    place = short_lot_name(_, row, lot)
    return Label(_("Place on {place}").format(place=place), mark_of(look, gains), place)


def before_row(look: Look[State], row: int) -> Label:
    _, name = look._, row_name(look._, row)
    does = _("Place in front of the {row}").format(row=name)
    return Label(does, mark_of(look, mayor_gains(look, look.view, row)), capitalized(name))


def permit_on(look: Look[State], row: int, longer: int) -> Label:
    _, name, length = look._, row_name(look._, row), look.view.requirement[row]
    change = look.rules.change_of(look.view, longer)
    text = _("Lengthen the {row} to {count}") if longer else _("Shorten the {row} to {count}")
    called = _("{row} {change}").format(row=capitalized(name), change=signed(change))
    return Label(text.format(row=name, count=length + change), changed_length(length, length + change), called)


def permit_off(look: Look[State], permit: int) -> Label:
    _, view = look._, look.view
    row, sign = view.permit_row[permit], permit_sign(look, permit)
    length, name = view.requirement[row], row_name(_, row)
    does = _("Remove {permit} from the {row}").format(permit=sign, row=name)
    mark = changed_length(length, length - view.permit_change[permit])
    return Label(does, mark, _("{row}: {permit}").format(row=capitalized(name), permit=sign))


def discard(look: Look[State]) -> Label:
    return Label(look._("Discard it"))


def mark_of(look: Look[State], gains: Sequence[int]) -> str:
    """The viewer's own gain or, where there is none, the largest of the others with their letter."""
    own = gains[look.viewer]
    seat = look.viewer if own else max(look.seats, key=lambda seat: gains[seat])
    return gain(look, seat, gains[seat]) if gains[seat] else ""


LABELS: dict[str, Callable[..., Label]] = {
    "skip_stowing": skip_stowing,
    "stow_check": stow_check,
    "choose_cube": cube,
    "choose_roof": roof,
    "choose_permit": permit,
    "choose_mayor": mayor,
    "choose_cancel": cancel,
    "start_round": start_round,
    "pass": pass_,
    "bid": bid,
    "sell": sell,
    "keep": keep,
    "place_cube": on_lot,
    "place_roof": on_lot,
    "place_mayor": before_row,
    "place_permit": permit_on,
    "remove_permit": permit_off,
    "discard": discard,
}

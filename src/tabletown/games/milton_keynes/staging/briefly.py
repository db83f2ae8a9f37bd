"""Actions in a word or two, for lists in which they stand beside each other."""

from collections.abc import Callable

from tabletown.games.milton_keynes.rules.phases import LOBBY_FOR_LOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import (
    building_name,
    character_name,
    lot_plots,
    permit_name,
    plot_name,
)
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look

from .prices import permit_under


def brief(look: Look[State], action: int) -> str:
    """Where it is, or which card; nothing for what has no such name."""
    kind, args = look.decoded(action)
    return SAID_BY[kind](look, **args) if kind in SAID_BY else ""


def of_plot(look: Look[State], plot: int) -> str:
    """With the building that stands there."""
    number, name = look.view.building[plot], plot_name(look.rules, plot)
    if number == 0:
        return name
    owner, building = look.view.owner[number], building_name(look._, look.view.kind[number])
    if owner == look.viewer:
        return look._("{plot}: your {building}").format(plot=name, building=building)
    return look._("{plot}: {building} of {owner}").format(plot=name, building=building, owner=look.names[owner])


def of_permit(look: Look[State], kind: int) -> str:
    return permit_name(look._, kind)


def of_lot(look: Look[State], lot: int) -> str:
    return " ".join(plot_name(look.rules, plot) for plot in lot_plots(look.view, lot))


def of_character(look: Look[State], character: int) -> str:
    return capitalized(character_name(look._, character))


# ---------------------------------------------------------------- sums


def bid(look: Look[State], amount: int) -> str:
    fist = max(0, look.view.stage[look.viewer])
    return look._("Bid {amount} for {permit}").format(amount=amount, permit=permit_under(look, fist))


def lobby(look: Look[State], fist: int, amount: int) -> str:
    if look.view.phase == LOBBY_FOR_LOTS:
        return look._("Lobby: bribe {amount}").format(amount=amount)
    return look._("Lobby: {amount} for {permit}").format(amount=amount, permit=permit_under(look, fist))


def propose_to_take(look: Look[State], price: int) -> str:
    return look._("I take it for {price}").format(price=price)


def propose_to_leave(look: Look[State], price: int) -> str:
    return look._("They take it for {price}").format(price=price)


SAID_BY: dict[str, Callable[..., str]] = {
    "choose_character": of_character,
    "lay_river": of_plot,
    "lay_marsh": of_plot,
    "demolish": of_plot,
    "redevelop": of_plot,
    "lobby": lobby,
    "buy": of_lot,
    "add_deed": of_plot,
    "add_permit": of_permit,
    "bid": bid,
    "propose_to_take": propose_to_take,
    "propose_to_leave": propose_to_leave,
    "commission": of_permit,
    "extend": of_plot,
    "put_deed": of_plot,
    "nominate": of_plot,
}

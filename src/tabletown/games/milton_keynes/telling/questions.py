"""What Milton Keynes asks whoever has to decide."""

from collections.abc import Callable

from tabletown.games.milton_keynes.rules.offers import FREE, GIVING
from tabletown.games.milton_keynes.rules.phases import (
    ANSWER_PROPOSAL,
    BID,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    CHOOSE_CHARACTER,
    FILL_POUCHES,
    LAY_MARSH,
    LAY_RIVER,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    NOMINATE,
    NOMINATE_AGAIN,
    OVER,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    PROPOSE,
    TAKE_DEED,
    TRADE,
)
from tabletown.games.milton_keynes.rules.shapes import NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Look

from .naming import (
    building_name,
    lot_plots,
    permit_name,
    plot_name,
    plots_named,
    seat_name,
)
from .report import offer_in_words
from .words import permit_under

QUESTIONS = {
    LAY_RIVER: message("Where does the river go on?"),
    LAY_MARSH: message("Where do you lay the marsh?"),
    CHOOSE_CHARACTER: message("Which character do you take, with which permits?"),
    PLAY_DEMOLISH: message("Do you play Demolish?"),
    PLAY_INQUIRY: message("How many Inquiries do you play before cash is collected?"),
    PLAY_REDEVELOP: message("Do you play Redevelop?"),
    LOBBY_FOR_LOTS: message("The bribes are on the table. Do you change yours with Lobby?"),
    LOBBY_FOR_PERMITS: message("The bids are on the table. Do you change one of yours with Lobby?"),
    BUY_LOTS: message("Which lot do you buy?"),
    PROPOSE: message("Nobody raised. Do you propose a price for the permit?"),
    OVER: message("The game is over."),
}


def question(look: Look[State]) -> str:
    """What the seat is being asked now."""
    _, view = look._, look.view
    if view.phase != OVER and not look.rules.pending(view) >> look.viewer & 1:
        return _("Others are deciding.")
    if view.phase in QUESTIONS:
        return _(QUESTIONS[view.phase])
    if view.phase == TRADE:
        return trade_question(look)
    return ASKED_BY[view.phase](look)


def bribe_question(look: Look[State]) -> str:
    _, view = look._, look.view
    lots = listed(_, (plots_named(look, lot_plots(view, lot)) for lot in range(1, view.lots + 1)))
    text = _("For sale: {lots}. You have {cash}: how much do you bribe with?")
    return text.format(lots=lots, cash=view.cash[look.viewer])


def deed_question(look: Look[State]) -> str:
    text = look._("The block on {plot} is gone. Do you buy its deed for {price}?")
    return text.format(plot=plot_name(look.rules, look.view.demolished), price=look.rules.DEMOLISHED_DEED_PRICE)


def bid_question(look: Look[State]) -> str:
    _, view = look._, look.view
    permit = permit_under(look, view.stage[look.viewer])
    text = _("What do you bid for {permit} on your left?")
    if view.stage[look.viewer] == 1:
        text = _("What do you bid for {permit} on your right?")
    if view.phase == BID_AGAIN:
        text = _("The bids for {permit} tied. What do you bid now, not below your first bid?")
    return text.format(permit=permit)


def trade_question(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.stage[look.viewer] != FREE:
        text = (
            _("What do you give {player}?") if view.stage[look.viewer] == GIVING else _("What do you ask of {player}?")
        )
        return text.format(player=seat_name(look, view.partner[look.viewer]))
    if view.asked_by != NONE:
        gets, gives = offer_in_words(look, view.asked_by)
        text = _("{player} offers {gets} for {gives}. What do you say?")
        return capitalized(text.format(player=seat_name(look, view.asked_by), gets=gets, gives=gives))
    left = view.offers - view.offers_sent[look.viewer]
    return _.plural(
        "Do you want to trade? You can send {count} more offer.",
        "Do you want to trade? You can send {count} more offers.",
        left,
    ).format(count=left)


def answer_question(look: Look[State]) -> str:
    _, view = look._, look.view
    permit = permit_name(_, look.rules.kind_of(view.shared[view.table]))
    text = _("Do you agree that the other takes {permit} and pays you {price}?")
    if view.proposed_taker == look.viewer:
        text = _("Do you agree to take {permit} and pay {price}?")
    return text.format(permit=permit, price=view.proposed_price)


def pouch_question(look: Look[State]) -> str:
    _, view = look._, look.view
    if look.rules.is_entry_open(view, look.viewer):
        return _("Which deed do you put to this permit?")
    if view.entries[look.viewer] == 0:
        return _("What do you commission this year?")
    plots = [plot for plot in range(PLOTS) if look.rules.is_in_pouch(view, look.viewer, plot)]
    return _("In your pouch: {plots}. What else?").format(plots=plots_named(look, plots))


def nomination_question(look: Look[State]) -> str:
    _, view = look._, look.view
    building = building_name(_, view.claim_kind[look.viewer][view.stage[look.viewer]])
    text = _("Which plot does your {building} take?")
    if view.phase == NOMINATE_AGAIN:
        text = _("Somebody else named the same plot for a {building}. Do you keep it or name another?")
    return text.format(building=building)


ASKED_BY: dict[int, Callable[..., str]] = {
    TAKE_DEED: deed_question,
    BRIBE: bribe_question,
    BID: bid_question,
    BID_AGAIN: bid_question,
    ANSWER_PROPOSAL: answer_question,
    FILL_POUCHES: pouch_question,
    NOMINATE: nomination_question,
    NOMINATE_AGAIN: nomination_question,
}

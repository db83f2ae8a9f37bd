"""Why an action is refused: what cannot be done, why, and what can be done instead."""

from tabletown.games.milton_keynes.rules.phases import FILL_POUCHES, TRADE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import capitalized, message
from tabletown.rulekit.look import Wish

from .naming import plot_name


def refuse_in_words(case: Wish[State], code: int) -> str:
    reason = case.reason(code).name
    plot = plot_name(case.rules, case.args["plot"]) if "plot" in case.args else ""
    facts = {"action": case.text, "plot": plot, "cash": case.view.cash[case.viewer], "to_do": to_do_now(case)}
    return capitalized(case._(SAID[reason]).format(**facts))


def to_do_now(case: Wish[State]) -> str:
    _ = case._
    if case.view.phase == TRADE:
        return _("finish your offer, answer the one before you, or say that you are done")
    if case.view.phase == FILL_POUCHES:
        return _("fill your pouch or seal it")
    return _("answer what you are asked")


SAID = {
    "game_is_over": message("The game is over, so nothing more can be played; start a new one."),
    "not_your_decision": message("Others are deciding now; wait until you are asked."),
    "not_the_time": message("“{action}” is not what is to be decided now; {to_do}."),
    "no_such_permit": message("“{action}” needs a permit that you do not hold; choose one from your hand."),
    "too_little_cash": message("“{action}” costs more than can be paid; you have {cash}. Choose a smaller sum."),
    "character_taken": message("“{action}” is not possible, because somebody has that character; take another."),
    "river_off_the_map": message("No river tile can lie on {plot}; choose free land on the map."),
    "river_not_at_edge": message("The river cannot start on {plot}, which is at no edge; choose a plot at the edge."),
    "river_not_touching": message("{plot} does not touch the river's last tile; choose one that does."),
    "river_turns_too_sharply": message("With {plot} the river would turn a corner; go on straight or diagonally."),
    "river_nearer_to_start": message("{plot} is nearer to the edge where the river started; lead it away from there."),
    "river_cannot_end": message("From {plot} no edge can be reached with the tiles left; choose another plot."),
    "marsh_not_on_land": message("A marsh on {plot} would not lie on free land of the map; choose another place."),
    "marsh_not_at_edge": message("A marsh on {plot} would touch no edge of the map; choose a place at the edge."),
    "no_building_there": message("No building stands on {plot}; choose a plot with one."),
    "not_on_the_edge": message("The block on {plot} has more than one internal wall; choose one on the edge."),
    "not_your_building": message("The building on {plot} is not yours; choose one of your own."),
    "not_by_this_plot": message("A building is named by its first plot, and {plot} is another; name that one."),
    "no_such_lot": message("“{action}” is not possible, because that lot is not for sale; choose another or pass."),
    "nothing_in_that_fist": message("“{action}” is not possible, because nothing is bid for with that fist."),
    "below_tied_bid": message("“{action}” is below the bid that tied; bid as much or more."),
    "no_such_partner": message("“{action}” needs another player at this table; choose one."),
    "no_offers_left": message("You have sent all the offers of this window; answer others or say that you are done."),
    "offer_open": message("You already have an offer open; withdraw it before you make another."),
    "no_open_offer": message("“{action}” is not possible, because there is no such offer; {to_do}."),
    "nothing_to_ask": message("“{action}” is not possible, because both sides must give something; {to_do}."),
    "give_something": message("“{action}” is not possible before you give something; both sides must."),
    "not_held": message("“{action}” is not possible, because that card is not in your hand, or already in use."),
    "not_held_by_partner": message("“{action}” is not possible, because the other cannot hold it, as far as you know."),
    "cash_already": message("Cash is already part of the offer; it goes one way, and once."),
    "compose_first": message("“{action}” has to wait until the offer you are writing is sent or given up."),
    "answer_first": message("“{action}” has to wait until you have answered the offer before you."),
    "no_offer_from_there": message("“{action}” is not possible, because no such offer lies before you."),
    "not_what_is_asked": message("“{action}” is not possible, because you do not hold all that is asked."),
    "nothing_to_fill": message("{plot} needs a permit first; choose what to build."),
    "entry_needs_deed": message("“{action}” is not possible yet, because the last permit needs a deed; put one in."),
    "no_deed_fits": message("“{action}” is not possible, because no deed in your hand would fit it."),
    "does_not_join": message("{plot} does not join on; all plots of a building touch side by side."),
    "too_large": message("“{action}” would make the building too large; take fewer plots."),
    "two_new_buildings": message("Two new buildings a year is all; extend one, or seal the pouch."),
    "use_extend": message("An Extension adds to a building that stands; name that building."),
    "commons_never_grow": message("The Commons never grows; extend another building."),
    "in_the_pouch": message("{plot} is in your pouch already; choose another deed."),
    "cannot_be_completed": message("With {plot} no plot could complete a building with a requisition; choose another."),
    "not_an_empty_plot": message("{plot} is not an empty plot of land; an Air base takes one that is."),
    "not_a_free_river_plot": message("{plot} is not a free river plot; a Sewage reprocessor takes one that is."),
    "named_by_another": message("{plot} is already named; choose another plot."),
}

"""Milton Keynes in sentences; refusals, questions and the position have files of their own."""

from collections.abc import Callable

from tabletown.games.milton_keynes.rules.offers import ASKING
from tabletown.games.milton_keynes.rules.phases import (
    BID,
    BID_AGAIN,
    LOBBY_FOR_PERMITS,
    NOMINATE_AGAIN,
    PLAY_DEMOLISH,
    PLAY_REDEVELOP,
    TAKE_DEED,
    TRADE,
)
from tabletown.games.milton_keynes.rules.shapes import EXTENSION, NONE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import Say, capitalized, listed, message
from tabletown.rulekit.look import Listener, Look, Wish
from tabletown.rulekit.records import Event

from .naming import (
    building_name,
    building_plots,
    character_name,
    deeds_counted,
    ending_name,
    income_blocks_counted,
    lot_plots,
    lots_counted,
    permit_name,
    permits_counted,
    permits_named,
    plot_name,
    plots_counted,
    plots_named,
    seat_name,
)
from .refusals import refuse_in_words
from .report import offer_in_words

# ---------------------------------------------------------------- actions

ALWAYS_THE_SAME = {
    "pass": message("Pass"),
    "done": message("Done trading"),
    "disagree": message("Do not agree"),
    "no_proposal": message("Propose nothing"),
    "leave_deed": message("Leave the deed to its owner"),
    "seal": message("Seal the pouch"),
    "send": message("Send the offer"),
    "ask": message("That is all I give; now what I ask for"),
    "let_lie": message("Let the offer lie for the moment"),
    "withdraw": message("Withdraw your offer"),
    "agree": message("Agree"),
}


def action(look: Look[State], action: int) -> str:
    """What the action would do, in the words of whoever decides; also for one that is not allowed."""
    return look.in_words(action, ALWAYS_THE_SAME, SAID_BY)


def decline(look: Look[State]) -> str:
    _ = look._
    if look.view.phase == PLAY_DEMOLISH:
        return _("Do not play Demolish")
    if look.view.phase == PLAY_REDEVELOP:
        return _("Do not play Redevelop")
    return _("Do not play Lobby")


def inquire(look: Look[State], times: int) -> str:
    _ = look._
    if times == 0:
        return _("Do not play Inquiry")
    text = _.plural("Play {times} Inquiry: income {marker}", "Play {times} Inquiries: income {marker}", times)
    return text.format(
        times=times, marker=min(look.rules.RAIL_END, look.view.marker[look.viewer] + times * look.rules.INQUIRY_STEP)
    )


def bribe(look: Look[State], amount: int) -> str:
    _ = look._
    return _("Bribe with {amount}").format(amount=amount) if amount else _("No bribe")


def permit_under(look: Look[State], fist: int) -> str:
    """The permit that a fist is held over."""
    _ = look._
    card = look.view.shared[look.rules.fist_permit(look.view, look.viewer, fist)]
    return permit_name(_, look.rules.kind_of(card)) if card != NONE else _("no permit")


def bid(look: Look[State], amount: int) -> str:
    _ = look._
    if look.view.phase not in {BID, BID_AGAIN}:
        return _("Bid {amount}").format(amount=amount)
    fist = max(0, look.view.stage[look.viewer])
    text = _("Bid {amount} for {permit} on your left") if fist == 0 else _("Bid {amount} for {permit} on your right")
    return text.format(amount=amount, permit=permit_under(look, fist))


def lobby(look: Look[State], fist: int, amount: int) -> str:
    _ = look._
    if look.view.phase == LOBBY_FOR_PERMITS:
        text = (
            _("Play Lobby: bid {amount} for {permit} on your left")
            if fist == 0
            else _("Play Lobby: bid {amount} for {permit} on your right")
        )
        return text.format(amount=amount, permit=permit_under(look, fist))
    text = _("Play Lobby: bribe with {amount}") if fist == 0 else _("Play Lobby: {amount} in the other fist")
    return text.format(amount=amount)


def choose_character(look: Look[State], character: int) -> str:
    _ = look._
    permits = permits_named(_, look.rules.STARTING_PERMITS[character])
    return _("Be {character}: {permits}").format(character=character_name(_, character), permits=permits)


def lay_river(look: Look[State], plot: int) -> str:
    return look._("Lay a river tile on {plot}").format(plot=plot_name(look.rules, plot))


def lay_marsh(look: Look[State], plot: int) -> str:
    return look._("Lay a marsh with its upper left plot on {plot}").format(plot=plot_name(look.rules, plot))


def demolish(look: Look[State], plot: int) -> str:
    _, view = look._, look.view
    number = view.building[plot]
    if number == 0:
        return _("Demolish a block on {plot}").format(plot=plot_name(look.rules, plot))
    text = _("Demolish {plot}, of your own {building}")
    if view.owner[number] != look.viewer:
        text = _("Demolish {plot}, of the {building} of {owner}")
    return text.format(
        plot=plot_name(look.rules, plot),
        building=building_name(_, view.kind[number]),
        owner=seat_name(look, view.owner[number]),
    )


def buy_deed(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.phase != TAKE_DEED:
        return _("Buy the deed of a demolished block")
    text = _("Pay {price} to {owner} and take the deed of {plot}")
    return text.format(
        price=look.rules.DEMOLISHED_DEED_PRICE,
        owner=seat_name(look, view.former_owner),
        plot=plot_name(look.rules, view.demolished),
    )


def building_at(look: Look[State], plot: int) -> str:
    """A building with all its plots, or the bare plot."""
    _, view = look._, look.view
    number = view.building[plot]
    if number == 0:
        return plot_name(look.rules, plot)
    plots = plots_named(look, building_plots(view, number))
    return _("{building} on {plots}").format(building=building_name(_, view.kind[number]), plots=plots)


def redevelop(look: Look[State], plot: int) -> str:
    _ = look._
    if look.view.building[plot] == 0:
        return _("Redevelop a building on {plot}").format(plot=plot_name(look.rules, plot))
    text = _("Redevelop the building named by {plot}: {building}")
    return text.format(plot=plot_name(look.rules, plot), building=building_at(look, plot))


def buy(look: Look[State], lot: int) -> str:
    _ = look._
    plots = lot_plots(look.view, lot)
    if not plots:
        return _("Buy lot {lot}").format(lot=lot)
    text = _("Buy lot {lot} ({plots}) for {price}")
    return text.format(lot=lot, plots=plots_named(look, plots), price=len(plots) * look.rules.DEED_PRICE)


def refuse(look: Look[State], sender: int) -> str:
    return look._("Decline the offer of {player}").format(player=seat_name(look, sender))


def accept(look: Look[State], sender: int) -> str:
    _, view = look._, look.view
    if view.phase != TRADE or sender >= view.players or view.offer_to[sender] != look.viewer:
        return _("Accept an offer of {player}").format(player=seat_name(look, sender))
    gets, gives = offer_in_words(look, sender)
    text = _("Accept the offer of {player}: you get {gets} and give {gives}")
    return text.format(player=seat_name(look, sender), gets=gets, gives=gives)


def counter(look: Look[State], sender: int) -> str:
    return look._("Answer {player} with an offer of your own").format(player=seat_name(look, sender))


def offer_to(look: Look[State], partner: int) -> str:
    return look._("Make an offer to {player}").format(player=seat_name(look, partner))


def add_deed(look: Look[State], plot: int) -> str:
    _ = look._
    text = _("Ask for the deed of {plot}") if look.view.stage[look.viewer] == ASKING else _("Give the deed of {plot}")
    return text.format(plot=plot_name(look.rules, plot))


def add_permit(look: Look[State], kind: int) -> str:
    _ = look._
    text = _("Ask for the permit {permit}") if look.view.stage[look.viewer] == ASKING else _("Give the permit {permit}")
    return text.format(permit=permit_name(_, kind))


def add_cash(look: Look[State], amount: int) -> str:
    _ = look._
    text = _("Ask for {amount} cash") if look.view.stage[look.viewer] == ASKING else _("Give {amount} cash")
    return text.format(amount=amount)


def propose_to_take(look: Look[State], price: int) -> str:
    return look._("Propose: you take the permit and pay {price}").format(price=price)


def propose_to_leave(look: Look[State], price: int) -> str:
    return look._("Propose: the other takes the permit and pays you {price}").format(price=price)


def commission(look: Look[State], kind: int) -> str:
    _ = look._
    if kind == EXTENSION:
        return _("Commission an extension")
    return _("Commission {building} with the permit {permit}").format(
        building=building_name(_, kind), permit=permit_name(_, kind)
    )


def extend(look: Look[State], plot: int) -> str:
    _ = look._
    if look.view.building[plot] == 0:
        return _("Extend a building on {plot}").format(plot=plot_name(look.rules, plot))
    text = _("Extend the building named by {plot}: {building}")
    return text.format(plot=plot_name(look.rules, plot), building=building_at(look, plot))


def put_deed(look: Look[State], plot: int) -> str:
    return look._("Put in the deed of {plot}").format(plot=plot_name(look.rules, plot))


def nominate(look: Look[State], plot: int) -> str:
    _, view = look._, look.view
    if view.phase == NOMINATE_AGAIN and view.claim_plot[look.viewer][max(0, view.stage[look.viewer])] == plot:
        return _("Keep {plot}").format(plot=plot_name(look.rules, plot))
    return _("Requisition {plot}").format(plot=plot_name(look.rules, plot))


SAID_BY: dict[str, Callable[..., str]] = {
    function.__name__: function
    for function in (
        decline,
        inquire,
        bribe,
        bid,
        lobby,
        choose_character,
        lay_river,
        lay_marsh,
        demolish,
        buy_deed,
        redevelop,
        buy,
        refuse,
        accept,
        counter,
        offer_to,
        add_deed,
        add_permit,
        add_cash,
        propose_to_take,
        propose_to_leave,
        commission,
        extend,
        put_deed,
        nominate,
    )
}


def refusal(look: Look[State], action: int, code: int) -> str:
    """What cannot be done, why, and what can be done instead."""
    return refuse_in_words(Wish.of(look, action, look.in_words(action, ALWAYS_THE_SAME, SAID_BY)), code)


# ---------------------------------------------------------------- events

HAPPENED = {
    "river_laid": message("{seat} laid a river tile on {plot}."),
    "marsh_laid": message("{seat} laid a marsh on {plot}."),
    "cards_dealt": message("The cards were dealt."),
    "character_chosen": message("{seat} became {character}."),
    "year_began": message("Year {year} began, with {deeds_left} in the deck. Asked first this year: {first}."),
    "demolished": message("{seat} played Demolish: the block on {plot} is gone. It belonged to {owner}."),
    "deed_taken": message("{seat} paid {owner} {price} for the deed of {plot}."),
    "deed_returned": message("The deed of {plot} went back to {owner}."),
    "tile_returned": message("The river returned to {plot}."),
    "inquired": message("{seat} played Inquiry × {times}; the income marker is on {marker}."),
    "credit_crunch": message("Credit crunch: {owed} are owed and the bank has {bank}."),
    "collected": message("{seat} collected {amount}."),
    "put_back": message("{seat} put {amount} back into the bank."),
    "redeveloped": message("{seat} redeveloped the {building} on {plot}, {size}."),
    "sale_opened": message("The {season} opened with {lots}; {deeds_left} left in the deck."),
    "sale_skipped": message("No deed was left for the {season}."),
    "lot_offered": message("Lot {lot}: {plot}."),
    "bribed": message("{seat} bribed with {amount}."),
    "lobbied": message("{seat} played Lobby: {amount} instead of {before}."),
    "nobody_lobbied": message("No more Lobby: the sums stand."),
    "bribes_paid": message("The bank took {total} in bribes."),
    "order_set": message("Place {rank} in the order of purchase: {seat}."),
    "lot_bought": message("{seat} bought lot {lot} for {price}."),
    "deed_bought": message("{seat} took the deed of {plot}."),
    "passed": message("{seat} passed."),
    "deeds_unsold": message("Unsold, and laid under the deck: {deeds}."),
    "trading_opened": message("Trading window {window} opened."),
    "permit_shared": message("{permit} lies between {seat} and {neighbour}."),
    "offer_made": message("{seat} made an offer to {partner}."),
    "offer_refused": message("{seat} declined the offer from {sender}."),
    "offer_lies": message("{seat} let the offer from {sender} lie."),
    "offer_withdrawn": message("{seat} withdrew the offer to {partner}."),
    "offer_lapsed": message("The offer from {seat} to {partner} lapsed."),
    "trade_given": message("Trade: {seat} gave {partner} {cards}."),
    "trade_paid": message("Trade: {seat} paid {partner} {amount}."),
    "deed_handed": message("{seat} handed {partner} the deed of {plot}."),
    "permit_handed": message("{seat} handed {partner} the permit {permit}."),
    "done_trading": message("{seat} had nothing more to trade."),
    "bid_shown": message("{seat} bid {amount} for {permit}, shared with {neighbour}."),
    "bid_tied": message("{seat} and {neighbour} tied at {amount} for {permit}."),
    "proposed": message("{seat} proposed that {taker} take {permit} for {price}."),
    "proposed_nothing": message("{seat} proposed nothing for {permit}."),
    "proposal_declined": message("{seat} did not agree."),
    "permit_won": message("{seat} took {permit} and paid {neighbour} {price}."),
    "permit_under_deck": message("{permit} went under the permit deck."),
    "pouches_sealed": message("All pouches are sealed."),
    "nominated": message("{seat} named {plot} for the {building}."),
    "nominations_clash": message("{plot} was named more than once."),
    "built_there": message("{building} cannot stand on {plot}, which was in the pouch of another player: {seat}."),
    "returned_to_hand": message("{building} and its deeds went back to {seat}."),
    "requisitioned": message("{seat} requisitioned {plot}."),
    "commissioned": message("{seat} built {building} from {plot}, {size}."),
    "extended": message("{seat} extended the {building} with {plot} to {size}."),
    "nothing_built": message("{seat} built nothing."),
    "marker_moved": message("{seat}: {blocks}; the income marker moved from {before} to {marker}."),
    "briefcases": message("{seat} passed roundabouts and got {amount} from the bank."),
    "game_over": message("The game is over after year {year}. {ending}"),
}
NO_CARDS = message("Trade: {seat} gave {partner} no cards.")
"""Cash is told by itself."""
SEASONS = (message("Spring sale"), message("Autumn sale"))
COUNTED = {
    "deeds": deeds_counted,
    "deeds_left": deeds_counted,
    "permits": permits_counted,
    "size": plots_counted,
    "lots": lots_counted,
    "blocks": income_blocks_counted,
}
SEATS_TOLD = ("seat", "owner", "partner", "sender", "neighbour", "taker", "first")


def event(to: Listener, event: Event) -> str:
    """What happened, as the viewer (-1: a spectator) reads it."""
    kind, told = to.told(event)
    text = HAPPENED[kind]
    if kind == "trade_given" and not told["deeds"] + told["permits"]:
        text = NO_CARDS
    return capitalized(to._(text).format(**facts(to, told)))


def facts(to: Listener, told: dict[str, int]) -> dict[str, str]:
    """An event's numbers as words, by name."""
    _ = to._
    said = {name: str(number) for name, number in told.items()}
    for name in SEATS_TOLD:
        if name in told:
            said[name] = to.person(told[name])
    for name, counted in COUNTED.items():
        if name in told:
            said[name] = counted(_, told[name])
    if "plot" in told:
        said["plot"] = plot_name(to.rules, told["plot"])
    if "kind" in told:
        said["permit"] = permit_name(_, told["kind"])
        said["building"] = building_name(_, told["kind"])
    if "character" in told:
        said["character"] = character_name(_, told["character"])
    if "partner" in told and "deeds" in told:
        said["cards"] = cards_given(_, told["deeds"], told["permits"])
    if "season" in told:
        said["season"] = _(SEASONS[told["season"]])
    if "ending" in told:
        said["ending"] = ending_name(_, told["ending"])
    return said


def cards_given(_: Say, deeds: int, permits: int) -> str:
    """Only what there was of them."""
    given = [deeds_counted(_, deeds)] if deeds else []
    given += [permits_counted(_, permits)] if permits else []
    return listed(_, given)


def ending(to: Listener, code: int) -> str:
    return ending_name(to._, code)

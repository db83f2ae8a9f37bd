"""Square Mile in sentences; refusals and the position have files of their own."""

from collections.abc import Callable

from tabletown.games.square_mile.rules.geometry import OFF_MAP
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import MAX_SEATS, SIDE
from tabletown.games.square_mile.rules.state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    LAY_CARD,
    NONE,
    OPENING_BID,
    OVER,
    RAISES,
    ROADS,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    STEP_TO_NAME,
    SUBDIVISIONS,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
    State,
)
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Listener, Look, Wish
from tabletown.rulekit.records import Event

from .naming import (
    CARD_NAMES,
    building_name,
    edge_name,
    ending_name,
    letter,
    money,
    told_edge,
    told_tract,
    zone_name,
)
from .refusals import refuse_in_words

# ---------------------------------------------------------------- actions

ALWAYS_THE_SAME = {
    "agree": message("Agree and pay your share"),
    "decline": message("Decline"),
    "stop_selling": message("Sell nothing more"),
    "stop_building": message("Build nothing more"),
    "drop_out": message("Drop out"),
    "end_turn": message("Buy nothing and end your turn"),
}
TURNS = (message("upright"), message("turned right"), message("turned round"), message("turned left"))


def action(look: Look[State], action: int) -> str:
    """What the action would do, in the words of whoever decides; also for one that is not allowed."""
    return look.in_words(action, ALWAYS_THE_SAME, SAID_BY)


def lay_tract_card(look: Look[State], tract: int, turn: int) -> str:
    _, view = look._, look.view
    name = LETTERS[view.card] if view.card >= 0 else _("a card")
    if view.card >= 0 and look.rules.DIRECTIONS_OF[look.rules.CARD_KIND[view.card]] == 1 and turn == 0:
        return _("Lay {card} on place {tract}").format(card=name, tract=place_name(tract))
    text = _("Lay {card} on place {tract}, {turn}")
    return text.format(card=name, tract=place_name(tract), turn=_(TURNS[turn]))


def place_name(tract: int) -> str:
    """A place of the empty map: its row from the north and its column from the west."""
    return f"{tract // SIDE + 1}/{tract % SIDE + 1}"


def take_back(look: Look[State], tract: int) -> str:
    return look._("Take the card on place {tract} back").format(tract=place_name(tract))


def bid_for(look: Look[State], tract: int) -> str:
    _, view = look._, look.view
    return _("Bid for {tract} ({zone}, worth {value})").format(
        tract=letter(view, tract),
        zone=zone_name(_, view.zone[tract]),
        value=money(look.rules.market_value(view, tract)),
    )


def sealed_sum(look: Look[State], thousands: int) -> str:
    return look._("Bid {amount}").format(amount=money(thousands))


def lay_section(look: Look[State], edge: int) -> str:
    _, view = look._, look.view
    if look.rules.is_free_road(view):
        text = _("Lay a free bridge {edge}") if view.bridge_place[edge] else _("Lay a free road {edge}")
    else:
        text = _("Bridge {edge} for {cost}") if view.bridge_place[edge] else _("Road {edge} for {cost}")
    return text.format(edge=edge_name(look, edge), cost=money(look.rules.section_cost(view, edge)))


def ask_for(look: Look[State], edge: int, player: int) -> str:
    _ = look._
    tracts = [tract for tract in look.rules.BESIDE[edge] if tract != OFF_MAP]
    land = [letter(look.view, tract) for tract in tracts if look.view.owner[tract] == player]
    if not land:
        return _("Ask player {player} for a share of the section {edge}").format(
            player=player + 1, edge=edge_name(look, edge)
        )
    text = _("Ask the owner of {tract} for a share of the section {edge}")
    return text.format(tract=land[0], edge=edge_name(look, edge))


def ask_share(look: Look[State], thousands: int) -> str:
    return look._("Ask for {amount}").format(amount=money(thousands))


def no_more_bids(look: Look[State]) -> str:
    _ = look._
    return _("Hand in your bids") if look.view.bids[look.viewer] > 0 else _("Hand in no bid")


def sell(look: Look[State], tract: int) -> str:
    _, view = look._, look.view
    text = _("Sell {tract} for {value}")
    if view.building[tract]:
        text = _("Sell {tract} for {value}; it leaves the game")
    return text.format(tract=letter(view, tract), value=money(look.rules.market_value(view, tract)))


STEPS_NAMED = (message("Build roads"), message("Build subdivisions"), message("Build buildings"))


def name_step(look: Look[State], step: int) -> str:
    return look._(STEPS_NAMED[step])


def subdivide(look: Look[State], tract: int) -> str:
    _, view = look._, look.view
    text = _("Fill and subdivide {tract} for {cost}") if tract == view.swamp else _("Subdivide {tract} for {cost}")
    return text.format(tract=letter(view, tract), cost=money(look.rules.subdivision_cost(view, tract)))


def construct(look: Look[State], tract: int, building: int) -> str:
    _ = look._
    return _("Build {building} on {tract} for {cost}: worth {value}").format(
        building=building_name(_, building),
        tract=letter(look.view, tract),
        cost=money(look.rules.building_cost(look.view, tract, building)),
        value=money(look.rules.BUILT_VALUE[building - 1]),
    )


def put_up(look: Look[State], tract: int) -> str:
    text = look._("Put {tract} up for auction from {value}")
    return text.format(tract=letter(look.view, tract), value=money(look.rules.market_value(look.view, tract)))


SAID_BY: dict[str, Callable[..., str]] = {
    "lay_tract_card": lay_tract_card,
    "take_back": take_back,
    "bid_for": bid_for,
    "sealed_sum": sealed_sum,
    "lay_section": lay_section,
    "ask_for": ask_for,
    "ask_share": ask_share,
    "no_more_bids": no_more_bids,
    "sell": sell,
    "name_step": name_step,
    "subdivide": subdivide,
    "construct": construct,
    "put_up": put_up,
    "bid": sealed_sum,
}

# ---------------------------------------------------------------- refusals


def refusal(look: Look[State], action: int, code: int) -> str:
    """What cannot be done, why, and what can be done instead."""
    return refuse_in_words(Wish.of(look, action), code)


# ---------------------------------------------------------------- events

HAPPENED = {
    "card_drawn": message("{seat} drew tract card {card}: {kind}."),
    "card_laid": message("{seat} laid {card} on place {tract}."),
    "card_put_under": message("Tract card {card} fits nowhere and goes under the pile."),
    "card_taken_back": message("{seat} took {card} back from place {tract}."),
    "map_cleared": message("No card fits any more: the map is cleared and begun again."),
    "printed_map_used": message("The printed map is used."),
    "planning_card_drawn": message("{seat} drew planning card {card}."),
    "planning_shuffled": message("The planning cards are shuffled again."),
    "railway_laid": message("The railway is laid; the tracts along it become industry."),
    "zoned": message("{tract} is zoned for {zone}."),
    "zoned_already": message("{tract} has a zone already: another card."),
    "free_tract": message("{seat} got {tract} free."),
    "cash_given": message("Everybody got {thousands}."),
    "bid_shown": message("{seat} had bid {thousands} for {tract}."),
    "bids_tied": message("Tied for {tract} at {thousands}: {seats}."),
    "lot_drawn": message("The lot for {tract} fell on {seat}."),
    "bought": message("{seat} bought {tract} for {thousands}."),
    "first_section": message("The first road begins {edge}."),
    "section_laid": message("{seat} laid a section {edge} for {thousands}."),
    "section_laid_free": message("{seat} laid a free section {edge}."),
    "share_asked": message("{seat} asked {player} for {thousands} towards the section {edge}."),
    "share_paid": message("{player} paid {seat} a share of {thousands}."),
    "share_declined": message("{player} declined to share the section {edge}."),
    "starts": message("First turn: {seat}, with the highest card, {card}."),
    "turn_begins": message("Turn: {seat}."),
    "sold": message("{seat} sold {tract} for {thousands}."),
    "left_the_game": message("{tract} is out of the game."),
    "subdivided": message("{seat} subdivided {tract} for {thousands}."),
    "constructed": message("{seat} built {building} on {tract} for {thousands}."),
    "put_up_for_auction": message("{seat} put {tract} up for auction."),
    "bid_made": message("{seat} bid {thousands} for {tract}."),
    "dropped_out": message("{seat} dropped out for {tract}."),
    "passed_over": message("{seat} could not bid more for {tract}."),
    "game_ends": message("The game is over. {ending}"),
}


def event(to: Listener, event: Event) -> str:
    """What happened, as the viewer (-1: a spectator) reads it."""
    _ = to._
    kind, told = to.told(event)
    said = {name: fact(to, name, number) for name, number in told.items()}
    if kind == "section_laid" and told["thousands"] == 0:
        kind = "section_laid_free"
    elif kind == "passed_over" and told["seat"] != to.viewer:
        kind = "dropped_out"  # SM-G10: what the others hold is their own affair
    elif kind in TRACT_CARD_EVENTS:
        said["card"] = LETTERS[told["card"]]
        said["kind"] = _(CARD_NAMES[to.rules.CARD_KIND[told["card"]]])
        said["tract"] = place_name(told.get("tract", 0))
    return capitalized(_(HAPPENED[kind]).format(**said))


TRACT_CARD_EVENTS = {"card_drawn", "card_laid", "card_put_under", "card_taken_back"}


def fact(to: Listener, name: str, number: int) -> str:
    """One of an event's numbers as words."""
    return FACTS[name](to, number)


FACTS: dict[str, Callable[[Listener, int], str]] = {
    "seat": lambda to, number: to.person(number),
    "player": lambda to, number: to.person(number),
    "seats": lambda to, seats: listed(to._, (to.person(seat) for seat in range(MAX_SEATS) if seats >> seat & 1)),
    "thousands": lambda _to, number: money(number),
    "tract": lambda _to, number: told_tract(number),
    "edge": lambda to, number: told_edge(to._, number),
    "zone": lambda to, number: zone_name(to._, number),
    "building": lambda to, number: building_name(to._, number),
    "ending": lambda to, number: ending_name(to._, number),
    "card": lambda _to, number: str(number + 1),
}


# ---------------------------------------------------------------- questions

QUESTIONS = {
    LAY_CARD: message("Where do you lay tract card {card} ({kind})?"),
    TAKE_CARD_BACK: message("No card fits: which card do you take back?"),
    FIRST_ROAD: message("Where do you carry the first road on?"),
    SHARE: message("How much do you ask for the section {edge}?"),
    ANSWER: message("Do you pay {share} towards the section {edge}?"),
    SELL_PART: message("Sell: which of your tracts? You have {cash}."),
    STEP_TO_NAME: message("Build: which kind of step? You have {cash}."),
    ROADS: message("Which roads do you build? You have {cash}."),
    SUBDIVISIONS: message("Which tracts do you subdivide? You have {cash}."),
    CONSTRUCTION: message("What do you build? You have {cash}."),
    BUY_PART: message("Buy: which tract do you put up for auction? You have {cash}."),
    OPENING_BID: message("With how much do you open for {lot}? You have {cash}."),
    RAISES: message("{lot} stands at {high_bid}. You have {cash}: do you bid more?"),
}


def question(look: Look[State]) -> str:
    """What the seat is being asked now."""
    _, view = look._, look.view
    if view.phase == OVER:
        return _("The game is over.")
    if not look.rules.pending(view) >> look.viewer & 1:
        return _("Another player is deciding.")
    if view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}:
        return sealed_question(look)
    card = max(view.card, 0)
    return _(QUESTIONS[view.phase]).format(
        card=LETTERS[card],
        kind=_(CARD_NAMES[look.rules.CARD_KIND[card]]),
        edge=edge_name(look, view.edge) if view.edge != NONE else "",
        share=money(view.share),
        cash=money(view.cash[look.viewer]),
        lot=letter(view, view.lot) if view.lot != NONE else "",
        high_bid=money(view.high_bid),
    )


def sealed_question(look: Look[State]) -> str:
    _, rules, view = look._, look.rules, look.view
    if view.phase == TIED_BIDS_DUE:
        tract = rules.next_tied_tract(view, look.viewer)
        text = _("You tied for {tract} at {amount}. How much do you bid now, in secret?")
        return text.format(tract=letter(view, tract), amount=money(view.tied_sum[tract]))
    cash = money(rules.cash_not_bid(view, look.viewer))
    if view.bidding_for[look.viewer] != NONE:
        text = _("How much do you bid for {tract}, in secret? You have {cash} left.")
        return text.format(tract=letter(view, view.bidding_for[look.viewer]), cash=cash)
    left = rules.most_bids(view) - view.bids[look.viewer]
    text = _.plural(
        "For which tract do you bid in secret? You have {n} bid and {cash} left.",
        "For which tract do you bid in secret? You have {n} bids and {cash} left.",
        left,
    )
    return text.format(n=left, cash=cash)


# ---------------------------------------------------------------- endings


def ending(to: Listener, code: int) -> str:
    return ending_name(to._, code)

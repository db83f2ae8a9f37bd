"""Why an action is refused: what cannot be done, why, and what can be done instead."""

from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import NONE, State
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Wish

from .naming import building_name, edge_name, letter, money, zone_name

BECAUSE = {
    "not_yours_to_decide": message("Another player is deciding now; wait until you are asked."),
    "not_at_this_stage": message("That is not what is to be decided now; answer the question that is asked."),
    "not_now": message("A turn goes sell, build, buy; this belongs to another part of it."),
    "handed_in_already": message("You have handed in your bids; wait until everybody has."),
    "game_is_over": message("The game is over, so nothing more can be played; start a new one."),
    "beyond_the_map": message("The map of this edition ends before that; choose a place on it."),
    "card_lies_there": message("A card lies there already; choose an empty place."),
    "looks_the_same": message("Turned like that the card looks the same; lay it in one of the earlier directions."),
    "river_not_joined": message("The river must hold together; lay the card at an open end of it."),
    "river_meets_land": message("The river would run into a tract that does not carry it on; turn or move the card."),
    "river_wants_the_place": message("An open end of the river points there; only a river card may lie there."),
    "river_shut_in": message("The river could no longer reach the edge of the map; choose another place."),
    "river_too_short": message("The river would end before enough other cards are left to fill the map; lead it on."),
    "river_complete": message("The river is complete; no more river cards are laid."),
    "no_card_there": message("No card lies there; choose one that does."),
    "cuts_the_river": message("Without that card the river would be cut in two; take one from its end, or a dry one."),
    "does_not_help": message("Taking that card back would let no other card fit; choose another."),
    "tract_has_owner": message("{tract} has an owner; bid for a tract without a pawn."),
    "bid_there_already": message("You have bid for {tract} already; choose another tract."),
    "nothing_left_to_bid": message("All your cash is in your other bids; hand them in."),
    "more_than_your_cash": message("{amount} is more than the {left} your other bids leave you; bid less."),
    "not_tied": message("Only those who tied bid again; wait until they have."),
    "under_the_tied_sum": message("A new bid is at least the tied {tied}; bid that or more."),
    "cash_is_pledged": message("{amount} is more than your other tied bids leave you; bid less."),
    "section_lies_there": message("A section lies {edge} already; choose a free place."),
    "not_at_the_end": message("The first road goes on from its end; {edge} does not touch it."),
    "place_is_taken": message("A section lies {edge} already; choose a free place."),
    "not_beside_your_land": message("{edge} is not beside your land; roads go around your own tracts: {own}."),
    "cannot_pay_section": message(
        "The section {edge} costs {cost}; you have {cash}. "
        "Ask an owner beside it for a share, or sell land in your next turn."
    ),
    "no_such_player": message("Nobody sits there; ask a player who owns land beside the section."),
    "ask_another": message("You cannot ask yourself for a share; ask the other owner."),
    "no_land_beside_it": message("That player owns no land beside {edge}; only an owner there can be asked."),
    "asked_already": message("A share of the section {edge} was asked for in this turn already; lay it or leave it."),
    "more_than_its_price": message("{amount} is more than the section costs; ask for {cost} at most."),
    "share_too_small": message("Even with {amount} you could not pay the section; ask for more."),
    "cannot_pay_share": message("The share is {share} and you have {cash}; you can only decline."),
    "not_your_tract": message("{tract} is not yours to sell; your tracts: {own}."),
    "step_not_named": message("Name the kind of step first: roads, subdivisions or buildings."),
    "nothing_to_build": message("There is nothing you could build in that step now; choose another, or build nothing."),
    "another_step": message("One kind of step a turn, and you have named another; go on with that, or stop building."),
    "not_your_land": message("{tract} is not yours; build on your own tracts: {own}."),
    "not_enclosed": message("{tract} has sections on {sides} of its four sides; enclose it first."),
    "subdivided_already": message("{tract} is subdivided already; choose another."),
    "cannot_pay_subdivision": message("A subdivision costs {subdivision} and you have {cash}."),
    "cannot_pay_swamp": message("{tract} is the swamp: to fill and subdivide it costs {subdivision}; you have {cash}."),
    "not_subdivided": message("{tract} is not subdivided; a building needs that first."),
    "built_already": message("{tract} is built up already; choose another."),
    "wrong_zone": message("{tract} is zoned for {zone}, and only that may be built there."),
    "kept_in_reserve": message("The bank keeps what is left of {building} for zoned tracts; choose another."),
    "none_left": message("No piece for {building} is left in the box; choose another."),
    "cannot_pay_building": message(
        "That would cost {price} and you have {cash}; choose a cheaper one, or sell land in your next turn."
    ),
    "cannot_pay_fee": message(
        "With the fee for unzoned land that would cost {price} and you have {cash}; choose a cheaper one, "
        "or sell land in your next turn."
    ),
    "nothing_put_up": message("No tract is up for auction; put one up first."),
    "under_the_hammer": message("{lot} is under the hammer; that auction comes first."),
    "owned_already": message("{tract} has an owner; only land without a pawn can be bought."),
    "is_out_of_the_game": message("{tract} is out of the game; choose another."),
    "no_pawn_left": message("All your pawns are on the map; sell a tract before you buy."),
    "cannot_open": message("You would have to open with {value} and have {cash}; choose a cheaper tract."),
    "under_market_value": message("The opening bid is at least the market value, {value}; bid that or more."),
    "not_a_raise": message("The highest bid is {high_bid}; bid more, or drop out."),
    "more_than_you_have": message("{amount} is more than your {cash}; bid less."),
    "opener_must_bid": message("You put the tract up, so you open the bidding; bid at least {value}."),
}


def refuse_in_words(case: Wish[State], code: int) -> str:
    return capitalized(case._(BECAUSE[case.reason(code).name]).format(**facts(case)))


def facts(case: Wish[State]) -> dict[str, str]:
    """All that a refusal may have to name, from the seat's own view."""
    _ = case._
    rules, view, seat = case.rules, case.view, case.viewer
    own = [letter(view, tract) for tract in range(TRACTS) if view.owner[tract] == seat]
    said = {
        "cash": money(view.cash[seat]),
        "own": listed(_, own) or _("none"),
        "amount": money(case.args.get("thousands", 0)),
        "high_bid": money(view.high_bid),
        "share": money(view.share),
        "lot": letter(view, view.lot) if view.lot != NONE else "",
        "left": money(rules.cash_not_bid(view, seat)) if view.bids[seat] >= 0 else "",
    }
    tract = case.args.get("tract", view.lot if view.lot != NONE else 0)
    edge = case.args.get("edge", view.edge if view.edge != NONE else 0)
    building = case.args.get("building", 1)
    tied = rules.next_tied_tract(view, seat)
    return said | {
        "tract": letter(view, tract),
        "sides": str(view.sides[tract]),
        "zone": zone_name(_, view.zone[tract]),
        "value": money(rules.market_value(view, tract)),
        "subdivision": money(rules.subdivision_cost(view, tract)),
        "building": building_name(_, building),
        "price": money(rules.building_cost(view, tract, building)),
        "edge": edge_name(case, edge),
        "cost": money(rules.section_cost(view, edge)),
        "tied": money(view.tied_sum[tied]) if tied != NONE else "",
    }

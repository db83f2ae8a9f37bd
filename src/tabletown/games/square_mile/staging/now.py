"""What happens now, for whoever decides and for everybody else, and what each player has said to it."""

from collections.abc import Sequence

from tabletown.games.square_mile.rules.geometry import OFF_MAP
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    LAY_CARD,
    NO_SEAT,
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
from tabletown.games.square_mile.telling.naming import CARD_NAMES, edge_name, letter, money
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import ACTS, LEADS, OUT, WAITS, Answer, Now

Said = tuple[str, str]

MINE: dict[int, Said] = {
    LAY_CARD: (message("Your card."), message("Lay {card}, {kind}, on the map.")),
    TAKE_CARD_BACK: (message("No card fits."), message("Take one back that makes room.")),
    FIRST_ROAD: (message("Your free section."), message("Carry the first road on: it costs nothing.")),
    SHARE: (message("Your question."), message("How much of {edge} shall {asked} pay?")),
    ANSWER: (message("Your answer."), message("{builder} asks you for {share} towards {edge}.")),
    SELL_PART: (message("Your turn: sell?"), message("You have {cash}; your land is worth {land}.")),
    STEP_TO_NAME: (message("Build?"), message("One kind of step, with your {cash}.")),
    ROADS: (message("Build roads."), message("You have {cash}; a section counts for both sides.")),
    SUBDIVISIONS: (message("Subdivide."), message("You have {cash}; a subdivided tract is worth {subdivided}.")),
    CONSTRUCTION: (message("Build up."), message("You have {cash}; a built-up tract is ready to be sold.")),
    BUY_PART: (message("Buy?"), message("Put one tract up for auction. You have {cash}.")),
    OPENING_BID: (message("Your opening bid."), message("{lot}, from {value}. You have {cash}.")),
    RAISES: (message("Your bid."), message("{leader} leads for {lot} with {high_bid}; it is worth {value}.")),
}
"""To whoever decides."""

THEIRS: dict[int, Said] = {
    LAY_CARD: (message("{seat} lays a card."), message("It is {card}, {kind}.")),
    TAKE_CARD_BACK: (message("No card fits."), message("{seat} takes one back.")),
    FIRST_ROAD: (message("{seat} carries the first road on."), message("Every player lays a free section.")),
    SHARE: (message("{seat} wants a share."), message("It is for the section {edge}.")),
    ANSWER: (message("{seat} answers."), message("{share} towards {edge}, which costs {cost}, asked by {builder}.")),
    SELL_PART: (message("{seat} may sell."), message("Their land is worth {land}.")),
    STEP_TO_NAME: (message("{seat} may build."), message("One kind of step: roads, subdivisions or buildings.")),
    ROADS: (message("{seat} builds roads."), message("A section counts for the land on both sides.")),
    SUBDIVISIONS: (message("{seat} subdivides."), message("A subdivided tract is worth {subdivided}.")),
    CONSTRUCTION: (message("{seat} builds up."), message("A built-up tract is ready to be sold.")),
    BUY_PART: (message("{seat} may buy."), message("They may put one tract up for auction.")),
    OPENING_BID: (message("{seat} opens for {lot}."), message("It is worth {value}.")),
    RAISES: (message("{seat} bids for {lot}."), message("It stands at {high_bid} by {leader}; it is worth {value}.")),
}
"""To everybody else."""


def now(look: Look[State]) -> Now | None:
    view = look.view
    if view.phase == OVER:
        return None
    if view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}:
        return sealed(look)
    said = MINE if view.seat == look.viewer else THEIRS
    if view.phase not in said:
        return None
    facts = facts_of(look)
    lead, words = (capitalized(look._(text).format(**facts)) for text in said[view.phase])
    return Now(lead, words)


def facts_of(look: Look[State]) -> dict[str, str]:
    """All that a sentence may have to name; of cash only the viewer's own."""
    rules, view = look.rules, look.view
    card = max(view.card, 0)
    said = {
        "seat": look.person(view.seat),
        "card": LETTERS[card],
        "kind": look._(CARD_NAMES[rules.CARD_KIND[card]]),
        "land": money(rules.land_value(view, view.seat)),
        "subdivided": money(rules.SUBDIVIDED_VALUE),
        "cash": money(view.cash[look.viewer]) if look.viewer >= 0 else "",
    }
    if view.edge != NONE:
        cost = money(rules.section_cost(view, view.edge))
        said |= {"edge": edge_name(look, view.edge), "cost": cost, "share": money(view.share)}
        said |= {"asked": look.person(view.asked), "builder": look.person(view.active)}
    if view.lot != NONE:
        said |= {"lot": letter(view, view.lot), "value": money(rules.market_value(view, view.lot))}
        leader = look.person(view.high_bidder) if view.high_bidder != NO_SEAT else ""
        said |= {"high_bid": money(view.high_bid), "leader": leader}
    return said


# ---------------------------------------------------------------- sealed bids


def sealed(look: Look[State]) -> Now:
    """Whose is missing stands beside the faces: the table holds what is handed in, and a view does not show it."""
    _, view = look._, look.view
    if look.viewer in look.deciding:
        return own_tied(look) if view.phase == TIED_BIDS_DUE else own_sealed(look)
    lead = _("Tied bids again.") if view.phase == TIED_BIDS_DUE else _("Sealed bids.")
    if look.viewer >= 0 and takes_part(look, look.viewer):
        lead = _("Your bids are written.")
    return Now(lead, _("All are opened together, with the last one."))


def takes_part(look: Look[State], seat: int) -> bool:
    """Everybody bids at first, then only those who have tied."""
    view = look.view
    return view.phase != TIED_BIDS_DUE or any(view.tied[tract] >> seat & 1 for tract in range(TRACTS))


def own_sealed(look: Look[State]) -> Now:
    _, view, rules = look._, look.view, look.rules
    cash = money(rules.cash_not_bid(view, look.viewer))
    if (tract := view.bidding_for[look.viewer]) != NONE:
        text = _("How much for {tract}? You have {cash}.")
        return Now(_("Your sealed bid."), text.format(tract=letter(view, tract), cash=cash))
    left = rules.most_bids(view) - view.bids[look.viewer]
    text = _("One tract, with up to {cash}.") if left == 1 else _("Up to {n} tracts, with {cash} in all.")
    return Now(_("Your sealed bid."), text.format(n=left, cash=cash))


def own_tied(look: Look[State]) -> Now:
    _, view = look._, look.view
    tract = look.rules.next_tied_tract(view, look.viewer)
    rivals = [seat for seat in look.seats if view.tied[tract] >> seat & 1 and seat != look.viewer]
    lead = _("Tied for {tract}.").format(tract=letter(view, tract))
    text = _("{names} bid {amount} too. Bid again, at least that.")
    names = listed(_, (look.person(seat) for seat in rivals))
    return Now(lead, text.format(names=names, amount=money(view.tied_sum[tract])))


# ---------------------------------------------------------------- everybody's answer


def answers(look: Look[State]) -> Sequence[Answer]:
    view = look.view
    order = [(max(view.active, 0) + step) % view.players for step in range(view.players)]
    if view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}:
        return [sealed_answer(look, seat) for seat in look.seats]
    if view.lot != NONE:
        return [bidder(look, seat) for seat in order]
    if view.phase in {SHARE, ANSWER}:
        return [about_a_share(look, seat) for seat in order]
    return [in_turn(look, seat) for seat in order]


def sealed_answer(look: Look[State], seat: int) -> Answer:
    """Who has handed in; never how many bids, or for what."""
    _, view = look._, look.view
    if not takes_part(look, seat):
        return Answer(seat, _("not tied"), OUT)
    return Answer(seat, _("sealed"), WAITS) if view.decided >> seat & 1 else Answer(seat, _("writes"), ACTS)


def bidder(look: Look[State], seat: int) -> Answer:
    _, view = look._, look.view
    if seat == view.high_bidder:
        return Answer(seat, f"${view.high_bid}k", LEADS, _("high bid"))
    if seat == view.seat:
        return Answer(seat, _("bids"), ACTS)
    return Answer(seat, _("still in"), WAITS) if view.bidders >> seat & 1 else Answer(seat, _("out"), OUT)


def about_a_share(look: Look[State], seat: int) -> Answer:
    _, view = look._, look.view
    if seat == view.active:
        return Answer(seat, _("asks"), ACTS if view.phase == SHARE else WAITS)
    if seat == view.asked:
        return Answer(seat, f"${view.share}k?" if view.phase == ANSWER else "", ACTS if view.phase == ANSWER else WAITS)
    return Answer(seat, gain_of(look, seat), WAITS)


def gain_of(look: Look[State], seat: int) -> str:
    """What the section would add to the seat's land."""
    view = look.view
    own = [tract for tract in look.rules.BESIDE[view.edge] if tract != OFF_MAP and view.owner[tract] == seat]
    return look._("gains") if own else ""


DOING: dict[int, str] = {
    LAY_CARD: message("lays"),
    TAKE_CARD_BACK: message("takes back"),
    FIRST_ROAD: message("lays"),
    SELL_PART: message("sells"),
    STEP_TO_NAME: message("builds"),
    ROADS: message("roads"),
    SUBDIVISIONS: message("plots"),
    CONSTRUCTION: message("builds"),
    BUY_PART: message("buys"),
}


def in_turn(look: Look[State], seat: int) -> Answer:
    """Whose turn it is, and who is next."""
    _, view = look._, look.view
    if seat == view.seat and view.phase in DOING:
        return Answer(seat, _(DOING[view.phase]), ACTS)
    return Answer(seat, _("next") if seat == look.rules.left_of(view, view.seat) else "", WAITS)

"""Who does what at this moment, for whoever decides and for everybody else."""

from collections.abc import Sequence

from tabletown.games.the_estates.rules.state import (
    BETWEEN_ROUNDS,
    BID,
    CHOOSE,
    NO_SEAT,
    OVER,
    PLACE,
    SETTLE,
    STOW,
    State,
)
from tabletown.games.the_estates.telling.naming import ending_name, money, piece_name
from tabletown.games.the_estates.telling.report import around_the_table
from tabletown.rulekit.language import capitalized, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import ACTS, LEADS, OUT, WAITS, Answer, Now


def now(look: Look[State]) -> Now:
    _, view = look._, look.view
    if view.phase == OVER:
        return Now(_("The game is over."), ending_name(_, view.ended))
    lead, words = SAID_TO_OTHERS[view.phase](look) if view.seat != look.viewer else SAID_TO_ONESELF[view.phase](look)
    return Now(lead, capitalized(words))


def at_hand(look: Look[State]) -> str:
    return piece_name(look, look.view.piece, look.view.face)


# ---------------------------------------------------------------- to whoever decides


def your_stowing(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    text = _("Do you stow a check first? You have {cash} in hand.")
    return _("Your turn."), text.format(cash=money(_, view.cash[look.viewer]))


def your_choice(look: Look[State]) -> tuple[str, str]:
    _, cash = look._, look.view.cash[look.viewer]
    text = _("Which piece? You have {cash} to keep it with.")
    if not cash:
        text = _("Which piece? You have no money to keep it with.")
    return _("Your auction."), text.format(cash=money(_, cash))


def your_bid(look: Look[State]) -> tuple[str, str]:
    _ = look._
    later = around_the_table(look)[1][1:]
    text = _("{state}, and you bid last.")
    if later:
        text = _("{state}, and {count} bid after you.") if later[1:] else _("{state}, and {name} bids after you.")
    name = look.names[later[0]] if later else ""
    return _("Your bid."), text.format(state=how_it_stands(look), count=len(later), name=name)


def how_it_stands(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.high_bidder == NO_SEAT:
        return _("{piece} has no bid yet").format(piece=at_hand(look))
    return _("{piece} stands at {amount}").format(piece=at_hand(look), amount=money(_, view.high_bid))


def your_hammer(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    text = _("{name} offers {amount} for {piece}; you have {cash}.")
    return _("Sell or keep."), text.format(
        name=look.names[view.high_bidder],
        amount=money(_, view.high_bid),
        piece=at_hand(look),
        cash=money(_, view.cash[look.viewer]),
    )


def your_placing(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    if view.high_bidder == NO_SEAT:
        text = _("Nobody bid: {piece} is yours for nothing.")
    elif view.high_bidder == view.seat:
        text = _("You bought {piece} from {seller} for {amount}.")
    else:
        text = _("You kept {piece} and paid {bidder} {amount}.")
    return _("Place it."), deal(look, text)


def deal(look: Look[State], text: str) -> str:
    """What was agreed, in those words."""
    _, view = look._, look.view
    return text.format(
        name=look.person(view.seat),
        piece=at_hand(look),
        seller=look.person(view.auctioneer),
        bidder=look.person(view.high_bidder) if view.high_bidder != NO_SEAT else "",
        amount=money(_, view.high_bid),
    )


def your_round(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    return _("Your turn."), _("Round {round} is over. You begin the next one.").format(round=view.round)


# ---------------------------------------------------------------- to everybody else


def their_stowing(look: Look[State]) -> tuple[str, str]:
    _ = look._
    return who(look, _("{name} begins the turn.")), _("A check may be stowed before a piece is put up.")


def their_choice(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    bidders = [(view.seat + k) % view.players for k in range(1, view.players)]
    if look.viewer not in bidders:
        return who(look, _("{name} chooses a piece.")), _("Then the others bid for it.")
    before = bidders.index(look.viewer)
    text = _("Then you bid first.")
    if before:
        text = _("Then {count} bid before you.") if before > 1 else _("Then {first} bids, then you.")
    words = text.format(count=before, first=look.names[bidders[0]])
    return who(look, _("{name} chooses a piece.")), words


def their_bid(look: Look[State]) -> tuple[str, str]:
    _ = look._
    waiting = around_the_table(look)[1]
    if look.viewer == look.view.auctioneer:
        text = _("{state}. Then you sell or keep it.")
    elif look.viewer not in waiting:
        text = _("{state}.")
    elif waiting.index(look.viewer) == 1:
        text = _("{state}. You are next.")
    else:
        text = _("{state}. Your bid comes later.")
    return who(look, _("{name} is to bid.")), text.format(state=how_it_stands(look))


def their_hammer(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    if view.high_bidder == look.viewer:
        text = _("You pay {amount} for {piece}, or get {amount}.")
    else:
        text = _("{piece} goes to {bidder} for {amount}, or {bidder} gets {amount}.")
    return who(look, _("{name} sells or keeps.")), deal(look, text)


def their_placing(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    if view.high_bidder == NO_SEAT:
        text = _("Nobody bid for {piece}.")
    elif view.high_bidder == view.seat:
        text = _("Bought: {piece} from {seller} for {amount}.")
    else:
        text = _("Kept: {piece}; {bidder} got {amount}.")
    return who(look, _("{name} places it.")), deal(look, text)


def their_round(look: Look[State]) -> tuple[str, str]:
    _, view = look._, look.view
    return who(look, _("{name} begins the next round.")), _("Round {round} is over.").format(round=view.round)


def who(look: Look[State], text: str) -> str:
    return text.format(name=look.names[look.view.seat])


SAID_TO_ONESELF = {
    STOW: your_stowing,
    CHOOSE: your_choice,
    BID: your_bid,
    SETTLE: your_hammer,
    PLACE: your_placing,
    BETWEEN_ROUNDS: your_round,
}
SAID_TO_OTHERS = {
    STOW: their_stowing,
    CHOOSE: their_choice,
    BID: their_bid,
    SETTLE: their_hammer,
    PLACE: their_placing,
    BETWEEN_ROUNDS: their_round,
}


# ---------------------------------------------------------------- everybody's answer


def answers(look: Look[State]) -> Sequence[Answer]:
    """From the auctioneer's left, as they bid; the auctioneer last."""
    view = look.view
    order = [(view.auctioneer + k) % view.players for k in range(1, view.players + 1)]
    return [answer(look, seat) for seat in order]


def answer(look: Look[State], seat: int) -> Answer:
    _, view = look._, look.view
    if view.phase in {BID, SETTLE}:
        return in_the_auction(look, seat)
    if view.phase != OVER and seat == view.seat:
        return Answer(seat, _(DOES[view.phase]), ACTS)
    if view.phase == PLACE and seat == view.high_bidder:
        return Answer(seat, _("got {amount}").format(amount=money(_, view.high_bid)), WAITS)
    if view.phase == PLACE and seat == view.auctioneer:
        return Answer(seat, _("sold it"), WAITS)
    return Answer(seat, "", WAITS)


DOES = {
    STOW: message("stows?"),
    CHOOSE: message("picks"),
    PLACE: message("places"),
    BETWEEN_ROUNDS: message("begins"),
}


def in_the_auction(look: Look[State], seat: int) -> Answer:
    _, view = look._, look.view
    spoken, waiting = around_the_table(look)
    if seat == view.high_bidder:
        return Answer(seat, money(_, view.high_bid), LEADS, _("high bid"))
    if seat == view.seat:
        return Answer(seat, _("bids?") if view.phase == BID else _("sells?"), ACTS)
    if seat == view.auctioneer:
        return Answer(seat, _("seller"), WAITS)
    if seat in waiting:
        return Answer(seat, _("next") if waiting.index(seat) == 1 else _("waits"), WAITS)
    return Answer(seat, _("passed") if has_passed(look, seat, spoken) else _("is out"), OUT)


def has_passed(look: Look[State], seat: int, spoken: Sequence[int]) -> bool:
    """Whoever spoke before the highest bidder may have been outbid; nobody writes down which."""
    bidder = look.view.high_bidder
    return bidder == NO_SEAT or spoken.index(seat) > spoken.index(bidder)

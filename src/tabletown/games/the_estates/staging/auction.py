"""What a bid, a pass, a sale and keeping the piece would mean."""

from collections.abc import Sequence

from tabletown.games.the_estates.rules.state import NO_SEAT, State
from tabletown.games.the_estates.telling.naming import money
from tabletown.games.the_estates.telling.report import around_the_table, sees_cash
from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.language import listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Meaning, Way

from .said import gain, promise
from .subject import ghost, priced_piece
from .worth import gainer, in_hand, largest


def placed_by(look: Look[State], seat: int) -> State:
    """The position in which that seat has got the piece."""
    return in_hand(look, look.view.piece, look.view.face, seat)


def largest_ghost(look: Look[State], hand: State) -> Svg:
    """The piece where whoever gets it would gain most."""
    if not (best := largest(look, hand)):
        return Svg()
    seat = gainer(look, hand)
    return ghost(look, hand, best[0].row, best[0].lot, gain(look, seat, best[0].gains[seat]))


# ---------------------------------------------------------------- bidding


def bid(look: Look[State], amount: int) -> Meaning:
    view, hand = look.view, placed_by(look, look.viewer)
    return Meaning(
        (if_sold_to_you(look, hand, amount), if_kept(look, look.viewer, amount)),
        who_can_top(look, amount),
        ghost=largest_ghost(look, hand),
        subject=priced_piece(look, view.piece, view.face, amount),
    )


def if_sold_to_you(look: Look[State], hand: State, amount: int) -> Way:
    _, cash = look._, look.view.cash[look.viewer]
    left = _("left of {cash}").format(cash=money(_, cash))
    return Way(_("Sold to you"), money(_, cash - amount), left, promise(look, hand))


def if_kept(look: Look[State], bidder: int, amount: int) -> Way:
    """The auctioneer pays the bidder, if they can."""
    _, view = look._, look.view
    seller = look.names[view.auctioneer]
    if sees_cash(look, view.auctioneer) and view.cash[view.auctioneer] < amount:
        has = money(_, view.cash[view.auctioneer])
        return Way(_("Cannot be kept"), has, _("in {name}’s hand").format(name=seller), _("The piece has to be sold."))
    title, words = _("Kept by {name}").format(name=seller), promise(look, placed_by(look, view.auctioneer))
    if bidder == look.viewer:
        paid = _("with {amount} paid").format(amount=money(_, amount))
        return Way(title, money(_, view.cash[bidder] + amount), words=words, apart=paid)
    return Way(title, money(_, amount), _("to {name}").format(name=look.names[bidder]), words)


def who_can_top(look: Look[State], amount: int) -> str:
    """Of those who bid later; where money is hidden, whoever is still to speak."""
    _, view = look._, look.view
    later = around_the_table(look)[1][1:]
    if not later:
        text = _("Nobody bids after you.")
    elif any(not sees_cash(look, seat) for seat in later):
        text = _("Still to bid after you: {names}.")
    elif able := [seat for seat in later if view.cash[seat] > amount]:
        later, text = able, _("Can still top you: {names}.")
    else:
        text = _("Nobody can top you.")
    return text.format(names=named(look, later)) + must_sell(look, amount)


def must_sell(look: Look[State], amount: int) -> str:
    """From which sum on the auctioneer has no choice, where that is known."""
    _, view = look._, look.view
    cash = view.cash[view.auctioneer]
    if not sees_cash(look, view.auctioneer) or cash < amount:
        return ""
    return _(" Above {cash}, {name} has to sell.").format(cash=money(_, cash), name=look.names[view.auctioneer])


def named(look: Look[State], seats: Sequence[int]) -> str:
    return listed(look._, (look.names[seat] for seat in seats))


def pass_(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    later = around_the_table(look)[1][1:]
    fact = _("Still to bid after you: {names}.").format(names=named(look, later)) if later else ""
    if view.high_bidder == NO_SEAT:
        ways: tuple[Way, ...] = (if_nobody_bids(look),)
    else:
        ways = (if_sold_to_another(look), if_kept(look, view.high_bidder, view.high_bid))
    return Meaning(ways, fact)


def if_nobody_bids(look: Look[State]) -> Way:
    _, view = look._, look.view
    hand, seller = placed_by(look, view.auctioneer), look.names[view.auctioneer]
    who = _("you get it") if look.viewer == view.auctioneer else _("{name} gets it").format(name=seller)
    return Way(_("If nobody bids"), money(_, 0), words=promise(look, hand), apart=who)


def if_sold_to_another(look: Look[State]) -> Way:
    _, view = look._, look.view
    hand = placed_by(look, view.high_bidder)
    title = _("Sold to {name}").format(name=look.names[view.high_bidder])
    of = _("to {name}").format(name=look.names[view.auctioneer])
    return Way(title, money(_, view.high_bid), of, promise(look, hand))


# ---------------------------------------------------------------- sell or keep


def sell_or_keep_by_selling(look: Look[State]) -> Meaning:
    return Meaning(both_ends(look), after_the_hammer(look, look.view.high_bidder), own=0)


def sell_or_keep_by_keeping(look: Look[State]) -> Meaning:
    shown = largest_ghost(look, placed_by(look, look.viewer))
    return Meaning(both_ends(look), after_the_hammer(look, look.viewer), ghost=shown, own=1)


def both_ends(look: Look[State]) -> tuple[Way, ...]:
    """Selling and keeping side by side, whichever of them is looked at."""
    _, view = look._, look.view
    cash, bid = view.cash[look.viewer], view.high_bid
    now = _("now {cash}").format(cash=money(_, cash))
    buyer = placed_by(look, view.high_bidder)
    sold = Way(_("If you sell"), money(_, cash + bid), words=promise(look, buyer), apart=now)
    if cash < bid:
        return (sold,)
    own = placed_by(look, look.viewer)
    return sold, Way(_("If you keep it"), money(_, cash - bid), words=promise(look, own), apart=now)


def after_the_hammer(look: Look[State], seat: int) -> str:
    _ = look._
    if seat == look.viewer:
        return _("You place it.")
    return _("{name} places it.").format(name=look.names[seat])

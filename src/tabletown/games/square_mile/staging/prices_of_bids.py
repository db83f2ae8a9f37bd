"""What a bid would mean: what is left, what the land could bring at that price, and who can still top it."""

from tabletown.games.square_mile.rules.state import NONE, TIED_BIDS_DUE, State
from tabletown.games.square_mile.telling.naming import letter, money
from tabletown.games.square_mile.telling.report import sees_cash
from tabletown.rulekit.language import listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Meaning, Way

from . import ghosts
from .figures import can_still_bid, is_last_tract, known_cash
from .plans import Plan
from .subject import tract_subject
from .sums import built_up, of_cash, signed, tone

# ---------------------------------------------------------------- the public auction


def put_up(look: Look[State], tract: int) -> Meaning:
    _, rules, view = look._, look.rules, look.view
    value = rules.market_value(view, tract)
    rivals = [
        seat
        for seat in look.seats
        if seat != look.viewer and rules.has_pawn(view, seat) and not view.barred >> seat & 1
    ]
    names = listed(_, (look.names[seat] for seat in rivals))
    return Meaning(
        ways=(
            Way(_("Bids open at"), money(value), of=of_cash(look, view.cash[look.viewer])),
            built_up(look, tract, value),
        ),
        fact=last_word(look, tract)
        or (_("Also bidding: {names}.").format(names=names) if rivals else _("Nobody else has a pawn left.")),
        ghost=ghosts.hammer(tract, value),
        subject=tract_subject(look, tract),
        does=_("Put {tract} up from {value}").format(tract=letter(view, tract), value=money(value)),
        mark=f"{value}k",
        is_said=True,
    )


def bid(look: Look[State], thousands: int) -> Meaning:
    """If it is bought for that, sold at once or built up; and who is still in."""
    _, rules, view = look._, look.rules, look.view
    if view.lot == NONE:
        return Meaning()
    price = money(thousands)
    at_once = rules.market_value(view, view.lot) - thousands
    return Meaning(
        ways=(
            Way(
                _("Yours for {price}").format(price=price),
                money(view.cash[look.viewer] - thousands),
                of=_("left"),
                words=_("Sold today: {gain}").format(gain=signed(at_once)),
                tone=tone(at_once),
            ),
            built_up(look, view.lot, thousands),
        ),
        fact=last_word(look, view.lot) or who_can_top(look, thousands),
        ghost=ghosts.hammer(view.lot, thousands),
        does=_("Bid {amount}").format(amount=price),
        mark=f"{thousands}k",
    )


def last_word(look: Look[State], tract: int) -> str:
    if not is_last_tract(look, tract):
        return ""
    return look._("It is the last tract: when it is sold, the game is over.")


def who_can_top(look: Look[State], thousands: int) -> str:
    """By name where money is open; else who is still in, for what they hold is hidden."""
    _ = look._
    rivals = can_still_bid(look)
    if not rivals:
        return _("Nobody else is in.")
    if not all(sees_cash(look, seat) for seat in rivals):
        names = listed(_, (look.names[seat] for seat in rivals))
        text = _.plural(
            "{names} is still in; what they hold is hidden.", "Still in, money hidden: {names}.", len(rivals)
        )
        return text.format(names=names)
    able = [seat for seat in rivals if look.view.cash[seat] > thousands]
    if not able:
        return _("Nobody can top that.")
    upto = listed(_, (_("{name} to {cash}").format(name=name, cash=cash) for name, cash in known_cash(look, able)))
    return _.plural("{n} can still top you: {upto}.", "{n} can still top you: {upto}.", len(able)).format(
        n=len(able), upto=upto
    )


def drop_out(plan: Plan) -> Meaning:
    look = plan.look
    _, view = look._, look.view
    if view.lot == NONE:
        return Meaning()
    rivals = [seat for seat in can_still_bid(look) if seat != view.high_bidder]
    leader, high = look.names[view.high_bidder], money(view.high_bid)
    theirs = built_up(look, view.lot, view.high_bid)
    title = _("{name}, built up").format(name=leader)
    return Meaning(
        ways=(
            Way(_("You keep"), money(plan.cash)),
            Way(title, theirs.figure, words=_("at {price} or more").format(price=high)),
        ),
        fact=_("{tract} goes on without you.").format(tract=letter(view, view.lot))
        if rivals
        else _("{name} gets {tract} for {price}.").format(name=leader, tract=letter(view, view.lot), price=high),
        ghost=ghosts.hammer(view.lot, view.high_bid),
        does=_("Drop out"),
    )


def end_turn(plan: Plan) -> Meaning:
    look = plan.look
    _, view, rules = look._, look.view, look.rules
    worth = rules.total_worth(view, look.viewer)
    return Meaning(
        ways=(
            Way(_("You keep"), money(plan.cash)),
            Way(
                _("You are worth"),
                money(worth),
                words=_("land {land}").format(land=money(rules.land_value(view, look.viewer))),
            ),
        ),
        fact=_("Next: {name}.").format(name=look.names[rules.left_of(view, look.viewer)]),
        does=_("End your turn"),
    )


# ---------------------------------------------------------------- sealed bids


def bid_for(plan: Plan) -> Meaning:
    """The tract itself: its worth, and what it could bring at that price."""
    look = plan.look
    _, tract = look._, plan.bidding_for
    value = look.rules.market_value(look.view, tract)
    return Meaning(
        ways=(
            Way(_("Worth now"), money(value), words=_("You have {cash} to bid.").format(cash=money(unpledged(plan)))),
            built_up(look, tract, value),
        ),
        fact=_("The highest sum buys; the others keep their money."),
        ghost=ghosts.sealed(plan),
        subject=tract_subject(look, tract),
        does=_("Bid for {tract}").format(tract=letter(look.view, tract)),
        mark=f"{value}k",
        is_said=True,
    )


def unpledged(plan: Plan) -> int:
    return plan.cash - plan.pledged


def sealed_sum(plan: Plan) -> Meaning:
    """If it wins: what is left, and what the tract could bring at that price."""
    look = plan.look
    _, (tract, thousands) = look._, plan.bids[-1]
    name, price = letter(look.view, tract), money(thousands)
    at_once = look.rules.market_value(look.view, tract) - thousands
    return Meaning(
        ways=(
            Way(
                _("If {price} wins {tract}").format(price=price, tract=name),
                money(unpledged(plan)),
                of=_("left, if all win") if len(plan.bids) > 1 else _("left"),
                words=_("Sold today: {gain}").format(gain=signed(at_once)),
                tone=tone(at_once),
            ),
            built_up(look, tract, thousands),
        ),
        fact=_("If somebody bids more, you keep your money."),
        ghost=ghosts.sealed(plan),
        subject=tract_subject(look, tract),
        does=seals(plan),
        mark=f"{thousands}k",
    )


def seals(plan: Plan) -> str:
    """The button: one bid by its tract, several by their tracts and their sum."""
    look = plan.look
    _ = look._
    if look.view.phase == TIED_BIDS_DUE or len(plan.bids) == 1:
        tract, thousands = plan.bids[-1]
        return _("Seal {amount} for {tract}").format(amount=money(thousands), tract=letter(look.view, tract))
    tracts = listed(_, (letter(look.view, tract) for tract, _thousands in plan.bids))
    return _("Seal {amount} in all for {tracts}").format(amount=money(plan.pledged), tracts=tracts)


def no_more_bids(plan: Plan) -> Meaning:
    look = plan.look
    _ = look._
    rows = tuple((letter(look.view, tract), money(thousands)) for tract, thousands in plan.bids)
    return Meaning(
        ways=(
            Way(_("Your bids"), money(plan.pledged), rows=rows[:4]),
            Way(_("You keep at least"), money(unpledged(plan))),
        ),
        fact="" if plan.bids else _("Without a bid you begin with your free tract and all your money."),
        ghost=ghosts.sealed(plan),
        does=seals(plan) if plan.bids else _("Hand in no bid"),
    )

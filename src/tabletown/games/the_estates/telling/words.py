"""The Estates in sentences; refusals and the position have files of their own."""

from collections.abc import Callable

from tabletown.games.the_estates.rules.state import BID, CHOOSE, CUBE, OVER, PERMIT, PLACE, ROOF, SETTLE, STOW, State
from tabletown.rulekit.language import capitalized, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.records import Event

from .naming import (
    company_name,
    cube_name,
    ending_name,
    lot_name,
    money,
    permit_name,
    piece_name,
    roof_name,
    row_name,
    signed,
)
from .refusals import Case, refuse_in_words

# ---------------------------------------------------------------- actions

ALWAYS_THE_SAME = {
    "skip_stowing": message("Stow nothing"),
    "stow_check": message("Stow one check in your cash box"),
    "choose_roof": message("Put a rooftop up for auction"),
    "choose_mayor": message("Put the mayor up for auction"),
    "choose_cancel": message("Put the cancel cube up for auction"),
    "pass": message("Pass"),
}


def action(look: Look[State], action: int) -> str:
    """What the action would do, in the words of whoever decides; also for one that is not allowed."""
    return look.in_words(action, ALWAYS_THE_SAME, SAID_BY)


def choose_cube(look: Look[State], row: int, end: int) -> str:
    _, view = look._, look.view
    if look.rules.why_no_cube(view, row, end) != OK:
        text = _("Put the left end of line {line} up for auction")
        if end == 1:
            text = _("Put the right end of line {line} up for auction")
        return text.format(line=row + 1)
    if view.display_end[row] - view.display_first[row] == 1:
        text = _("Put {cube} up for auction (the last of line {line})")
    elif end == 0:
        text = _("Put {cube} up for auction (line {line}, left end)")
    else:
        text = _("Put {cube} up for auction (line {line}, right end)")
    cube = view.display[row][look.rules.end_place(view, row, end)]
    return text.format(cube=cube_name(look, cube), line=row + 1)


def choose_permit(look: Look[State], permit: int) -> str:
    return look._("Put {piece} up for auction").format(piece=permit_name(look, permit))


def bid(look: Look[State], amount: int) -> str:
    _ = look._
    return _("Bid {amount}").format(amount=money(_, amount))


def sell(look: Look[State]) -> str:
    _ = look._
    if look.view.phase != SETTLE:
        return _("Sell to the highest bidder")
    return _("Sell to the highest bidder for {amount}").format(amount=money(_, look.view.high_bid))


def keep(look: Look[State]) -> str:
    _ = look._
    if look.view.phase != SETTLE:
        return _("Keep the piece and pay the highest bidder")
    return _("Keep the piece and pay the highest bidder {amount}").format(amount=money(_, look.view.high_bid))


def place_cube(look: Look[State], row: int, lot: int) -> str:
    _, view = look._, look.view
    cube = cube_name(look, view.face) if view.piece == CUBE else _("a floor cube")
    place = lot_name(_, row, lot)
    if lot < view.built[row]:
        top = cube_name(look, look.rules.top_cube(view, row, lot))
        return _("Put {cube} on top of {top}, {place}").format(cube=cube, top=top, place=place)
    text = (
        _("Build {cube} on {place} (white dirt)") if look.rules.WHITE_DIRT[row][lot] else _("Build {cube} on {place}")
    )
    return text.format(cube=cube, place=place)


def place_roof(look: Look[State], row: int, lot: int) -> str:
    _, view = look._, look.view
    roof = roof_name(_, view.face) if view.piece == ROOF else _("a rooftop")
    place = lot_name(_, row, lot)
    if lot >= view.built[row]:
        return _("Put {roof} on {place}").format(roof=roof, place=place)
    top = cube_name(look, look.rules.top_cube(view, row, lot))
    return _("Put {roof} on top of {top}, {place}").format(roof=roof, top=top, place=place)


def place_permit(look: Look[State], row: int, longer: int) -> str:
    _, view = look._, look.view
    where = row_name(_, row)
    if view.piece != PERMIT:
        text = _("Lengthen the {row}") if longer else _("Shorten the {row}")
        return text.format(row=where)
    before = view.requirement[row]
    value = look.rules.permit_value(view.face)
    after = before + value if longer else before - value
    text = (
        _("Lengthen the {row} (requirement {before} → {after})")
        if longer
        else _("Shorten the {row} (requirement {before} → {after})")
    )
    return text.format(row=where, before=before, after=after)


def place_mayor(look: Look[State], row: int) -> str:
    _ = look._
    return _("Place the mayor in front of the {row}").format(row=row_name(_, row))


def remove_permit(look: Look[State], permit: int) -> str:
    _, view = look._, look.view
    name = permit_name(look, permit)
    row = view.permit_row[permit]
    if row < 0:
        return _("Remove {permit}").format(permit=name)
    before = view.requirement[row]
    after = before - view.permit_change[permit]
    text = _("Remove {permit} from the {row} (requirement {before} → {after})")
    return text.format(permit=name, row=row_name(_, row), before=before, after=after)


def discard(look: Look[State]) -> str:
    return look._("Discard {piece}").format(piece=piece_name(look, look.view.piece, look.view.face))


def start_round(look: Look[State]) -> str:
    return look._("Start round {round}").format(round=look.view.round + 1)


SAID_BY: dict[str, Callable[..., str]] = {
    "choose_cube": choose_cube,
    "choose_permit": choose_permit,
    "bid": bid,
    "sell": sell,
    "keep": keep,
    "place_cube": place_cube,
    "place_roof": place_roof,
    "place_permit": place_permit,
    "place_mayor": place_mayor,
    "remove_permit": remove_permit,
    "discard": discard,
    "start_round": start_round,
}

# ---------------------------------------------------------------- refusals


def refusal(look: Look[State], action: int, code: int) -> str:
    """What cannot be done, why, and what can be done instead."""
    return refuse_in_words(Case.of(look, action, look.in_words(action, ALWAYS_THE_SAME, SAID_BY)), code)


# ---------------------------------------------------------------- events

HAPPENED = {
    "round_began": message("Round {round} began. First auctioneer: {seat}."),
    "stowed": message("{seat} stowed a check in the cash box."),
    "put_up": message("{seat} put {piece} up for auction."),
    "bid_made": message("{seat} bid {amount}."),
    "passed": message("{seat} passed."),
    "could_not_bid": message("{seat} could not top {high_bid} and passed."),
    "had_no_money": message("{seat} had no money to bid with and passed."),
    "sold": message("{seat} sold it to {buyer} for {amount}."),
    "kept": message("{seat} kept it and paid {bidder} {amount}."),
    "nobody_bid": message("Nobody bid; {seat} got it for nothing."),
    "cube_placed": message("{seat} placed {cube} on {place}."),
    "certificate_taken": message("{seat} took the certificate of {colour}."),
    "roof_placed": message("{seat} put rooftop {value} on {place}."),
    "permit_placed": message("{seat} lengthened the {row} with {permit}."),
    "permit_shortens": message("{seat} shortened the {row} with {permit}."),
    "mayor_placed": message("{seat} placed the mayor in front of the {row}."),
    "permit_removed": message("{seat} used the cancel cube to remove {permit} from the {row}."),
    "discarded": message("{seat} discarded {piece}."),
    "row_complete": message("The {row} is complete."),
    "row_open_again": message("The {row} is no longer complete."),
    "round_over": message("Round {round} is over. {ending}"),
    "round_score": message("{seat} scored {points} in this round."),
    "round_won": message("{seat} won the round."),
    "round_shared": message("The round ended level and is shared."),
    "game_over": message("The game is over. {ending}"),
}


def event(to: Listener, event: Event) -> str:
    """What happened, as the viewer (-1: a spectator) reads it."""
    kind, told = to.told(event)
    if kind == "could_not_bid":
        kind = why_passed(to, told)
    elif kind == "permit_placed" and told["change"] < 0:
        kind = "permit_shortens"
    return capitalized(to._(HAPPENED[kind]).format(**facts(to, told)))


def why_passed(to: Listener, told: dict[str, int]) -> str:
    """Only to themselves: that somebody could not bid tells the others what custom hides from them."""
    if told["seat"] != to.viewer:
        return "passed"
    return "could_not_bid" if told["high_bid"] else "had_no_money"


def facts(to: Listener, told: dict[str, int]) -> dict[str, str]:
    """An event's numbers as words, by name."""
    _ = to._
    said = {name: fact(to, name, number) for name, number in told.items()}
    for seat in ("seat", "buyer", "bidder"):
        if seat in told:
            said[seat] = to.person(told[seat])
    if "piece" in told:
        said["piece"] = piece_name(to, told["piece"], told["face"])
    if "lot" in told:
        said["place"] = lot_name(_, told["row"], told["lot"])
    return said


def fact(to: Listener, name: str, number: int) -> str:
    return FACTS[name](to, number) if name in FACTS else str(number)


FACTS: dict[str, Callable[[Listener, int], str]] = {
    "amount": lambda to, number: money(to._, number),
    "high_bid": lambda to, number: money(to._, number),
    "cube": cube_name,
    "colour": company_name,
    "permit": permit_name,
    "row": lambda to, number: row_name(to._, number),
    "ending": lambda to, number: ending_name(to._, number),
    "points": lambda _to, number: signed(number),
}


# ---------------------------------------------------------------- questions


def question(look: Look[State]) -> str:
    """What the seat is being asked now."""
    _, view = look._, look.view
    if view.phase == OVER:
        return _("The game is over.")
    if view.seat != look.viewer:
        return _("Another player is deciding.")
    if view.phase == BID:
        return bidding_question(look)
    if view.phase == SETTLE:
        return settling_question(look)
    if view.phase == PLACE:
        return placing_question(look)
    if view.phase == STOW:
        text = _("It is your turn, with {cash} in hand. Do you stow a check in your cash box first?")
        return text.format(cash=money(_, view.cash[look.viewer]))
    if view.phase == CHOOSE:
        return _("Which piece do you put up for auction?")
    return _("Round {round} is over and you are the next starting player. Ready for the next round?").format(
        round=view.round
    )


def bidding_question(look: Look[State]) -> str:
    _, view = look._, look.view
    cash = view.cash[view.seat]
    if cash == 0:
        text = _("{piece} is up for auction; with no money in hand you can only pass.")
    elif cash <= view.high_bid:
        text = _("{piece} is up for auction at {high_bid}; with {cash} in hand you can only pass.")
    elif view.high_bid == 0:
        text = _("{piece} is up for auction and nobody has bid yet. You have {cash} in hand: do you bid?")
    else:
        text = _("{piece} is up for auction at {high_bid}. You have {cash} in hand: do you bid more?")
    return capitalized(
        text.format(
            piece=piece_name(look, view.piece, view.face),
            high_bid=money(_, view.high_bid),
            cash=money(_, cash),
        )
    )


def settling_question(look: Look[State]) -> str:
    _, view = look._, look.view
    text = _("The highest bid for {piece} is {high_bid}; you have {cash} in hand. Do you sell, or keep it and pay?")
    if view.cash[view.seat] < view.high_bid:
        text = _("The highest bid for {piece} is {high_bid}; with {cash} in hand you can only sell.")
    return text.format(
        piece=piece_name(look, view.piece, view.face),
        high_bid=money(_, view.high_bid),
        cash=money(_, view.cash[view.seat]),
    )


def placing_question(look: Look[State]) -> str:
    _, view = look._, look.view
    piece = piece_name(look, view.piece, view.face)
    if view.piece in {CUBE, ROOF}:
        return _("Where do you place {piece}?").format(piece=piece)
    return _("What do you do with {piece}: use it or discard it?").format(piece=piece)


# ---------------------------------------------------------------- endings


def ending(to: Listener, code: int) -> str:
    return ending_name(to._, code)

"""The Estates in sentences; refusals and the position have files of their own."""

from collections.abc import Callable, Sequence

from tabletown.games.the_estates.rules.state import BID, CHOOSE, CUBE, OVER, PERMIT, PLACE, ROOF, SETTLE, STOW, State
from tabletown.rulekit.language import Say, capitalized, message, person
from tabletown.rulekit.namespace import Namespace
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
from .report import position, score_sheet

__all__ = ["action", "ending", "event", "position", "question", "refusal", "score_sheet"]

# ---------------------------------------------------------------- actions

ALWAYS_THE_SAME = {
    "skip_stowing": message("Stow nothing"),
    "stow_check": message("Stow one check in your cash box"),
    "choose_roof": message("Put a rooftop up for auction"),
    "choose_mayor": message("Put the mayor up for auction"),
    "choose_cancel": message("Put the cancel cube up for auction"),
    "pass": message("Pass"),
}


def action(_: Say, rules: Namespace, view: State, seat: int, action: int, names: Sequence[str]) -> str:
    """What the action would do, in the words of whoever decides; also for one that is not allowed."""
    return in_words(_, rules, view, action)


def in_words(_: Say, rules: Namespace, view: State, action: int) -> str:
    kind, args = rules.declaration.actions.decode(action)
    if kind in ALWAYS_THE_SAME:
        return _(ALWAYS_THE_SAME[kind])
    return SAID_BY[kind](_, rules, view, **args)


def choose_cube(_: Say, rules: Namespace, view: State, row: int, end: int) -> str:
    if rules.why_no_cube(view, row, end) != OK:
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
    cube = view.display[row][rules.end_place(view, row, end)]
    return text.format(cube=cube_name(_, rules, cube), line=row + 1)


def choose_permit(_: Say, rules: Namespace, view: State, permit: int) -> str:
    return _("Put {piece} up for auction").format(piece=permit_name(_, rules, permit))


def bid(_: Say, rules: Namespace, view: State, amount: int) -> str:
    return _("Bid {amount}").format(amount=money(_, amount))


def sell(_: Say, rules: Namespace, view: State) -> str:
    if view.phase != SETTLE:
        return _("Sell to the highest bidder")
    return _("Sell to the highest bidder for {amount}").format(amount=money(_, view.high_bid))


def keep(_: Say, rules: Namespace, view: State) -> str:
    if view.phase != SETTLE:
        return _("Keep the piece and pay the highest bidder")
    return _("Keep the piece and pay the highest bidder {amount}").format(amount=money(_, view.high_bid))


def place_cube(_: Say, rules: Namespace, view: State, row: int, lot: int) -> str:
    cube = cube_name(_, rules, view.face) if view.piece == CUBE else _("a floor cube")
    place = lot_name(_, row, lot)
    if lot < view.built[row]:
        top = cube_name(_, rules, rules.top_cube(view, row, lot))
        return _("Put {cube} on top of {top}, {place}").format(cube=cube, top=top, place=place)
    text = _("Build {cube} on {place} (white dirt)") if rules.WHITE_DIRT[row][lot] else _("Build {cube} on {place}")
    return text.format(cube=cube, place=place)


def place_roof(_: Say, rules: Namespace, view: State, row: int, lot: int) -> str:
    roof = roof_name(_, view.face) if view.piece == ROOF else _("a rooftop")
    place = lot_name(_, row, lot)
    if lot >= view.built[row]:
        return _("Put {roof} on {place}").format(roof=roof, place=place)
    top = cube_name(_, rules, rules.top_cube(view, row, lot))
    return _("Put {roof} on top of {top}, {place}").format(roof=roof, top=top, place=place)


def place_permit(_: Say, rules: Namespace, view: State, row: int, longer: int) -> str:
    where = row_name(_, row)
    if view.piece != PERMIT:
        text = _("Lengthen the {row}") if longer else _("Shorten the {row}")
        return text.format(row=where)
    before = view.requirement[row]
    value = rules.permit_value(view.face)
    after = before + value if longer else before - value
    text = (
        _("Lengthen the {row} (requirement {before} → {after})")
        if longer
        else _("Shorten the {row} (requirement {before} → {after})")
    )
    return text.format(row=where, before=before, after=after)


def place_mayor(_: Say, rules: Namespace, view: State, row: int) -> str:
    return _("Place the mayor in front of the {row}").format(row=row_name(_, row))


def remove_permit(_: Say, rules: Namespace, view: State, permit: int) -> str:
    name = permit_name(_, rules, permit)
    row = view.permit_row[permit]
    if row < 0:
        return _("Remove {permit}").format(permit=name)
    before = view.requirement[row]
    after = before - view.permit_change[permit]
    text = _("Remove {permit} from the {row} (requirement {before} → {after})")
    return text.format(permit=name, row=row_name(_, row), before=before, after=after)


def discard(_: Say, rules: Namespace, view: State) -> str:
    return _("Discard {piece}").format(piece=piece_name(_, rules, view.piece, view.face))


def start_round(_: Say, rules: Namespace, view: State) -> str:
    return _("Start round {round}").format(round=view.round + 1)


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


def refusal(
    _: Say, rules: Namespace, view: State, seat: int, action: int, code: int, names: Sequence[str]
) -> str:
    """What cannot be done, why, and what can be done instead."""
    kind, args = rules.declaration.actions.decode(action)
    return refuse_in_words(_, Case(rules, view, seat, kind, args, in_words(_, rules, view, action)), code)


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


def event(_: Say, rules: Namespace, event: Event, viewer: int, names: Sequence[str]) -> str:
    """What happened, as the viewer (-1: a spectator) reads it."""
    kind, told = rules.declaration.events.named(event)
    if kind == "could_not_bid" and told["high_bid"] == 0:
        kind = "had_no_money"
    elif kind == "permit_placed" and told["change"] < 0:
        kind = "permit_shortens"
    return capitalized(_(HAPPENED[kind]).format(**facts(_, rules, told, viewer, names)))


def facts(_: Say, rules: Namespace, told: dict[str, int], viewer: int, names: Sequence[str]) -> dict[str, str]:
    """An event's numbers as words, by name."""
    said = {name: fact(_, rules, name, number) for name, number in told.items()}
    for seat in ("seat", "buyer", "bidder"):
        if seat in told:
            said[seat] = person(_, names, told[seat], viewer)
    if "piece" in told:
        said["piece"] = piece_name(_, rules, told["piece"], told["face"])
    if "lot" in told:
        said["place"] = lot_name(_, told["row"], told["lot"])
    return said


def fact(_: Say, rules: Namespace, name: str, number: int) -> str:
    if name in {"amount", "high_bid"}:
        return money(_, number)
    if name == "cube":
        return cube_name(_, rules, number)
    if name == "colour":
        return company_name(_, rules, number)
    if name == "permit":
        return permit_name(_, rules, number)
    if name == "row":
        return row_name(_, number)
    if name == "ending":
        return ending_name(_, number)
    return signed(number) if name == "points" else str(number)


# ---------------------------------------------------------------- questions


def question(_: Say, rules: Namespace, view: State, seat: int, names: Sequence[str]) -> str:
    """What the seat is being asked now."""
    if view.phase == OVER:
        return _("The game is over.")
    if view.seat != seat:
        return _("Another player is deciding.")
    if view.phase == BID:
        return bidding_question(_, rules, view)
    if view.phase == SETTLE:
        return settling_question(_, rules, view)
    if view.phase == PLACE:
        return placing_question(_, rules, view)
    if view.phase == STOW:
        text = _("It is your turn, with {cash} in hand. Do you stow a check in your cash box first?")
        return text.format(cash=money(_, view.cash[seat]))
    if view.phase == CHOOSE:
        return _("Which piece do you put up for auction?")
    return _("Round {round} is over and you are the next starting player. Ready for the next round?").format(
        round=view.round
    )


def bidding_question(_: Say, rules: Namespace, view: State) -> str:
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
            piece=piece_name(_, rules, view.piece, view.face),
            high_bid=money(_, view.high_bid),
            cash=money(_, cash),
        )
    )


def settling_question(_: Say, rules: Namespace, view: State) -> str:
    text = _("The highest bid for {piece} is {high_bid}; you have {cash} in hand. Do you sell, or keep it and pay?")
    if view.cash[view.seat] < view.high_bid:
        text = _("The highest bid for {piece} is {high_bid}; with {cash} in hand you can only sell.")
    return text.format(
        piece=piece_name(_, rules, view.piece, view.face),
        high_bid=money(_, view.high_bid),
        cash=money(_, view.cash[view.seat]),
    )


def placing_question(_: Say, rules: Namespace, view: State) -> str:
    piece = piece_name(_, rules, view.piece, view.face)
    if view.piece in {CUBE, ROOF}:
        return _("Where do you place {piece}?").format(piece=piece)
    return _("What do you do with {piece}: use it or discard it?").format(piece=piece)


# ---------------------------------------------------------------- endings


def ending(_: Say, rules: Namespace, code: int) -> str:
    return ending_name(_, code)

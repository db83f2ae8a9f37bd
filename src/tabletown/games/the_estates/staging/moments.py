"""What happened, moment by moment: in the present tense, with the piece that it happened to."""

from collections.abc import Callable, Iterator, Sequence

from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, MAYOR, NO_PIECE, NO_SEAT, OVER, State
from tabletown.games.the_estates.telling.naming import row_name, short_lot_name, signed
from tabletown.games.the_estates.telling.sheets import worth
from tabletown.games.the_estates.telling.words import event, facts, why_passed
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import Event
from tabletown.rulekit.staging import Moment, Subject

from . import subject

PRESENT = {
    "round_began": message("Round {round} begins. First auctioneer: {seat}."),
    "stowed": message("{seat} stows a check."),
    "put_up": message("{seat} puts {piece} up for auction."),
    "bid_made": message("{seat} bids {amount}."),
    "passed": message("{seat} passes."),
    "sold": message("{seat} sells {piece} to {buyer} for {amount}."),
    "kept": message("{seat} keeps {piece} and pays {bidder} {amount}."),
    "nobody_bid": message("Nobody bids: {seat} gets {piece} for nothing."),
    "cube_placed": message("{seat} puts {cube} on {place}."),
    "certificate_taken": message("{seat} gets the company {colour}."),
    "roof_placed": message("{seat} puts rooftop {value} on {place}."),
    "permit_placed": message("{seat} lengthens the {row} with {permit}."),
    "permit_shortens": message("{seat} shortens the {row} with {permit}."),
    "mayor_placed": message("{seat} places the mayor: the {row} counts double."),
    "permit_removed": message("{seat} removes {permit} from the {row}."),
    "discarded": message("{seat} discards {piece}."),
    "round_won": message("{seat} wins the round."),
}
"""As others do it."""
YOURS = {
    "round_began": message("Round {round} begins. You are the first auctioneer."),
    "stowed": message("You stow a check."),
    "put_up": message("You put {piece} up for auction."),
    "bid_made": message("You bid {amount}."),
    "passed": message("You pass."),
    "could_not_bid": message("You cannot top {high_bid} and pass."),
    "had_no_money": message("You have no money to bid with and pass."),
    "sold": message("You sell {piece} to {buyer} for {amount}."),
    "kept": message("You keep {piece} and pay {bidder} {amount}."),
    "nobody_bid": message("Nobody bids: you get {piece} for nothing."),
    "cube_placed": message("You put {cube} on {place}."),
    "certificate_taken": message("You get the company {colour}."),
    "roof_placed": message("You put rooftop {value} on {place}."),
    "permit_placed": message("You lengthen the {row} with {permit}."),
    "permit_shortens": message("You shorten the {row} with {permit}."),
    "mayor_placed": message("You place the mayor: the {row} counts double."),
    "permit_removed": message("You remove {permit} from the {row}."),
    "discarded": message("You discard {piece}."),
    "round_won": message("You win the round."),
}
BEATS = {"stowed": 0.6, "passed": 0.3, "nobody_bid": 0.8, "certificate_taken": 0.7}
PLACED = {"cube_placed", "roof_placed", "permit_placed", "permit_shortens", "mayor_placed", "permit_removed"}
"""The piece comes to its place while that is told, not with what follows from it; but no board gives the end away."""
BUNDLED = {"passed": "passes", "could_not_bid": "passes", "round_score": "scores"}
"""Several of these that follow each other are one moment."""


def moments(look: Look[State], events: Sequence[Event]) -> Sequence[Moment]:
    return [moment for bundle in bundles(look, events) for moment in moments_of(look, bundle)]


def bundles(look: Look[State], events: Sequence[Event]) -> Iterator[list[Event]]:
    """Like events together, all others alone."""
    bundle: list[Event] = []
    for each in events:
        alike = BUNDLED.get(look.told(each)[0], "")
        if bundle and not (alike and BUNDLED.get(look.told(bundle[-1])[0]) == alike):
            yield bundle
            bundle = []
        bundle.append(each)
    if bundle:
        yield bundle


def moments_of(look: Look[State], bundle: list[Event]) -> Iterator[Moment]:
    kind, told = look.told(bundle[0])
    if kind == "round_score":
        yield scores(look, [look.told(each)[1] for each in bundle])
    elif len(bundle) > 1:
        yield passes(look, [look.told(each)[1]["seat"] for each in bundle])
    elif kind in {"row_complete", "row_open_again"}:
        yield row_turned(look, kind, told["row"])
    elif kind in PRESENT or kind == "could_not_bid":
        yield done(look, kind, told)
        if kind == "cube_placed":
            yield from taken_over(look, told["row"], told["lot"])
    elif kind != "round_over" or look.view.rounds > 1:
        yield Moment(event(look, bundle[0]), kind="end")


# ---------------------------------------------------------------- what somebody does


def done(look: Look[State], kind: str, told: dict[str, int]) -> Moment:
    if kind == "could_not_bid":
        kind = why_passed(look, told)
    shown = SHOWN.get(kind, nothing)(look, told)
    moment = Moment(said(look, kind, told), told["seat"], shown, kind.replace("_", "-"), BEATS.get(kind, 1.0))
    return moment._replace(turns_the_board=kind in PLACED and look.view.phase not in {BETWEEN_ROUNDS, OVER})


def said(look: Look[State], kind: str, told: dict[str, int]) -> str:
    if kind == "permit_placed" and told["change"] < 0:
        kind = "permit_shortens"
    text = (YOURS if told["seat"] == look.viewer else PRESENT)[kind]
    return capitalized(look._(text).format(**{**piece_up(look), **facts(look, told), **place(look, told)}))


def piece_up(look: Look[State]) -> dict[str, str]:
    """The piece that an auction is about goes without saying in what is told of it."""
    return {"piece": facts(look, {"piece": look.view.piece, "face": look.view.face})["piece"]}


def place(look: Look[State], told: dict[str, int]) -> dict[str, str]:
    return {"place": short_lot_name(look._, told["row"], told["lot"])} if "lot" in told else {}


def passes(look: Look[State], seats: Sequence[int]) -> Moment:
    names = listed(look._, (look.person(seat) for seat in seats))
    return Moment(capitalized(look._("{names} pass.").format(names=names)), kind="passed", beats=0.4)


# ---------------------------------------------------------------- what is shown with it


def nothing(look: Look[State], told: dict[str, int]) -> Subject | None:
    return None


def what_is_up(look: Look[State], told: dict[str, int]) -> Subject | None:
    piece, face = told.get("piece", look.view.piece), told.get("face", look.view.face)
    return None if piece == NO_PIECE else subject.piece(look, piece, face)


def what_is_bid_for(look: Look[State], told: dict[str, int]) -> Subject | None:
    view = look.view
    return None if view.piece == NO_PIECE else subject.priced_piece(look, view.piece, view.face, told["amount"])


def what_is_sold(look: Look[State], told: dict[str, int]) -> Subject | None:
    view = look.view
    return None if view.piece == NO_PIECE else subject.struck(look, view.piece, view.face, told["amount"])


def building(look: Look[State], told: dict[str, int]) -> Subject | None:
    return subject.tower(look, told["row"], told["lot"])


def company(look: Look[State], told: dict[str, int]) -> Subject | None:
    return subject.certificate(look, told["colour"])


def permit(look: Look[State], told: dict[str, int]) -> Subject | None:
    return subject.permit(look, told["permit"], told.get("change", 0))


def mayor(look: Look[State], told: dict[str, int]) -> Subject | None:
    return subject.piece(look, MAYOR, 0)


SHOWN: dict[str, Callable[[Look[State], dict[str, int]], Subject | None]] = {
    "put_up": what_is_up,
    "bid_made": what_is_bid_for,
    "sold": what_is_sold,
    "kept": what_is_sold,
    "nobody_bid": what_is_up,
    "discarded": what_is_up,
    "cube_placed": building,
    "roof_placed": building,
    "certificate_taken": company,
    "permit_placed": permit,
    "permit_removed": permit,
    "mayor_placed": mayor,
}


# ---------------------------------------------------------------- what comes of it


def taken_over(look: Look[State], row: int, lot: int) -> Iterator[Moment]:
    """The building has another owner now."""
    _, rules, view = look._, look.rules, look.view
    if view.height[row][lot] < 2:
        return
    before = view.certificate[rules.colour_of(view.floor[row][lot][view.height[row][lot] - 2])]
    now = rules.building_owner(view, row, lot)
    if before not in {now, NO_SEAT}:
        text = _("The building passes from {before} to {now}: {points} points.")
        points = rules.building_value(view, row, lot) * (2 if view.mayor == row else 1)
        words = text.format(before=look.person(before), now=look.person(now), points=points)
        yield Moment(words, now, subject.tower(look, row, lot), "takeover", 0.9)


def row_turned(look: Look[State], kind: str, row: int) -> Moment:
    """Finished, or open again: what it counts for everybody."""
    _ = look._
    finished = kind == "row_complete"
    text = _("The {row} is finished: {points}.") if finished else _("The {row} is open again: {points}.")
    points = [(seat, worth(look, row, seat)) for seat in look.seats]
    figures = [f"{look.person(seat)} {signed(each if finished else -each)}" for seat, each in points if each]
    words = text.format(row=row_name(_, row), points=listed(_, figures) or _("nobody’s points change"))
    return Moment(words, kind="row-finished" if finished else "row-open")


def scores(look: Look[State], told: Sequence[dict[str, int]]) -> Moment:
    """Everybody's points of the round, the most first."""
    ranked = sorted(told, key=lambda each: -each["points"])
    figures = (f"{look.person(each['seat'])} {signed(each['points'])}" for each in ranked)
    return Moment(capitalized(look._("The round: {points}.").format(points=listed(look._, figures))), kind="end")

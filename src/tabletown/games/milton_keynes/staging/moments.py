"""What has just happened, moment by moment: sales, trades, bids, pouches opened one by one, demolitions."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tabletown.games.milton_keynes.drawing.townscape import body
from tabletown.games.milton_keynes.rules.phases import SPRING
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import (
    building_name,
    building_plots,
    character_name,
    deeds_counted,
    ending_name,
    permit_name,
    permits_counted,
    plot_name,
    plots_counted,
    plots_named,
)
from tabletown.rulekit.language import capitalized, listed, listed_apart, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import Event
from tabletown.rulekit.staging import Moment, Subject

from .ghosts import frame, on_board
from .subjects import lens, permit, pouch, roll

Told = dict[str, int]
PASSING = 0.3
BRIEF = 0.6


class Kind(NamedTuple):
    """How a thing that somebody does is told: of the viewer, and of anybody else."""

    mine: str
    theirs: str
    beats: float = BRIEF
    by: str = "seat"


SAID = {
    "river_laid": Kind(message("You lay a river tile on {plot}."), message("{seat} lays a river tile on {plot}.")),
    "marsh_laid": Kind(message("You lay a marsh on {plot}."), message("{seat} lays a marsh on {plot}.")),
    "character_chosen": Kind(message("You become {character}."), message("{seat} becomes {character}.")),
    "inquired": Kind(
        message("You play Inquiry × {times}: income {marker}."),
        message("{seat} plays Inquiry × {times}: income {marker}."),
        1.0,
    ),
    "put_back": Kind(
        message("You put {amount} back into the bank."), message("{seat} puts {amount} back into the bank.")
    ),
    "lobbied": Kind(
        message("You play Lobby: {amount} instead of {before}."),
        message("{seat} plays Lobby: {amount} instead of {before}."),
        1.0,
    ),
    "passed": Kind(message("You pass."), message("{seat} passes."), PASSING),
    "offer_made": Kind(message("You make {partner} an offer."), message("{seat} makes {partner} an offer.")),
    "offer_refused": Kind(
        message("You decline the offer of {sender}."), message("{seat} declines the offer of {sender}.")
    ),
    "offer_lies": Kind(
        message("You let the offer of {sender} lie."), message("{seat} lets the offer of {sender} lie."), PASSING
    ),
    "offer_withdrawn": Kind(
        message("You withdraw your offer."), message("{seat} withdraws the offer to {partner}."), PASSING
    ),
    "done_trading": Kind(message("You are done trading."), message("{seat} is done trading."), PASSING),
    "proposed": Kind(
        message("You propose: {taker} takes {permit} for {price}."),
        message("{seat} proposes: {permit} to {taker} for {price}."),
        1.0,
    ),
    "proposed_nothing": Kind(message("You propose nothing."), message("{seat} proposes nothing."), PASSING),
    "proposal_declined": Kind(message("You do not agree."), message("{seat} does not agree.")),
    "permit_won": Kind(
        message("You take {permit} and pay {neighbour} {price}."),
        message("{seat} takes {permit} and pays {neighbour} {price}."),
        1.0,
    ),
    "nominated": Kind(
        message("You name {plot} for your {building}."), message("{seat} names {plot} for the {building}."), 0.8
    ),
    "returned_to_hand": Kind(
        message("Your {building} goes back to your hand."), message("The {building} of {seat} goes back to the hand.")
    ),
    "nothing_built": Kind(message("Your pouch is empty."), message("{seat} opens an empty pouch."), BRIEF),
    "deed_taken": Kind(
        message("You pay {owner} {price} for the deed of {plot}."),
        message("{seat} pays {owner} {price} for the deed of {plot}."),
        1.0,
    ),
    "deed_returned": Kind(
        message("The deed of {plot} comes back to you."),
        message("The deed of {plot} goes back to {owner}."),
        BRIEF,
        "owner",
    ),
}
PLAIN = {
    "cards_dealt": message("The cards are dealt."),
    "year_began": message("Year {year} begins, with {deeds_left} in the deck."),
    "credit_crunch": message("Credit crunch: {owed} are owed and the bank has {bank}."),
    "nobody_lobbied": message("No more Lobby: the sums stand."),
    "deeds_unsold": message("Unsold deeds go under the deck: {deeds}."),
    "sale_skipped": message("No deed is left for the {season}."),
    "offer_lapsed": message("The offer of {seat} to {partner} lapses."),
    "bid_tied": message("{seat} and {neighbour} tie at {amount} for {permit}."),
    "pouches_sealed": message("All pouches are sealed. They open."),
    "nominations_clash": message("{plot} was named more than once."),
    "tile_returned": message("The river returns to {plot}."),
    "game_over": message("The game is over after year {year}. {ending}"),
}
LENGTHS = {"year_began": 1.0, "pouches_sealed": 1.0, "game_over": 2.0, "nobody_lobbied": PASSING, "cards_dealt": 1.0}
UNTOLD = frozenset(
    {"deed_bought", "lot_offered", "permit_shared", "deed_handed", "permit_handed", "trade_paid"}
    | {"bribes_paid", "permit_under_deck", "briefcases", "built_there"}
)
"""They are part of what is told beside them."""
POUCH = frozenset({"requisitioned", "commissioned", "extended"})
SEATS = ("seat", "owner", "partner", "sender", "neighbour", "taker")


def moments(look: Look[State], events: Sequence[Event]) -> Sequence[Moment]:
    """Things of a kind that come together are one moment."""
    told = [look.told(event) for event in events]
    return list(in_order(look, told))


def in_order(look: Look[State], told: Sequence[tuple[str, Told]]) -> Iterator[Moment]:
    at = 0
    while at < len(told):
        begun, kind = at, told[at][0]
        if kind in TOGETHER:
            kinds, tell = TOGETHER[kind]
            end = at + 1
            while end < len(told) and told[end][0] in kinds and is_same(told[at], told[end]):
                end += 1
            moment = tell(look, told[at:end])
            at = end
        else:
            moment = one(look, kind, told[at][1])
            at += 1
        if moment is not None:
            yield moment
        if kind == "demolished":
            yield torn_down(look, told[begun][1])


def is_same(one: tuple[str, Told], other: tuple[str, Told]) -> bool:
    """Pouches open one by one; a purchase is not the next one's; all else of a kind belongs together."""
    if one[0] in POUCH:
        return one[1]["seat"] == other[1].get("seat", one[1]["seat"])
    return one[0] not in {"lot_bought", "demolished", "redeveloped"} or one[0] != other[0]


def one(look: Look[State], kind: str, told: Told) -> Moment | None:
    if kind in UNTOLD:
        return None
    facts = in_words(look, told)
    if kind in PLAIN:
        words = capitalized(look._(PLAIN[kind]).format(**facts))
        return Moment(words, kind=kind, beats=LENGTHS.get(kind, BRIEF), subject=shown(look, kind, told))
    said = SAID[kind]
    return Moment(
        by(look, told[said.by], said.mine, said.theirs, facts),
        seat=told[said.by],
        kind=kind,
        beats=said.beats,
        subject=shown(look, kind, told),
    )


def by(look: Look[State], seat: int, mine: str, theirs: str, facts: dict[str, str]) -> str:
    return capitalized(look._(mine if seat == look.viewer else theirs).format(**facts))


def in_words(look: Look[State], told: Told) -> dict[str, str]:
    _ = look._
    said = {name: str(number) for name, number in told.items()}
    said |= {name: look.person(told[name]) for name in SEATS if name in told}
    if "plot" in told:
        said["plot"] = plot_name(look.rules, told["plot"])
    if "kind" in told:
        said |= {"permit": permit_name(_, told["kind"]), "building": building_name(_, told["kind"])}
    if "character" in told:
        said["character"] = character_name(_, told["character"])
    if "deeds_left" in told:
        said["deeds_left"] = deeds_counted(_, told["deeds_left"])
    if "season" in told:
        said["season"] = season(look, told["season"])
    if "ending" in told:
        said["ending"] = ending_name(_, told["ending"])
    return said


def season(look: Look[State], which: int) -> str:
    return look._("Spring sale") if which == SPRING else look._("Autumn sale")


def shown(look: Look[State], kind: str, told: Told) -> Subject | None:
    if kind in {"inquired", "lobbied"}:
        return permit(look, 0 if kind == "inquired" else 1)
    if kind in {"permit_won", "bid_tied", "proposed"}:
        return permit(look, told["kind"])
    if kind == "nothing_built":
        return pouch(look, told["seat"])
    return lens(look, [told["plot"]]) if "plot" in told else None


# ---------------------------------------------------------------- several things in one moment

Several = Sequence[tuple[str, Told]]


def per_seat(look: Look[State], told: Several, figure: str) -> str:
    """Each player with a figure."""
    _ = look._
    text = _("{player} {figure}")
    return listed(_, (text.format(player=look.person(each["seat"]), figure=each[figure]) for _kind, each in told))


def sums_of(told: Several, figure: str) -> list[tuple[int, str]]:
    return [(each["seat"], str(each[figure])) for _kind, each in told]


def collected(look: Look[State], told: Several) -> Moment:
    said = [each for each in told if each[0] == "collected"]
    words = look._("Cash is collected: {sums}.").format(sums=per_seat(look, said, "amount"))
    return Moment(words, kind="collected", beats=1.2, subject=roll(look, sums_of(said, "amount")))


def sale_opened(look: Look[State], told: Several) -> Moment:
    _ = look._
    lots: dict[int, list[int]] = {}
    for kind, each in told:
        if kind == "lot_offered":
            lots.setdefault(each["lot"], []).append(each["plot"])
    names = listed_apart(_, (plots_named(look, plots) for plots in lots.values()))
    text = _("{season}: for sale are {lots}.").format(season=season(look, told[0][1]["season"]), lots=names)
    plots = [plot for lot in lots.values() for plot in lot]
    frames = on_board(look, *(frame(lot, "var(--ink)") for lot in lots.values()))
    return Moment(text, kind="sale", beats=1.5, subject=lens(look, plots, " ", " ", frames) if plots else None)


def bribed(look: Look[State], told: Several) -> Moment:
    highest = sorted(told, key=lambda each: -each[1]["amount"])
    words = look._("The bribes: {sums}.").format(sums=per_seat(look, highest, "amount"))
    return Moment(words, kind="bribes", beats=1.5, subject=roll(look, sums_of(highest, "amount")))


def ordered(look: Look[State], told: Several) -> Moment:
    names = [look.person(each["seat"]) for _kind, each in told]
    text = look._("They choose in this order: {names}.")
    subject = roll(look, [(each["seat"], str(place)) for place, (_kind, each) in enumerate(told, 1)])
    return Moment(text.format(names=listed(look._, names)), kind="order", beats=1.0, subject=subject)


def lot_bought(look: Look[State], told: Several) -> Moment:
    _ = look._
    first = told[0][1]
    plots = [each["plot"] for kind, each in told if kind == "deed_bought"]
    facts = {
        "seat": look.names[first["seat"]],
        "plots": plots_named(look, plots),
        "price": str(first["price"]),
    }
    words = by(
        look, first["seat"], message("You buy {plots} for {price}."), message("{seat} buys {plots} for {price}."), facts
    )
    return Moment(words, first["seat"], lens(look, plots) if plots else None, "bought", 0.8)


def window_opened(look: Look[State], told: Several) -> Moment | None:
    _ = look._
    kinds = [each["kind"] for kind, each in told if kind == "permit_shared"]
    opened = any(kind == "trading_opened" for kind, _each in told)
    if kinds:
        permits = listed(_, (permit_name(_, kind) for kind in kinds))
        words = _("Between neighbours lie {permits}.").format(permits=permits)
        return Moment(words, kind="permits", beats=1.0, subject=permit(look, kinds[0]))
    return Moment(_("Trading is open."), kind="trading", beats=BRIEF) if opened else None


def traded(look: Look[State], told: Several) -> Moment:
    """The table sees how much; the two see what."""
    _ = look._
    given = [each for kind, each in told if kind == "trade_given"]
    first = given[0]
    one_side, other_side = (side_of(look, told, each) for each in given[:2])
    text = _("{seat} and {partner} trade: {gives} for {gets}.")
    words = text.format(
        seat=look.person(first["seat"]), partner=look.person(first["partner"]), gives=one_side, gets=other_side
    )
    plots = [each["plot"] for kind, each in told if kind == "deed_handed"]
    return Moment(capitalized(words), first["seat"], lens(look, plots) if plots else None, "trade", 1.2)


def side_of(look: Look[State], told: Several, given: Told) -> str:
    """What one of the two gave: cards by name as far as the viewer is one of them."""
    _, seat = look._, given["seat"]
    mine = [(kind, each) for kind, each in told if each["seat"] == seat]
    deeds = [plot_name(look.rules, each["plot"]) for kind, each in mine if kind == "deed_handed"]
    permits = [permit_name(_, each["kind"]) for kind, each in mine if kind == "permit_handed"]
    unseen = given["deeds"] - len(deeds), given["permits"] - len(permits)
    said = [*deeds, *permits]
    if unseen[0]:
        said.append(deeds_counted(_, unseen[0]))
    if unseen[1]:
        said.append(permits_counted(_, unseen[1]))
    said += [_("{amount} cash").format(amount=each["amount"]) for kind, each in mine if kind == "trade_paid"]
    return listed(_, said)


def bids_shown(look: Look[State], told: Several) -> Moment:
    """All together: by permit, who bid what."""
    _ = look._
    pairs: dict[tuple[int, ...], list[Told]] = {}
    for _kind, each in told:
        pairs.setdefault((each["kind"], *sorted((each["seat"], each["neighbour"]))), []).append(each)
    text = _("{permit}: {bids}")
    said = [
        text.format(
            permit=permit_name(_, kinds[0]),
            bids=listed(
                _,
                (
                    _("{player} {figure}").format(player=look.person(each["seat"]), figure=each["amount"])
                    for each in bids
                ),
            ),
        )
        for kinds, bids in pairs.items()
    ]
    words = _("The bids. {bids}.").format(bids=listed_apart(_, said))
    highest = sorted(told, key=lambda each: -each[1]["amount"])
    subject = roll(
        look, [(each["seat"], f"{each['amount']} {permit_name(_, each['kind'])}") for _kind, each in highest]
    )
    return Moment(capitalized(words), kind="bids", beats=1.0 + 0.4 * len(said), subject=subject)


def opened(look: Look[State], told: Several) -> Moment | None:
    """One pouch: everything that a player builds."""
    _, view = look._, look.view
    seat = told[0][1]["seat"]
    said, plots, bodies, turned = [], [], [], []
    for kind, each in told:
        if kind not in {"commissioned", "extended"}:
            continue
        number = view.building[each["plot"]]
        cells = building_plots(view, number) if number else [each["plot"]]
        plots += cells
        turned.append(f"building-{number}")
        bodies += body(f"opened-{number}", cells, seat, view.kind[number] if number else each["kind"])
        text = _("{building} on {plots}") if kind == "commissioned" else _("{building} grows to {size}")
        names = " ".join(plot_name(look.rules, plot) for plot in cells)
        size = plots_counted(_, each["size"])
        said.append(text.format(building=building_name(_, each["kind"]), plots=names, size=size))
    if not said:
        return None
    facts = {"seat": look.names[seat], "entries": listed_apart(_, said)}
    words = by(look, seat, message("You open: {entries}."), message("{seat} opens: {entries}."), facts)
    shown = lens(look, plots, " ", "", on_board(look, *bodies))
    return Moment(words, seat, shown, "pouch", 1.2, turns=tuple(turned))


def markers_moved(look: Look[State], told: Several) -> Moment:
    """Income before and after, with briefcases."""
    _ = look._
    cases = {each["seat"]: each["amount"] for kind, each in told if kind == "briefcases"}
    said = []
    for kind, each in told:
        if kind != "marker_moved":
            continue
        text = _("{player} {before} → {marker}")
        if each["seat"] in cases:
            text = _("{player} {before} → {marker} (and {cash} cash)")
        said.append(
            text.format(
                player=look.person(each["seat"]),
                before=each["before"],
                marker=each["marker"],
                cash=cases.get(each["seat"], 0),
            )
        )
    moved = [each for kind, each in told if kind == "marker_moved"]
    subject = roll(look, [(each["seat"], f"{each['before']} → {each['marker']}") for each in moved]) if moved else None
    words = _("Income: {markers}.").format(markers=listed(_, said))
    return Moment(words, kind="income", beats=1.5, subject=subject, turns=("income", "rail"))


def demolished(look: Look[State], told: Several) -> Moment:
    each = told[0][1]
    facts = in_words(look, each)
    words = by(
        look,
        each["seat"],
        message("You demolish {plot}, a block of {owner}."),
        message("{seat} demolishes {plot}, a block of {owner}."),
        facts,
    )
    return Moment(words, each["seat"], lens(look, [each["plot"]]), "demolition", 1.2)


def torn_down(look: Look[State], told: Told) -> Moment:
    """First one sees what is to go, then that it is gone."""
    words = look._("{plot} is gone.").format(plot=plot_name(look.rules, told["plot"]))
    return Moment(words, told["seat"], lens(look, [told["plot"]]), "demolition", 0.8, turns_the_board=True)


def redeveloped(look: Look[State], told: Several) -> Moment:
    each = told[0][1]
    plots = [one["plot"] for kind, one in told if kind in {"deed_returned", "tile_returned"}] or [each["plot"]]
    facts = in_words(look, each) | {"plots": plots_named(look, plots)}
    words = by(
        look,
        each["seat"],
        message("You redevelop your {building}: {plots} are free."),
        message("{seat} redevelops the {building}: {plots} are free."),
        facts,
    )
    return Moment(words, each["seat"], lens(look, plots), "redevelopment", 1.5, turns_the_board=True)


TOGETHER: dict[str, tuple[frozenset[str], Callable[[Look[State], Several], Moment | None]]] = {
    "collected": (frozenset({"collected", "put_back"}), collected),
    "sale_opened": (frozenset({"sale_opened", "lot_offered"}), sale_opened),
    "bribed": (frozenset({"bribed"}), bribed),
    "order_set": (frozenset({"order_set"}), ordered),
    "lot_bought": (frozenset({"lot_bought", "deed_bought"}), lot_bought),
    "permit_shared": (frozenset({"permit_shared", "trading_opened"}), window_opened),
    "trading_opened": (frozenset({"trading_opened"}), window_opened),
    "trade_given": (
        frozenset({"trade_given", "trade_paid", "deed_handed", "permit_handed"}),
        traded,
    ),
    "bid_shown": (frozenset({"bid_shown"}), bids_shown),
    "marker_moved": (frozenset({"marker_moved", "briefcases"}), markers_moved),
    "demolished": (frozenset({"demolished", "permit_under_deck"}), demolished),
    "redeveloped": (frozenset({"redeveloped", "permit_under_deck", "deed_returned", "tile_returned"}), redeveloped),
    **{kind: (POUCH | {"permit_under_deck"}, opened) for kind in POUCH},
}

"""What has just happened, moment by moment, in the present tense; like things of one turn in one sentence."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tabletown.games.square_mile.drawing.scenery import corner
from tabletown.games.square_mile.drawing.spots import edge_box, tract_box
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACTS
from tabletown.games.square_mile.rules.state import NO_SEAT, State
from tabletown.games.square_mile.telling.naming import building_name, ending_name, money, told_edge, told_tract
from tabletown.rulekit.drawing import at
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import Event
from tabletown.rulekit.staging import Moment, Subject

from .ghosts import hammer
from .subject import opened_bid, section_subject, tract_card, tract_subject


class Told(NamedTuple):
    """An event by its name and numbers."""

    kind: str
    facts: dict[str, int]

    @property
    def tract(self) -> int:
        return self.facts["tract"] % TRACTS

    @property
    def edge(self) -> int:
        return self.facts["edge"] % EDGES


SEALED = {"bid_shown", "bids_tied", "lot_drawn"}
PLANNED = {"railway_laid", "zoned", "zoned_already", "planning_card_drawn", "planning_shuffled", "printed_map_used"}
GIVEN = {"free_tract", "cash_given"}
PASSED = {"dropped_out", "passed_over"}
"""Whoever could not bid more is out like whoever did not want to: what people hold is their own affair."""


def moments(look: Look[State], events: Sequence[Event]) -> Sequence[Moment]:
    told = [each for event in events if (each := Told(*look.told(event))).kind != "left_the_game"]
    is_sealed = any(each.kind == "bid_shown" for each in told)
    found: list[Moment] = []
    for kind, group in groupby(told, key=lambda each: topic(each, is_sealed=is_sealed)):
        same = list(group)
        if kind in TOLD_BY:
            found += TOLD_BY[kind](look, same)
    return found


def topic(each: Told, *, is_sealed: bool) -> str:
    """What belongs together."""
    if is_sealed and (each.kind in SEALED or each.kind == "bought"):
        return "sealed"
    for name, kinds in (("planned", PLANNED), ("given", GIVEN), ("passed", PASSED)):
        if each.kind in kinds:
            return name
    return each.kind


def said(look: Look[State], seat: int, yours: str, theirs: str, **facts: str) -> str:
    """To the one who did it, and to the others."""
    text = look._(yours if seat == look.viewer else theirs)
    return capitalized(text.format(seat=look.person(seat), **facts))


def priced(look: Look[State], each: Told, yours: str, theirs: str) -> str:
    """Of a tract and a sum."""
    facts = each.facts
    return said(
        look, facts["seat"], yours, theirs, amount=money(facts["thousands"]), tract=told_tract(facts["tract"])
    )


def total(group: Iterable[Told]) -> int:
    return sum(each.facts["thousands"] for each in group)


def letters(look: Look[State], group: Iterable[Told]) -> str:
    return listed(look._, (told_tract(each.facts["tract"]) for each in group))


# ---------------------------------------------------------------- sealed bids


def sealed(look: Look[State], group: list[Told]) -> list[Moment]:
    """Tract by tract, the lowest bid first and the winner's last."""
    found: list[Moment] = []
    for _tract, about in groupby(group, key=lambda each: each.facts["tract"]):
        found += opened(look, list(about))
    return found


def opened(look: Look[State], about: list[Told]) -> list[Moment]:
    bids = sorted((each for each in about if each.kind == "bid_shown"), key=lambda each: each.facts["thousands"])
    bought = next((each for each in about if each.kind == "bought"), None)
    winner = bought.facts["seat"] if bought else None
    if winner is not None:
        bids.sort(key=lambda each: (each.facts["seat"] == winner, each.facts["thousands"]))
    lost = [each for each in bids if each.facts["seat"] != winner]
    found = [opened_one(look, bids[: n + 1]) for n in range(len(lost))]
    found += [tied(look, each, bids) for each in about if each.kind in {"bids_tied", "lot_drawn"}]
    if bought:
        found.append(won(look, bought, bids))
    return found


def opened_one(look: Look[State], bids: list[Told]) -> Moment:
    each = bids[-1]
    seat = each.facts["seat"]
    words = priced(look, each, message("You bid {amount} for {tract}."), message("{seat} bids {amount} for {tract}."))
    return Moment(words, seat, envelopes(look, bids, None), "sealed", 0.8, light=tract_box(each.tract))


def tied(look: Look[State], each: Told, bids: list[Told]) -> Moment:
    _ = look._
    tract = told_tract(each.facts["tract"])
    if each.kind == "lot_drawn":
        words = _("The lot for {tract} falls on {seat}.").format(tract=tract, seat=look.person(each.facts["seat"]))
    else:
        seats = listed(_, (look.person(seat) for seat in look.seats if each.facts["seats"] >> seat & 1))
        text = _("Tied for {tract} at {amount}: {seats}.")
        words = text.format(tract=tract, amount=money(each.facts["thousands"]), seats=seats)
    return Moment(words, None, envelopes(look, bids, None), "tied", light=tract_box(each.tract))


def won(look: Look[State], bought: Told, bids: list[Told]) -> Moment:
    seat = bought.facts["seat"]
    yours, theirs = message("You take {tract} for {amount}."), message("{seat} takes {tract} for {amount}.")
    words = priced(look, bought, yours, theirs)
    return Moment(words, seat, envelopes(look, bids, seat), "won", 1.4, light=tract_box(bought.tract))


def envelopes(look: Look[State], bids: list[Told], winner: int | None) -> Subject:
    """The tract as it was, with the bids for it that are open by now."""
    tract = bids[-1].tract
    before = look.at(before_the_first_road(look.view, tract, winner))
    x, y = corner(tract)
    notes = [
        at(
            x + 12 + 68 * (n % 2),
            y + 48 + 46 * (n // 2),
            opened_bid(
                each.facts["seat"],
                look.letters[each.facts["seat"]],
                f"${each.facts['thousands']}k",
                won=winner in (None, each.facts["seat"]),
            ),
        )
        for n, each in enumerate(bids)
    ]
    return tract_subject(before, tract, *notes)


def before_the_first_road(view: State, tract: int, winner: int | None) -> State:
    """Bids are opened before any road is laid; what is looked at may have one already."""
    then: State = view.copy()
    for edge in range(EDGES):
        then.section[edge] = 0
    if winner is None:
        then.owner[tract] = NO_SEAT
    return then


# ---------------------------------------------------------------- planning, the map, the first road


def planned(look: Look[State], group: list[Told]) -> list[Moment]:
    if not any(each.kind == "zoned" for each in group):
        return []
    if look.rules.is_all_zoned(look.view):
        words = look._("The land is zoned.")
    else:
        words = look._("The land is zoned: railway, school, shops and church have their places.")
    return [Moment(words, kind="planned", beats=1.5)]


def given(look: Look[State], group: list[Told]) -> list[Moment]:
    return [
        Moment(
            look._("Everybody gets a tract free, and {amount}.").format(amount=money(look.rules.START_CASH)),
            kind="given",
        )
    ]


def card_laid(look: Look[State], group: list[Told]) -> list[Moment]:
    yours, theirs = message("You lay tract card {card}."), message("{seat} lays tract card {card}.")
    return [about_card(look, each, yours, theirs) for each in group]


def card_taken_back(look: Look[State], group: list[Told]) -> list[Moment]:
    yours, theirs = message("You take tract card {card} back."), message("{seat} takes tract card {card} back.")
    return [about_card(look, each, yours, theirs) for each in group]


def about_card(look: Look[State], each: Told, yours: str, theirs: str) -> Moment:
    seat, card = each.facts["seat"], each.facts["card"]
    words = said(look, seat, yours, theirs, card=LETTERS[card])
    return Moment(words, seat, tract_card(look, card), "card", 0.6, light=tract_box(each.tract))


def map_cleared(look: Look[State], group: list[Told]) -> list[Moment]:
    return [Moment(look._("No card fits any more: the map is cleared and begun again."), kind="cleared")]


def first_section(look: Look[State], group: list[Told]) -> list[Moment]:
    each = group[-1]
    words = look._("The first road begins {edge}.").format(edge=told_edge(look._, each.facts["edge"]))
    return [Moment(words, None, section_subject(look, each.edge), "road", light=edge_box(each.edge))]


def starts(look: Look[State], group: list[Told]) -> list[Moment]:
    seat, card = group[-1].facts["seat"], group[-1].facts["card"]
    yours = message("You have the highest card, {card}, and start.")
    theirs = message("{seat} has the highest card, {card}, and starts.")
    return [Moment(said(look, seat, yours, theirs, card=str(card + 1)), seat, kind="starts")]


# ---------------------------------------------------------------- a turn


def sold(look: Look[State], group: list[Told]) -> list[Moment]:
    yours, theirs = message("You sell {tract} for {amount}."), message("{seat} sells {tract} for {amount}.")
    return [of_tract(look, each, "sold", yours, theirs) for each in group]


def section_laid(look: Look[State], group: list[Told]) -> list[Moment]:
    """All sections that one player lays in one go."""
    seat, count, cost = group[-1].facts["seat"], len(group), total(group)
    place = told_edge(look._, group[-1].facts["edge"])
    if cost == 0:
        yours, theirs = message("You lay {edge} free."), message("{seat} lays {edge} free.")
    elif count == 1:
        yours, theirs = message("You build {edge} for {amount}."), message("{seat} builds {edge} for {amount}.")
    else:
        yours, theirs = message("You build {n} roads for {amount}."), message("{seat} builds {n} roads for {amount}.")
    words = said(look, seat, yours, theirs, edge=place, n=str(count), amount=money(cost))
    light = edge_box(group[-1].edge)
    return [Moment(words, seat, section_subject(look, group[-1].edge), "road", 0.4 + 0.3 * count, light=light)]


def subdivided(look: Look[State], group: list[Told]) -> list[Moment]:
    seat = group[-1].facts["seat"]
    words = said(
        look,
        seat,
        message("You subdivide {tracts} for {amount}."),
        message("{seat} subdivides {tracts} for {amount}."),
        tracts=letters(look, group),
        amount=money(total(group)),
    )
    tract = group[-1].tract
    return [Moment(words, seat, tract_subject(look, tract), "plots", 0.8, light=tract_box(tract))]


def constructed(look: Look[State], group: list[Told]) -> list[Moment]:
    yours = message("You build {building} on {tract} for {amount}.")
    theirs = message("{seat} builds {building} on {tract} for {amount}.")
    return [of_tract(look, each, "built", yours, theirs) for each in group]


def of_tract(look: Look[State], each: Told, kind: str, yours: str, theirs: str, beats: float = 1.0) -> Moment:
    """One thing that somebody does about a tract."""
    seat = each.facts["seat"]
    words = said(
        look,
        seat,
        yours,
        theirs,
        tract=told_tract(each.facts["tract"]),
        amount=money(each.facts.get("thousands", 0)),
        building=building_name(look._, each.facts.get("building", 0)),
    )
    return Moment(words, seat, tract_subject(look, each.tract), kind, beats, light=tract_box(each.tract))


# ---------------------------------------------------------------- shares


def share_asked(look: Look[State], group: list[Told]) -> list[Moment]:
    return [about_share(look, each) for each in group]


def about_share(look: Look[State], each: Told) -> Moment:
    seat, player = each.facts["seat"], each.facts["player"]
    words = said(
        look,
        seat,
        message("You ask {player} for {amount} towards {edge}."),
        message("{seat} asks {player} for {amount} towards {edge}."),
        player=look.person(player),
        amount=money(each.facts["thousands"]),
        edge=told_edge(look._, each.facts["edge"]),
    )
    return Moment(words, seat, section_subject(look, each.edge), "asked", light=edge_box(each.edge))


def share_paid(look: Look[State], group: list[Told]) -> list[Moment]:
    each = group[-1]
    words = said(
        look,
        each.facts["player"],
        message("You pay {builder} a share of {amount}."),
        message("{seat} pays {builder} a share of {amount}."),
        builder=look.person(each.facts["seat"]),
        amount=money(each.facts["thousands"]),
    )
    return [Moment(words, each.facts["player"], kind="paid", beats=0.8)]


def share_declined(look: Look[State], group: list[Told]) -> list[Moment]:
    each = group[-1]
    words = said(
        look,
        each.facts["player"],
        message("You do not share {edge}."),
        message("{seat} does not share {edge}."),
        edge=told_edge(look._, each.facts["edge"]),
    )
    return [Moment(words, each.facts["player"], kind="pass", beats=0.6, light=edge_box(each.edge))]


# ---------------------------------------------------------------- the auction


def put_up(look: Look[State], group: list[Told]) -> list[Moment]:
    yours, theirs = message("You put {tract} up for auction."), message("{seat} puts {tract} up for auction.")
    return [of_tract(look, each, "put_up", yours, theirs, 0.6) for each in group]


def bid_made(look: Look[State], group: list[Told]) -> list[Moment]:
    yours, theirs = message("You bid {amount} for {tract}."), message("{seat} bids {amount} for {tract}.")
    return [with_hammer(look, of_tract(look, each, "bid", yours, theirs, 0.8), each) for each in group]


def bought(look: Look[State], group: list[Told]) -> list[Moment]:
    yours, theirs = message("You buy {tract} for {amount}."), message("{seat} buys {tract} for {amount}.")
    return [with_hammer(look, of_tract(look, each, "bought", yours, theirs), each) for each in group]


def with_hammer(look: Look[State], moment: Moment, each: Told) -> Moment:
    return moment._replace(subject=tract_subject(look, each.tract, hammer(each.tract, each.facts["thousands"])))


def passed(look: Look[State], group: list[Told]) -> list[Moment]:
    """All who are out after the same bid."""
    first = group[0].facts["seat"]
    tract = told_tract(group[0].facts["tract"])
    if len(group) == 1:
        words = said(look, first, message("You pass for {tract}."), message("{seat} passes for {tract}."), tract=tract)
    else:
        names = listed(look._, (look.person(each.facts["seat"]) for each in group))
        words = look._("Passing for {tract}: {names}.").format(names=names, tract=tract)
    return [Moment(words, first, kind="pass", beats=0.3, light=tract_box(group[0].tract))]


def game_ends(look: Look[State], group: list[Told]) -> list[Moment]:
    ending = ending_name(look._, group[-1].facts["ending"])
    return [Moment(look._("The game is over. {ending}").format(ending=ending), kind="over")]


TOLD_BY: dict[str, Callable[[Look[State], list[Told]], list[Moment]]] = {
    "sealed": sealed,
    "planned": planned,
    "given": given,
    "card_laid": card_laid,
    "card_taken_back": card_taken_back,
    "map_cleared": map_cleared,
    "first_section": first_section,
    "starts": starts,
    "sold": sold,
    "section_laid": section_laid,
    "subdivided": subdivided,
    "constructed": constructed,
    "share_asked": share_asked,
    "share_paid": share_paid,
    "share_declined": share_declined,
    "put_up_for_auction": put_up,
    "bid_made": bid_made,
    "bought": bought,
    "passed": passed,
    "game_ends": game_ends,
}
"""What is not named here is seen at a glance: a card that is drawn, a turn that begins."""

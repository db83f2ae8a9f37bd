"""The stage: figures that hold once the choice is played, sentences for everybody, and nothing that is hidden."""

import random
import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.drawing import PICTURE
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import APARTMENTS, CHURCH, HOUSES, SCHOOL, State
from tabletown.games.square_mile.staging import STAGING
from tabletown.games.square_mile.staging.plans import planned
from tabletown.match.custom import veiled
from tabletown.rulekit.language import Say, say
from tabletown.rulekit.look import Look
from tabletown.rulekit.records import Event
from tabletown.rulekit.staging import LEADS, OUT, Meaning
from tests.games.square_mile.table import ANN, BEN, CAT, ROADS, RULES, SUBDIVISIONS, Planning, Seats, Table, tract
from tests.looking import look as looking

NAMES = ("Ann", "Ben", "Cat", "Dan")
ENGLISH, JAPANESE = say("en", GAME), say("ja", GAME)
SPECTATOR = -1


def seen(s: State, viewer: int, _: Say = ENGLISH) -> Look[State]:
    """As a table shows it: what custom hides is not in it."""
    view = veiled(RULES, RULES.concealed(s, viewer), viewer)
    assert isinstance(view, State)
    return looking(_, RULES, view, viewer, NAMES[: s.players])


def means(table: Seats, seat: int, *actions: int) -> Meaning:
    return STAGING.meaning(seen(table.s, seat), actions)


def figures(meaning: Meaning) -> list[tuple[str, str]]:
    return [(way.title, way.figure) for way in meaning.ways]


def around_k() -> Table:
    """K, zoned for the church, belongs to Ann; O south of it to Ben, J west of it to Cat."""
    table = Table(money=1)
    table.zoned("K", CHURCH)
    table.zoned("O", APARTMENTS)
    table.owns(ANN, "K")
    table.owns(BEN, "O")
    table.owns(CAT, "J")
    table.cash(210, 140, 31)
    table.step(ANN, ROADS)
    return table


# ---------------------------------------------------------------- worked examples


def test_a_plan_of_roads_names_its_sum_the_gain_and_who_else_profits() -> None:
    table = around_k()
    edges = ("K-L", "K-O", "J-K")
    plan = [table.action("lay_section", edge=edge) for edge in edges]
    told = means(table, ANN, *plan)
    assert told.does == "Build 3 roads for $35,000"
    mine, others = told.ways
    assert (mine.figure, mine.of) == ("$35,000", "of $210k")
    assert mine.rows == (("K", "+$45,000"),)
    assert others.rows == (("Cat, J", "+$15,000"), ("Ben, O", "+$15,000"))
    assert told.fact == "G–K for $15,000 more would enclose K: +$20,000."


def test_a_single_bridge_says_where_and_for_how_much() -> None:
    table = around_k()
    assert means(table, ANN, table.action("lay_section", edge="K-O")).does == "Build K–O for $15,000"


def test_asking_for_a_share_prices_both_answers() -> None:
    table = around_k()
    laid = table.action("lay_section", edge="K-L")
    asked = [table.action("ask_for", edge="K-O", player=BEN), table.action("ask_share", thousands=7)]
    told = means(table, ANN, laid, *asked)
    assert told.does == "Build 2 roads, at most $18,000"
    assert figures(told) == [("If Ben agrees", "you pay $18,000"), ("If not", "you pay $10,000")]
    assert told.fact == "For Ben the section would add $15,000."


def test_who_cannot_pay_a_section_alone_reads_that_it_is_left_on_a_no() -> None:
    table = around_k()
    table.cash(9, 140, 31)
    asked = [table.action("ask_for", edge="K-O", player=BEN), table.action("ask_share", thousands=7)]
    assert means(table, ANN, *asked).ways[1].words == "K–O is left: you cannot pay it alone."
    table.cash(15, 140, 31)
    assert means(table, ANN, *asked).ways[1].words == "Lay K–O for $15,000, or leave it."


def test_who_is_asked_reads_what_the_share_costs_and_adds() -> None:
    table = around_k()
    table.play(ANN, "ask_for", edge="K-O", player=BEN)
    table.play(ANN, "ask_share", thousands=7)
    told = means(table, BEN, table.action("agree"))
    assert figures(told) == [("You pay", "$7,000"), ("Your land gains", "+$15,000")]
    assert told.fact == "Ann would pay the other $8,000 and gain $15,000."
    assert told.does == "Pay $7,000"
    assert figures(means(table, BEN, table.action("decline")))[0] == ("You keep", "$140,000")


def test_a_bid_says_what_is_left_what_the_tract_brings_and_who_can_top_it() -> None:
    """D, zoned for the school, with two sections: 40,000; two roads, plots and the school cost 85,000 more."""
    table = Table(money=1)
    table.zoned("D", SCHOOL)
    table.roads("C-D", "D north")
    table.cash(239, 220, 54)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="D")
    told = means(table, ANN, table.action("bid", thousands=55))
    left, built = told.ways
    assert (left.figure, left.words) == ("$184,000", "Sold today: −$15,000")
    assert (built.title, built.figure) == ("Houses and school", "+$85,000")
    assert built.words == "$225k for $85k more: 2 sections, plots."
    assert told.fact == "1 can still top you: Ben to $220k."
    assert means(table, ANN, table.action("bid", thousands=220)).fact == "Nobody can top that."


def test_where_money_is_hidden_nobody_reads_who_can_top_a_bid() -> None:
    table = Table()
    table.cash(239, 220, 1)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="D")
    fact = means(table, ANN, table.action("bid", thousands=20)).fact
    assert fact == "Still in, money hidden: Ben, Cat."


def test_selling_a_built_up_tract_gives_nothing_up_and_takes_it_out_of_the_game() -> None:
    table = Table()
    table.zoned("F", HOUSES)
    table.owns(ANN, "F")
    table.built("F", HOUSES)
    told = means(table, ANN, table.action("sell", tract="F"))
    assert told.does == "Sell F for $200,000"
    assert figures(told) == [("You get", "+$200,000"), ("Building it up adds", "nothing")]
    assert "out of the game" in told.fact


def test_a_subdivision_of_the_swamp_costs_the_filling_too() -> None:
    table = Table()
    table.owns(ANN, "J")
    table.enclosed("J")
    table.step(ANN, SUBDIVISIONS)
    told = means(table, ANN, table.action("subdivide", tract="J"))
    assert told.does == "Subdivide J for $30,000"
    assert told.ways[0].rows == (("J", "+$50,000"),)


def test_the_last_tract_says_that_the_game_ends_with_it() -> None:
    table = Table(players=4)
    for seat, letters in enumerate(("ABCD", "EFGH", "IJKL", "MNO")):
        table.owns(seat, letters)
    table.to_buying(ANN)
    assert "the game is over" in means(table, ANN, table.action("put_up", tract="P")).fact


# ---------------------------------------------------------------- what happens now


def test_whoever_bids_and_whoever_watches_read_the_same_auction() -> None:
    table = Table()
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="D")
    table.play(ANN, "bid", thousands=20)
    mine, theirs = STAGING.now(seen(table.s, BEN)), STAGING.now(seen(table.s, SPECTATOR))
    assert mine is not None
    assert theirs is not None
    assert mine == ("Your bid.", "Ann leads for D with $20,000; it is worth $8,000.")
    assert theirs == ("Ben bids for D.", "It stands at $20,000 by Ann; it is worth $8,000.")
    told = {answer.seat: (answer.words, answer.standing) for answer in STAGING.answers(seen(table.s, CAT))}
    assert told[ANN] == ("$20k", LEADS)
    table.play(BEN, "drop_out")
    told = {answer.seat: (answer.words, answer.standing) for answer in STAGING.answers(seen(table.s, CAT))}
    assert told[BEN] == ("out", OUT)


def test_while_bids_are_written_nobody_reads_who_has_bid_for_what() -> None:
    table = Planning(players=3)
    table.bids(ANN, **{table.unowned()[0]: 12})
    assert STAGING.now(seen(table.s, ANN)) == ("Your bids are written.", "All are opened together, with the last one.")
    assert STAGING.now(seen(table.s, BEN)) == ("Your sealed bid.", "Up to 2 tracts, with $100,000 in all.")
    words = {answer.seat: answer.words for answer in STAGING.answers(seen(table.s, BEN))}
    assert words == {ANN: "sealed", BEN: "writes", CAT: "writes"}


# ---------------------------------------------------------------- clicks


def bids_by_click(table: Planning, seat: int) -> list[tuple[int, ...]]:
    view = seen(table.s, seat)
    legal = RULES.legal_actions(view.view, seat)
    return [(target.action, *target.then) for target in PICTURE.targets(view, legal) if target.then]


def test_a_sealed_bid_is_one_click_on_a_sum_and_one_on_the_button() -> None:
    table = Planning(players=4)
    for clicked in bids_by_click(table, ANN):
        tried = table.s.copy()
        for action in clicked:
            assert action in RULES.legal_actions(tried, ANN)
            RULES.apply(tried, ANN, action)
        assert ANN not in RULES.pending_seats(tried)
        told = STAGING.meaning(seen(table.s, ANN), clicked)
        letter, thousands = LETTERS[tried.bid_tract[ANN][0]], tried.bid_sum[ANN][0]
        assert told.does == f"Seal ${thousands},000 for {letter}"
    assert len(bids_by_click(table, ANN)) == 2 * len(table.unowned())


def test_a_piece_can_be_clicked_before_its_step_is_named() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.play(ANN, "stop_selling")
    view = seen(table.s, ANN)
    targets = PICTURE.targets(view, RULES.legal_actions(table.s, ANN))
    assert len(targets) == 5
    assert sorted(target.sign for target in targets) == ["10k", "10k", "10k", "10k", "?"]
    for target in targets:
        tried = table.s.copy()
        for action in (target.action, *target.then):
            assert RULES.why_not(tried, ANN, action) == 0
            RULES.apply(tried, ANN, action)


def test_sums_to_tap_lie_about_the_worth_the_last_bid_and_a_fair_share() -> None:
    planning = Planning(players=4)
    letter = planning.unowned()[0]
    planning.play(ANN, "bid_for", tract=letter)
    worth = RULES.market_value(planning.s, tract(letter))
    assert worth in STAGING.sums(seen(planning.s, ANN), "sealed_sum")
    auction = Table()
    auction.to_buying(ANN)
    auction.play(ANN, "put_up", tract="D")
    auction.play(ANN, "bid", thousands=20)
    assert STAGING.sums(seen(auction.s, BEN), "bid") == [24, 29, 39]
    roads = around_k()
    roads.play(ANN, "ask_for", edge="J-K", player=CAT)
    assert 5 in STAGING.sums(seen(roads.s, ANN), "ask_share")


# ---------------------------------------------------------------- what is told is what happens


@cache
def games() -> tuple[tuple[State, int, int, tuple[Event, ...]], ...]:
    """Positions of random games, a decision in each, and what was told of it."""
    found = []
    for players, seed, options in ((4, 1, {}), (3, 2, {"tract_cards": 1}), (2, 3, {"money": 1, "unzoned_fee": 1})):
        rng = random.Random(seed)
        table = Planning(players, seed, **options)
        while seats := RULES.pending_seats(table.s):
            seat = rng.choice(seats)
            action = rng.choice(RULES.legal_actions(table.s, seat))
            before = table.s.copy()
            table.s.told.clear()
            RULES.apply(table.s, seat, action)
            found.append((before, seat, action, tuple(table.s.told)))
    return tuple(found)


def decoded(action: int) -> tuple[str, dict[str, int]]:
    return GAME.actions.decode(action)


def sides(view: State) -> dict[int, int]:
    return {place: RULES.market_value(view, place) for place in range(TRACTS)}


def test_what_a_choice_costs_and_adds_holds_once_it_is_played() -> None:
    checked = set()
    for before, seat, action, _told in games():
        kind, _args = decoded(action)
        if kind not in {"sell", "lay_section", "subdivide", "construct"}:
            continue
        plan = planned(seen(before, seat), [action])
        after = before.copy()
        RULES.apply(after, seat, action)
        assert after.cash[seat] == plan.left
        assert sides(after) == sides(plan.after)
        checked.add(kind)
    assert {"sell", "lay_section"} <= checked


def test_what_an_answer_to_a_share_costs_holds_once_it_is_played() -> None:
    table = around_k()
    table.play(ANN, "ask_for", edge="K-O", player=BEN)
    table.play(ANN, "ask_share", thousands=7)
    told = means(table, BEN, table.action("agree"))
    before = RULES.land_value(table.s, BEN)
    table.play(BEN, "agree")
    assert table.s.cash[BEN] == 140 - 7
    assert told.ways[0].words == f"Cash then: ${table.s.cash[BEN]},000"
    assert told.ways[1].figure == f"+${RULES.land_value(table.s, BEN) - before},000"


def test_what_is_left_after_a_bid_holds_for_whoever_wins_it() -> None:
    table = Table()
    table.cash(60, 3, 3)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="D")
    told = means(table, ANN, table.action("bid", thousands=21))
    table.play(ANN, "bid", thousands=21)
    assert table.s.owner[tract("D")] == ANN
    assert told.ways[0].figure == f"${table.s.cash[ANN]},000"


# ---------------------------------------------------------------- for everybody, in both languages


def texts(told: object) -> Iterator[str]:
    """Every sentence of what was told; drawings only where they hold lettering."""
    if isinstance(told, str):
        if told.startswith("<"):
            yield from (text for text in re.findall(r">([^<]+)</text>", told))
        else:
            yield told
    elif isinstance(told, (tuple, list)):
        names = getattr(told, "_fields", [""] * len(told))
        for name, each in zip(names, told, strict=True):
            if name not in {"standing", "tone", "kind", "view_box"}:
                yield from texts(each)


def everything(s: State, viewer: int, _: Say, actions: list[int]) -> list[object]:
    view = seen(s, viewer, _)
    told: list[object] = [STAGING.now(view), STAGING.subject(view), list(STAGING.answers(view))]
    return told + [STAGING.meaning(view, [action]) for action in actions]


ENGLISH_WORD = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_choice_is_told_to_its_seat_and_every_moment_to_everybody(language: str) -> None:
    _ = say(language, GAME)
    for n, (before, seat, action, events) in enumerate(games()):
        if n % 3 != (language == "ja"):
            continue
        legal = RULES.legal_actions(before, seat)
        some = [*legal[:3], *legal[-3:], action]
        told = everything(before, seat, _, some)
        told += everything(before, SPECTATOR, _, [])
        after = before.copy()
        RULES.apply(after, seat, action)
        for viewer in (SPECTATOR, ANN):
            told.append(STAGING.moments(seen(after, viewer, _), events))
        for text in texts(told):
            assert "{" not in text
            if language == "ja":
                assert not ENGLISH_WORD.search(text.replace("Ann", "").replace("Ben", "")), text


def test_drawings_are_well_formed_and_carry_no_name_of_a_part_of_the_page() -> None:
    for before, seat, action, _told in games()[::9]:
        told = STAGING.meaning(seen(before, seat), [action])
        drawn = [told.ghost, told.subject.svg if told.subject else ""]
        for svg in drawn:
            root = ET.fromstring(f"<svg>{svg}</svg>")
            assert not [each for each in root.iter() if "id" in each.attrib]


# ---------------------------------------------------------------- secrets


def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same_on_the_stage() -> None:
    compared = 0
    for n, (before, _seat, _action, _told) in enumerate(games()):
        if before.phase not in {RULES.SEALED_BIDS_DUE, RULES.TIED_BIDS_DUE}:
            continue
        for viewer in range(SPECTATOR, before.players):
            other = RULES.redealt(RULES.concealed(before, viewer), viewer, n)
            assert isinstance(other, State)
            actions = RULES.legal_actions(before, viewer)[:3] if viewer in RULES.pending_seats(before) else []
            assert everything(before, viewer, ENGLISH, actions) == everything(other, viewer, ENGLISH, actions)
            compared += 1
    assert compared


def test_nothing_on_the_stage_hangs_on_money_that_custom_hides() -> None:
    for before, seat, _action, _told in games()[::5]:
        if before.money or not RULES.pending_seats(before):
            continue
        richer = before.copy()
        for other in range(before.players):
            if other != seat:
                richer.cash[other] += 7
        actions = RULES.legal_actions(before, seat)[:4]
        assert everything(before, seat, ENGLISH, actions) == everything(richer, seat, ENGLISH, actions)


# ---------------------------------------------------------------- moments


def moments(table: Seats, viewer: int) -> list[str]:
    return [moment.words for moment in STAGING.moments(seen(table.s, viewer), table.s.told)]


def test_sealed_bids_are_opened_tract_by_tract_the_lowest_first_and_the_winner_last() -> None:
    table = Planning(players=3, seed=4)
    first, second = table.unowned()[:2]
    table.s.told.clear()
    table.bids(ANN, **{first: 24, second: 11})
    table.bids(BEN, **{first: 21})
    table.bids(CAT, **{first: 9, second: 16})
    told = moments(table, BEN)
    assert told[:5] == [
        f"Cat bids $9,000 for {first}.",
        f"You bid $21,000 for {first}.",
        f"Ann takes {first} for $24,000.",
        f"Ann bids $11,000 for {second}.",
        f"Cat takes {second} for $16,000.",
    ]
    assert told[5].startswith("The first road begins ")


def test_while_sealed_bids_are_opened_no_road_is_to_be_seen_that_is_laid_later() -> None:
    table = Planning(players=3, seed=4)
    first = table.unowned()[0]
    table.s.told.clear()
    table.bids(ANN, **{first: 24})
    table.bids(BEN)
    table.bids(CAT)
    opened = [each.subject for each in STAGING.moments(seen(table.s, BEN), table.s.told) if each.kind == "won"]
    for edge in range(len(table.s.section)):
        table.s.section[edge] = 1
    later = [each.subject for each in STAGING.moments(seen(table.s, BEN), table.s.told) if each.kind == "won"]
    assert len(opened) == 1
    assert later == opened


def test_several_roads_of_one_move_are_one_moment() -> None:
    table = around_k()
    table.s.told.clear()
    for edge in ("K-L", "K-O", "J-K"):
        table.play(ANN, "lay_section", edge=edge)
    assert moments(table, BEN) == ["Ann builds 3 roads for $35,000."]
    assert moments(table, ANN) == ["You build 3 roads for $35,000."]


def test_whoever_cannot_bid_more_passes_like_anybody_else() -> None:
    table = Table()
    table.cash(50, 9, 8)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="K")
    table.s.told.clear()
    table.play(ANN, "bid", thousands=20)
    assert moments(table, CAT)[:3] == [
        "Ann bids $20,000 for K.",
        "Passing for K: Ben, you.",
        "Ann buys K for $20,000.",
    ]

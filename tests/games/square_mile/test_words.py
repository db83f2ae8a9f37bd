"""Square Mile in sentences."""

import random

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.state import HOUSES, State
from tabletown.games.square_mile.telling import WORDS, words
from tabletown.games.square_mile.telling.refusals import BECAUSE
from tabletown.rulekit.language import Say, say
from tests.games.square_mile.table import ANN, BEN, BUILDINGS, CAT, ROADS, RULES, Planning, Seats, Table
from tests.looking import look, to

NAMES = ["Ann", "Ben", "Cat", "Dan"]
ENGLISH = say("en", GAME)
JAPANESE = say("ja", GAME)


def said(table: Seats, seat: int, kind: str, _: Say = ENGLISH, **args: int | str) -> str:
    return WORDS.action(look(_, RULES, table.s, seat, NAMES), table.action(kind, **args))


def why(table: Seats, seat: int, kind: str, **args: int | str) -> str:
    action = table.action(kind, **args)
    return WORDS.refusal(look(ENGLISH, RULES, table.s, seat, NAMES), action, RULES.why_not(table.s, seat, action))


def test_bids_are_handed_in_only_where_there_are_any() -> None:
    table = Planning(players=3)
    assert said(table, ANN, "no_more_bids") == "Hand in no bid"
    table.play(ANN, "bid_for", tract=table.unowned()[0])
    table.play(ANN, "sealed_sum", thousands=5)
    assert said(table, ANN, "no_more_bids") == "Hand in your bids"


def test_actions_name_places_prices_and_what_follows() -> None:
    table = Table()
    table.owns(ANN, "GC")
    table.owns(BEN, "K")
    table.zoned("C", HOUSES)
    table.subdivided("C")
    assert said(table, ANN, "lay_section", edge="G-H") == "Road G–H for $10,000"
    assert said(table, ANN, "lay_section", edge="G-K") == "Bridge G–K for $15,000"
    assert said(table, ANN, "lay_section", edge="B north") == "Bridge north of B for $15,000"
    assert said(table, ANN, "ask_for", edge="G-K", player=BEN) == "Ask the owner of K for a share of the section G–K"
    assert said(table, ANN, "sell", tract="C") == "Sell C for $125,000"
    assert said(table, ANN, "subdivide", tract="J") == "Fill and subdivide J for $30,000"
    expected = "Build houses on C for $25,000: worth $200,000"
    assert said(table, ANN, "construct", tract="C", building=HOUSES) == expected
    assert said(table, ANN, "sell", JAPANESE, tract="C") == "Cを$125,000で売る"


def test_a_refusal_says_what_why_and_where_instead() -> None:
    table = Table()
    table.owns(ANN, "CF")
    table.owns(BEN, "K")
    table.step(ANN, ROADS)
    assert why(table, ANN, "lay_section", edge="J-K") == (
        "J–K is not beside your land; roads go around your own tracts: C, F."
    )
    table.cash(3, 0, 0)
    assert why(table, ANN, "lay_section", edge="C-D") == (
        "The section C–D costs $10,000; you have $3,000. "
        "Ask an owner beside it for a share, or sell land in your next turn."
    )


def test_who_opens_an_auction_is_not_told_to_drop_out() -> None:
    table = Table()
    table.cash(20, 0, 0)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="K")
    assert why(table, ANN, "bid", thousands=21) == "$21,000 is more than your $20,000; bid less."
    assert why(table, ANN, "put_up", tract="L") == "K is under the hammer; that auction comes first."


def test_every_reason_and_every_event_has_its_sentence() -> None:
    assert set(BECAUSE) == {reason.name for reason in GAME.reasons.all.values()}
    assert {kind.name for kind in GAME.events.kinds} <= set(words.HAPPENED)


def test_events_call_tracts_by_the_letters_of_their_cards() -> None:
    table = Planning(tract_cards=1, seed=2)
    rng = random.Random(2)
    while table.s.phase < RULES.PLAN:
        RULES.apply(table.s, table.s.seat, rng.choice(RULES.legal_actions(table.s, table.s.seat)))
    free = next(event for event in table.s.told if GAME.events.named(event)[0] == "free_tract")
    numbers = GAME.events.named(free)[1]
    letter = "ABCDEFGHIJKLMNOPQRSTUVWX"[table.s.letter[numbers["tract"] % 16]]
    assert WORDS.event(to(ENGLISH, RULES, -1, NAMES), free) == f"{NAMES[numbers['seat']]} got {letter} free."


@pytest.mark.parametrize("language", [ENGLISH, JAPANESE], ids=["en", "ja"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_told_without_a_gap(language: Say, players: int) -> None:
    rng = random.Random(players)
    for seed in range(2):
        table = Planning(players, seed, tract_cards=seed)
        while seats := RULES.pending_seats(table.s):
            seat = rng.choice(seats)
            view = RULES.concealed(table.s, seat)
            assert isinstance(view, State)
            texts = [said(look(language, RULES, view, seat, NAMES)) for said in (WORDS.question, WORDS.position)]
            legal = RULES.legal_actions(view, seat)
            texts += [WORDS.action(look(language, RULES, view, seat, NAMES), action) for action in legal[:40]]
            RULES.apply(table.s, seat, rng.choice(legal))
            texts += [WORDS.event(to(language, RULES, seat, NAMES), event) for event in table.s.told]
            table.s.told.clear()
            assert all(text and "{" not in text for text in texts)


def test_the_position_as_text_shows_the_map_and_hides_cash_of_others() -> None:
    table = Table()
    table.owns(ANN, "C")
    table.roads("C-G", "G-K")
    table.cash(77, 55, 66)
    text = WORDS.position(look(ENGLISH, RULES, table.s, ANN, NAMES[:3]))
    assert "C: unzoned, 1 side with a road, worth $23,000; Ann (you)" in text
    assert "Ann (you): cash $77,000, tracts C, land $23,000" in text
    assert "Ben: cash hidden" in text
    assert "$55,000" not in text
    assert text.count("======") == 1
    assert text.count("≈≈≈≈≈≈") == 1


def test_sealed_bids_are_written_for_their_owner_only() -> None:
    table = Planning(players=2)
    first = table.unowned()[0]
    table.play(ANN, "bid_for", tract=first)
    table.play(ANN, "sealed_sum", thousands=37)
    for viewer, seen in ((ANN, True), (BEN, False), (-1, False)):
        view = RULES.concealed(table.s, viewer)
        assert isinstance(view, State)
        assert ("$37,000" in WORDS.position(look(ENGLISH, RULES, view, viewer, NAMES[:2]))) is seen


def test_the_fee_is_part_of_the_price_that_is_said() -> None:
    table = Table(unzoned_fee=1)
    table.owns(ANN, "A")
    table.subdivided("A")
    table.step(ANN, BUILDINGS)
    assert "for $27,000" in said(table, ANN, "construct", tract="A", building=HOUSES)


def test_the_log_does_not_tell_the_others_who_had_no_money_left() -> None:
    table = Table()
    table.cash(50, 9, 60)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract="K")
    table.play(ANN, "bid", thousands=20)
    passed = next(event for event in table.s.told if GAME.events.named(event)[0] == "passed_over")
    for viewer in (ANN, CAT, -1):
        assert WORDS.event(to(ENGLISH, RULES, viewer, NAMES), passed) == "Ben dropped out for K."
    assert WORDS.event(to(ENGLISH, RULES, BEN, NAMES), passed) == "You could not bid more for K."

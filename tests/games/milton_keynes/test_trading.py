"""MK-T, MK-O2: offers, answers, counter-offers, withdrawal, and what the table sees of it."""

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.match import Game
from tabletown.match.starting import from_state
from tests.games.milton_keynes.table import ANN, BEN, CAT, DUMP, LOBBY, RULES, Table, plot, seen

HIDDEN = -128


def market(offers: int = 4) -> Table:
    table = Table(3, offers=offers)
    table.holds(ANN, "A1 A2", permits=[LOBBY], cash=10)
    table.holds(BEN, "B1 B2", permits=[DUMP], cash=10)
    table.holds(CAT, "D4", cash=10)
    table.to_trading()
    return table


def compose(table: Table, seat: int, give: list[tuple[str, object]], ask: list[tuple[str, object]]) -> None:
    for part in give:
        add(table, seat, part)
    table.play(seat, "ask")
    for part in ask:
        add(table, seat, part)
    table.play(seat, "send")


def add(table: Table, seat: int, part: tuple[str, object]) -> None:
    name = {"deed": "plot", "permit": "kind", "cash": "amount"}[part[0]]
    table.play(seat, f"add_{part[0]}", **{name: part[1]})


def swap(table: Table, seat: int = ANN, partner: int = BEN, give: str = "A1", ask: str = "B1") -> None:
    table.play(seat, "offer_to", partner=partner)
    compose(table, seat, [("deed", give)], [("deed", ask)])


@pytest.mark.rule("MK-T1", "MK-T6")
def test_deeds_permits_and_cash_change_hands_at_once() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    compose(table, ANN, [("deed", "A1"), ("permit", LOBBY), ("cash", 4)], [("deed", "B1"), ("permit", DUMP)])
    assert table.pending == (BEN,)
    table.play(BEN, "accept", sender=ANN)
    assert table.hand(ANN) == {plot("A2"), plot("B1")}
    assert table.hand(BEN) == {plot("B2"), plot("A1")}
    assert (table.s.cash[ANN], table.s.cash[BEN]) == (6, 14)
    assert RULES.permits_of_kind(table.s, ANN, DUMP) == RULES.permits_of_kind(table.s, BEN, LOBBY) == 1


@pytest.mark.rule("MK-T2", "MK-P1")
def test_there_is_a_window_before_the_bids_with_the_permits_open_and_one_after() -> None:
    table = market()
    assert (table.s.phase, table.s.window) == (RULES.TRADE, 1)
    assert all(table.s.shared[permit] != -1 for permit in range(3))
    for seat in (ANN, BEN, CAT):
        table.play(seat, "done")
    assert table.s.phase == RULES.BID
    for seat, amount in ((ANN, 1), (BEN, 2), (CAT, 3)):
        table.play(seat, "bid", amount=amount)
        table.play(seat, "bid", amount=0)
    table.all_play("decline")
    assert (table.s.phase, table.s.window) == (RULES.TRADE, 2)
    for seat in (ANN, BEN, CAT):
        table.play(seat, "done")
    assert table.s.phase == RULES.FILL_POUCHES


@pytest.mark.rule("MK-T3", "MK-O2")
@pytest.mark.parametrize("allowed", [1, 2, 4, 8])
def test_offers_are_limited_a_player_and_window(allowed: int) -> None:
    table = market(offers=allowed)
    for _ in range(allowed):
        swap(table)
        table.play(BEN, "refuse", sender=ANN)
        table.play(BEN, "done")
        table.play(CAT, "done")
    assert table.refusal(ANN, "offer_to", partner=BEN) == "no_offers_left"


@pytest.mark.rule("MK-O2")
def test_without_offers_there_is_no_trading() -> None:
    assert market(offers=0).s.phase == RULES.BID


@pytest.mark.rule("MK-T4")
def test_one_can_give_what_one_holds_and_ask_for_what_the_other_may_hold() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    assert table.refusal(ANN, "add_deed", plot="B1") == "not_held"
    assert table.refusal(ANN, "add_permit", kind=DUMP) == "not_held"
    assert table.refusal(ANN, "add_cash", amount=11) == "too_little_cash"
    assert table.refusal(ANN, "done") == "compose_first"
    table.play(ANN, "add_cash", amount=10)
    assert table.refusal(ANN, "add_cash", amount=1) == "cash_already"
    table.play(ANN, "ask")
    assert table.refusal(ANN, "add_cash", amount=1) == "cash_already"
    assert table.refusal(ANN, "add_deed", plot="D4") == "not_held_by_partner"
    assert table.refusal(ANN, "add_permit", kind=LOBBY) == "not_held_by_partner"
    assert table.refusal(ANN, "add_deed", plot="B1") == ""


@pytest.mark.rule("MK-T4")
def test_a_deed_of_unknown_place_can_be_asked_for() -> None:
    table = Table(3)
    hidden = table.s.deed_deck[table.s.deeds_left - 1]
    RULES.draw_deed(table.s)
    table.s.place[hidden] = CAT
    table.s.deeds_held[CAT] += 1
    RULES.hide_deal(table.s, hidden, hidden + 1)
    table.holds(ANN, cash=5)
    table.holds(BEN, "A1" if hidden != plot("A1") else "A2")
    table.to_trading()
    table.play(ANN, "offer_to", partner=BEN)
    table.play(ANN, "add_cash", amount=5)
    table.play(ANN, "ask")
    table.play(ANN, "add_deed", plot=hidden)
    table.play(ANN, "send")
    assert table.refusal(BEN, "accept", sender=ANN) == "not_what_is_asked"


@pytest.mark.rule("MK-T5")
def test_both_sides_give_something() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    assert table.refusal(ANN, "ask") == "give_something"
    table.play(ANN, "add_deed", plot="A1")
    table.play(ANN, "ask")
    assert table.refusal(ANN, "send") == "nothing_to_ask"


@pytest.mark.rule("MK-T6")
def test_an_offer_can_be_left_lying_and_answered_on_ones_turn_to_speak() -> None:
    table = market()
    swap(table)
    assert table.refusal(BEN, "done") == "answer_first"
    table.play(BEN, "let_lie")
    assert table.pending == (BEN,)
    table.play(BEN, "accept", sender=ANN)
    assert plot("A1") in table.hand(BEN)


@pytest.mark.rule("MK-T6")
def test_only_who_holds_all_that_is_asked_can_accept() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    compose(table, ANN, [("deed", "A1")], [("cash", 10)])
    table.s.cash[BEN] -= 1
    table.s.bank += 1
    assert table.refusal(BEN, "accept", sender=ANN) == "not_what_is_asked"


@pytest.mark.rule("MK-T7", "MK-T3")
def test_a_counter_offer_declines_the_first_and_counts_as_ones_own() -> None:
    table = market()
    swap(table)
    table.play(BEN, "counter", sender=ANN)
    compose(table, BEN, [("deed", "B2")], [("deed", "A1"), ("cash", 3)])
    assert table.s.offer_to[ANN] == -1
    assert table.pending == (ANN,)
    assert [*table.s.offers_sent][:2] == [1, 1]
    table.play(ANN, "accept", sender=BEN)
    assert table.hand(ANN) == {plot("A2"), plot("B2")}
    assert table.s.cash[BEN] == 13


@pytest.mark.rule("MK-T8")
def test_an_open_offer_can_be_withdrawn_but_not_had_back() -> None:
    table = market()
    assert table.refusal(ANN, "withdraw") == "no_open_offer"
    swap(table)
    table.play(BEN, "let_lie")
    table.play(BEN, "done")
    table.play(CAT, "done")
    assert table.refusal(ANN, "offer_to", partner=CAT) == "offer_open"
    table.play(ANN, "withdraw")
    assert table.s.offers_sent[ANN] == 1
    assert table.refusal(BEN, "accept", sender=ANN) == "no_offer_from_there"


@pytest.mark.rule("MK-T8")
def test_an_offer_lapses_when_its_sender_has_parted_with_what_it_promises() -> None:
    table = market()
    swap(table)
    table.play(BEN, "let_lie")
    table.play(BEN, "done")
    swap(table, CAT, ANN, give="D4", ask="A1")
    table.play(ANN, "accept", sender=CAT)
    assert table.s.offer_to[ANN] == -1
    assert table.told("offer_lapsed") == [{"seat": ANN, "partner": BEN}]


@pytest.mark.rule("MK-T8")
def test_open_offers_lapse_when_the_window_closes() -> None:
    table = market()
    swap(table)
    table.play(BEN, "let_lie")
    for seat in (BEN, CAT, ANN):
        table.play(seat, "done")
    assert table.s.phase == RULES.BID
    assert table.s.offer_to[ANN] == -1


@pytest.mark.rule("MK-T9")
def test_done_can_be_taken_back_until_all_are_done() -> None:
    table = market()
    table.play(ANN, "done")
    table.play(BEN, "done")
    swap(table, CAT, BEN, give="D4", ask="B1")
    table.play(BEN, "refuse", sender=CAT)
    assert table.pending == (ANN,)
    swap(table, ANN, BEN)
    table.play(BEN, "refuse", sender=ANN)
    for seat in (BEN, CAT, ANN):
        assert table.s.phase == RULES.TRADE
        table.play(seat, "done")
    assert table.s.phase == RULES.BID


@pytest.mark.rule("MK-T10")
def test_the_content_of_an_offer_is_for_the_two() -> None:
    table = market()
    swap(table)
    assert seen(table.s, BEN).offer_deed[ANN][plot("A1")] == 1
    for viewer in (CAT, -1):
        view = seen(table.s, viewer)
        assert view.offer_to[ANN] == BEN
        assert set(view.offer_deed[ANN]) == {HIDDEN}
    table.play(BEN, "let_lie")
    assert set(seen(table.s, CAT).offer_deed[ANN]) == {HIDDEN}


@pytest.mark.rule("MK-T10", "MK-S6")
def test_of_a_trade_the_others_see_how_much_and_no_longer_know_which() -> None:
    table = market()
    swap(table)
    table.play(BEN, "accept", sender=ANN)
    assert table.told("trade_given") == [
        {"seat": ANN, "partner": BEN, "deeds": 1, "permits": 0},
        {"seat": BEN, "partner": ANN, "deeds": 1, "permits": 0},
    ]
    events = [event for event in table.s.told if table.rules.declaration.events.seen_by(event, CAT)]
    assert not any(table.rules.declaration.events.named(event)[0] == "deed_handed" for event in events)
    for viewer, known in ((ANN, True), (BEN, True), (CAT, False), (-1, False)):
        view = seen(table.s, viewer)
        assert (view.place[plot("A1")] == BEN) == known
        assert (view.place[plot("A2")] == ANN) == known
    worlds = [RULES.redealt(seen(table.s, CAT), CAT, seed).to_dict() for seed in range(40)]
    assert {world["place"][plot("A1")] for world in worlds} == {ANN, BEN}


@pytest.mark.rule("MK-T10")
def test_nobody_sees_whether_the_speaker_is_writing_an_offer() -> None:
    table = market()
    before = seen(table.s, CAT)
    table.play(ANN, "offer_to", partner=BEN)
    table.play(ANN, "add_deed", plot="A1")
    assert seen(table.s, CAT) == before


@pytest.mark.rule("MK-T7")
def test_the_first_offer_lies_open_until_the_counter_offer_is_sent() -> None:
    table = market()
    swap(table)
    before = seen(table.s, ANN), seen(table.s, CAT)
    table.play(BEN, "counter", sender=ANN)
    table.play(BEN, "add_deed", plot="B2")
    assert table.s.offer_to[ANN] == BEN
    assert (seen(table.s, ANN), seen(table.s, CAT)) == before
    table.play(BEN, "ask")
    table.play(BEN, "add_deed", plot="A1")
    table.play(BEN, "send")
    assert (table.s.offer_to[ANN], table.s.offer_to[BEN]) == (-1, ANN)
    told = [GAME.events.named(event)[0] for event in table.s.told]
    assert told == ["offer_refused", "offer_made"]


@pytest.mark.rule("MK-T7")
def test_an_offer_that_was_left_lying_can_be_countered_and_lies_open_until_then() -> None:
    table = market()
    swap(table)
    table.play(BEN, "let_lie")
    table.play(BEN, "counter", sender=ANN)
    assert table.s.offer_to[ANN] == BEN
    compose(table, BEN, [("deed", "B2")], [("deed", "A1")])
    assert (table.s.offer_to[ANN], table.pending) == (-1, (ANN,))


@pytest.mark.rule("MK-T7")
def test_a_counter_offer_that_is_begun_can_be_given_up_and_the_first_offer_accepted() -> None:
    table = market()
    swap(table)
    match = from_state(Game(GAME), table.s.to_dict(), seed=5)
    for part in (("counter", {"sender": ANN}), ("add_deed", {"plot": plot("B2")}), ("ask", {})):
        match.hand_in(BEN, GAME.actions.encode(*part))
    match.withdraw(BEN)
    match.hand_in(BEN, GAME.actions.encode("accept", {"sender": ANN}))
    assert match.view(BEN).to_dict()["place"][plot("A1")] == BEN


@pytest.mark.rule("MK-T7")
def test_a_counter_offer_that_is_played_part_by_part_is_given_up_by_taking_its_parts_back() -> None:
    """As in the terminal, where every part is a move of its own."""
    table = market()
    swap(table)
    match = from_state(Game(GAME), table.s.to_dict(), seed=5)
    match.play(BEN, GAME.actions.encode("counter", {"sender": ANN}))
    match.play(BEN, GAME.actions.encode("add_deed", {"plot": plot("B2")}))
    assert match.can_undo(BEN) is None
    match.undo(BEN)
    match.undo(BEN)
    match.play(BEN, GAME.actions.encode("accept", {"sender": ANN}))
    assert match.view(BEN).to_dict()["place"][plot("A1")] == BEN


@pytest.mark.rule("MK-T7", "MK-T10")
def test_worlds_in_which_somebody_is_answering_by_an_offer_of_their_own_are_dealt() -> None:
    table = market()
    swap(table)
    table.play(BEN, "counter", sender=ANN)
    worlds = [RULES.redealt(seen(table.s, CAT), CAT, seed) for seed in range(40)]
    assert {world.to_dict()["countering"] for world in worlds} == {-1, ANN}
    assert all(RULES.concealed(world, CAT) == seen(table.s, CAT) for world in worlds)


@pytest.mark.rule("MK-T4")
def test_any_sum_can_be_asked_for_whatever_the_other_has() -> None:
    for cash in (0, 3, 150):
        table = Table(3)
        table.holds(ANN, "A1")
        table.holds(BEN, cash=cash)
        table.to_trading()
        table.play(ANN, "offer_to", partner=BEN)
        table.play(ANN, "add_deed", plot="A1")
        table.play(ANN, "ask")
        sums = [GAME.actions.decode(action)[1] for action in RULES.legal_actions(table.s, ANN)]
        assert sums == [{"amount": amount} for amount in range(1, 191)]
        table.play(ANN, "add_cash", amount=151)
        table.play(ANN, "send")
        assert table.refusal(BEN, "accept", sender=ANN) == "not_what_is_asked"
        table.play(BEN, "refuse", sender=ANN)


@pytest.mark.rule("MK-T5")
def test_two_players_without_cards_have_nothing_to_exchange() -> None:
    table = Table(3)
    table.holds(ANN, cash=5)
    table.holds(BEN, cash=5)
    table.holds(CAT, "D4")
    table.to_trading()
    assert table.refusal(ANN, "offer_to", partner=BEN) == "nothing_to_ask"
    assert table.refusal(ANN, "offer_to", partner=CAT) == ""

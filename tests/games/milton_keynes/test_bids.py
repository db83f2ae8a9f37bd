"""MK-P: shared permits, two fists, ties, agreements."""

import pytest

from tabletown.games.milton_keynes import GAME
from tests.games.milton_keynes.table import ANN, BEN, CAT, COMMONS, DUMP, EXTENSION, LOBBY, RULES, Table, seen


def bidding(*cash: int, kinds: tuple[int, ...] = (COMMONS, DUMP, EXTENSION)) -> Table:
    """COMMONS between ANN and BEN, DUMP between BEN and CAT, EXTENSION between CAT and ANN."""
    table = Table(len(kinds))
    for seat, amount in enumerate(cash or (20, 20, 20)):
        table.holds(seat, cash=amount)
    table.to_bids(*kinds)
    return table


def bid(table: Table, *fists: tuple[int, int]) -> None:
    for seat, (left, right) in enumerate(fists):
        table.play(seat, "bid", amount=left)
        table.play(seat, "bid", amount=right)


@pytest.mark.rule("MK-P1")
def test_a_permit_lies_between_each_pair_of_neighbours() -> None:
    table = bidding()
    assert [RULES.kind_of(table.s.shared[permit]) for permit in range(3)] == [COMMONS, DUMP, EXTENSION]


@pytest.mark.rule("MK-P1")
def test_two_players_share_two_permits() -> None:
    table = bidding(20, 20, kinds=(COMMONS, DUMP))
    bid(table, (3, 1), (2, 2))
    table.all_play("decline")
    assert RULES.permits_of_kind(table.s, ANN, COMMONS) == 1
    assert RULES.permits_of_kind(table.s, BEN, DUMP) == 1
    assert [*table.s.cash][:2] == [20 - 3 + 2, 20 + 3 - 2]


@pytest.mark.rule("MK-P1")
def test_a_short_deck_is_laid_as_far_as_it_reaches_from_a_drawn_seat() -> None:
    seen = set()
    for seed in range(12):
        table = Table(3, seed, offers=0)
        while table.s.permits_left > 2:
            RULES.take_permit_openly(table.s, CAT, RULES.draw_permit(table.s))
        table.to_trading()
        empty = [permit for permit in range(3) if table.s.shared[permit] == -1]
        assert len(empty) == 1
        seen.add(empty[0])
    assert len(seen) > 1


@pytest.mark.rule("MK-P2")
def test_both_bids_together_are_at_most_ones_cash_and_sealed() -> None:
    table = bidding()
    table.play(ANN, "bid", amount=15)
    assert table.refusal(ANN, "bid", amount=6) == "too_little_cash"
    table.play(ANN, "bid", amount=5)
    assert table.pending == (BEN, CAT)
    assert seen(table.s, BEN).sealed[ANN][0] == -(1 << 15)
    assert seen(table.s, ANN).sealed[ANN][0] == 15


@pytest.mark.rule("MK-P3")
def test_the_higher_bidder_pays_the_lower_who_keeps_their_own() -> None:
    table = bidding()
    bid(table, (4, 6), (0, 1), (3, 2))
    table.all_play("decline")
    assert RULES.permits_of_kind(table.s, ANN, COMMONS) == 1
    assert RULES.permits_of_kind(table.s, ANN, EXTENSION) == 1
    assert RULES.permits_of_kind(table.s, CAT, DUMP) == 1
    assert [*table.s.cash][:3] == [20 - 4 - 6, 20 + 4 + 2, 20 - 2 + 6]


@pytest.mark.rule("MK-P4")
def test_lobby_changes_one_fist_after_the_showing() -> None:
    table = bidding()
    table.holds(BEN, permits=[LOBBY])
    bid(table, (4, 0), (5, 3), (3, 1))
    assert table.s.phase == RULES.LOBBY_FOR_PERMITS
    assert table.refusal(BEN, "lobby", fist=1, amount=16) == "too_little_cash"
    table.play(BEN, "lobby", fist=1, amount=15)
    table.all_play("decline")
    assert [table.s.fist[BEN][fist] for fist in range(2)] == [5, 15]
    table.all_play("decline")
    assert RULES.permits_of_kind(table.s, BEN, COMMONS) == 1


@pytest.mark.rule("MK-P4", "MK-P5")
def test_after_a_second_bid_there_is_no_lobby() -> None:
    table = bidding()
    table.holds(ANN, permits=[LOBBY])
    bid(table, (4, 1), (0, 4), (3, 1))
    table.all_play("decline")
    assert table.s.phase == RULES.BID_AGAIN
    table.play(ANN, "bid", amount=5)
    table.play(BEN, "bid", amount=4)
    assert table.s.phase == RULES.FILL_POUCHES
    assert RULES.permits_of_kind(table.s, ANN, COMMONS) == 1


@pytest.mark.rule("MK-P5")
def test_a_tie_is_bid_again_not_below_the_first_bid_and_again_if_it_ties_higher() -> None:
    table = bidding()
    bid(table, (4, 1), (0, 4), (3, 1))
    table.all_play("decline")
    assert table.pending == (ANN, BEN)
    assert table.refusal(ANN, "bid", amount=3) == "below_tied_bid"
    table.play(ANN, "bid", amount=6)
    table.play(BEN, "bid", amount=6)
    assert table.s.phase == RULES.BID_AGAIN
    table.play(ANN, "bid", amount=6)
    table.play(BEN, "bid", amount=7)
    assert RULES.permits_of_kind(table.s, BEN, COMMONS) == 1
    assert table.s.cash[ANN] == 20 + 7 + 3


@pytest.mark.rule("MK-P5")
def test_nothing_against_nothing_is_a_tie_too() -> None:
    table = bidding()
    bid(table, (0, 1), (0, 0), (3, 1))
    table.all_play("decline")
    assert table.s.phase == RULES.BID_AGAIN
    table.play(ANN, "bid", amount=1)
    table.play(BEN, "bid", amount=0)
    assert RULES.permits_of_kind(table.s, ANN, COMMONS) == 1


@pytest.mark.rule("MK-P6")
def test_for_a_second_bid_the_cash_of_the_other_fist_is_not_free() -> None:
    table = bidding()
    bid(table, (4, 10), (0, 4), (3, 2))
    table.all_play("decline")
    assert table.refusal(ANN, "bid", amount=10) == ""
    assert table.refusal(ANN, "bid", amount=11) == "too_little_cash"


def talking() -> Table:
    table = bidding()
    bid(table, (4, 10), (0, 4), (3, 2))
    table.all_play("decline")
    table.play(ANN, "bid", amount=4)
    table.play(BEN, "bid", amount=4)
    return table


@pytest.mark.rule("MK-P7")
def test_without_a_raise_each_may_once_propose_a_price_either_way() -> None:
    table = talking()
    assert (table.s.phase, table.pending) == (RULES.PROPOSE, (ANN,))
    assert table.refusal(ANN, "propose_to_take", price=11) == "too_little_cash"
    table.play(ANN, "propose_to_take", price=2)
    table.play(BEN, "disagree")
    assert table.pending == (BEN,)
    table.play(BEN, "propose_to_leave", price=3)
    table.play(ANN, "agree")
    assert RULES.permits_of_kind(table.s, ANN, COMMONS) == 1
    assert [*table.s.cash][:2] == [20 - 10 - 3, 20 + 2 + 3]


@pytest.mark.rule("MK-P8")
def test_without_an_agreement_the_permit_goes_under_the_deck() -> None:
    table = talking()
    table.play(ANN, "no_proposal")
    table.play(BEN, "propose_to_take", price=0)
    table.play(ANN, "disagree")
    assert table.bottom(1) == [COMMONS]
    assert table.s.permits_held[BEN] == 0


@pytest.mark.rule("MK-P7")
def test_any_price_can_be_proposed_to_the_other_who_agrees_only_to_what_they_can_pay() -> None:
    table = talking()
    table.play(ANN, "no_proposal")
    prices = [args["price"] for kind, args in legal(table, BEN) if kind == "propose_to_leave"]
    assert prices == list(range(191))
    table.play(BEN, "propose_to_leave", price=11)
    assert (table.refusal(ANN, "agree"), table.clause(ANN, "agree")) == ("too_little_cash", "MK-P7")
    table.play(ANN, "disagree")


def legal(table: Table, seat: int) -> list[tuple[str, dict[str, int]]]:
    return [GAME.actions.decode(action) for action in RULES.legal_actions(table.s, seat)]


@pytest.mark.rule("MK-P2", "MK-P4", "MK-P6")
def test_money_that_is_not_there_is_refused_by_the_clause_of_what_it_is_for() -> None:
    table = bidding()
    table.holds(ANN, permits=[LOBBY])
    assert table.clause(ANN, "bid", amount=21) == "MK-P2"
    bid(table, (4, 10), (0, 4), (3, 2))
    assert table.clause(ANN, "lobby", fist=0, amount=11) == "MK-P4"
    table.all_play("decline")
    assert table.clause(ANN, "bid", amount=11) == "MK-P6"
    table.play(ANN, "bid", amount=4)
    table.play(BEN, "bid", amount=4)
    assert table.clause(ANN, "propose_to_take", price=11) == "MK-P7"

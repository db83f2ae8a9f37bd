"""The turn and stowing money."""

import pytest

from tabletown.games.the_estates import GAME
from tests.games.the_estates.table import ANN, BEN, CAT, LOWER, MIDDLE, RULES, UPPER, Table, cubes


@pytest.mark.rule("TE-T1")
def test_a_turn_is_stowing_then_choosing_then_bidding_then_placing() -> None:
    table = Table(players=2)
    assert table.kinds(ANN) == {"skip_stowing", "stow_check"}
    table.play(ANN, "skip_stowing")
    assert table.kinds(ANN) == {"choose_cube", "choose_permit", "choose_mayor", "choose_cancel"}
    table.play(ANN, "choose_mayor")
    assert table.kinds(BEN) == {"pass", "bid"}
    table.play(BEN, "bid", amount=3)
    assert table.kinds(ANN) == {"sell", "keep"}
    table.play(ANN, "keep")
    assert table.kinds(ANN) == {"place_mayor", "discard"}


@pytest.mark.rule("TE-T1")
def test_the_turn_passes_clockwise_whoever_got_the_piece() -> None:
    table = Table(players=3)
    auctioneers = []
    for piece in ("A6", "mayor", "cancel", "permit 1"):
        auctioneer = table.decides()
        auctioneers.append(auctioneer)
        table.skip_stowing(auctioneer)
        table.choose(auctioneer, piece)
        table.play(table.decides(), "bid", amount=1)
        table.all_pass()
        table.play(auctioneer, "sell")
        buyer = table.decides()
        assert buyer == (auctioneer + 1) % 3
        if piece == "A6":
            table.play(buyer, "place_cube", row=UPPER, lot=1)
        else:
            table.play(buyer, "discard")
    assert auctioneers == [ANN, BEN, CAT, ANN]


@pytest.mark.rule("TE-T1")
def test_a_turn_cannot_be_skipped() -> None:
    table = Table()
    table.play(ANN, "skip_stowing")
    assert table.refusal(ANN, "pass") == "not_the_time"
    assert table.refusal(ANN, "discard") == "not_the_time"


@pytest.mark.rule("TE-T1")
def test_nobody_decides_out_of_turn() -> None:
    table = Table()
    assert table.refusal(BEN, "skip_stowing") == "not_your_decision"
    table.play(ANN, "skip_stowing")
    table.play(ANN, "choose_mayor")
    assert table.refusal(CAT, "bid", amount=1) == "not_your_decision"
    assert table.refusal(ANN, "place_mayor", row=UPPER) == "not_your_decision"


@pytest.mark.rule("TE-T1")
@pytest.mark.parametrize("seed", range(20))
def test_every_turn_uses_up_a_piece_so_that_a_game_has_at_most_41_auctions(seed: int) -> None:
    table = Table(players=2 + seed % 4, seed=seed)
    x = RULES.stirred(seed)
    put_up = 0
    while not table.over:
        seat = table.decides()
        x = RULES.stepped(x)
        action = RULES.pick(RULES.runs(table.s, seat), x)
        put_up += GAME.actions.decode(action)[0].startswith("choose")
        RULES.apply(table.s, seat, action)
        table.audited()
    assert table.s.turn == put_up <= 41


@pytest.mark.rule("TE-T2")
def test_one_check_may_be_stowed_at_the_start_of_a_turn_and_only_one() -> None:
    table = Table()
    table.play(ANN, "stow_check")
    assert (table.s.cash[ANN], table.s.stowed[ANN]) == (11, 1)
    assert table.refusal(ANN, "stow_check") == "stow_only_first"


@pytest.mark.rule("TE-T2")
def test_stowing_is_a_free_choice_that_is_gone_once_declined() -> None:
    table = Table()
    table.play(ANN, "skip_stowing")
    assert (table.s.cash[ANN], table.s.stowed[ANN]) == (12, 0)
    assert table.refusal(ANN, "stow_check") == "stow_only_first"


@pytest.mark.rule("TE-T2", "TE-P5")
def test_having_seen_the_roof_it_is_too_late_to_stow() -> None:
    table = Table(players=2)
    table.tower(UPPER, "A6")
    table.play(ANN, "skip_stowing")
    table.choose(ANN, "roof 1")
    assert table.refusal(ANN, "stow_check") == "not_your_decision"
    table.all_pass()
    assert table.refusal(ANN, "stow_check") == "not_the_time"


@pytest.mark.rule("TE-T2")
def test_whoever_has_no_money_in_hand_is_not_asked_to_stow() -> None:
    table = Table(players=2)
    table.money(0, 20, boxes=(4, 0))
    table.turn_of(ANN)
    assert "choose_mayor" in table.kinds(ANN)
    assert table.refusal(ANN, "stow_check") == "nothing_to_stow"


@pytest.mark.rule("TE-T2")
def test_only_the_player_whose_turn_it_is_stows() -> None:
    table = Table(players=2)
    table.play(ANN, "skip_stowing")
    table.play(ANN, "choose_mayor")
    assert table.refusal(BEN, "stow_check") == "not_the_time"


@pytest.mark.rule("TE-T3", "TE-A3")
def test_stowed_checks_can_neither_be_bid_nor_paid() -> None:
    table = Table(players=2)
    table.money(2, 3, boxes=(10, 9))
    table.turn_of(ANN)
    table.play(ANN, "skip_stowing")
    table.play(ANN, "choose_mayor")
    assert table.refusal(BEN, "bid", amount=4) == "bid_beyond_cash"
    table.play(BEN, "bid", amount=3)
    assert table.refusal(ANN, "keep") == "cannot_pay_to_keep"


@pytest.mark.rule("TE-T3")
def test_stowed_checks_stay_in_the_box_for_the_whole_round() -> None:
    table = Table(players=2)
    table.play(ANN, "stow_check")
    table.choose(ANN, "mayor")
    table.all_pass()
    table.play(ANN, "discard")
    table.play(BEN, "stow_check")
    table.choose(BEN, "cancel")
    table.all_pass()
    table.play(BEN, "discard")
    table.play(ANN, "stow_check")
    assert (table.hands(), table.boxes()) == ([10, 11], [2, 1])


@pytest.mark.rule("TE-T4")
def test_everybody_may_look_at_every_floor_and_only_the_dice_are_hidden() -> None:
    table = Table()
    table.tower(MIDDLE, "A6 B4 S1", roof=3)
    table.tower(LOWER, "F5")
    for viewer in (-1, ANN, BEN, CAT):
        view = RULES.concealed(table.s, viewer)
        hidden = [name for name in table.s.fields if getattr(view, name) != getattr(table.s, name)]
        assert hidden == ["rng"]
        assert view.to_dict()["rng"] is None
        assert view.to_dict()["floor"][MIDDLE][0][:3] == cubes("A6 B4 S1")


@pytest.mark.rule("TE-T4")
def test_nobody_can_know_which_roof_comes_next() -> None:
    table = Table()
    table.tower(UPPER, "A6")
    view = RULES.concealed(table.s, ANN)
    next_roofs = {RULES.turn_over_roof(RULES.redealt(view, ANN, seed)) for seed in range(100)}
    assert next_roofs == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("TE-T4")
def test_payments_and_stowing_are_told_to_all() -> None:
    table = Table(players=2)
    table.play(ANN, "stow_check")
    table.play(ANN, "choose_mayor")
    table.play(BEN, "bid", amount=5)
    table.play(ANN, "sell")
    told = table.told()
    assert ("stowed", {"seat": ANN}) in told
    assert ("sold", {"seat": ANN, "buyer": BEN, "amount": 5}) in told
    assert all(not kind.only_for for kind in GAME.events.kinds)

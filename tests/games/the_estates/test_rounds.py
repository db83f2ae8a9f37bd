"""The Estates in several rounds."""

from collections import Counter

import pytest

from tests.games.the_estates.table import ANN, BEN, CAT, LOWER, RULES, SHORTER, UPPER, Table

ROUND_POINTS = 5


def play_round(table: Table, winner: int) -> None:
    """Finish the running round: the winner's company scores 5, nobody else anything beside the cash box."""
    table.turn_of(ANN)
    table.permit(3, UPPER, SHORTER)
    table.permit(2, LOWER, SHORTER)
    table.permit(1, LOWER, SHORTER)
    table.owns(winner, "V")
    table.tower(UPPER, "V2", roof=1)
    table.tower(LOWER, "V1")
    table.gets(ANN, "roof 1")
    table.play(ANN, "place_roof", row=LOWER, lot=1)


def play_level_round(table: Table) -> None:
    """Finish the running round with ANN and BEN level at 7 points."""
    table.turn_of(ANN)
    table.permit(3, UPPER, SHORTER)
    table.permit(2, LOWER, SHORTER)
    table.permit(1, LOWER, SHORTER)
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.tower(UPPER, "A6", roof=1)
    table.tower(LOWER, "B5")
    table.gets(ANN, "roof 2")
    table.play(ANN, "place_roof", row=LOWER, lot=1)


def start_round(table: Table) -> None:
    table.play(table.decides(), "start_round")


@pytest.mark.rule("TE-N1", "TE-O1")
def test_after_the_agreed_rounds_the_highest_total_wins() -> None:
    table = Table(rounds=3)
    play_round(table, ANN)
    start_round(table)
    play_round(table, BEN)
    start_round(table)
    table.money(10, 10, 10, boxes=(0, 0, 6))
    play_round(table, CAT)
    assert table.ending == "all_rounds_played"
    assert table.scores() == [5, 5, 11]
    assert table.shares() == [0, 0, 60]


@pytest.mark.rule("TE-N1")
def test_each_rounds_scores_are_written_down_and_told() -> None:
    table = Table(rounds=2)
    table.money(10, 10, 10, boxes=(2, 0, 4))
    play_round(table, BEN)
    assert table.s.total == [2, 5, 4, 0, 0]
    told = table.told()
    assert [args for name, args in told if name == "round_score"] == [
        {"seat": ANN, "points": 2},
        {"seat": BEN, "points": 5},
        {"seat": CAT, "points": 4},
    ]
    assert ("round_won", {"seat": BEN}) in told
    start_round(table)
    assert table.scores() == [2, 5, 4]


@pytest.mark.rule("TE-N1")
def test_when_all_totals_are_negative_the_one_nearest_to_zero_wins() -> None:
    table = Table(players=2, rounds=2)
    table.s.total[ANN] = -20
    table.s.total[BEN] = -9
    play_round(table, ANN)
    start_round(table)
    table.s.wins[ANN] = 0
    play_round(table, ANN)
    assert table.scores() == [-10, -9]
    assert table.shares() == [0, 60]


@pytest.mark.rule("TE-N2")
def test_a_second_round_won_wins_the_series_on_the_spot_whatever_the_totals() -> None:
    table = Table(rounds=5)
    play_round(table, BEN)
    start_round(table)
    play_round(table, CAT)
    start_round(table)
    table.s.total[ANN] = 100
    play_round(table, BEN)
    assert table.ending == "two_rounds_won"
    assert table.scores() == [100, 10, 5]
    assert table.shares() == [0, 60, 0]


@pytest.mark.rule("TE-N2")
def test_winning_both_of_two_rounds_is_winning_two_rounds() -> None:
    table = Table(players=2, rounds=2)
    play_round(table, BEN)
    start_round(table)
    play_round(table, BEN)
    assert table.ending == "two_rounds_won"
    assert table.shares() == [0, 60]


@pytest.mark.rule("TE-N2")
def test_a_round_that_stays_shared_after_the_tie_break_is_a_win_for_nobody() -> None:
    table = Table(rounds=4)
    play_level_round(table)
    assert table.s.wins == [0] * 5
    assert ("round_shared", {}) in table.told()
    start_round(table)
    play_level_round(table)
    assert not table.over
    assert table.s.total == [14, 14, 0, 0, 0]


@pytest.mark.rule("TE-N2", "TE-V8")
def test_a_tied_round_is_won_by_the_one_with_the_most_checks() -> None:
    table = Table(rounds=4)
    table.money(11, 13, 12)
    play_level_round(table)
    assert table.s.wins == [0, 1, 0, 0, 0]


@pytest.mark.rule("TE-N3")
def test_between_rounds_the_final_board_stays_until_the_new_starting_player_opens_the_next() -> None:
    table = Table(rounds=2)
    play_round(table, ANN)
    assert table.s.built == [1, 0, 1]
    seat = table.decides()
    assert table.kinds(seat) == {"start_round"}
    assert table.refusal((seat + 1) % 3, "start_round") == "not_your_decision"
    table.play(seat, "start_round")
    assert table.decides() == seat
    assert table.kinds(seat) == {"skip_stowing", "stow_check"}


@pytest.mark.rule("TE-N3")
def test_a_new_round_lays_everything_out_afresh() -> None:
    table = Table(rounds=2)
    table.mayor(UPPER)
    table.discard(ANN, "cancel")
    before = table.display()
    play_round(table, ANN)
    table.told()
    start_round(table)
    fresh = Table(rounds=2).s
    for name in ("built", "requirement", "roofless", "height", "floor", "roof", "permit_row", "permit_change"):
        assert getattr(table.s, name) == getattr(fresh, name), name
    for name in ("certificate", "mayor", "cancel", "roofs", "roofs_left", "cubes_left", "piece", "turn", "high_bid"):
        assert getattr(table.s, name) == getattr(fresh, name), name
    assert table.display() != before
    assert (table.s.round, table.told()[0][0]) == (2, "round_began")


@pytest.mark.rule("TE-N3", "TE-T3")
def test_everybody_keeps_the_money_and_the_cash_boxes_go_back_to_their_owners_hands() -> None:
    table = Table(rounds=2)
    table.money(20, 0, 7, boxes=(1, 3, 5))
    play_round(table, ANN)
    assert table.boxes() == [1, 3, 5]
    start_round(table)
    assert (table.hands(), table.boxes()) == ([21, 3, 12], [0, 0, 0])


@pytest.mark.rule("TE-N3")
def test_somebody_may_begin_a_round_without_money() -> None:
    table = Table(players=2, rounds=2)
    table.money(0, 24)
    play_round(table, BEN)
    start_round(table)
    table.turn_of(ANN)
    assert table.hands() == [0, 24]
    assert "choose_mayor" in table.kinds(ANN)


@pytest.mark.rule("TE-N3")
def test_chance_picks_each_rounds_starting_player() -> None:
    begins = Counter[int]()
    for seed in range(60):
        table = Table(rounds=2)
        table.permit(3, UPPER, SHORTER)
        RULES.seed_dice(table.s, seed)
        RULES.finish_round(table.s, RULES.TWO_ROWS_COMPLETE)
        begins[table.decides()] += 1
    assert set(begins) == {ANN, BEN, CAT}
    assert min(begins.values()) > 8  # 20 expected, 3.7 the standard deviation


@pytest.mark.rule("TE-N4")
def test_equal_totals_go_to_the_one_with_the_most_checks_when_the_last_round_ends() -> None:
    table = Table(players=2, rounds=2)
    play_round(table, ANN)
    start_round(table)
    table.money(14, 10)
    play_round(table, BEN)
    assert table.ending == "all_rounds_played"
    assert table.scores() == [ROUND_POINTS, ROUND_POINTS]
    assert table.shares() == [60, 0]


@pytest.mark.rule("TE-N4")
def test_equal_totals_and_equal_checks_share_the_series() -> None:
    table = Table(players=2, rounds=2)
    play_round(table, ANN)
    start_round(table)
    play_round(table, BEN)
    assert table.scores() == [ROUND_POINTS, ROUND_POINTS]
    assert table.shares() == [30, 30]

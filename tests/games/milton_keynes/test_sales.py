"""MK-L: lots, bribes, Lobby, the order of purchase, going round, unsold deeds."""

import pytest

from tests.games.milton_keynes.table import ANN, BEN, CAT, LOBBY, RULES, Table, plot, plots, seen


def lots(table: Table) -> set[frozenset[int]]:
    found: dict[int, set[int]] = {}
    for deed in range(81):
        if table.s.lot_of[deed]:
            found.setdefault(table.s.lot_of[deed], set()).add(deed)
    return {frozenset(lot) for lot in found.values()}


def lot_of(table: Table, name: str) -> int:
    return table.s.lot_of[plot(name)]


def sale(*bribes: int, deeds: str = "A1 B3 D5", cash: int = 20, permits: tuple[int, ...] = ()) -> Table:
    """A Spring sale with three players, the bribes made and nobody lobbying."""
    table = Table(3)
    table.stacks(deeds)
    for seat in range(3):
        table.holds(seat, cash=cash)
    table.holds(ANN, permits=permits)
    table.to_sale()
    for seat, amount in enumerate(bribes):
        table.play(seat, "bribe", amount=amount)
    if bribes and not permits:
        table.all_play("decline")
    return table


@pytest.mark.rule("MK-L1")
def test_in_the_first_year_every_deed_is_a_lot_even_beside_another() -> None:
    table = Table(3)
    table.stacks("G8 H1 G7 F6")
    table.to_sale(year=1)
    assert lots(table) == {frozenset({deed}) for deed in plots("G8 H1 G7")}


@pytest.mark.rule("MK-L2")
def test_the_rulebooks_example_of_merged_deeds() -> None:
    table = Table(3)
    table.stacks("G8 H1 G7 F6")
    table.to_sale(year=2)
    assert lots(table) == {frozenset(plots("G7 G8")), frozenset(plots("H1")), frozenset(plots("F6"))}


@pytest.mark.rule("MK-L2")
def test_a_new_deed_can_join_two_lots_and_then_more_are_dealt() -> None:
    table = Table(3)
    table.stacks("D5 D7 D6 A1 H8")
    table.to_sale(year=3)
    assert lots(table) == {frozenset(plots("D5 D6 D7")), frozenset(plots("A1")), frozenset(plots("H8"))}


@pytest.mark.rule("MK-L3")
def test_a_short_deck_gives_fewer_lots_and_an_empty_one_no_sale() -> None:
    table = Table(3)
    table.stacks("A1 D5")
    while table.s.deeds_left > 2:
        table.take_out(table.s.deed_deck[0])
    table.to_sale()
    assert lots(table) == {frozenset(plots("A1")), frozenset(plots("D5"))}
    empty = Table(3)
    empty.leaves_in_deck(0)
    empty.s.offers = 0
    empty.to_sale()
    assert empty.s.phase == RULES.BID


@pytest.mark.rule("MK-L4")
def test_bribes_are_sealed_until_all_are_in() -> None:
    table = sale()
    table.play(ANN, "bribe", amount=7)
    assert seen(table.s, BEN).sealed[ANN][0] == -(1 << 15)
    assert seen(table.s, ANN).sealed[ANN][0] == 7
    assert table.refusal(BEN, "bribe", amount=21) == "too_little_cash"
    table.play(BEN, "bribe", amount=0)
    table.play(CAT, "bribe", amount=20)
    assert seen(table.s, BEN).fist[ANN][0] == 7


@pytest.mark.rule("MK-L5")
def test_lobby_replaces_a_bribe_after_the_reveal_and_rounds_go_on_until_nobody_plays_one() -> None:
    table = sale(1, 5, 3, permits=(LOBBY, LOBBY))
    assert table.pending == (ANN, BEN, CAT)
    assert table.refusal(BEN, "lobby", fist=0, amount=9) == "no_such_permit"
    assert table.refusal(ANN, "lobby", fist=1, amount=9) == "nothing_in_that_fist"
    table.play(ANN, "lobby", fist=0, amount=6)
    assert seen(table.s, BEN).sealed[ANN][0] == -(1 << 15)
    table.all_play("decline")
    assert table.s.fist[ANN][0] == 6
    assert table.s.phase == RULES.LOBBY_FOR_LOTS
    table.play(ANN, "lobby", fist=0, amount=0)
    table.all_play("decline")
    table.all_play("decline")
    assert table.s.phase == RULES.BUY_LOTS
    assert (table.s.cash[ANN], table.s.permits_held[ANN]) == (20, 0)


@pytest.mark.rule("MK-L6")
def test_every_bribe_is_lost() -> None:
    table = sale(4, 5, 3)
    assert [*table.s.cash][:3] == [16, 15, 17]
    assert table.s.bank == 190 - 60 + 12


@pytest.mark.rule("MK-L7")
def test_the_highest_bribe_chooses_first() -> None:
    table = sale(1, 5, 3)
    assert [*table.s.order][:3] == [BEN, CAT, ANN]
    assert table.pending == (BEN,)


@pytest.mark.rule("MK-L7")
def test_among_equal_bribes_fewer_cards_are_first_and_then_the_lot_decides() -> None:
    firsts = set()
    for seed in range(12):
        table = Table(3, seed)
        table.holds(ANN, "H2 H4", permits=[LOBBY])
        table.to_sale()
        table.all_play("bribe", amount=0)
        table.all_play("decline")
        assert table.s.order[2] == ANN
        firsts.add(table.s.order[0])
    assert firsts == {BEN, CAT}


@pytest.mark.rule("MK-L8")
def test_a_lot_costs_five_a_deed_and_its_deeds_are_taken_openly() -> None:
    table = sale(0, 1, 0, deeds="G8 H1 G7 F6")
    table.play(BEN, "buy", lot=lot_of(table, "G7"))
    assert table.s.cash[BEN] == 20 - 1 - 10
    assert table.hand(BEN) == set(plots("G7 G8"))
    assert seen(table.s, CAT).place[plot("G7")] == BEN
    assert table.refusal(table.pending[0], "buy", lot=4) == "no_such_lot"


@pytest.mark.rule("MK-L8")
def test_a_lot_that_is_too_dear_cannot_be_bought() -> None:
    table = sale(0, 1, 0, deeds="G8 H1 G7 F6", cash=9)
    assert table.refusal(BEN, "buy", lot=lot_of(table, "G7")) == "too_little_cash"


@pytest.mark.rule("MK-L9")
def test_it_goes_round_again_and_a_pass_is_not_final() -> None:
    table = sale(2, 1, 0)
    table.play(ANN, "pass")
    table.play(BEN, "buy", lot=lot_of(table, "A1"))
    table.play(CAT, "pass")
    assert table.pending == (ANN,)
    table.play(ANN, "buy", lot=lot_of(table, "D5"))
    table.play(BEN, "pass")
    table.play(CAT, "pass")
    for seat in (ANN, BEN, CAT):
        assert table.s.season == 0
        table.play(seat, "pass")
    assert table.s.season == 1


@pytest.mark.rule("MK-L9")
def test_the_sale_ends_with_its_last_lot() -> None:
    table = sale(2, 1, 0)
    for seat, name in ((ANN, "A1"), (BEN, "B3"), (CAT, "D5")):
        table.play(seat, "buy", lot=lot_of(table, name))
    assert (table.s.season, table.s.phase) == (1, RULES.BRIBE)


@pytest.mark.rule("MK-L10")
def test_unsold_deeds_go_under_the_deck_where_everybody_knows_them() -> None:
    table = sale(2, 1, 0)
    left = table.s.deeds_left
    for seat in (ANN, BEN, CAT):
        table.play(seat, "pass")
    assert {table.s.deed_deck[index] for index in range(3)} == set(plots("A1 B3 D5"))
    assert table.s.deeds_left == left + 3 - 3
    view = seen(table.s, ANN)
    assert [view.deed_deck[index] for index in range(3)] == [table.s.deed_deck[index] for index in range(3)]


@pytest.mark.rule("MK-L4", "MK-L5", "MK-L8")
def test_money_that_is_not_there_is_refused_by_the_clause_of_the_bribe_the_lobby_or_the_lot() -> None:
    table = sale()
    assert table.clause(ANN, "bribe", amount=21) == "MK-L4"
    lobbying = sale(1, 5, 3, permits=(LOBBY,))
    assert lobbying.clause(ANN, "lobby", fist=0, amount=21) == "MK-L5"
    assert lobbying.clause(BEN, "lobby", fist=0, amount=2) == "MK-L5"
    poor = sale(20, 5, 3, permits=(LOBBY,))
    poor.all_play("decline")
    assert poor.clause(ANN, "buy", lot=1) == "MK-L8"

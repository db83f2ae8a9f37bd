"""What the rulebook shows in tables and examples is what the rules do."""

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.rulebooks import rulebook
from tests.games.milton_keynes import a_year
from tests.games.milton_keynes.table import ANN, BEN, CAT, LOBBY, RULES, Table, plot, seen
from tests.printed import after, worked_through


def rows(clause: str, language: str) -> list[list[str]]:
    """The cells of a clause's tables, without their headings."""
    text = rulebook(GAME, language).clause(clause).text
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [line for line in lines if not set("".join(line)) <= set("-| ")]


@pytest.mark.rule("MK-V11")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_walls_is_the_editions(language: str) -> None:
    said = {"size": RULES.BY_SIZE, "大きさ": RULES.BY_SIZE, "–": 1}
    table = [[said[cell] if cell in said else int(cell) for cell in row[1:]] for row in rows("MK-V11", language)[1:]]
    assert table == [list(row) for row in RULES.WALLS]


@pytest.mark.rule("MK-Y4", "MK-Y1", "MK-Y2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_year_on_one_page_names_five_phases_in_their_order(language: str) -> None:
    assert [row[0][0] for row in rows("MK-Y4", language)[1:] if row[0][:1].isdigit()] == ["1", "2", "3", "4", "5"]


def cash(table: Table) -> list[int]:
    return [*table.s.cash][:3]


@pytest.mark.rule("MK-Y5")
def test_the_example_of_a_year_can_be_played_as_it_is_told() -> None:
    table = a_year.second_year()
    a_year.collect(table)
    assert (table.s.marker[CAT], cash(table)) == (15, [18, 14, 18])
    a_year.spring(table)
    assert cash(table) == [11, 6, 18]
    assert table.s.lot_of[plot("C4")] == table.s.lot_of[plot("C5")] != table.s.lot_of[plot("E5")] != 0
    a_year.autumn(table)
    assert cash(table) == [11, 6, 6]
    a_year.trade_redevelop(table)
    assert cash(table) == [11, 4, 8]
    a_year.bid_for_permits(table)
    assert cash(table) == [9, 11, 3]
    a_year.build(table)
    assert [*table.s.blocks][:3] == [4, 3, 1]
    assert [*table.s.marker][:3] == [14, 13, 15]
    assert (cash(table), table.s.year) == ([9, 11, 3], 3)


@pytest.mark.rule("MK-I3")
def test_in_the_credit_crunch_that_the_rulebook_draws_all_give_up_5_once() -> None:
    match = worked_through(GAME, "crunch")
    before, now = after(match, 0), after(match, 1)
    assert (before.bank, [*before.marker][:3]) == (40, [20, 15, 15])
    assert [now.cash[seat] - before.cash[seat] for seat in (ANN, BEN, CAT)] == [15, 10, 10]
    assert now.bank == 5


@pytest.mark.rule("MK-P6")
def test_in_the_tie_that_the_rulebook_draws_ann_can_go_up_to_10_and_has_nothing_left_then() -> None:
    match = worked_through(GAME, "fists")
    tied, now = after(match, 2), after(match, 3)
    assert (tied.cash[ANN], [*tied.fist[ANN]], [*tied.fist[BEN]], [*tied.fist[CAT]]) == (20, [4, 10], [1, 4], [3, 0])
    sums = [GAME.actions.decode(action)[1]["amount"] for action in RULES.legal_actions(tied, ANN)]
    assert (min(sums), max(sums)) == (4, 10)
    assert (now.cash[ANN], now.permits_held[ANN]) == (0, 2)


@pytest.mark.rule("MK-T7")
def test_the_counter_offer_that_the_rulebook_draws_takes_the_place_of_the_offer() -> None:
    match = worked_through(GAME, "counter")
    offered, writing, sent, now = (after(match, step) for step in (5, 9, 10, 11))
    assert [state.offer_to[CAT] for state in (offered, writing, sent, now)] == [BEN, BEN, RULES.NONE, RULES.NONE]
    assert [state.offer_to[BEN] for state in (offered, writing, sent)] == [RULES.NONE, RULES.NONE, CAT]
    assert (sent.cash[BEN] - now.cash[BEN], now.permits_held[BEN]) == (2, 1)


@pytest.mark.rule("MK-N5", "MK-N7")
def test_the_air_bases_that_the_rulebook_draws_both_fail_and_show_one_deed() -> None:
    match = worked_through(GAME, "air-bases")
    sealed, now = after(match, 1), after(match, match.steps)
    assert [sealed.place[plot(name)] for name in ("C3", "C4", "C5")] == [ANN, BEN, CAT]
    assert [now.building[plot(name)] != 0 for name in ("C3", "C4", "C5")] == [False, False, True]
    assert now.owner[now.building[plot("C5")]] == CAT
    known = seen(now, -1)
    assert (known.place[plot("C4")], known.place[plot("C3")]) == (BEN, -128)


@pytest.mark.rule("MK-V8")
def test_the_commons_beside_six_plots_that_the_rulebook_draws_takes_two_blocks_from_them() -> None:
    table = Table(5)
    table.builds(BEN, LOBBY, "D6 D7 D8 C6 C7 C8")
    alone = table.blocks()[BEN]
    drawn = after(worked_through(GAME, "beside-commons"), 0)
    assert (drawn.blocks[ANN], drawn.blocks[BEN]) == (2, alone)

"""What the rulebook shows in tables and examples is what the rules do."""

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.rulebooks import rulebook
from tests.games.milton_keynes.table import (
    ANN,
    BEN,
    CAT,
    COMMONS,
    ESTATE,
    EXTENSION,
    INQUIRY,
    NATURE_RESERVE,
    REDEVELOP,
    RULES,
    Table,
    plot,
)


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


def second_year() -> Table:
    table = Table(3)
    table.builds(ANN, ESTATE, "G7")
    table.s.marker[ANN] = 12
    table.holds(ANN, permits=[EXTENSION], cash=6)
    table.holds(BEN, "H6", cash=4)
    table.holds(CAT, permits=[INQUIRY, INQUIRY, REDEVELOP], cash=3)
    table.stacks("G8 H7 H1 C4 C5 B8 E5")
    for kind in (NATURE_RESERVE, EXTENSION, COMMONS):
        table.take_permit(kind)
        table.s.permit_deck[table.s.permits_left] = table.taken
        table.s.permits_left += 1
    table.new_year(2)
    return table


def all_decline(table: Table) -> None:
    phase = table.s.phase
    while table.s.phase == phase:
        table.all_play("decline")


def sale(table: Table, bribes: tuple[int, int, int], **bought: str) -> None:
    """Everybody bribes, nobody lobbies, and these buy the lot with that plot."""
    for seat, amount in enumerate(bribes):
        table.play(seat, "bribe", amount=amount)
    all_decline(table)
    season = table.s.season
    while table.s.phase == RULES.BUY_LOTS and table.s.season == season:
        seat = table.pending[0]
        wanted = bought.pop(("ann", "ben", "cat")[seat], "")
        if wanted:
            table.play(seat, "buy", lot=table.s.lot_of[plot(wanted)])
        else:
            table.play(seat, "pass")


def trade_redevelop(table: Table) -> None:
    table.s.seat = table.s.speaker = CAT
    table.play(CAT, "offer_to", partner=BEN)
    table.play(CAT, "add_permit", kind=REDEVELOP)
    table.play(CAT, "ask")
    table.play(CAT, "add_cash", amount=3)
    table.play(CAT, "send")
    table.play(BEN, "counter", sender=CAT)
    table.play(BEN, "add_cash", amount=2)
    table.play(BEN, "ask")
    table.play(BEN, "add_permit", kind=REDEVELOP)
    table.play(BEN, "send")
    table.play(CAT, "accept", sender=BEN)


def everybody_is_done(table: Table) -> None:
    window = table.s.window
    while table.s.phase == RULES.TRADE and table.s.window == window:
        table.play(table.pending[0], "done")


def cash(table: Table) -> list[int]:
    return [*table.s.cash][:3]


@pytest.mark.rule("MK-Y5")
def test_the_example_of_a_year_can_be_played_as_it_is_told() -> None:
    table = second_year()
    all_decline(table)
    for seat, times in ((ANN, 0), (BEN, 0), (CAT, 1)):
        table.play(seat, "inquire", times=times)
    assert (table.s.marker[CAT], cash(table)) == (15, [18, 14, 18])
    all_decline(table)
    sale(table, (2, 3, 0), ben="H7", ann="G8")
    assert cash(table) == [11, 6, 18]
    assert table.s.lot_of[plot("C4")] == table.s.lot_of[plot("C5")] != table.s.lot_of[plot("E5")] != 0
    sale(table, (0, 0, 2), cat="C4")
    assert cash(table) == [11, 6, 6]
    trade_redevelop(table)
    assert cash(table) == [11, 4, 8]
    everybody_is_done(table)
    for seat, left, right in ((ANN, 4, 1), (BEN, 0, 1), (CAT, 1, 3)):
        table.play(seat, "bid", amount=left)
        table.play(seat, "bid", amount=right)
    all_decline(table)
    table.play(ANN, "bid", amount=1)
    table.play(CAT, "bid", amount=2)
    assert cash(table) == [9, 11, 3]
    everybody_is_done(table)
    table.play(ANN, "extend", plot="G7")
    table.play(ANN, "put_deed", plot="G8")
    table.fill(BEN, (REDEVELOP, "H6 H7"))
    table.fill(CAT, (INQUIRY, "C4 C5"))
    table.seal(ANN, BEN, CAT)
    assert [*table.s.blocks][:3] == [4, 3, 1]
    assert [*table.s.marker][:3] == [14, 13, 15]
    assert (cash(table), table.s.year) == ([9, 11, 3], 3)


@pytest.mark.rule("MK-I3")
def test_the_example_of_a_credit_crunch_is_what_happens() -> None:
    table = Table(3)
    for seat, marker in ((ANN, 20), (BEN, 15), (CAT, 15)):
        table.s.marker[seat] = marker
    table.s.cash[ANN] += table.s.bank - 40
    table.s.bank = 40
    before = cash(table)
    table.new_year(2)
    table.all_play("inquire", times=0)
    assert [after - was for after, was in zip(cash(table), before, strict=True)] == [15, 10, 10]

"""MK-Y5: the year that the rulebook tells, part by part; its pictures are drawn from the same."""

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


TRADE_OF_REDEVELOP: tuple[tuple[int, str, dict[str, int]], ...] = (
    (CAT, "offer_to", {"partner": BEN}),
    (CAT, "add_permit", {"kind": REDEVELOP}),
    (CAT, "ask", {}),
    (CAT, "add_cash", {"amount": 3}),
    (CAT, "send", {}),
    (BEN, "counter", {"sender": CAT}),
    (BEN, "add_cash", {"amount": 2}),
    (BEN, "ask", {}),
    (BEN, "add_permit", {"kind": REDEVELOP}),
    (BEN, "send", {}),
    (CAT, "accept", {"sender": BEN}),
)
"""MK-T7: an offer, the counter-offer, and that it is taken."""


def trade_redevelop(table: Table) -> None:
    table.s.seat = table.s.speaker = CAT
    for seat, kind, args in TRADE_OF_REDEVELOP:
        table.play(seat, kind, **args)


def everybody_is_done(table: Table) -> None:
    window = table.s.window
    while table.s.phase == RULES.TRADE and table.s.window == window:
        table.play(table.pending[0], "done")


def collect(table: Table) -> None:
    """Nobody demolishes, Cat plays an Inquiry, nobody redevelops."""
    all_decline(table)
    for seat, times in ((ANN, 0), (BEN, 0), (CAT, 1)):
        table.play(seat, "inquire", times=times)
    all_decline(table)


def spring(table: Table) -> None:
    sale(table, (2, 3, 0), ben="H7", ann="G8")


def autumn(table: Table) -> None:
    sale(table, (0, 0, 2), cat="C4")


def bid_for_permits(table: Table) -> None:
    everybody_is_done(table)
    for seat, left, right in ((ANN, 4, 1), (BEN, 0, 1), (CAT, 1, 3)):
        table.play(seat, "bid", amount=left)
        table.play(seat, "bid", amount=right)
    all_decline(table)
    table.play(ANN, "bid", amount=1)
    table.play(CAT, "bid", amount=2)


def build(table: Table) -> None:
    everybody_is_done(table)
    table.play(ANN, "extend", plot="G7")
    table.play(ANN, "put_deed", plot="G8")
    table.fill(BEN, (REDEVELOP, "H6 H7"))
    table.fill(CAT, (INQUIRY, "C4 C5"))
    table.seal(ANN, BEN, CAT)

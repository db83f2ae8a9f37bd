"""What a sum is chosen by: where it stands before anybody has chosen one, and what a bribe tells in little room."""

from tabletown.games.milton_keynes.staging import STAGING
from tests.games.milton_keynes.on_stage import at, means
from tests.games.milton_keynes.table import ANN, BEN, CAT, COMMONS, ESTATE, EXTENSION, Table
from tests.games.milton_keynes.test_staging import before_a_demolition, open_bribes, three_bids


def opens_at(table: Table, seat: int, fist: int) -> int:
    most = table.rules.cash_for_fist(table.s, seat, fist)
    actions = [table.action("lobby", {"fist": fist, "amount": amount}) for amount in range(most + 1)]
    return actions.index(STAGING.opening(at(table, seat), actions))


def test_lobby_opens_at_the_least_that_brings_one_further_in_a_sale() -> None:
    table = open_bribes()
    assert opens_at(table, ANN, 0) == 10, "at 9 the lot would decide between Mara and Olu"
    assert opens_at(table, BEN, 0) == 4, "without the Lobby Noor has fewer cards than Pia"
    assert opens_at(table, CAT, 0) == 6, "first already: the least that stays so, with fewer cards than Mara"


def test_lobby_opens_at_the_least_that_takes_a_permit() -> None:
    table = three_bids()
    assert opens_at(table, ANN, 0) == 6, "Noor has bid 5 for it"
    assert opens_at(table, ANN, 1) == 2, "it is tied at 1"
    assert opens_at(table, BEN, 1) == 4, "won already: the least that stays so"


def test_a_sum_that_nothing_is_known_of_opens_at_the_lowest() -> None:
    table = Table(3)
    for seat in (ANN, BEN, CAT):
        table.holds(seat, cash=10)
    table.to_bids(EXTENSION, COMMONS, ESTATE)
    bids = [table.action("bid", {"amount": amount}) for amount in range(11)]
    assert STAGING.opening(at(table, ANN), bids) == bids[0]


def test_nothing_is_demolished_before_somebody_points_at_it() -> None:
    table = before_a_demolition(BEN, ANN)
    assert STAGING.ordinary(at(table, ANN)) == table.action("decline", {})


def test_a_bribe_tells_the_best_lot_and_in_a_line_what_the_later_ones_get() -> None:
    table = Table(4)
    for seat in range(4):
        table.holds(seat, cash=20)
    table.to_sale()
    meaning = means(table, ANN, ("bribe", {"amount": 3}))
    best = meaning.ways[1]
    assert not best.rows, "the panel has no room for a row a lot"
    assert best.words.count(",") == 2, "three are left to the others"
    assert meaning.fact == "Ties: fewest cards first. You 0; fewer 0, more 0."

"""Seeded rule errors: each breaks one rule of Milton Keynes, and the tests of its chapter notice."""

from pathlib import Path

import pytest

from tabletown.games.milton_keynes import GAME
from tests.mutation import Mutation, assert_all_pass_unchanged, assert_caught

PREPARATION, NEW_YEAR, SALES, TRADING, BIDS, BUILDING, THE_END, SCORING, ADVANCED = (
    f"test_{chapter}.py"
    for chapter in ("preparation", "new_year", "sales", "trading", "bids", "building", "the_end", "scoring", "advanced")
)

ERRORS = [
    Mutation("set_up.py", "LAND if s.advanced and ground", "LAND if s.advanced or ground", PREPARATION),
    Mutation("advanced_rules.py", "1 < turn < HEADINGS - 1", "2 < turn < HEADINGS - 2", ADVANCED),
    Mutation("demolish.py", "internal_walls(s, plot) <= 1 else", "internal_walls(s, plot) <= 2 else", NEW_YEAR),
    Mutation("inquiry_and_cash.py", "(GRANT if s.year == 1 else 0)", "GRANT", NEW_YEAR),
    Mutation("inquiry_and_cash.py", "given = min(max(0, cut - mine), s.cash[seat])", "given = 0", NEW_YEAR),
    Mutation("the_sales.py", "if s.year > 1:", "if s.year > 2:", SALES),
    Mutation("the_sales.py", "cards_in_hand(s, one) < cards", "cards_in_hand(s, one) > cards", SALES),
    Mutation("the_sales.py", "        s.bought = 0\n    if s.lots_left", "    if s.lots_left", SALES),
    Mutation("trading.py", "s.offers_sent[seat] >= s.offers:", "s.offers_sent[seat] > s.offers:", TRADING),
    Mutation("trading.py", "!= NONE and not still_holds_offer", "< NONE and not still_holds_offer", TRADING),
    Mutation("bids_for_permits.py", "s.fist[seat][s.stage[seat]] if s.phase == BID_AGAIN else 0", "0", BIDS),
    Mutation("bids_for_permits.py", "= one if mine > theirs", "= one if mine < theirs", BIDS),
    Mutation("building.py", "if new_buildings(s, seat) >= NEW_BUILDINGS:", "if s.entries[seat] > 5:", BUILDING),
    Mutation("building.py", "    if s.kind[number] == COMMONS:\n        return COMMONS_NEVER_GROW\n", "", BUILDING),
    Mutation("requisitions.py", "if rival != seat and is_in_pouch(s, rival, plot):", "if rival == seat:", BUILDING),
    Mutation("the_income_rail.py", "cases = passed if A_BRIEFCASE_EACH else 1", "cases = 1", THE_END),
    Mutation("the_end.py", "if s.deeds_left == 0:", "if s.deeds_left <= 1:", THE_END),
    Mutation("income_blocks.py", "if mine - theirs >= MUCH_LARGER:", "if mine - theirs > MUCH_LARGER:", SCORING),
    Mutation("income_blocks.py", "return RIVAL_DUMP if s.kind[other] == DUMP else RIVAL", "return RIVAL", SCORING),
    Mutation("edition.toml", "1 1 0 0 2 s 0 2", "1 1 0 0 s s 0 2", SCORING),
]


def test_without_an_error_the_tests_pass_on_a_copy(tmp_path: Path) -> None:
    assert_all_pass_unchanged(GAME, sorted({error.caught_by for error in ERRORS}), tmp_path)


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_a_seeded_rule_error_is_caught(error: Mutation, tmp_path: Path) -> None:
    assert_caught(GAME, error, tmp_path)

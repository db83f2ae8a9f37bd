"""Seeded rule errors: each breaks one rule of Square Mile, and the tests of its chapter notice."""

from pathlib import Path

import pytest

from tabletown.games.square_mile import GAME
from tests.mutation import Mutation, assert_all_pass_unchanged, assert_caught

PIECES, PLANNING, SEALED, ROAD, TURN, BUILDING, BUYING, END, CARDS = (
    f"test_{chapter}.py"
    for chapter in (
        "pieces",
        "planning",
        "sealed_bids",
        "first_road",
        "turn",
        "building",
        "buying",
        "end",
        "tract_cards",
    )
)

ERRORS = [
    Mutation("value_card.py", "    if s.sides[tract] == 4:\n", "    if s.sides[tract] >= 3:\n", PIECES),
    Mutation("pieces.py", "return s.owned[seat] < PAWNS", "return s.owned[seat] <= PAWNS", PIECES),
    Mutation("value_card.py", "BRIDGE_COST if s.bridge_place[edge] else ROAD_COST", "ROAD_COST", BUILDING),
    Mutation("pieces.py", "    for side in range(2):\n", "    for side in range(1):\n", BUILDING),
    Mutation("planning.py", "there != OFF_MAP and s.zone[there] == UNZONED", "there != OFF_MAP", PLANNING),
    Mutation("planning.py", "    while s.owner[tract] != NO_SEAT:\n", "    while False:\n", PLANNING),
    Mutation("planning.py", "        s.planning_drawn = kept_out\n", "        s.planning_drawn = 0\n", TURN),
    Mutation("sealed_bids.py", "return SEALED_BIDS[s.players - 2]", "return SEALED_BIDS[0]", SEALED),
    Mutation("sealed_bids.py", "cash -= max(s.new_bid[seat][other], s.tied_sum[other])", "cash -= 0", SEALED),
    Mutation("sealed_bids.py", "MOST_TIES = 3", "MOST_TIES = 4", SEALED),
    Mutation("sealed_bids.py", "roll(s, count) if count > 1 else 0", "0", SEALED),
    Mutation("first_road.py", "    s.other_end = NONE\n", "", ROAD),
    Mutation("sharing_the_cost.py", "    s.asked_for |= 1 << s.edge\n", "", ROAD),
    Mutation(
        "roads.py", "cost = 0 if is_free_road(s) else section_cost(s, edge)", "cost = section_cost(s, edge)", ROAD
    ),
    Mutation("order_of_play.py", "        if card > best:\n", "        if best == NONE or card < best:\n", TURN),
    Mutation("sell.py", "        s.owner[tract] = OUT_OF_THE_GAME\n", "        s.owner[tract] = NO_SEAT\n", TURN),
    Mutation("value_card.py", "(FILL_COST if tract == s.swamp else 0)", "0", BUILDING),
    Mutation("build.py", "s.stock[building] > s.reserved[building]", "s.stock[building] > 0", BUILDING),
    Mutation("value_card.py", "if s.unzoned_fee and s.zone[tract] == UNZONED:", "if s.unzoned_fee:", END),
    Mutation("buy.py", "        s.barred |= 1 << buyer\n", "", BUYING),
    Mutation("buy.py", "else s.high_bid + 1", "else s.high_bid + 0", BUYING),
    Mutation("buy.py", "if has_pawn(s, other) and not s.barred", "if not s.barred", BUYING),
    Mutation("the_end.py", "        if s.owner[tract] == NO_SEAT:\n", "        if not s.ever_owned[tract]:\n", END),
    Mutation("the_end.py", "QUIET_ROUNDS = 3", "QUIET_ROUNDS = 4", END),
    Mutation("river.py", "dry_cards_left(s) >= ones_in(empty)", "dry_cards_left(s) >= 0", CARDS),
    Mutation("river.py", " and not second & way", "", CARDS),
    Mutation("tract_cards.py", "        return RIVER_WANTS_THE_PLACE\n", "        return OK\n", CARDS),
    Mutation("the_end.py", "WHOLE_WIN // winners if total_worth(s, seat) == best", "WHOLE_WIN if seat == 0", END),
]


def test_without_an_error_the_tests_pass_on_a_copy(tmp_path: Path) -> None:
    assert_all_pass_unchanged(GAME, sorted({error.caught_by for error in ERRORS}), tmp_path)


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_a_seeded_rule_error_is_caught(error: Mutation, tmp_path: Path) -> None:
    assert_caught(GAME, error, tmp_path)

"""Seeded rule errors: each breaks one rule of The Estates, and the tests of its chapter notice."""

from pathlib import Path

import pytest

from tabletown.games.the_estates import GAME
from tests.mutation import Mutation, assert_all_pass_unchanged, assert_caught

SETUP, CHOOSING, AUCTION, CUBES, ROOFS = (
    f"test_{chapter}.py" for chapter in ("setup", "choosing", "auction", "cubes", "roofs")
)
TURN, PERMITS, CANCEL, END, SCORING, ROUNDS, OPTIONS = (
    f"test_{chapter}.py"
    for chapter in ("turn", "permits", "mayor_and_cancel", "end", "scoring", "rounds", "options")
)

ERRORS = [
    Mutation("choosing.py", "s.display_first[row] if end == 0", "s.display_first[row] if end == 1", CHOOSING),
    Mutation("set_up.py", "        s.requirement[row] = ZONED_LENGTH\n", "", ROUNDS),
    Mutation("set_up.py", "shuffle(s, bag, COLOURS * CUBES_OF_A_COLOUR)", "shuffle(s, bag, 24)", SETUP),
    Mutation("complete_rows.py", " and s.roofless[row] == 0", "", END),
    Mutation("cubes.py", "OK if lot < s.requirement[row]", "OK if lot <= s.requirement[row]", CUBES),
    Mutation("cubes.py", "value_of(cube) < value_of(top", "value_of(cube) <= value_of(top", CUBES),
    Mutation("cubes.py", "if WHITE_DIRT[row][lot]:", "if WHITE_DIRT[row][lot] and lot < 4:", CUBES),
    Mutation("choosing.py", "    return highest\n", "    return VALUES + 1\n", CHOOSING),
    Mutation("rooftops.py", "return OK if s.roof[row][lot] == 0 else ROOFED", "return OK", ROOFS),
    Mutation("permits.py", "if requirement >= LOTS:", "if requirement > LOTS:", PERMITS),
    Mutation("permits.py", "if requirement < s.built[row]:", "if requirement <= s.built[row]:", PERMITS),
    Mutation("permits.py", "OK if requirement >= s.lowest_requirement else BELOW_LOWEST", "OK", OPTIONS),
    Mutation("cancel_cube.py", "s.requirement[row] - s.permit_change", "s.requirement[row] + s.permit_change", CANCEL),
    Mutation("choosing.py", "OK if roofless_buildings(s) > 0 else NOTHING_TO_ROOF", "OK", CHOOSING),
    Mutation("auction.py", "s.seat = left_of(s, s.auctioneer)", "s.seat = 0 if s.auctioneer else 1", AUCTION),
    Mutation("auction.py", "if amount <= s.high_bid:", "if amount < s.high_bid:", AUCTION),
    Mutation("auction.py", "s.cash[seat] >= s.high_bid", "s.cash[seat] > s.high_bid", AUCTION),
    Mutation("auction.py", "pay(s, s.high_bidder, s.auctioneer)", "pay(s, s.auctioneer, s.high_bidder)", AUCTION),
    Mutation("cubes.py", "(cube)] = seat", "(cube)] = s.auctioneer", AUCTION),
    Mutation("permits.py", "s.requirement[row] += change", "s.requirement[row] = 4 + change", PERMITS),
    Mutation("permits.py", "return ROOF_MUST_BE_PLACED if s.piece == ROOF else OK", "return OK", ROOFS),
    Mutation("the_end.py", "s.auctioneer = left_of(s, s.auctioneer)", "s.auctioneer = left_of(s, s.seat)", TURN),
    Mutation("the_end.py", "complete_rows(s) >= 2", "complete_rows(s) >= 3", END),
    Mutation("the_end.py", "s.cubes_left == 0 and roofless_buildings(s) == 0", "s.cubes_left == 0", END),
    Mutation("rounds.py", "s.cash[each] += s.stowed[each]", "s.cash[each] += 0", ROUNDS),
    Mutation("scoring.py", "points = s.roof[row][lot] + 0", "points = 0", SCORING),
    Mutation("scoring.py", "colour_of(top_cube(s, row, lot))", "colour_of(s.floor[row][lot][0])", SCORING),
    Mutation("scoring.py", "2 * sign if s.mayor == row else sign", "sign + (s.mayor == row)", SCORING),
    Mutation("scoring.py", "return s.cash[seat] + s.stowed[seat]", "return s.cash[seat] + 0", SCORING),
    Mutation("scoring.py", "return NO_SEAT if shared else winner", "return winner", ROUNDS),
    Mutation("rounds.py", "standing = s.wins[seat]", "standing += 0", ROUNDS),
    Mutation("turn.py", "    tell(s, STOWED, seat)\n    s.phase = CHOOSE\n", "    tell(s, STOWED, seat)\n", TURN),
]


def test_without_an_error_the_tests_pass_on_a_copy(tmp_path: Path) -> None:
    assert_all_pass_unchanged(GAME, sorted({error.caught_by for error in ERRORS}), tmp_path)


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_a_seeded_rule_error_is_caught(error: Mutation, tmp_path: Path) -> None:
    assert_caught(GAME, error, tmp_path)

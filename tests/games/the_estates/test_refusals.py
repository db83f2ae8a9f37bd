"""Every refusal as a sentence: what cannot be done, why, and what can be done instead."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import MAYOR, PERMIT, PLACE, State
from tabletown.games.the_estates.telling import WORDS
from tabletown.match import Game
from tabletown.rulekit.language import say
from tests.games.the_estates.table import ANN, BEN, LEFT, LONGER, LOWER, MIDDLE, RIGHT, RULES, SHORTER, UPPER, Table
from tests.looking import look

EN, JA = say("en", GAME), say("ja", GAME)


@dataclass(frozen=True)
class Refused:
    """Somebody wants what is not allowed."""

    reason: str
    table: Callable[[], Table]
    wanted: tuple[int, str, dict[str, int]]
    sentence: str

    def __str__(self) -> str:
        seat, kind, args = self.wanted
        return " ".join((self.reason, str(seat), kind, *(f"{name}={value}" for name, value in args.items())))


NAMES = ("Ann", "Ben", "Cat")
ON_SMALLER_BOARDS = "no_such_row"

# ---------------------------------------------------------------- tables


def at_the_start() -> Table:
    return Table()


def choosing() -> Table:
    table = Table()
    table.skip_stowing(ANN)
    return table


def choosing_without_money() -> Table:
    table = Table()
    table.money(0, 20, 16)
    table.turn_of(ANN)
    return table


def choosing_from_short_lines() -> Table:
    table = choosing()
    table._lay([[], [RULES.make_cube(5, 2)], [RULES.make_cube(0, 1)]])
    return table


def choosing_when_all_is_built() -> Table:
    table = choosing()
    for row in range(3):
        table.permit(row + 1, row, SHORTER)
        for _lot in range(table.s.requirement[row]):
            table.tower(row, "A3")
    table.put_at_end(0, LEFT, "V6")
    return table


def choosing_without_roofs() -> Table:
    table = choosing()
    table.s.roofs_left = 0
    return table


def choosing_with_pieces_gone() -> Table:
    table = choosing()
    table.permit(2, MIDDLE, LONGER)
    table.mayor(LOWER)
    table.s.cancel = RULES.GONE
    return table


def bidding() -> Table:
    table = Table()
    table.money(8, 15, 13)
    table.skip_stowing(ANN)
    table.choose(ANN, "A6")
    return table


def bidding_at_nine() -> Table:
    table = bidding()
    table.play(BEN, "bid", amount=9)
    return table


def bidding_beyond_the_last() -> Table:
    table = bidding()
    table.play(BEN, "bid", amount=14)
    return table


def settling() -> Table:
    table = bidding_at_nine()
    table.all_pass()
    return table


def with_towers() -> Table:
    table = Table()
    table.tower(UPPER, "F3")
    table.tower(UPPER, "F6 P4")
    table.tower(MIDDLE, "A5", roof=1)
    table.permit(3, LOWER, SHORTER)
    table.tower(LOWER, "A4")
    return table


def holding(piece: str, table: Callable[[], Table] = with_towers) -> Callable[[], Table]:
    """ANN has got the piece and has to place it."""

    def held() -> Table:
        made = table()
        made.gets(ANN, piece)
        return made

    return held


def with_a_long_row() -> Table:
    table = Table()
    table.permit(1, UPPER, LONGER)
    table.permit(2, UPPER, LONGER)
    for name in ("A1", "B1", "F1", "P1", "S1", "V1"):
        table.tower(UPPER, name)
    return table


def with_a_short_row() -> Table:
    table = Table()
    table.permit(3, UPPER, SHORTER)
    return table


def with_a_lowest_requirement() -> Table:
    table = Table(lowest_requirement=1)
    table.permit(3, UPPER, SHORTER)
    return table


def with_a_row_that_a_removal_would_empty() -> Table:
    table = Table(lowest_requirement=1)
    table.permit(2, UPPER, LONGER)
    table.permit(3, UPPER, SHORTER)
    table.permit(1, UPPER, SHORTER)
    return table


def at_the_end() -> Table:
    table = Table()
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    return table


# ---------------------------------------------------------------- what they are told

CASES = [
    Refused(
        "game_is_over",
        at_the_end,
        (ANN, "pass", {}),
        "The game is over, so nothing more can be played; start a new one.",
    ),
    Refused(
        "not_your_decision",
        at_the_start,
        (BEN, "stow_check", {}),
        "Another player is deciding now; wait until you are asked.",
    ),
    Refused(
        "not_the_time",
        at_the_start,
        (ANN, "choose_mayor", {}),
        "“Put the mayor up for auction” is not what is to be decided now; first decide whether to stow a check.",
    ),
    Refused(
        "not_the_time",
        bidding,
        (BEN, "place_cube", {"row": UPPER, "lot": 2}),
        "“Build Azimuth 6 on lot 2 of the upper row” is not what is to be decided now; bid or pass.",
    ),
    Refused(
        "stow_only_first",
        choosing,
        (ANN, "stow_check", {}),
        "A check can be stowed only at the very start of your turn, before anything else; now choose a piece.",
    ),
    Refused(
        "nothing_to_stow",
        choosing_without_money,
        (ANN, "stow_check", {}),
        "You have no check in hand that you could stow; choose a piece.",
    ),
    Refused(
        "no_cube_there",
        choosing_from_short_lines,
        (ANN, "choose_cube", {"row": 0, "end": RIGHT}),
        "Line 1 of the display is empty; choose a cube from another line, or another piece.",
    ),
    Refused(
        "same_cube",
        choosing_from_short_lines,
        (ANN, "choose_cube", {"row": 1, "end": RIGHT}),
        "Line 2 has a single cube left, Vesper 2, and so no right end; choose it as the left end.",
    ),
    Refused(
        "cube_blocked",
        choosing_when_all_is_built,
        (ANN, "choose_cube", {"row": 0, "end": LEFT}),
        "Vesper 6 has no place anywhere on the board, so it may not be put up for auction; choose another piece.",
    ),
    Refused(
        "no_roofs_left",
        choosing_without_roofs,
        (ANN, "choose_roof", {}),
        "No rooftop is left to put up for auction; choose another piece.",
    ),
    Refused(
        "nothing_to_roof",
        choosing,
        (ANN, "choose_roof", {}),
        "No building on the board lacks a rooftop; choose another piece.",
    ),
    Refused(
        "piece_used",
        choosing_with_pieces_gone,
        (ANN, "choose_permit", {"permit": 2}),
        "Building permit 2 is already on the board, in the middle row; choose a piece that is still available.",
    ),
    Refused(
        "piece_used",
        choosing_with_pieces_gone,
        (ANN, "choose_mayor", {}),
        "The mayor is already on the board, in the lower row; choose a piece that is still available.",
    ),
    Refused(
        "piece_used",
        choosing_with_pieces_gone,
        (ANN, "choose_cancel", {}),
        "The cancel cube has left the game; choose a piece that is still available.",
    ),
    Refused(
        "bid_too_low",
        bidding_at_nine,
        (2, "bid", {"amount": 9}),
        "A bid of $9M does not top the highest so far, $9M; bid at least $10M, or pass.",
    ),
    Refused(
        "bid_too_low",
        bidding_beyond_the_last,
        (2, "bid", {"amount": 13}),
        "A bid of $13M does not top the highest so far, $14M; with $13M in hand, pass.",
    ),
    Refused(
        "bid_beyond_cash",
        bidding_at_nine,
        (2, "bid", {"amount": 14}),
        "You cannot bid $14M with $13M in hand; bid $13M at most, or pass.",
    ),
    Refused(
        "bid_beyond_cash",
        bidding_beyond_the_last,
        (2, "bid", {"amount": 15}),
        "You cannot bid $15M with $13M in hand, and $13M is not enough to take part; pass.",
    ),
    Refused(
        "cannot_pay_to_keep",
        settling,
        (ANN, "keep", {}),
        "Keeping the piece costs $9M and you have only $8M in hand; sell it.",
    ),
    Refused(
        "another_piece",
        holding("S4"),
        (ANN, "place_mayor", {"row": UPPER}),
        "“Place the mayor in front of the upper row” does not fit, because you got Saffron 4; place that piece.",
    ),
    Refused(
        "another_piece",
        holding("mayor"),
        (ANN, "place_roof", {"row": UPPER, "lot": 1}),
        "“Put a rooftop on top of Fernhill 3, lot 1 of the upper row” does not fit, because you got the mayor; "
        "use or discard that piece.",
    ),
    Refused(
        "leaves_a_gap",
        holding("S4"),
        (ANN, "place_cube", {"row": MIDDLE, "lot": 4}),
        "Lot 4 of the middle row would leave a gap towards the street; build on lot 2, or elsewhere.",
    ),
    Refused(
        "beyond_requirement",
        holding("S4"),
        (ANN, "place_cube", {"row": MIDDLE, "lot": 5}),
        "Lot 5 of the middle row is closed, because the row requires 4; build on lot 2, or elsewhere.",
    ),
    Refused(
        "beyond_requirement",
        holding("S4"),
        (ANN, "place_cube", {"row": LOWER, "lot": 2}),
        "Lot 2 of the lower row is closed, because the row requires 1; choose a building, or another row.",
    ),
    Refused(
        "not_lower",
        holding("S4"),
        (ANN, "place_cube", {"row": UPPER, "lot": 2}),
        "Saffron 4 cannot stand on Pewter 4, because numbers must fall upwards; choose a higher top, or a free lot.",
    ),
    Refused(
        "white_dirt_full",
        holding("S2"),
        (ANN, "place_cube", {"row": UPPER, "lot": 1}),
        "Lot 1 of the upper row is white dirt, which carries a single cube; choose another lot.",
    ),
    Refused(
        "roofed",
        holding("S4"),
        (ANN, "place_cube", {"row": MIDDLE, "lot": 1}),
        "The building on lot 1 of the middle row has its rooftop and is finished; choose one without, or a free lot.",
    ),
    Refused(
        "roofed",
        holding("roof 6"),
        (ANN, "place_roof", {"row": MIDDLE, "lot": 1}),
        "The building on lot 1 of the middle row has its rooftop and is finished; choose one without.",
    ),
    Refused(
        "no_building",
        holding("roof 6"),
        (ANN, "place_roof", {"row": MIDDLE, "lot": 2}),
        "No building stands on lot 2 of the middle row; put the rooftop on a building that has none.",
    ),
    Refused(
        "already_built",
        holding("permit 1"),
        (ANN, "place_permit", {"row": LOWER, "longer": SHORTER}),
        "The requirement of the lower row cannot go from 1 to 0: 1 lot is already built on. "
        "Choose another row or direction, or discard the permit.",
    ),
    Refused(
        "off_the_board",
        holding("permit 3", with_a_long_row),
        (ANN, "place_permit", {"row": UPPER, "longer": LONGER}),
        "The requirement of the upper row cannot go from 7 to 10: "
        "the permit needs a lot to stand on, so 9 is the most. Choose another row or direction, or discard the permit.",
    ),
    Refused(
        "below_nothing",
        holding("permit 2", with_a_short_row),
        (ANN, "place_permit", {"row": UPPER, "longer": SHORTER}),
        "The requirement of the upper row cannot go from 1 to −1: a row cannot require less than nothing. "
        "Choose another row or direction, or discard the permit.",
    ),
    Refused(
        "below_lowest",
        holding("permit 1", with_a_lowest_requirement),
        (ANN, "place_permit", {"row": UPPER, "longer": SHORTER}),
        "The requirement of the upper row cannot go from 1 to 0: in this game 1 is the lowest requirement. "
        "Choose another row or direction, or discard the permit.",
    ),
    Refused(
        "below_lowest",
        holding("cancel", with_a_row_that_a_removal_would_empty),
        (ANN, "remove_permit", {"permit": 2}),
        "The requirement of the upper row cannot go from 2 to 0: in this game 1 is the lowest requirement. "
        "Remove another permit, or discard the cancel cube.",
    ),
    Refused(
        "permit_not_placed",
        holding("cancel"),
        (ANN, "remove_permit", {"permit": 1}),
        "Building permit 1 stands in no row, so it cannot be removed; remove another, or discard the cancel cube.",
    ),
    Refused(
        "built_too_far",
        holding("cancel", with_a_long_row),
        (ANN, "remove_permit", {"permit": 2}),
        "The requirement of the upper row cannot go from 7 to 5: 6 lots are already built on. "
        "Remove another permit, or discard the cancel cube.",
    ),
    Refused(
        "must_be_placed",
        holding("S4"),
        (ANN, "discard", {}),
        "A floor cube cannot be discarded; place it on the board.",
    ),
    Refused(
        "roof_must_be_placed",
        holding("roof 6"),
        (ANN, "discard", {}),
        "A rooftop cannot be discarded; put it on a building that has none.",
    ),
]


def test_every_reason_is_tested_below() -> None:
    assert {case.reason for case in CASES} | {ON_SMALLER_BOARDS} == {each.name for each in GAME.reasons.all.values()}


@pytest.mark.parametrize("piece", [MAYOR, PERMIT])
def test_on_a_board_of_two_rows_nothing_is_placed_in_the_lower_one(piece: int) -> None:
    content = copy.deepcopy(GAME.edition().content)
    content["board"]["white_dirt"]["is"] = "...\n..."
    content["board"]["zoned_length"]["is"] = 2
    rules = Game(GAME).rules(content)
    s = cast("State", rules.new_state(GAME.read_options(None)))
    rules.call.setup(s, 3)
    s.piece, s.phase, s.seat = piece, PLACE, ANN
    placing = "place_mayor" if piece == MAYOR else "place_permit"
    wanted = [action for action in range(GAME.actions.count) if GAME.actions.decode(action)[0] == placing]
    for action in wanted:
        code = rules.why_not(s, ANN, action)
        if GAME.actions.decode(action)[1]["row"] < LOWER:
            assert code == 0 or GAME.reasons.all[code].name == "off_the_board"
        else:
            assert GAME.reasons.all[code].name == ON_SMALLER_BOARDS
            said = WORDS.refusal(look(EN, rules, s, ANN, NAMES), action, code)
            assert said == "There are only 2 rows; choose one of them."


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_refusal_says_what_and_why_and_what_instead(case: Refused) -> None:
    table = case.table()
    seat, kind, args = case.wanted
    action = table.action(kind, args)
    code = RULES.why_not(table.s, seat, action)
    assert GAME.reasons.all[code].name == case.reason
    assert WORDS.refusal(look(EN, RULES, table.s, seat, NAMES), action, code) == case.sentence
    japanese = WORDS.refusal(look(JA, RULES, table.s, seat, NAMES), action, code)
    assert japanese.endswith("。")
    assert not re.search(r"[A-Za-z{}]", japanese)
    assert set(re.findall(r"\d+", case.sentence)) <= set(re.findall(r"\d+", japanese))

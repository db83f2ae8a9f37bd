"""What the rulebook prints in tables and works out in examples is what the rules compute, in both languages."""

from typing import Any

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import NO_SEAT
from tabletown.games.the_estates.telling.naming import company_name
from tabletown.rulekit.language import LANGUAGES, say
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    LONGER,
    LOWER,
    MIDDLE,
    RULES,
    SHORTER,
    UPPER,
    Table,
    colour,
    cube,
)
from tests.looking import to
from tests.printed import (
    after,
    chapter_without_clauses,
    figures,
    last_number,
    tables,
    tables_of_clause,
    worked_through,
)

IN_EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
NAMES = {"en": ("Ann", "Ben", "Cat", "Dan"), "ja": ("アン", "ベン", "キャット", "ダン")}
A_TURN, A_SCORING = 0, 1


# ---------------------------------------------------------------- a turn


STOWED, BIDDING_OVER, KEPT, PLACED = 1, 5, 6, 7
"""After how many moves of the example each part of the turn is over."""


def hands(state: Any) -> list[int]:
    """As a row of the example's table."""
    return [state.cash[ANN], state.stowed[ANN], state.cash[DAN]]


@IN_EACH_LANGUAGE
@pytest.mark.rule("TE-T1", "TE-A4", "TE-A5")
def test_the_money_of_the_turn_that_the_rulebook_works_through(language: str) -> None:
    match = worked_through(GAME, "turn")
    sold = after(match, BIDDING_OVER)
    RULES.apply(sold, ANN, GAME.actions.encode("sell", {}))
    course = [after(match, 0), after(match, STOWED), sold, after(match, KEPT)]
    (rows,) = tables(chapter_without_clauses(GAME, language, A_TURN))
    assert [figures(row) for row in rows] == [hands(state) for state in course]


@pytest.mark.rule("TE-F4", "TE-F6", "TE-V3")
def test_the_cube_of_the_turn_that_the_rulebook_works_through_takes_the_building_over() -> None:
    match = worked_through(GAME, "turn")
    before, now = after(match, KEPT), after(match, PLACED)
    assert (before.certificate[colour("F")], now.certificate[colour("F")]) == (NO_SEAT, ANN)
    assert [RULES.building_owner(state, MIDDLE, 0) for state in (before, now)] == [BEN, ANN]
    assert [RULES.building_value(state, MIDDLE, 0) for state in (before, now)] == [4, 6]
    assert (match.pending, match.steps) == ((BEN,), PLACED)


# ---------------------------------------------------------------- a scoring


def points_of(state: Any, row: int, seat: int) -> int:
    points: int = RULES.row_sign(state, row) * RULES.row_value(state, row, seat)
    return points


@IN_EACH_LANGUAGE
@pytest.mark.rule("TE-V1", "TE-V5", "TE-V7")
def test_the_scoring_that_the_rulebook_works_through(language: str) -> None:
    match = worked_through(GAME, "scoring")
    state = after(match, 1)
    assert (match.over, match.ending) == (True, "two_rows_complete")
    _buildings, rows = tables(chapter_without_clauses(GAME, language, A_SCORING))
    assert [row[0] for row in rows] == [*NAMES[language][:3]]
    for seat, row in enumerate(rows):
        of_rows = [points_of(state, each, seat) for each in range(3)]
        assert figures(row) == [*of_rows, state.stowed[seat], match.scores[seat]]
    assert match.returns == (0, 1, 0), "Ben wins"


@IN_EACH_LANGUAGE
@pytest.mark.rule("TE-V2", "TE-V3", "TE-V4")
def test_the_buildings_of_the_scoring_that_the_rulebook_works_through(language: str) -> None:
    state = after(worked_through(GAME, "scoring"), 1)
    rows, _players = tables(chapter_without_clauses(GAME, language, A_SCORING))
    places = [(row, lot) for row in range(3) for lot in range(state.built[row])]
    listener = to(say(language, GAME), RULES, ANN, [])
    for (row, lot), (_row, number, building, worth, owner, counts) in zip(places, rows, strict=True):
        value, seat = RULES.building_value(state, row, lot), RULES.building_owner(state, row, lot)
        assert (int(number), int(worth), owner) == (lot + 1, value, NAMES[language][seat])
        assert figures([counts]) == [RULES.row_sign(state, row) * value]
        for each in state.floor[row][lot][: state.height[row][lot]]:
            name = company_name(listener, RULES.colour_of(each))
            assert f"{name}{RULES.value_of(each)}" in building.replace(" ", "")


@IN_EACH_LANGUAGE
@pytest.mark.rule("TE-V5")
def test_the_table_of_the_mayor(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "TE-V5")
    found = []
    for longer in (SHORTER, LONGER):
        for mayor in (False, True):
            table = Table()
            table.permit(3, MIDDLE, longer)
            table.tower(MIDDLE, "A6 B4 S1", roof=3)
            if mayor:
                table.mayor(MIDDLE)
            found.append(RULES.row_sign(table.s, MIDDLE) * RULES.row_value(table.s, MIDDLE, ANN))
    assert [number for row in rows for number in figures(row)] == found


# ---------------------------------------------------------------- an auction, a building


def least_and_most(state: Any, seat: int) -> tuple[int, int]:
    """What the seat may bid."""
    decoded = [GAME.actions.decode(action) for action in RULES.legal_actions(state, seat)]
    sums = [args["amount"] for kind, args in decoded if kind == "bid"]
    return min(sums), max(sums)


@pytest.mark.rule("TE-A2", "TE-A3")
def test_after_the_pass_that_the_rulebook_draws_the_third_bids_3_at_least() -> None:
    match = worked_through(GAME, "bids")
    passed = after(match, 4)
    assert (passed.high_bid, passed.high_bidder) == (2, BEN)
    assert least_and_most(passed, DAN) == (3, passed.cash[DAN])


@pytest.mark.rule("TE-A4", "TE-A5")
def test_the_sale_and_the_keeping_that_the_rulebook_draws_move_5_either_way() -> None:
    for example, hands_then in (("sold", [17, 7]), ("kept", [7, 17])):
        match = worked_through(GAME, example)
        assert [*after(match, 5).cash][:2] == [12, 12]
        assert [*after(match, 6).cash][:2] == hands_then


@pytest.mark.rule("TE-V2", "TE-V3")
def test_the_building_that_the_rulebook_draws_is_worth_14_to_whoever_has_saffron() -> None:
    match = worked_through(GAME, "worth")
    assert [RULES.building_value(after(match, step), MIDDLE, 0) for step in (6, 12)] == [11, 14]
    assert after(match, 12).certificate[colour("S")] == CAT == RULES.building_owner(after(match, 12), MIDDLE, 0)


# ---------------------------------------------------------------- permits, the end, options


@IN_EACH_LANGUAGE
@pytest.mark.rule("TE-B2", "TE-B3")
def test_the_table_of_permits(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "TE-B3")
    permits = ((2, SHORTER), (1, LONGER), (3, LONGER))
    for (before, _permit, then, lot), (value, longer) in zip(rows, permits, strict=True):
        table = Table()
        assert table.s.requirement[UPPER] == int(before)
        table.gets(ANN, f"permit {value}")
        table.play(ANN, "place_permit", row=UPPER, longer=longer)
        assert (table.s.requirement[UPPER], table.permit_lot(UPPER)) == (int(then), last_number(lot))


@pytest.mark.rule("TE-E3")
def test_the_rulebooks_row_that_lacks_only_a_permit_comes_too_late() -> None:
    table = Table()
    table.permit(3, LOWER, LONGER)
    roofs = iter((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6))
    for row, letters in ((UPPER, "A5 B5 F5 P5"), (MIDDLE, "S5 V5 A6"), (LOWER, "B6 F6 P6 S6")):
        for name in letters.split():
            table.tower(row, name, roof=next(roofs))
    table.tower(LOWER, "V6")
    assert table.s.permit_row[0] < 0, "permit 1 has not been auctioned"
    table.gets(ANN, "roof 6")
    table.play(ANN, "place_roof", row=LOWER, lot=5)
    assert table.over
    assert table.complete_rows() == [UPPER]
    assert RULES.row_sign(table.s, MIDDLE) < 0


@pytest.mark.rule("TE-P3")
def test_of_the_towers_that_the_rulebook_draws_a_4_and_a_5_can_grow() -> None:
    town = after(worked_through(GAME, "blocked"), 0)
    fits = {value: RULES.is_placeable(town, cube(f"S{value}")) for value in range(1, 7)}
    assert fits == {1: True, 2: True, 3: True, 4: True, 5: False, 6: False}


def cancelling(state: Any) -> Any:
    """ANN has got the cancel cube for nothing."""
    for seat, kind in ((ANN, "skip_stowing"), (ANN, "choose_cancel"), *((seat, "pass") for seat in (BEN, CAT, DAN))):
        RULES.apply(state, seat, GAME.actions.encode(kind, {}))
    return state


@pytest.mark.rule("TE-B5", "TE-B7", "TE-X3")
def test_the_rows_that_the_rulebook_draws_are_as_long_as_it_says() -> None:
    for example, steps in (("shorter", (0, 6)), ("lowest", (0, 6)), ("nothing", (0, 6, 12))):
        course = [after(worked_through(GAME, example), step) for step in steps]
        wanted = {"shorter": [4, 3], "lowest": [2, 0], "nothing": [4, 1, 0]}[example]
        assert [state.requirement[MIDDLE] for state in course] == wanted
    assert RULES.is_complete(course[-1], MIDDLE)
    protected = after(worked_through(GAME, "protected"), 0)
    assert (protected.requirement[MIDDLE], protected.built[MIDDLE]) == (5, 5)
    assert [*RULES.legal_actions(cancelling(protected), ANN)] == [GAME.actions.encode("discard", {})]


@pytest.mark.rule("TE-E3")
def test_the_twelfth_rooftop_that_the_rulebook_draws_ends_the_game() -> None:
    match = worked_through(GAME, "last-roof")
    before, now = after(match, 0), after(match, match.steps)
    assert (before.roofs_left, now.roofs_left, match.over) == (1, 0, True)
    assert [RULES.is_complete(now, row) for row in (UPPER, MIDDLE, LOWER)] == [True, False, False]
    assert (now.built[MIDDLE], now.roofless[MIDDLE], now.requirement[MIDDLE]) == (3, 0, 4)
    assert now.permit_row[0] == RULES.AVAILABLE


@IN_EACH_LANGUAGE
@pytest.mark.rule("TE-O3", "TE-B7")
def test_the_two_examples_of_the_lowest_requirement(language: str) -> None:
    (rows,) = tables_of_clause(GAME, language, "TE-O3")
    for lowest in (0, 1):
        placing = Table(lowest_requirement=lowest)
        placing.permit(3, UPPER, SHORTER)
        assert placing.s.requirement[UPPER] == last_number(rows[0][1])
        placing.gets(ANN, "permit 1")
        refused = placing.refusal(ANN, "place_permit", row=UPPER, longer=SHORTER)
        cancelling = Table(lowest_requirement=lowest)
        for value, longer in ((2, LONGER), (3, SHORTER), (1, SHORTER)):
            cancelling.permit(value, UPPER, longer)
        assert cancelling.s.requirement[UPPER] == last_number(rows[1][1])
        cancelling.gets(ANN, "cancel")
        kept = cancelling.refusal(ANN, "remove_permit", permit=2)
        for row, why in zip(rows, (refused, kept), strict=True):
            forbidden = row[4 + lowest] in {"not allowed", "できない"}
            assert row[4 + lowest] in {"allowed", "not allowed", "できる", "できない"}
            assert (forbidden, bool(why)) == (bool(lowest), bool(lowest))

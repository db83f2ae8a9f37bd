"""The position of The Estates in words, and its score sheet, in English and in Japanese."""


import pytest

from tabletown.games.the_estates.telling import WORDS
from tests.games.the_estates.listening import EN, JA, NAMES, SPECTATOR, is_japanese, random_positions
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    LEFT,
    LONGER,
    LOWER,
    MIDDLE,
    RIGHT,
    RULES,
    SHORTER,
    UPPER,
    Table,
)
from tests.looking import look

# ---------------------------------------------------------------- the position

POSITION = """\
The Estates: turn 1
Up for auction: building permit 1. Auctioneer: Ann.
Highest bid: $3M, by Ben (you).
Still to speak, in this order: Cat.
To decide: Cat, whether to bid.

Upper row: 2 of 4 required lots built, 1 building without a rooftop, not complete, white dirt on lots 1 and 7
  Lot 1: Fernhill 6, rooftop 2; worth 8 to Ann
  Lot 2: Fernhill 5, Pewter 3, no rooftop; worth 8 to Ben (you)
  Lots 3 to 4: free
  If completed: Ann +8, Ben (you) +8
  If not: Ann −8, Ben (you) −8

Middle row: 0 of 6 required lots built, not complete, white dirt on lots 3 and 5
  Lots 1 to 6: free
  Lot 7: building permit 2 (+2)

Lower row: 1 of 1 required lots built, complete, the mayor in front, counts double, white dirt on lot 2
  Lot 1: Azimuth 6, Azimuth 1, rooftop 6; worth 13 to Ann
  Lot 2: building permit 3 (−3)
  If completed: Ann +26
  If not: Ann −26

Display (ends in brackets may be put up, blocked cubes have no place on the board):
  Line 1: [Azimuth 2] Brickfield 3 Fernhill 2 Pewter 1 Saffron 5 Vesper 4 Brickfield 1 [Brickfield 2]
  Line 2: [Fernhill 1] Fernhill 3 Pewter 2 Pewter 4 Pewter 5 [Saffron 1]
  Line 3: [Vesper 6] Saffron 2 Saffron 3 Vesper 1 [Vesper 2]
Rooftops face down: 10 (1, 1, 2, 3, 3, 4, 4, 5, 5, 6)
Beside the board: the cancel cube

Certificates:
  Azimuth: Ann
  Brickfield: nobody
  Fernhill: Ann
  Pewter: Ben (you)
  Saffron: nobody
  Vesper: nobody

Money:
  Ann: hidden
  Ben (you): in hand $10M, in the cash box $2M
  Cat: hidden

Scores as the board stands:
  Ann: Upper row −8, Middle row 0, Lower row +26, Cash box hidden, Round +18 + ?
  Ben (you): Upper row −8, Middle row 0, Lower row 0, Cash box +2, Round −6
  Cat: Upper row 0, Middle row 0, Lower row 0, Cash box hidden, Round 0 + ?"""


def a_table_in_the_middle_of_an_auction() -> Table:
    table = Table()
    table.owns(BEN, "P")
    table.tower(UPPER, "F6", roof=2)
    table.tower(UPPER, "F5 P3")
    table.tower(LOWER, "A6 A1", roof=6)
    table.permit(2, MIDDLE, LONGER)
    table.permit(3, LOWER, SHORTER)
    table.mayor(LOWER)
    table.show("A2 B3 F2 P1 S5 V4 B1 B2", "F1 F3 P2 P4 P5 S1", "V6 S2 S3 V1 V2")
    table.money(11, 10, 12, boxes=(1, 2, 0))
    table.skip_stowing(ANN)
    table.choose(ANN, "permit 1")
    table.play(BEN, "bid", amount=3)
    return table


def test_the_position_is_told_completely() -> None:
    table = a_table_in_the_middle_of_an_auction()
    assert WORDS.position(look(EN, RULES, table.s, BEN, ["Ann", "Ben", "Cat"])) == POSITION


def test_the_position_is_told_in_japanese_without_an_english_word() -> None:
    for state in list(random_positions(range(4), rounds=2))[::19]:
        for viewer in (SPECTATOR, state.seat):
            assert is_japanese(WORDS.position(look(JA, RULES, state, viewer, NAMES)))


def test_who_has_passed_or_was_outbid_is_told_apart_from_who_may_still_bid() -> None:
    table = Table(players=5)
    table.skip_stowing(ANN)
    table.choose(ANN, "A6")
    table.play(BEN, "bid", amount=2)
    table.play(CAT, "pass")
    table.play(DAN, "bid", amount=4)
    lines = WORDS.position(look(EN, RULES, table.s, SPECTATOR, ["Ann", "Ben", "Cat", "Dan", "Eve"])).splitlines()
    assert lines[2:6] == [
        "Highest bid: $4M, by Dan.",
        "Passed or outbid: Ben, Cat.",
        "Still to speak, in this order: Eve.",
        "To decide: Eve, whether to bid.",
    ]


@pytest.mark.rule("TE-P3")
def test_blocked_cubes_are_marked_and_cannot_be_put_up() -> None:
    table = Table()
    for row in range(3):
        table.permit(row + 1, row, SHORTER)
    for row, lots in enumerate((3, 2, 1)):
        for lot in range(lots):
            table.tower(row, f"{'ABF'[row]}{6 - lot}", roof=0 if (row, lot) == (1, 0) else lot + 1)
    table.put_at_end(0, LEFT, "V6")
    table.put_at_end(0, RIGHT, "V3")
    line = next(line for line in WORDS.position(look(EN, RULES, table.s, ANN, NAMES)).splitlines() if "Line 1" in line)
    assert line.startswith("  Line 1: Vesper 6 (blocked) ")
    assert line.endswith(" [Vesper 3]")


def test_the_end_names_the_winners() -> None:
    table = Table(players=2)
    table.money(12, 12)
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    lines = WORDS.position(look(EN, RULES, table.s, SPECTATOR, ["Ann", "Ben"])).splitlines()
    assert lines[1:3] == ["The game is over. No further building can be finished.", "The win is shared by Ann, Ben."]
    table = Table(players=2)
    table.money(12, 11, boxes=(0, 1))
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    lines = WORDS.position(look(EN, RULES, table.s, SPECTATOR, ["Ann", "Ben"])).splitlines()
    assert lines[2] == "Winner: Ben."


# ---------------------------------------------------------------- the score sheet


def number(cell: str) -> int:
    return int(cell.replace("−", "-"))


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_score_sheet_adds_up_to_the_scores_of_the_rules(rounds: int) -> None:
    for state in list(random_positions(range(4), rounds=rounds, money=1))[::13]:
        headers, lines = WORDS.score_sheet(look(EN, RULES, state, SPECTATOR, NAMES))
        scores = [0] * state.players
        RULES.scores(state, scores)
        for seat, line in enumerate(lines):
            assert len(line) == len(headers)
            points = [number(cell) for cell in line[1:]]
            assert sum(points[:4]) == points[4] == RULES.round_score(state, seat)
            assert points[3] == state.stowed[seat]
            assert scores[seat] == (points[4] if rounds == 1 else points[6])
            if rounds > 1:
                assert points[4] + points[5] == points[6]
                assert points[7] == state.wins[seat]


def test_a_score_sheet_has_the_columns_that_the_game_needs() -> None:
    one, _lines = WORDS.score_sheet(look(EN, RULES, Table().s, ANN, NAMES))
    several, _lines = WORDS.score_sheet(look(EN, RULES, Table(rounds=2).s, ANN, NAMES))
    assert one == ["Player", "Upper row", "Middle row", "Lower row", "Cash box", "Round"]
    assert several == [*one, "Earlier rounds", "Total", "Rounds won"]

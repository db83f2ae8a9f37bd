"""What the rulebook shows in tables is what the edition says and the rules do."""

import re
from collections import Counter

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.rules.figures import BLUE, GREEN, RED, YELLOW
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.rulebooks import rulebook
from tests.games.squad_car.table import G1, N, Table
from tests.printed import after, worked_through

RULES = Namespace(GAME, GAME.edition())

IN_ENGLISH = {"green": GREEN, "blue": BLUE, "red": RED, "yellow": YELLOW}
COLOURS = IN_ENGLISH | {"緑": GREEN, "青": BLUE, "赤": RED, "黄": YELLOW}
STEPS = {"↑": 0, "↗": 1, "→": 2, "↘": 3, "↓": 4, "↙": 5, "←": 6, "↖": 7}


def rows(clause: str, language: str) -> list[list[str]]:
    """The cells of a clause's tables, their headings left out."""
    lines = rulebook(GAME, language).clause(clause).text.splitlines()
    body = [line for line, after in zip(lines, [*lines[1:], ""], strict=True) if not after.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in body if re.match(r"\| (?!---)", line)]


@pytest.mark.rule("SC-T10")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dial_in_the_book_is_the_editions(language: str) -> None:
    told: Counter[tuple[int, int]] = Counter()
    for field, count, *_what in rows("SC-T10", language):
        colour, _, moves = field.partition(" ")
        told[COLOURS[colour], int(moves or 0)] += int(count)
    assert told == Counter(zip(RULES.FIELD_COLOUR, RULES.FIELD_MOVES, strict=True))


@pytest.mark.rule("SC-F8")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_in_the_book_are_the_editions(language: str) -> None:
    told = Counter({(int(moves), int(shifts)): int(count) for moves, shifts, count in rows("SC-F8", language)})
    assert told == Counter(tuple(card) for card in RULES.CARDS)
    assert told.total() == 24


@pytest.mark.rule("SC-B8")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_in_the_book_is_the_editions(language: str) -> None:
    drawn = rulebook(GAME, language).clause("SC-B8").text.split("```")[1].strip()
    assert drawn == RULES.MAP.strip()


@pytest.mark.rule("SC-M4", "SC-M5", "SC-M7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_turning_show_how_a_car_faces_after_each_step(language: str) -> None:
    corner = Table()
    corner.put(G1, 8, 13, N)
    assert faces(corner, "ahead, right, right, ahead") == arrows("SC-M4", language)[1:]
    u_turn, back = Table(), Table()
    u_turn.put(G1, 8, 16, N)
    back.put(G1, 8, 12, N)
    told = arrows("SC-M7", language)
    assert faces(u_turn, "ahead, half right, half right, ahead") == told[:4]
    assert faces(back, "right, half right, right, ahead, ahead, half right, ahead") == told[4:]


def arrows(clause: str, language: str) -> list[int]:
    return [STEPS[row[-1][0]] for row in rows(clause, language)]


def faces(table: Table, steps: str) -> list[int]:
    """How the car faces after each step."""
    table.turn(G1, moves=9)
    faced = []
    for step in steps.split(", "):
        table.drive(step)
        faced.append(table.where(G1)[2])
    return faced


@pytest.mark.rule("SC-M10")
def test_the_car_that_the_rulebook_draws_leaves_its_lot_to_the_left() -> None:
    match = worked_through(GAME, "lots")
    course = [after(match, step) for step in range(match.steps + 1)]
    assert [state.heading[G1] for state in course] == [STEPS["↓"], STEPS["↘"], STEPS["→"]]

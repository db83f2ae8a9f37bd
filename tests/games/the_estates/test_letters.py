"""The table in letters: what stands where, within 80 columns, and nothing that the viewer may not be shown."""

import random

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import State
from tabletown.games.the_estates.telling.guide import CLAUSES
from tabletown.games.the_estates.telling.letters import panels
from tabletown.laws.playing import Case, positions
from tabletown.rulekit.inked import Panel, plain
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.rulebooks import rulebook
from tests.games.the_estates.table import ANN, BEN, LONGER, LOWER, MIDDLE, RULES, SHORTER, UPPER, Table, cubes
from tests.looking import look

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
COLUMNS = 80


def shown(view: State, viewer: int = ANN, language: str = "en") -> list[Panel]:
    return panels(look(say(language, GAME), RULES, view, viewer, NAMES[: view.players]))


def lines(view: State, viewer: int = ANN) -> list[str]:
    return plain(shown(view, viewer)).splitlines()


def test_towers_stand_on_their_lots_with_their_roofs_on_top() -> None:
    table = Table(players=3)
    table.tower(UPPER, "A5", roof=3)
    table.tower(UPPER, "B6 F4")
    found = lines(table.s)
    bottom = next(i for i, line in enumerate(found) if line.startswith("Upper row"))
    assert found[bottom].split()[2:4] == ["A5", "B6"]
    assert found[bottom - 1].split()[:2] == ["^3", "F4"]
    assert found[bottom + 1].split()[:3] == ["2/4", "1w", "2"]


def test_permits_stand_on_the_first_lot_that_may_not_be_built() -> None:
    table = Table(players=3)
    table.permit(2, MIDDLE, SHORTER)
    table.permit(3, MIDDLE, LONGER)
    table.mayor(LOWER)
    found = lines(table.s)
    middle = next(i for i, line in enumerate(found) if line.startswith("Middle row"))
    assert "+3" in found[middle - 1] + found[middle]
    assert "-2" in found[middle - 1] + found[middle]
    assert found[middle].index("__", 12) < found[middle].index("-2")
    assert found[middle].count("__") == 5
    assert any(line.startswith("0/4 mayor") for line in found)


def test_a_blocked_end_of_the_display_is_told_from_a_free_one() -> None:
    table = Table(players=3)
    for value, row in ((3, UPPER), (2, MIDDLE), (1, LOWER)):
        table.permit(value, row, SHORTER)
    table.tower(UPPER, "V5", roof=1)
    table.tower(MIDDLE, "P4")
    table.tower(MIDDLE, "F5", roof=2)
    for roof, name in enumerate(("F6", "S5", "V6"), 3):
        table.tower(LOWER, name, roof=roof)
    table._lay([cubes("A6 B2"), cubes("S1")])
    found = lines(table.s)
    assert "1 (A6)[B2]" in found
    assert "2 [S1]" in found


def test_another_players_hidden_money_leaves_no_trace() -> None:
    table = Table(players=3)
    table.money(10, 9, 12, boxes=[2, 3, 0])
    before = shown(table.s)
    table.money(10, 14, 3, boxes=[2, 1, 6])
    assert shown(table.s) == before
    assert shown(table.s, BEN) != before
    table.s.money = 1
    assert shown(table.s) != before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", GAME.players)
def test_every_position_fits_80_columns(players: int, language: str) -> None:
    for position in random.Random(players).sample(positions(Case(GAME, players)), 40):
        assert isinstance(position, State)
        board, *beside = shown(position, language=language)
        assert board.width + 1 + max(panel.width for panel in beside) <= COLUMNS


def test_the_guide_names_existing_clauses_for_every_kind_of_action() -> None:
    known = {clause.id for clause in rulebook(GAME).clauses}
    assert CLAUSES.keys() == GAME.actions.kinds.keys()
    for clauses in CLAUSES.values():
        assert clauses
        assert set(clauses) <= known

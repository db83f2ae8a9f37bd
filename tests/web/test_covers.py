"""The lobby shows boards in full swing."""

from importlib import resources

import pytest

import tabletown
from tabletown.rulekit.registry import declarations
from tabletown.web.errands import COVER, draw_cover, picture

NAMES = list(declarations())


@pytest.mark.parametrize("name", NAMES)
def test_a_cover_is_a_whole_game_by_the_rules_that_are_here(name: str) -> None:
    record = resources.files(declarations()[name].package) / COVER
    match = tabletown.load(record.read_text(encoding="utf-8"))
    assert match.game.name == name
    assert match.over


@pytest.mark.parametrize("name", NAMES)
def test_a_cover_shows_more_than_the_empty_board(name: str) -> None:
    chosen = tabletown.game(name)
    assert draw_cover(name) != picture(chosen.new(), 0)

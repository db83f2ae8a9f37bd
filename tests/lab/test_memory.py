"""Compiled games give back what they take: a list that is never freed would fill a machine overnight."""

from importlib import import_module
from typing import Any

import pytest

from tabletown.match import game
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.registry import declarations
from tabletown.rulekit.thinking import INSTINCT_PLAYER


@pytest.mark.parametrize("name", list(declarations()))
def test_games_between_bots_leave_no_list_behind(name: str) -> None:
    _nrt_python = import_module("numba.core.runtime._nrt_python")
    rtsys: Any = import_module("numba.core.runtime").rtsys
    _nrt_python.memsys_enable_stats()
    engine = Compiled(game(name).rules())
    players = max(engine.rules.declaration.players)
    room = engine.room_for_bots(engine.rules.declaration.read_options(None))
    kinds = engine.numbers([INSTINCT_PLAYER] * players)
    engine.watched_games(room, players, engine.numbers([0]), kinds)
    before = rtsys.get_allocation_stats()
    engine.watched_games(room, players, engine.numbers(range(1, 4)), kinds)
    after = rtsys.get_allocation_stats()
    assert after.mi_alloc - before.mi_alloc - (after.mi_free - before.mi_free) <= 8, "what was handed out at the end"

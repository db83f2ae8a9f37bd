"""Games in one file, written by a test."""

import importlib.util
import sys
from pathlib import Path

import pytest

from tabletown.rulekit.declare import Declaration


def game_in_a_file(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> Declaration:
    """The GAME of a module with that text."""
    file = folder / f"{name}.py"
    file.write_text(text)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # the next text may be as long, and as old
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    game: Declaration = module.GAME
    return game

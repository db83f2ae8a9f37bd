"""Solved games: the examples of the documentation, whose answers are known."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.installed import ROOT

EXAMPLES = ROOT / "docs" / "examples"
BY_COINS = '''

def returns(s: State, out: Sheet) -> None:
    """Half of the win each, and a quarter of it more or less for every coin."""
    for seat in range(2):
        out[seat] = 30 + 15 * s.won[seat]
'''


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], ModuleType]]:
    """A solved game by its name; Kuhn poker for coins has its known value, where the example only counts wins."""
    coins = tmp_path_factory.mktemp("coins")
    poker = (EXAMPLES / "kuhn_poker.py").read_text(encoding="utf-8").replace('"kuhn_poker"', '"kuhn_coins"')
    (coins / "kuhn_coins.py").write_text(poker + BY_COINS, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for folder in (EXAMPLES, coins):
            patch.syspath_prepend(str(folder))
        before = set(sys.modules)
        yield importlib.import_module
        for name in set(sys.modules) - before:
            if Path(str(getattr(sys.modules[name], "__file__", ""))).parent in (EXAMPLES, coins):
                del sys.modules[name]

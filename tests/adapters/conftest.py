"""Small games of the examples, beside the house's own."""

import importlib
from collections.abc import Iterator

import pytest

from tabletown.rulekit.registry import declarations
from tests.installed import ROOT


@pytest.fixture
def examples() -> Iterator[None]:
    """Kuhn poker and sealed bids are installed as long as the test lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs" / "examples"))
        for name in ("kuhn_poker", "sealed_bids"):
            patch.setitem(declarations(), name, importlib.import_module(name).GAME)
        yield

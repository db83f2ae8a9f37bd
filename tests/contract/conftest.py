"""Every law runs for every registered game and number of players."""

import pytest

from tests.contract.playing import Case, cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", cases(), ids=str)
    if "default_case" in metafunc.fixturenames:
        defaults = [case for case in cases() if case.players == case.declaration.default_players]
        metafunc.parametrize("default_case", defaults, ids=lambda case: case.declaration.name)


__all__ = ["Case"]

"""Laws fail with what they compared, as any test does; those about files of the project are tests of their own."""

import pytest

pytest.register_assert_rewrite("tabletown.laws")

from tabletown.laws.playing import Case, cases  # noqa: E402  -- rewritten before it is loaded


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "default_case" in metafunc.fixturenames:
        defaults = [case for case in cases() if case.players == case.declaration.default_players]
        metafunc.parametrize("default_case", defaults, ids=lambda case: case.declaration.name)


__all__ = ["Case"]

"""For pytest: a test that is marked with a game, and asks for `tabletown_law`, is run for every law on that game."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

FIXTURE = "tabletown_law"


def pytest_configure(config: "pytest.Config") -> None:
    config.addinivalue_line("markers", "rule(*ids): the clauses of a rulebook that the test proves, three at most")
    config.addinivalue_line(
        "markers", "tabletown(*games): the games, by name, whose laws a test with `tabletown_law` tries; all if none"
    )


def pytest_generate_tests(metafunc: "pytest.Metafunc") -> None:
    if FIXTURE not in metafunc.fixturenames:
        return
    from tabletown.laws import trials_of
    from tabletown.rulekit.registry import broken, declaration, declarations

    marks = metafunc.definition.iter_markers("tabletown")
    names = [name for mark in marks for name in mark.args] or [*declarations(), *broken()]
    trials = [trial for name in names for trial in trials_of(declaration(name))]
    # Case by case: what is dealt and played for the first law of a case serves the others in the same process.
    trials.sort(key=lambda trial: (names.index(trial.case.declaration.name), trial.case.players))
    metafunc.parametrize(FIXTURE, trials, ids=str)

"""Tests that fail in a whole run are tried once more alone, if they are few."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import ROOT

ALWAYS = "def test_always():\n    assert 1 + 1 == 3\n"
NEVER = "def test_never():\n    assert 1 + 1 == 2\n"
ONCE = """
from pathlib import Path

def test_once{number}():
    before = Path("tried{number}")
    tried = before.exists()
    before.touch()
    assert tried, "the first time"
"""
CLEARING_UP = """
from pathlib import Path
import pytest

@pytest.fixture(scope="module")
def shared():
    yield
    before = Path("cleared")
    cleared = before.exists()
    before.touch()
    assert cleared

def test_with_what_is_shared(shared):
    pass
"""
NOT_READ = """
from pathlib import Path

before = Path("read")
read = before.exists()
before.touch()
assert read

def test_of_this_file():
    pass
"""


def once(number: int = 0) -> str:
    return ONCE.format(number=number)


def run(folder: Path, *tests: str, strict: str = "0") -> tuple[int, list[str]]:
    """What the tool answers and says about a folder with these files of tests."""
    for number, text in enumerate(tests):
        (folder / f"test_scratch{number}.py").write_text(text, encoding="utf-8")
    alone = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TABLETOWN_STRICT": strict}
    command = [sys.executable, "-m", "tools.again", "--quiet", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, env=os.environ | alone, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()


def test_what_passes_is_run_once(tmp_path: Path) -> None:
    code, said = run(tmp_path, NEVER)
    assert code == 0
    assert said[-1].startswith("1 passed in ")


def test_what_failed_once_passes_and_is_named_in_the_last_line(tmp_path: Path) -> None:
    code, said = run(tmp_path, NEVER, once())
    assert code == 0
    assert said[-1] == (
        "*** UNSTEADY: test_scratch1.py::test_once0 failed, and passed when it was run again alone. ***"
    )
    closing = [number for number, line in enumerate(said) if " passed" in line and " in " in line]
    assert said[closing[0]].startswith("1 failed, 1 passed in ")
    assert said[closing[1]].startswith("1 passed in ")
    assert "E       AssertionError: the first time" in said[closing[1] :]


def test_what_fails_again_fails(tmp_path: Path) -> None:
    code, said = run(tmp_path, NEVER, once(), ALWAYS)
    assert code == 1
    assert said[-1].startswith("1 failed, 1 passed in ")
    assert not any("UNSTEADY" in line for line in said)


@pytest.mark.parametrize(("failing", "code"), [(3, 0), (4, 1)])
def test_more_than_three_are_no_chance(tmp_path: Path, failing: int, code: int) -> None:
    answer, said = run(tmp_path, *(once(number) for number in range(failing)))
    assert answer == code
    assert sum("UNSTEADY" in line for line in said) == (0 if code else failing)


def test_whoever_is_strict_hears_the_first_answer(tmp_path: Path) -> None:
    code, said = run(tmp_path, NEVER, once(), strict="1")
    assert code == 1
    assert said[-1].startswith("1 failed, 1 passed in ")


@pytest.mark.parametrize("text", [CLEARING_UP, NOT_READ])
def test_what_another_test_may_have_caused_is_not_tried_again(tmp_path: Path, text: str) -> None:
    code, said = run(tmp_path, NEVER, text)
    assert code != 0
    assert not any("UNSTEADY" in line for line in said)

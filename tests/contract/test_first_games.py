"""What stops a game is one sentence, before laws are tried that would all fail for the same reason."""

import itertools
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from tabletown.laws import first_games
from tabletown.laws.first_games import Stuck, play_first_games
from tabletown.laws.showing import BROKEN, KEPT, try_laws
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tests.installed import ROOT
from tests.rulekit.small import game_in_a_file

NIM = (ROOT / "docs" / "examples" / "nim.py").read_text(encoding="utf-8")
NUMBERS = itertools.count()


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Declaration:
    old, new = request.param
    assert old in NIM
    return nim_as(NIM.replace(old, new, 1), tmp_path, monkeypatch)


def nim_as(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Declaration:
    """By a name of its own: rules are remembered by it."""
    name = f"nim_{next(NUMBERS)}"
    return game_in_a_file(folder, name, text.replace('"nim"', f'"{name}"'), monkeypatch)


def changed(*changes: tuple[str, str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("nim", "complaint"), [(change[:2], change[2]) for change in changes], indirect=["nim"]
    )


@changed(
    ("<= s.heap[heap - 1] else", "< 0 else", "at decision 1, as seat 0 is asked: nothing is allowed."),
    ("max_decisions=12", "max_decisions=2", "at decision 3, as seat 1 plays take(heap="),
    ("max_decisions=12", "max_decisions=2", ": it goes on, and max_decisions is 2."),
    ("return 1\n", "return 2\n", "as it ends: `ending` is 2, and endings=(...) has 1."),
    ("s.seat = 1 - seat", "s.seat = 2 - seat", "at decision 2, as seat 0 plays take"),
    ("s.seat = 1 - seat", "s.seat = 2 - seat", ": seat 2 is asked, and there are 2, counted from 0."),
    ("s.heap[heap] = LARGEST - heap", "s.heap[heap + 1] = LARGEST", "as it begins: "),
    ("s.heap[heap] = LARGEST - heap", "s.heap[heap + 1] = LARGEST", ".py, line 55: IndexError: heap: index 3 of 3."),
    (
        "OK if count <= s.heap[heap - 1] else NOT_THAT_MANY",
        "count > s.heap[heap - 1]",
        ": `refuse_take` answers False, ",
    ),
    ("s.heap[heap - 1] -= count", "s.heap[heap - 1] -= 99 * count", "line 63: OverflowError: heap["),
)
def test_a_game_that_cannot_be_played_says_where_and_why(nim: Declaration, complaint: str) -> None:
    with pytest.raises(Stuck, match=re.escape(complaint)) as stuck:
        play_first_games(nim, compiled=False)
    assert str(stuck.value).startswith("Nim with 2 players stops at decision ")


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN], ids=["in front", "in the background"])
def shell(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a shell begins in the background ignores Ctrl-C."""
    usual = signal.signal(signal.SIGINT, request.param)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.usefixtures("shell")
@changed(("s.seat = 1 - seat", "while count: s.seat = 1", "line 65: no end within 0 seconds."))
def test_rules_that_go_round_in_circles_are_stopped(
    nim: Declaration, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_games, "LONGEST", 0.3)
    with pytest.raises(Stuck, match=re.escape(complaint)):
        play_first_games(nim, compiled=False)


@changed(
    ("def take(", "def taken(", "The verb take(heap, count) has no rule function take that plays it, as in def take(")
)
def test_a_slip_that_the_kit_knows_is_told_as_it_is(nim: Declaration, complaint: str) -> None:
    with pytest.raises(BadDeclaration, match=re.escape(complaint)):
        play_first_games(nim, compiled=False)


@changed(("<= s.heap[heap - 1] else", "< 0 else", "Nim with 2 players stops at decision 1"))
def test_no_law_is_tried_on_a_game_that_cannot_be_played(
    nim: Declaration, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert try_laws(nim, ["soundness"], Console(soft_wrap=True)) == BROKEN
    told = capsys.readouterr().out
    assert told.startswith(complaint)
    assert len(told.splitlines()) == 2
    assert "No law was tried" in told


def test_a_game_that_can_be_played_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nim = nim_as(NIM, tmp_path, monkeypatch)
    console = Console(soft_wrap=True)
    assert try_laws(nim, ["places"], console) == KEPT

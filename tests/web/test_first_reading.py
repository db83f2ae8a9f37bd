"""Whatever threads of a server read for the first time at the same moment, they read it whole.

msgspec shows a thread what another has found out of a type so far, and that ended servers which several people asked
at once as they started.
"""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import tabletown
from tabletown.coaching.script import SCRIPT
from tabletown.match.shape import KINDS, Whole
from tabletown.rulekit.kinds import Kind
from tabletown.web.analysing import ANALYSIS
from tabletown.web.at_table.settings import Settings
from tabletown.web.hints import ADVICE


def nested() -> type[msgspec.Struct]:
    inner = msgspec.defstruct("Inner", [("number", int)])
    return msgspec.defstruct("Outer", [("inner", inner), ("last", int)])


UNREADY, READY = nested(), Kind(nested())
WRITTEN = {"inner": {"number": 1}, "last": 2}


def unprepared() -> object:
    return msgspec.convert(WRITTEN, UNREADY)


def prepared() -> object:
    return READY.read(WRITTEN)


def settings() -> object:
    clock = {"decision": 1, "until": 1.5, "left": 2.0}
    return Settings.read({"time": 2, "clock": clock, "late": {"1": [0]}, "coached": True})


def analysis() -> object:
    outlook = {"step": 1, "chances": [1.0], "scores": [1.0], "known": [1.0]}
    turn = {"step": 1, "seat": 0, "before": 0.5, "after": 1.0}
    return ANALYSIS.read({"outlooks": [outlook], "turns": [turn], "better": []})


def advice() -> object:
    return ADVICE.read({"question": "which", "options": [], "failure": "none"})


def script() -> object:
    return SCRIPT.read({"decision": [{"kinds": ["bid"], "say": "Bid."}], "cost": {"unit": "{n}", "least": 1}})


def record() -> object:
    played = {"format": "tabletown-record/1", "game": "toy", "rules": "1", "seats": ["A"]}
    empty: dict[str, object] = {"edition": {}, "options": {}, "start": None, "log": [], "ending": None}
    of_the_deal = dict.fromkeys(("seed", "commitment", "digest"), 64 * "0")
    return KINDS[Whole].read({**played, **empty, **of_the_deal, "result": {"scores": [1], "returns": [1]}})


KNOWN = ["prepared", "settings", "analysis", "advice", "script", "record"]


@pytest.fixture(scope="module")
def held() -> dict[str, tuple[int, int]]:
    """For each the steps of reading it, and at how many of them another thread that read it ended the process."""
    command = [sys.executable, "-m", "tests.at_every_step", __name__, "unprepared", *KNOWN]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]).stdout
    return {name: (int(steps), int(crashes)) for name, steps, crashes in map(str.split, told.splitlines())}


def test_a_type_that_nobody_has_read_yet_is_seen_half_made(held: dict[str, tuple[int, int]]) -> None:
    """Why there are kinds at all: should this fail, msgspec has been mended."""
    assert held["unprepared"][1] > 0


@pytest.mark.parametrize("name", KNOWN)
def test_whoever_reads_while_another_reads_for_the_first_time_reads_it_whole(
    held: dict[str, tuple[int, int]], name: str
) -> None:
    steps, crashes = held[name]
    assert steps > 0
    assert crashes == 0


def test_nobody_reads_a_type_that_is_no_kind() -> None:
    source = Path(tabletown.__file__).parent
    reading = ("msgspec.convert(", "Decoder(")
    found = {file.name for file in source.rglob("*.py") if any(each in file.read_text() for each in reading)}
    assert found == {"kinds.py"}

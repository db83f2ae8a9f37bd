"""Commands that Ctrl-C, a full disk or a pipe that nobody reads cuts off: a sentence or silence, and no traceback."""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.playing import COMMAND, Terminal
from tools.running import PATIENCE


def test_bytes_that_are_no_text_are_an_unclear_answer(folder: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "the_estates", "--seats", "you,visitor", "--seed", "2"], input=b"\xff\xfe\nq\n", cwd=folder,
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert done.returncode == 0
    assert "is no choice here" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_an_output_without_room_is_one_sentence(folder: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=folder, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize(
    ("closed", "arguments", "code"),
    [(">&-", ["games"], 0), (">&-", ["fuzz", "the_estates", "--games", "1"], 0), ("2>&-", ["rules", "chess"], 2)],
)
def test_a_command_that_is_started_with_a_closed_output_does_its_work(
    folder: Path, closed: str, arguments: list[str], code: int
) -> None:
    line = f"{' '.join([*COMMAND, *arguments])} {closed}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=folder, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


LONG = {
    "simulate": (["--games", "50000000", "--threads", "1"], r"[1-9]\d*/50000000", r"after [\d,]+ of 50,000,000 games"),
    "arena": (["--seats", "visitor,visitor", "--games", "50000000"], r"[1-9]\d*/50000000", r"of 50,000,000 games"),
    "arena --bots visitor,b=visitor": (
        ["--players", "2", "--games", "400000", "--out", "results"], r"[1-9]\d*/400000", r"goes on from results",
    ),
    "fuzz": (
        ["--games", "100000", "--seed", "9"], r"[1-9]\d*/100000", r"(\d+) games, \d+ decisions: every law holds so far",
    ),
    "study": (["--bots", "visitor", "--games", "9000000"], r"[1-9]\d*/9000000", r"after [\d,]+ of 9,000,000 games"),
}


@pytest.mark.parametrize("command", LONG)
def test_ctrl_c_ends_long_work_and_what_was_done_so_far_is_told(command: str, folder: Path) -> None:
    arguments, begun, told = LONG[command]
    with Terminal(*command.split(), "the_estates", *arguments, home=folder) as terminal:
        terminal.until(begun)
        terminal.type("\x03")
        assert terminal.ended() == 130
    assert re.search(told, terminal.screen.replace("\r\n", " "))
    assert "Traceback" not in terminal.screen
    if command == "simulate":
        assert "seat 0 wins" in terminal.screen
    if "--out" in arguments:
        assert (folder / "results" / "standings.csv").read_text().startswith("bot,rating,low,high,games,")
    if command == "study":
        assert "In short" in (folder / "study-the_estates" / "report.html").read_text(encoding="utf-8")


SLEEPING = """
import json, os, subprocess, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print('{"ready": true}', flush=True)
    elif told["type"] == "choose":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        with open("asked", "w") as file:
            file.write(f"{os.getpid()} {child.pid}\\n")
        time.sleep(1000)
"""


def is_alive(pid: int) -> bool:
    """A process that is over, but that nobody has asked for its end yet, is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(happened: Callable[[], bool], terminal: Terminal) -> None:
    """What is written meanwhile is read: nobody could go on if it were not."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, terminal.screen[-2000:]
        terminal._take()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_ctrl_c_ends_a_tournament_with_all_programs_that_think_in_it(folder: Path) -> None:
    (folder / "sleeping.py").write_text(SLEEPING)
    asked = folder / "asked"
    bots = ["--bots", f"visitor,process:{shlex.quote(sys.executable)} sleeping.py"]
    with Terminal("arena", "the_estates", *bots, "--players", "2", "--seconds", "1000", home=folder) as terminal:
        wait_until(lambda: asked.exists() and asked.read_text().endswith("\n"), terminal)
        pids = [int(pid) for pid in asked.read_text().split()]
        assert all(map(is_alive, pids))
        terminal.type("\x03")
        assert terminal.ended() == 130
        wait_until(lambda: not any(map(is_alive, pids)), terminal)
    assert "Interrupted after 0 of 60 games" in terminal.screen
    assert "Traceback" not in terminal.screen


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["games"],
        ["rules", "the_estates"],
        ["rules", "the_estates", "TE-A3"],
        ["play", "the_estates", "--seats", "you,visitor", "--seed", "5"],
        ["replay", "game.json"],
        ["verify", "game.json"],
        ["picture", "game.json"],
        ["simulate", "the_estates", "--games", "20"],
        ["arena", "the_estates", "--seats", "visitor,visitor", "--games", "20", "--json"],
        ["fuzz", "the_estates", "--games", "1", "--seed", "9"],
        ["check", "the_estates", "--quick", "--law", "replay"],
    ],
    ids=" ".join,
)
def test_a_command_whose_output_nobody_reads_ends_in_silence(record: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_reader_who_has_seen_enough_ends_a_command_in_silence(record: Path) -> None:
    line = f"{' '.join(COMMAND)} replay game.json | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert (done.returncode, done.stderr) == (141, "")

"""Every command, and every way to use it wrongly: one sentence, exit code 2, nothing lost."""

import ast
import json
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import tabletown
from tabletown.cli import main
from tests.terminal.playing import COMMAND, Terminal, run
from tools.running import PATIENCE

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.fixture
def record(folder: Path) -> Path:
    """A whole game, in game.json."""
    rng = random.Random(8)
    match = tabletown.game("the_estates").new(players=3, seed=8, names=["Mara", "Ben", "Cleo"])
    while not match.over:
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    path = folder / "game.json"
    path.write_text(json.dumps(match.record()), encoding="utf-8")
    return path


def refused(capsys: Captured, *arguments: str) -> str:
    """The one sentence that a wrong command gets."""
    try:
        code: object = main(arguments)
    except SystemExit as left:
        code = left.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1, err
    assert err.endswith(".\n")
    return err


WRONG = {
    "no command": ([], "COMMAND"),
    "unknown command": (["dance"], "dance"),
    "unknown flag": (["play", "--loud"], "--loud"),
    "unknown game": (["play", "chess"], "There is no game 'chess'; there are"),
    "unknown option": (["play", "the_estates", "--option", "colour=red"], "has no option 'colour'"),
    "unknown value": (["play", "the_estates", "--option", "money=much"], "takes hidden, open, not 'much'"),
    "option without value": (["play", "the_estates", "--option", "money"], "name=value, not 'money'"),
    "option twice": (["play", "the_estates", "--option", "money=open", "--option", "money=open"], "given twice"),
    "too few players": (["play", "the_estates", "--seats", "you"], "is for 2, 3, 4, 5 players, not 1"),
    "too many players": (["play", "the_estates", "--seats", "you" + ",visitor" * 6], "players, not 7"),
    "unknown bot": (["play", "the_estates", "--seats", "you,genius"], "Nobody is called 'genius'"),
    "empty seat": (["play", "the_estates", "--seats", "you,,visitor"], "Nobody is called ''"),
    "named bot": (["play", "the_estates", "--seats", "you,visitor:Tim"], "Only people have names"),
    "a person called as a bot": (["play", "the_estates", "--seats", "you:Visitor,visitor"], "is a bot's name"),
    "two of one name": (["play", "the_estates", "--seats", "you:Mara,you:Mara"], "the name 'Mara'"),
    "a name that is none": (["play", "the_estates", "--seats", "you:\x1b[2J,visitor"], "printable"),
    "unknown language": (["play", "the_estates", "--language", "tlh"], "There is no language 'tlh'"),
    "seed in words": (["play", "the_estates", "--seed", "seven"], "whole number, not 'seven'"),
    "no such edition": (["play", "the_estates", "--edition", "mine.toml"], "mine.toml cannot be read"),
    "no such edition to check": (["check", "the_estates", "--edition", "mine.toml"], "mine.toml cannot be read"),
    "nothing to resume": (["play", "--resume", "gone.json"], "gone.json cannot be read: No such file"),
    "a folder to resume": (["play", "--resume", "."], "cannot be read: Is a directory"),
    "nothing to replay": (["replay", "gone.json"], "gone.json cannot be read"),
    "nothing to verify": (["verify", "gone.json"], "gone.json cannot be read"),
    "nothing to draw": (["picture", "gone.json"], "gone.json cannot be read"),
    "rules of an unknown game": (["rules", "chess"], "There is no game 'chess'"),
    "a clause of no game": (["rules", "XX-A3"], "No game has a clause 'XX-A3'"),
    "unknown clause": (["rules", "the_estates", "TE-Z9"], "no clause 'TE-Z9'"),
    "rules in an unknown language": (["rules", "the_estates", "--language", "tlh"], "There is no language 'tlh'"),
    "no tests to check": (["rules", "--check", "--tests", "nowhere"], "no tests in nowhere"),
    "simulate an unknown game": (["simulate", "chess"], "There is no game 'chess'"),
    "simulate too many players": (["simulate", "the_estates", "--players", "9"], "players, not 9"),
    "simulate no games": (["simulate", "the_estates", "--games", "0"], "number of games"),
    "simulate with no threads": (["simulate", "the_estates", "--games", "9", "--threads", "0"], "number of threads"),
    "simulate fewer than no games": (["simulate", "the_estates", "--games", "-5"], "--games"),
    "simulate with an unknown option": (["simulate", "the_estates", "--option", "x=1"], "has no option 'x'"),
    "arena with people": (["arena", "the_estates", "--seats", "you,visitor"], "There is no bot 'you'"),
    "arena of one": (["arena", "the_estates", "--seats", "visitor"], "players, not 1"),
    "a tournament of nobody": (["arena", "the_estates", "--format", "swiss"], "--format is for a tournament"),
    "a tournament with seats": (["arena", "the_estates", "--bots", "a,b", "--seats", "c"], "Either seats are given"),
    "a tournament of strangers": (["arena", "the_estates", "--bots", "a,b"], "There is no bot 'a'"),
    "a tournament of too few": (["arena", "the_estates", "--bots", "visitor"], "bots at least, not 1"),
    "fuzz an unknown game": (["fuzz", "chess"], "There is no game 'chess'"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments_get_one_sentence(wrong: str, capsys: Captured) -> None:
    arguments, sentence = WRONG[wrong]
    assert sentence in refused(capsys, *arguments)


BROKEN = {
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "not JSON": b"{",
    "not a record": b"[1, 2]",
    "foreign": b'{"format": "pgn"}',
    "newer": b'{"format": "tabletown-record/9"}',
    "nested": b"[" * 100_000,
    "a view without anything": b'{"format": "tabletown-view/1"}',
}


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"], ["verify"], ["picture"]])
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_file_gets_one_sentence_and_stays_as_it_is(
    command: list[str], broken: str, folder: Path, capsys: Captured
) -> None:
    path = folder / "broken.json"
    path.write_bytes(BROKEN[broken])
    assert "broken.json" in refused(capsys, *command, str(path))
    assert path.read_bytes() == BROKEN[broken]


def test_an_illegal_move_in_a_file_is_named_with_its_place(record: Path, capsys: Captured) -> None:
    changed = json.loads(record.read_text(encoding="utf-8"))
    changed["log"][3] = {"seat": changed["log"][3]["seat"], "kind": "keep", "args": {}}
    record.write_text(json.dumps(changed), encoding="utf-8")
    assert re.search(r"game\.json, log\[3\]: an illegal move", refused(capsys, "verify", str(record)))


def test_a_bad_edition_is_refused_with_its_line(folder: Path, capsys: Captured) -> None:
    source = Path(tabletown.__file__).parent / "games" / "the_estates" / "edition.toml"
    text = source.read_text(encoding="utf-8")
    line = next(n for n, found in enumerate(text.splitlines(), 1) if found.startswith("checks_each"))
    (folder / "mine.toml").write_text(text.replace("checks_each = { is = 12", 'checks_each = { is = "12"'), "utf-8")
    sentence = refused(capsys, "play", "the_estates", "--edition", "mine.toml")
    assert sentence.startswith(f"mine.toml, line {line}: money.checks_each takes a whole number")


def test_a_corrected_edition_is_played_with(folder: Path) -> None:
    source = Path(tabletown.__file__).parent / "games" / "the_estates" / "edition.toml"
    rich = source.read_text(encoding="utf-8").replace("checks_each = { is = 12", "checks_each = { is = 17")
    (folder / "rich.toml").write_text(rich, encoding="utf-8")
    done = run("play", "the_estates", "--seats", "you,visitor", "--seed", "2", "--edition", "rich.toml",
               answers="q\n", home=folder)  # fmt: skip
    assert "with $17M in hand" in done.stdout


# ---------------------------------------------------------------- each command at work


def test_games_are_listed_with_their_options(capsys: Captured) -> None:
    assert main(["games"]) == 0
    said = capsys.readouterr().out
    assert "the_estates: 2, 3, 4, 5 players, 40-60 minutes" in said
    assert re.search(r"--option money=hidden\|open +Money totals; usually hidden", said)


def test_a_clause_is_shown_in_both_languages(capsys: Captured) -> None:
    assert main(["rules", "the_estates", "te-a3"]) == 0
    assert "[TE-A3] Never more than your cash" in capsys.readouterr().out
    assert main(["rules", "TE-A3"]) == 0
    assert "[TE-A3] Never more than your cash" in capsys.readouterr().out
    assert main(["rules", "the_estates", "TE-A3", "--language", "ja"]) == 0
    said = capsys.readouterr().out
    assert "[TE-A3]" in said
    assert re.search("[ぁ-ん]", said)


def test_the_whole_rulebook_is_shown(capsys: Captured) -> None:
    assert main(["rules", "the_estates"]) == 0
    said = capsys.readouterr().out
    book = (Path(tabletown.__file__).parent / "games" / "the_estates" / "rulebook.md").read_text(encoding="utf-8")
    for clause in re.findall(r"^### (\[TE-\w+\])", book, re.MULTILINE):
        assert clause in said


def test_what_follows_from_the_verbs_is_printed_as_python(capsys: Captured) -> None:
    assert main(["rules", "the_estates", "--source"]) == 0
    said = capsys.readouterr().out
    assert "def PLACE_ROOF(row: int, lot: int) -> int:" in said
    defined = {node.name for node in ast.parse(said).body if isinstance(node, ast.FunctionDef)}
    assert {"apply", "why_not", "legal", "default_action", "prior"} < defined


def test_on_a_terminal_what_follows_from_the_verbs_is_coloured(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert main(["rules", "the_estates", "--source"]) == 0
    said = capsys.readouterr().out
    assert "\x1b[" in said
    assert "PLACE_ROOF" in said


def test_rules_languages_and_tests_agree(capsys: Captured) -> None:
    assert main(["rules", "--check", "--tests", str(Path(__file__).parent)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    order = r"the_estates: \d+ % of neighbouring rule functions follow the rulebook's order"
    assert re.search(rf"{order}, (\d+) of \1 that do or refuse something name their clause", said)


def test_a_clause_without_a_test_fails_the_check(folder: Path, capsys: Captured) -> None:
    (folder / "tests" / "games" / "the_estates").mkdir(parents=True)
    assert main(["rules", "the_estates", "--check"]) == 1
    assert "TE-A3 is proved by no test" in capsys.readouterr().err


def test_a_package_of_one_game_needs_no_rooms_for_its_tests(capsys: Captured) -> None:
    alone = Path(__file__).parent / "games" / "the_estates"
    assert main(["rules", "the_estates", "--check", "--tests", str(alone)]) == 0
    assert "Rules, languages and tests agree" in capsys.readouterr().out


def test_a_record_is_proved_by_its_commitment(record: Path, capsys: Captured) -> None:
    commitment = json.loads(record.read_text(encoding="utf-8"))["commitment"]
    assert main(["verify", str(record), "--commitment", commitment.upper()]) == 0
    said = capsys.readouterr().out
    assert commitment in said
    assert "the deal was not changed after the start" in said
    assert "the deal was changed" in refused(capsys, "verify", str(record), "--commitment", "00" * 32)


def test_a_replay_into_a_pipe_shows_every_step_or_one(record: Path, capsys: Captured) -> None:
    match = tabletown.load(record.read_text(encoding="utf-8"))
    assert main(["replay", str(record)]) == 0
    said = capsys.readouterr().out
    assert re.findall(r"^Step (\d+) of", said, re.MULTILINE) == [str(step) for step in range(match.steps + 1)]
    for line in match.log():
        assert line.text in " ".join(said.split())
    assert main(["replay", str(record), "--step", "7", "--seat", "Ben"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Step 7 of {match.steps}, as Ben sees it")
    assert said.count("Step ") == 1
    assert "has the steps 0 to" in refused(capsys, "replay", str(record), "--step", "9999")
    assert "There is no seat 'Tim'" in refused(capsys, "replay", str(record), "--seat", "Tim")
    assert "There is no seat '3'" in refused(capsys, "replay", str(record), "--seat", "3")


def test_what_a_seat_saw_can_be_looked_at_by_that_seat_only(record: Path, folder: Path, capsys: Captured) -> None:
    match = tabletown.load(record.read_text(encoding="utf-8"))
    seen = folder / "seen.json"
    seen.write_text(json.dumps(match.record(1)), encoding="utf-8")
    for step in (0, 20, match.steps - 1):
        assert main(["replay", str(record), "--seat", "1", "--step", str(step)]) == 0
        whole = capsys.readouterr().out
        assert main(["replay", str(seen), "--step", str(step)]) == 0
        assert capsys.readouterr().out == whole
    assert "only what Ben saw" in refused(capsys, "replay", str(seen), "--seat", "0")
    assert "it can be looked at, not loaded" in refused(capsys, "play", "--resume", str(seen))


def test_a_picture_is_drawn_for_a_step_and_a_seat(record: Path, folder: Path, capsys: Captured) -> None:
    assert main(["picture", str(record), "--step", "20", "--seat", "0", "-o", "x.svg"]) == 0
    match = tabletown.load(record.read_text(encoding="utf-8"))
    assert (folder / "x.svg").read_text(encoding="utf-8").rstrip() == match.picture(0, 20)
    assert main(["picture", str(record), "--dark"]) == 0
    assert capsys.readouterr().out.rstrip() == match.picture(None, dark=True)
    sentence = refused(capsys, "picture", str(record), "-o", "nowhere/x.svg")
    assert "nowhere/x.svg cannot be written: No such file or directory" in sentence


def test_a_full_disk_is_one_sentence(record: Path, capsys: Captured) -> None:
    assert "/dev/full cannot be written: No space left" in refused(capsys, "picture", str(record), "-o", "/dev/full")


def test_simulate_prints_one_object(capsys: Captured) -> None:
    assert main(["simulate", "the_estates", "--players", "4", "--games", "500", "--json"]) == 0
    out, err = capsys.readouterr()
    found: dict[str, Any] = json.loads(out)
    assert err == ""
    assert (found["game"], found["games"], found["players"]) == ("the_estates", 500, 4)
    assert found["decisions"] == pytest.approx(found["mean_length"] * 500)
    assert found["decisions_per_second"] == pytest.approx(found["decisions"] / found["seconds"])
    assert set(found["endings"]) == set(tabletown.game("the_estates").endings)
    assert sum(found["endings"].values()) == pytest.approx(1)
    assert 230 < found["mean_length"] < 270


def test_simulate_says_how_it_went(capsys: Captured) -> None:
    arguments = ["simulate", "the_estates", "--players", "2", "--games", "200", "--threads", "2", "--seed", "3"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "200 random games with 2 players" in said
    assert re.search(r"length +\d+\.\d decisions", said)
    assert re.search(r"seat 1 wins +\d+\.\d+% +\(\d+\.\d+% to", said)


def test_arena_prints_one_object(capsys: Captured) -> None:
    assert main(["arena", "the_estates", "--seats", "neighbour,visitor", "--games", "50", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 50
    assert [each["bot"] for each in found["bots"]] == ["neighbour", "visitor"]
    assert sum(each["wins"] for each in found["bots"]) == pytest.approx(50)
    for each in found["bots"]:
        assert each["share"] == pytest.approx(each["wins"] / 50)
        assert each["low"] - 1e-9 <= each["share"] <= each["high"] + 1e-9
    assert found["bots"][0]["wins"] > 40


def test_a_tournament_prints_one_object_and_leaves_its_results(folder: Path, capsys: Captured) -> None:
    bots = ["--bots", "neighbour,visitor", "--bot", "second=visitor", "--players", "2", "--out", "results"]
    assert main(["arena", "the_estates", *bots, "--games", "4", "--json"]) == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert (found["games"], found["format"]) == (12, "round-robin")
    assert found["bots"][0]["bot"] == "neighbour"
    assert "Results: games.csv, standings.csv and pairs.csv in results" in captured.err
    assert len((folder / "results" / "games.csv").read_text().splitlines()) == 1 + 2 * 12
    assert main(["arena", "the_estates", *bots, "--games", "4", "--parquet"]) == 0
    assert "Round robin of The Estates" in capsys.readouterr().out
    assert (folder / "results" / "pairs.parquet").exists()


def test_arena_shows_its_standings(capsys: Captured) -> None:
    assert main(["arena", "the_estates", "--games", "8"]) == 0
    said = capsys.readouterr().out
    assert "8 games, the seats rotated" in said
    assert said.count("visitor") == 3


def test_progress_is_shown_to_a_person_and_leaves_nothing_behind(folder: Path) -> None:
    with Terminal("simulate", "the_estates", "--games", "30000", "--threads", "1", home=folder) as terminal:
        assert terminal.ended() == 0
        assert "Playing" in terminal.screen
        assert "30,000 random games" in terminal.screen


def test_a_name_in_a_record_cannot_steer_the_terminal(record: Path, folder: Path, capsys: Captured) -> None:
    match = tabletown.game("the_estates").new(players=2, seed=1, names=["\x1b[2JMara", "Ben\x07"])
    match.play(match.pending[0], match.legal(match.pending[0])[1])
    (folder / "evil.json").write_text(json.dumps(match.record()), encoding="utf-8")
    assert main(["replay", "evil.json"]) == 0
    said = capsys.readouterr().out
    assert "[2JMara" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_the_version_is_the_packages(capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"tabletown {version('tabletown')}\n"


# ---------------------------------------------------------------- being cut off


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


def test_a_command_starts_without_the_compiler_and_what_serves(folder: Path) -> None:
    program = (
        "import sys; from tabletown.cli import main; main(['games']);"
        "print({'numba', 'numpy', 'asyncio', 'litestar'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, check=True)
    assert done.stdout.endswith("set()\n")


def test_where_compiled_rules_cannot_be_kept_a_sentence_says_so(folder: Path) -> None:
    blocked = folder / "a file"
    blocked.touch()
    command = [sys.executable, "-m", "tabletown", "simulate", "the_estates", "--games", "2"]
    environment = os.environ | {"TABLETOWN_CACHE": str(blocked)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stderr.startswith(f"Compiled rules cannot be kept: {blocked} is not writable. ")
    assert done.stderr.count("\n") == 1

"""A game whose answers come from a pipe."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabletown
from tabletown.cli import main
from tabletown.rulekit import registry
from tabletown.rulekit.language import say
from tabletown.terminal.seats import read_seats, seats_of_record
from tests.sealed_game import GAME as SEALED_GAME
from tests.terminal.playing import COMMAND, Reader, give_answers, numbers_on, run

PLAY = ("play", "the_estates", "--seats", "you,visitor", "--seed", "5")


def whole_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[str, list[str]]:
    """Choose among the numbers on the page until the end; answers the last page and the others."""
    rng = random.Random(3)

    def answer(page: str) -> str:
        if amounts := re.search(r"How much, (\d+) to (\d+)\? $", page):
            return str(rng.randint(int(amounts[1]), int(amounts[2])))
        numbers = numbers_on(page)
        assert numbers == list(range(1, len(numbers) + 1)), page
        return str(rng.choice(numbers))

    reader = Reader(capsys, answer)
    monkeypatch.setattr(sys, "stdin", reader)
    assert main(arguments) == 0
    return capsys.readouterr().out, reader.pages


def test_a_whole_game_is_played_by_reading_and_answering(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    end, pages = whole_game(monkeypatch, capsys, *PLAY, "--save", "game.json")
    match = tabletown.load((home / "game.json").read_text(encoding="utf-8"))
    assert match.over
    assert match.names == ["Player 1", "Visitor"]
    assert "The game is over." in end
    winners = [name for name, share in zip(match.names, match.returns, strict=True) if share]
    assert f"{winners[0]} wins." in end
    own = [entry for entry in match.entries if any(move.seat == 0 and not move.automatic for move in entry.moves)]
    asked = [page for page in pages if "How much" not in page]
    assert len(own) == len(asked)
    assert not list((home / "state").rglob("*.json")), "an unfinished copy is left over"


def test_the_same_seed_and_answers_give_the_same_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert whole_game(monkeypatch, capsys, *PLAY) == whole_game(monkeypatch, capsys, *PLAY)


def test_a_whole_game_is_played_in_japanese(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Reader(capsys, lambda _page: "1"))
    assert main([*PLAY, "--language", "ja"]) == 0
    assert "の勝ちです。" in capsys.readouterr().out


def test_no_page_is_wider_than_the_screen_or_holds_escape_codes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    end, pages = whole_game(monkeypatch, capsys, *PLAY)
    for page in (*pages, end):
        assert "\x1b" not in page
        assert max(len(line.rstrip()) for line in page.splitlines()) <= 80


def test_a_game_is_saved_resumed_and_played_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    give_answers(monkeypatch, capsys, "1", "1", "1", "s first.json", "q")
    assert main(PLAY) == 0
    saved = json.loads((home / "first.json").read_text(encoding="utf-8"))
    give_answers(monkeypatch, capsys, "1", "s", "q")
    assert main(["play", "--resume", "first.json"]) == 0
    longer = json.loads((home / "first.json").read_text(encoding="utf-8"))
    assert longer["log"][: len(saved["log"])] == saved["log"]
    assert len(longer["log"]) > len(saved["log"])
    assert longer["seats"] == ["Player 1", "Visitor"]


def test_who_leaves_is_asked_whether_to_save(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    give_answers(monkeypatch, capsys, "1", "q", "y")
    assert main(PLAY) == 0
    (saved,) = home.glob("the_estates-*.json")
    assert tabletown.load(saved.read_text(encoding="utf-8")).steps > 0
    give_answers(monkeypatch, capsys, "1", "q", "n")
    assert main(PLAY) == 0
    assert list(home.glob("*.json")) == [saved]
    assert not list((home / "state").rglob("*.json"))


def test_a_file_that_exists_is_never_overwritten_by_another_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    (home / "precious.json").write_text("precious", encoding="utf-8")
    reader = give_answers(monkeypatch, capsys, "1", "s precious.json", "q", "n")
    assert main(PLAY) == 0
    assert reader.complaints[2] == "precious.json exists already; name another file.\n"
    assert main([*PLAY, "--save", "precious.json"]) == 2
    assert (home / "precious.json").read_text(encoding="utf-8") == "precious"


def test_a_place_that_cannot_be_written_to_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    reader = give_answers(monkeypatch, capsys, "1", "s nowhere/game.json", "s game.json", "q")
    assert main(PLAY) == 0
    assert reader.complaints[2] == "nowhere/game.json cannot be written: No such file or directory.\n"
    assert "Saved." in reader.pages[3]
    assert tabletown.load((home / "game.json").read_text(encoding="utf-8")).steps > 0


def test_answers_that_end_early_lose_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    give_answers(monkeypatch, capsys, "1", "1")
    assert main(PLAY) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"There are no more answers, and the game is not over\. It is kept; to go on: .*\n", said)
    (kept,) = (home / "state").rglob("*.json")
    assert said.rstrip().endswith(f"tabletown play --resume {kept}")
    give_answers(monkeypatch, capsys, "q")
    assert main(["play", "--resume", str(kept)]) == 0


def test_without_terminal_and_input_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give_answers(monkeypatch, capsys)
    assert main(PLAY) == 2
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setattr(sys, "stdin", None)
    assert main(PLAY) == 2
    assert capsys.readouterr().err.startswith("Nobody answers: there is no terminal and no input.")


def test_an_illegal_move_is_refused_with_its_rule_and_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "1", "choose_roof", "?", "place_cube row=9 lot=0", "q", "n")
    assert main(["play", "the_estates", "--seats", "you,visitor", "--seed", "2"]) == 0
    assert reader.complaints[2].endswith("[TE-P4] Type ? to read the rule.\n")
    assert reader.complaints[4] == "place_cube: row takes 0 to 2, not 9.\n"
    explained = reader.pages[3]
    assert "[TE-P4]" in explained
    assert "at least one building" in explained


def test_a_bid_beyond_ones_cash_is_refused_by_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "b99", "?", "q")
    assert main(PLAY) == 0
    assert "TE-A3" in reader.pages[2]


def test_a_question_mark_explains_a_choice_by_its_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "? 1", "?", "l", "h", "", "q")
    assert main(PLAY) == 0
    choice, barred, log, helped, table = reader.pages[1:6]
    assert "[TE-A1] Once around the table" in choice
    assert "What is not possible now" in barred
    assert "[TE-A3]" in barred
    assert "[TE-T1]" not in barred, "what is simply not being decided needs no reason"
    assert "Round 1 began." in log
    assert "take your last move back" in helped
    assert "Upper row" in table


def test_forecast_and_player_aid_are_shown_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "f", "a", "q")
    assert main(PLAY) == 0
    forecast, aid = reader.pages[1:3]
    assert "Each row, if completed / if not" in forecast
    assert "Player 1 (you)" in forecast
    assert "Brickfield  1 2 3 4 5 6" in aid


def test_the_bots_agree_to_every_undo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    reader = give_answers(monkeypatch, capsys, "1", "u", "s undone.json", "q")
    assert main(PLAY) == 0
    first, _after, again, *_rest = reader.pages
    assert first.splitlines()[:10] == again.splitlines()[1:11]
    match = tabletown.load(Path("undone.json").read_text(encoding="utf-8"))
    assert match.pending == (0,)
    assert all(move.seat != 0 for entry in match.entries for move in entry.moves)


def test_there_is_nothing_to_take_back_at_the_beginning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give_answers(monkeypatch, capsys, "u", "s untouched.json", "q")
    assert main(PLAY) == 0
    match = tabletown.load(Path("untouched.json").read_text(encoding="utf-8"))
    assert "undo" not in json.dumps(match.record()["log"])


def test_a_pipe_that_says_nothing_useful_is_not_listened_to_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Reader(capsys, lambda _page: "nonsense"))
    assert main(PLAY) == 2
    assert "The last 100 answers meant nothing here" in capsys.readouterr().err


def test_the_first_question_comes_without_the_compiler(home: Path) -> None:
    program = """
import sys
from tabletown.cli import main

class Answers:
    def isatty(self):
        return False
    def readline(self):
        sys.stdin = None
        sys.stderr.write(" ".join(sorted({"numba", "llvmlite", "numpy"} & sys.modules.keys())) + "nothing more")
        sys.stderr.flush()
        return ""

sys.stdin = Answers()
main(["play", "the_estates", "--seed", "5"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=home, check=True)
    assert "do you" in done.stdout
    assert done.stderr.startswith("nothing more")


def test_a_reader_who_goes_away_stops_the_game_in_silence_but_does_not_lose_it(home: Path) -> None:
    program = " ".join(COMMAND)
    line = f"yes 1 | {program} {' '.join(PLAY)} | head -n 30; exit ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=home, check=False)
    assert done.stdout.count("\n") == 30
    assert (done.returncode, done.stderr) == (141, "")
    (kept,) = (home / "state").rglob("*.json")
    assert tabletown.load(kept.read_text(encoding="utf-8")).steps > 0


def test_output_that_takes_only_ascii_gets_simpler_signs(home: Path) -> None:
    done = run(*PLAY, answers="1\nq\nn\n", home=home, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "~" in done.stdout
    assert done.stdout.isascii()
    assert done.stderr == ""


def test_a_game_of_somebody_elses_is_played_from_its_plain_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    """Sealed answers, no letters, no rulebook: what the table asks for is in the contract."""
    monkeypatch.setitem(registry.declarations(), SEALED_GAME.name, SEALED_GAME)
    reader = give_answers(monkeypatch, capsys, "b9", "?", "b2", "1", *["1", "0", "1"] * 2)
    seats = "visitor,you:Mara,visitor"
    assert main(["play", "sealed_game", "--seats", seats, "--seed", "1", "--save", "sealed.json"]) == 0
    assert "All rounds are played." in capsys.readouterr().out
    match = tabletown.load((home / "sealed.json").read_text(encoding="utf-8"))
    assert match.over
    assert "points=[0, 0, 0])" in " ".join(reader.pages[0].split())
    assert all(entry.sealed for entry in match.entries)
    assert [move.action for move in match.entries[0].moves if move.seat == 1] == [2, 4]


def test_whoever_has_no_name_is_called_in_the_language_of_the_table_and_a_saved_game_knows_its_bots_by_it() -> None:
    seats = read_seats("you,neighbour,neighbour,you:Mara", say("ja"))
    assert [seat.name for seat in seats] == ["プレイヤー1", "ネイバー", "ネイバー 2", "Mara"]
    assert seats_of_record([seat.name for seat in seats], None) == seats

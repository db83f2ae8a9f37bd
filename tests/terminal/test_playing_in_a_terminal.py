"""A game at a terminal: what is on the screen, and what is not."""

import json
import re
from pathlib import Path

import tabletown
from tabletown.terminal.screen import CLEAR_WITH_HISTORY
from tests.terminal.playing import Terminal

PLAY = ("play", "the_estates", "--seats", "you,visitor", "--seed", "2")
HOTSEAT = ("play", "the_estates", "--seats", "you:Mara,you:Ben", "--seed", "2")
ENTER = "\r"
CTRL_D = "\x04"
COLOUR = re.compile(r"\x1b\[[0-9;]*[34]8;")
CLEAR = "\x1b[2J"


def test_the_board_is_coloured_and_the_question_stands_below(home: Path) -> None:
    with Terminal(*PLAY, home=home) as terminal:
        page = terminal.until("> $")
        assert COLOUR.search(page)
        assert page.index("Upper row") < page.index("Do you stow a check") < page.index("Stow nothing")


def test_no_page_is_higher_than_a_small_terminal(home: Path) -> None:
    with Terminal(*PLAY, home=home) as terminal:
        terminal.until("> $")
        for _ in range(12):
            terminal.type("1" + ENTER)
            page = terminal.until(r"> $")
            assert page.rpartition(CLEAR)[2].count("\n") <= 23


def test_without_colours_the_letters_stay(home: Path) -> None:
    with Terminal(*PLAY, home=home, NO_COLOR="1") as terminal:
        page = terminal.until("> $")
        assert not COLOUR.search(page)
        assert re.search(r"\[(\x1b\[[0-9;]*m)?[ABFPSV][1-6]", page)


def test_a_dumb_terminal_gets_no_codes_at_all(home: Path) -> None:
    with Terminal(*PLAY, home=home, TERM="dumb") as terminal:
        everything = terminal.until("> $")
        for answer in ("1", "1", "? 1", "q"):
            terminal.type(answer + ENTER)
            everything += terminal.until(r"> $|\[Y/n\] $")
        terminal.type("n" + ENTER)
        assert terminal.ended() == 0
        assert "\x1b" not in everything + terminal.screen
        assert "Upper row" in everything


def test_between_two_people_stands_a_curtain_that_hides_the_last_view(home: Path) -> None:
    with Terminal(*HOTSEAT, home=home) as terminal:
        curtain = terminal.until("Mara, press Enter when nobody else looks")
        assert "Upper row" not in curtain
        terminal.type(ENTER)
        assert "Mara (you)" in terminal.until("> $")
        terminal.type("2" + ENTER)
        assert "You stowed a check" in terminal.until("> $")
        terminal.type("1" + ENTER)
        curtain = terminal.until("Ben, press Enter when nobody else looks")
        assert CLEAR_WITH_HISTORY in curtain
        after = curtain.rpartition(CLEAR_WITH_HISTORY)[2]
        assert "Upper row" not in after
        assert "Mara" not in after
        terminal.type(ENTER)
        page = terminal.until("> $")
        assert "Ben (you)" in page
        assert "Mara (you)" not in page
        assert re.search(r"Mara +\? +\?", re.sub(r"\x1b\[[0-9;]*m", "", page))


def test_where_nothing_is_hidden_the_screen_goes_on_without_a_curtain(home: Path) -> None:
    with Terminal(*HOTSEAT, "--option", "money=open", home=home) as terminal:
        seen = terminal.until("> $")
        for _move in range(3):
            terminal.type("1" + ENTER)
            seen += terminal.until("> $")
    assert "press Enter" not in seen
    assert "Mara (you)" in seen
    assert "Ben (you)" in seen


def test_behind_the_curtain_nobody_calls_up_what_the_other_has_typed(home: Path) -> None:
    with Terminal(*HOTSEAT, home=home) as terminal:
        terminal.until("Mara, press Enter")
        for answer in ("", "1", "? 2", "1", ""):
            terminal.type(answer + ENTER)
            terminal.until("> $|Ben, press Enter")
        terminal.type("\x1b[A" + ENTER)
        assert "Which piece" not in terminal.until("Ben: ")
        terminal.type("? 1" + ENTER)
        terminal.until("> $")
        terminal.type("\x1b[A")
        terminal.until(r"\? 1$")


def test_a_terminal_that_cannot_be_cleared_is_filled_with_empty_lines(home: Path) -> None:
    with Terminal(*HOTSEAT, home=home, TERM="dumb") as terminal:
        terminal.until("Mara, press Enter")
        for answer in ("", "1", "1"):
            terminal.type(answer + ENTER)
            page = terminal.until("> $|Ben, press Enter")
        assert page.rpartition("The screen goes to Ben")[0].endswith("\r\n" * 200)


def test_people_at_one_screen_have_to_agree_to_a_further_undo(home: Path) -> None:
    with Terminal(*HOTSEAT, home=home, NO_COLOR="1") as terminal:
        terminal.until("Mara, press Enter")
        for answer in ("", "1", "1", ""):
            terminal.type(answer + ENTER)
            terminal.until("> $|Ben, press Enter")
        terminal.type("1" + ENTER)
        terminal.until("Mara, press Enter")
        terminal.type(ENTER)
        terminal.until("> $")
        terminal.type("u" + ENTER)
        terminal.until(r"Ben: do you all agree\? \[y/N\] $")
        terminal.type("n" + ENTER)
        assert "the whole table has to agree" in terminal.until("> $")
        terminal.type("u" + ENTER)
        terminal.until(r"\[y/N\] $")
        terminal.type("y" + ENTER)
        page = terminal.until("> $")
        assert "Which piece do you put up for auction?" in page


def test_ctrl_c_offers_to_save(home: Path) -> None:
    with Terminal(*PLAY, home=home) as terminal:
        terminal.until("> $")
        terminal.type("1" + ENTER)
        terminal.until("> $")
        terminal.interrupt(r"Save the game before you leave\? \[Y/n\] $")
        terminal.type("y" + ENTER)
        assert terminal.ended() == 130
        assert "Traceback" not in terminal.screen
    (saved,) = home.glob("the_estates-*.json")
    assert tabletown.load(saved.read_text(encoding="utf-8")).steps == 1
    assert not list(home.rglob("unfinished/*.json"))


def test_a_second_ctrl_c_leaves_the_game_where_it_can_be_found(home: Path) -> None:
    with Terminal(*PLAY, home=home) as terminal:
        terminal.until("> $")
        terminal.type("1" + ENTER)
        terminal.until("> $")
        terminal.interrupt(r"\[Y/n\] $")
        terminal.interrupt("It is kept; to go on: tabletown play --resume")
        assert terminal.ended() == 130
    (kept,) = home.rglob("unfinished/*.json")
    assert tabletown.load(kept.read_text(encoding="utf-8")).steps == 1


def test_the_end_of_input_at_a_terminal_keeps_the_game_too(home: Path) -> None:
    with Terminal(*PLAY, home=home) as terminal:
        terminal.until("> $")
        terminal.type("1" + ENTER)
        terminal.until("> $")
        terminal.type(CTRL_D)
        assert terminal.ended() == 2
    (kept,) = home.rglob("unfinished/*.json")
    with Terminal("play", "--resume", str(kept), home=home) as terminal:
        assert "Which piece do you put up for auction?" in terminal.until("> $")


def test_a_record_is_walked_through_by_keys(home: Path) -> None:
    match = tabletown.game("the_estates").new(players=2, seed=2)
    for _ in range(30):
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    (home / "game.json").write_text(json.dumps(match.record()), encoding="utf-8")
    with Terminal("replay", "game.json", "--seat", "1", home=home) as terminal:
        assert "as Player 2 sees it" in terminal.until("q quit")
        for key, step in (("n", 1), ("\x1b[C", 2), (" ", 3), ("\x1b[D", 2), ("N", 12), ("e", 30), ("b", 0)):
            terminal.type(key)
            terminal.until(rf"Step {step} of 30\b[\s\S]*q quit")
        terminal.type("1")
        terminal.until("1$")
        terminal.type("7" + ENTER)
        terminal.until(r"Step 17 of 30\b[\s\S]*q quit")
        terminal.type("q")
        assert terminal.ended() == 0

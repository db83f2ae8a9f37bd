"""Hints at a terminal: what Tycoon would do, where the table allows it, and who has asked is told at the end."""

import pytest

from tabletown import bots
from tabletown.cli import main
from tabletown.explaining import hinting
from tabletown.match import Refused, game
from tabletown.terminal.hinting import Adviser
from tabletown.terminal.screen import Screen
from tests.terminal.playing import give_answers


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    little = bots.search.Budget(40)
    effort = hinting.Effort(little, little, bots.search.Budget(4))
    monkeypatch.setattr(hinting.Effort, "of", lambda *_given: effort)


@pytest.mark.usefixtures("quick", "home")
def test_hint_tells_choices_with_their_chance_score_and_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = give_answers(monkeypatch, capsys, "hint", "t")
    main(("play", "the_estates", "--seats", "you,visitor", "--seed", "5"))
    assert len(reader.pages) == 3
    for page in reader.pages[1:]:
        assert "* Pass" in page
        assert "chance to win" in page
        assert "If nobody bids" in page


@pytest.mark.usefixtures("quick", "home")
def test_among_several_people_there_are_no_hints_unless_they_want_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("play", "the_estates", "--seats", "you:Ann,you:Ben", "--seed", "5")
    reader = give_answers(monkeypatch, capsys, "hint", "h")
    main(seats)
    assert "plays without hints" in reader.complaints[1]
    assert "choose; Enter alone" in reader.pages[2]
    assert "what Tycoon would do" not in reader.pages[2]
    reader = give_answers(monkeypatch, capsys, "hint")
    main((*seats, "--hints"))
    assert "chance to win" in reader.pages[1]


@pytest.mark.usefixtures("quick", "home")
def test_a_decision_is_counted_once_and_one_without_a_choice_not_at_all() -> None:
    match = game("the_estates").new(players=2, seed=5, names=["Ann", "Ben"])
    seat = match.pending[0]
    adviser = Adviser(Screen(), match, "en", is_allowed=True)
    adviser.advise(seat)
    adviser.advise(seat)
    assert list(adviser.told_at_the_end()) == [f"{match.names[seat]} asked Tycoon once."]
    match.play(seat, match.legal(seat)[0])
    adviser.advise(match.pending[0])
    assert list(adviser.told_at_the_end()) == [f"{match.names[seat]} asked Tycoon 2 times."]
    single = game("squad_car").new(players=2, seed=1)
    while len(single.legal(single.pending[0])) > 1:
        single.play(single.pending[0], single.legal(single.pending[0])[0])
    with pytest.raises(Refused, match="only one thing"):
        Adviser(Screen(), single, "en", is_allowed=True).advise(single.pending[0])

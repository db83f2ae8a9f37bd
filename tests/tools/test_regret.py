"""What a perfect choice would gain is asked of a game in which it is known."""

import sys

import pytest

from tabletown.match import Game
from tabletown.rulekit import registry
from tests.lab import stalls
from tools.regret import main, regrets, told


def test_who_takes_whatever_is_on_offer_loses_by_it() -> None:
    """In Stalls Neighbours hold all goods for equal, so they take the worse of two every other time."""
    rules = Game(stalls.GAME).rules()
    lost = [sum(regrets(rules, 2, number, 240)) for number in range(6)]
    assert 0.2 < sum(lost) / len(lost) < 2 * stalls.TURNS


def test_the_mean_is_told_with_how_far_it_may_be_off() -> None:
    assert told("a seat", [0.1, 0.3]) == "a seat: 20.0 points of the chance to win a game, 19.6 either way"
    assert told("a seat", [0.1]) == "a seat: 10.0 points of the chance to win a game, 0.0 either way"


def test_the_command_names_game_effort_and_loss(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.declarations(), stalls.GAME.name, stalls.GAME)
    monkeypatch.setattr(sys, "argv", ["regret", stalls.GAME.name, "2", "2", "40"])
    main()
    title, seat = capsys.readouterr().out.splitlines()
    assert title == "stalls, 2 players, 2 games, 40 simulations a decision"
    assert seat.startswith("a seat: ")

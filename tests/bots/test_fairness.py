"""The law that bots are fair has teeth."""

import pytest

from tabletown import bots
from tabletown.bots.bot import Bot, Chance
from tabletown.explaining.hinting import Effort, Option
from tabletown.laws import fairness
from tabletown.laws.fairness import bots_choose_alike_in_worlds_that_their_seat_cannot_tell_apart as they_are_fair
from tabletown.laws.playing import Case
from tabletown.match import Match, game
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs, nth

CASE = Case(game("the_estates").declaration, 3)


class Peeker(Bot):
    """Goes by everything that it is shown."""

    def prefer(self, view: Record, _seat: int, legal: Runs, _budget: float, _rng: Chance) -> int:
        return nth(legal, int(view.digest(), 16) % legal[1])


def only_a_peeker(_game: object) -> dict[str, bots.Level]:
    return {"peeker": bots.Level("peeker", Peeker)}


def test_whoever_goes_by_the_view_alone_is_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "levels_for", only_a_peeker)
    they_are_fair(CASE)


def test_whoever_is_shown_the_state_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "levels_for", only_a_peeker)
    monkeypatch.setattr(Namespace, "concealed", lambda _rules, state, _seat: state)
    with pytest.raises(AssertionError, match=r"peeker on seat . knows more than it is shown"):
        they_are_fair(CASE)


def test_a_hint_that_peeks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(match: Match, _seat: int, _effort: Effort, _x: int) -> tuple[Option, ...]:
        return (Option((), int(match.state.digest(), 16) / 2**256, 0.0),)

    monkeypatch.setattr(fairness, "hinted", peeking)
    monkeypatch.setattr(fairness, "told_options", lambda *_given: [])
    with pytest.raises(AssertionError, match="knows more than it is shown"):
        fairness.hints_are_alike_in_worlds_that_the_seat_cannot_tell_apart(CASE)

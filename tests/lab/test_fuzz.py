"""The fuzzer: it finds nothing in sound rules, and everything that we break."""

import pickle
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import tabletown
from tabletown.cli import main
from tabletown.lab import fuzz as module
from tabletown.lab.fuzz import CheckedGame, Failure, fuzz, fuzz_one
from tabletown.lab.runners import Chunk, Done, Found, Runner
from tabletown.match import Game, game
from tabletown.rulekit import registry
from tabletown.rulekit.records import Record
from tests.sealed_game import GAME as SEALED_GAME

Break = Callable[[dict[str, Any]], Callable[..., Any]]


@pytest.fixture
def sealed(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(registry.declarations(), SEALED_GAME.name, SEALED_GAME)
    return Game(SEALED_GAME)


def test_sound_rules_pass() -> None:
    found = fuzz(game("the_estates"), games=1, seed=4)
    assert found.failure is None
    assert found.games == 1
    assert found.decisions > 40


def test_sealed_answers_withdrawn_and_changed_pass(sealed: Game) -> None:
    found = fuzz(sealed, games=15, seed=1)
    assert found.failure is None
    assert found.games == 15


def test_the_same_seed_tries_the_same(sealed: Game) -> None:
    assert fuzz(sealed, games=3, seed=5) == fuzz(sealed, games=3, seed=5)
    assert fuzz(sealed, games=3, seed=5).decisions != fuzz(sealed, games=3, seed=6).decisions


class Backwards(Runner):
    """A cluster that brings what comes last first, over a wire."""

    workers = 3

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        sent = pickle.dumps(work)
        yield from ((chunk, pickle.loads(sent)(chunk)) for chunk in reversed(list(chunks)))


def test_a_cluster_finds_the_same_in_the_same_order(sealed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    here = fuzz(sealed, games=15, seed=1)
    assert fuzz(sealed, games=15, seed=1, runner=Backwards()) == here

    def wrong_in_some(checked: Game, seed: int, number: int) -> tuple[int, Failure | None]:
        decisions, _ = fuzz_one(checked, seed, number)
        return decisions, Failure(number, 0, "wrong", None) if number in {5, 6, 9} else None

    monkeypatch.setattr(module, "fuzz_one", wrong_in_some)
    first = fuzz(sealed, games=15, seed=1)
    assert (first.games, first.failure) == (6, Failure(5, 0, "wrong", None))
    assert fuzz(sealed, games=15, seed=1, runner=Unordered()) == first


class Unordered(Backwards):
    """The same without a wire: what is made in a test cannot be sent."""

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        yield from ((chunk, work(chunk)) for chunk in reversed(list(chunks)))


def payment_lost(rules: dict[str, Any]) -> Callable[..., None]:
    def pay(s: Any, payer: int, payee: int) -> None:
        s.cash[payer] -= s.high_bid

    return pay


def payment_below_zero(rules: dict[str, Any]) -> Callable[..., None]:
    def pay(s: Any, payer: int, payee: int) -> None:
        s.cash[payer] -= 200

    return pay


def discard_crashes(rules: dict[str, Any]) -> Callable[..., None]:
    def end_turn(s: Any) -> None:
        raise ZeroDivisionError("a bug")

    return end_turn


def hidden_legal(rules: dict[str, Any]) -> Callable[..., int]:
    sound = rules["why_not"]

    def why_not(s: Any, seat: int, action: int) -> int:
        code: int = sound(s, seat, action)
        return code or (1 if action % 2 else 0)

    return why_not


BROKEN: dict[str, tuple[str, Break, str]] = {
    "money is lost": ("pay", payment_lost, "book 1 does not balance"),
    "a number does not fit its field": ("pay", payment_below_zero, "OverflowError: cash"),
    "a rule crashes": ("end_turn", discard_crashes, "ZeroDivisionError: a bug"),
    "a refusal disagrees with what is legal": ("why_not", hidden_legal, ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_found_and_written_as_a_record_that_loads(name: str) -> None:
    function, break_it, what = BROKEN[name]
    broken = CheckedGame(game("the_estates").declaration)
    rules = broken.rules()
    rules.globals[function] = break_it(dict(rules.globals))
    setattr(rules.call, function, rules.globals[function])
    found = fuzz(broken, games=5, seed=3)
    assert found.failure is not None
    assert what in found.failure.what
    assert found.games <= 5
    match = tabletown.load(found.failure.text)
    assert match.steps <= found.failure.step


def test_a_deal_that_crashes_is_a_failure_without_a_record() -> None:
    broken = CheckedGame(game("the_estates").declaration)
    rules = broken.rules()

    def setup(s: Any, players: int) -> None:
        s.cash[players] = 1000

    rules.globals["setup"] = rules.call.setup = setup
    found = fuzz(broken, games=2, seed=1)
    assert found.failure is not None
    assert found.failure.what.startswith("the deal: ")
    assert found.failure.record is None


def test_a_view_that_shows_a_secret_twice_over_is_found(sealed: Game) -> None:
    broken = CheckedGame(SEALED_GAME)
    rules = broken.rules()

    def redeal(s: Any, seat: int) -> None:
        s.points[0] += 1

    rules.globals["redeal"] = rules.call.redeal = redeal
    found = fuzz(broken, games=2, seed=1)
    assert found.failure is not None
    assert "could tell a redealt world from its own" in found.failure.what


def test_the_command_says_where_the_record_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sealed: Game
) -> None:
    assert main(["fuzz", "sealed_game", "--games", "2"]) == 0
    assert "2 games" in capsys.readouterr().out

    def unbalanced(self: Any, state: Record, seat: int) -> None:
        from tabletown.lab.fuzz import Fault

        if state.round == 1:  # type: ignore[attr-defined]
            raise Fault("a law is broken")

    monkeypatch.setattr("tabletown.lab.fuzz._Player._check_view", unbalanced)
    assert main(["fuzz", "sealed_game", "--games", "2", "--output", str(tmp_path)]) == 1
    (written,) = tmp_path.glob("fuzz-sealed_game-*.json")
    said = capsys.readouterr().err
    assert str(written) in said
    assert "a law is broken" in said
    match = tabletown.load(written.read_text(encoding="utf-8"))
    assert match.steps > 0

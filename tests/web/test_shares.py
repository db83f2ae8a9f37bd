"""A push comes in shares: what happened, what is to be done and stands beside it; and nothing twice."""

import json
import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tabletown.match import game
from tabletown.web import keys, pushes
from tabletown.web.at_table import moves
from tabletown.web.house import House
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited

VIEWERS = [Viewer((0,), "en"), Viewer((1,), "en"), Viewer((), "en")]
Told = list[tuple[tuple[int, ...], dict[str, Any]]]


async def pushed(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, count: int) -> list[Told]:
    """What everybody is told, in its order, move by move."""
    house = House(f"sqlite:///{folder}/tables.sqlite", pace=3600)
    table = await house.tables.create(name, [Wish("me"), Wish("me")], keys.new_secret())
    said: Told = []
    tell = pushes._tell

    def note(audience: pushes.Audience, message: str) -> None:
        said.append((audience.viewer.seats, json.loads(message)))
        tell(audience, message)

    monkeypatch.setattr(pushes, "_tell", note)
    rng, moved = random.Random(1), []
    with ExitStack() as connected:
        for viewer in VIEWERS:
            connected.enter_context(house.pushes.listening(table, viewer, "", -1))
        for _move in range(count):
            said.clear()
            await move(table, rng)
            moved.append([*said])
    await house.close()
    return moved


async def move(table: Table, rng: random.Random) -> None:
    seat = table.playing.pending[0]
    await table.do(None, moves.play, seat, [rng.choice(table.playing.legal(seat))])


def ids(message: dict[str, Any]) -> set[str]:
    return {part[0] for part in message["parts"]}


def test_what_happened_comes_before_what_is_to_be_done_and_stands_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in awaited(pushed(tmp_path, "the_estates", monkeypatch, 6)):
        for viewer in VIEWERS:
            first, second = [message for seats, message in said if seats == viewer.seats]
            assert ids(first)
            assert ids(first).isdisjoint({"decide", "status", "targets"})
            assert {"decide", "status", "replay"} <= ids(second)
            assert first["number"] == second["number"] - 1


def test_in_a_crowd_everybody_is_told_all_of_it_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushes, "CROWD", 0)
    for number, said in enumerate(awaited(pushed(tmp_path, "the_estates", monkeypatch, 6)), 1):
        for viewer in VIEWERS:
            (message,) = [message for seats, message in said if seats == viewer.seats]
            assert {"decide", "status", "replay"} < ids(message)
            assert message["number"] == number


def test_everybody_sees_what_happened_before_anybody_is_told_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in awaited(pushed(tmp_path, "the_estates", monkeypatch, 3)):
        assert len({seats for seats, _message in said[:3]}) == 3
        assert [("decide" in ids(message)) for _seats, message in said] == [False] * 3 + [True] * 3


@pytest.mark.parametrize("name", ["the_estates", "square_mile", "squad_car"])
def test_what_was_told_before_is_not_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    told: dict[tuple[int, ...], list[str]] = {viewer.seats: [] for viewer in VIEWERS}
    for said in awaited(pushed(tmp_path, name, monkeypatch, 15)):
        for seats, message in said:
            told[seats] += [each for each in ids(message) if each.startswith("moments-")]
    for entries in told.values():
        assert entries
        assert len(entries) == len(set(entries))


def test_sealed_answers_are_played_once_however_often_one_asks_who_has_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = game("milton_keynes").new(3, seed=5)
    rng = random.Random(3)
    while len(match.pending) < 2:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    while not match.changeable and len(match.pending) > 1:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    seat = match.changeable[0]
    copied = 0
    copy = type(match._state).copy

    def count(record: Any) -> Any:
        nonlocal copied
        copied += 1
        return copy(record)

    monkeypatch.setattr(type(match._state), "copy", count)
    decided = match.changeable
    for _time in range(5):
        assert match.changeable == decided
        assert seat not in match.pending
    assert copied == 0
    match.withdraw(seat)
    assert seat in match.pending


@pytest.mark.parametrize("name", ["the_estates", "squad_car"])
def test_what_a_choice_means_is_worked_out_once_a_page(name: str) -> None:
    match = game(name).new(2, seed=5)
    scene = Scene(match, match.pending[0], "en")
    assert scene.first_choice
    assert scene.meaning(scene.first_choice) is scene.first_meaning

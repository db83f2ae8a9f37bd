"""Past what a server can do, whoever comes is told so at once, and those who wait are served."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.web import guarding
from tabletown.web.counting import counts
from tabletown.web.guarding import Rules
from tabletown.web.pressure import BEAT, MANY, TURNS, Pressure
from tabletown.web.server import make_app
from tests.web.at_the_table import awaited, until
from tests.web.wire import Sent, Wire

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
LATE = 0.5


class Watch:
    """A clock that the test puts forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def crowded(watch: Watch, waiting: int) -> Pressure:
    pressure = Pressure(LATE, now=watch)
    for _ in range(waiting):
        pressure.begin()
    return pressure


def test_a_crowd_that_is_served_in_time_is_let_in() -> None:
    async def play() -> None:
        assert crowded(Watch(), 10 * MANY).wait() == 0

    awaited(play())


def test_who_is_late_but_few_are_let_in() -> None:
    async def play() -> None:
        watch = Watch()
        pressure = crowded(watch, MANY)
        watch.now = 100.0
        assert pressure.wait() == 0

    awaited(play())


@given(st.floats(0.0, 60.0))
def test_a_crowd_that_waits_longer_is_told_to_come_back_later(lag: float) -> None:
    async def play() -> None:
        watch = Watch()
        pressure = crowded(watch, MANY + 1)
        watch.now = BEAT + lag
        assert bool(pressure.wait()) == (watch.now - BEAT >= LATE)
        assert pressure.wait() == 0 or pressure.wait() >= TURNS * LATE
        for _ in range(MANY + 1):
            pressure.end()
        assert pressure.wait() == 0

    awaited(play())


def test_without_a_limit_nobody_is_turned_away() -> None:
    async def play() -> None:
        watch = Watch()
        pressure = Pressure(0.0, 0, watch)
        pressure.begin()
        watch.now = 1000.0
        assert pressure.wait() == 0

    awaited(play())


def test_what_was_late_is_forgotten_when_it_is_late_no_more() -> None:
    async def play() -> None:
        watch = Watch()
        pressure = crowded(watch, MANY + 1)
        watch.now = 10.0
        assert pressure.wait()
        await until(lambda: not pressure.wait())
        for _ in range(MANY + 1):
            pressure.end()

    awaited(play())


class Full(Pressure):
    """Three seconds late, whoever comes."""

    def wait(self) -> int:
        return 24


async def answers(app: Any, *paths: str) -> list[Sent]:
    async with app.lifespan():
        return [await Wire(app).ask(path, {"accept": "application/json"}) for path in paths]


def test_whoever_is_turned_away_is_told_when_to_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "Pressure", Full)
    before = counts.turned_away
    app = make_app(f"sqlite:///{tmp_path}/tables.sqlite", make_ready=tuple, rules=Rules(late=LATE))
    table, lobby, health = awaited(answers(app, "/api/tables/none", "/", "/health"))
    for sent in (table, lobby):
        assert sent.status == 503
        assert (b"retry-after", b"24") in sent.headers
        assert b"try again in 24 seconds" in sent.body
    assert health.status == 200
    assert counts.turned_away == before + 2


def test_a_stream_of_events_waits_for_nothing_once_it_has_begun() -> None:
    async def play() -> None:
        door = guarding._Door(Rules(late=LATE))
        with door.waiting() as answered:
            assert door.pressure.waiting == 1
            answered()
            assert door.pressure.waiting == 0
        assert door.pressure.waiting == 0
        with pytest.raises(ConnectionError), door.waiting():
            raise ConnectionError
        assert door.pressure.waiting == 0

    awaited(play())

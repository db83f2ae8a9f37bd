"""Nobody waits for another's long page: it is written in slices, and what all pages need is there before the first."""

import asyncio
import pickle
import pickletools
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib.resources.abc import Traversable
from pathlib import Path

import jinja2
import pytest

from tabletown.match import Match, game
from tabletown.rulekit import language
from tabletown.rulekit.registry import declarations
from tabletown.web import faces, keys, slices, templates, warming
from tabletown.web.at_table import sitting
from tabletown.web.at_table.settings import Settings
from tabletown.web.house import OPEN, STARTING, House
from tabletown.web.kept import Folded
from tabletown.web.server import make_app
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.warming import warm_up
from tabletown.web.workers import Workers
from tests.web.at_the_table import awaited
from tests.web.wire import HERE, Wire
from tools.running import PATIENCE

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

ASLEEP = 1e6
LONG = 120
"""Entries."""
KEY = "the-key-of-the-seat"
BROWSER = {"origin": f"http://{HERE}", "cookie": f"me={KEY}"}
PROGRAM = {"authorization": f"Bearer {KEY}"}


def long_match(name: str) -> Match:
    """A random game that has gone on for long, and goes on."""
    for seed in range(20):
        rng, match = random.Random(seed), game(name).new(seed=seed)
        while match.steps < LONG and not match.over:
            seat = match.pending[0]
            match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
        if not match.over:
            return match
    raise AssertionError(f"Every game of {name} was short.")


@asynccontextmanager
async def long_table(folder: Path) -> AsyncIterator[tuple[Wire, Table]]:
    app = make_app(f"sqlite:///{folder / 'tables.sqlite'}", ASLEEP, make_ready=tuple)
    async with app.lifespan():
        match = long_match("milton_keynes")
        wishes = [Wish("me", f"P{seat}") for seat in range(match.players)]
        table = await app.state.house.tables.adopt(match, wishes, "somebody-else", Settings())
        seat = match.pending[0]
        links = [keys.hashed(KEY), keys.hashed(keys.seat_secret(KEY, table.id, seat))]
        await table.do(None, sitting.add_key, seat, links)
        yield Wire(app), table


async def turns_during(work: Awaitable[object]) -> int:
    """How often somebody else had a turn."""
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    await work
    beside.cancel()
    return turns


Asking = Callable[[Wire, Table], Awaitable[None]]


def asking(path: str, headers: dict[str, str]) -> Asking:
    async def ask(wire: Wire, table: Table) -> None:
        assert (await wire.ask(path.format(t=table.id), headers)).status == 200

    return ask


def connecting(kind: str, path: str, headers: dict[str, str], until: str) -> Asking:
    async def connect(wire: Wire, table: Table) -> None:
        async with wire.connected(kind, path.format(t=table.id), headers) as stream:
            await stream.until(until)

    return connect


ACTIONS = 2000


@pytest.mark.parametrize(
    ("ask", "pieces"),
    [
        pytest.param(asking("/t/{t}", BROWSER), LONG, id="the first page"),
        pytest.param(asking("/m/{t}", BROWSER), LONG, id="a replay"),
        pytest.param(asking("/t/{t}/why", BROWSER), ACTIONS, id="why everything else is not possible"),
        pytest.param(connecting("http", "/api/tables/{t}/events", PROGRAM, "commitment"), LONG, id="events"),
        pytest.param(connecting("websocket", "/t/{t}/live", BROWSER, "log-0"), LONG, id="a connection"),
    ],
)
def test_somebody_else_has_a_turn_after_every_piece_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Asking, pieces: int
) -> None:
    async def count() -> int:
        async with long_table(tmp_path) as (wire, table):
            monkeypatch.setattr(slices, "SLICE", -1.0)
            return await turns_during(ask(wire, table))

    assert awaited(count()) >= pieces


def test_a_page_that_was_written_before_is_not_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def count() -> int:
        async with long_table(tmp_path) as (wire, table):
            monkeypatch.setattr(slices, "SLICE", -1.0)
            await asking("/t/{t}", BROWSER)(wire, table)
            return await turns_during(asking("/t/{t}", BROWSER)(wire, table))

    assert awaited(count()) < 20


def test_files_of_a_game_are_made_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    async def run(
        _self: Workers, _client: str, work: Callable[..., bytes], kept: Folded, *_given: object, **_more: object
    ) -> bytes:
        done.append(work.__name__)
        packed = sum(1 for _step in pickletools.genops(pickle.dumps(kept.items)))
        assert packed < 4 * LONG, "a long game is long in being packed"
        assert len(kept.unfolded().items) >= LONG
        return b"made"

    async def look() -> None:
        async with long_table(tmp_path) as (wire, table):
            for file in ("picture.svg", "record.json", "problem.json"):
                await asking("/m/{t}/" + file, BROWSER)(wire, table)

    monkeypatch.setattr(Workers, "run", run)
    awaited(look())
    assert done == ["draw_step", "recorded", "reported"]


def test_a_house_is_ready_when_all_is_made_ready_and_not_before(tmp_path: Path) -> None:
    go_on = threading.Event()

    def make_ready() -> Iterator[object]:
        while not go_on.is_set():
            yield None

    async def begin() -> list[str]:
        house = House(f"sqlite:///{tmp_path / 'tables.sqlite'}", make_ready=make_ready)
        await house.open()
        await asyncio.sleep(0.05)
        states = [house.state]
        go_on.set()
        async with asyncio.timeout(PATIENCE):
            await house._chores[0]
        states.append(house.state)
        await house.close()
        return states

    assert awaited(begin()) == [STARTING, OPEN]


def test_no_page_waits_for_a_template_once_the_server_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for known in (templates.pages, templates.template):
        known.cache_clear()
    monkeypatch.setattr(warming, "_ready", set())
    for _piece in warm_up():
        pass

    def compile_it(*_given: object, **_more: object) -> None:
        raise AssertionError("A template is compiled while somebody waits.")

    async def look() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", ASLEEP)
        async with app.lifespan():
            wire = Wire(app)
            for name in declarations():
                match = game(name).new()
                wishes = [Wish("me", f"P{seat}") for seat in range(match.players)]
                table = await app.state.house.tables.adopt(match, wishes, KEY, Settings())
                for path in ("/", f"/t/{table.id}", f"/m/{table.id}", f"/t/{table.id}/why", f"/rules/{name}"):
                    assert (await wire.ask(path, BROWSER)).status == 200

    monkeypatch.setattr(jinja2.Environment, "compile", compile_it)
    awaited(look())


def test_no_page_waits_for_a_catalogue_once_the_server_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in (language._say, language._compiled, faces._bots_faces):
        known.cache_clear()
    monkeypatch.setattr(warming, "_ready", set())
    for _piece in warm_up():
        pass

    def read_it(*_given: object, **_more: object) -> None:
        raise AssertionError("A catalogue is read while somebody waits.")

    async def look() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", ASLEEP)
        async with app.lifespan():
            wire = Wire(app)
            for code in language.LANGUAGES:
                assert (await wire.ask("/", {**BROWSER, "accept-language": code})).status == 200
            for name in declarations():
                match = game(name).new()
                wishes = [Wish("me", f"P{seat}") for seat in range(match.players)]
                table = await app.state.house.tables.adopt(match, wishes, KEY, Settings())
                for code in language.LANGUAGES:
                    assert (await wire.ask(f"/t/{table.id}", {**BROWSER, "accept-language": code})).status == 200

    monkeypatch.setattr(language, "catalogue", read_it)
    awaited(look())


def test_the_catalogue_of_the_house_is_read_once_for_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for known in (language._say, language._compiled):
        known.cache_clear()
    read: list[str] = []
    catalogue = language.catalogue

    def noted(package: str, code: str) -> Traversable:
        read.append(package)
        return catalogue(package, code)

    monkeypatch.setattr(language, "catalogue", noted)
    for declared in declarations().values():
        language.say("ja", declared)
    language.say("ja")
    assert read.count(language.HOUSE) == 1

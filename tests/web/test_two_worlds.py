"""Nothing that a viewer is sent depends on what they may not know.

Two servers hold the same table in two worlds that differ in one hidden thing. Whoever may not know it, at a seat or
looking on, gets the same from both, byte for byte: pages, pushes and their numbers, the JSON door, its stream,
records, reports of problems, refusals; their lengths and headers.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import zip_longest
from typing import Any

import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from tabletown.laws.playing import Case, cases, positions
from tabletown.match import Match
from tabletown.rulekit.registry import declaration, declarations
from tabletown.rulekit.rulebooks import rulebook
from tabletown.web import keys
from tabletown.web.at_table import sitting
from tabletown.web.at_table.settings import Settings
from tabletown.web.server import make_app
from tabletown.web.tables import Wish
from tests.web.hidden_things import HIDDEN
from tests.web.wire import HERE, Sent, Stream, Wire
from tests.web.worlds import Act, Hidden, Worlds, begun_at
from tools.postgres import Cluster

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

ASLEEP = 1e6
FENCE = "That is all."
QUIET = 300
"""Turns of the loop."""
OTHERWISE: set[bytes] = set()
"""Headers that may differ between two servers that know the same."""
SPECTATOR = -1

MANY = 10
LAW = [
    pytest.param(Case(declaration(game), players), hidden, id=f"{game}-{players}: {hidden.what}")
    for game, things in HIDDEN.items()
    for number, hidden in enumerate(things)
    # Of a game that hides many things each is tried with every other number of players.
    for players in (declaration(game).players[number % 2 :: 2] if len(things) > MANY else declaration(game).players)
]


class World:
    """One server, and the table that is looked at, every seat of it a person's of their own."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.wire = Wire(app)
        self.table = ""
        self._held = 0

    async def hold(self, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
        """A new table; it has the same name on both servers."""
        self._held += 1
        self.table = f"table{self._held}"
        monkeypatch.setattr(keys, "new_table_id", lambda: self.table)
        tables = self.app.state.house.tables
        wishes = [Wish("me", f"P{seat}") for seat in range(match.players)]
        table = await tables.adopt(match, wishes, "somebody-else", Settings())
        for seat in range(match.players):
            mine = key_of(seat)
            link = keys.seat_secret(mine, self.table, seat)
            await table.do(None, sitting.add_key, seat, [keys.hashed(mine), keys.hashed(link)])

    async def do(self, act: Act) -> None:
        if act.where == "play":
            body = msgspec.json.encode(act.content)
            done = await self.wire.ask(f"/api/tables/{self.table}/play", as_program(act.seat), json=body)
        else:
            path = f"/t/{self.table}/{act.where.removeprefix('t/')}"
            done = await self.wire.ask(path, as_browser(act.seat), form=act.content)
        assert done.status in {200, 303}, (act, done.body)


def key_of(seat: int) -> str:
    return f"the-key-of-seat-{seat}"


def as_program(seat: int) -> dict[str, str]:
    return {} if seat == SPECTATOR else {"authorization": f"Bearer {key_of(seat)}"}


def as_browser(seat: int) -> dict[str, str]:
    origin = {"origin": f"http://{HERE}"}
    return origin if seat == SPECTATOR else origin | {"cookie": f"me={key_of(seat)}"}


@asynccontextmanager
async def two_servers(*databases: str) -> AsyncIterator[list[World]]:
    async with AsyncExitStack() as stack:
        apps = [make_app(database, ASLEEP) for database in databases]
        for app in apps:
            await stack.enter_async_context(app.lifespan())
        yield [World(app) for app in apps]


@pytest.fixture(scope="module")
def loop() -> Iterator[BlockingPortal]:
    """A loop in a thread of its own: the browser's driver keeps one running in this."""
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture(scope="module")
def servers(loop: BlockingPortal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[World]]:
    folder = tmp_path_factory.mktemp("worlds")
    with loop.wrap_async_context_manager(two_servers(*(f"sqlite:///{folder / name}" for name in "ab"))) as both:
        yield both


@pytest.fixture(scope="module")
def servers_on_postgres(loop: BlockingPortal, postgres: Cluster) -> Iterator[list[World]]:
    with loop.wrap_async_context_manager(two_servers(postgres.new_database(), postgres.new_database())) as both:
        yield both


# ---------------------------------------------------------------- everything that can be asked for


PAGES = ["/t/{t}", "/t/{t}/why", "/t/{t}/why?action=0", "/m/{t}", "/m/{t}?step=0", "/m/{t}/picture.svg"]
FILES = ["/m/{t}/record.json", "/m/{t}/problem.json", "/m/{t}/problem.json?step=0"]
PROGRAMS = ["/api/tables/{t}", "/api/tables/{t}/view", "/api/tables/{t}/legal"]
WRONG = ["/m/{t}?step=99999", "/m/{t}?step=x", "/m/{t}?seat=77", "/m/{t}/problem.json?step=-1", "/t/{t}/nothing"]
FORMS: dict[str, dict[str, object]] = {
    "play": {"action": 999_999},
    "draft": {"keep": "some"},
    "orders": {"kind": "nonsense"},
    "orders/drop": {"index": 7},
    "propose": {"what": "nonsense"},
    "answer": {"agrees": 1},
    "clock": {},
    "return": {},
    "rename": {"name": ""},
    "say": {"text": ""},
    "withdraw": {},
}


async def everything(world: World, viewer: int, others: list[int]) -> dict[str, Sent]:
    """All that the viewer can have of the table, what they are refused included."""
    ask, browser, program = world.wire.ask, as_browser(viewer), as_program(viewer)
    t = world.table
    found = {path: await ask(path.format(t=t), browser) for path in [*PAGES, *FILES, *WRONG]}
    for seat in others:
        for path in ("/m/{t}?seat=", "/m/{t}/picture.svg?seat=", "/m/{t}/problem.json?seat="):
            found[f"{path}{seat}"] = await ask(f"{path.format(t=t)}{seat}", browser)
        found[f"view of {seat}"] = await ask(f"/api/tables/{t}/view?seat={seat}", program)
    for path in PROGRAMS:
        found[path] = await ask(path.format(t=t), program)
    for seat in sorted({max(viewer, 0), *others}):
        for actions in ([999_999], [0]):
            if viewer != seat or actions != [0]:
                body = msgspec.json.encode({"seat": seat, "actions": actions, "decision": 100_000})
                found[f"play {seat} {actions}"] = await ask(f"/api/tables/{t}/play", program, json=body)
    for number, (where, form) in enumerate(FORMS.items()):
        sent = form if viewer == SPECTATOR or where == "say" else form | {"seat": viewer}
        accept = {"accept": "application/json"} if number % 2 else {}  # a script's forms, and those of a plain page
        found[f"POST {where}"] = await ask(f"/t/{t}/{where}", browser | accept, form=sent)
    return found


class Looking:
    """One viewer at one server: what they are sent while they look on, and all that they can ask for then."""

    def __init__(self, world: World, viewer: int, others: list[int]) -> None:
        self.world, self.viewer, self.others = world, viewer, others
        self.streams: dict[str, Stream] = {}

    async def begin(self, stack: AsyncExitStack) -> None:
        wire, t = self.world.wire, self.world.table
        await wire.ask(f"/t/{t}", as_browser(self.viewer))
        live = wire.connected("websocket", f"/t/{t}/live?number=0&epoch=none", as_browser(self.viewer))
        events = wire.connected("http", f"/api/tables/{t}/events", as_program(self.viewer))
        self.streams = {"pushes": await stack.enter_async_context(live)}
        self.streams["events"] = await stack.enter_async_context(events)
        self.streams["pushes"].say(type="websocket.receive", text="shows forecast as-text")
        await self.streams["pushes"].until("as-text")
        await self.streams["events"].until("commitment")

    async def _quiet(self) -> None:
        """Until nothing more has come for so many turns of the loop, however long they take."""
        heard = -1
        while heard != (heard := sum(len(stream.messages) for stream in self.streams.values())):
            for _ in range(QUIET):
                await asyncio.sleep(0)

    async def all(self) -> dict[str, Any]:
        await self.streams["pushes"].until(FENCE)
        await self._quiet()
        heard = {name: list(stream.messages) for name, stream in self.streams.items()}
        return {**heard, **await everything(self.world, self.viewer, self.others)}


def viewers_of(worlds: Worlds) -> list[int]:
    """A spectator, and somebody at the table who may not know; rather one whose turn it is."""
    match = worlds.matches[0]
    ignorant = [seat for seat in range(match.players) if seat not in worlds.knowing]
    return [SPECTATOR, *sorted(ignorant, key=lambda seat: seat not in match.pending)[:1]]


async def all_that_is_sent(world: World, worlds: Worlds, which: int, patch: pytest.MonkeyPatch) -> dict[int, Any]:
    """For every viewer who may not know: everything, in the world of that number."""
    await world.hold(worlds.matches[which], patch)
    async with AsyncExitStack() as stack:
        looking = [Looking(world, viewer, sorted(worlds.knowing)) for viewer in viewers_of(worlds)]
        for each in looking:
            await each.begin(stack)
        for act in worlds.acts[which]:
            await world.do(act)
        # Somebody who knows says a word that everybody hears: after it comes nothing that the acts before have caused.
        await world.do(Act(min(worlds.knowing, default=0), "say", {"text": FENCE}))
        return {each.viewer: await each.all() for each in looking}


def differences(one: dict[str, Any], another: dict[str, Any]) -> dict[str, object]:
    """What is not the same, by name, with the place where it begins to differ."""
    return {
        name: place_of_difference(plain(one[name]), plain(another[name]))
        for name in one
        if plain(one[name]) != plain(another[name])
    }


def plain(sent: Any) -> Any:
    if not isinstance(sent, Sent):
        return sent
    headers = [(name, value) for name, value in sent.headers if name not in OTHERWISE]
    return [sent.status, *headers, sent.body]


def place_of_difference(one: list[Any], another: list[Any]) -> object:
    pair = next((a, b) for a, b in zip_longest(one, another) if a != b)
    texts = [str(each) for each in pair]
    at = next((n for n, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    return [text[max(0, at - 120) : at + 120] for text in texts]


# ---------------------------------------------------------------- the law


@pytest.mark.parametrize(("case", "hidden"), LAW)
def test_whoever_may_not_know_it_is_sent_the_same_in_both_worlds(
    case: Case, hidden: Hidden, loop: BlockingPortal, servers: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_the_law(case, hidden, loop, servers, monkeypatch)


@pytest.mark.parametrize(("case", "hidden"), LAW[:: len(LAW) // 6])
def test_it_is_the_same_on_postgresql(
    case: Case, hidden: Hidden, loop: BlockingPortal, servers_on_postgres: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_the_law(case, hidden, loop, servers_on_postgres, monkeypatch)


def hold_the_law(
    case: Case, hidden: Hidden, loop: BlockingPortal, servers: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = hidden.worlds(case, random.Random(f"{case} {hidden.what}"))
    if worlds is None:
        pytest.skip(f"{hidden.what}: not with {case.players} players")
    assert is_different(worlds)
    sent = [loop.call(all_that_is_sent, world, worlds, n, monkeypatch) for n, world in enumerate(servers)]
    for viewer in sent[0]:
        assert differences(sent[0][viewer], sent[1][viewer]) == {}, viewer


@pytest.mark.parametrize("case", [pytest.param(case, id=str(case)) for case in cases()])
def test_nobody_can_tell_a_position_from_one_that_is_dealt_anew(
    case: Case, loop: BlockingPortal, servers: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with everything at once that the game itself says is hidden from a seat."""
    running = [state for state in positions(case, 40) if case.rules.pending_seats(state)]
    seat, state = case.players - 1, running[len(running) // 2]
    other = case.rules.redealt(case.rules.concealed(state, seat), seat, 5)
    knowing = frozenset(range(case.players)) - {seat}
    worlds = Worlds((begun_at(case, state), begun_at(case, other)), knowing)
    sent = [loop.call(all_that_is_sent, world, worlds, n, monkeypatch) for n, world in enumerate(servers)]
    assert sent[0].keys() == {SPECTATOR, seat}
    for viewer in sent[0]:
        assert differences(sent[0][viewer], sent[1][viewer]) == {}, viewer


def is_different(worlds: Worlds) -> bool:
    """Two worlds that are one would prove nothing."""
    one, another = worlds.matches
    return worlds.acts[0] != worlds.acts[1] or one.record() != another.record()


def test_every_game_says_what_it_hides_and_where_its_rulebook_does() -> None:
    assert set(HIDDEN) == set(declarations())
    for game, things in HIDDEN.items():
        book = rulebook(declaration(game), "en")
        for hidden in things:
            assert book.clause(hidden.clause).title

"""Nothing that a viewer is sent depends on what they may not know.

Two servers hold the same table in two worlds that the viewer cannot tell apart. Every byte that they are sent is equal.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from litestar.testing import TestClient

from tabletown.match import Game, Match
from tabletown.match.match import from_state
from tabletown.rulekit.records import Record
from tabletown.rulekit.registry import declaration
from tabletown.web import keys
from tabletown.web.server import make_app
from tabletown.web.tables import Wish
from tests.contract.playing import Case, positions

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

ASLEEP = 1e6
HOST, TABLE = "a-host", "sametable1"
LOOKS = [
    "/t/{t}", "/t/{t}/why", "/m/{t}", "/m/{t}/picture.svg", "/m/{t}/record.json", "/m/{t}/problem.json",
    "/api/tables/{t}", "/api/tables/{t}/view", "/api/tables/{t}/legal",
]  # fmt: skip


class World:
    """A server in this process, holding one table."""

    def __init__(self, client: "TestClient[Any]") -> None:
        self.client = client

    def hold(self, match: Match, viewer: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keys, "new_table_id", lambda: TABLE)
        tables = self.client.app.state.house.tables
        wishes = [Wish("me" if seat == viewer else "visitor", f"P{seat}") for seat in range(match.players)]
        self.client.blocking_portal.call(tables.delete, [TABLE])
        self.client.blocking_portal.call(lambda: tables.adopt(match, wishes, HOST, {}))

    def all_that_is_sent(self, *, as_viewer: bool) -> dict[str, bytes]:
        headers = {"authorization": f"Bearer {HOST}"} if as_viewer else {}
        sent = {
            path: self.client.get(path.format(t=TABLE), headers=headers).content
            for path in LOOKS
            if as_viewer or "legal" not in path
        }
        with self.client.websocket_connect(f"/t/{TABLE}/live?number=0&epoch=none", headers=headers) as socket:
            sent["pushed"] = socket.receive_text().encode()
        return sent


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[World]]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("worlds")
        yield [World(stack.enter_context(TestClient(make_app(f"sqlite:///{folder / name}", ASLEEP)))) for name in "ab"]


def hides(case: Case, state: Record, seat: int) -> bool:
    view = case.rules.concealed(state, seat)
    return any(
        name != "rng" and any(value == field.low for value in field.flat(getattr(view, name)))
        for name, field in state.fields.items()
    )


def test_every_byte_sent_is_the_same_in_worlds_that_the_viewer_cannot_tell_apart(
    game: str, worlds: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = Case(declaration(game), declaration(game).players[0])
    running = [state for state in positions(case, 40) if case.rules.pending_seats(state)]
    with_secrets = [state for state in running if hides(case, state, -1)]
    for number, state in enumerate((with_secrets or running)[::9]):
        for seat in (number % case.players, -1):
            other = case.rules.redealt(case.rules.concealed(state, seat), seat, number)
            sent = []
            for world, position in zip(worlds, (state, other), strict=True):
                match = from_state(Game(case.declaration), position.to_dict(), seed=5)
                world.hold(match, seat if seat >= 0 else None, monkeypatch)
                sent.append(world.all_that_is_sent(as_viewer=seat >= 0))
            assert {path: sent[0][path] == sent[1][path] for path in sent[0]} == dict.fromkeys(sent[0], True)


def test_nobody_is_sent_a_sealed_answer_before_the_last_one_is_in(
    game: str, worlds: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = Case(declaration(game), max(declaration(game).players))
    found = (state for state in positions(case) if len(case.rules.pending_seats(state)) > 1)
    state = next(found, None)
    if state is None:
        pytest.skip(f"{game} has no sealed decisions")
    viewer, answering = case.rules.pending_seats(state)[:2]
    answers = case.rules.legal_actions(state, answering)
    sent = []
    for world, answer in zip(worlds, (answers[0], answers[-1]), strict=True):
        world.hold(from_state(Game(case.declaration), state.to_dict(), seed=5), viewer, monkeypatch)
        table = world.client.app.state.house.tables.get(TABLE)
        world.client.blocking_portal.call(table.play, answering, [answer])
        sent.append(world.all_that_is_sent(as_viewer=True))
    assert sent[0] == sent[1]

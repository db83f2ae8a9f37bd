"""Every request that changes something happens once: repeated, at the same moment, or after the server was killed."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic import command
from sqlalchemy import text

from tabletown import game
from tabletown.web import asking
from tabletown.web.asking import asked
from tabletown.web.at_table import moves, talking
from tabletown.web.database import migrate, migrations, open_database
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import awaited
from tests.web.test_composing import while_building_roads
from tools.played import Played, play_table
from tools.running import Answer, Server, running_server

FORM = "application/x-www-form-urlencoded"
ID = "an id that nobody could guess"
ASLEEP = 3600.0


class Sent(NamedTuple):
    """A request."""

    path: str
    body: bytes
    token: str = ""
    kind: str = FORM


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots sleep: nothing happens but what is asked for."""
    with running_server(tmp_path_factory.mktemp("quiet"), ASLEEP) as server:
        yield server


# ---------------------------------------------------------------- what can be asked for


def in_form(played: Played, deed: str, seat: int = 0, **fields: object) -> Sent:
    told = "&".join(f"{name}={value}" for name, value in {"seat": seat, "client_move": ID, **fields}.items())
    return Sent(f"{played.path}/{deed}", told.encode(), played.tokens[seat])


def in_json(path: str, told: dict[str, Any], token: str = "", client_move: str = ID) -> Sent:
    return Sent(path, json.dumps({"client_move": client_move, **told}).encode(), token, "application/json")


def send(server: Server, sent: Sent) -> Answer:
    return server.ask(sent.path, sent.body, sent.token, kind=sent.kind)


def send_on(server: Server, sent: Sent) -> Answer:
    """Until there is room for it: of what takes long only so much is done for one client at a time."""
    while (answer := send(server, sent)).status == 429:
        time.sleep(0.05)
    return answer


def do(played: Played, deed: str, seat: int = 0, **fields: object) -> None:
    answer = send(played.server, in_form(played, deed, seat, **{"client_move": "", **fields}))
    assert answer.status == 303, answer.text


def two(server: Server, **more: Any) -> Played:
    return play_table(server, "the_estates", 2, 2, **more)


def saying(server: Server) -> Sent:
    return in_form(two(server), "say", text="hello")


def undoing(server: Server) -> Sent:
    played = two(server)
    seat = played.settled()["pending"][0]
    for kind in ("skip_stowing", "choose_cube"):
        played.play(seat, next(each["id"] for each in played.legal(seat) if each["kind"] == kind))
    return in_form(played, "undo", seat)


def playing(server: Server) -> Sent:
    played = two(server)
    seat = played.settled()["pending"][0]
    return in_form(played, "play", seat, action=played.legal(seat)[0]["id"])


def playing_from_a_program(server: Server) -> Sent:
    played = two(server)
    now = played.settled()
    seat = now["pending"][0]
    move = {"seat": seat, "actions": [played.legal(seat)[0]["id"]], "decision": now["decision"]}
    return in_json(f"/api/tables/{played.table}/play", move, played.tokens[seat])


def ordering(server: Server) -> Sent:
    return in_form(two(server), "orders", kind="never_ask", answer="skip_stowing")


def dropping(server: Server) -> Sent:
    played = two(server)
    do(played, "orders", kind="never_ask", answer="skip_stowing")
    do(played, "orders", kind="pass_auction")
    return in_form(played, "orders/drop", index=0)


def proposing(server: Server) -> Sent:
    return in_form(two(server), "propose", what="abandon")


def agreeing(server: Server) -> Sent:
    played = two(server)
    do(played, "propose", what="abandon")
    return in_form(played, "answer", 1, agrees=1, to="abandon-0-0")


def declining(server: Server) -> Sent:
    played = two(server)
    do(played, "propose", what="abandon")
    return in_form(played, "answer", 1, agrees=0, to="abandon-0-0")


def resigning(server: Server) -> Sent:
    return in_form(two(server), "resign")


def resigning_from_a_program(server: Server) -> Sent:
    played = two(server)
    return in_json(f"/api/tables/{played.table}/resign", {"seat": 0}, played.tokens[0])


def coming_back(server: Server) -> Sent:
    played = two(server)
    do(played, "propose", what="relieve", about=1)
    return in_form(played, "return", 1)


def renaming(server: Server) -> Sent:
    return in_form(two(server), "rename", name="Mira")


def withdrawing(server: Server) -> Sent:
    played = play_table(server, "square_mile", 2, 2)
    while 0 in played.now()["pending"]:
        played.play(0)
    return in_form(played, "withdraw")


def starting_the_clock(server: Server) -> Sent:
    played = two(server, time_per_move=86400)
    do(played, "propose", what="stop")
    do(played, "answer", 1, agrees=1, to="stop-0-0")
    return in_form(played, "clock")


def waiting(server: Server) -> tuple[Played, str]:
    made = server.ask("/api/tables", {"game": "the_estates", "seats": [{"who": "me"}, {"who": "open"}]}).json
    return Played(server, made["table"], {0: made["token"]}), made["invitations"]["1"]


def setting_a_seat(server: Server) -> Sent:
    played, _invitation = waiting(server)
    return Sent(f"{played.path}/seat", f"seat=1&who=visitor&client_move={ID}".encode(), played.tokens[0])


def cancelling(server: Server) -> Sent:
    return in_form(waiting(server)[0], "cancel")


def joining(server: Server) -> Sent:
    played, invitation = waiting(server)
    return Sent(f"/join/{played.table}/1/{invitation}", f"name=Jun&client_move={ID}".encode())


def joining_from_a_program(server: Server) -> Sent:
    played, invitation = waiting(server)
    return in_json(f"/api/tables/{played.table}/join", {"seat": 1, "invitation": invitation, "name": "Jun"})


def starting(server: Server) -> Sent:
    played, invitation = waiting(server)
    joined = {"seat": 1, "invitation": invitation, "name": "Jun"}
    server.ask(f"/api/tables/{played.table}/join", joined)
    return in_form(played, "start")


def starting_from_a_program(server: Server) -> Sent:
    sent = starting(server)
    return in_json(f"/api/tables/{sent.path.split('/')[2]}/start", {}, sent.token)


def given_up(server: Server) -> Played:
    played = two(server)
    do(played, "propose", what="abandon")
    do(played, "answer", 1, agrees=1, to="abandon-0-0")
    return played


def playing_again(server: Server) -> Sent:
    return in_form(given_up(server), "rematch")


def forking(server: Server) -> Sent:
    played = given_up(server)
    return Sent(f"/m/{played.table}/fork", f"step=0&client_move={ID}".encode(), played.tokens[0])


def opening_a_record(_server: Server) -> Sent:
    field = '--end\r\ncontent-disposition: form-data; name="{}"{}\r\n\r\n{}\r\n'
    record = json.dumps(game("the_estates").new(2, seed=5).record())
    body = field.format("client_move", "", ID) + field.format("record", '; filename="a.json"', record) + "--end--\r\n"
    return Sent("/records", body.encode(), kind="multipart/form-data; boundary=end")


def playing_now(_server: Server) -> Sent:
    return Sent("/play-now/squad_car", f"client_move={ID}1".encode())


def making_a_table(_server: Server) -> Sent:
    return Sent("/tables", f"game=the_estates&name=Mara&seat-1=open&client_move={ID}2".encode())


def making_a_table_from_a_program(_server: Server) -> Sent:
    new = {"game": "milton_keynes", "seats": [{"who": "me"}] * 2}
    return in_json("/api/tables", new, client_move=f"{ID}3")


DEEDS = [
    saying, undoing, playing, playing_from_a_program, ordering, dropping, proposing, agreeing, declining, resigning,
    resigning_from_a_program, coming_back, renaming, withdrawing, starting_the_clock, setting_a_seat, cancelling,
    joining, joining_from_a_program, starting, starting_from_a_program, playing_again, forking, opening_a_record,
    playing_now, making_a_table, making_a_table_from_a_program,
]  # fmt: skip
each_deed = pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)


# ---------------------------------------------------------------- once


def world(server: Server) -> list[tuple[Any, ...]]:
    """Every table, how often it has changed, and how much is kept of it."""
    kept = "SELECT count(*) FROM {} WHERE table_id = tables.id"
    counts = ", ".join(f"({kept.format(name)})" for name in ("chat", "entries", "drawer", "orders", "keys"))
    with closing(sqlite3.connect(server.database)) as connection:
        return connection.execute(f"SELECT id, version, {counts} FROM tables ORDER BY id").fetchall()


def told(answer: Answer) -> tuple[int, str | None, str | None, bytes]:
    """All of an answer that means something."""
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return answer.status, headers.get("location"), headers.get("set-cookie"), answer.body


@each_deed
def test_eight_at_once_happen_once_and_get_the_same_answer(quiet: Server, deed: Callable[[Server], Sent]) -> None:
    sent = deed(quiet)
    before = world(quiet)
    with ThreadPoolExecutor(8) as crowd:
        answers = [told(answer) for answer in crowd.map(lambda _: send_on(quiet, sent), range(8))]
    assert answers[0][0] in {200, 201, 303}, answers[0]
    assert set(answers) == {answers[0]}
    after = world(quiet)
    changes = sum(row[1] for row in after) - sum(row[1] for row in before)
    assert (changes, len(after) - len(before)) in {(1, 0), (0, 1), (1, 1)}
    assert told(send(quiet, sent)) == answers[0]
    assert world(quiet) == after


def test_what_was_done_before_the_server_was_killed_is_not_done_again(tmp_path: Path) -> None:
    with running_server(tmp_path, ASLEEP) as server:
        requests = [deed(server) for deed in DEEDS]
        answers = [told(send(server, sent)) for sent in requests]
        assert {answer[0] for answer in answers} <= {200, 201, 303}
        before = world(server)
        server.kill()
        server.start()
        again = [told(send(server, sent)) for sent in requests]
        assert world(server) == before
        assert again == answers


def test_parts_of_a_plan_that_come_at_once_are_added_once(quiet: Server) -> None:
    played, seat = while_building_roads(quiet)
    parts = [each["id"] for each in played.legal(seat) if each["kind"] == "lay_section"]
    sent = in_form(played, "play", seat, action=parts[0])
    with ThreadPoolExecutor(8) as crowd:
        answers = {told(answer) for answer in crowd.map(lambda _: send_on(quiet, sent), range(8))}
    assert len(answers) == 1
    assert 'data-drafted="1"' in quiet.ask(played.path, token=played.tokens[seat]).text
    other = in_form(played, "play", seat, action=parts[1])
    assert send(quiet, other).status == 409


# ---------------------------------------------------------------- ids


@pytest.mark.parametrize(
    ("deed", "name"),
    [(undoing, "undo"), (playing, "play"), (playing_from_a_program, "play"), (dropping, "orders/drop")],
)
def test_an_id_that_stood_for_something_else_is_refused_with_what_it_stood_for(
    quiet: Server, deed: Callable[[Server], Sent], name: str
) -> None:
    sent = deed(quiet)
    assert send(quiet, sent).status in {200, 303}
    table = sent.path.removeprefix("/api/tables/").removeprefix("/t/").split("/")[0]
    seat = json.loads(sent.body)["seat"] if sent.kind != FORM else int(sent.body.split(b"&")[0][5:])
    before = world(quiet)
    other = Sent(f"/t/{table}/say", f"seat={seat}&text=hello&client_move={ID}".encode(), sent.token)
    refused = send(quiet, other)
    assert refused.status == 409
    assert f"{name}, at decision" in refused.text
    assert world(quiet) == before


def test_an_id_that_made_another_table_is_refused(quiet: Server) -> None:
    assert send(quiet, playing_now(quiet)).status == 303
    before = world(quiet)
    refused = send(quiet, Sent("/play-now/the_estates", f"client_move={ID}1".encode()))
    assert (refused.status, "play-now" in refused.text) == (409, True)
    assert world(quiet) == before


def test_what_was_refused_is_judged_again(quiet: Server) -> None:
    played = two(quiet)
    mover = played.settled()["pending"][0]
    waiter = 1 - mover
    sent = in_form(played, "undo", mover)
    assert [send(quiet, sent).status for _ in range(2)] == [409, 409]
    played.play(mover, next(each["id"] for each in played.legal(mover) if each["kind"] == "skip_stowing"))
    assert send(quiet, sent).status == 303
    assert send(quiet, in_form(played, "undo", waiter)).status == 409


def test_the_same_id_of_another_seat_is_another_request(quiet: Server) -> None:
    played = two(quiet)
    for seat in (0, 1):
        assert send(quiet, in_form(played, "say", seat, text="hello")).status == 303
    assert quiet.ask(played.path).text.count('<li id="chat-') == 2


def test_a_newcomer_whose_id_could_be_guessed_gets_a_secret_of_their_own(quiet: Server) -> None:
    sent = in_json("/api/tables", {"game": "the_estates", "seats": [{"who": "me"}] * 2}, client_move="1")
    tokens = {send(quiet, sent).json["token"] for _ in range(2)}
    assert len(tokens) == 2


async def nothing(_table: Table, _only: int | None) -> None:
    """Nobody looks on."""


def test_the_newest_ids_of_everybody_are_remembered_and_older_ones_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("asking", "store"):
        monkeypatch.setattr(f"tabletown.web.{module}.KEPT", 8)
        monkeypatch.setattr(f"tabletown.web.{module}.STRIDE", 4)

    async def talk() -> None:
        store = Store(open_database(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("me")], "host")
        await table.do(asked("1", "first", "say", {}), talking.say, 1, "Ben", "Hello")
        for number in range(40):
            await table.do(asked("0", f"id {number}", "say", {}), talking.say, 0, "Mara", "Hello")
        for one in (table, Tables(store, nothing).get(table.id)):
            for asker, name in (("1", "first"), *(("0", f"id {number}") for number in range(32, 40))):
                with pytest.raises(asking.AlreadyDone):
                    await one.do(asked(asker, name, "say", {}), talking.say, 0, "Mara", "Again")
        whole = store.read(table.id)
        assert whole is not None
        assert len([done for done in whole.done if done.asker == "0"]) <= 12
        store.close()

    awaited(talk())


def test_moves_that_an_older_server_remembers_are_remembered(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/tables.sqlite")
    store = Store(engine)
    table = awaited(Tables(store, nothing).create("the_estates", [Wish("me"), Wish("me")], "host"))
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "0001")
        row = {"table": table.id, "name": "an old id"}
        connection.execute(text("INSERT INTO client_moves VALUES (:table, 1, :name, 7)"), row)
    with engine.begin() as connection:
        migrate(connection)
    again = Tables(store, nothing).get(table.id)
    with pytest.raises(asking.AlreadyDone) as repeated:
        awaited(again.do(asked("1", "an old id", "play", {}), moves.play, 1, [0], 7))
    assert repeated.value.answer == 7
    store.close()

"""A chat goes on for as long as people talk, and every line can be read again."""

import re

import pytest

from tabletown.web.at_table import talking
from tabletown.web.database import open_database
from tabletown.web.kept import Change, Said
from tabletown.web.parts import LOG_SHOWN, LOG_STRIDE
from tabletown.web.store import HELD_CHAT, Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import awaited
from tools.played import Played, play_table
from tools.running import Server

FORM = "application/x-www-form-urlencoded"


async def nothing(_table: Table, _only: int | None) -> None:
    """Nobody looks on."""


def talkative(server: Server, lines: int) -> Played:
    """A table with so many lines, put there while the server was down."""
    played = play_table(server, "the_estates", 2, 2)
    server.stop()
    store = Store(open_database(f"sqlite:///{server.database}"))
    whole = store.read(played.table)
    assert whole is not None
    said = [Said(number, 0, "Mika", f"Line {number}.", 0.0) for number in range(1, lines + 1)]
    awaited(store.change(played.table, whole.kept.version, Change(chat=said)))
    store.close()
    server.start()
    return played


def numbers(page: str) -> list[int]:
    return [int(found) for found in re.findall(r'<li id="chat-(\d+)"', page)]


@pytest.mark.own_server
def test_after_many_lines_people_talk_on_and_find_the_earlier_ones(server: Server) -> None:
    played = talkative(server, 700)
    path = f"{played.path}/say"
    assert server.ask(path, b"text=Still+here", played.tokens[0], kind=FORM).status == 303
    page = server.ask(played.path).text
    shown = numbers(page)
    assert shown == list(range(701, shown[-1] - 1, -1))
    assert LOG_SHOWN <= len(shown) < LOG_SHOWN + LOG_STRIDE
    found = list(shown)
    while link := re.search(r'id="chat-earlier"><a href="([^"]+)"', page):
        page = server.ask(link[1]).text
        found += numbers(page)
    assert found == list(range(701, 0, -1))


@pytest.mark.own_server
def test_programs_read_the_chat_from_the_newest_line_back(server: Server) -> None:
    played = talkative(server, 450)
    path = f"/api/tables/{played.table}/chat"
    newest = server.ask(path).json
    assert newest["count"] == 450
    assert [line["number"] for line in newest["lines"]] == list(range(251, 451))
    assert newest["lines"][-1]["text"] == "Line 450."
    earlier = server.ask(f"{path}?before=51").json
    assert [line["number"] for line in earlier["lines"]] == list(range(1, 51))
    assert server.ask(f"{path}?before=0").status == 400


def test_memory_holds_only_the_newest_lines(tmp_path: object) -> None:
    async def talk() -> None:
        store = Store(open_database(f"sqlite:///{tmp_path}/tables.sqlite"))
        tables = Tables(store, nothing)
        table = await tables.create("the_estates", [Wish("me"), Wish("me")], "host")
        said = [Said(number, 0, "Mika", "Hello", 0.0) for number in range(1, HELD_CHAT + 30)]
        await store.change(table.id, table.kept.version, Change(chat=said))
        again = Tables(store, nothing).get(table.id)
        assert [len(again.chat), again.lines_said] == [HELD_CHAT, HELD_CHAT + 29]
        await again.do(None, talking.say, 0, "Mika", "One more")
        assert [len(again.chat), again.lines_said] == [HELD_CHAT, HELD_CHAT + 30]
        store.close()

    awaited(talk())

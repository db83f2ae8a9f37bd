"""What has ended stays as it is: games that are over or given up, tables that were cancelled."""

import asyncio
import random

import pytest

from tabletown.match import Refused
from tabletown.web import keys
from tabletown.web.at_table import consent, moves, sitting
from tabletown.web.at_table.settings import ABANDON
from tabletown.web.kept import ABANDONED, CANCELLED, OVER
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import awaited, nothing, recorded_table
from tools.played import play_table
from tools.running import Server

HOST = keys.new_secret()
FORM = "application/x-www-form-urlencoded"


async def play_on(table: Table, rng: random.Random) -> None:
    match = table.playing
    seat = match.pending[0]
    await table.do(None, moves.play, seat, [rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat))])


def test_a_game_that_is_over_cannot_be_resigned_taken_back_or_given_up(store: Store) -> None:
    async def play() -> None:
        table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("visitor")], HOST)
        rng = random.Random(1)
        while not table.playing.over:
            await play_on(table, rng)
        steps = table.playing.steps
        for too_late in (
            table.do(None, consent.resign, 0),
            table.do(None, consent.undo, 0),
            table.do(None, consent.propose, ABANDON, 0, 0),
        ):
            with pytest.raises(Refused, match="The game is over"):
                await too_late
        again = Tables(store, nothing).get(table.id)
        assert (again.phase, again.playing.steps) == (OVER, steps)
        assert not any(seat.resigned for seat in again.seats)

    awaited(play())


def test_nothing_is_proposed_any_more_when_the_game_is_over(store: Store) -> None:
    async def play() -> None:
        table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("me")], HOST)
        await table.do(None, consent.propose, ABANDON, 0, 0)
        rng = random.Random(2)
        while not table.playing.over:
            assert table.proposal is not None
            await play_on(table, rng)
        assert table.proposal is None
        with pytest.raises(Refused, match="Nothing is proposed"):
            await table.do(None, consent.answer, 1, agrees=True)
        assert table.phase == OVER

    awaited(play())


def test_the_result_of_a_finished_game_stays_for_programs_and_pages(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    played.to_the_end()
    page = server.ask(played.path, token=played.tokens[0]).text
    resigning = server.ask(f"/api/tables/{played.table}/resign", {"seat": 0}, played.tokens[0])
    assert (resigning.status, resigning.json["code"]) == (409, "game_is_over")
    for where in ("undo", "resign"):
        assert server.ask(f"{played.path}/{where}", b"seat=0", played.tokens[0], kind=FORM).status == 409
    assert server.ask(played.path, token=played.tokens[0]).text == page


def test_a_cancelled_table_says_so_also_after_a_restart(store: Store) -> None:
    async def cancel() -> str:
        table = await Tables(store, nothing).create("the_estates", [Wish("me"), Wish("open")], HOST)
        await table.do(None, sitting.cancel)
        return table.id

    again = Tables(store, nothing).get(awaited(cancel()))
    assert (again.phase, again.match) == (CANCELLED, None)
    with pytest.raises(Refused, match="cancelled"):
        awaited(again.do(None, sitting.start))
    with pytest.raises(Refused, match="cancelled"):
        awaited(again.do(None, sitting.claim, 1, "Jun", ["a"]))


@pytest.mark.own_server
def test_a_cancelled_table_is_not_found_by_a_server_that_reads_it_again(server: Server) -> None:
    seats = [{"who": "me"}, {"who": "open"}]
    made = server.ask("/api/tables", {"game": "the_estates", "seats": seats}).json
    assert server.ask(f"/t/{made['table']}/cancel", b"", made["token"], kind=FORM).status == 303
    server.stop()
    server.start()
    answer = server.ask(f"/t/{made['table']}")
    assert answer.status == 404
    assert "This table was cancelled." in answer.text
    late = server.ask(f"/join/{made['table']}/1/{made['invitations']['1']}")
    assert late.status == 409
    assert "This table was cancelled." in late.text


def test_two_who_ask_for_a_rematch_at_the_same_moment_come_to_the_same_table(store: Store) -> None:
    async def ask() -> None:
        tables = Tables(store, nothing)
        table = await tables.create("the_estates", [Wish("me"), Wish("me")], HOST)
        await table.do(None, consent.propose, ABANDON, 0, 0)
        await table.do(None, consent.answer, 1, agrees=True)
        assert table.phase == ABANDONED
        first, second = await asyncio.gather(tables.rematch(table), tables.rematch(table))
        assert first == second
        assert len(store.all()) == 2

    awaited(ask())


def test_a_program_at_a_table_that_is_given_up_owes_nothing_and_its_stream_ends(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    played.settled()
    given_up = server.ask(f"{played.path}/propose", b"what=abandon", played.tokens[0], kind=FORM)
    assert given_up.status == 303
    now = played.now()
    assert (now["phase"], now["pending"], now["changeable"]) == (ABANDONED, [], [])
    stream = server.ask(f"/api/tables/{played.table}/events?seat=0", token=played.tokens[0])
    assert stream.text.count("event: table") == 1


def test_the_stream_of_a_finished_game_ends(server: Server, game: str) -> None:
    stream = server.ask(f"/api/tables/{recorded_table(server, game)}/events")
    assert '"phase": "over"' in stream.text

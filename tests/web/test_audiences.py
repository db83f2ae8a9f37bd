"""Everybody who is connected is served, however many there are; only what nobody is connected to is forgotten."""

import asyncio
import contextlib
import gc
import json
from pathlib import Path

import pytest

from tabletown.web import deciding, keys, parts, pushes, stage
from tabletown.web.at_table import moves, orders, talking
from tabletown.web.house import House
from tabletown.web.pushes import GOODBYE
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited

HOST = keys.new_secret()
SPECTATOR = Viewer((), "en")


async def opened(folder: Path, tables: int = 1) -> tuple[House, list[Table]]:
    house = House(f"sqlite:///{folder}/tables.sqlite", pace=3600)
    made = [await house.tables.create("the_estates", [Wish("me"), Wish("me")], HOST) for _ in range(tables)]
    return house, made


async def move(table: Table) -> None:
    seat = table.playing.pending[0]
    await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])


def test_more_can_be_connected_than_are_remembered_when_they_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "MOST_IDLE", 4)

    async def watch() -> None:
        house, tables = await opened(tmp_path, 3)
        viewers = [SPECTATOR, Viewer((), "ja"), Viewer((0,), "en"), Viewer((1,), "en")]
        with_queues = [
            (table, house.pushes.listening(table, viewer, "", -1)) for table in tables for viewer in viewers
        ]
        queues = [context.__enter__() for _table, context in with_queues]
        assert [queue.qsize() for queue in queues] == [1] * 12
        for table in tables:
            await move(table)
        assert all(queue.qsize() > 1 for queue in queues)
        for _table, context in with_queues:
            context.__exit__(None, None, None)
        assert len(house.pushes._idle) == 4
        assert sum(map(len, house.pushes._audiences.values())) == 4
        await house.close()

    awaited(watch())


def test_whoever_was_forgotten_gets_everything_and_whoever_was_not_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "MOST_IDLE", 1)

    async def come_back() -> None:
        house, (table,) = await opened(tmp_path)
        first = house.pushes.audience(table, SPECTATOR)
        known, whole = (first.epoch, first.number), set(first.parts)
        with house.pushes.listening(table, SPECTATOR, *known) as queue:
            assert queue.empty()
        await move(table)
        with house.pushes.listening(table, SPECTATOR, *known) as queue:
            news = json.loads(queue.get_nowait())
            assert 0 < len(news["parts"]) < len(whole)
            assert "epoch" not in news
        whole = set(house.pushes.audience(table, SPECTATOR).parts)
        house.pushes.audience(table, Viewer((0,), "en"))
        with house.pushes.listening(table, SPECTATOR, *known) as queue:
            everything = json.loads(queue.get_nowait())
            assert {part[0] for part in everything["parts"]} == whole
            assert everything["epoch"] != known[0]
        await house.close()

    awaited(come_back())


@pytest.mark.parametrize("count", [1, pushes.FEW + 1])
def test_a_page_that_was_sent_is_held_only_where_many_look_on_and_whoever_missed_something_gets_it(
    tmp_path: Path, count: int
) -> None:
    async def look_on() -> None:
        house, (table,) = await opened(tmp_path)
        known = house.pushes.audience(table, SPECTATOR)
        since = (known.epoch, known.number)
        with contextlib.ExitStack() as stack:
            queues = [stack.enter_context(house.pushes.listening(table, SPECTATOR, *since)) for _ in range(count)]
            await move(table)
            assert bool(known.parts) == (count > pushes.FEW)
            told = [[json.loads(queue.get_nowait()) for _ in range(queue.qsize())] for queue in queues]
            with house.pushes.listening(table, SPECTATOR, *since) as late:
                missed = json.loads(late.get_nowait())
        assert all(each == told[0] for each in told)
        assert {tuple(part) for part in missed["parts"]} == {tuple(part) for each in told[0] for part in each["parts"]}
        assert missed["number"] == told[0][-1]["number"] == known.number
        await house.close()

    awaited(look_on())


def test_a_connection_that_reads_nothing_is_ended_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "MOST_UNREAD", 3)

    async def talk() -> None:
        house, (table,) = await opened(tmp_path)
        with (
            house.pushes.listening(table, SPECTATOR, "", -1) as deaf,
            house.pushes.listening(table, SPECTATOR, "", -1) as other,
        ):
            for number in range(6):
                await table.do(None, talking.say, 0, "Mara", f"Line {number}")
                while not other.empty():
                    assert other.get_nowait() != GOODBYE
            left = [deaf.get_nowait() for _ in range(deaf.qsize())]
        assert GOODBYE in left
        assert len(left) <= 4
        await house.close()

    awaited(talk())


def test_nothing_is_held_for_those_who_have_stopped_following(tmp_path: Path) -> None:
    async def follow() -> None:
        house, (table,) = await opened(tmp_path)
        with house.pushes.following(table) as changes:
            await move(table)
            assert changes.qsize() == 1
        assert house.pushes._followers == {}
        await house.close()

    awaited(follow())


def test_numbers_count_only_what_the_viewer_has_seen_change(tmp_path: Path) -> None:
    async def count() -> None:
        house, (table,) = await opened(tmp_path)
        viewers = [SPECTATOR, Viewer((0,), "en"), Viewer((1,), "en")]
        before = [house.pushes.audience(table, viewer).number for viewer in viewers]
        from tabletown.match.orders import never_ask

        await table.do(None, orders.order, 1, never_ask(table.playing, "skip_stowing"))
        await table.do(None, orders.drop_order, 1, 0)
        await table.do(None, orders.order, 1, never_ask(table.playing, "skip_stowing"))
        await asyncio.sleep(0)
        after = [house.pushes.audience(table, viewer).number for viewer in viewers]
        assert after[:2] == before[:2]
        assert after[2] > before[2]
        await house.close()

    awaited(count())


def read(queue: "asyncio.Queue[str]") -> dict[str, str]:
    """All that has come, by the ids of the parts."""
    told = [json.loads(queue.get_nowait()) for _ in range(queue.qsize())]
    return {name: html for each in told for name, html, _home, _before in each["parts"]}


def test_what_is_folded_away_is_told_to_those_who_look_at_it_at_once_and_until_they_look_away(tmp_path: Path) -> None:
    async def look() -> None:
        house, (table,) = await opened(tmp_path)
        with (
            house.pushes.listening(table, SPECTATOR, "", -1) as curious,
            house.pushes.listening(table, Viewer((0,), "en"), "", -1) as other,
        ):
            assert {"forecast", "as-text"}.isdisjoint(read(curious))
            await move(table)
            assert {"forecast", "as-text"}.isdisjoint(read(curious))
            house.pushes.unfold(table, SPECTATOR, curious, ["as-text"])
            fresh = house.pushes.folded(table, house.pushes.audience(table, SPECTATOR))
            assert read(curious) == {"as-text": fresh["as-text"].html}
            house.pushes.unfold(table, SPECTATOR, curious, ["as-text", "forecast"])
            assert read(curious) == {"forecast": fresh["forecast"].html}
            await move(table)
            fresh = house.pushes.folded(table, house.pushes.audience(table, SPECTATOR))
            assert read(curious)["as-text"] == fresh["as-text"].html
            assert {"forecast", "as-text"}.isdisjoint(read(other))
            house.pushes.unfold(table, SPECTATOR, curious, [])
            await move(table)
            assert {"forecast", "as-text"}.isdisjoint(read(curious))
        await house.close()

    awaited(look())


def test_what_somebody_looks_at_moves_no_number_and_ends_with_their_connection(tmp_path: Path) -> None:
    async def look() -> None:
        house, (table,) = await opened(tmp_path)
        audience = house.pushes.audience(table, SPECTATOR)
        with house.pushes.listening(table, SPECTATOR, "", -1) as curious:
            number = audience.number
            house.pushes.unfold(table, SPECTATOR, curious, ["as-text"])
            assert house.pushes.audience(table, SPECTATOR).number == number
            assert audience.looked_at == {"as-text"}
        assert not audience.looked_at
        house.pushes.unfold(table, SPECTATOR, curious, ["as-text"])
        assert not audience.looked_at
        await house.close()

    awaited(look())


def test_what_is_held_for_open_pages_does_not_grow_with_the_game(tmp_path: Path) -> None:
    """Texts of the log and moments, and what has left a page: of a long game as many as of a short one."""

    async def play() -> None:
        house, (table,) = await opened(tmp_path)
        viewers = [SPECTATOR, Viewer((0,), "en"), Viewer((1,), "en")]
        with contextlib.ExitStack() as stack:
            for viewer in viewers:
                stack.enter_context(house.pushes.listening(table, viewer, "", -1))
            while table.playing.steps < 3 * stage.RECENT:
                await move(table)
        of_log, of_moments, of_pages = texts_held(house, table)
        assert 0 < of_log <= len(viewers) * parts.LOG_HELD
        assert 0 < of_moments <= len(viewers) * deciding.HELD
        assert of_pages == 0
        await house.close()

    awaited(play())


def texts_held(house: House, table: Table) -> tuple[int, int, int]:
    """Of the log, of moments, and parts of pages."""
    written = [part for each in table.written_log.values() for part in each.values() if part is not None]
    moments = [part for each in table.written_moments.values() for part in each.values() if part is not None]
    moments = [part for part in moments if part is not deciding.OLD_MOMENTS]
    audiences = house.pushes._audiences[table.id].values()
    return len(written), len(moments), sum(len(share) for audience in audiences for share in audience.shares)


def test_whoever_was_away_for_very_long_is_sent_everything_and_nobody_remembers_what_has_left_the_page() -> None:
    audience = pushes.Audience(SPECTATOR, None, "life")
    seen = -1
    for number in range(3 * pushes.MOST_GONE):
        for share in pushes.SHARES:
            audience.take(share, {f"{share}-{number}": pushes.Part("entry")})
        audience.arrive((), is_whole=True)
        seen = seen if seen >= 0 else audience.number
    assert [len(gone) for gone in audience.gone] == [pushes.MOST_GONE] * len(pushes.SHARES)
    lately = json.loads(audience.since("life", audience.number - 5) or "")
    assert (len(lately["parts"]), len(lately["gone"])) == (2, 2 * 5)
    assert "epoch" not in lately
    assert json.loads(audience.since("life", seen) or "")["epoch"] == "life"


def test_a_push_leaves_nothing_behind_that_holds_itself(tmp_path: Path) -> None:
    """A page is made of thousands of objects: they go when it is written, and nobody has to look for them."""

    async def play() -> int:
        house, (table,) = await opened(tmp_path)
        with contextlib.ExitStack() as stack:
            for viewer in (SPECTATOR, Viewer((0,), "en"), Viewer((1,), "en")):
                stack.enter_context(house.pushes.listening(table, viewer, "", -1))
            for _ in range(8):
                await move(table)
            gc.collect()
            gc.disable()
            try:
                for _ in range(16):
                    await move(table)
                found = gc.collect()
            finally:
                gc.enable()
        await house.close()
        return found

    assert awaited(play()) < 16


def test_of_a_long_game_only_what_is_shown_is_remembered_for_a_crowd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LOG_SHOWN", 6)
    monkeypatch.setattr(parts, "LOG_STRIDE", 2)
    monkeypatch.setattr(parts, "MOST_WRITTEN", 16)

    async def play() -> None:
        house, (table,) = await opened(tmp_path)
        with contextlib.ExitStack() as stack:
            for _ in range(pushes.FEW + 1):
                stack.enter_context(house.pushes.listening(table, SPECTATOR, "", -1))
            while table.playing.steps < 40:
                await move(table)
            shown = [part for part in house.pushes.audience(table, SPECTATOR).parts if part[4:].isdecimal()]
        written = [part for each in table.written_log.values() for part in each.values() if part is not None]
        assert 0 < len(shown) <= len(written) <= 16
        await house.close()

    awaited(play())

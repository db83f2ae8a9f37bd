"""Time for a decision: kept with the table, and at its end the game's usual answer for whoever is late."""

import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tabletown.match import Refused
from tabletown.match.orders import bid_up_to
from tabletown.rulekit.registry import declarations
from tabletown.web import keys
from tabletown.web.at_table import clocks, consent, moves, orders
from tabletown.web.at_table.settings import STOP, Settings
from tabletown.web.house import House
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tabletown.web.timekeeping import LIMITS
from tests.sealed_game import GAME as SEALED_GAME
from tests.web.at_the_table import OPTIONS, awaited, nothing, until
from tests.web.conftest import NewPerson
from tools.played import play_table
from tools.running import Server

HOST = keys.new_secret()
MINUTE = 60


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def sealed_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(declarations(), SEALED_GAME.name, SEALED_GAME)


def stands(table: Table) -> float | None:
    """Until when the clock runs; None if it is stopped."""
    assert table.clock is not None
    return table.clock.until


async def timed(store: Store, watch: Watch, *who: str, game: str = "the_estates") -> Table:
    wishes = [Wish(each) for each in who]
    return await Tables(store, nothing, watch).create(game, wishes, HOST, settings=Settings(time=MINUTE))


def at_a_table(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()

    awaited(all_of_it())


def test_each_decision_gets_its_own_time(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "me")
        assert stands(table) == watch.at + MINUTE
        watch.at += 50
        await table.do(None, clocks.time_is_up)
        assert table.playing.steps == 0
        seat = table.playing.pending[0]
        await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
        assert stands(table) == watch.at + MINUTE

    at_a_table(play)


def test_at_its_end_the_usual_answer_is_played_and_the_log_says_for_whom(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "me")
        match = table.playing
        seat = match.pending[0]
        usual = match.rules.call.default_action(match.perfect_memory(seat), seat)
        watch.at += MINUTE
        await table.do(None, clocks.time_is_up)
        assert next((move.seat, move.action) for move in match.entries[0].moves) == (seat, usual)
        assert table.late_at(1) == [seat]
        assert table.late_at(2) == []
        again = Tables(store, nothing, watch).get(table.id)
        assert again.late_at(1) == [seat]
        assert again.playing.digest == match.digest

    at_a_table(play)


@pytest.mark.usefixtures("sealed_game")
def test_of_sealed_answers_only_the_missing_ones_are_played(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "me", "me", game="sealed_game")
        match = table.playing
        bid, stay = match.game.declaration.actions.encode("bid", {"amount": 3}), match.rules.call.default_action
        await table.do(None, moves.play, 1, [bid])
        assert stay(match.view(1), 1) != bid
        await table.do(None, moves.play, 1, [stay(match.view(1), 1)])
        await table.do(None, moves.play, 2, [bid])
        until = stands(table)
        watch.at += MINUTE - 1
        await table.do(None, moves.withdraw, 1)
        await table.do(None, moves.play, 1, [bid, stay(match.view(2), 2)])
        assert stands(table) == until, "others' answers do not change one's time"
        watch.at += 1
        await table.do(None, clocks.time_is_up)
        assert match.steps == 1
        assert table.late_at(1) == [0, 2]
        opened = [(move.seat, move.action) for move in match.entries[0].moves]
        assert next(action for seat, action in opened if seat == 1) == bid
        assert next(action for seat, action in opened if seat == 2) == bid, "what was sealed already counts"
        assert len([action for seat, action in opened if seat == 0]) == 2

    at_a_table(play)


def test_the_clock_stops_when_all_people_agree_and_anybody_lets_it_go_on(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "me", "visitor")
        while table.seats[table.playing.pending[0]].bot:
            seat = table.playing.pending[0]
            await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
        watch.at += 20
        await table.do(None, consent.propose, STOP, 0, 0)
        assert stands(table) is not None
        await table.do(None, consent.answer, 1, agrees=True)
        assert stands(table) is None
        watch.at += 10 * MINUTE
        await table.do(None, clocks.time_is_up)
        assert not table.settings.late
        with pytest.raises(Refused, match="No clock runs"):
            await table.do(None, consent.propose, STOP, 0, 0)
        await table.do(None, clocks.start_clock)
        assert stands(table) == watch.at + MINUTE - 20
        with pytest.raises(Refused, match="not stopped"):
            await table.do(None, clocks.start_clock)

    at_a_table(play)


def test_a_clock_that_is_stopped_stays_so_when_somebody_plays(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "me")
        await table.do(None, consent.propose, STOP, 0, 0)
        await table.do(None, consent.answer, 1, agrees=True)
        seat = table.playing.pending[0]
        await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
        assert table.clock is not None
        assert (table.clock.is_stopped, table.clock.left) == (True, MINUTE)

    at_a_table(play)


def test_bots_have_no_clock(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "neighbour", "neighbour")
        for _ in range(20):
            seat = table.playing.pending[0]
            assert (table.clock is None) == (seat != 0)
            await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])

    at_a_table(play)


def test_a_standing_order_answers_for_whoever_is_late(store: Store, watch: Watch) -> None:
    async def play() -> None:
        table = await timed(store, watch, "me", "me")
        match = table.playing
        while not any(action.kind == "bid" for action in match.legal(match.pending[0])):
            await table.do(None, moves.play, match.pending[0], [match.legal(match.pending[0])[0]])
        seat = match.pending[0]
        await table.do(None, orders.order, seat, bid_up_to(match, seat, 3))
        least = orders.ordered(table.standing, seat)
        assert least != match.rules.call.default_action(match.perfect_memory(seat), seat)
        watch.at += MINUTE
        await table.do(None, clocks.time_is_up)
        assert match.entries[-1].moves[0].action == least

    at_a_table(play)


def test_a_time_that_ran_out_while_the_server_was_down_is_acted_upon(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def play() -> None:
        house = House(database)
        await house.open()
        table = await house.tables.create("the_estates", [Wish("me"), Wish("me")], HOST, settings=Settings(time=MINUTE))
        await house.close()
        house = House(database, now=lambda: time.time() + 2 * MINUTE)
        await house.open()
        again = house.tables.get(table.id)
        await until(lambda: bool(again.late_at(1)))
        await house.close()

    at_a_table(play)


def test_the_lobby_offers_times_and_a_table_of_one_says_by_when(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=the_estates")
    assert [int(each.get_attribute("value") or -1) for each in page.locator("[name=time] option").all()] == list(LIMITS)
    expect(page.locator("[name=time]")).to_have_value("0")
    page.click(OPTIONS)
    page.select_option("[name=time]", "86400")
    page.select_option("[name=seat-1]", "open")
    page.click("#new .acts button")
    expect(page.locator("#room .options")).to_contain_text("1 day")
    page.click("#room form[action$=seat] button")
    page.click("#room form[action$=start] button")
    page.wait_for_selector("#status[data-mine='1']", state="attached")
    expect(page.locator("#deadline")).to_contain_text("To be decided by")
    stamp = page.locator("#deadline time").get_attribute("datetime") or ""
    expect(page.locator("#deadline b")).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    left = int(page.get_attribute("#deadline b", "data-deadline") or 0) / 1000 - time.time()
    assert stamp.endswith("+00:00")
    assert 86000 < left <= 86400
    page.click("#menu summary")
    page.click("form[action$=propose] button[value=stop]")
    expect(page.locator("#deadline")).to_contain_text("The clock is stopped")
    page.click("form[action$=clock] button")
    expect(page.locator("#deadline")).to_contain_text("To be decided by")


def test_whoever_is_late_is_played_for_and_everybody_reads_it(person: NewPerson, server: Server) -> None:
    before = time.time()
    played = play_table(server, "the_estates", 2, 2, time_per_move=2)
    late = played.now()["pending"][0]
    assert played.now()["time_per_move"] == 2
    assert before + 2 <= played.now()["deadline"] <= time.time() + 2
    page = person(me=played.tokens[1 - late])
    page.goto(played.path)
    name = ["Mika", "Noor"][late]
    expect(page.locator("#log-list")).to_contain_text(f"The time of {name} was up: the usual answer was played.")
    server.ask(f"/api/tables/{played.table}/resign", {"seat": 0}, played.tokens[0])
    server.ask(f"/api/tables/{played.table}/resign", {"seat": 1}, played.tokens[1])


@pytest.mark.parametrize("seconds", [-1, 10**9])
def test_a_time_that_cannot_be_is_refused(server: Server, seconds: int) -> None:
    seats = [{"who": "me"}, {"who": "visitor"}]
    answer = server.ask("/api/tables", {"game": "the_estates", "seats": seats, "time_per_move": seconds})
    assert answer.status == 400
    assert "seconds" in answer.json["title"]

"""What would Tycoon do, at a table: who may ask, who is told, when it is given up, what everybody reads at the end."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tabletown.bots.search import Budget
from tabletown.explaining.hinting import Effort
from tabletown.explaining.parts import Piece
from tabletown.explaining.weighing import Weighed, weighed
from tabletown.match import Refused, load
from tabletown.rulekit.namespace import Namespace
from tabletown.web import keys
from tabletown.web.at_table import hints, moves
from tabletown.web.at_table.settings import Settings
from tabletown.web.hints import MOST_EACH, NotReady
from tabletown.web.house import House
from tabletown.web.server import make_app
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.thinking import Thinkers
from tabletown.web.workers import TooMuchAtOnce
from tests.web.at_the_table import awaited, play_now, until, wait_for_my_move
from tests.web.axe import faults
from tests.web.conftest import NewPerson
from tests.web.wire import Wire
from tools.running import PATIENCE

HOST = keys.new_secret()
LEAST = Effort(Budget(600), Budget(6), Budget(4))
"""Of fewer simulations a tree may spend all on one choice, and a hint has to have several."""
BOXES = """[...document.querySelectorAll('#decide, .stage-act, .tabbox, #board')]
    .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
RECORD = Path(__file__).parents[1] / "games" / "the_estates" / "records" / "two_rows_complete.json"
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


class Here(Thinkers):
    """Thinks a little, in this process, once it is compiled and as soon as it may."""

    def __init__(self) -> None:
        super().__init__(1)
        self.compiled, self.may_think = asyncio.Event(), asyncio.Event()
        self.begun = self.given_up = 0
        self.compiled.set()
        self.may_think.set()

    def have(self, rules: Namespace, loops: Sequence[str]) -> bool:  # noqa: ARG002
        return self.compiled.is_set()

    async def ready(self, rules: Namespace, loops: Sequence[str]) -> bool:  # noqa: ARG002
        return await self.compiled.wait()

    async def ponder(self, client: str, rules: Namespace, piece: Piece, seat: int) -> Any:  # noqa: ARG002
        self.begun += 1
        try:
            await self.may_think.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return piece.work(rules, piece.view, seat, *map(little, piece.given))


def little(given: object) -> object:
    return LEAST if isinstance(given, Effort) else LEAST.part if isinstance(given, Budget) else given


def at_a_table(
    act: Callable[[House, Here, Table], Awaitable[None]], tmp_path: Path, *sitters: str, **settings: Any
) -> None:
    async def run() -> None:
        house = House(f"sqlite:///{tmp_path / 'tables.sqlite'}", pace=3600)
        thinkers = house.driver.thinkers = Here()
        wishes = [Wish(who) for who in sitters or ("me", "neighbour")]
        table = await house.tables.create("the_estates", wishes, HOST, settings=Settings(**settings))
        while 0 not in table.playing.pending:
            seat = table.playing.pending[0]
            await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
        try:
            await act(house, thinkers, table)
        finally:
            await house.close()

    awaited(run())


def test_whoever_asks_is_told_and_nobody_else(tmp_path: Path) -> None:
    async def act(house: House, _thinkers: Here, table: Table) -> None:
        before = table.kept
        options = await (await house.hints.ask(table, 0, "", None))
        assert table.kept.happened == before.happened, "others can see that something was asked"
        assert 1 < len(options) <= 3
        assert table.hints[0].options == options
        assert list(table.hints) == [0]
        assert options[0].actions[0] in {each.id for each in table.playing.legal(0)}

    at_a_table(act, tmp_path, "me", "me", hints=True)


@pytest.mark.parametrize(
    ("sitters", "settings", "allowed"),
    [
        (("me", "neighbour"), {}, True),
        (("me", "me"), {}, False),
        (("me", "me"), {"hints": True}, True),
        (("me", "neighbour"), {"hints": False}, False),
        (("me", "me"), {"coached": True}, True),
    ],
)
def test_as_usual_only_who_plays_with_bots_alone_or_is_taught_may_ask(
    tmp_path: Path, sitters: tuple[str, ...], settings: dict[str, bool], allowed: bool
) -> None:
    async def act(house: House, _thinkers: Here, table: Table) -> None:
        if allowed:
            assert await (await house.hints.ask(table, 0, "", None))
        else:
            with pytest.raises(Refused, match="without hints"):
                await house.hints.ask(table, 0, "", None)

    at_a_table(act, tmp_path, *sitters, **settings)


def test_a_hint_that_the_position_has_overtaken_is_given_up_and_never_shown(tmp_path: Path) -> None:
    async def act(house: House, thinkers: Here, table: Table) -> None:
        thinkers.may_think.clear()
        task = await house.hints.ask(table, 0, "", None)
        await until(lambda: thinkers.begun == 1)
        assert table.hints[0].is_ready
        asked = table.hints[0].question
        await table.do(None, moves.play, 0, [table.playing.legal(0)[0]])
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, PATIENCE)
        await until(lambda: thinkers.given_up == 1)
        assert hints.asked_at(table.standing, 0) is None or hints.name_of(table.standing, 0) != asked
        assert not table.hints[0].options

    at_a_table(act, tmp_path)


def test_a_decision_is_counted_once_however_often_it_is_asked_about(tmp_path: Path) -> None:
    async def act(house: House, thinkers: Here, table: Table) -> None:
        thinkers.may_think.clear()
        first, second = [await house.hints.ask(table, 0, "", None) for _ in range(2)]
        assert first is second
        thinkers.may_think.set()
        options = await first
        assert await (await house.hints.ask(table, 0, "", None)) == options
        assert [count for count, _decision in table.settings.hinted.values()] == [1]
        before = table.playing.decision
        await table.do(None, moves.play, 0, [table.playing.legal(0)[0]])
        if 0 in table.playing.pending and len(table.playing.legal(0)) > 1:
            await (await house.hints.ask(table, 0, "", None))
            assert table.settings.hinted == {0: (2, table.playing.decision)}
        assert table.playing.decision > before

    at_a_table(act, tmp_path)


def test_before_the_search_is_compiled_it_says_so_and_then_it_thinks(tmp_path: Path) -> None:
    async def act(house: House, thinkers: Here, table: Table) -> None:
        thinkers.compiled.clear()
        task = await house.hints.ask(table, 0, "", None)
        await until(lambda: 0 in table.hints)
        assert not table.hints[0].is_ready
        assert table.hints[0].is_under_way
        thinkers.compiled.set()
        assert await task == table.hints[0].options

    at_a_table(act, tmp_path)


def test_a_client_has_so_many_hints_thought_about_at_once(tmp_path: Path) -> None:
    async def act(house: House, thinkers: Here, table: Table) -> None:
        thinkers.may_think.clear()
        two, free = [Wish("me"), Wish("me")], Settings(hints=True)
        made = [await house.tables.create("squad_car", two, HOST, settings=free) for _ in range(MOST_EACH)]
        asked = [await house.hints.ask(each, each.playing.pending[0], "same", None) for each in made]
        await until(lambda: house.hints._clients["same"] == MOST_EACH)
        with pytest.raises(TooMuchAtOnce):
            await house.hints.ask(table, 0, "same", None)
        other = await house.hints.ask(table, 0, "other", None)
        thinkers.may_think.set()
        await asyncio.gather(*asked, other)
        assert not house.hints._clients

    at_a_table(act, tmp_path)


def test_what_does_not_work_is_said_on_the_page(tmp_path: Path) -> None:
    async def act(house: House, thinkers: Here, table: Table) -> None:
        async def broken(client: str, rules: Namespace, piece: Piece, seat: int) -> Any:
            raise NotReady("Nobody is at home.")

        thinkers.ponder = broken  # type: ignore[method-assign]
        with pytest.raises(NotReady):
            await (await house.hints.ask(table, 0, "", None))
        assert table.hints[0].failure == "Nobody is at home."
        assert not table.hints[0].is_under_way

    at_a_table(act, tmp_path)


def test_nothing_is_advised_where_there_is_one_thing_to_do_or_another_decides(tmp_path: Path) -> None:
    async def act(house: House, _thinkers: Here, _table: Table) -> None:
        table = await house.tables.create("squad_car", [Wish("me"), Wish("me")], HOST, settings=Settings(hints=True))
        match = table.playing
        while len(match.legal(match.pending[0])) > 1:
            await table.do(None, moves.play, match.pending[0], [match.legal(match.pending[0])[0]])
        with pytest.raises(Refused, match="only one thing"):
            await house.hints.ask(table, match.pending[0], "", None)
        with pytest.raises(Refused, match="not your decision"):
            await house.hints.ask(table, 1 - match.pending[0], "", None)

    at_a_table(act, tmp_path)


def test_everybody_reads_at_the_end_who_has_asked_and_how_often(tmp_path: Path) -> None:
    async def run() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", 60.0, make_ready=tuple)
        async with app.lifespan():
            match = load(RECORD.read_text(encoding="utf-8"))
            wishes = [Wish("me", name) for name in match.names]
            settings = Settings(hinted={1: (3, 7)})
            made = await app.state.house.tables.adopt(match, wishes, "somebody-with-a-secret", settings)
            page = (await Wire(app).ask(f"/t/{made.id}", {})).body.decode()
            assert f"{match.names[1]} asked Tycoon 3 times." in page
            short = (await Wire(app).ask(f"/api/tables/{made.id}", {})).body.decode()
            assert re.search(r'"hints_asked":\[0,3', short.replace(" ", ""))

    awaited(run())


def test_a_program_asks_over_json(tmp_path: Path) -> None:
    async def run() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", 3600.0, make_ready=tuple)
        async with app.lifespan():
            house: House = app.state.house
            thinkers = house.driver.thinkers = Here()
            two = [Wish("me"), Wish("me")]
            table = await house.tables.create("squad_car", two, HOST, settings=Settings(hints=True))
            seat = table.playing.pending[0]
            token = {"authorization": f"Bearer {HOST!s}"}
            door, body = f"/api/tables/{table.id}/hint", {"seat": seat}
            thinkers.compiled.clear()
            assert await answered(app, door, token, body) == (503, "NotReady")
            assert not table.settings.hinted
            thinkers.compiled.set()
            assert await answered(app, door, token, {**body, "decision": 99}) == (409, "stale_decision")
            assert await answered(app, door, {}, body) == (403, "Forbidden")
            found = await Wire(app).ask(door, token, json=json.dumps(body).encode())
            assert found.status == 200
            told = json.loads(found.body)
            legal = {each.id for each in table.playing.legal(seat)}
            assert told["options"][0]["actions"][0] in legal
            assert all(0 <= each["chance"] <= 1 and each["text"] for each in told["options"])

    awaited(run())


async def answered(app: Any, door: str, headers: dict[str, str], body: dict[str, int]) -> tuple[int, str]:
    sent = await Wire(app).ask(door, headers, json=json.dumps(body).encode())
    return sent.status, json.loads(sent.body)["code"]


def test_the_coach_looks_ahead_once_that_is_compiled_and_goes_by_instinct_until_then(tmp_path: Path) -> None:
    async def act(house: House, thinkers: Here, table: Table) -> None:
        match = table.playing
        legal = [each.id for each in match.legal(0)]
        weighing: list[int] = []

        async def weigh(client: str, rules: Namespace, piece: Piece, seat: int) -> Weighed:
            assert piece.work is weighed
            weighing.append(piece.given[0])
            return Weighed(0.3, legal[1], 0.5)

        thinkers.ponder = weigh  # type: ignore[method-assign]
        past = match.position(match.steps)
        await table.do(None, moves.play, 0, [legal[0]])
        entry = next(each for each in match.entries[::-1] if each.moves[0].seat == 0)
        found = await house.driver._judgement(table, past, 0, entry)
        assert found is not None
        assert (found.cost, found.better[0], found.is_chance) == (20, legal[1], True)
        thinkers.compiled.clear()
        found = await house.driver._judgement(table, past, 0, entry)
        assert found is None or not found.is_chance
        assert weighing == [legal[0]]

    at_a_table(act, tmp_path)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_a_hint_is_asked_by_key_moves_nothing_and_selects_without_playing(
    person: NewPerson, width: int, height: int
) -> None:
    page = person(width=width, height=height, reduced_motion="reduce")
    play_now(page)
    assert wait_for_my_move(page)
    before, decision = page.evaluate(BOXES), page.get_attribute("#status", "data-decision")
    page.locator("#advice .ask-hint").press("Enter")
    rows = page.locator("#advice .advised")
    expect(rows.first).to_be_visible(timeout=1000 * PATIENCE)
    assert page.evaluate(BOXES) == before
    assert faults(page) == []
    rows.last.press("Enter")
    expect(rows.last).to_have_attribute("aria-pressed", "true")
    chosen = rows.last.get_attribute("data-advises")
    expect(page.locator(f"#decide .shown[value='{chosen}'], #decide form.bid[data-shows='{chosen}']")).to_have_count(1)
    assert page.get_attribute("#status", "data-decision") == decision
    page.locator("#advice summary").press("Enter")
    expect(rows.first).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_a_hint_leaves_the_button_free_however_many_answers_there_are(
    person: NewPerson, width: int, height: int
) -> None:
    page = person(width=width, height=height, reduced_motion="reduce")
    play_now(page, "square_mile")
    assert wait_for_my_move(page)
    page.locator("#decide .go").last.click()
    expect(page.locator("#decide form.bid")).to_have_count(1)
    page.locator("#advice .ask-hint").click()
    expect(page.locator("#advice .advised").first).to_be_visible(timeout=1000 * PATIENCE)
    page.locator("#decide form.bid .go").click(trial=True)
    expect(page.locator("#decide .quick")).not_to_be_visible()
    page.locator("#advice .advised").last.click(trial=True)


def test_a_hint_cuts_through_no_buttons_for_single_steps(person: NewPerson) -> None:
    page = person()
    play_now(page, "squad_car")
    while wait_for_my_move(page) and not page.locator("#decide .pad").count():
        page.locator("#decide .go").last.click()
    expect(page.locator("#decide .pad")).to_be_visible()
    page.locator("#advice .ask-hint").click()
    expect(page.locator("#advice .advised").first).to_be_visible(timeout=1000 * PATIENCE)
    expect(page.locator("#decide .pad")).not_to_be_visible()
    page.locator("#decide .go").last.click(trial=True)


def test_where_a_list_alone_plays_a_choice_it_stays_within_reach_of_a_hint(person: NewPerson) -> None:
    page = person(width=390, height=844)
    play_now(page, "milton_keynes")
    assert wait_for_my_move(page)
    assert page.locator("#decide .row > .go").count() == 0
    page.locator("#advice .ask-hint").click()
    page.locator("#advice .advised").first.click()
    page.locator("#decide :is(.choice[aria-pressed=true], .may.shown)").click(trial=True)

"""Playing again on the same seats, one further, or on the other side."""

import asyncio

import pytest
from playwright.sync_api import expect

from tabletown.rulekit.registry import declaration
from tabletown.web import rematching
from tabletown.web.at_table import consent
from tabletown.web.at_table.settings import ABANDON, Settings
from tabletown.web.keys import hashed
from tabletown.web.rematching import MOVED_ON, OTHER_SIDE, SAME
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import OVER, awaited, nothing
from tests.web.conftest import NewPerson
from tools.played import play_table
from tools.running import Server

HOST = "host"
FORM = "application/x-www-form-urlencoded"


async def given_up(tables: Tables) -> Table:
    """A game of a person and bots of two levels, over for good."""
    wishes = [Wish("me", "Mara"), Wish("visitor", "Otto"), Wish("neighbour", "Ines"), Wish("neighbour", "Wim")]
    table = await tables.create("squad_car", wishes, HOST, settings=Settings(time=60))
    await table.do(None, consent.propose, ABANDON, 0, 0)
    return table


@pytest.mark.parametrize(
    ("title", "players", "expected"),
    [
        ("the_estates", 3, [SAME, MOVED_ON]),
        ("squad_car", 4, [SAME, OTHER_SIDE, MOVED_ON]),
        ("squad_car", 2, [SAME, OTHER_SIDE]),
    ],
)
def test_what_can_be_chosen_differs_in_who_sits_where(title: str, players: int, expected: list[str]) -> None:
    assert rematching.ways(declaration(title), players) == expected


@pytest.mark.parametrize(
    ("way", "names", "mine"),
    [
        (SAME, ["Mara", "Otto", "Ines", "Wim"], 0),
        (MOVED_ON, ["Wim", "Mara", "Otto", "Ines"], 1),
        (OTHER_SIDE, ["Ines", "Wim", "Mara", "Otto"], 2),
    ],
)
def test_everybody_keeps_name_and_level_and_finds_their_seat(
    store: Store, way: str, names: list[str], mine: int
) -> None:
    async def story() -> None:
        tables = Tables(store, nothing)
        old = await given_up(tables)
        new = tables.get(await tables.rematch(old, way=way))
        levels = {"Otto": "visitor", "Ines": "neighbour", "Wim": "neighbour", "Mara": ""}
        assert [(seat.name, seat.level) for seat in new.seats] == [(name, levels[name]) for name in names]
        assert new.opened_by(hashed(HOST)) == (mine,)
        assert new.kept.options == old.kept.options
        assert new.settings.time == 60

    awaited(story())


def test_whoever_asks_later_for_other_seats_comes_to_the_table_that_is_there(store: Store) -> None:
    async def story() -> None:
        tables = Tables(store, nothing)
        old = await given_up(tables)
        first, second = await asyncio.gather(tables.rematch(old, way=OTHER_SIDE), tables.rematch(old, way=SAME))
        assert first == second
        assert tables.get(first).seats[2].name == "Mara"

    awaited(story())


def test_seats_that_cannot_be_asked_for_are_refused_in_a_sentence(server: Server) -> None:
    played = play_table(server, "the_estates", 1, 2)
    played.to_the_end()
    answer = server.ask(f"{played.path}/rematch", b"seats=upside-down", played.tokens[0], kind=FORM)
    assert answer.status == 400
    assert "The seats of a rematch are one of same, moved_on, other_side" in answer.text


def test_sides_are_changed_by_one_choice_and_one_click(person: NewPerson, server: Server) -> None:
    played = play_table(server, "squad_car", 1, 2)
    played.to_the_end()
    page = person(me=played.tokens[0])
    page.goto(played.path)
    page.wait_for_selector(OVER, state="attached")
    page.select_option("#decide select[name=seats]", OTHER_SIDE)
    page.click("#decide form[action$=rematch] button")
    page.wait_for_function("() => document.getElementById('phase')?.dataset.phase === 'playing'")
    expect(page.locator("#seat-1.me")).to_contain_text("Mika")

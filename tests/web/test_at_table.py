"""The rooms of a table: its settings as they are stored, and drafts that go through the same door as moves."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from tabletown.match import Refused
from tabletown.web import asking
from tabletown.web.asking import asked
from tabletown.web.at_table import consent, moves, sitting
from tabletown.web.at_table.settings import ABANDON, UNDO, Clock, Proposal, Settings
from tabletown.web.database import open_database
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import awaited

HOST = "host"
SEATS = st.integers(0, 5)
OF_TODAY: dict[str, Any] = {
    "time": 60,
    "perfect_memory": True,
    "clock": {"decision": 7, "until": None, "left": 12.5},
    "late": {"3": [0, 2], "12": [1]},
    "proposal": {"what": "relieve", "by": 0, "about": 1, "agreed": [0, 2], "is_there": True},
    "rematch": "anothertable",
    "links": {"1": 2},
    "from": "thattable",
    "opened": "Mara",
}


class Shown:
    """Notes to whom changes are shown."""

    def __init__(self) -> None:
        self.to: list[int | None] = []

    async def __call__(self, table: Table, only: int | None) -> None:
        assert table.is_changing, "it is shown before anything else can change"
        self.to.append(only)


def as_json(kept: Settings) -> Any:
    return json.loads(json.dumps(kept.written()))


def test_settings_are_stored_under_the_names_that_older_servers_know() -> None:
    read = Settings.read(OF_TODAY)
    assert read.clock == Clock(7, None, 12.5)
    assert read.proposal == Proposal("relieve", 0, 1, (0, 2), is_there=True)
    assert read.late == {3: (0, 2), 12: (1,)}
    assert read.forked_from == "thattable"
    assert as_json(read) == OF_TODAY


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({}, Settings()),
        ({"time": 0, "perfect_memory": False}, Settings()),
        ({"clock": None}, Settings()),
        (
            {"proposal": {"what": "undo", "by": 1, "about": 4, "agreed": [1]}},
            Settings(proposal=Proposal("undo", 1, 4, (1,))),
        ),
        ({"clock": {"decision": 1, "until": 100, "left": 60}}, Settings(clock=Clock(1, 100.0, 60.0))),
    ],
)
def test_settings_of_older_tables_are_read(stored: dict[str, Any], read: Settings) -> None:
    assert Settings.read(stored) == read


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.builds(
        Settings,
        time=st.integers(0, 2_592_000),
        late=st.dictionaries(st.integers(1, 500), st.lists(SEATS, max_size=3).map(tuple), max_size=3),
        links=st.dictionaries(SEATS, st.integers(1, 9), max_size=3),
        clock=st.none() | st.builds(Clock, SEATS, st.none() | st.floats(0, 4e9), st.floats(0, 1e6)),
        proposal=st.none() | st.builds(Proposal, st.just(ABANDON), SEATS, SEATS, st.tuples(SEATS)),
        rematch=st.text(),
        forked_from=st.text(),
        opened=st.text(),
    )
)
def test_settings_are_read_as_they_were_written(given_ones: Settings) -> None:
    assert Settings.read(as_json(given_ones)) == given_ones


def test_a_table_that_an_older_server_has_stored_is_read(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/old.sqlite")
    store = Store(engine)
    made = awaited(Tables(store, Shown()).create("the_estates", [Wish("me"), Wish("me")], HOST))
    old = '{"time": 60, "clock": null, "late": {"1": [1]}, "perfect_memory": false}'
    with engine.begin() as connection:
        connection.execute(text("UPDATE tables SET settings = :old"), {"old": old})
    again = Tables(store, Shown()).get(made.id)
    assert again.late_at(1) == [1]
    assert again.settings.time == 60
    store.close()


# ---------------------------------------------------------------- rooms


def test_a_room_answers_a_change_and_leaves_the_table_as_it_is(store: Store) -> None:
    table = awaited(Tables(store, Shown()).create("the_estates", [Wish("me", "Mara"), Wish("open")], HOST))
    change = sitting.claim(table.standing, 1, "Mara", ["key"])
    assert change.seats is not None
    assert [seat.name for seat in change.seats] == ["Mara", "Mara 2"]
    assert [seat.name for seat in table.seats] == ["Mara", ""]
    with pytest.raises(Refused, match="still open"):
        sitting.start(table.standing)


def test_what_is_proposed_waits_in_the_change_for_the_others(store: Store) -> None:
    table = awaited(Tables(store, Shown()).create("the_estates", [Wish("me"), Wish("me"), Wish("visitor")], HOST))
    change = consent.propose(table.standing, ABANDON, 0, 0, is_there=False)
    assert change.settings is not None
    assert change.settings.proposal is not None
    assert change.settings.proposal.waits_for(table.seats) == {1}
    assert change.phase is None
    assert table.proposal is None


def test_a_part_that_nobody_notices_leaves_what_is_proposed_as_it_is(store: Store) -> None:
    async def propose() -> None:
        table = await Tables(store, Shown()).create("milton_keynes", [Wish("me")] * 3, HOST)
        seat, offers = table.playing.pending[0], parts_of(table, table.playing.pending[0])
        while not offers:
            await table.do(None, moves.play, seat, [table.playing.legal(seat)[0].id])
            seat = table.playing.pending[0]
            offers = parts_of(table, seat)
        await table.do(None, consent.propose, UNDO, (seat + 1) % 3, (seat + 1) % 3)
        proposed, decision = table.proposal, table.playing.decision
        assert proposed is not None
        await table.do(None, moves.play, seat, offers[:1])
        assert (table.proposal, table.playing.decision) == (proposed, decision)

    awaited(propose())


# ---------------------------------------------------------------- drafts


def parts_of(table: Table, seat: int) -> list[int]:
    """Actions that are parts of a larger choice."""
    return [each.id for each in table.playing.legal(seat) if each.kind in table.game.declaration.composed]


async def sealed_table(store: Store, shown: Shown) -> Table:
    table = await Tables(store, shown).create("square_mile", [Wish("me")] * 3, HOST)
    while not parts_of(table, table.playing.pending[0]):
        seat = table.playing.pending[0]
        await table.do(None, moves.play, seat, [table.playing.legal(seat)[0]])
    shown.to.clear()
    return table


def test_a_draft_is_shown_to_its_seat_alone_and_not_stored(store: Store) -> None:
    async def draft() -> None:
        shown = Shown()
        table = await sealed_table(store, shown)
        seat, version = table.playing.pending[0], table.kept.version
        await table.do(None, moves.choose, seat, [parts_of(table, seat)[0]])
        await table.do(None, moves.shorten_draft, seat, 0)
        assert shown.to == [seat, seat]
        assert table.kept.version == version
        assert Tables(store, Shown()).get(table.id).kept.version == version

    awaited(draft())


def test_a_part_that_is_sent_twice_at_the_same_moment_is_added_once(store: Store) -> None:
    async def draft() -> None:
        shown = Shown()
        table = await sealed_table(store, shown)
        seat = table.playing.pending[0]
        part = parts_of(table, seat)[0]
        request = asked(str(seat), "the same", "play", {"action": part})
        twice = [table.do(request, moves.choose, seat, [part], None) for _ in range(2)]
        answers = await asyncio.gather(*twice, return_exceptions=True)
        assert [type(each) for each in answers] == [int, asking.AlreadyDone]
        assert table.draft(seat).parts == ((part,),)
        assert shown.to == [seat]

    awaited(draft())


def test_what_was_drafted_is_played_when_it_is_confirmed_and_then_gone(store: Store) -> None:
    async def draft() -> None:
        shown = Shown()
        table = await sealed_table(store, shown)
        seat = table.playing.pending[0]
        part = parts_of(table, seat)[0]
        await table.do(None, moves.choose, seat, [part])
        version = table.kept.version
        await table.do(None, moves.confirm, seat)
        assert table.kept.version == version + 1
        assert table.draft(seat).parts == ()
        assert shown.to == [seat, None]

    awaited(draft())

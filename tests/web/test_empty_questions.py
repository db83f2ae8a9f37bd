"""Questions with a single answer among people: asked at a usual table, answered by a table that was made so."""

import random

import pytest
from playwright.sync_api import expect

from tabletown.coaching import Pupil, lesson_of
from tabletown.match import game
from tabletown.web import keys
from tabletown.web.at_table import consent, moves
from tabletown.web.at_table.empty_questions import spared
from tabletown.web.at_table.settings import Settings
from tabletown.web.kept import BOT, PERSON, Seat
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.coaching.test_lessons import play_on
from tests.web.at_the_table import OPTIONS, awaited, nothing
from tests.web.conftest import NewPerson
from tools.played import play_table
from tools.running import Server

AGREED = "whoever sits down here agrees to it"
DECISIONS = 120


async def made(store: Store, settings: Settings) -> Table:
    people = [Wish("me", name) for name in ("Mara", "Jun", "Noor")]
    return await Tables(store, nothing).create("milton_keynes", people, keys.new_secret(), settings=settings)


async def asked_in_vain(table: Table) -> int:
    """How often somebody was asked what has one answer, while everybody plays at random."""
    match, rng, found = table.playing, random.Random(2), 0
    for _decision in range(DECISIONS):
        found += sum(len(match.legal(seat)) == 1 for seat in match.pending)
        seat = match.pending[0]
        legal = match.legal(seat)
        kind = rng.choice(sorted({action.kind for action in legal}))
        chosen = rng.choice([action.id for action in legal if action.kind == kind])
        await table.do(None, moves.play, seat, [chosen])
    return found


@pytest.mark.parametrize("is_spared", [True, False])
def test_among_people_a_single_answer_is_asked_for_unless_the_table_was_made_otherwise(
    store: Store, is_spared: bool
) -> None:
    async def story() -> int:
        return await asked_in_vain(await made(store, Settings(no_empty_questions=is_spared)))

    assert (awaited(story()) == 0) is is_spared


def test_what_the_table_answered_is_stored_like_any_move(store: Store) -> None:
    async def story() -> None:
        table = await made(store, Settings(no_empty_questions=True))
        await asked_in_vain(table)
        again = Tables(store, nothing).get(table.id)
        assert again.playing.state == table.playing.state
        assert again.playing.pending == table.playing.pending

    awaited(story())


def test_after_a_move_is_taken_back_nobody_is_asked_in_vain(store: Store) -> None:
    async def story() -> None:
        table = await made(store, Settings(no_empty_questions=True))
        match, undone = table.playing, 0
        await asked_in_vain(table)
        while match.steps and undone < 20:
            seat = next(move.seat for move in match.entries[-1].moves if not move.automatic)
            await table.do(None, consent.undo, seat)
            for other in range(3):
                if table.settings.proposal and other != table.settings.proposal.by:
                    await table.do(None, consent.answer, other, agrees=True)
            undone += 1
            assert all(len(match.legal(each)) > 1 for each in match.pending)

    awaited(story())


def test_a_pupil_is_asked_everything_until_the_coach_has_said_the_last_word() -> None:
    lesson = lesson_of(game("squad_car").declaration)
    assert lesson is not None
    pupil = Pupil(lesson, lesson.opening())
    seats = [Seat(kind=PERSON if seat == pupil.seat else BOT, name=name) for seat, name in enumerate(pupil.match.names)]
    taught = Settings(coached=True)
    assert spared(seats, taught, pupil) == []
    play_on(pupil)
    assert spared(seats, taught, pupil) == [pupil.seat]


def test_a_rematch_is_played_with_the_same(store: Store) -> None:
    settings = Settings(time=60, perfect_memory=True, no_empty_questions=True, forked_from="thattable")
    assert settings.for_another_game() == Settings(time=60, perfect_memory=True, no_empty_questions=True)


def test_a_program_makes_such_a_table_and_everybody_is_told(server: Server) -> None:
    assert play_table(server, "milton_keynes", 2, 3, no_empty_questions=True).now()["no_empty_questions"] is True
    assert play_table(server, "milton_keynes", 2, 3).now()["no_empty_questions"] is False


def test_the_option_stands_in_the_lobby_and_is_said_before_anybody_sits_down(person: NewPerson) -> None:
    host, guest = person(), person()
    host.goto("/?game=milton_keynes")
    expect(host.locator("#new")).to_contain_text(AGREED)
    host.click(OPTIONS)
    host.select_option("select[name=no_empty_questions]", "1")
    host.select_option("select[name=seat-1]", "open")
    host.click("#new .acts button")
    expect(host.locator("#room")).to_contain_text(AGREED)
    guest.goto(host.locator("[data-copy]").first.input_value())
    expect(guest.locator("main")).to_contain_text(AGREED)
    guest.fill("input[name=name]", "Jun")
    guest.click("main button")
    expect(host.locator("#room")).to_contain_text("Jun")
    host.click("#room form[action$=start] button")
    host.click("#menu summary")
    expect(host.locator("#menu .options")).to_contain_text(AGREED)


def test_a_usual_table_says_nothing_of_it(person: NewPerson) -> None:
    page = person()
    page.goto("/?game=milton_keynes")
    page.click("#new .acts button")
    page.wait_for_selector("#board")
    page.click("#menu summary")
    expect(page.locator("#menu .options")).not_to_contain_text(AGREED)

"""What stands beside what: a level beside a long place, a line between read and new, figures said once."""

import random
import re

import pytest
from playwright.sync_api import expect

import tabletown
from tabletown.match import Match
from tabletown.rulekit.registry import declaration
from tabletown.web import keys
from tabletown.web.at_table import moves
from tabletown.web.at_table.settings import Settings
from tabletown.web.database import open_database
from tabletown.web.places import figures_beside
from tabletown.web.scene import Scene, played_by
from tabletown.web.store import Store
from tabletown.web.table import Table
from tabletown.web.tables import Tables, Wish
from tests.web.at_the_table import awaited, decide, play_now, sit_down_at, wait_for_my_move
from tests.web.conftest import NewPerson
from tests.web.test_sitting import waiting_room
from tools.played import play_table
from tools.running import Server

MOST_GAMES = 40
ENOUGH_ROADS = 5
LONG = "Center Street between 3rd Avenue and 4th Avenue"


async def nothing(table: Table, only: int | None) -> None:
    """Nobody looks on."""


def where_a_drive_ends_in_capture() -> tuple[Match, int, list[int]]:
    """A position in which a robber could drive into the arms of the police, and how.

    By the first dial: with a drive of twelve there are more ways than have figures at once.
    """
    squad_car = tabletown.game("squad_car")
    edition = squad_car.declaration.edition("first_figures.toml")
    for seed in range(MOST_GAMES):
        match, rng = squad_car.new(players=2, seed=seed, edition=edition), random.Random(seed)
        while not match.over:
            seat = match.pending[0]
            scene = Scene(match, seat, "en")
            for target in scene.targets:
                actions = [int(each) for each in played_by(target).split(",")]
                if scene.said_by(target).endswith("caught there") and len(actions) > 1:
                    return match, seat, actions
            match.play(seat, [rng.choice(match.legal(seat)).id])
    raise AssertionError("nobody can be caught")


def test_to_drive_and_be_caught_is_confirmed_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    match, seat, actions = where_a_drive_ends_in_capture()
    store = Store(open_database(f"sqlite:///{tmp_path_factory.mktemp('caught') / 'tables.sqlite'}"))

    async def story() -> None:
        people = [Wish("me", name) for name in match.names]
        table = await Tables(store, nothing).adopt(match, people, keys.new_secret(), Settings())
        steps = table.playing.steps
        await table.do(None, moves.choose, seat, actions, table.playing.decision)
        assert table.draft(seat).parts == ()
        assert table.playing.steps == steps + 1

    awaited(story())
    store.close()


def test_a_figure_that_a_row_says_in_words_is_not_said_again() -> None:
    match, seat, _actions = where_a_drive_ends_in_capture()
    scene = Scene(match, seat, "en")
    assert any(means.mark for means in scene.priced.values())
    assert figures_beside(scene, dict(scene.choices.on_board)) == {}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_road_costs_stands_in_its_row_and_what_a_free_one_brings_beside_it(language: str) -> None:
    match = tabletown.game("square_mile").new(players=4, seed=3)
    rng = random.Random(3)
    said = {True: 0, False: 0}
    while min(said.values()) < ENOUGH_ROADS:
        seat = match.pending[0]
        scene = Scene(match, seat, language)
        rows = dict(scene.choices.on_board)
        beside = figures_beside(scene, rows)
        roads = [played for played in rows if match.action(int(played.split(",")[0]), seat).kind == "lay_section"]
        for played in roads:
            cost = scene.priced[played].mark.replace("k", ",000")
            assert (cost in rows[played]) == (played not in beside)
            said[played not in beside] += 1
        match.play(seat, rng.choice(match.legal(seat)).id)


def test_a_figure_that_is_news_stands_beside_its_row() -> None:
    match = tabletown.game("milton_keynes").new(players=2, seed=1)
    rng = random.Random(1)
    while not (found := figures(match)):
        seat = match.pending[0]
        match.play(seat, [rng.choice(match.legal(seat)).id])
    assert all(re.search(r"\d", figure) for figure in found.values())


def figures(match: Match) -> dict[str, str]:
    scene = Scene(match, match.pending[0], "en")
    return figures_beside(scene, dict(scene.choices.on_board))


def test_whoever_asks_what_is_not_possible_is_always_told_something(server: Server, game: str) -> None:
    players = declaration(game).default_players
    played = play_table(server, game, players, players)
    for _ in range(12):
        mover = played.settled()["pending"][0]
        assert "<p>" in server.ask(f"{played.path}/why", token=played.tokens[mover]).text
        played.step()


def test_a_long_place_gives_way_to_a_name_and_a_level(person: NewPerson) -> None:
    page = person(width=1440, height=900)
    play_now(page, "squad_car")
    page.wait_for_selector(".player .level")
    # In one go: bots play on, and what they do would put the real places back.
    names, places = page.evaluate(
        """text => {
            const cut = e => e.scrollWidth > e.clientWidth;
            const places = [...document.querySelectorAll(".p-own .g b")];
            places.forEach(place => { place.textContent = text; });
            return [[...document.querySelectorAll(".p-name")].map(cut), places.map(cut)];
        }""",
        LONG,
    )
    assert names
    assert not any(names)
    assert places[0]


def test_the_line_before_what_was_read_has_a_row_of_its_own(person: NewPerson) -> None:
    page = person(width=1440, height=900)
    play_now(page)
    assert wait_for_my_move(page)
    while page.locator("#log-list > li").count() < 4:
        decide(page)
        assert wait_for_my_move(page)
    page.evaluate(
        "() => { const lines = document.querySelectorAll('#log-list > li');"
        " localStorage[`seen-${document.getElementById('tabletown').dataset.table}`] = lines[2].dataset.entry; }"
    )
    page.reload()
    marked = page.locator("#log-list > li[data-since]")
    expect(marked).to_have_count(1)
    top = "(e => e.getBoundingClientRect().top)"
    lowest = marked.evaluate(f"li => Math.min(...[...li.children].map({top})) - {top}(li)")
    assert lowest > 12, "nothing of the line itself stands in the row of the words"


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
"""As on a page of plain http from another machine."""


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD], ids=["clipboard", "none"])
def test_a_link_is_copied_and_the_button_says_so_wherever_the_page_is_from(person: NewPerson, script: str) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(script)
    link = waiting_room(page)
    button = page.locator("[data-copies]").first
    button.click()
    expect(button).to_have_text("Copied")
    expect(button).to_have_text("Copy link")
    other = page.context.new_page()
    other.goto("/")
    other.bring_to_front()
    assert other.evaluate("navigator.clipboard.readText()") == link


IN_SIGHT = """() => {
    const row = document.querySelector('.choice[aria-pressed=true]');
    const [one, list] = [row, row.closest('.choices')].map((each) => each.getBoundingClientRect());
    return one.left >= list.left && one.right <= list.right && one.top >= list.top && one.bottom <= list.bottom;
}"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_what_is_selected_on_the_board_is_in_sight_in_the_list(
    person: NewPerson, server: Server, size: tuple[int, int]
) -> None:
    page = person(width=size[0], height=size[1])
    sit_down_at(page, server, tabletown.game("square_mile").new(players=3, seed=1))
    last = page.locator("[data-play]").last
    last.focus()
    expect(page.locator(".choice[aria-pressed=true]")).to_have_attribute("value", last.get_attribute("data-play") or "")
    assert page.evaluate(IN_SIGHT)

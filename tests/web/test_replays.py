"""Looking back, records in and out, playing on, rematches."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tabletown
from tabletown.match import games
from tests.web.at_the_table import decide, open_file, wait_for_my_move
from tests.web.conftest import NewPerson
from tools.played import open_record, play_table
from tools.running import Server

GAMES = [game.name for game in games()]


def finished(game: str) -> tabletown.Match:
    match = tabletown.game(game).new(seed=5, names=None)
    rng = random.Random(2)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match


@pytest.fixture
def opened(person: NewPerson, request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Page, tabletown.Match]:
    """A record file of a finished game, opened in the browser."""
    match = finished(request.param)
    page = person()
    open_file(page, match, tmp_path)
    return page, match


@pytest.mark.parametrize("opened", GAMES, indirect=True)
def test_a_finished_game_is_seen_step_by_step_and_its_record_comes_out_again(
    opened: tuple[Page, tabletown.Match],
) -> None:
    page, match = opened
    expect(page.locator("#replay")).to_have_attribute("data-steps", str(match.steps))
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_have_attribute("data-step", str(match.steps))
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-step", str(match.steps - 1))
    with page.expect_download() as download:
        page.locator("a[href$='record.json']").first.click()
    again = tabletown.load(Path(download.value.path()).read_bytes())
    assert again.digest == match.digest
    assert again.items == match.items


def test_a_long_log_stands_on_the_page_in_part_and_every_entry_is_reached_by_links(server: Server) -> None:
    match = finished("milton_keynes")
    path, step = open_record(server, match)[0], match.steps
    found: list[int] = []
    while True:
        page = server.ask(f"{path}?step={step}").text
        shown = [int(number) for number in re.findall(r'data-entry="(\d+)"', page)]
        assert len(shown) <= 250
        found += shown
        earlier = re.search(r'id="log-earlier".*?step=(\d+)', page, re.DOTALL)
        if earlier is None:
            break
        step = int(earlier[1])
    assert found == sorted({line.entry for line in match.log(None)}, reverse=True)


@pytest.mark.parametrize("opened", ["the_estates"], indirect=True)
def test_a_game_is_played_on_from_an_old_step_against_bots(opened: tuple[Page, tabletown.Match]) -> None:
    page, match = opened
    page.goto(page.url.split("?")[0] + "?step=10")
    page.click("button[value=bots]")
    page.wait_for_url("**/t/*")
    assert wait_for_my_move(page)
    decide(page)
    assert int(page.locator("#step").get_attribute("max") or 0) >= 11
    assert match.steps > 11


@pytest.mark.parametrize("opened", GAMES, indirect=True)
def test_a_game_is_played_on_from_an_old_step_on_one_screen(opened: tuple[Page, tabletown.Match]) -> None:
    page, match = opened
    page.goto(page.url.split("?")[0] + "?step=6")
    page.click("button[value=people]")
    page.wait_for_url("**/t/*")
    expect(page.locator("#step")).to_have_attribute("max", "6")
    expect(page.locator(".player.me")).to_have_count(match.players)
    if page.locator(".curtain").count():
        page.click(".curtain button")
        expect(page.locator(".curtain")).to_have_count(0)
    assert wait_for_my_move(page)
    decide(page)


@pytest.mark.parametrize("opened", ["the_estates"], indirect=True)
def test_one_jumps_from_the_log_to_the_position_after_an_entry(opened: tuple[Page, tabletown.Match]) -> None:
    page, match = opened
    page.goto(page.url.split("?")[0] + f"?step={match.steps}")
    page.locator("#log-list .jump", has_text=re.compile("^9$")).click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "9")
    newest = page.locator("#log-list li").first
    expect(newest).to_have_attribute("data-entry", str(match.entries[8].number))


@pytest.mark.parametrize("opened", ["milton_keynes"], indirect=True)
def test_with_all_hands_open_every_card_is_told_and_drawn(opened: tuple[Page, tabletown.Match]) -> None:
    page, match = opened
    page.goto(page.url.split("?")[0] + f"?step={match.steps // 2}")
    places = match.opened(match.steps // 2).to_dict()["place"]
    text = page.locator("#as-text").text_content() or ""
    held = [places.count(seat) for seat in range(match.players)]
    assert max(held) > 0
    for seat, name in enumerate(match.names):
        assert (f"Known deeds of {name}" in text or f"Known permits of {name}" in text) == (held[seat] > 0)
    assert "hidden" not in text
    expect(page.locator("#tray")).to_contain_text("All hands")
    assert page.locator("#tray", has_text="secret").count() == 0
    drawn = page.evaluate("async () => (await fetch(location.pathname + '/picture.svg' + location.search)).text()")
    assert "All hands" in drawn


@pytest.mark.parametrize("opened", ["the_estates"], indirect=True)
def test_after_the_end_all_hands_are_open_and_a_rematch_is_one_click(opened: tuple[Page, tabletown.Match]) -> None:
    page, _match = opened
    assert page.locator(".player", has_text="hidden").count() == 0
    page.goto(page.url.split("?")[0].replace("/m/", "/t/"))
    page.click("form[action$=rematch] button")
    page.wait_for_function("() => document.getElementById('phase')?.dataset.phase === 'playing'")


@pytest.mark.parametrize("content", [b"not json", b'{"format": "tabletown-record/9"}', b""])
def test_a_damaged_record_is_refused_in_a_sentence(person: NewPerson, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    page = person()
    page.goto("/")
    page.set_input_files("input[type=file]", file)
    expect(page.locator("main p").first).to_contain_text("bad.json")


@pytest.mark.parametrize("opened", ["the_estates"], indirect=True)
def test_a_replay_runs_by_itself_until_it_is_stopped(opened: tuple[Page, tabletown.Match]) -> None:
    page, _match = opened
    expect(page.locator("#replay")).to_have_attribute("data-step", "0")
    page.click("[data-run]")
    page.wait_for_function("() => +document.getElementById('replay').dataset.step >= 3")
    page.click("[data-run]")
    expect(page.locator("[data-run]")).to_have_text("Play")
    stopped = page.get_attribute("#replay", "data-step")
    page.wait_for_timeout(1500)
    assert page.get_attribute("#replay", "data-step") == stopped


@pytest.mark.parametrize("opened", ["the_estates"], indirect=True)
def test_a_problem_of_a_finished_game_loads_as_the_match_at_its_step(opened: tuple[Page, tabletown.Match]) -> None:
    page, match = opened
    page.goto(page.url.split("?")[0] + "?step=12&seat=1")
    with page.expect_download() as download:
        page.locator("a[href*='problem.json']").click()
    again = tabletown.load(Path(download.value.path()).read_bytes())
    assert again.steps == 12
    assert again.view(1) == match.view(1, 12)
    assert again.until(5).digest == match.until(5).digest


def test_a_problem_of_a_running_game_loads_and_gives_no_secret_away(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    for _ in range(15):
        played.step()
    page = person(me=played.tokens[0])
    page.goto(played.path)
    page.click("#menu summary")
    with page.expect_download() as download:
        page.locator("a[href*='problem.json']").click()
    file = Path(download.value.path()).read_text()
    report = json.loads(file)
    assert report["record"]["format"] == "tabletown-view/1"
    assert (report["record"]["seat"], "seed" in report["record"]) == (0, False)
    shown = server.ask(f"/api/tables/{played.table}/view?seat=0", token=played.tokens[0]).json
    assert report["record"]["steps"][report["step"]] == shown["state"]
    assert tabletown.load(file).text(0) == shown["text"]


COPIED = """async () => {
    let copied;
    while (!(copied = await navigator.clipboard.readText())) await new Promise(done => setTimeout(done, 20));
    return copied;
}"""


@pytest.mark.parametrize("opened", ["the_estates"], indirect=True)
def test_a_position_is_copied_and_downloaded_as_svg(opened: tuple[Page, tabletown.Match]) -> None:
    page, match = opened
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(page.url.split("?")[0] + "?step=7&seat=0")
    page.click("[data-copysvg]")
    assert page.evaluate(COPIED) == match.picture(0, 7)
    with page.expect_download() as download:
        page.locator("a[href*='picture.svg']").click()
    assert Path(download.value.path()).read_text() == match.picture(0, 7)


def test_a_record_of_a_running_game_is_played_on(person: NewPerson, tmp_path: Path) -> None:
    match = finished("the_estates").until(9)
    page = person()
    open_file(page, match, tmp_path)
    expect(page.locator("#step")).to_have_attribute("max", "9")

"""The end of a game: who stands where on the podium, how everybody stood, and what changed most."""

import json
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Route, expect

import tabletown
from tabletown.match import Match
from tabletown.rulekit.charting import LETTERS, LOWEST, Mark, Scale, line_chart
from tabletown.web.stage import podium
from tabletown.web.standings import APART, MOST_SWINGS, Course, Swing, by_score, chart, course_of, leads, swings_in
from tests.web.at_the_table import recorded_table
from tests.web.conftest import NewPerson
from tools.played import open_record, play_table
from tools.running import Server

SCORES = st.integers(-60, 60)
GAMES = st.integers(2, 6).flatmap(lambda seats: st.lists(st.lists(SCORES, min_size=seats, max_size=seats), min_size=2))


def test_a_lead_is_counted_from_the_best_of_the_others() -> None:
    assert leads([10, 4, 7]) == [3, -6, -3]


def test_the_greatest_change_is_the_one_that_is_told() -> None:
    scores = [[0, 0], [1, 0], [1, 0], [1, 0], [1, 12], [1, 12]]
    first, second = swings_in(scores)
    assert (first.step, first.line, first.before, first.after) == (1, 0, 0, 1)
    assert (second.step, second.line, second.before, second.after) == (4, 1, -1, 11)


def test_a_swing_is_told_of_whoever_has_won_or_lost_the_points_not_of_whoever_leads_by_it() -> None:
    scores = [[20, 18, 3], [5, 18, 3], [5, 18, 40]]
    fell, rose = (by_score(scores, each) for each in (Swing(1, 1, -2, 13), Swing(2, 2, -15, 22)))
    assert (fell.line, fell.before, fell.after) == (0, 20, 5)
    assert (rose.line, rose.before, rose.after) == (2, 3, 40)


def test_of_sides_that_score_only_at_the_end_the_chances_are_drawn() -> None:
    """Getaway cars escape or are caught in the last moves: a chart of that would be flat until then."""
    record = Path("tests/games/squad_car/records/robbers_win.json")
    course = course_of(tabletown.load(record.read_text(encoding="utf-8")), "en")
    assert course.are_chances
    assert list(course.names) == ["Robbers", "Police"]
    assert all(abs(sum(row) - 1) < 0.001 for row in course.rows)
    assert list(course.rows[-1]) == [1, 0]
    before = {round(row[0], 1) for row in course.rows[:-1]}
    assert len(before) >= 4, "the line moves long before the end"
    assert re.fullmatch(r"\d+\s% → \d+\s%", course.swings[0].change)
    drawn = chart(course, "t", coloured=True)
    assert ">50 %<" in drawn


def test_where_lines_end_together_a_bit_of_its_own_stands_before_every_name() -> None:
    """Names of lines that end together are moved apart, so their place does not tell whose line is whose."""
    names = ["Ann", "Ben", "Cleo"]
    drawn = line_chart([0, 1], [[0, 0, 0], [5, 0, 0]], names, Scale(0, 5, [(0, "0")]), coloured=True)
    bits = dict(re.findall(r"<svg x=\"100%\" y=\"([\d.]+%)\".*?var\(--seat-(\d)\)", drawn))
    found = {name: bits[y] for y, name in re.findall(r"<text x=\"100%\" y=\"([\d.]+%)\"[^>]*>(\w+)<", drawn)}
    assert found == {"Ann": "1", "Ben": "2", "Cleo": "3"}
    apart = line_chart([0, 1], [[0, 0], [5, 0]], names[:2], Scale(0, 5, [(0, "0")]), coloured=True)
    assert apart.count("--seat-1") == 1


def test_a_swing_of_chances_is_told_of_the_side_that_decided() -> None:
    """Police who arrest one robber where they could have had both have lost by it; it is not told of the robbers."""
    record = Path("tests/bots/one_of_two_arrested.json")
    match = tabletown.load(record.read_text(encoding="utf-8"))
    course = course_of(match, "en")
    deciding = [match.entries[swing.step - 1].moves[0].seat for swing in course.swings]
    assert [swing.line for swing in course.swings] == deciding
    last = course.swings[-1]
    assert (last.step, last.after < last.before) == (36, True)
    assert last.words.startswith("Ben drove squad car 1")
    assert last.words.endswith("Squad car 1 captured getaway car 1.")


def test_sums_on_the_chart_are_written_as_people_write_them() -> None:
    drawn = chart(Course([[0, 0], [489_000, -1_500]], [], ["Ann", "Ben"]), "table", coloured=True)
    assert ">489,000<" in drawn
    assert ">−1,500<" in drawn


def heights(drawn: str, words: str) -> list[float]:
    """In pixels, in the lowest chart."""
    return [LOWEST * float(y) / 100 for y in re.findall(rf'<text x="[^"]*" y="([^"]*)%"[^>]*>{words}<', drawn)]


def test_names_at_the_ends_of_equal_lines_are_moved_apart_within_the_chart() -> None:
    for score in (0, 50, 100):
        rows = [[0, 0, 0, 0, 100], [score, score, score, score, 0]]
        drawn = chart(Course(rows, [], ["Ann", "Ben", "Cas", "Dee", "Eve"]), "table", coloured=True)
        lines = sorted(y for name in ("Ann", "Ben", "Cas", "Dee", "Eve") for y in heights(drawn, name))
        assert len(lines) == 5
        assert all(below - above >= LETTERS for above, below in pairwise(lines))
        assert lines[0] >= LETTERS / 2
        assert lines[-1] <= LOWEST - LETTERS / 2


def test_nothing_is_not_written_over_a_sum_that_is_close_to_it() -> None:
    close = chart(Course([[0, 0], [769_703, -4_598]], [], ["Ann", "Ben"]), "table", coloured=True)
    apart = chart(Course([[0, 0], [769_703, -404_598]], [], ["Ann", "Ben"]), "table", coloured=True)
    assert [text in close for text in (">0<", ">−4,598<", ">769,703<", ">382,552<")] == [False, True, True, True]
    assert [text in apart for text in (">0<", ">−404,598<", ">769,703<")] == [True, True, True]


@given(GAMES)
def test_swings_are_few_lie_apart_and_come_in_the_order_of_the_game(scores: list[list[int]]) -> None:
    found = swings_in(scores)
    steps = [swing.step for swing in found]
    assert len(found) <= MOST_SWINGS
    assert all(later - earlier >= APART for earlier, later in pairwise(steps))
    assert all(swing.after > swing.before for swing in found)
    greatest = max(max(b - a for a, b in zip(leads(old), leads(new), strict=True)) for old, new in pairwise(scores))
    assert not found or max(swing.after - swing.before for swing in found) == greatest


def test_names_on_a_chart_cannot_break_it() -> None:
    drawn = chart(Course([[0, 0], [3, 1]], [], ["<b>&", "Wim"]), "t", coloured=False)
    assert "<b>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn


def test_whoever_won_stands_highest_also_with_fewer_points() -> None:
    first, second = podium([3, 8], [1.0, 0.0])
    assert (first.seat, first.score, first.won, first.height) == (0, 3, True, 100)
    assert second.seat == 1
    assert second.height < 100


def test_the_end_shows_podium_standing_and_swings(person: NewPerson, server: Server) -> None:
    table = recorded_table(server, "the_estates")
    page = person()
    page.goto(f"/t/{table}")
    scores = server.ask(f"/m/{table}/record.json").json["result"]["scores"]
    shown = [int(text.replace("−", "-")) for text in page.locator(".podium b").all_inner_texts()]
    assert shown == sorted(scores, reverse=True)
    expect(page.locator("#tab-forecast")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#standings .chart path").first).to_be_attached()
    swing = page.locator(".swings a").first
    assert re.fullmatch(rf"/m/{table}\?step=\d+", swing.get_attribute("href") or "")
    rows = page.locator("#forecast tbody tr td:last-child").all_text_contents()
    assert [int(text.replace("−", "-")) for text in rows] == shown


BOXES = """() => ['.board', '.replay', '#standings'].map(each => {
    const {x, y, width, height} = document.querySelector(each).getBoundingClientRect();
    return [x, y, width, height]; })"""
TOO_MUCH = """() => {
    const {scrollHeight, clientHeight} = document.querySelector('.standings');
    return scrollHeight - clientHeight; }"""
OF_THE_WIDTH = """() => {
    const lines = document.querySelector('.chart path').getBoundingClientRect();
    return lines.width / document.querySelector('.standings').clientWidth; }"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_the_board_has_made_room_for_the_chart_before_it_comes_and_the_chart_fills_it(
    person: NewPerson, server: Server, width: int, height: int, game: str
) -> None:
    page = person(width=width, height=height)
    held: list[Route] = []
    page.route("**/standings", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request("**/standings"):
        page.goto(f"/t/{recorded_table(server, game)}")
    before = page.evaluate(BOXES)
    held[0].continue_()
    expect(page.locator("#standings .chart")).to_be_visible()
    assert page.evaluate(BOXES) == before
    assert page.evaluate(OF_THE_WIDTH) > 0.75
    assert page.evaluate(TOO_MUCH) <= 0


def test_a_mark_on_the_last_step_does_not_lie_on_the_name(person: NewPerson, server: Server) -> None:
    mark = Mark(1, 0, "#", "the end")
    drawn = line_chart([0, 1], [[0, 1], [1, 0]], ["Ann", "Ben"], Scale(0, 1, [(0, "0")]), [mark], coloured=True)
    page = person()
    page.goto("/")
    page.evaluate("drawn => { document.body.innerHTML = drawn; }", drawn)
    dot, name = page.locator("circle").bounding_box(), page.get_by_text("Ann").bounding_box()
    assert dot is not None
    assert name is not None
    assert dot["x"] + dot["width"] <= name["x"]


LETTERS_ON_SCREEN = """() => [...document.querySelectorAll('.chart text')]
    .filter(each => each.getClientRects().length)
    .map(each => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"""


@pytest.mark.parametrize("width", [390, 620, 660, 1280])
def test_the_letters_of_a_chart_can_be_read_on_any_screen(person: NewPerson, server: Server, width: int) -> None:
    page = person()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/t/{recorded_table(server, 'the_estates')}")
    expect(page.locator(".chart:visible")).to_have_count(1)
    letters = page.evaluate(LETTERS_ON_SCREEN)
    assert letters
    assert 11 <= min(letters) <= max(letters) <= 24


def test_the_board_of_a_finished_game_is_taken_along_as_a_picture(person: NewPerson, server: Server) -> None:
    page = person()
    page.goto(f"/t/{recorded_table(server, 'the_estates')}")
    with page.expect_download() as download:
        page.click("[data-png]")
    assert download.value.suggested_filename == "tabletown.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_how_everybody_stands_is_not_told_before_the_end(server: Server) -> None:
    played = play_table(server, "the_estates", 2, 2)
    answer = server.ask(f"/m/{played.table}/standings", token=played.tokens[0], accept="application/json")
    assert answer.status == 403
    assert "after the end" in json.loads(answer.body)["title"]


CUT = "(all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"


def test_on_a_phone_every_swing_is_told_to_its_end(person: NewPerson, server: Server) -> None:
    record = Path("tests/bots/one_of_two_arrested.json")
    path, _me = open_record(server, tabletown.load(record.read_text(encoding="utf-8")))
    page = person(width=390, height=844)
    page.goto(path.replace("/m/", "/t/").partition("?")[0])
    expect(page.locator(".swings a").first).to_be_attached()
    assert page.locator(".swings span").evaluate_all(CUT) == []


NAMES = ["Maximilienne", "Bartholomew", "Wilhelmina", "Konstantina", "Yuki"]
CUT_SHORT = """all => all.filter(e => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1
    || e.scrollHeight > e.clientHeight + 1)).map(e => e.textContent)"""
BELOW = """() => document.querySelector('#forecast tbody tr:last-child').getBoundingClientRect().bottom
    - document.getElementById('panel-forecast').getBoundingClientRect().bottom"""


@pytest.fixture(scope="module")
def five() -> Match:
    """A game of The Estates with five players, at random to its end."""
    match, rng = tabletown.game("the_estates").new(players=5, seed=6, names=NAMES), random.Random(6)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return match


@pytest.mark.parametrize("language", ["en", "ja"])
def test_with_five_players_no_name_is_cut_at_the_end_of_a_game(
    person: NewPerson, server: Server, five: Match, language: str
) -> None:
    path, _me = open_record(server, five)
    page = person(language, width=1280, height=800)
    page.goto(path.replace("/m/", "/t/"))
    expect(page.locator(".swings a").first).to_be_attached()
    assert page.locator(".p-name > span:first-child").all_inner_texts() == NAMES
    assert page.locator(".p-name > span:first-child, .podium span, .podium b").evaluate_all(CUT_SHORT) == []
    assert page.evaluate(BELOW) <= 0, "the last one's score is seen"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".podium span, .podium b, .over .fact").evaluate_all(CUT_SHORT) == []

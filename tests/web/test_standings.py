"""The end of a game: who stands where on the podium, how everybody stood, and what changed most."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

import tabletown
from tabletown.rulekit.charting import FRAMES, LETTERS
from tabletown.web.stage import podium
from tabletown.web.standings import APART, MOST_SWINGS, Course, chart, course_of, leads, swings_in
from tests.web.at_the_table import recorded_table
from tests.web.conftest import NewPerson
from tools.played import play_table
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


def test_sums_on_the_chart_are_written_as_people_write_them() -> None:
    drawn = chart(Course([[0, 0], [489_000, -1_500]], [], ["Ann", "Ben"]), "table", coloured=True)
    assert ">489,000<" in drawn
    assert ">−1,500<" in drawn


def heights(drawn: str, words: str) -> list[float]:
    return [float(y) for y in re.findall(rf'<text x="[^"]*" y="([^"]*)"[^>]*>{words}<', drawn)]


def test_names_at_the_ends_of_equal_lines_are_moved_apart_within_the_chart() -> None:
    for score in (0, 50, 100):
        rows = [[0, 0, 0, 0, 100], [score, score, score, score, 0]]
        drawn = chart(Course(rows, [], ["Ann", "Ben", "Cas", "Dee", "Eve"]), "table", coloured=True)
        for chart_ in drawn.split("</svg>")[:2]:
            lines = sorted(y for name in ("Ann", "Ben", "Cas", "Dee", "Eve") for y in heights(chart_, name))
            assert all(below - above >= LETTERS for above, below in pairwise(lines))
            assert lines[0] >= LETTERS
            assert lines[-1] <= min(frame.height for frame in FRAMES)


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

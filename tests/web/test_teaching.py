"""A table teaches its game: the goal once a title, a sentence about whatever is rested on, two minutes of pictures."""

import pytest
from playwright.sync_api import Page, expect

from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.lessons import has_lesson, lesson
from tabletown.rulekit.registry import declaration, declarations
from tests.web.at_the_table import play_now
from tests.web.conftest import NewPerson
from tools.running import Server

TAUGHT = [name for name, declared in declarations().items() if has_lesson(declared)]


def test_the_goal_comes_once_a_title_and_is_one_click_away_later(person: NewPerson) -> None:
    page = person(knows=False)
    play_now(page, "the_estates")
    card = page.locator("#goal")
    expect(card).to_be_visible()
    expect(card.locator("li")).to_have_count(3)
    page.wait_for_function("() => document.querySelector('#goal img').naturalWidth > 100")
    card.get_by_role("button").click()
    expect(card).to_be_hidden()
    page.reload()
    expect(card).to_be_hidden()
    page.locator(".bar [popovertarget=goal]").click()
    expect(card).to_be_visible()
    play_now(page, "square_mile")
    expect(page.locator("#goal")).to_be_visible()


def rest_on(page: Page, query: str) -> None:
    box = page.locator(query).first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_what_the_pointer_rests_on_says_what_it_is_and_the_sentence_goes_when_it_moves_on(person: NewPerson) -> None:
    page = person()
    play_now(page, "the_estates")
    page.wait_for_load_state()
    hint = page.locator("#hint")
    rest_on(page, "#row-1-sign")
    expect(hint).to_contain_text("what is missing")
    page.mouse.move(700, 20)
    expect(hint).to_be_hidden()
    rest_on(page, "[href='#cancel']")
    expect(hint).to_contain_text("takes one permit off the board")
    page.keyboard.press("Escape")
    expect(hint).to_be_hidden()


def test_what_a_thing_is_follows_from_the_picture_and_not_from_the_page_around_it(person: NewPerson) -> None:
    """On the map of Milton Keynes everything was its Table, for the page has an id that begins so."""
    page = person()
    play_now(page, "milton_keynes")
    page.wait_for_load_state()
    rest_on(page, "#ground")
    expect(page.locator("#hint")).to_contain_text("Plot")
    rest_on(page, "#table")
    expect(page.locator("#hint")).to_contain_text("What is left in the decks")


def test_a_part_of_the_turn_says_what_it_is_when_it_has_the_focus(person: NewPerson) -> None:
    page = person(language="ja")
    play_now(page, "the_estates")
    page.wait_for_load_state()
    page.wait_for_selector(".steps-line a")
    page.keyboard.press("Tab")
    page.locator(".steps-line a").nth(2).focus()
    expect(page.locator("#hint")).to_contain_text("一度ずつ")


def test_a_long_press_explains_and_chooses_nothing(person: NewPerson) -> None:
    page = person(width=390, height=844, has_touch=True, is_mobile=True)
    play_now(page, "the_estates")
    box = page.locator("#row-2-sign").bounding_box()
    assert box
    page.wait_for_load_state()
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#hint")).to_contain_text("what is missing")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#hint")).to_be_visible()


@pytest.mark.parametrize("name", TAUGHT)
def test_two_minutes_stand_at_an_address_of_their_own_with_all_their_pictures(person: NewPerson, name: str) -> None:
    page = person(width=390, height=844)
    page.goto(f"/learn/{name}")
    pictures = page.locator(".lesson-card img")
    page.wait_for_function("() => [...document.images].every((image) => image.naturalWidth > 0)")
    assert pictures.count() == sum(len(card.pictures) for card in lesson(declaration(name)).cards)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_lobby_goal_and_rulebook_lead_to_it(server: Server, language: str) -> None:
    for path in ("/", "/rules/the_estates"):
        assert 'href="/learn/the_estates"' in server.ask(path, accept_language=language).text
    assert server.ask("/learn/nothing").status == 404

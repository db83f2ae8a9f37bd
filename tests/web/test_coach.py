"""The coach at a table: the coached game, a coach in any game, and who hears what."""

import re
import time
from collections.abc import Callable
from http.client import HTTPConnection
from http.cookies import SimpleCookie

import pytest
from playwright.sync_api import expect

from tabletown.coaching import Lesson, lesson_of
from tabletown.explaining.parts import own_choice
from tabletown.match import game, games
from tabletown.rulekit.language import say
from tests.web.at_the_table import asked, see_it_made
from tests.web.axe import faults
from tests.web.conftest import NewPerson
from tools.running import PATIENCE, Answer, Server

FORM = "application/x-www-form-urlencoded"


class Browser:
    """Keeps cookies, follows nothing."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.server = server
        self.cookies = {"language": language}
        self.path = ""

    def ask(self, path: str, form: str | None = None) -> Answer:
        """One connection a request; of several cookies that an answer sets, all are kept."""
        connection = HTTPConnection(self.server.address.removeprefix("http://"), timeout=PATIENCE)
        sent = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            sent["content-type"] = FORM
        connection.request("GET" if form is None else "POST", path, form, sent)
        answer = connection.getresponse()
        for value in answer.headers.get_all("set-cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(value).items()}
        found = Answer(answer.status, dict(answer.headers.items()), answer.read())
        connection.close()
        return found

    def sit_down(self, path: str) -> None:
        answer = self.ask(path, "")
        self.path = answer.headers["location"]

    def page(self) -> str:
        return self.ask(self.path).text

    def coach(self) -> str:
        """The coach's part of the page."""
        found = re.search(r'<section class="coach.*?</section>', self.page(), re.DOTALL)
        return found[0] if found else ""

    def says(self, part: str = "say") -> str:
        found = re.search(rf'<p class="{part}">(.*?)</p>', self.coach(), re.DOTALL)
        return found[1] if found else ""

    def decision(self) -> str:
        found = re.search(r'data-decision="(\d+)\.', self.page())
        return found[1] if found else ""

    def play(self, *actions: int) -> Answer:
        return self.ask(f"{self.path}/play", f"action={','.join(map(str, actions))}")

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.page()[:2000]
            time.sleep(0.05)


def lesson(name: str) -> Lesson:
    found = lesson_of(game(name).declaration)
    assert found is not None
    return found


def told(found: Lesson, entry: int) -> list[int]:
    return own_choice(found.record.entries[entry - 1], found.course.seat)


@pytest.mark.parametrize("name", [each.name for each in games()])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_lobby_leads_to_the_coached_game_of_every_title(server: Server, name: str, language: str) -> None:
    browser = Browser(server, language)
    assert f'action="/learn/{name}"' in browser.ask("/").text
    browser.sit_down(f"/learn/{name}")
    found = lesson(name)
    step = found.course.step[0]
    browser.wait(lambda: bool(browser.says()))
    _ = say(language, game(name).declaration)
    assert browser.says().startswith(_(step.say).split("{")[0][:12])
    assert "{" not in browser.coach()


def test_doing_as_told_leads_from_step_to_step_and_something_else_is_explained(server: Server) -> None:
    browser, found = Browser(server), lesson("the_estates")
    browser.sit_down("/learn/the_estates")
    browser.play(*told(found, 135))
    browser.wait(lambda: browser.decision() == "139")
    assert browser.says().startswith("Pass: Brickfield is")
    browser.play(game("the_estates").declaration.actions.encode("bid", {"amount": 1}))
    browser.wait(lambda: "coach-after" in browser.coach())
    assert browser.says("coach-after").startswith("You may win a cube")
    assert f'action="{browser.path}/undo"' in browser.coach()


def test_a_plan_is_confirmed_for_what_it_holds_and_not_for_what_the_coach_would_add(server: Server) -> None:
    browser, found = Browser(server), lesson("square_mile")
    browser.sit_down("/learn/square_mile")
    for entry, until in ((1, "2"), (2, "6"), (6, "8"), (8, "10"), (10, "11")):
        browser.play(*told(found, entry))
        browser.wait(lambda until=until: browser.decision() == until)  # type: ignore[misc]
    browser.play(*told(found, 11)[:2])
    page = browser.page()
    assert re.findall(r'name="drafted" value="1">(.*?)<', page) == ["Build south of M for $10,000"]
    assert re.findall(r'class="choice wished"[^>]*data-text="(.*?)"', page) == ["Build 2 roads for $20,000"]


def test_why_is_drawn_before_and_after_for_the_pupil_alone(server: Server) -> None:
    browser, found = Browser(server), lesson("the_estates")
    browser.sit_down("/learn/the_estates")
    for entry, until in ((135, "139"), (139, "142"), (142, "143")):
        browser.play(*told(found, entry))
        browser.wait(lambda until=until: browser.decision() == until)  # type: ignore[misc]
    assert "before.svg" in browser.coach()
    pictures = [browser.ask(f"{browser.path}/coach/{when}.svg") for when in ("before", "after")]
    assert [each.status for each in pictures] == [200, 200]
    assert pictures[0].body != pictures[1].body
    assert browser.ask(f"{browser.path}/coach/other.svg").status == 404
    assert Browser(server).ask(f"{browser.path}/coach/before.svg").status == 409


def test_nobody_else_hears_the_coach(server: Server) -> None:
    browser = Browser(server)
    browser.sit_down("/learn/square_mile")
    watcher = Browser(server)
    watcher.path = browser.path
    assert browser.coach()
    assert not watcher.coach()


def test_the_coach_can_be_sent_away_and_called_in_any_game(server: Server) -> None:
    browser = Browser(server)
    browser.sit_down("/play-now/the_estates")
    assert not browser.coach()
    browser.ask(f"{browser.path}/coach", "seat=0&what=always")
    assert browser.coach()
    browser.ask(f"{browser.path}/coach", "seat=0&what=never")
    assert not browser.coach()
    assert browser.ask(f"{browser.path}/coach", "seat=0&what=dance").status == 400


def test_what_the_coach_has_said_of_a_title_is_not_said_again(server: Server) -> None:
    browser = Browser(server)
    browser.cookies["coach"] = "1"
    browser.sit_down("/play-now/squad_car")
    browser.wait(lambda: bool(browser.decision()) and "Your decision" in browser.page())
    first = browser.says()
    assert first.startswith("Robbers count the moves")
    stop = game("squad_car").declaration.actions.encode("stop", {})
    browser.play(stop)
    assert "ahead" in browser.cookies["coach-squad_car"].split(".")
    again = Browser(server)
    again.cookies |= {name: browser.cookies[name] for name in ("coach", "coach-squad_car")}
    again.sit_down("/play-now/squad_car")
    again.wait(lambda: "Your decision" in again.page())
    assert again.says() != first


def test_after_the_end_of_the_script_it_is_a_game_like_any_other(server: Server) -> None:
    browser, found = Browser(server), lesson("squad_car")
    browser.sit_down("/learn/squad_car")
    for step in found.course.step:
        browser.wait(lambda entry=step.entry: browser.decision() == str(entry))  # type: ignore[misc]
        browser.play(*told(found, step.entry))
    browser.wait(lambda: "over" in browser.coach()[:40])
    assert browser.says().startswith("One getaway car out of town")


def test_playing_on_ends_the_script_and_keeps_the_coach(server: Server) -> None:
    browser = Browser(server)
    browser.sit_down("/learn/the_estates")
    assert 'class="prog"' in browser.coach()
    browser.ask(f"{browser.path}/coach", "seat=2&what=go_on")
    assert browser.cookies["coach"] == "1"
    assert browser.coach()
    assert 'class="prog"' not in browser.coach()


def test_a_title_without_a_coached_game_says_so(server: Server) -> None:
    assert Browser(server).ask("/learn/chess", "").status == 404


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_the_coach_is_for_everyone_and_shows_why_by_keyboard(person: NewPerson, width: int, height: int) -> None:
    page = person(width=width, height=height, reduced_motion="reduce")
    page.goto("/")
    page.locator("form[action='/learn/square_mile'] button").press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("#coach .say")).to_contain_text("bid $12,000 for A")
    expect(page.locator(".coach-light")).to_have_count(1)
    page.locator("#coach summary").press("Enter")
    after = page.locator("#coach img").last
    expect(after).to_be_visible()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=after.element_handle())
    assert faults(page) == []
    page.locator("#coach summary").press("Enter")
    page.locator("#decide .choice.wished").press("Enter")
    expect(page.locator("#decide .sum-in")).to_have_value("12")


def test_on_a_phone_the_list_shows_the_choice_that_the_coach_speaks_of(person: NewPerson) -> None:
    page = person(width=390, height=844, reduced_motion="reduce")
    page.goto("/")
    page.locator("form[action='/learn/milton_keynes'] button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#decide .choices .wished")).to_have_text("Be the Gardener")
    page.wait_for_function(
        """() => { const wished = document.querySelector('#decide .wished'), list = wished.closest('.choices');
            const [one, all] = [wished, list].map(each => each.getBoundingClientRect());
            return one.top >= all.top - 1 && one.bottom <= all.bottom + 1; }"""
    )


def test_the_stage_begins_with_what_the_coach_would_choose(person: NewPerson) -> None:
    page = person(reduced_motion="reduce")
    page.goto("/")
    page.locator("form[action='/learn/the_estates'] button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#decide .wished")).to_contain_text("Sell to")
    page.locator("#decide .wished").click()
    expect(page.locator("#coach .say")).to_contain_text("Pass: Brickfield")
    expect(page.locator("#decide .wished")).to_have_text("Pass")


IS_SEEN = """() => {
    const box = (where) => document.querySelector(where).getBoundingClientRect();
    const [place, stage, wish, list, coach] =
        ['.coach-light', '#decide', '.choice.wished', '#decide .choices', '#coach .say'].map(box);
    const isSeen = place.bottom <= stage.top && coach.top >= 0 && coach.bottom < place.top;
    const choices = document.querySelector('#decide .choices');
    return isSeen && choices.scrollWidth > choices.clientWidth && wish.right <= list.right + 1;
}"""
"""Neither the stage nor the end of a long list hides what the coach speaks of."""
LIES_FREE = """() => {
    const [place, stage, coach] = ['.coach-light', '#decide', '#coach'].map((where) =>
        document.querySelector(where).getBoundingClientRect());
    return place.bottom <= stage.top && coach.bottom <= place.top;
}"""


def test_on_a_phone_neither_the_stage_nor_a_long_list_hides_what_the_coach_speaks_of(person: NewPerson) -> None:
    page = person(width=390, height=844, reduced_motion="reduce")
    page.goto("/")
    page.locator("form[action='/learn/square_mile'] button").press("Enter")
    page.wait_for_url("**/t/*")
    send = "([path, action]) => fetch(path, {method: 'POST', body: new URLSearchParams({action})})"
    steps = {1: "between K and O", 2: "Pay the share", 6: "Pay again", 8: "three parts", 10: "Choose roads"}
    for entry, words in steps.items():
        actions = ",".join(map(str, told(lesson("square_mile"), entry)))
        page.evaluate(send, [f"{page.url}/play", actions])
        expect(page.locator("#coach .say")).to_contain_text(words)
        if entry in (1, 10):
            page.wait_for_function(IS_SEEN)
    for _part in range(4):
        before = asked(page)
        page.locator("#decide .choice.wished").dispatch_event("click")
        see_it_made(page, before)
        page.wait_for_function(LIES_FREE)

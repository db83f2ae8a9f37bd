"""Every page: for everyone, in both languages, by day and night, on desks and phones; and what goes wrong."""

import gzip
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Response, expect

from tabletown.match import games
from tabletown.rulekit.rulebooks import rulebook
from tabletown.web.people import STATIC, static
from tests.web.at_the_table import decide, play_now, wait_for_my_move
from tests.web.conftest import NewPerson
from tools.running import PATIENCE, Server


def test_the_page_speaks_the_readers_language(person: NewPerson, game: str) -> None:
    page = person(language="ja-JP")
    play_now(page, game)
    wait_for_my_move(page)
    assert page.locator("html").get_attribute("lang") == "ja"
    expect(page.locator(".tabs")).to_contain_text("早見表")
    page.locator("form[action='/language'] button").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#decide")).to_contain_text("What is not possible now?")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_clause_has_its_anchor(server: Server, game: str, language: str) -> None:
    request = urllib.request.Request(f"{server.address}/rules/{game}", headers={"accept-language": language})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        text = answer.read().decode()
    book = rulebook(next(each.declaration for each in games() if each.name == game), language)
    assert all(f'id="{clause.id}"' in text for clause in book.clauses)


def test_a_table_can_be_looked_back_at_and_played_on(person: NewPerson) -> None:
    page = person()
    table = play_now(page)
    for _ in range(4):
        wait_for_my_move(page)
        decide(page)
    page.goto(f"/m/{table.split('/')[-1]}?step=2")
    expect(page.locator("#replay")).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    assert page.locator(".target").count() == 0
    assert page.locator(".player", has_text="hidden").count() == 3


def get(server: Server, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(server.address + path, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.parametrize(
    "path", ["/t/nowhere", "/m/nowhere", "/rules/chess", "/?game=chess", "/nothing", "/static/0/table.css", "/s/a/0/b"]
)
def test_a_wrong_address_gets_a_clear_page(server: Server, path: str) -> None:
    status, text = get(server, path)
    assert status == 404
    assert "<h1" in text
    assert "Traceback" not in text


def test_a_forged_invitation_opens_no_seat(person: NewPerson, server: Server) -> None:
    page = person()
    table = play_now(page).split("/")[-1]
    assert get(server, f"/join/{table}/1/{'0' * 32}")[0] == 403
    assert get(server, f"/s/{table}/0/{'0' * 32}")[0] == 403


def test_the_first_load_is_light(person: NewPerson, server: Server) -> None:
    """Lobby and table together: what both need comes once."""
    page = person()
    sizes: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.ok and answer.url not in sizes:
            sizes[answer.url] = len(gzip.compress(answer.body()))

    page.on("response", weigh)
    play_now(page)
    page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 150_000, sizes


def test_our_own_script_is_small() -> None:
    """All of it: whatever pages load that is not somebody else's library."""
    own = [name for name, (*_where, kind) in STATIC.items() if kind == "text/javascript" and ".min." not in name]
    assert sum(len(gzip.compress(static(name)[0])) for name in own) <= 15_000


def test_a_page_asks_for_our_script_once(person: NewPerson) -> None:
    page = person()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "script" else None)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert sorted(url.rsplit("/", 1)[1] for url in asked) == ["idiomorph.min.js", "table.js"]


def test_no_part_of_a_picture_has_the_name_of_a_part_of_the_page(server: Server, person: NewPerson, game: str) -> None:
    page = person()
    play_now(page, game)
    twice = page.evaluate(
        "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"
    )
    assert twice == []


def test_a_game_that_waits_for_me_stands_before_a_new_table(person: NewPerson) -> None:
    page = person()
    page.goto("/")
    tops = "['.mylist', '#new'].map(query => document.querySelector(query).getBoundingClientRect().top)"
    games, new = page.evaluate(tops)
    assert new < games
    play_now(page, "milton_keynes")
    wait_for_my_move(page)
    page.goto("/")
    expect(page.locator(".mg.due")).to_have_count(1)
    games, new = page.evaluate(tops)
    assert games < new

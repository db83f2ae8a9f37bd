"""Links that are sent to others say what they are: on the page behind them, and wherever somebody shares them."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from tabletown.rulekit.language import LANGUAGES
from tabletown.web.previews import LOCALES
from tests.web.at_the_table import recorded_table
from tests.web.conftest import NewPerson
from tools.played import play_table
from tools.running import Server

NEEDED = {"og:title", "og:description", "og:image", "og:locale", "og:site_name", "og:type", "twitter:card"}


def preview(server: Server, path: str, language: str = "en", token: str = "") -> dict[str, str]:
    """What a page says of itself to programs that show previews."""
    cookie = {"cookie": f"me={token}"} if token else {}
    answer = server.ask(path, accept_language=language, **cookie)
    assert answer.status == 200
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', answer.text)
    said = {name: unescape(content) for name, content in found}
    assert said.keys() >= NEEDED
    assert said["description"] == said["og:description"]
    assert said["og:image"].startswith(f"{server.address}/")
    return said


def size_of(server: Server, address: str) -> tuple[int, int]:
    """Of a picture, which is a PNG that may be kept."""
    answer = server.ask(address.removeprefix(server.address))
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"].startswith("public")
    assert answer.body.startswith(b"\x89PNG\r\n\x1a\n")
    assert 10_000 < len(answer.body) < 600_000
    return int.from_bytes(answer.body[16:20]), int.from_bytes(answer.body[20:24])


def invited(server: Server, game: str = "the_estates") -> tuple[str, str]:
    """A table, and the link to its third seat."""
    seats = [{"who": "me", "name": "Rosalind"}, {"who": "visitor"}, {"who": "open"}, {"who": "open"}]
    made = server.ask("/api/tables", {"game": game, "seats": seats, "options": {"money": "open"}}).json
    joining = {"seat": 3, "invitation": made["invitations"]["3"], "name": "Wim"}
    assert server.ask(f"/api/tables/{made['table']}/join", joining).status == 200
    return made["table"], f"/join/{made['table']}/2/{made['invitations']['2']}"


def test_an_invitation_says_who_invites_to_what(server: Server) -> None:
    table, link = invited(server)
    said = preview(server, link)
    assert said["og:title"] == "Rosalind invites you to The Estates"
    assert "All but one are at the table" in said["og:description"]
    assert link.rsplit("/", 1)[1] not in str(said)
    assert size_of(server, said["og:image"]) == (1200, 630)
    assert preview(server, link, "ja")["og:title"] == "Rosalindさんが「ジ・エステーツ」に招待しています"
    waiting = preview(server, f"/t/{table}")
    assert waiting["og:title"].startswith("The Estates: Rosalind, ")


def test_the_lobby_says_what_can_be_played_here(server: Server) -> None:
    said, there = preview(server, "/"), preview(server, "/?game=square_mile", "ja")
    assert "The Estates" in said["og:description"]
    assert there["og:image"].endswith("/games/square_mile/cover.png")
    assert (said["og:locale"], there["og:locale"]) == ("en_GB", "ja_JP")
    assert LOCALES.keys() == LANGUAGES.keys()


def test_a_game_that_goes_on_says_the_same_to_whoever_asks_and_shows_no_board(server: Server) -> None:
    played = play_table(server, "square_mile", 2, 2)
    played.step()
    said = preview(server, played.path)
    assert said["og:title"] == "Square Mile: Mika, Noor"
    assert said["og:image"].endswith("/games/square_mile/cover.png")
    for path in (played.path, f"/m/{played.table}"):
        assert preview(server, path, token=played.tokens[0]) == said
    assert server.ask(f"/m/{played.table}/preview.png", token=played.tokens[0]).status == 403


def test_a_game_that_is_over_says_how_it_ended_and_shows_the_board(server: Server) -> None:
    table = recorded_table(server, "the_estates")
    said = preview(server, f"/m/{table}")
    assert said == preview(server, f"/t/{table}")
    assert re.search(r"wins\.|share the win|drawn", said["og:description"])
    assert size_of(server, said["og:image"]) == (1200, 630)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_a_guest_sees_host_game_and_company_and_sits_down_with_a_name(
    person: NewPerson, server: Server, width: int, height: int
) -> None:
    table, link = invited(server)
    guest = person(width=width, height=height)
    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Rosalind invites you to The Estates")
    expect(guest.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(guest.locator(".sitting li.own-seat")).to_contain_text("Seat 3")
    expect(guest.locator(".sitting")).to_contain_text("Wim")
    expect(guest.locator(".sitting .level")).to_have_text("Visitor")
    expect(guest.locator(".options")).to_contain_text("open")
    guest.wait_for_function("() => document.querySelector('.of-game img').naturalWidth > 0")
    assert guest.locator("main input, main button").count() == 2
    wide = guest.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    guest.get_by_label("What shall we call you?").fill("Uma")
    guest.keyboard.press("Enter")
    guest.wait_for_url(f"**/t/{table}")
    expect(guest.locator("#room")).to_contain_text("Uma")

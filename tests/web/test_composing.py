"""Choices of several parts are put together on the board, seen before they are played, and played as one."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.at_the_table import asked, see_it_made
from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server

DRAFT = "#decide .draft"
BARRED = re.compile(r'class="[^"]*\bbarred\b')
THREE_ROADS = 45
"""Thousands, if all of them are bridges."""
MONEY_FOR_THREE = 45
"""Thousands: three sections, each of them a bridge."""


def kinds_of(table: Played, seat: int) -> list[str]:
    return [each["kind"] for each in table.legal(seat)]


def at_a_choice(
    server: Server, game: str, avoiding: set[str], wanted: Callable[[list[str]], bool], **more: str
) -> tuple[Played, int]:
    """A table of two people at which one of them has the wanted kinds of action; they avoid others on the way."""
    table = play_table(server, game, 2, 2, **more)
    for _ in range(3000):
        now = table.settled()
        if now["over"]:  # people who play at random may end a game soon
            table = play_table(server, game, 2, 2, **more)
            continue
        seat = now["pending"][0]
        legal = table.legal(seat)
        if wanted([each["kind"] for each in legal]):
            return table, seat
        some = [each for each in legal if each["kind"] not in avoiding] or legal
        kind = table.rng.choice(sorted({each["kind"] for each in some}))
        table.play(seat, table.rng.choice([each for each in some if each["kind"] == kind])["id"])
    raise AssertionError("no such choice for a long time")


def while_building_roads(server: Server) -> tuple[Played, int]:
    """At a table of Square Mile whoever can lay a road section and pay for more: a last one would be played at once."""
    while True:
        table, seat = at_a_choice(server, "square_mile", {"stop_building", "end_turn", "ask_for"}, can_go_on_laying)
        path = f"/api/tables/{table.table}/view?seat={seat}"
        if server.ask(path, token=table.tokens[seat]).json["state"]["cash"][seat] >= THREE_ROADS:
            return table, seat


def can_go_on_laying(kinds: list[str]) -> bool:
    return kinds.count("lay_section") > 2 and "stop_building" in kinds


def sit_down(person: NewPerson, table: Played, seat: int) -> Page:
    page = person(me=table.tokens[seat])
    page.goto(table.path)
    page.wait_for_selector("#decide")
    return page


def click(page: Page, what: str) -> None:
    before = asked(page)
    page.locator(what).first.dispatch_event("click")
    see_it_made(page, before)


def with_money_for_roads(server: Server) -> tuple[Played, int]:
    """Somebody who lays roads, and can pay for several."""
    while True:
        table, seat = at_a_choice(
            server,
            "square_mile",
            {"stop_building", "end_turn", "ask_for"},
            lambda kinds: kinds.count("lay_section") > 2 and "stop_building" in kinds,
        )
        state = server.ask(f"/api/tables/{table.table}/view?seat={seat}", token=table.tokens[seat]).json["state"]
        if state["cash"][seat] >= MONEY_FOR_THREE:
            return table, seat


def test_road_sections_are_laid_as_one(server: Server, person: NewPerson) -> None:
    table, seat = with_money_for_roads(server)
    me, other = sit_down(person, table, seat), sit_down(person, table, 1 - seat)
    steps = table.now()["decision"]
    sections = {str(each["id"]) for each in table.legal(seat) if each["kind"] == "lay_section"}
    lit = [
        at
        for at in me.locator(".board [data-play]").evaluate_all("all => all.map(e => e.dataset.play)")
        if at in sections
    ]
    click(me, f".board [data-play='{lit[0]}']")
    expect(me.locator(f"{DRAFT} li")).to_have_count(1)
    expect(me.locator("#stage-means .fig").first).to_contain_text(re.compile(r"\$[\d,]+"))
    further = me.locator(".board [data-play]").evaluate_all("all => all.map(e => e.dataset.play)")
    click(me, f".board [data-play='{next(at for at in further if at in sections)}']")
    expect(me.locator(f"{DRAFT} li")).to_have_count(2)
    assert table.now()["decision"] == steps, "a plan is not a move"
    assert other.locator(DRAFT).count() == 0
    click(me, "#decide [name=keep]")
    expect(me.locator(f"{DRAFT} li")).to_have_count(1)
    me.reload()
    expect(me.locator(f"{DRAFT} li")).to_have_count(1)
    again = me.locator(".board [data-play]").evaluate_all("all => all.map(e => e.dataset.play)")
    click(me, f".board [data-play='{next(at for at in again if at in sections)}']")
    lines = other.locator("#log-list li").count()
    click(me, "#decide [name=drafted]")
    expect(me.locator(DRAFT)).to_have_count(0)
    expect(other.locator("#log-list li")).to_have_count(lines + 1)
    assert table.now()["decision"] == steps + 1, "both sections are one decision"
    me.locator("#decide .back button").click()
    expect(other.locator("#log-list li")).to_have_count(lines)


def test_a_commission_is_put_together_with_its_deeds(server: Server, person: NewPerson) -> None:
    table, seat = at_a_choice(server, "milton_keynes", {"done", "seal"}, lambda kinds: "commission" in kinds)
    me, other = sit_down(person, table, seat), sit_down(person, table, 1 - seat)
    before = other.locator("#decide .stage-act").inner_text()
    number = next(each["id"] for each in table.legal(seat) if each["kind"] == "commission")
    click(me, f"[data-play='{number}'], button[value='{number}']")
    seal = me.get_by_role("button", name="Seal the pouch")
    while not seal.count():
        deed = me.locator("#decide .places button").first.get_attribute("value")
        click(me, f"#decide button[value='{deed}']")
    assert me.locator(f"{DRAFT} li").count() > 1
    assert kinds_of(table, seat).count("commission"), "nothing is played yet"
    assert me.locator("#decide [name=drafted]").count() == 0, "a pouch must be sealed"
    seal.click()
    expect(me.locator(DRAFT)).to_have_count(0)
    expect(me.locator("#decide")).to_contain_text("You have decided")
    assert other.locator("#decide .stage-act").inner_text() == before, "what is in a pouch is nobody else's business"


def can_drive(kinds: list[str]) -> bool:
    """And with the drive the turn ends: no roadblock may be shifted after it."""
    return "ahead" in kinds and "lift" not in kinds


def test_a_way_is_driven_as_one(server: Server, person: NewPerson) -> None:
    longest = ""
    while "," not in longest:  # the dial may give a car one move only
        table, seat = at_a_choice(server, "squad_car", set(), can_drive, edition="first_figures.toml")
        me = sit_down(person, table, seat)
        ways = me.locator(".board [data-play]").evaluate_all("all => all.map(e => e.dataset.play)")
        longest = max(ways, key=lambda way: way.count(","))
    other = sit_down(person, table, 1 - seat)
    steps = table.now()["decision"]
    lines = other.locator("#log-list li").count()
    click(me, f".board [data-play='{longest}']")
    expect(other.locator("#log-list li")).to_have_count(lines + 1)
    assert table.now()["decision"] == steps + 1, "the way and the end of the turn are one decision"


def test_what_a_choice_would_mean_is_said_before_it_is_made(server: Server, person: NewPerson) -> None:
    table, seat = at_a_choice(
        server, "square_mile", {"stop_building", "end_turn", "ask_for"}, lambda kinds: kinds.count("lay_section") > 2
    )
    me = sit_down(person, table, seat)
    me.locator(".board .target").first.hover(force=True)
    expect(me.locator("#stage-means")).not_to_be_empty()
    me.keyboard.press("Tab")
    me.locator(".board .barred").first.focus()
    expect(me.locator("#refusal a[href*='/rules/square_mile#SM-']")).to_be_visible()
    me.locator("#tab-chat").focus()
    expect(me.locator("#refusal .pop")).to_have_count(0)


def can_trade(table: Played, seat: int) -> bool:
    """Whether the seat has the word, and each of the two has a card that the seat knows of."""
    view = table.server.ask(f"/api/tables/{table.table}/view?seat={seat}", token=table.tokens[seat]).json["state"]
    return "offer_to" in kinds_of(table, seat) and {0, 1} <= set(view["place"])


def test_a_one_for_one_offer_takes_three_clicks_is_sent_as_one_and_accepted(
    server: Server, person: NewPerson
) -> None:
    table = play_table(server, "milton_keynes", 2, 2, options={"offers": 4, "money": "open"})
    while not can_trade(table, seat := table.settled()["pending"][0]):
        table.step()
    me, other = sit_down(person, table, seat), sit_down(person, table, 1 - seat)
    decision, before = table.now()["decision"], other.locator("#decide").inner_text()
    send = me.locator("form.swap .go")
    expect(send).to_be_disabled()
    me.locator(".swap-side[data-side=mine] .chip-in").first.click()
    me.locator(".swap-theirs .chip-in").first.click()
    expect(send).to_have_text(re.compile("^Offer .+ for "))
    assert (table.now()["decision"], other.locator("#decide").inner_text()) == (decision, before)
    send.click()
    expect(other.locator("#log-list li").first).to_contain_text("made an offer to you")
    assert table.now()["decision"] == decision + 1, "the whole offer is one decision"
    take = other.locator("#decide .go:has-text('Take it')")
    expect(take).to_be_visible()
    take.click()
    expect(me.locator("#log-list li").first).to_contain_text("Trade: you gave")
    assert table.now()["decision"] == decision + 2


def test_a_plot_on_the_board_goes_into_the_tray_and_out_of_it(server: Server, person: NewPerson) -> None:
    table = play_table(server, "milton_keynes", 2, 2, options={"offers": 4})
    while not can_trade(table, seat := table.settled()["pending"][0]):
        table.step()
    me = sit_down(person, table, seat)
    place = me.locator(".board [data-chip]").first
    chip = me.locator(f".swap-side input[value='{place.get_attribute('data-chip')}']")
    place.dispatch_event("click")
    expect(chip).to_be_checked()
    place.dispatch_event("click")
    expect(chip).not_to_be_checked()


def test_what_is_not_allowed_says_why_with_its_rule(server: Server, person: NewPerson, game: str) -> None:
    """By tap, and by focus alone."""
    table = play_table(server, game, 2, 2)
    for _ in range(300):
        seat = table.settled()["pending"][0]
        if BARRED.search(server.ask(table.path, token=table.tokens[seat]).text):
            break
        table.step()
    page = sit_down(person, table, seat)
    refused = page.locator(".barred").first
    page.keyboard.press("Tab")
    refused.focus()
    expect(page.locator(f"#refusal a[href^='/rules/{game}#']").first).to_be_visible()
    refused.dispatch_event("click")
    link = page.locator(f"#refusal a[href^='/rules/{game}#']").first
    expect(link).to_be_visible()
    page.goto(link.get_attribute("href") or "")
    expect(page.locator("article:target h3")).to_be_visible()


def test_a_counter_offer_leaves_the_first_offer_open_until_it_is_sent_as_one(server: Server, person: NewPerson) -> None:
    table = play_table(server, "milton_keynes", 2, 2, options={"offers": 4, "money": "open"})
    while not can_trade(table, seat := table.settled()["pending"][0]):
        table.step()
    me, other = sit_down(person, table, seat), sit_down(person, table, 1 - seat)
    me.locator(".swap-side[data-side=mine] .chip-in").first.click()
    me.locator(".swap-theirs .chip-in").first.click()
    me.locator("form.swap .go").click()
    take = other.locator("#decide .go:has-text('Take it')")
    expect(take).to_be_visible()
    decision, before = table.now()["decision"], me.locator("#log-list li").count()
    other.get_by_text("Answer with an offer…").click()
    send = other.locator("form.swap .go")
    expect(send).to_be_enabled()
    assert (table.now()["decision"], me.locator("#log-list li").count()) == (decision, before)
    expect(take).to_be_attached()
    send.click()
    expect(me.locator("#log-list")).to_contain_text("declined the offer from you")
    expect(me.locator("#log-list li").first).to_contain_text("made an offer to you")
    assert table.now()["decision"] == decision + 1, "declining and offering are one decision"

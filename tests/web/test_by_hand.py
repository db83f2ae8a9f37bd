"""What whole games that were played by hand have found wrong: with motion, with a mouse at rest, without a script."""

import random

import pytest
from playwright.sync_api import expect

import tabletown
from tabletown.match import Match
from tabletown.web.scene import Scene
from tests.web.at_the_table import sit_down_at
from tests.web.conftest import NewPerson
from tests.web.test_at_a_glance import CUT, OVERLAID
from tools.played import play_table
from tools.running import Server

CUT_BY_A_HAIR = """() => [...document.querySelectorAll('.p-name > span:has(+ .level)')].filter(each => {
    const letters = document.createRange();
    letters.selectNodeContents(each);
    const [room, needed, level] = [each, letters, each.nextElementSibling].map(e => e.getBoundingClientRect().width);
    return room < needed && level > 15;
}).map(each => each.textContent)"""
"""Names of bots that end in dots although the word behind them could give way."""
UNDER_SOMETHING = """query => [...document.querySelectorAll(query)].filter(each => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return width && !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map(each => each.textContent.trim())"""


SETTLED_COLOUR = """async button => {
    await Promise.all(button.getAnimations().map(change => change.finished));
    return getComputedStyle(button).backgroundColor;
}"""
INDENTED = """() => [...document.querySelectorAll('.p-own .g')].filter(each => {
    const before = each.previousElementSibling;
    const first = each.parentNode.firstElementChild;
    return before && each.offsetTop > before.offsetTop && each.offsetLeft > first.offsetLeft;
}).map(each => each.textContent.trim())"""


def test_on_a_phone_names_are_whole_and_what_goes_on_in_the_next_line_begins_where_the_first_does(
    person: NewPerson, server: Server
) -> None:
    page = person(width=390, height=844)
    page.goto(play_table(server, "milton_keynes", 1, 4).path)
    page.wait_for_selector("#seat-3 .g")
    assert page.evaluate(INDENTED) == []
    assert page.evaluate(CUT, ".p-name > span") == []


def test_a_name_loses_no_letter_to_what_stands_behind_it(person: NewPerson, server: Server) -> None:
    played = play_table(server, "the_estates", 1, 5)
    played.to_the_end()
    page = person(width=1440, height=900, me=played.tokens[0])
    page.goto(played.path)
    page.wait_for_selector("#seat-4 .level")
    assert page.evaluate(CUT_BY_A_HAIR) == []


def test_what_is_told_leaves_the_focus_at_the_decision_and_space_passes_over_it(
    person: NewPerson, server: Server
) -> None:
    played = play_table(server, "the_estates", 2, 2)
    mine = played.step()["pending"][0]
    page = person(me=played.tokens[mine], reduced_motion="no-preference")
    page.add_init_script("localStorage.pace = 0.02")
    played.play(mine)
    while (seat := played.settled()["pending"][0]) == mine:
        played.play(mine)
    page.goto(played.path)
    page.locator("#decide .back button").focus()
    played.play(seat)
    page.wait_for_selector("#decide.telling > #moment")
    expect(page.locator("#decide")).to_be_focused()
    page.keyboard.press("Space")
    page.wait_for_selector("#moment", state="detached")


def trading(players: int) -> Match:
    """Somebody may speak, and offer something to each of the others."""
    game, rng = tabletown.game("milton_keynes"), random.Random(2)
    match = game.new(players=players, seed=2)
    while not any(action.kind == "offer_to" for action in match.legal(match.pending[0])):
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    return match


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800), (390, 844)])
def test_without_a_script_an_offer_is_made_part_by_part_and_nothing_else_is_shown(
    person: NewPerson, server: Server, width: int, height: int
) -> None:
    page = person(width=width, height=height, java_script_enabled=False)
    sit_down_at(page, server, trading(4))
    assert page.evaluate(UNDER_SOMETHING, "#decide .stage-act :is(noscript, .row) button") == []
    expect(page.locator("#decide .swap-sides")).to_be_hidden()
    expect(page.locator("#decide button:disabled:visible")).to_have_count(0)
    page.locator("#decide noscript button").last.click()
    expect(page.locator("#decide h2")).to_contain_text("Your offer to")


def test_without_a_script_no_button_of_a_sum_is_dead(person: NewPerson, server: Server) -> None:
    game, rng = tabletown.game("the_estates"), random.Random(2)
    match = game.new(players=3, seed=2)
    while not any(action.kind == "bid" for action in match.legal(match.pending[0])):
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    page = person(java_script_enabled=False)
    sit_down_at(page, server, match)
    expect(page.locator("#decide form.bid .sum-in")).to_be_visible()
    expect(page.locator("#decide form.bid :is([type=button], [type=range]):visible")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_button_that_cannot_be_pressed_does_not_light_up(person: NewPerson, server: Server, theme: str) -> None:
    page = person(width=1440, height=900, color_scheme=theme)
    sit_down_at(page, server, trading(4))
    button = page.locator("#decide .swap .go")
    expect(button).to_be_disabled()
    page.mouse.move(0, 0)
    before = button.evaluate(SETTLED_COLOUR)
    button.hover(force=True)
    assert button.evaluate(SETTLED_COLOUR) == before


CUT_BELOW = """() => { const end = document.getElementById('stage-means').getBoundingClientRect();
    return [...document.querySelectorAll('#stage-means > *, #stage-means .way > *')].filter(each => {
        const { left, bottom, height } = each.getBoundingClientRect();
        return height && left < end.right && bottom > end.bottom;
    }).map(each => each.textContent.trim()); }"""


CASH_IN_SIGHT = """() => {
    const room = document.querySelector('#decide .swap-sides').getBoundingClientRect();
    return ['mine', 'theirs'].map(side => {
        const sum = document.querySelector(`#decide .swap-side[data-side=${side}] input[type=number]`);
        return sum.getBoundingClientRect().bottom <= room.bottom;
    });
}"""
"""Of both sides, beside their chips."""


@pytest.mark.parametrize("language", ["en-GB", "ja"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768), (1280, 800), (390, 844)])
def test_what_an_offer_would_bring_is_seen_whole(
    person: NewPerson, server: Server, width: int, height: int, language: str
) -> None:
    page = person(language, width=width, height=height)
    sit_down_at(page, server, trading(4))
    assert page.evaluate(CUT_BELOW) == []
    for side in ("mine", "theirs"):
        page.locator(f"#decide .swap-side[data-side={side}] .chip-in").first.click()
    page.wait_for_selector("#decide .swap .go:not([disabled])")
    page.wait_for_selector("#stage-means .way .fig")
    assert page.evaluate(CUT_BELOW) == []
    assert page.evaluate(CASH_IN_SIGHT) == [True, True], "one had to scroll to it"


@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_on_a_phone_the_places_of_a_permit_lie_over_nothing(
    person: NewPerson, server: Server, language: str
) -> None:
    game, rng = tabletown.game("the_estates"), random.Random(1)
    match = game.new(players=5, seed=0)
    while not (
        any(action.kind == "place_permit" for action in match.legal(match.pending[0]))
        and len(Scene(match, match.pending[0], "en").first_meaning.effects) > 1
    ):
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    page = person(language, width=390, height=844)
    sit_down_at(page, server, match)
    assert page.evaluate(OVERLAID) == []

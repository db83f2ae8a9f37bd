"""A plan is not a move yet: what only adds to it says so, and the page does not run ahead of the game."""

import re

from playwright.sync_api import expect

import tabletown
from tabletown.match import Match
from tabletown.web import stage
from tabletown.web.scene import Scene
from tests.web.at_the_table import sit_down_at
from tests.web.conftest import NewPerson
from tests.web.screens import NOWHERE
from tools.played import play_table
from tools.running import Server

GO = "#decide [data-does]"


def sealed_bids() -> Match:
    return tabletown.game("square_mile").new(players=3, seed=3)


def writes(scene: Scene, n: int) -> list[int]:
    """A bid for the nth tract that can be bid for."""
    tract = [each for each in scene.legal if each.kind == "bid_for"][n].id
    after = Scene(scene.match, scene.seat, "en", drafted=(*scene.drafted, [tract]))
    return [tract, next(each.id for each in after.legal if each.kind == "sealed_sum")]


def test_a_complete_plan_stands_where_it_was_made_and_not_where_others_decide() -> None:
    """Two bids are all that one may write: nobody has handed them in by that."""
    match = sealed_bids()
    before = Scene(match, 0, "en")
    one = Scene(match, 0, "en", drafted=[writes(before, 0)])
    both = Scene(match, 0, "en", drafted=[*one.drafted, writes(one, 1)])
    assert not one.is_planned_out
    assert stage.setting(one, stage.MINE)["now"].lead == "Your sealed bid."
    assert both.is_planned_out
    assert stage.setting(both, stage.MINE)["now"].lead == "Your plan is complete."
    assert (both.heading, both.stages) == (before.heading, before.stages)


def test_a_choice_that_is_only_added_to_a_plan_is_told_from_one_that_is_played() -> None:
    match = sealed_bids()
    scene = Scene(match, 0, "en")
    assert scene.is_added(writes(scene, 0))
    nothing_more = next(each.id for each in scene.legal if each.kind == "no_more_bids")
    assert not scene.is_added([nothing_more])
    free = tabletown.game("the_estates").new(players=2, seed=3)
    assert not any(Scene(free, 0, "en").is_added([each.id]) for each in free.legal(0))


def test_the_button_says_that_a_bid_is_planned_and_then_that_it_is_sealed(server: Server, person: NewPerson) -> None:
    page = person(reduced_motion="reduce")
    sit_down_at(page, server, sealed_bids())
    sums = page.locator("#decide .choice[value*=',']")
    sums.first.focus()
    expect(page.locator(GO)).to_have_text(re.compile(r"^Plan: Seal \$[\d,]+ for [A-P]$"))
    page.click(GO)
    expect(page.locator("#decide .draft li")).to_have_count(1)
    expect(page.locator("#decide .go")).to_have_count(1)
    assert page.locator("#decide .go").inner_text().startswith("Seal $")


CHOSEN = "() => [...document.querySelectorAll('#decide .choice')].findIndex((row) => row.ariaPressed === 'true')"


def test_what_comes_to_lie_under_a_pointer_at_rest_is_not_chosen(server: Server, person: NewPerson) -> None:
    page = person(reduced_motion="reduce")
    sit_down_at(page, server, sealed_bids())
    box = page.locator("#decide .choice").nth(1).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8.6, box["y"] + 16.4)  # as on a screen that is scaled
    page.wait_for_function(f"() => ({CHOSEN})() === 1")
    page.evaluate("() => document.querySelector('#decide .choices').scrollBy(0, 300)")
    page.evaluate("() => new Promise((seen) => setTimeout(seen, 300))")
    assert page.evaluate(CHOSEN) == 1, "the list was scrolled, the pointer stayed"
    page.mouse.move(box["x"] + 12, box["y"] + 16)
    page.wait_for_function(f"() => ({CHOSEN})() > 1")


def test_what_a_page_shows_under_a_pointer_that_was_there_before_is_not_chosen(
    server: Server, person: NewPerson
) -> None:
    """As after a click in the lobby: whoever then pressed the button sealed a bid that they had never looked at."""
    page = person(reduced_motion="reduce")
    sit_down_at(page, server, sealed_bids())
    table, box = page.url, page.locator("#decide .choice").nth(1).bounding_box()
    assert box is not None
    page.goto(NOWHERE)
    page.mouse.move(box["x"] + 8, box["y"] + 16)
    page.goto(table)
    page.wait_for_selector("#decide .choice:hover", state="attached")
    page.evaluate("() => new Promise((seen) => setTimeout(seen, 300))")
    assert page.evaluate(CHOSEN) == 0
    page.mouse.move(box["x"] + 12, box["y"] + 16)
    page.wait_for_function(f"() => ({CHOSEN})() === 1")


def test_what_is_selected_stays_so_when_somebody_else_has_decided(server: Server, person: NewPerson) -> None:
    table = play_table(server, "square_mile", 2, 3)
    page = person(me=table.tokens[0], reduced_motion="reduce")
    page.goto(table.path)
    page.locator("#decide .choice").nth(2).focus()
    page.wait_for_function(f"() => ({CHOSEN})() === 2")
    page.locator("#tab-log").focus()
    expect(page.locator(GO)).to_have_text(re.compile("Seal"))  # what it means is asked for, and comes a moment later
    words = page.locator(GO).inner_text()
    table.play(1, next(each["id"] for each in table.legal(1) if each["kind"] == "no_more_bids"))
    expect(page.locator("#decide .stage-seats")).to_contain_text("sealed")
    assert page.evaluate(CHOSEN) == 2
    expect(page.locator(GO)).to_have_text(words)

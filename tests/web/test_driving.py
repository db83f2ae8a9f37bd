"""Driving on the board of Squad Car, with mouse, touch and keys; and on whose side one plays."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabletown.match import Match, game
from tests.web.at_the_table import sit_down_at
from tests.web.conftest import NewPerson
from tools.running import Server

BUTTON = "#decide [data-does]"
SQUARES = """() => [...document.querySelectorAll('#reach > [data-ways]')].map((g) => {
    const box = g.querySelector('rect').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, box.width, 'stay' in g.dataset];
})"""


def match_to_drive() -> Match:
    """Getaway car 1 on a straight stretch of Center Street, with four or five moves, as the first dial gave them."""
    squad_car = game("squad_car")
    edition = squad_car.declaration.edition("first_figures.toml")
    for seed in range(400):
        match = squad_car.new(players=2, seed=seed, edition=edition)
        for place in (6, 14, 17):
            match.play(1, {"kind": "place", "args": {"exit": place}})
        match.play(0, {"kind": "spin"})
        view = match.view(0).to_dict()
        if view["car"] == 0 and view["moves_left"] >= 4:
            return match
    raise AssertionError("no seed spins four moves")


def at_the_wheel(server: Server, person: NewPerson, **more: Any) -> Page:
    page = person(width=1440, height=900, **more)
    sit_down_at(page, server, match_to_drive())
    page.wait_for_selector(BUTTON)
    return page


def squares(page: Page) -> list[tuple[float, float, float, bool]]:
    found: list[tuple[float, float, float, bool]] = page.evaluate(SQUARES)
    return found


def own_square(page: Page) -> tuple[float, float]:
    return next((x, y) for x, y, _size, is_own in squares(page) if is_own)


def street_below(page: Page) -> tuple[float, float, float]:
    """The square before the lot, where a car may face three ways."""
    x, y = own_square(page)
    return next((sx, sy, size) for sx, sy, size, _own in squares(page) if abs(sx - x) < 2 and sy > y + 2)


def test_the_part_of_a_square_that_is_pointed_at_is_where_the_car_faces(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    x, y, size = street_below(page)
    for dx, dy, heading in ((0, 0.4, "south"), (0.4, 0.4, "south-east"), (-0.4, 0.4, "south-west")):
        page.mouse.move(x + dx * size, y + dy * size)
        expect(page.locator(BUTTON)).to_have_text(re.compile(rf"Drive 1: .*, facing {heading}$"))


def test_ones_own_car_means_to_stay(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    page.mouse.move(*own_square(page))
    expect(page.locator(BUTTON)).to_have_text("Stay here")


def test_a_click_keeps_a_way_and_another_drives_it(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    x, y, size = street_below(page)
    before = page.locator("#decide").get_attribute("data-question")
    page.mouse.click(x, y + 0.4 * size)
    page.mouse.move(*own_square(page))
    expect(page.locator(BUTTON)).to_have_text(re.compile("^Drive 1: .* facing south$"))
    assert page.locator("#decide").get_attribute("data-question") == before, "nothing is played yet"
    page.mouse.click(x, y + 0.4 * size)
    expect(page.locator("#log-list li").first).to_contain_text("drove getaway car 1")


def test_arrow_keys_walk_and_letters_turn_and_enter_drives(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    page.mouse.move(*own_square(page))
    expect(page.locator(BUTTON)).to_have_text("Stay here")
    page.keyboard.press("ArrowDown")
    expect(page.locator(BUTTON)).to_have_text(re.compile("^Drive 1: "))
    faced = {page.locator(BUTTON).inner_text()}
    for _ in range(2):
        page.keyboard.press("e")
        faced.add(page.locator(BUTTON).inner_text())
    assert len(faced) == 3
    last = page.locator(BUTTON).inner_text()
    page.keyboard.press("q")
    expect(page.locator(BUTTON)).not_to_have_text(last)
    page.keyboard.press("Enter")
    expect(page.locator("#log-list li").first).to_contain_text("drove getaway car 1")


def test_keys_and_buttons_of_the_pad_drive_step_by_step_and_back(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    went, back = page.locator("#decide .went li"), page.get_by_role("button", name="Step back")
    expect(back).to_be_disabled()
    page.keyboard.press("w")
    expect(went).to_have_text(["↑"])
    expect(page.locator(BUTTON)).to_have_text(re.compile("^Drive 1: .*, facing south$"))
    page.keyboard.press("s")
    expect(went).to_have_text(["↑", "↶"])
    expect(page.locator(BUTTON)).to_have_text(re.compile("^Drive 2: .*, facing east$"))
    page.get_by_role("button", name="Straight ahead").click()
    expect(went).to_have_count(3)
    page.keyboard.press("Backspace")
    expect(went).to_have_count(2)
    back.click()
    expect(went).to_have_count(1)
    page.locator(BUTTON).click()
    expect(page.locator("#log-list li").first).to_contain_text("drove getaway car 1")


def test_a_step_that_is_not_possible_keeps_its_place_on_the_pad(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    steps = page.locator("#decide .pad button[data-key]")
    before = steps.evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)")
    page.keyboard.press("w")
    expect(page.locator("#decide .went li")).to_have_count(1)
    expect(page.locator("#decide .pad [data-key=w]")).to_be_disabled()
    assert steps.evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)") == before


def match_to_shift() -> Match:
    """The police may lift a roadblock."""
    for seed in range(400):
        match = game("squad_car").new(players=2, seed=seed)
        for place in (6, 14, 17):
            match.play(1, {"kind": "place", "args": {"exit": place}})
        while not match.over and match.steps < 40:
            seat = match.pending[0]
            kinds = {action.kind: action for action in match.legal(seat)}
            if "lift" in kinds:
                return match
            match.play(seat, kinds.get("spin") or kinds.get("stop") or match.legal(seat)[0])
    raise AssertionError("no seed lets a roadblock be lifted")


def test_a_roadblock_is_dragged_to_an_exit(server: Server, person: NewPerson) -> None:
    page = person(width=1440, height=900)
    sit_down_at(page, server, match_to_shift())
    barrier = page.locator(".target[data-lifts]").first
    barrier.hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    exits = page.locator(".target:not([data-lifts])", has=page.locator("rect.lit"))
    expect(page.locator("#decide h2")).to_contain_text("Your roadblock")
    exits.first.hover()
    page.mouse.up()
    expect(page.locator("#log-list li").first).to_contain_text("roadblock")
    expect(page.locator("#decide h2")).not_to_contain_text("Your roadblock")


def test_a_tap_lifts_a_roadblock(server: Server, person: NewPerson) -> None:
    page = person(width=1440, height=900, has_touch=True)
    sit_down_at(page, server, match_to_shift())
    page.locator(".target[data-lifts]").first.tap()
    expect(page.locator("#decide h2")).to_contain_text("Your roadblock")


def test_on_a_touched_screen_a_second_tap_turns_and_the_button_drives(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person, has_touch=True)
    x, y, _size = street_below(page)
    page.touchscreen.tap(x, y)
    expect(page.locator(BUTTON)).to_have_text(re.compile("^Drive 1: "))
    first = page.locator(BUTTON).inner_text()
    page.touchscreen.tap(x, y)
    expect(page.locator(BUTTON)).not_to_have_text(first)
    page.locator(BUTTON).tap()
    expect(page.locator("#log-list li").first).to_contain_text("drove getaway car 1")


def test_the_way_is_drawn_with_its_numbers_and_the_rows_of_its_square_come_first(
    server: Server, person: NewPerson
) -> None:
    page = at_the_wheel(server, person)
    x, y, size = street_below(page)
    page.mouse.move(x, y + 0.4 * size)
    expect(page.locator("#ghost .road-way")).to_have_count(1)
    expect(page.locator("#ghost .ghost")).to_have_count(1)
    ways = page.locator("#reach > [data-ways]:not([data-stay])").evaluate_all("all => all.map(g => g.dataset.ways)")
    faced = next(each.split() for each in ways if "4:1,6" in each.split())  # straight ahead, and stop
    expect(page.locator("#decide .choice.here")).to_have_count(len(faced))
    assert len(faced) >= 3
    rows = page.locator("#decide .choice").all_inner_texts()
    assert len(rows) == len(set(rows))


def test_a_way_that_takes_every_move_is_driven_at_once_though_the_same_person_spins_next(
    server: Server, person: NewPerson
) -> None:
    page = at_the_wheel(server, person)
    before = page.locator("#decide").get_attribute("data-question")
    expect(page.locator(BUTTON)).to_have_text(re.compile("^Drive [45]: "))
    page.locator(BUTTON).click()
    expect(page.locator("#log-list li").first).to_contain_text("drove getaway car 1")
    assert page.locator("#decide .draft").count() == 0
    assert page.locator("#decide").get_attribute("data-question") != before


# ------------------------------------------------------------ whose side


def test_somebody_plays_now_on_the_side_of_the_police(person: NewPerson) -> None:
    page = person()
    page.goto("/")
    page.locator("form[action='/play-now/squad_car'] button[name=side]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#seat-1")).to_contain_text("you")
    expect(page.locator("#decide h2")).to_contain_text("Your roadblock.")


@pytest.mark.parametrize(("players", "mine"), [(2, 1), (4, 2), (6, 3)])
def test_a_table_is_made_with_ones_own_seat_among_the_police(person: NewPerson, players: int, mine: int) -> None:
    page = person()
    page.goto("/?game=squad_car")
    page.select_option("select[name=side]", "1")
    for seat in range(1, 6):
        page.select_option(f"select[name=seat-{seat}]", "visitor" if seat < players else "none")
    page.click("#new .acts button")
    page.wait_for_url("**/t/*")
    expect(page.locator(f"#seat-{mine}")).to_contain_text("you")
    expect(page.locator(f"#seat-{mine}")).to_contain_text("Squad 1")


def test_one_person_drives_every_squad_car(person: NewPerson) -> None:
    """With four seats: both police seats at this screen, robbers are bots; nothing is hidden, so no curtain falls."""
    page = person()
    page.goto("/?game=squad_car")
    page.select_option("select[name=side]", "1")
    for seat, who in ((1, "visitor"), (2, "visitor"), (3, "me"), (4, "none"), (5, "none")):
        page.select_option(f"select[name=seat-{seat}]", who)
    page.click("#new .acts button")
    page.wait_for_url("**/t/*")
    for _ in range(3):
        page.wait_for_selector("#decide h2:has-text('Your roadblock.')")
        question = page.locator("#decide").get_attribute("data-question")
        page.locator(BUTTON).click()
        page.wait_for_function("q => document.getElementById('decide').dataset.question !== q", arg=question)
    expect(page.locator("#log-list li", has_text="placed a roadblock")).to_have_count(3)


def test_a_side_that_does_not_exist_is_refused_in_a_sentence(server: Server) -> None:
    answer = server.ask("/play-now/squad_car", b"side=7", kind="application/x-www-form-urlencoded")
    assert answer.status == 400
    assert "There is no such side" in answer.text


def test_a_row_of_the_list_stays_under_the_pointer(server: Server, person: NewPerson) -> None:
    """The rows of a square that is pointed at come first; one that is pointed at itself must not run away."""
    page = at_the_wheel(server, person)
    row = page.locator("#decide .places .choice").nth(3)
    before = row.bounding_box()
    row.hover()
    expect(page.locator(BUTTON)).to_have_attribute("value", row.get_attribute("value") or "")
    assert row.bounding_box() == before


def test_steps_of_a_plan_are_numbered_once(server: Server, person: NewPerson) -> None:
    page = at_the_wheel(server, person)
    page.locator("#decide .pad button[name=action]:enabled").first.click()
    expect(page.locator(".went li")).to_have_count(1)
    assert page.locator(".went").evaluate("(list) => getComputedStyle(list).listStyleType") == "none"

"""Motion shows what another player's move changed; without motion the ring says the same."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPerson
from tools.played import Played, play_table
from tools.running import Server

NOTE = """
window.slid = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.slid.push(this.id); return animate.apply(this, how); };
"""
RINGS = "#latest rect"


def watching(person: NewPerson, played: Played, **how: str) -> Page:
    page = person(**how)
    page.add_init_script(NOTE)
    page.goto(played.path)
    page.wait_for_selector("#board")
    page.wait_for_timeout(200)
    return page


def drive(played: Played) -> None:
    """On until a car has been driven."""
    while True:
        seat = played.settled()["pending"][0]
        legal = played.legal(seat)
        ahead = [each["id"] for each in legal if each["kind"] == "ahead"]
        played.play(seat, ahead[0] if ahead else None)
        if ahead:
            return


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_car_slides_and_keeps_a_ring_until_the_next_move(person: NewPerson, server: Server, motion: str) -> None:
    played = play_table(server, "squad_car", 2, 2)
    page = watching(person, played, reduced_motion=motion)
    drive(played)
    expect(page.locator(RINGS)).to_have_count(1)
    slid = page.evaluate("window.slid")
    assert [name for name in slid if name.startswith("car-")] == ([] if motion == "reduce" else slid)
    assert bool(slid) == (motion != "reduce")
    car, ring = page.locator("#board [id^=car-]"), page.locator(RINGS).bounding_box()
    page.wait_for_timeout(800)
    assert ring is not None
    boxes = [box for box in (each.bounding_box() for each in car.all()) if box]
    assert any(ring["x"] <= box["x"] and box["x"] + box["width"] <= ring["x"] + ring["width"] + 1 for box in boxes)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_piece_drops_into_its_place(person: NewPerson, server: Server, motion: str) -> None:
    played = play_table(server, "the_estates", 2, 2)
    page = watching(person, played, reduced_motion=motion)
    for _ in range(80):
        seat = played.settled()["pending"][0]
        place = [each["id"] for each in played.legal(seat) if each["kind"] == "place_cube"]
        played.play(seat, place[0] if place else None)
        if place:
            break
    dropped = page.locator("#board .drops")
    expect(page.locator(RINGS).first).to_be_visible()
    assert dropped.count() > 0
    playing = page.evaluate("document.getAnimations().filter(a => a.animationName === 'drop').length")
    assert (playing > 0) == (motion != "reduce")

"""Whatever is drawn says what it is, and nothing that lies below it answers in its place."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tabletown.match import Match
from tabletown.rulekit.registry import declaration
from tests.printed import worked_through
from tests.web.at_the_table import sit_down_at
from tests.web.conftest import NewPerson
from tools.running import Server

REST = 1000
"""Longer than it takes until a thing is explained."""
CROWDED = {"the_estates": "town", "square_mile": "town", "milton_keynes": "town", "squad_car": "roadblock"}
"""A staged position in which nearly every kind of thing lies somewhere."""
CHOOSING = {
    "the_estates": ("turn", 1),
    "square_mile": ("turn", 0),
    "milton_keynes": ("air-bases", 0),
    "squad_car": ("corner", 0),
}
"""One in which something on the board is to be chosen."""
LEAST = {"the_estates": (11, 7), "square_mile": (9, 8), "milton_keynes": (14, 13), "squad_car": (7, 7)}
"""So many kinds are drawn there, at a desk and on a phone."""
A_FEW = 4
PLACES = """([query, most]) => {
    const things = [...document.querySelectorAll('.field :is(svg, svg *)')].filter(e => e.matches(query));
    const drawn = things.filter(e => e.checkVisibility() && e.getBoundingClientRect().width > 2);
    const kinds = [...document.querySelectorAll('[data-is]')].map(e => e.dataset.is);
    const step = Math.max(1, Math.floor(drawn.length / most));
    const found = [];
    for (const thing of drawn.filter((_, i) => i % step === 0)) {
        thing.scrollIntoView({ block: 'center', inline: 'center' });
        const box = thing.getBoundingClientRect();
        for (let at = 0; at < 625; at += 1) {
            const spot = (at * 313 + 312) % 625;  // the middle first, then all over it
            const x = box.x + box.width * (spot % 25 + 0.5) / 25;
            const y = box.y + box.height * (Math.floor(spot / 25) + 0.5) / 25;
            const top = document.elementsFromPoint(x, y).find(e => !e.closest('.over, .target'));
            const kind = top?.closest(kinds.join());
            if (kind && thing.contains(kind) && kind.matches(query)) {
                found.push([thing.id || thing.getAttribute('href'), x + scrollX, y + scrollY]);
                break;
            }
        }
    }
    return [drawn.length, found];
}"""
HOLD = """([x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent('pointerdown',
    { bubbles: true, clientX: x, clientY: y, pointerType: 'touch' }))"""


class Thing(NamedTuple):
    """A thing on the page, what should be said of it, and a point at which nothing lies over it."""

    name: str
    words: str
    x: float
    y: float


def at_table(person: NewPerson, server: Server, match: Match, **more: Any) -> Page:
    page = person(alone=True, **more)
    page.clock.install()
    sit_down_at(page, server, match)
    return page


def crowded(game: str) -> Match:
    return worked_through(declaration(game), CROWDED[game])


def things(page: Page) -> Iterator[Thing]:
    """Some of every kind that is drawn; whatever is drawn can be seen somewhere."""
    for line in page.locator("#aid [data-is]").all():
        query, words = line.get_attribute("data-is"), line.text_content()
        assert query
        assert words
        if query.startswith("[aria-"):
            continue
        drawn, found = page.evaluate(PLACES, [query, A_FEW])
        assert bool(drawn) == bool(found), f"all of it lies below something else: {query}"
        yield from (Thing(name, words, x, y) for name, x, y in found)


def said(page: Page) -> str:
    page.clock.run_for(REST)
    hint = page.locator("#hint")
    return hint.text_content() or "" if hint.is_visible() else ""


def test_whatever_the_pointer_rests_on_is_what_is_explained(person: NewPerson, server: Server, game: str) -> None:
    page = at_table(person, server, crowded(game), width=1400, height=1400)
    told = {}
    for thing in things(page):
        page.mouse.move(thing.x, thing.y)
        told[thing.words] = said(page), thing.name
    assert {words: answer for words, answer in told.items() if answer[0] != words} == {}
    assert len(told) >= LEAST[game][0]


def test_on_a_phone_whatever_is_held_is_what_is_explained(person: NewPerson, server: Server, game: str) -> None:
    page = at_table(person, server, crowded(game), width=390, height=844, has_touch=True, is_mobile=True)
    told = {}
    for thing in things(page):
        page.evaluate("y => scrollTo(0, y - innerHeight / 3)", thing.y)
        x, y = page.evaluate("([x, y]) => [x - scrollX, y - scrollY]", [thing.x, thing.y])
        page.evaluate(HOLD, [x, y])
        told[thing.words] = said(page), thing.name
    assert {words: answer for words, answer in told.items() if answer[0] != words} == {}
    assert len(told) >= LEAST[game][1]


def test_every_place_that_can_be_chosen_says_what_it_is_when_it_has_the_focus(
    person: NewPerson, server: Server, game: str
) -> None:
    example, step = CHOOSING[game]
    page = at_table(person, server, worked_through(declaration(game), example).until(step))
    page.keyboard.press("Tab")
    places = page.locator(".field .target").all()
    assert places
    for place in places[:: max(1, len(places) // A_FEW)]:
        place.focus()
        page.clock.run_for(REST)
        expect(page.locator("#hint")).to_be_visible()

"""Motion to look at: for one event of each kind a strip of frames, with the time under each.

The clock of the page is ours, and so are its animations: a frame shows what there is after exactly that long, however
busy the machine is. The positions are those of the recorded games, so that a strip can be compared with yesterday's.
"""

import base64
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tabletown import load
from tabletown.match import Match, game
from tools.played import open_record
from tools.running import PATIENCE, Server, knows_every_title

RECORDS = Path("tests/games")
TICK = 50
MOST_GAMES, LONGEST = 10, 300
SHORT = (0, 150, 350, 600, 900, 1300, 1900, 2800)
LONG = (0, 400, 1000, 1700, 2400, 3200, 4200, 5600)
"""Milliseconds after somebody else's move has arrived; long where several things are told one after the other."""
HOLD = """() => { window.held = new WeakMap(); }"""
ADVANCE = """by => { for (const each of document.getAnimations()) {
    const at = window.held.has(each) ? window.held.get(each) + by : 0;
    window.held.set(each, at);
    each.pause();
    each.currentTime = at; } }"""
PAGE = """<style>body {{ margin: 0; font: 20px sans-serif; background: #fff; }}
    main {{ display: grid; grid-template-columns: repeat(4, 720px); gap: 8px; width: 2904px; padding: 8px; }}
    h1 {{ grid-column: 1 / -1; margin: 0; font-size: 24px; }} figure {{ margin: 0; }}
    img {{ width: 720px; display: block; }}</style><main><h1>{title}</h1>{frames}</main>"""


@dataclass(frozen=True)
class Motion:
    """One kind of event: in which game, by which events it is known, and when it is looked at."""

    name: str
    game: str
    events: frozenset[str]
    times: Sequence[int] = SHORT
    least: dict[str, int] = field(default_factory=dict)
    """Facts of the event that must be at least that much: a drive of one square shows nothing."""


def _motion(name: str, game: str, *events: str, times: Sequence[int] = SHORT, **least: int) -> Motion:
    return Motion(name, game, frozenset(events), times, least)


MOTIONS = [
    _motion("auction-bid", "the_estates", "bid_made"),
    _motion("sealed-bids-opened", "square_mile", "bid_shown", times=LONG),
    _motion("sale", "the_estates", "sold"),
    _motion("placement", "the_estates", "cube_placed"),
    _motion("completed-row", "the_estates", "row_complete", times=LONG),
    _motion("end-of-game", "the_estates", "game_over", times=LONG),
    _motion("road-built", "square_mile", "section_laid"),
    _motion("car-driving", "squad_car", "drove", moves=4),
    _motion("spin", "squad_car", "spun"),
    _motion("arrest", "squad_car", "captured_car", times=LONG),
    _motion("pouch-opened", "milton_keynes", "commissioned", times=LONG),
    _motion("demolition", "milton_keynes", "demolished", times=LONG),
    _motion("trade", "milton_keynes", "trade_given", times=LONG),
]


@dataclass(frozen=True)
class Occasion:
    """A position of a recorded game, and what is played there: for each seat its actions."""

    match: Match
    plays: Sequence[tuple[int, list[int]]]


def occasion(motion: Motion) -> Occasion:
    """The first position of the recorded games from which such an event follows; not the first move of all."""
    for match in _recorded(motion.game):
        for step, entry in enumerate(match.entries[2:], 3):
            if any(_is_it(match, motion, event) for event in entry.events):
                first = _begun(match, step)
                return Occasion(match.until(first - 1), list(_plays(match, first, step)))
    raise LookupError(f"No recorded game of {motion.game} has {motion.name}.")


def _recorded(name: str) -> Iterator[Match]:
    """The recorded games; then, for what is in none of them, games played at random, always the same."""
    for file in sorted((RECORDS / name / "records").glob("*.json")):
        yield load(file.read_text(encoding="utf-8"))
    for seed in range(MOST_GAMES):
        match, rng = game(name).new(seed=seed), random.Random(seed)
        while not match.over and match.steps < LONGEST:
            seat = match.pending[0]
            kinds: dict[str, list[int]] = {}
            for each in match.legal(seat):
                kinds.setdefault(each.kind, []).append(each.id)
            match.play(seat, rng.choice(kinds[rng.choice(sorted(kinds))]))
        yield match


def _is_it(match: Match, motion: Motion, event: Any) -> bool:
    kind, facts = match.look().told(event)
    return kind in motion.events and all(facts[name] >= least for name, least in motion.least.items())


def _begun(match: Match, step: int) -> int:
    """The entry with which the same choice began: parts that nobody could notice have no events."""
    seat = match.entries[step - 1].moves[0].seat
    while step > 1 and not match.entries[step - 2].events and match.entries[step - 2].moves[0].seat == seat:
        step -= 1
    return step


def _plays(match: Match, first: int, last: int) -> Iterator[tuple[int, list[int]]]:
    """What each seat hands in; what follows by itself is not played by anybody."""
    declared = match.game.declaration
    entries = match.entries[first - 1 : last]
    moves = [move for entry in entries for move in entry.moves]
    by_hand = [move for move in moves if declared.actions.decode(move.action)[0] not in declared.automatic] or moves[:1]
    seats = dict.fromkeys(move.seat for move in by_hand)
    for seat in seats if entries[-1].sealed else [by_hand[0].seat]:
        yield seat, [move.action for move in by_hand if move.seat == seat]


@contextmanager
def happening(browser: Browser, server: Server, motion: Motion) -> Iterator[Page]:
    """The page of somebody who looks on, when the event has just arrived and its time stands still."""
    found = occasion(motion)
    path, me = open_record(server, found.match)
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="no-preference", base_url=server.address, locale="en"
    )
    knows_every_title(context, server.address)
    page = context.new_page()
    page.clock.install()
    page.goto(path)
    page.wait_for_selector("#board")
    page.clock.pause_at(time.time() + 3600)
    page.evaluate(HOLD)
    number = page.get_attribute("#tabletown", "data-number")
    for seat, actions in found.plays:
        answer = server.ask(f"/api/tables/{path.rsplit('/', 1)[1]}/play", {"seat": seat, "actions": actions}, me)
        if answer.status != 200:
            raise RuntimeError(f"{motion.name}: seat {seat} could not play {actions}: {answer.text}")
    _wait_for_the_push(page, number)
    yield page
    context.close()


def film(browser: Browser, server: Server, motion: Motion, folder: Path) -> Path:
    """The strip of one motion."""
    with happening(browser, server, motion) as page:
        frames = [_frame(page, at, before) for before, at in zip((0, *motion.times), motion.times, strict=False)]
    strip = browser.new_page()
    strip.set_content(PAGE.format(title=f"{motion.game}: {motion.name}", frames="".join(frames)))
    file = folder / f"motion.{motion.name}.png"
    strip.locator("main").screenshot(path=file)
    strip.close()
    return file


def _wait_for_the_push(page: Page, number: str | None) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if page.locator("#moment").count() or page.get_attribute("#tabletown", "data-number") != number:
            page.wait_for_timeout(300)  # what goes with it
            return
        time.sleep(0.02)
    raise TimeoutError("The move did not reach the page.")


def advance(page: Page, milliseconds: int) -> None:
    """Time goes on for the script and for everything that moves."""
    for _ in range(0, milliseconds, TICK):
        page.clock.run_for(TICK)
        page.evaluate(ADVANCE, TICK)


def _frame(page: Page, at: int, before: int) -> str:
    advance(page, at - before)
    picture = base64.b64encode(page.screenshot(type="jpeg", quality=80)).decode()
    return f"<figure><img src='data:image/jpeg;base64,{picture}'><figcaption>{at} ms</figcaption></figure>"

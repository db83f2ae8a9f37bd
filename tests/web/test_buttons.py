"""Every button says what it will do: its words are held against what the play really changes."""

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import takewhile
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect

import tabletown
from tabletown.match import Match, Refused
from tabletown.match.log import Move
from tabletown.rulekit.language import say
from tabletown.rulekit.records import Event
from tabletown.web import stage
from tabletown.web.deciding import decide_context
from tabletown.web.scene import Scene
from tabletown.web.templates import written
from tests.web.at_the_table import sit_down_at
from tests.web.conftest import NewPerson
from tests.web.test_every_kind import occasions
from tools.running import Server

FIGURE = re.compile(r"(?<![\w.+−])\$?\d[\d,]*(?=[kM]?\b)(?! (?:north|south|east|west)\b)")
"""Not those with a sign: they foretell what a plan comes to in the end, and each game's own tests play it out. Nor what
belongs to the name of a place."""
NAME = re.compile(r"(?<=[a-z0-9,:↑→↓←] )[A-Z0-9][\w-]*")
STEM = 5
"""So many letters of a name are compared: an Extension extends."""
FOLDED = {"details", "noscript"}
PLANNED = "Plan: "
"""Before the words of what is added to a plan: the rest is held against what comes of it then."""
FEW = 6
"""Buttons of one decision that are pressed; a drive has hundreds."""


@dataclass
class Button:
    """Something to press: the actions that it plays, and its words."""

    plays: list[int]
    words: str = ""


@dataclass
class Offered(HTMLParser):
    """The buttons of a decision, read from its markup as a browser does."""

    buttons: list[Button] = field(default_factory=list)
    sums: list[dict[str, str]] = field(default_factory=list)
    kind: str = ""
    is_inside: bool = False
    folded: int = 0
    filled: int = 0
    """Primary buttons that one sees."""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("class", "").startswith("bid"):
            self.sums.append(given)
        if tag == "input" and self.sums and given.get("type") == "range":
            self.sums[-1] |= {"low": given["min"], "high": given["max"]}
        if tag in FOLDED:
            self.folded += 1
        if tag == "button" and not self.folded and {"btn", "go"} == set(given.get("class", "").split()):
            self.filled += 1
        self.is_inside = tag == "button" and given.get("name") == "action" and "disabled" not in given
        if self.is_inside:
            self.buttons.append(Button([int(each) for each in given["value"].split(",")], given.get("data-text", "")))
            self.is_inside = "data-text" not in given

    def handle_endtag(self, tag: str) -> None:
        self.folded -= tag in FOLDED
        self.is_inside = self.is_inside and tag != "button"

    def handle_data(self, data: str) -> None:
        if self.is_inside:
            self.buttons[-1].words += data.removeprefix(PLANNED)


def offered(match: Match, seat: int, drafted: Sequence[Sequence[int]] = ()) -> Offered:
    scene = Scene(match, seat, "en", drafted=drafted)
    table = SimpleNamespace(id="table", game=match.game)
    context = {"_": scene._, "table": table, "scene": scene, "viewer": None}
    found = Offered()
    found.feed(written("decide", **context | stage.setting(scene, stage.MINE) | decide_context(scene)))
    return found


def sums_of(form: dict[str, str], sums: Iterable[int] = ()) -> Iterator[Button]:
    """What the script writes on the button of a sum: for those, or the least, the most and one between."""
    low, high, first = (int(form[name]) for name in ("low", "high", "data-first"))
    for n in sums or sorted({low, (low + high) // 2, high}):
        words = json.loads(form["data-texts"]).get(str(n), form["data-text"].replace("{n}", str(n)))
        yield Button([first + n - low], words)


def figures(text: str) -> set[int]:
    """Numbers of a sentence; a sum in thousands is counted in thousands."""
    found = {int(re.sub(r"[^\d]", "", each)) for each in FIGURE.findall(text)}
    return {each // 1000 if each >= 1000 and each % 1000 == 0 else each for each in found}


def numbers(record: object) -> Iterator[tuple[str, int]]:
    """Every number of a position, with where it stands."""
    stack: list[tuple[str, object]] = [("", record)]
    while stack:
        where, each = stack.pop()
        if isinstance(each, dict):
            stack += [(f"{where}.{name}", value) for name, value in each.items()]
        elif isinstance(each, list):
            stack += [(f"{where}.{at}", value) for at, value in enumerate(each)]
        elif isinstance(each, int):
            yield where, each


def told_since(match: Match, after: Match) -> list[Event]:
    return [event for entry in after.entries[match.steps :] for event in entry.events]


def lies_in_the_offer(match: Match, seat: int) -> list[int]:
    """What the seat has put into the offer that it is making: the button that sends it names that too."""
    declared = match.game.declaration

    def belongs_to_it(move: Move) -> bool:
        return move.seat == seat and declared.actions.decode(move.action)[0] in declared.haggling

    backwards = (move for entry in reversed(match.entries) for move in reversed(entry.moves))
    return [move.action for move in takewhile(belongs_to_it, backwards)]


def what_comes_of(match: Match, seat: int, actions: list[int]) -> tuple[str, set[int]]:
    """What is said of that play by its actions, in the log and on the stage; and what it changes by how much.

    A drive after which a roadblock may be shifted is told when the turn ends.
    """
    after = match.until(match.steps)
    before = dict(numbers(match.perfect_memory(seat).to_dict()))
    after.hand_in(seat, [*match.drawer.get(seat, ()), *actions])
    now = dict(numbers(after.perfect_memory(seat).to_dict()))
    declared = match.game.declaration
    events = told_since(match, after)
    closing = [each.id for each in after.legal(seat) if each.kind in declared.closing] if seat in after.pending else []
    if closing and not events and declared.actions.decode(actions[-1])[0] in declared.composed:
        after.hand_in(seat, closing[:1])
        events = told_since(match, after)
    seen = [event for event in events if declared.events.seen_by(event, seat)]
    said = [
        *(match.action(number, seat).text for number in [*lies_in_the_offer(match, seat), *actions]),
        *after.sentences(say("en", declared), events, seat),
        *(moment.words for moment in declared.staging.moments(after.look(seat), seen)),
    ]
    changed = {abs(now[at] - was) for at, was in before.items() if at in now}
    args = {value for number in actions for value in declared.actions.decode(number)[1].values()}
    return " ".join(said), changed | args


def buttons(match: Match, seat: int, rng: random.Random) -> list[Button]:
    """Of each kind of action that is offered, some."""
    found = offered(match, seat)
    by_kind: dict[str, list[Button]] = defaultdict(list)
    kind_of = match.game.declaration.actions.decode
    for button in [*found.buttons, *(each for form in found.sums for each in sums_of(form))]:
        by_kind[kind_of(button.plays[0])[0]].append(button)
    return [each for same in by_kind.values() for each in rng.sample(same, min(FEW, len(same)))]


def test_no_button_names_a_figure_or_a_thing_that_is_not_true_of_its_play(game: str) -> None:
    rng, pressed = random.Random(2), set()
    for kind, _numbers, match in occasions(game):
        seat = match.pending[0]
        for button in buttons(match, seat, rng):
            said, changed = what_comes_of(match, seat, button.plays)
            made_up = figures(button.words) - figures(said) - changed
            assert button.words.strip(), f"{kind}: a button without words"
            assert not made_up, f"{kind}: {button.words!r} says {made_up}, but what comes of it is: {said}"
            named = [name.lower()[:STEM] for name in NAME.findall(button.words)]
            words = re.findall(r"[\w-]+", said.lower())
            is_said = any(word.startswith(name) for name in named for word in words)
            assert is_said or not named, f"{kind}: {button.words!r} names nothing of what comes of it: {said}"
        pressed.add(kind)
    assert pressed == set(tabletown.game(game).declaration.actions.kinds)


def drafts(match: Match, seat: int, rng: random.Random) -> Iterator[list[list[int]]]:
    """Nothing, and some choices of up to three parts."""
    declared = match.game.declaration
    parts: list[list[int]] = []
    for _part in range(4):
        yield list(parts)
        legal = [each.id for each in Scene(match, seat, "en", drafted=parts).legal if each.kind in declared.composed]
        if not legal:
            return
        parts.append([rng.choice(legal)])


def test_at_most_one_button_is_the_primary_one(game: str) -> None:
    rng, filled = random.Random(4), set()
    for kind, _numbers, match in occasions(game):
        seat = match.pending[0]
        for parts in drafts(match, seat, rng):
            try:
                found = offered(match, seat, parts).filled
            except Refused:  # parts that would show something on their way are played, not collected
                break
            assert found <= 1, f"{kind} with {len(parts)} parts: {found} primary buttons"
            filled.add(found)
    assert 1 in filled


def test_a_sum_that_is_chosen_is_on_the_button_and_is_what_is_played(game: str) -> None:
    """Of every sum that a game asks for, each number: its words name it, and its action has it."""
    found = 0
    for _kind, _numbers, match in occasions(game):
        for form in offered(match, match.pending[0]).sums:
            low, high = int(form["low"]), int(form["high"])
            for button, n in zip(sums_of(form, range(low, high + 1)), range(low, high + 1), strict=True):
                kind, args = match.game.declaration.actions.decode(button.plays[0])
                assert n == args[match.game.declaration.actions.kinds[kind].money]
                assert n in figures(button.words) or (n == 0 and not figures(button.words)), button.words
                found += 1
    assert found or game == "squad_car"


SUMS = {"milton_keynes": "bribe", "the_estates": "bid", "square_mile": "bid"}


@pytest.mark.parametrize(("title", "kind"), SUMS.items())
def test_the_button_of_a_sum_follows_the_choice_back_and_forth_and_begins_anew_with_the_next_question(
    server: Server, person: NewPerson, title: str, kind: str
) -> None:
    match = next(match for found, _numbers, match in occasions(title) if found == kind)
    page = person(reduced_motion="reduce")
    sit_down_at(page, server, match)
    low = int(page.get_attribute(".sum-in", "min") or 0)
    for n in (low + 2, low, low + 1, low):
        assert figures(chosen(page, n)) <= {n}
    assert figures(chosen(page, low + 2)) == {low + 2}
    question = page.get_attribute("#decide", "data-question")
    page.click("#decide form.bid .go")
    page.wait_for_function("was => document.getElementById('decide')?.dataset.question !== was", arg=question)
    if page.locator(".curtain").count():
        page.click(".curtain button")
    following = page.locator("#decide form.bid .go")
    if following.count():
        now = page.locator(".sum-in").input_value()
        assert now == page.get_attribute(".sum-in", "min"), "what was typed for the first question stays"
        assert figures(following.inner_text()) <= {int(now)}


def chosen(page: Page, n: int) -> str:
    """The words of the button when that sum is chosen and everything asked for has come."""
    page.fill(".sum-in", str(n))
    expect(page.locator("#decide form.bid")).to_have_attribute("data-shows", re.compile(r"\d+"))
    return page.locator("#decide form.bid .go").inner_text()


BACKGROUND = "background-color"


@pytest.mark.parametrize(("title", "kind"), [("square_mile", "sell"), ("milton_keynes", "demolish")])
def test_the_primary_colour_goes_over_to_what_is_selected_and_comes_back(
    server: Server, person: NewPerson, title: str, kind: str
) -> None:
    match = next(match for found, _numbers, match in occasions(title) if found == kind)
    page = person(reduced_motion="reduce")
    sit_down_at(page, server, match)
    usual, also = (page.locator(f"#decide .row > .go{which}") for which in (":not(.also)", ".also"))
    filled, plain = (each.evaluate("button => getComputedStyle(button).backgroundColor") for each in (usual, also))
    assert filled != plain
    for selected, first, second in ((also, plain, filled), (usual, filled, plain)):
        selected.focus()
        expect(usual).to_have_css(BACKGROUND, first)
        expect(also).to_have_css(BACKGROUND, second)

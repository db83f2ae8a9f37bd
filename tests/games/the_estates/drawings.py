"""Pictures of The Estates, for tests to look at."""

import random
import re
from functools import cache
from xml.etree import ElementTree as ET

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.drawing import PICTURE
from tabletown.games.the_estates.rules.state import State
from tabletown.rulekit.drawing import Box
from tabletown.rulekit.language import say
from tests.games.the_estates.table import (
    ANN,
    RULES,
    Table,
)
from tests.looking import look

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
ENGLISH = say("en", GAME)
SPECTATOR = -1
FIRMS = "abfpsv"


def drawn(s: State, viewer: int = ANN, names: list[str] | None = None) -> dict[str, str]:
    view = RULES.concealed(s, viewer)
    assert isinstance(view, State)
    return PICTURE.whole(look(ENGLISH, RULES, view, viewer, names or NAMES[: s.players]))


def part(s: State, name: str, viewer: int = ANN) -> ET.Element:
    return ET.fromstring(drawn(s, viewer)[name])


def texts(element: ET.Element) -> list[str]:
    """What is written there, tooltips left out."""
    return ["".join(text.itertext()) for text in element.iter("text")]


def titles(element: ET.Element) -> list[str]:
    return [title.text or "" for title in element.iter("title")]


def moved(element: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert found is not None
    return float(found[1]), float(found[2])


@cache
def random_game(players: int, seed: int, rounds: int = 1) -> tuple[State, ...]:
    """The position after each decision."""
    rng = random.Random(seed)
    s = Table(players, seed, rounds=rounds).s
    found = [s.copy()]
    while RULES.pending_seats(s):
        RULES.apply(s, s.seat, rng.choice(RULES.legal_actions(s, s.seat)))
        found.append(s.copy())
    return tuple(found)


GAMES = [(2, 1), (3, 2), (4, 3), (5, 4)]


def inside(box: Box, outer: Box) -> bool:
    return (
        outer.x <= box.x
        and outer.y <= box.y
        and box.x + box.width <= outer.x + outer.width + 0.01
        and box.y + box.height <= outer.y + outer.height + 0.01
    )


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width - 0.01
        and other.x < one.x + one.width - 0.01
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )

"""The picture: whole, readable, growing with the town, and clickable where the rules allow something."""

import random
import re
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.drawing import PICTURE, picture
from tabletown.games.square_mile.rules.state import APARTMENTS, CHURCH, HOUSES, INDUSTRY, SCHOOL, SHOPS, State
from tabletown.rulekit.drawing import design_tokens, standalone
from tabletown.rulekit.language import say
from tests.games.square_mile.table import ANN, BEN, BUILDINGS, ROADS, RULES, Planning, Table, edge
from tests.looking import look

NAMES = ["Ann", "Ben", "Cat", "Dan"]
ENGLISH = say("en", GAME)
KINDS = (HOUSES, CHURCH, SCHOOL, INDUSTRY, SHOPS, APARTMENTS)
SPECTATOR = -1


def drawn(s: State, viewer: int = ANN) -> dict[str, str]:
    view = RULES.concealed(s, viewer)
    assert isinstance(view, State)
    return PICTURE.whole(look(ENGLISH, RULES, view, viewer, NAMES[: s.players]))


def texts(part: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(part).iter("text")]


@cache
def positions(players: int, tract_cards: int) -> tuple[State, ...]:
    """After each decision of a random game."""
    rng = random.Random(players)
    table = Planning(players, players, tract_cards=tract_cards)
    found = [table.s.copy()]
    while seats := RULES.pending_seats(table.s):
        seat = rng.choice(seats)
        RULES.apply(table.s, seat, rng.choice(RULES.legal_actions(table.s, seat)))
        found.append(table.s.copy())
    return tuple(found)


GAMES = [(2, 1), (3, 0), (4, 1)]


@pytest.mark.parametrize(("players", "tract_cards"), GAMES)
def test_every_part_is_well_formed_carries_its_id_and_stays_the_same_set(players: int, tract_cards: int) -> None:
    names = None
    for state in positions(players, tract_cards)[::7]:
        parts = drawn(state)
        names = names or list(parts)
        assert list(parts) == names
        for name, part in parts.items():
            assert ET.fromstring(part).attrib["id"] == name
        assert sum(map(len, parts.values())) < 90_000


def test_only_tokens_of_the_house_are_used() -> None:
    used = set()
    for state in positions(3, 0)[::20]:
        used |= set(re.findall(r"var\(--([\w-]+)\)", "".join(drawn(state).values()) + PICTURE.all_defs))
    for kind in KINDS:
        table = Table()
        table.built("A", kind)
        used |= set(re.findall(r"var\(--([\w-]+)\)", drawn(table.s)["town-A"]))
    assert used <= set(design_tokens(dark=False))


def test_the_file_stands_alone_by_day_and_night() -> None:
    state = positions(3, 0)[-1]
    parts, size = drawn(state), picture.layout(look(ENGLISH, RULES, state, 0)).size
    for dark in (False, True, None):
        file = standalone(parts, PICTURE.all_defs, size, "Square Mile", dark=dark)
        ET.fromstring(file)
        assert ("var(--" in file) is (dark is None)


def test_what_a_part_refers_to_is_defined() -> None:
    for state in positions(4, 1)[::25]:
        text = PICTURE.all_defs + "".join(drawn(state).values())
        wanted = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', text))
        assert wanted <= set(re.findall(r'id="([\w-]+)"', text))


def test_six_buildings_have_six_silhouettes() -> None:
    shapes = set()
    for kind in KINDS:
        table = Table()
        table.built("A", kind)
        shapes.add(drawn(table.s)["town-A"])
    assert len(shapes) == 6


def test_a_tract_changes_at_every_stage_and_others_do_not() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.cash(500, 0, 0)
    before = drawn(table.s)
    table.step(ANN, ROADS)
    for direction in ("north", "west", "south", "east"):
        table.play(ANN, "lay_section", edge=f"A {direction}")
    enclosed = drawn(table.s)
    assert enclosed["roads"] != before["roads"]
    assert texts(enclosed["label-A"])[-2:] == ["75k", "Q"], "no letter of a tract"
    table.s.subdivided[0] = 1
    subdivided = drawn(table.s)
    assert subdivided["tract-A"] != before["tract-A"]
    assert subdivided["tract-B"] == before["tract-B"]
    table.built("A", HOUSES)
    assert drawn(table.s)["town-A"] != subdivided["town-A"]


def test_labels_say_letter_zone_value_and_owner() -> None:
    table = Table()
    table.owns(BEN, "K")
    table.zoned("K", SCHOOL)
    label = drawn(table.s)["label-K"]
    assert texts(label) == ["K", "School", "10k", "R"]
    assert "var(--seat-2)" in label
    assert "url(#pat-2)" in label, "colour is never alone"


def test_out_of_the_game_is_said_and_greyed() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.built("A", SHOPS)
    bright = drawn(table.s)["town-A"]
    table.play(ANN, "sell", tract="A")
    assert "Out of game" in texts(drawn(table.s)["label-A"])
    assert drawn(table.s)["town-A"] != bright


def test_bridges_stand_only_where_the_river_is_crossed() -> None:
    table = Table()
    table.roads("A-B", "G-K", "O south")
    assert drawn(table.s)["bridges"].count("<g transform") == 2


def test_cash_of_others_is_a_lock_and_a_word() -> None:
    table = Table()
    table.cash(12, 34, 56)
    assert "$12,000" in texts(drawn(table.s)["player-0"])
    assert "hidden" in texts(drawn(table.s)["player-1"])
    assert "$34,000" not in drawn(table.s)["player-1"]
    assert "hidden" in texts(drawn(table.s, SPECTATOR)["player-0"])


def test_the_value_card_shows_every_figure() -> None:
    shown = texts(drawn(Table().s)["value-card"])
    for figure in ("8,000", "10,000 → +15,000", "25,000 → 125,000", "100,000 → 300,000", "75,000 → 275,000"):
        assert figure in shown


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


@pytest.mark.parametrize(("players", "tract_cards"), GAMES)
def test_targets_lie_on_the_map_and_do_not_cover_each_other(players: int, tract_cards: int) -> None:
    seen = set()
    for state in positions(players, tract_cards):
        for seat in RULES.pending_seats(state):
            view = RULES.concealed(state, seat)
            assert isinstance(view, State)
            legal = RULES.legal_actions(view, seat)
            shown = look(ENGLISH, RULES, view, seat)
            board = picture.layout(shown).board
            targets = PICTURE.targets(shown, legal)
            assert {target.action for target in targets} <= set(legal)
            for n, target in enumerate(targets):
                seen.add(GAME.actions.decode(target.action)[0])
                assert target.label
                assert 0 <= target.x <= board[0] - target.width
                assert 0 <= target.y <= board[1] - target.height
                for other in targets[n + 1 :]:
                    assert not overlap(target[1:5], other[1:5])
    assert {"bid_for", "lay_section", "sell", "put_up"} <= seen


def test_builders_may_click_what_they_build_and_whom_they_ask() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.owns(BEN, "B")
    table.step(ANN, ROADS)
    targets = PICTURE.targets(look(ENGLISH, RULES, table.s, ANN), RULES.legal_actions(table.s, ANN))
    kinds = [GAME.actions.decode(target.action) for target in targets]
    assert ("ask_for", {"edge": edge("A-B"), "player": BEN}) in kinds
    assert sum(kind == "lay_section" for kind, _ in kinds) == 4
    built = Table()
    built.owns(ANN, "A")
    built.subdivided("A")
    built.step(ANN, BUILDINGS)
    labels = [t.label for t in PICTURE.targets(look(ENGLISH, RULES, built.s, ANN), RULES.legal_actions(built.s, ANN))]
    assert "houses on A" in labels

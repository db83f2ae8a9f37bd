"""Maps of fewer tracts than the printed one (SM-G4): a quarter of it, and one that is neither that nor the whole."""

import copy
import random
import re
from typing import Any

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.state import (
    FIRST_ROAD,
    HOUSES,
    INDUSTRY,
    NO_SEAT,
    NONE,
    OUT_OF_THE_GAME,
    SCHOOL,
    SELL_PART,
    State,
)
from tabletown.games.square_mile.telling.guide import stages
from tabletown.match import Match, game
from tabletown.rulekit.namespace import Namespace

QUARTER = Namespace(GAME, GAME.edition("quarter_section.toml"))
A, B, C, D = QUARTER.LAND


def dealt(players: int, seed: int, **options: int) -> State:
    state = QUARTER.new_state({option.name: option.default for option in GAME.options} | options)
    assert isinstance(state, State)
    QUARTER.seed_dice(state, seed)
    QUARTER.setup(state, players)
    return state


def match(players: int = 2, edition: dict[str, Any] | str | None = "quarter_section") -> Match:
    return game("square_mile").new(players=players, seed=5, edition=edition)


@pytest.mark.rule("SM-G4")
def test_a_quarter_has_four_tracts_lettered_row_by_row_and_all_else_is_out_of_the_game() -> None:
    state = dealt(2, 1)
    assert (A, B, C, D) == (0, 1, 4, 5)
    assert [state.letter[tract] for tract in (A, B, C, D)] == [0, 1, 2, 3]
    for tract in set(range(16)) - {A, B, C, D}:
        assert (state.owner[tract], state.letter[tract]) == (OUT_OF_THE_GAME, NONE)


@pytest.mark.rule("SM-P4")
@pytest.mark.parametrize("seed", range(8))
def test_planning_stops_when_a_small_map_is_zoned(seed: int) -> None:
    state = dealt(2, seed)
    assert sorted(state.zone[tract] for tract in (A, B, C, D)) == sorted([INDUSTRY, INDUSTRY, HOUSES, SCHOOL])


@pytest.mark.rule("SM-B1")
def test_without_sealed_bids_the_first_road_comes_at_once() -> None:
    assert dealt(2, 1).phase == FIRST_ROAD


@pytest.mark.rule("SM-R3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_road_stays_on_a_small_map_and_never_gets_stuck(players: int) -> None:
    chance = random.Random(players)
    for seed in range(30):
        state = dealt(players, seed)
        while state.phase < SELL_PART:
            (seat,) = QUARTER.pending_seats(state)
            QUARTER.apply(state, seat, chance.choice(QUARTER.legal_actions(state, seat)))
        assert sum(state.section) == players + 1
        assert all(QUARTER.BESIDE[edge] != (-1, -1) for edge in range(40) if state.section[edge])


@pytest.mark.rule("SM-G4")
@pytest.mark.parametrize(("kind", "args"), [("put_up", {"tract": 10}), ("lay_section", {"edge": 39})])
def test_land_beyond_the_map_is_refused_with_a_sentence(kind: str, args: dict[str, int]) -> None:
    state = dealt(2, 1)
    if kind == "put_up":
        state.phase = QUARTER.BUY_PART
    (seat,) = QUARTER.pending_seats(state)
    reason = GAME.reasons.all[QUARTER.why_not(state, seat, GAME.actions.encode(kind, args))]
    assert (reason.name, reason.clause) == ("beyond_the_map", "SM-G4")


def test_with_four_players_all_land_is_given_away() -> None:
    assert NO_SEAT not in dealt(4, 1).owner


@pytest.mark.rule("SM-A1")
@pytest.mark.parametrize("seed", range(6))
def test_tract_cards_fill_a_small_map(seed: int) -> None:
    chance = random.Random(seed)
    state = dealt(2, seed, tract_cards=1)
    while state.phase < FIRST_ROAD:
        (seat,) = QUARTER.pending_seats(state)
        QUARTER.apply(state, seat, chance.choice(QUARTER.legal_actions(state, seat)))
    assert [tract for tract in range(16) if state.letter[tract] != NONE] == [A, B, C, D]


def test_the_picture_shows_no_more_than_the_map_and_is_as_large() -> None:
    small, whole = match(), match(edition=None)
    parts = GAME.picture.parts(small.look(seat=0))
    assert [name for name in parts if name.startswith("tract-")] == ["tract-A", "tract-B", "tract-E", "tract-F"]
    assert parts["markers"].count("<use") == 9
    assert GAME.picture.layout(small.look(seat=0)).board == (408, 350)
    assert GAME.picture.layout(whole.look(seat=0)).board == (700, 642)


def test_what_cannot_be_chosen_lies_on_the_map_too() -> None:
    look = match().look(seat=0)
    kinds = (GAME.actions.kinds[kind] for kind in ("sell", "put_up", "bid_for", "lay_section", "lay_tract_card"))
    spots = [spot for kind in kinds for spot in GAME.picture.targets(look, kind.actions)]
    width, height = GAME.picture.layout(look).board
    assert spots
    assert all(spot.x + spot.width <= width and spot.y + spot.height <= height for spot in spots)


def test_the_map_in_letters_has_two_rows_of_two() -> None:
    lines = [line for line in match().text(seat=0).splitlines() if line.startswith("+")]
    assert [len(line) for line in lines] == [15, 15, 15]


def test_a_map_may_be_neither_a_quarter_nor_the_whole() -> None:
    content = copy.deepcopy(GAME.edition().content)
    content["name"] = "Three by two"
    content["map"]["printed"]["is"] = "│..\n└~."
    content["map"]["printed"]["is"] = "│..\n│~."
    content["money"]["sealed_bids"]["is"] = [1, 0, 0]
    content["planning_cards"]["tract"]["is"] = list("ABCDEF")
    lines = ["AD west", "BE east", "CF west", "ABC north", "DEF south", "ABC south"]
    content["planning_cards"]["railway"]["is"] = lines
    content["planning_cards"]["road"]["is"] = ["A/B", "B/C", "A/D", "B/E", "C/F", "E/F"]
    chance = random.Random(3)
    for players in (2, 3, 4):
        played = match(players, content)
        for _ in range(60):
            if played.over:
                break
            seat = min(played.pending)
            played.play(seat, chance.choice(played.legal(seat)))
        letters = re.findall(r"^([A-Z]):", played.text(seat=0), re.MULTILINE)
        assert letters == list("ABCDEF")


@pytest.mark.rule("SM-B1")
@pytest.mark.parametrize(("edition", "is_named"), [("quarter_section", False), (None, True)])
def test_sealed_bids_are_named_among_the_parts_of_planning_where_somebody_may_hand_one_in(
    edition: str | None, is_named: bool
) -> None:
    names = [stage.name for stage in stages(match(edition=edition).look(0))]
    assert ("Sealed bids" in names) == is_named
    assert "First road" in names

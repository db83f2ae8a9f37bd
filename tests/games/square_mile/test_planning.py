"""The planning stage: railway, zones, free tracts, money and the cards (SM-P)."""

from collections import Counter
from itertools import pairwise

import pytest

from tabletown.games.square_mile.rules.geometry import OFF_MAP
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    CHURCH,
    HOUSES,
    INDUSTRY,
    NO_SEAT,
    SCHOOL,
    SEALED_BIDS_DUE,
    SHOPS,
    UNZONED,
    State,
)
from tests.games.square_mile.table import RULES, Planning, Seats, dealt, tract

SEEDS = range(60)


def neighbours(place: int) -> set[int]:
    return {there for there in RULES.NEIGHBOUR[place] if there != OFF_MAP}


def in_zone(s: State, zone: int) -> set[int]:
    return {place for place in range(TRACTS) if s.zone[place] == zone}


@pytest.mark.rule("SM-G3", "SM-P1")
def test_planning_comes_first_and_the_cards_are_drawn_in_turn() -> None:
    table = Planning(players=4, seed=2)
    assert table.s.phase == SEALED_BIDS_DUE
    drawers = [told["seat"] for told in table.told("planning_card_drawn")]
    once = [seat for n, seat in enumerate(drawers) if n == 0 or drawers[n - 1] != seat]
    assert all(after == (before + 1) % 4 for before, after in pairwise(once))
    assert table.refused(0, "sell", tract="A")[0] == "not_at_this_stage"


@pytest.mark.rule("SM-P1")
def test_the_first_drawer_is_drawn_by_lot() -> None:
    first: Counter[int] = Counter()
    for seed in SEEDS:
        table = Planning(players=3, seed=seed)
        first[table.told("planning_card_drawn")[0]["seat"]] += 1
    assert set(first) == {0, 1, 2}


@pytest.mark.rule("SM-P2")
@pytest.mark.parametrize("seed", SEEDS)
def test_four_tracts_in_a_line_become_industry(seed: int) -> None:
    s = dealt(seed=seed)
    lane = RULES.LANE_TRACTS[RULES.LANE_OF_CARD[s.railway]]
    assert in_zone(s, INDUSTRY) == set(lane)
    assert len(lane) == 4
    assert len({place // 4 for place in lane}) == 1 or len({place % 4 for place in lane}) == 1


@pytest.mark.rule("SM-P3")
@pytest.mark.parametrize("seed", SEEDS)
def test_house_tracts_are_the_free_neighbours_of_the_school(seed: int) -> None:
    s = dealt(seed=seed)
    (school,) = in_zone(s, SCHOOL)
    assert in_zone(s, HOUSES) == neighbours(school) - in_zone(s, INDUSTRY)


@pytest.mark.rule("SM-P5")
@pytest.mark.parametrize("seed", SEEDS)
def test_apartment_tracts_are_the_free_neighbours_of_the_shops(seed: int) -> None:
    s = dealt(seed=seed)
    (shops,) = in_zone(s, SHOPS)
    zoned_before = in_zone(s, INDUSTRY) | in_zone(s, SCHOOL) | in_zone(s, HOUSES)
    assert in_zone(s, APARTMENTS) == neighbours(shops) - zoned_before


@pytest.mark.rule("SM-P6", "SM-P7")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_church_zones_no_neighbour_and_the_rest_stays_unzoned(seed: int) -> None:
    s = dealt(seed=seed)
    assert len(in_zone(s, CHURCH)) == 1
    assert 3 <= len(in_zone(s, UNZONED)) <= 7
    zoned = sum(len(in_zone(s, zone)) for zone in (INDUSTRY, SCHOOL, HOUSES, SHOPS, APARTMENTS, CHURCH))
    assert zoned + len(in_zone(s, UNZONED)) == TRACTS


@pytest.mark.rule("SM-P4")
def test_a_card_for_a_zoned_tract_is_followed_by_another_of_the_same_player() -> None:
    redrawn = 0
    for seed in SEEDS:
        table = Planning(seed=seed)
        events = [(event[0], event[1]) for event in table.s.told]
        names = [RULES.declaration.events.kinds[code].name for code, _ in events]
        for n, name in enumerate(names):
            if name == "zoned_already":
                redrawn += 1
                assert names[n + 1] in {"planning_card_drawn", "planning_shuffled"}
                again = next(k for k in range(n + 1, len(names)) if names[k] == "planning_card_drawn")
                assert events[again][1] == events[n - 1][1], "the same player draws"
    assert redrawn > 20


@pytest.mark.rule("SM-P8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_gets_one_tract_whatever_its_zone(players: int) -> None:
    zones = set()
    for seed in SEEDS:
        s = dealt(players, seed)
        owners = [owner for owner in s.owner if owner != NO_SEAT]
        assert sorted(owners) == list(range(players))
        assert [s.owned[seat] for seat in range(players)] == [1] * players
        zones |= {s.zone[place] for place in range(TRACTS) if s.owner[place] != NO_SEAT}
    assert INDUSTRY in zones
    assert UNZONED in zones


@pytest.mark.rule("SM-P9")
def test_everybody_starts_with_100_000() -> None:
    s = dealt(4)
    assert 50 + 3 * 10 + 3 * 5 + 5 * 1 == 100
    assert [s.cash[seat] for seat in range(4)] == [100] * 4


class Drawing(Seats):
    """Only the planning cards matter."""

    def __init__(self) -> None:
        self.s = dealt()
        self.s.told.clear()

    def draws(self, count: int, kept_out: int = 0) -> list[int]:
        return [RULES.draw_planning_card(self.s, kept_out) for _ in range(count)]


@pytest.mark.rule("SM-P10")
def test_drawn_cards_stay_out_until_the_pile_is_empty() -> None:
    table = Drawing()
    table.s.planning_drawn = 0
    first = table.draws(16)
    assert sorted(first) == list(range(16))
    assert table.told("planning_shuffled") == []
    assert sorted(table.draws(16)) == list(range(16))
    assert len(table.told("planning_shuffled")) == 1


@pytest.mark.rule("SM-P10")
def test_after_a_shuffle_a_tract_with_an_owner_is_no_free_tract() -> None:
    for seed in SEEDS:
        s = dealt(seed=seed)
        s.planning_drawn = 0
        for place in range(TRACTS):
            s.owner[place] = 0 if place != tract("K") else NO_SEAT
        s.seat = 1
        RULES.award_free_tract(s)
        assert s.owner[tract("K")] == 1

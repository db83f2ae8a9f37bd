"""What is in the box, and what the value card says (SM-G, SM-V)."""

import itertools

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.geometry import AROUND, DIRECTIONS, ENDS, OFF_MAP, ways_to_the_border
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES
from tabletown.games.square_mile.rules.state import APARTMENTS, CHURCH, HOUSES, INDUSTRY, SCHOOL, SHOPS
from tabletown.rulekit.errors import BadEdition, BadOption
from tests.games.square_mile.table import ANN, BEN, RULES, Table, dealt, edge, tract

BUILDING_KINDS = (HOUSES, CHURCH, SCHOOL, INDUSTRY, SHOPS, APARTMENTS)


@pytest.mark.rule("SM-G2")
def test_the_game_is_for_two_to_four() -> None:
    assert GAME.players == (2, 3, 4)
    with pytest.raises(BadOption):
        GAME.check_players(5)


@pytest.mark.rule("SM-G4")
def test_the_map_has_sixteen_tracts_and_forty_places_for_a_section() -> None:
    assert [LETTERS[place] for place in dealt().letter] == list("ABCDEFGHIJKLMNOP")
    inner = [places for places in RULES.BESIDE if OFF_MAP not in places]
    assert (EDGES, len(inner)) == (40, 24)
    assert len({frozenset(ends) for ends in ENDS}) == 40
    assert edge("A-B") == AROUND[tract("B")][3] == AROUND[tract("A")][1]
    sides = [(place, way) for place in range(16) for way in range(DIRECTIONS)]
    assert all(place in RULES.BESIDE[AROUND[place][way]] for place, way in sides)


@pytest.mark.rule("SM-G5")
def test_the_river_crosses_six_edges_and_j_is_the_swamp() -> None:
    state = dealt()
    bridges = {place for place in range(EDGES) if state.bridge_place[place]}
    assert bridges == {edge(name) for name in ("B north", "B-F", "F-G", "G-K", "K-O", "O south")}
    assert state.swamp == tract("J")


@pytest.mark.rule("SM-G6")
def test_each_planning_card_names_another_tract_railway_and_road() -> None:
    railways = list(zip(RULES.LANE_OF_CARD, RULES.LANE_SIDE_OF_CARD, strict=True))
    for table in (RULES.TRACT_OF_CARD, railways, RULES.ROAD_OF_CARD):
        assert len(table) == len(set(table)) == 16
    assert all(OFF_MAP not in RULES.BESIDE[place] for place in RULES.ROAD_OF_CARD)


@pytest.mark.rule("SM-G7")
def test_nobody_owns_more_than_five_tracts() -> None:
    table = Table()
    table.owns(ANN, "ABCDE")
    table.cash(500, 100, 100)
    table.play(ANN, "stop_selling")
    table.play(ANN, "name_step", step=0)
    assert not RULES.has_pawn(table.s, ANN)
    table.play(ANN, "stop_building")
    assert table.s.active == BEN, "with all pawns on the map there is nothing to buy, so the turn is over"


@pytest.mark.rule("SM-G7")
def test_a_full_hand_of_pawns_is_the_reason_given() -> None:
    table = Table()
    table.owns(ANN, "ABCDE")
    table.s.phase = RULES.BUY_PART
    assert table.refused(ANN, "put_up", tract="P") == ("no_pawn_left", "SM-G7")


@pytest.mark.rule("SM-G8")
def test_there_are_twenty_two_buildings() -> None:
    stock = dealt().stock
    assert {kind: stock[kind] for kind in BUILDING_KINDS} == {
        HOUSES: 9,
        CHURCH: 1,
        SCHOOL: 1,
        INDUSTRY: 5,
        SHOPS: 1,
        APARTMENTS: 5,
    }


@pytest.mark.rule("SM-G9")
def test_the_bank_pays_more_than_the_box_holds() -> None:
    table = Table(players=2)
    table.cash(5000, 0)
    table.owns(ANN, "A")
    table.built("A", APARTMENTS)
    table.play(ANN, "sell", tract="A")
    assert table.s.cash[ANN] == 5300, "more than the 4,150 of all the notes"


@pytest.mark.rule("SM-V1")
def test_raw_land_is_worth_what_the_card_says() -> None:
    table = Table()
    for letter, zone in zip("BCDEFG", BUILDING_KINDS, strict=True):
        table.zoned(letter, zone)
    assert {letter: table.value(letter) for letter in "ABCDEFG"} == {
        "A": 8,
        "B": 10,
        "C": 10,
        "D": 10,
        "E": 12,
        "F": 15,
        "G": 15,
    }


@pytest.mark.rule("SM-V2")
def test_a_house_tract_with_two_roads_is_worth_40_000() -> None:
    table = Table()
    table.zoned("C", HOUSES)
    table.roads("C north", "C-D")
    assert table.value("C") == 40


@pytest.mark.rule("SM-V2", "SM-V3")
def test_three_sides_add_15_000_each_and_the_fourth_makes_75_000_whatever_the_zone() -> None:
    table = Table()
    table.zoned("K", APARTMENTS)
    for letter, raw in (("A", 8), ("K", 15)):
        for count, direction in enumerate(("north", "east", "south"), 1):
            table.roads(f"{letter} {direction}")
            assert table.value(letter) == raw + 15 * count
        table.roads(f"{letter} west")
        assert table.value(letter) == 75


@pytest.mark.rule("SM-V4")
def test_a_subdivided_tract_is_worth_125_000_whatever_the_zone() -> None:
    table = Table()
    table.zoned("B", SHOPS)
    table.subdivided("AB")
    assert (table.value("A"), table.value("B")) == (125, 125)


@pytest.mark.rule("SM-V5")
def test_built_up_land_is_worth_200_000_to_300_000() -> None:
    table = Table()
    for letter, kind in zip("ABCDEF", BUILDING_KINDS, strict=True):
        table.built(letter, kind)
    assert [table.value(letter) for letter in "ABCDEF"] == [200, 210, 225, 240, 275, 300]


@pytest.mark.rule("SM-V6")
def test_buildings_cost_25_000_to_100_000() -> None:
    table = Table()
    costs = [RULES.building_cost(table.s, tract("A"), kind) for kind in BUILDING_KINDS]
    assert costs == [25, 30, 40, 50, 75, 100]


@pytest.mark.rule("SM-V7")
def test_every_step_adds_more_than_it_costs_and_a_bridge_at_least_its_price() -> None:
    across_the_river = 2 * RULES.ROAD_COST + 2 * RULES.BRIDGE_COST
    for raw in RULES.RAW_VALUE:
        values = [raw + 15 * sides for sides in range(4)] + [RULES.ENCLOSED_VALUE]
        gains = [after - before for before, after in itertools.pairwise(values)]
        assert min(gains) > RULES.ROAD_COST
        assert min(gains) == RULES.BRIDGE_COST
        assert RULES.ENCLOSED_VALUE - raw > across_the_river
    assert RULES.SUBDIVIDED_VALUE - RULES.ENCLOSED_VALUE > RULES.SUBDIVISION_COST + RULES.FILL_COST
    for built, cost in zip(RULES.BUILT_VALUE, RULES.BUILDING_COST, strict=True):
        assert built - RULES.SUBDIVIDED_VALUE > cost


@pytest.mark.rule("SM-V7")
def test_zoned_land_ends_at_about_twenty_times_its_raw_value() -> None:
    table = Table()
    for letter, kind in zip("ABCDEF", BUILDING_KINDS, strict=True):
        table.zoned(letter, kind)
    raw = {letter: table.value(letter) for letter in "ABCDEF"}
    for letter, kind in zip("ABCDEF", BUILDING_KINDS, strict=True):
        table.built(letter, kind)
        assert 18 <= table.value(letter) / raw[letter] <= 23


def test_ways_to_the_border_cross_the_middle_only_from_the_middle() -> None:
    assert ways_to_the_border(RULES.LAND, tract("A")) == (1 << tract("A"),)
    inner = ways_to_the_border(RULES.LAND, tract("F"))
    assert len(inner) == 14
    assert all(way >> tract("F") & 1 and way & ~(1 << tract("F")) for way in inner)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"A/B"', '"A/C"', "two neighbours"),
        ('"AEIM west"', '"AEIM north"', "one side of a row or column"),
        ('tract = { mark = "reconstructed", from = "a different tract on each card", is = [\n    "A"', None, "twice"),
        (".└┐.", ".││.", "lets the river end"),
        ("enclosed = { is = 75", "enclosed = { is = 50", "three roads"),
        ("subdivided = { is = 125", "subdivided = { is = 70", "enclosed tract"),
        ("[200, 210", "[120, 210", "subdivided tract"),
        ("pawns = { is = 5", "pawns = { is = 4", "a free tract and the sealed bids"),
        ("is = [4, 2, 1]", "is = [4, 2, 4]", "whole map"),
        ("is = [9, 1, 1, 5, 1, 5]", "is = [9, 1, 1, 3, 1, 5]", "fewer than the zoned tracts"),
    ],
)
def test_an_edition_that_contradicts_itself_is_refused(old: str, new: str | None, complaint: str) -> None:
    text = (GAME.files / "edition.toml").read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new if new is not None else old[:-3] + '"B"', 1)
    with pytest.raises(BadEdition, match=complaint):
        type(GAME.edition()).read(changed, "edition", GAME.figures, GAME.check)

"""The three steps of building (SM-D4)."""

import pytest

from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    BUY_PART,
    CHURCH,
    HOUSES,
    INDUSTRY,
    SCHOOL,
    SHOPS,
)
from tests.games.square_mile.table import ANN, BEN, BUILDINGS, ROADS, RULES, SUBDIVISIONS, Table, edge, tract

KINDS = (HOUSES, CHURCH, SCHOOL, INDUSTRY, SHOPS, APARTMENTS)


def buildings_for(table: Table, letter: str) -> set[int]:
    return {place % 6 + 1 for place in table.can(ANN, "construct") if place // 6 == tract(letter)}


def ready_for_every_step() -> Table:
    """Ann can subdivide A, build on B and lay a road at C."""
    table = Table()
    table.owns(ANN, "ABC")
    table.enclosed("A")
    table.subdivided("B")
    return table


@pytest.mark.rule("SM-D4a")
def test_one_kind_of_step_a_turn() -> None:
    table = ready_for_every_step()
    table.step(ANN, ROADS)
    assert table.refused(ANN, "subdivide", tract="A") == ("another_step", "SM-D4a")
    assert table.refused(ANN, "construct", tract="B", building=HOUSES) == ("another_step", "SM-D4a")
    assert table.refused(ANN, "name_step", step=SUBDIVISIONS) == ("another_step", "SM-D4a")
    table.play(ANN, "lay_section", edge="C-D")
    table.play(ANN, "stop_building")
    assert table.s.phase == BUY_PART


@pytest.mark.rule("SM-D4a")
def test_after_naming_subdivisions_no_road_is_laid() -> None:
    table = Table()
    table.owns(ANN, "AC")
    table.enclosed("A")
    table.step(ANN, SUBDIVISIONS)
    assert table.refused(ANN, "lay_section", edge="C-D") == ("another_step", "SM-D4a")
    assert table.refused(ANN, "ask_for", edge="C-D", player=BEN) == ("another_step", "SM-D4a")


@pytest.mark.rule("SM-D4a")
def test_the_step_is_named_before_a_piece_is_laid() -> None:
    table = ready_for_every_step()
    table.play(ANN, "stop_selling")
    unnamed = ("step_not_named", "SM-D4a")
    assert table.refused(ANN, "lay_section", edge="C-D") == unnamed
    assert table.refused(ANN, "ask_for", edge="C-D", player=BEN) == unnamed
    assert table.refused(ANN, "subdivide", tract="A") == unnamed
    assert table.refused(ANN, "construct", tract="B", building=HOUSES) == unnamed


@pytest.mark.rule("SM-D4b")
def test_as_many_sections_as_the_cash_pays_on_all_own_tracts() -> None:
    table = Table()
    table.owns(ANN, "AP")
    table.cash(35, 100, 100)
    table.step(ANN, ROADS)
    for name in ("A north", "A west", "P south"):
        table.play(ANN, "lay_section", edge=name)
    assert table.s.cash[ANN] == 5
    assert table.s.active == BEN, "nothing more can be paid, so the turn goes on by itself to its end"


@pytest.mark.rule("SM-D4b")
def test_several_subdivisions_and_buildings_in_one_turn() -> None:
    table = Table()
    table.owns(ANN, "AD")
    table.enclosed("AD")
    table.step(ANN, SUBDIVISIONS)
    table.play(ANN, "subdivide", tract="A")
    table.play(ANN, "subdivide", tract="D")
    assert table.s.cash[ANN] == 50
    built = Table()
    built.owns(ANN, "AD")
    built.subdivided("AD")
    built.step(ANN, BUILDINGS)
    built.play(ANN, "construct", tract="A", building=HOUSES)
    built.play(ANN, "construct", tract="D", building=INDUSTRY)
    assert built.s.cash[ANN] == 25
    assert built.refused(BEN, "subdivide", tract="A")[0] == "not_yours_to_decide"


@pytest.mark.rule("SM-D4b")
def test_nobody_builds_on_land_of_others() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.owns(BEN, "C")
    table.enclosed("AC")
    table.step(ANN, SUBDIVISIONS)
    assert table.refused(ANN, "subdivide", tract="C") == ("not_your_land", "SM-D4b")
    assert table.refused(ANN, "subdivide", tract="D") == ("not_your_land", "SM-D4b")


@pytest.mark.rule("SM-D4c")
def test_only_a_step_with_something_to_do_can_be_named() -> None:
    table = Table()
    table.owns(ANN, "A")
    table.roads("A north")
    table.play(ANN, "stop_selling")
    assert table.can(ANN, "name_step") == {ROADS}
    assert table.refused(ANN, "name_step", step=SUBDIVISIONS) == ("nothing_to_build", "SM-D4c")
    assert table.refused(ANN, "name_step", step=BUILDINGS) == ("nothing_to_build", "SM-D4c")


@pytest.mark.rule("SM-D4c")
def test_without_cash_roads_can_be_named_only_where_somebody_can_be_asked() -> None:
    for neighbour, can in ((BEN, True), (ANN, False)):
        table = Table()
        table.cash(9, 100, 100)
        table.owns(ANN, "A")
        table.owns(neighbour, "B")
        assert RULES.can_build_roads(table.s, ANN) is can


@pytest.mark.rule("SM-D4d")
def test_sections_go_around_own_tracts_on_free_places() -> None:
    table = Table()
    table.owns(ANN, "C")
    table.owns(BEN, "K")
    table.roads("C-G")
    table.step(ANN, ROADS)
    assert table.can(ANN, "lay_section") == {edge("C north"), edge("B-C"), edge("C-D")}
    assert table.refused(ANN, "lay_section", edge="J-K") == ("not_beside_your_land", "SM-D4d")
    assert table.refused(ANN, "lay_section", edge="C-G") == ("place_is_taken", "SM-D4d")


@pytest.mark.rule("SM-D4d")
def test_an_edge_between_two_own_tracts_is_offered_once() -> None:
    table = Table()
    table.owns(ANN, "AB")
    table.step(ANN, ROADS)
    actions = RULES.legal_actions(table.s, ANN)
    assert len(actions) == len(set(actions)) == 7 + 1


@pytest.mark.rule("SM-D4e")
def test_a_road_costs_10_000_and_a_bridge_15_000() -> None:
    table = Table()
    table.owns(ANN, "K")
    table.cash(40, 100, 100)
    table.step(ANN, ROADS)
    table.play(ANN, "lay_section", edge="J-K")
    assert table.s.cash[ANN] == 30
    table.play(ANN, "lay_section", edge="G-K")
    assert table.s.cash[ANN] == 15
    table.play(ANN, "lay_section", edge="K-O")
    assert table.s.cash[ANN] == 0


@pytest.mark.rule("SM-D4e")
def test_who_has_14_000_can_pay_a_road_but_no_bridge() -> None:
    table = Table()
    table.owns(ANN, "K")
    table.cash(14, 100, 100)
    table.step(ANN, ROADS)
    assert table.can(ANN, "lay_section") == {edge("J-K"), edge("K-L")}
    assert table.refused(ANN, "lay_section", edge="G-K") == ("cannot_pay_section", "SM-D4e")


@pytest.mark.rule("SM-D4f")
def test_later_sections_need_not_connect_nor_enclose() -> None:
    table = Table()
    table.owns(ANN, "AP")
    table.step(ANN, ROADS)
    table.play(ANN, "lay_section", edge="A north")
    table.play(ANN, "lay_section", edge="P south")
    table.play(ANN, "stop_building")
    assert (table.s.sides[tract("A")], table.s.sides[tract("P")]) == (1, 1)


@pytest.mark.rule("SM-D4g")
def test_a_section_counts_for_both_sides_whoever_owns_them() -> None:
    table = Table()
    table.owns(ANN, "G")
    table.owns(BEN, "C")
    table.step(ANN, ROADS)
    table.play(ANN, "lay_section", edge="C-G")
    table.play(ANN, "lay_section", edge="G-H")
    assert [table.s.sides[tract(letter)] for letter in "GCH"] == [2, 1, 1]
    table.play(ANN, "lay_section", edge="F-G")
    assert table.s.sides[tract("F")] == 1


@pytest.mark.rule("SM-D4h")
def test_a_subdivision_needs_four_sides_and_25_000_and_is_laid_once() -> None:
    table = Table()
    table.owns(ANN, "ADC")
    table.enclosed("AD")
    table.cash(49, 100, 100)
    table.step(ANN, SUBDIVISIONS)
    assert table.refused(ANN, "subdivide", tract="C") == ("not_enclosed", "SM-D4h")
    table.play(ANN, "subdivide", tract="A")
    assert table.s.cash[ANN] == 24
    assert RULES.refuse_subdivide(table.s, ANN, tract("D")) == RULES.CANNOT_PAY_SUBDIVISION
    assert RULES.refuse_subdivide(table.s, ANN, tract("A")) == RULES.SUBDIVIDED_ALREADY


@pytest.mark.rule("SM-D4i")
def test_the_swamp_costs_5_000_more_and_is_worth_no_more() -> None:
    table = Table()
    table.owns(ANN, "JA")
    table.enclosed("JA")
    table.cash(29, 100, 100)
    table.step(ANN, SUBDIVISIONS)
    assert table.refused(ANN, "subdivide", tract="J") == ("cannot_pay_swamp", "SM-D4i")
    rich = Table()
    rich.owns(ANN, "J")
    rich.enclosed("J")
    rich.step(ANN, SUBDIVISIONS)
    rich.play(ANN, "subdivide", tract="J")
    assert rich.s.cash[ANN] == 70
    assert rich.value("J") == 125


@pytest.mark.rule("SM-D4j")
def test_a_building_needs_a_subdivision_and_stands_alone() -> None:
    table = Table()
    table.owns(ANN, "ABD")
    table.subdivided("AB")
    table.enclosed("D")
    table.cash(300, 100, 100)
    table.step(ANN, BUILDINGS)
    assert table.refused(ANN, "construct", tract="D", building=HOUSES) == ("not_subdivided", "SM-D4j")
    table.play(ANN, "construct", tract="A", building=HOUSES)
    assert table.refused(ANN, "construct", tract="A", building=INDUSTRY) == ("built_already", "SM-D4j")


@pytest.mark.rule("SM-D4k")
@pytest.mark.parametrize("zone", KINDS)
def test_on_zoned_land_only_the_building_of_the_zone(zone: int) -> None:
    table = Table()
    table.owns(ANN, "A")
    table.zoned("A", zone)
    table.subdivided("A")
    table.step(ANN, BUILDINGS)
    assert buildings_for(table, "A") == {zone}
    wrong = next(kind for kind in KINDS if kind != zone)
    assert table.refused(ANN, "construct", tract="A", building=wrong) == ("wrong_zone", "SM-D4k")
    table.play(ANN, "construct", tract="A", building=zone)
    assert table.s.stock[zone] == RULES.BUILDING_STOCK[zone - 1] - 1, "one piece, church and school included"


def with_unzoned_land() -> Table:
    table = Table()
    table.owns(ANN, "A")
    table.subdivided("A")
    table.cash(500, 100, 100)
    for letter, zone in (("EFGH", INDUSTRY), ("I", SCHOOL), ("J", CHURCH), ("K", SHOPS), ("LOP", APARTMENTS)):
        table.zoned("".join(letter), zone)
    return table


@pytest.mark.rule("SM-D4l", "SM-D4m")
def test_on_unzoned_land_the_owner_chooses_among_what_is_not_reserved() -> None:
    table = with_unzoned_land()
    table.step(ANN, BUILDINGS)
    assert buildings_for(table, "A") == {HOUSES, INDUSTRY, APARTMENTS}
    for kind in (SCHOOL, CHURCH, SHOPS):
        assert table.refused(ANN, "construct", tract="A", building=kind) == ("kept_in_reserve", "SM-D4m")


@pytest.mark.rule("SM-D4m")
def test_only_one_factory_is_spare_and_a_built_zone_needs_no_reserve() -> None:
    table = with_unzoned_land()
    table.owns(ANN, "B")
    table.subdivided("B")
    table.step(ANN, BUILDINGS)
    table.play(ANN, "construct", tract="A", building=INDUSTRY)
    assert table.refused(ANN, "construct", tract="B", building=INDUSTRY) == ("kept_in_reserve", "SM-D4m")
    other = with_unzoned_land()
    other.built("I", SCHOOL)
    other.step(ANN, BUILDINGS)
    assert SCHOOL not in buildings_for(other, "A"), "its only piece stands on I"


@pytest.mark.rule("SM-G8")
def test_a_piece_that_is_used_up_is_not_said_to_be_kept() -> None:
    table = with_unzoned_land()
    table.built("I", SCHOOL)
    table.step(ANN, BUILDINGS)
    assert table.refused(ANN, "construct", tract="A", building=SCHOOL) == ("none_left", "SM-G8")
    assert table.refused(ANN, "construct", tract="A", building=CHURCH) == ("kept_in_reserve", "SM-D4m")


@pytest.mark.rule("SM-V6")
def test_who_cannot_pay_a_building_is_told_so() -> None:
    table = with_unzoned_land()
    table.cash(49, 100, 100)
    table.step(ANN, BUILDINGS)
    assert buildings_for(table, "A") == {HOUSES}
    assert table.refused(ANN, "construct", tract="A", building=INDUSTRY) == ("cannot_pay_building", "SM-V6")

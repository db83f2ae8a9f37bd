"""MK-V: the rulebook's worked examples with their numbers, the cells of the table, and a naive second scorer."""

import random

import pytest

from tests.games.milton_keynes.table import (
    AIR_BASE,
    ALLOTMENTS,
    ANN,
    BEN,
    CAT,
    COMMONS,
    DAN,
    DUMP,
    ESTATE,
    EVE,
    EXTENSION,
    NATURE_RESERVE,
    RULES,
    SEWAGE_REPROCESSOR,
    Table,
    plot,
)


@pytest.mark.rule("MK-V4")
def test_an_estate_at_the_corner_of_the_river_has_two_blocks() -> None:
    table = Table(5)
    table.builds(ANN, ESTATE, "G7")
    assert table.blocks()[ANN] == 2


@pytest.mark.rule("MK-V2", "MK-V3", "MK-V4")
def test_a_neighbour_of_about_the_same_size_brings_each_a_block() -> None:
    table = Table(5)
    table.builds(ANN, ESTATE, "G7")
    table.builds(BEN, ESTATE, "H6 H7")
    assert table.blocks()[:2] == [3, 3]


@pytest.mark.rule("MK-V3", "MK-V5")
def test_beside_the_marsh_a_small_estate_earns_nothing_and_a_much_larger_neighbour_two_from_it() -> None:
    table = Table(5)
    table.builds(ANN, ESTATE, "H2")
    assert table.blocks()[ANN] == 0
    table.builds(BEN, ESTATE, "H3 H4 J4")
    assert table.blocks()[:2] == [0, 4]


@pytest.mark.rule("MK-V6", "MK-B5")
def test_a_second_building_beside_ones_own_earns_nothing_from_it() -> None:
    table = Table(5)
    table.builds(ANN, ESTATE, "J2")
    table.builds(BEN, ESTATE, "J3 J4")
    assert table.blocks()[BEN] == 2
    before = table.blocks()[ANN]
    table.builds(ANN, ESTATE, "H2 H3")
    assert table.blocks()[ANN] == before + 2


@pytest.mark.rule("MK-V3")
def test_an_extension_from_five_to_six_beside_a_four_doubles_its_walls_and_empties_the_neighbours() -> None:
    table = Table(5)
    number = table.builds(ANN, ESTATE, "H2 H3 H4 H5 J2")
    table.builds(BEN, ESTATE, "J3 J4 J5 J6")
    river = 1
    assert table.blocks()[:2] == [4 + 4 + river, 3 + 4]
    RULES.build_on_deed(table.s, plot("J1"))
    RULES.put_block(table.s, plot("J1"), number)
    RULES.count_blocks(table.s)
    assert table.blocks()[:2] == [5 + 8 + river, 3 + 0]


@pytest.mark.rule("MK-V5")
def test_a_nature_reserve_with_four_marsh_sides_and_three_walls_to_a_smaller_building() -> None:
    table = Table(5)
    table.builds(ANN, NATURE_RESERVE, "C4 C5 C6 A7 B7 C7")
    table.builds(BEN, ESTATE, "D5 D6 D7 E6")
    internal, marsh, walls = 5, 8, 6
    assert table.blocks()[ANN] == internal + marsh + walls


@pytest.mark.rule("MK-V7", "MK-V8")
def test_commons_between_four_rivals_have_eight_and_the_rivals_nothing_from_it() -> None:
    table = Table(5)
    table.builds(ANN, COMMONS, "D5")
    for seat, name in ((BEN, "C5"), (CAT, "D6"), (DAN, "E5"), (EVE, "D4")):
        table.builds(seat, ESTATE, name)
    assert table.blocks() == [8, 0, 0, 0, 0]


@pytest.mark.rule("MK-V7")
def test_commons_earn_two_also_from_a_larger_building_and_one_from_the_river() -> None:
    table = Table(5)
    table.builds(ANN, COMMONS, "G7")
    table.builds(BEN, ESTATE, "H7 H6 H5 H4")
    assert table.blocks()[ANN] == 2 + 2


@pytest.mark.rule("MK-V9")
def test_a_dump_takes_from_small_neighbours_and_gives_a_large_one_nothing() -> None:
    table = Table(5)
    table.builds(ANN, DUMP, "H4 H5")
    table.builds(BEN, ESTATE, "H3")
    table.builds(CAT, ESTATE, "H6")
    table.builds(DAN, ESTATE, "J3 J4 J5 J6")
    inside, river, from_ben, from_cat, from_dan = 1, 1, 1, 1, 0
    assert table.blocks()[ANN] == inside + river + from_ben + from_cat + 2 * from_dan
    assert table.blocks()[DAN] == 3 + 2 + 2


@pytest.mark.rule("MK-V10")
def test_allotments_pay_every_neighbour_two_and_themselves_nothing() -> None:
    table = Table(5)
    table.builds(ANN, ALLOTMENTS, "H4 H5 H3 J3 J4 J5")
    assert table.blocks()[ANN] == 0
    table.builds(ANN, ESTATE, "H6")
    table.builds(ANN, ESTATE, "J6")
    table.builds(ANN, ESTATE, "H2")
    table.builds(ANN, ESTATE, "J2")
    river_beside_h6 = 1
    assert table.blocks()[ANN] == 8 + river_beside_h6
    table.builds(BEN, ESTATE, "G4")
    river_beside_g4 = 2
    assert table.blocks()[BEN] == 2 + river_beside_g4


@pytest.mark.rule("MK-V7", "MK-V9", "MK-V10")
def test_two_of_a_kind_beside_each_other() -> None:
    for kind, each in ((COMMONS, 1), (DUMP, 0), (ALLOTMENTS, 1)):
        table = Table(5)
        table.builds(ANN, kind, "J3")
        table.builds(BEN, kind, "J4")
        assert table.blocks()[:2] == [each, each], kind


@pytest.mark.rule("MK-V9")
def test_a_dump_earns_by_size_from_commons_which_get_nothing_from_it() -> None:
    table = Table(5)
    table.builds(ANN, DUMP, "J3")
    table.builds(BEN, COMMONS, "J4")
    assert table.blocks()[:2] == [1, 0]


@pytest.mark.rule("MK-V4", "MK-V5")
def test_nothing_outside_a_smaller_map_pays() -> None:
    large, small = Table(4), Table(3)
    for table in (large, small):
        table.builds(ANN, ESTATE, "C8")
    assert large.blocks()[ANN] == 2
    assert small.blocks()[ANN] == 1


# ---------------------------------------------------------------- a second scorer, as naive as can be

KINDS = (ESTATE, SEWAGE_REPROCESSOR, AIR_BASE, NATURE_RESERVE, COMMONS, DUMP, ALLOTMENTS)


def naive_blocks(table: Table) -> list[int]:
    """Reads the rulebook's sentences one after the other for each pair of squares."""
    s = table.s
    total = [0] * s.players
    for row in range(9):
        for column in range(9):
            here = row * 9 + column
            if s.building[here] == 0:
                continue
            mine = s.building[here]
            owner, kind, size = s.owner[mine], s.kind[mine], s.size[mine]
            for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                r, c = row + down, column + across
                if not (0 <= r < 9 and 0 <= c < 9):
                    continue
                there = r * 9 + c
                other = s.building[there]
                if other == mine:
                    total[owner] += 0 if kind == ALLOTMENTS else 1
                elif other == 0:
                    if s.ground[there] == RULES.RIVER and kind != ALLOTMENTS:
                        total[owner] += 2
                    if s.ground[there] == RULES.MARSH and kind == NATURE_RESERVE:
                        total[owner] += 4
                else:
                    total[owner] += 2 * naive_wall(kind, size, owner, s.kind[other], s.size[other], s.owner[other])
    return [halves // 2 for halves in total]


def naive_wall(kind: int, size: int, owner: int, other_kind: int, other_size: int, other_owner: int) -> int:
    if other_kind == ALLOTMENTS:
        return 1 if kind == ALLOTMENTS else 2
    if kind == ALLOTMENTS or owner == other_owner or other_kind == DUMP:
        return 0
    if other_kind == COMMONS:
        return 1 if kind in (COMMONS, DUMP) and size - other_size < 2 else 2 if kind == DUMP else 0
    if kind == COMMONS:
        return 2
    difference = size - other_size
    return 2 if difference >= 2 else 0 if difference <= -2 else 1


@pytest.mark.rule("MK-V1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_naive_scorer_agrees_on_a_thousand_random_towns(players: int) -> None:
    rng = random.Random(f"towns {players}")
    base = Table(players, checked=False)
    for _ in range(1000):
        build_random_town(base, rng)
        assert base.blocks() == naive_blocks(base)


def build_random_town(base: Table, rng: random.Random) -> None:
    """Buildings of all kinds and sizes on the cleared map."""
    building, land = base.s.building, [p for p in range(81) if base.s.ground[p] == RULES.LAND]
    for number in range(1, 82):
        base.s.size[number] = 0
    for p in range(81):
        building[p] = 0
    for _ in range(rng.randrange(3, 26)):
        free = [p for p in land if building[p] == 0]
        if not free:
            break
        kind = rng.choice(KINDS)
        most = {COMMONS: 1, DUMP: 3}.get(kind, 6)
        area = [rng.choice(free)]
        wanted = rng.randrange(1, most + 1)
        while len(area) < wanted:
            edge = [q for p in area for q in RULES.NEIGHBOURS[p] if q in free and q not in area]
            if not edge:
                break
            area.append(rng.choice(edge))
        number = RULES.found_building(base.s, rng.randrange(base.s.players), kind)
        for p in area:
            RULES.put_block(base.s, p, number)
    RULES.count_blocks(base.s)


@pytest.mark.rule("MK-V1")
def test_blocks_are_worked_out_anew_when_the_neighbourhood_changes() -> None:
    table = Table(4)
    table.builds(ANN, ESTATE, "H3")
    table.builds(BEN, ESTATE, "H4 H5")
    table.holds(BEN, permits=[EXTENSION], deeds="H6")
    before = table.blocks()[ANN]
    table.to_pouches()
    table.seal(ANN, CAT, DAN)
    table.play(BEN, "extend", plot="H4")
    table.play(BEN, "put_deed", plot="H6")
    table.seal(BEN)
    assert table.blocks()[ANN] == before - 1

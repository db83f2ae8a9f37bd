"""What an edition of Square Mile holds. Sums are in thousands of dollars."""

from collections.abc import Iterable, Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, derived, figure, numbers

from .geometry import DIRECTIONS, OFF_MAP, TURNED, land_of_map, neighbours
from .places import LETTERS, Name, lanes_of, places, railway_called, road_called, tract_called
from .shapes import (
    BUILDINGS,
    LEAST_SIDE,
    MAX_BID,
    MAX_SEALED,
    MAX_SEALED_BID,
    MAX_SHARE,
    SIDE,
    TRACT_CARDS,
    TRACTS,
    ZONES,
)

RIVER_SIGNS = ".│─└┌┐┘~"
RIVER_MASKS = (0, 0b0101, 0b1010, 0b0011, 0b0110, 0b1100, 0b1001, 0)
SWAMP_SIGN = RIVER_SIGNS.index("~")

START_CASH: int = figure("money.start", 1, MAX_SEALED_BID)
SEALED_BIDS: Line = numbers("money.sealed_bids", 3, low=0, high=MAX_SEALED)
"""How many sealed bids each may make with two, three and four players."""
PAWNS: int = figure("box.pawns", 1, TRACTS)
BUILDING_STOCK: Line = numbers("box.buildings", BUILDINGS, low=1, high=TRACTS)

RAW_VALUE: Line = numbers("value.raw", ZONES, low=1, high=100)
VALUE_PER_SIDE: int = figure("value.side", 1, 100)
ENCLOSED_VALUE: int = figure("value.enclosed", 1, 400)
SUBDIVIDED_VALUE: int = figure("value.subdivided", 1, 500)
BUILT_VALUE: Line = numbers("value.built", BUILDINGS, low=1, high=MAX_BID)
ROAD_COST: int = figure("cost.road", 1, MAX_SHARE)
BRIDGE_COST: int = figure("cost.bridge", 1, MAX_SHARE)
SUBDIVISION_COST: int = figure("cost.subdivision", 1, 500)
FILL_COST: int = figure("cost.swamp_fill", 0, 500)
BUILDING_COST: Line = numbers("cost.buildings", BUILDINGS, low=1, high=500)

SIZES = range(LEAST_SIDE, SIDE + 1)
PRINTED_MAP: Chart = chart("map.printed", SIZES, SIZES, RIVER_SIGNS, ignore=" ")
TRACT_CARD_KINDS: Chart = chart("tract_cards.kinds", 1, TRACT_CARDS, ".│└~", ignore=" ")
TRACTS_ON_CARDS: tuple[Name, ...] = places("planning_cards.tract")
RAILWAYS_ON_CARDS: tuple[Name, ...] = places("planning_cards.railway")
ROADS_ON_CARDS: tuple[Name, ...] = places("planning_cards.road")
SHOWN_ON_CARDS = {
    "planning_cards.tract": tract_called,
    "planning_cards.railway": railway_called,
    "planning_cards.road": road_called,
}


def on_cards(values: Values, key: str) -> Line:
    """What the planning cards name, as the numbers of its places on the map."""
    return tuple(SHOWN_ON_CARDS[key](name, land_of_map(values)) for name in values[key])


def by_place(values: Values, of_tract: Iterable[int], beyond: int) -> Line:
    """Something of every tract, row by row, for every place that a map can have."""
    found = dict(zip(land_of_map(values), of_tract, strict=True))
    return tuple(found.get(tract, beyond) for tract in range(TRACTS))


def signs_of_map(values: Values) -> Line:
    return tuple(sign for line in values["map.printed"] for sign in line)


def printed_letters(values: Values) -> Line:
    return by_place(values, range(len(land_of_map(values))), OFF_MAP)


def printed_river(values: Values) -> Line:
    """For each tract the directions in which the printed river leaves it, bit 0 north and clockwise."""
    return by_place(values, (RIVER_MASKS[sign] for sign in signs_of_map(values)), 0)


def printed_swamp(values: Values) -> int:
    signs = signs_of_map(values)
    return land_of_map(values)[signs.index(SWAMP_SIGN)] if SWAMP_SIGN in signs else OFF_MAP


def railways(values: Values) -> Line:
    return on_cards(values, "planning_cards.railway")


DEAREST_SECTION: int = derived(lambda v: max(v["cost.road"], v["cost.bridge"]))
ALWAYS_UNZONED: int = derived(lambda v: int(len(land_of_map(v)) >= sum(most_zoned(v))))
"""1 where planning can never zone the whole map before its last step."""
PLANNING_PILE: int = derived(lambda v: len(v["planning_cards.tract"]))
"""How many planning cards there are."""
TRACT_OF_CARD: Line = derived(lambda v: on_cards(v, "planning_cards.tract"))
ROAD_OF_CARD: Line = derived(lambda v: on_cards(v, "planning_cards.road"))
LANE_OF_CARD: Line = derived(lambda v: tuple(railway // 2 for railway in railways(v)))
LANE_SIDE_OF_CARD: Line = derived(lambda v: tuple(railway % 2 for railway in railways(v)))
LANE_TRACTS: Chart = derived(lambda v: lanes_of(land_of_map(v)))
"""The tracts of each row and column, then OFF_MAP."""
PRINTED_LETTERS: Line = derived(printed_letters)
PRINTED_RIVER: Line = derived(printed_river)
PRINTED_SWAMP: int = derived(printed_swamp)
CARD_KIND: Line = derived(lambda v: v["tract_cards.kinds"][0])


def check(values: Values) -> Iterator[tuple[str, str]]:
    """Each tract has its card, the box suffices, the river holds together, and a tract never loses value."""
    yield from check_cards(values)
    yield from check_box(values)
    yield from check_river(values)
    raw, side = values["value.raw"], values["value.side"]
    if max(raw) + 3 * side > values["value.enclosed"]:
        yield "value.enclosed", "is less than a tract with three roads can be worth"
    if values["value.enclosed"] > values["value.subdivided"]:
        yield "value.subdivided", "is less than an enclosed tract is worth"
    if values["value.subdivided"] > min(values["value.built"]):
        yield "value.built", "is less than a subdivided tract is worth"


def check_cards(values: Values) -> Iterator[tuple[str, str]]:
    """SM-G6: a planning card for each tract, and places that are on the map."""
    tracts = len(land_of_map(values))
    for key in SHOWN_ON_CARDS:
        if len(values[key]) != tracts:
            yield key, f"takes {tracts} names, one for each tract of the map, not {len(values[key])}"
        try:
            on_cards(values, key)
        except ValueError as error:
            yield key, str(error)
    if len(set(values["planning_cards.tract"])) < tracts:
        yield "planning_cards.tract", "names a tract twice"


def check_box(values: Values) -> Iterator[tuple[str, str]]:
    """SM-G7, SM-B1, SM-D4m: pawns, land and buildings for whatever planning can bring."""
    tracts = len(land_of_map(values))
    bids = values["money.sealed_bids"]
    if values["box.pawns"] < 1 + max(bids):
        yield "box.pawns", "are fewer than a free tract and the sealed bids can take"
    if any(most and players * (1 + most) >= tracts for players, most in enumerate(bids, 2)):
        yield "money.sealed_bids", "could sell the whole map before the game begins"
    if any(stock < most for stock, most in zip(values["box.buildings"], most_zoned(values), strict=True)):
        yield "box.buildings", "are fewer than the zoned tracts can need"


def most_zoned(values: Values) -> Line:
    """Tracts that planning can zone for houses, church, school, industry, shopping centre and apartments."""
    around = max(DIRECTIONS - next_to.count(OFF_MAP) for next_to in neighbours(land_of_map(values)))
    line = max(len(values["map.printed"]), len(values["map.printed"][0]))
    return around, 1, 1, line, 1, around


def check_river(values: Values) -> Iterator[tuple[str, str]]:
    land = land_of_map(values)
    river = printed_river(values)
    for number, tract in enumerate(land):
        for direction in range(DIRECTIONS):
            there = neighbours(land)[tract][direction]
            back = TURNED[1 << direction][2]
            if river[tract] >> direction & 1 and there != OFF_MAP and not river[there] & back:
                other = LETTERS[land.index(there)]
                yield "map.printed", f"lets the river end at the border of {LETTERS[number]} and {other}"

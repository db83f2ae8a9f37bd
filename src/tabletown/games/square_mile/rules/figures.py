"""What an edition of Square Mile holds. Sums are in thousands of dollars."""

from collections.abc import Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, derived, figure, numbers

from .geometry import DIRECTIONS, NEIGHBOUR, OFF_MAP, TURNED
from .places import LETTERS, named, railway_called, road_called, tract_called, tracts_of_lane
from .shapes import (
    BUILDINGS,
    LANES,
    MAX_BID,
    MAX_SEALED,
    MAX_SEALED_BID,
    MAX_SHARE,
    PLANNING_CARDS,
    SIDE,
    TRACT_CARDS,
    TRACTS,
    ZONES,
)

RIVER_SIGNS = ".│─└┌┐┘~"
RIVER_MASKS = (0, 0b0101, 0b1010, 0b0011, 0b0110, 0b1100, 0b1001, 0)
SWAMP_SIGN = RIVER_SIGNS.index("~")

MOST_ZONED = (4, 1, 1, 4, 1, 4)
"""Tracts that planning can zone for houses, church, school, industry, shopping centre and apartments."""

START_CASH: int = figure("money.start", 1, MAX_SEALED_BID)
SEALED_BIDS: Line = numbers("money.sealed_bids", 3, low=1, high=MAX_SEALED)
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

PRINTED_MAP: Chart = chart("map.printed", SIDE, SIDE, RIVER_SIGNS, ignore=" ")
TRACT_CARD_KINDS: Chart = chart("tract_cards.kinds", 1, TRACT_CARDS, ".│└~", ignore=" ")
TRACT_OF_CARD: Line = named("planning_cards.tract", PLANNING_CARDS, tract_called)
RAILWAY_OF_CARD: Line = named("planning_cards.railway", PLANNING_CARDS, railway_called)
ROAD_OF_CARD: Line = named("planning_cards.road", PLANNING_CARDS, road_called)


def printed_river(values: Values) -> Line:
    """For each tract the directions in which the printed river leaves it, bit 0 north and clockwise."""
    return tuple(RIVER_MASKS[sign] for line in values["map.printed"] for sign in line)


def printed_swamp(values: Values) -> int:
    signs = [sign for line in values["map.printed"] for sign in line]
    return signs.index(SWAMP_SIGN) if SWAMP_SIGN in signs else OFF_MAP


DEAREST_SECTION: int = derived(lambda v: max(v["cost.road"], v["cost.bridge"]))
LANE_OF_CARD: Line = derived(lambda v: tuple(railway // 2 for railway in v["planning_cards.railway"]))
LANE_SIDE_OF_CARD: Line = derived(lambda v: tuple(railway % 2 for railway in v["planning_cards.railway"]))
LANE_TRACTS: Chart = derived(lambda _: tuple(map(tracts_of_lane, range(LANES))))
PRINTED_RIVER: Line = derived(printed_river)
PRINTED_SWAMP: int = derived(printed_swamp)
CARD_KIND: Line = derived(lambda v: v["tract_cards.kinds"][0])


def check(values: Values) -> Iterator[tuple[str, str]]:
    """Each tract has its card, the box suffices, the river holds together, and a tract never loses value."""
    if len(set(values["planning_cards.tract"])) < PLANNING_CARDS:
        yield "planning_cards.tract", "names a tract twice"
    yield from check_box(values)
    yield from check_river(printed_river(values))
    raw, side = values["value.raw"], values["value.side"]
    if max(raw) + 3 * side > values["value.enclosed"]:
        yield "value.enclosed", "is less than a tract with three roads can be worth"
    if values["value.enclosed"] > values["value.subdivided"]:
        yield "value.subdivided", "is less than an enclosed tract is worth"
    if values["value.subdivided"] > min(values["value.built"]):
        yield "value.built", "is less than a subdivided tract is worth"


def check_box(values: Values) -> Iterator[tuple[str, str]]:
    """SM-G7, SM-B1, SM-D4m: pawns, land and buildings for whatever planning can bring."""
    won = [1 + bids for bids in values["money.sealed_bids"]]
    if values["box.pawns"] < max(won):
        yield "box.pawns", "are fewer than a free tract and the sealed bids can take"
    if any(players * tracts >= TRACTS for players, tracts in enumerate(won, 2)):
        yield "money.sealed_bids", "could sell the whole map before the game begins"
    if any(stock < most for stock, most in zip(values["box.buildings"], MOST_ZONED, strict=True)):
        yield "box.buildings", "are fewer than the zoned tracts can need"


def check_river(river: Line) -> Iterator[tuple[str, str]]:
    for tract in range(TRACTS):
        for direction in range(DIRECTIONS):
            there = NEIGHBOUR[tract][direction]
            back = TURNED[1 << direction][2]
            if river[tract] >> direction & 1 and there != OFF_MAP and not river[there] & back:
                yield "map.printed", f"lets the river end at the border of {LETTERS[tract]} and {LETTERS[there]}"

"""What an edition of Milton Keynes holds. Rules use these names like constants."""

import itertools
from collections.abc import Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, derived, figure, numbers, words

from .shapes import CHARACTERS, COLUMNS, ENTRIES, EXTENSION, KINDS, PERMITS, PLOTS, ROWS

SIGNS_OF_GROUND = ".~mX"
LAND, RIVER, MARSH, ROCK, OUTSIDE = range(5)
MARSH_TILES = 2

GROUND: Chart = chart("map.ground", ROWS, COLUMNS, SIGNS_OF_GROUND, ignore=" ")
DOTS: Chart = chart("map.dots", ROWS, COLUMNS, "01234X", ignore=" ")
MAP_ROWS: Line = numbers("map.rows", 4, low=2, high=ROWS)
MAP_COLUMNS: Line = numbers("map.columns", 4, low=2, high=COLUMNS)
ROW_LETTERS: tuple[str, ...] = words("map.row_letters", ROWS)
MARSH_TILE: int = figure("map.marsh_tile", 1, 2)
RIVER_TILES: int = figure("map.river_tiles", 2, 10)

PERMIT_COUNTS: Line = numbers("permits.counts", KINDS, low=0, high=PERMITS)
STARTING_PERMITS: Chart = numbers("permits.characters", CHARACTERS, KINDS, low=0, high=8)
ADVANCED_PERMITS: int = figure("permits.dealt_in_the_advanced_game", 0, 6)
DEEDS_EACH: int = figure("deeds.dealt", 0, 8)

BANK: int = figure("money.bank", 5, 190)
BRIEFCASE: int = figure("money.briefcase", 1, 20)
GRANT: int = figure("money.grant", 0, 30)
DEED_PRICE: int = figure("money.deed_price", 1, 20)
DEMOLISHED_DEED_PRICE: int = figure("money.demolished_deed_price", 0, 40)

RAIL_START: int = figure("rail.start", 0, 30)
RAIL_END: int = figure("rail.end", 31, 100)
ROUNDABOUT: int = figure("rail.roundabout", 2, 20)
INQUIRY_STEP: int = figure("rail.inquiry", 1, 20)
A_BRIEFCASE_EACH: int = figure("rail.a_briefcase_each", 0, 1)

MAX_PLOTS: int = figure("building.plots", 2, 6)
COMMONS_PLOTS: int = figure("building.commons_plots", 1, 6)
DUMP_PLOTS: int = figure("building.dump_plots", 1, 6)
NEW_BUILDINGS: int = figure("building.new_ones_a_year", 1, 2)
STALLED_YEARS: int = figure("building.stalled_years", 1, 9)

BY_SIZE = 3
WALLS: Chart = chart("scoring.walls", 5, 8, "012s", ignore=" ")
MUCH_LARGER: int = figure("scoring.much_larger", 1, 6)


def _kinds_of_cards(values: Values) -> Line:
    """The 32 permits, kind by kind."""
    return tuple(kind for kind, count in enumerate(values["permits.counts"]) for _ in range(count))


def _first_cards(values: Values) -> Line:
    """The number of each kind's first permit, and one past the last kind's."""
    return tuple(itertools.accumulate(values["permits.counts"], initial=PLOTS))


PERMIT_KIND: Line = derived(_kinds_of_cards)
FIRST_PERMIT: Line = derived(_first_cards)


def check(values: Values) -> Iterator[tuple[str, str]]:
    new_buildings = values["building.new_ones_a_year"]
    yield from _check_permits(values["permits.counts"], values["permits.characters"], new_buildings)
    yield from _check_map(values["map.ground"], values["map.dots"], values["map.rows"], values["map.columns"])
    if sum(line.count(RIVER) for line in values["map.ground"]) > values["map.river_tiles"]:
        yield "map.ground", "has more river than there are tiles"
    for players, land in enumerate(map(min, _land(values), _land_of_the_advanced_game(values)), 2):
        if players * values["deeds.dealt"] > land:
            yield "deeds.dealt", f"deals more deeds to {players} players than the map may have"


def _on_the_map(values: Values) -> Iterator[list[int]]:
    """The ground of every plot on the map, for each number of players."""
    for rows, columns in zip(values["map.rows"], values["map.columns"], strict=True):
        yield [ground for line in values["map.ground"][:rows] for ground in line[:columns]]


def _land(values: Values) -> Line:
    return tuple(plots.count(LAND) for plots in _on_the_map(values))


def _land_of_the_advanced_game(values: Values) -> Line:
    """At least so much is left when the players have laid river and marshes."""
    water = values["map.river_tiles"] + MARSH_TILES * values["map.marsh_tile"] ** 2
    return tuple(len(plots) - plots.count(ROCK) - water for plots in _on_the_map(values))


def _check_permits(counts: Line, characters: Chart, new_buildings: int) -> Iterator[tuple[str, str]]:
    if sum(counts) != PERMITS:
        yield "permits.counts", f"must add up to {PERMITS}"
    if counts[EXTENSION] > ENTRIES - new_buildings:
        yield "permits.counts", f"must leave room for new buildings in a pouch of {ENTRIES}"
    for kind in range(KINDS):
        if counts[kind] > 8:
            yield "permits.counts", "takes at most eight of a kind"
        if sum(sorted((character[kind] for character in characters), reverse=True)[:5]) > counts[kind]:
            yield "permits.characters", f"deals more permits of kind {kind + 1} than there are"


def _check_map(ground: Chart, dots: Chart, rows: Line, columns: Line) -> Iterator[tuple[str, str]]:
    for row, column in itertools.product(range(ROWS), range(COLUMNS)):
        lies, dotted = ground[row][column], dots[row][column]
        where = f"see line {row + 1}, square {column + 1}"
        if (lies in (RIVER, MARSH)) != (dotted == 4):
            yield "map.dots", f"must have four dots exactly on river and marsh, {where}"
        if (lies == ROCK) != (dotted == 5):
            yield "map.dots", f"must have an X exactly on the rock, {where}"
        for index in range(len(rows)):
            inside = row < rows[index] and column < columns[index] and lies == LAND
            if inside != (dotted <= index):
                yield "map.dots", f"does not fit the map for {index + 2} players, {where}"

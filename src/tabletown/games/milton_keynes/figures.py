"""What an edition of Milton Keynes holds. Rules use these names like constants."""

from collections.abc import Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, derived, figure, numbers, words

from .shapes import CHARACTERS, COLUMNS, ENTRIES, EXTENSION, KINDS, PERMITS, ROWS

SIGNS_OF_GROUND = ".~mX"
LAND, RIVER, MARSH, ROCK, OUTSIDE = range(5)

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


PERMIT_KIND: Line = derived(_kinds_of_cards)


def check(values: Values) -> Iterator[tuple[str, str]]:
    if sum(values["permits.counts"]) != PERMITS:
        yield "permits.counts", f"must add up to {PERMITS}"
    if values["permits.counts"][EXTENSION] > ENTRIES - values["building.new_ones_a_year"]:
        yield "permits.counts", f"must leave room for new buildings in a pouch of {ENTRIES}"
    if any(values["permits.counts"][kind] > 8 for kind in range(KINDS)):
        yield "permits.counts", "takes at most eight of a kind"
    for kind in range(KINDS):
        needs = sorted((character[kind] for character in values["permits.characters"]), reverse=True)
        if sum(needs[:5]) > values["permits.counts"][kind]:
            yield "permits.characters", f"deals more permits of kind {kind + 1} than there are"
    ground, dots = values["map.ground"], values["map.dots"]
    for row in range(ROWS):
        for column in range(COLUMNS):
            if (ground[row][column] in (RIVER, MARSH)) != (dots[row][column] == 4):
                yield "map.dots", f"must have four dots exactly on river and marsh, see line {row + 1}, square {column + 1}"
            for players, (rows, columns) in enumerate(zip(values["map.rows"], values["map.columns"], strict=True), 2):
                inside = row < rows and column < columns and ground[row][column] == LAND
                if inside != (dots[row][column] <= players - 2):
                    yield "map.dots", f"does not fit the map for {players} players, see line {row + 1}"
            if (ground[row][column] == ROCK) != (dots[row][column] == 5):
                yield "map.dots", f"must have an X exactly on the rock, see line {row + 1}, square {column + 1}"
    if sum(line.count(RIVER) for line in ground) > values["map.river_tiles"]:
        yield "map.ground", "has more river than there are tiles"

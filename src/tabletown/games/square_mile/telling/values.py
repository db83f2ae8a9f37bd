"""The value card: what land is worth, and what each step costs and makes of it."""

from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    CHURCH,
    CONSTRUCTION,
    HOUSES,
    INDUSTRY,
    OVER,
    ROADS,
    SCHOOL,
    SHOPS,
    SUBDIVISIONS,
    UNZONED,
)
from tabletown.rulekit.look import Listener

Row = tuple[str, str, bool]


def value_rows(to: Listener, phase: int = OVER) -> list[tuple[str, str, list[Row]]]:
    """The card's three tables: title, its right-hand title, and rows with whether they matter in the phase."""
    _, rules = to._, to.rules
    raw, built, cost = rules.RAW_VALUE, rules.BUILT_VALUE, rules.BUILDING_COST
    roads, lots, houses = phase == ROADS, phase == SUBDIVISIONS, phase == CONSTRUCTION

    def step(price: int, gain: str) -> str:
        return f"{price * 1000:,} → {gain}"

    def building(kind: int) -> str:
        return step(cost[kind - 1], f"{built[kind - 1] * 1000:,}")

    side = f"+{rules.VALUE_PER_SIDE * 1000:,}"
    return [
        (
            _("Raw land"),
            "",
            [
                (_("Unzoned"), f"{raw[UNZONED] * 1000:,}", False),
                (_("Houses, school, church"), f"{raw[HOUSES] * 1000:,}", False),
                (_("Industry"), f"{raw[INDUSTRY] * 1000:,}", False),
                (_("Apartments, shops"), f"{raw[APARTMENTS] * 1000:,}", False),
            ],
        ),
        (
            _("Steps"),
            _("cost → worth"),
            [
                (_("Road, a side"), step(rules.ROAD_COST, side), roads),
                (_("Bridge, a side"), step(rules.BRIDGE_COST, side), roads),
                (_("All four sides"), f"{rules.ENCLOSED_VALUE * 1000:,}", roads),
                (_("Subdivision"), step(rules.SUBDIVISION_COST, f"{rules.SUBDIVIDED_VALUE * 1000:,}"), lots),
                (_("Swamp fill"), f"{rules.FILL_COST * 1000:,}", lots),
            ],
        ),
        (
            _("Buildings"),
            _("cost → worth"),
            [
                (_("Houses"), building(HOUSES), houses),
                (_("… and church"), building(CHURCH), houses),
                (_("… and school"), building(SCHOOL), houses),
                (_("Industry"), building(INDUSTRY), houses),
                (_("Shops"), building(SHOPS), houses),
                (_("Apartments"), building(APARTMENTS), houses),
            ],
        ),
    ]

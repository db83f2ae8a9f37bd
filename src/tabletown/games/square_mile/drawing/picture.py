"""The position of Square Mile as SVG, in named parts: the map that grows into a town, the value card, the players.

Parts of the map are groups named by place (`tract-A` is the north-west one whatever card lies there); the panels
(`PANELS`, and of the `players`) are images of their own, so a page can put them anywhere. Everything is drawn from
what the viewer may see.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACTS
from tabletown.games.square_mile.rules.state import (
    APARTMENTS,
    CHURCH,
    HOUSES,
    INDUSTRY,
    NONE,
    OUT_OF_THE_GAME,
    SCHOOL,
    SHOPS,
    UNZONED,
    State,
)
from tabletown.games.square_mile.telling import naming
from tabletown.rulekit.drawing import Box, Layout, Svg, at, joined, lettering, path, tag, width_of
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from . import panels, scenery, town
from .panels import PLAYER_HEIGHT
from .scenery import CELL, corner
from .spots import edge_box, tract_box

if TYPE_CHECKING:
    from tabletown.rulekit.language import Say

ZONE_COLOURS = {
    HOUSES: "var(--zone-house)",
    CHURCH: "var(--zone-house)",
    SCHOOL: "var(--zone-house)",
    INDUSTRY: "var(--zone-ind)",
    SHOPS: "var(--zone-shop)",
    APARTMENTS: "var(--zone-apt)",
}


def layout(look: Look[State]) -> Layout:
    width, players_y = panels.width_of_picture(look), panels.top_of_players(look)
    board = scenery.board_size(look)
    return Layout((width, players_y + PLAYER_HEIGHT), board, {"value-card": panels.value_card_box(look)})


def parts(look: Look[State]) -> dict[str, str]:
    """Every part by its id, in paint order: back to front, then what stands beside and below the map."""
    return {**on_the_map(look), "value-card": panels.value_card(look)}


@until_changed
def on_the_map(look: Look[State]) -> dict[str, str]:
    _, view, tracts = look._, look.view, look.rules.LAND
    drawing: dict[str, str] = {"ground": scenery.ground(_("Square Mile"), scenery.map_size(look))}
    for tract in tracts:
        drawing[f"tract-{LETTERS[tract]}"] = land(
            tract,
            view.letter[tract] != NONE,
            view.zone[tract],
            view.subdivided[tract],
            view.building[tract],
            tract == view.swamp,
        )
    drawing["river"] = scenery.river(view.river, _("River"))
    drawing["railway"] = railway(look)
    for tract in tracts:
        gone = view.owner[tract] == OUT_OF_THE_GAME
        drawing[f"town-{LETTERS[tract]}"] = quarter(tract, view.building[tract], gone)
    drawing["roads"] = scenery.roads(view.section, "roads")
    drawing["bridges"] = scenery.bridges(view.section, view.bridge_place, "bridges")
    drawing["markers"] = scenery.markers(scenery.map_size(look))
    for tract in tracts:
        drawing[f"label-{LETTERS[tract]}"] = label(look, tract)
    return drawing


# ---------------------------------------------------------------- a tract


@lru_cache(512)
def land(tract: int, laid: bool, zone: int, subdivided: int, building: int, swamp: bool) -> Svg:  # noqa: FBT001
    return tag("g", ground_of(tract, laid, zone, subdivided, building, swamp), id=f"tract-{LETTERS[tract]}")


def ground_of(tract: int, laid: bool, zone: int, subdivided: int, building: int, swamp: bool) -> Svg:  # noqa: FBT001
    """From fields to plots, with the zone's colour around them; what is built stands in front of the river."""
    x, y = corner(tract)
    if not laid:
        return empty_place(x, y)
    if building:
        ground = at(x, y, town.building_ground(building))
    elif subdivided:
        ground = at(x, y, town.plots())
    else:
        ground = joined(scenery.fields(tract), scenery.marsh(tract) if swamp else Svg())
    raw = not subdivided and not building
    tint = Svg()
    if zone != UNZONED and not building:
        colour = ZONE_COLOURS[zone]
        wash = tag("rect", x=x + 8, y=y + 8, width=CELL - 16, height=CELL - 16, rx=5, fill=colour, opacity=0.34)
        border = tag(
            "rect",
            x=x + 10,
            y=y + 10,
            width=CELL - 20,
            height=CELL - 20,
            rx=4,
            fill="none",
            stroke=colour,
            stroke_width=4,
        )
        tint = joined(wash if raw else Svg(), border)
    return joined(ground, tint)


@lru_cache(512)
def quarter(tract: int, building: int, gone: bool) -> Svg:  # noqa: FBT001
    return tag("g", town_on(tract, building, gone), id=f"town-{LETTERS[tract]}")


def town_on(tract: int, building: int, gone: bool) -> Svg:  # noqa: FBT001
    """The building, under a veil once it is out of the game."""
    x, y = corner(tract)
    veil = tag("rect", x=x, y=y, width=CELL, height=CELL, fill="var(--land)", opacity=0.42) if gone else Svg()
    return joined(at(x, y, town.building(building)) if building else Svg(), veil)


def empty_place(x: float, y: float) -> Svg:
    return tag(
        "rect",
        x=x + 12,
        y=y + 12,
        width=CELL - 24,
        height=CELL - 24,
        rx=6,
        fill="var(--land-3)",
        stroke="var(--map-ink-2)",
        stroke_opacity=0.5,
        stroke_dasharray="5 5",
    )


def railway(look: Look[State]) -> Svg:
    view, rules = look.view, look.rules
    if view.railway == NONE:
        return tag("g", id="railway")
    lane, side = rules.LANE_OF_CARD[view.railway], rules.LANE_SIDE_OF_CARD[view.railway]
    return scenery.railway(lane, side, scenery.map_size(look))


# ---------------------------------------------------------------- its label


def label(look: Look[State], tract: int) -> Svg:
    """The letter and zone, the value, the owner's pawn."""
    view = look.view
    name = f"label-{LETTERS[tract]}"
    if view.letter[tract] == NONE:
        return tag("g", id=name)
    x, y = corner(tract)
    drawn = [at(x + 15, y + 15, plate(look, tract))]
    if view.owner[tract] == OUT_OF_THE_GAME:
        drawn.append(at(x + CELL / 2, y + 122, gone_plate(look._)))
    else:
        drawn.append(at(x + 130, y + 126, value_plate(look.rules.market_value(view, tract))))
        if view.owner[tract] >= 0:
            owner = view.owner[tract]
            piece = f"pawn-{LETTERS[tract]}"
            drawn.append(at(x + 33, y + 124, pawn(owner, look.letters[owner]), scale=0.95, id=piece, data_piece=piece))
    return tag("g", *drawn, id=name)


def plate(look: Look[State], tract: int) -> Svg:
    zone = look.view.zone[tract]
    words = capitalized(naming.zone_name(look._, zone))
    mark = 0 if zone == UNZONED else 16
    width = min(30 + mark + width_of(words, 12), 118)
    return joined(
        tag("rect", width=width, height=21, rx=5, fill="var(--panel)", opacity=0.94),
        lettering(naming.letter(look.view, tract), 7, 15.5, 14, font_weight=700, fill="var(--ink)"),
        town.sign(zone, 22, 4.5),
        lettering(words, 22 + mark, 15, 12, fill="var(--ink-2)"),
        tag("rect", x=4, y=21, width=width - 8, height=3, fill=ZONE_COLOURS[zone]) if zone in ZONE_COLOURS else Svg(),
    )


def value_plate(thousands: int) -> Svg:
    words = naming.short_money(thousands)
    width = 12 + 9 * len(words)
    return joined(
        tag("rect", x=2 - width, y=-17, width=width, height=22, rx=6, fill="var(--panel)", opacity=0.94),
        lettering(words, -5, -1, 14, text_anchor="end", font_weight=700, fill="var(--ink)"),
    )


def gone_plate(_: "Say") -> Svg:
    words = _("Out of game")
    width = min(width_of(words, 12) + 14, 126)
    return joined(
        tag("rect", x=-width / 2, y=-14, width=width, height=20, rx=10, fill="var(--slate-2)"),
        lettering(words, 0, 1, 12, text_anchor="middle", font_weight=700, fill="#fff"),
    )


def pawn(seat: int, letter: str) -> Svg:
    shape = "M0-34 15 0q-15 6-30 0z"
    return joined(
        tag("ellipse", cx=5, cy=2, rx=17, ry=6, fill="var(--map-shade)", opacity=0.3),
        path(shape, fill=f"var(--seat-{seat + 1})"),
        path(shape, fill=f"url(#pat-{seat + 1})"),
        path("M0-34 15 0q-5 2-10 2.6z", fill="#000", opacity=0.22),
        tag("circle", cy=-8, r=8.5, fill="var(--plate)"),
        lettering(letter, 0, -3.6, 12.5, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
    )


# ---------------------------------------------------------------- what changed last

TRACT_CHANGED = {"bought", "free_tract", "sold", "subdivided", "constructed", "put_up_for_auction", "card_laid"}
EDGE_CHANGED = {"first_section", "section_laid"}


def latest(look: Look[State], kind: str, told: Mapping[str, int]) -> list[Box]:
    """The tract or the section that the event was about."""
    if kind in TRACT_CHANGED:
        return [tract_box(told["tract"] % TRACTS)]
    return [edge_box(told["edge"] % EDGES)] if kind in EDGE_CHANGED else []

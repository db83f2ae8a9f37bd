"""The position of The Estates as SVG, in named parts: the board with its rows, then the yard and the players.

Parts of the board are groups; the panels below it (`PANELS`, and of the `players`) are images of their own, so a page
can put them anywhere. Everything is drawn from what the viewer may see.
"""

from collections.abc import Callable, Iterable, Mapping

from tabletown.games.the_estates.rules.state import CANCEL, MAYOR, PERMIT, State
from tabletown.games.the_estates.telling import naming
from tabletown.rulekit.drawing import Box, Layout, Spot, Svg, Target, at, joined, lettering, path, tag, targets_at, use
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from . import drawn, scenery
from .scenery import BOARD, ROW_Y, STREET_X, lot_x
from .yard import PANELS, PLAYER_HEIGHT, PLAYERS_Y, cube_box, number_of_special, panels, roof_box, special_box

LAYOUT = Layout((BOARD[0], PLAYERS_Y + PLAYER_HEIGHT), BOARD, PANELS)
DEFS = joined(scenery.DEFS, drawn.defs())
TOWER_INSET = 6
SIGN = 98


def layout(look: Look[State]) -> Layout:
    return LAYOUT


def parts(look: Look[State]) -> dict[str, str]:
    """Every part by its id, in paint order: back to front, then what stands below the board."""
    drawing: dict[str, str] = {"ground": scenery.ground(look._), "scenery": scenery.scenery(), "trees": scenery.trees()}
    for row in range(look.rules.ROWS):
        drawing |= row_parts(look, row)
    return drawing | panels(look)


# ---------------------------------------------------------------- one row


@until_changed
def row_parts(look: Look[State], row: int) -> dict[str, str]:
    name = f"row-{row + 1}"
    lots = {f"lot-{row + 1}-{lot + 1}": building(look, row, lot) for lot in range(look.rules.LOTS)}
    return {
        f"{name}-lots": scenery.lots(row, look.view.requirement[row], look.rules.PRINTED_LOTS[row]),
        f"{name}-mayor": mayor(look, row),
        **lots,
        f"{name}-permits": permits(look, row),
        f"{name}-sign": sign(look, row),
    }


def mayor(look: Look[State], row: int) -> Svg:
    figure = Svg()
    if look.view.mayor == row:
        title = tag("title", look._("The mayor: this row counts double"))
        figure = at(STREET_X, ROW_Y[row] - 10, title, use("mayor"), data_piece="mayor")
    return tag("g", scenery.mayor_spot(row), figure, id=f"row-{row + 1}-mayor")


def floor_height(cubes: int) -> int:
    """Tall towers have lower floors, to stay below the row behind."""
    return drawn.FLOOR if cubes <= 5 else drawn.LOW_FLOOR


def tower_foot(row: int, lot: int) -> tuple[int, int]:
    return lot_x(lot) + TOWER_INSET, ROW_Y[row] - TOWER_INSET


def tower_top(view: State, row: int, lot: int) -> int:
    cubes = view.height[row][lot]
    return tower_foot(row, lot)[1] - cubes * floor_height(cubes)


def cubes_of(view: State, row: int, lot: int) -> list[int]:
    return [view.floor[row][lot][level] for level in range(view.height[row][lot])]


def building(look: Look[State], row: int, lot: int) -> Svg:
    cubes = cubes_of(look.view, row, lot)
    name = f"lot-{row + 1}-{lot + 1}"
    if not cubes:
        return tag("g", id=name)
    x, y = tower_foot(row, lot)
    height = floor_height(len(cubes))
    floors = [drawn.cube(look.rules, cube, x, y - height * level, height) for level, cube in enumerate(cubes)]
    value = look.view.roof[row][lot]
    return tag(
        "g",
        tag("title", building_name(look, row, lot)),
        tower_shadow(x, y, len(cubes) + bool(value)),
        *floors,
        drawn.roof(value, x, y - height * len(cubes)) if value else Svg(),
        id=name,
    )


def tower_shadow(x: float, y: float, storeys: int) -> Svg:
    reach, rise = 21 + 3.4 * storeys, 6 + 1.5 * storeys
    outline = f"M{x + 2} {y + 1}h{drawn.CUBE_WIDTH}l{reach:.1f}-{rise:.1f}-8-16H{x + 30}z"
    return path(outline, fill="var(--map-shade)", opacity=0.26)


def building_name(look: Look[State], row: int, lot: int) -> str:
    _, view = look._, look.view
    cubes = cubes_of(view, row, lot)
    codes = " ".join(drawn.cube_code(look.rules, cube) for cube in cubes)
    place = naming.lot_name(_, row, lot)
    if view.roof[row][lot]:
        return _("{place}: {cubes}, {roof}").format(
            place=place, cubes=codes, roof=naming.roof_name(_, view.roof[row][lot])
        )
    return _("{place}: {cubes}, no roof yet").format(place=place, cubes=codes)


def permits_in(view: State, row: int) -> list[int]:
    return [permit for permit, where in enumerate(view.permit_row) if where == row]


def permits(look: Look[State], row: int) -> Svg:
    """On the first lot that may not be built, all of the row together."""
    view = look.view
    standing = permits_in(view, row)
    if not standing:
        return tag("g", id=f"row-{row + 1}-permits")
    changes = [drawn.signed(view.permit_change[permit]) for permit in standing]
    words = look._.plural("Permits {changes}: {count} lot", "Permits {changes}: {count} lots", view.requirement[row])
    return tag(
        "g",
        tag("title", words.format(changes=" ".join(changes), count=view.requirement[row])),
        drawn.permits(changes, *permit_foot(row, view.requirement[row])),
        id=f"row-{row + 1}-permits",
    )


def permit_foot(row: int, lot: int) -> tuple[int, int]:
    return lot_x(lot) - 2, ROW_Y[row] - 4


# ---------------------------------------------------------------- a row's sign


def sign(look: Look[State], row: int) -> Svg:
    """Built and required lots, the roofs still missing, and whether the row is complete."""
    _, view = look._, look.view
    complete = look.rules.is_complete(view, row)
    mayor_mark = at(80, -7, MAYOR_MARK) if view.mayor == row else Svg()
    required = _.plural("of {count} lot", "of {count} lots", view.requirement[row]).format(count=view.requirement[row])
    return tag(
        "g",
        tag("rect", x=1, y=3, width=SIGN, height=SIGN, rx=9, fill="var(--map-shade)", opacity=0.14),
        tag("rect", width=SIGN, height=SIGN, rx=9, fill="var(--panel)"),
        path("M9 0h80a9 9 0 0 1 9 9H0a9 9 0 0 1 9-9z", fill="var(--gain)", transform="scale(1 .55)")
        if complete
        else Svg(),
        lettering(capitalized(naming.row_name(_, row)), 10, 21, 13.5, font_weight=700, fill="var(--ink)"),
        mayor_mark,
        tag(
            "text",
            tag("tspan", str(view.built[row]), font_size=23, font_weight=700, fill="var(--ink)"),
            tag("tspan", " " + required, font_size=13),
            x=10,
            y=48,
            fill="var(--ink-2)",
        ),
        houses(view, row),
        standing(look, row, complete),
        id=f"row-{row + 1}-sign",
        transform=scenery.sign_corner(row),
    )


MAYOR_MARK = joined(
    tag("rect", width=26, height=17, rx=8.5, fill="#d9a514"),
    lettering("×2", 13, 13, 12, font_weight=700, text_anchor="middle", fill="#241a00"),
)


def standing(look: Look[State], row: int, complete: bool) -> Svg:  # noqa: FBT001
    _, view = look._, look.view
    if complete:
        return joined(
            path("M10 84l4 4 7-9", fill="none", stroke="var(--gain)", stroke_width=2.5, stroke_linecap="round"),
            lettering(_("complete"), 26, 88, 12.5, font_weight=700, fill="var(--gain)"),
        )
    missing = view.requirement[row] - view.built[row] + view.roofless[row]
    words = _.plural("{count} roof to go", "{count} roofs to go", missing).format(count=missing)
    return lettering(words, 10, 88, 12, fill="var(--ink-2)")


def houses(view: State, row: int) -> Svg:
    """A small house for every lot of the row: roofed, without a roof, or not yet built."""
    count = max(view.requirement[row], 1)
    step = min(13.5, 80 / count)
    roofed = "".join(
        f"M{10 + step * lot:.1f} 70v-8l{step * 0.37:.1f}-4.5 {step * 0.37:.1f} 4.5v8z"
        for lot in range(view.built[row])
        if view.roof[row][lot]
    )
    return joined(
        path(roofed, fill="var(--ink)") if roofed else Svg(),
        *(
            path(
                f"M{10.7 + step * lot:.1f} 69.3v-7h{step * 0.62:.1f}v7z",
                fill="none",
                stroke="var(--ink)" if lot < view.built[row] else "var(--ink-3)",
                stroke_width=1.5 if lot < view.built[row] else 1,
                stroke_dasharray=None if lot < view.built[row] else "1.5 1.5",
            )
            for lot in range(view.requirement[row])
            if not view.roof[row][lot]
        ),
    )


# ---------------------------------------------------------------- what changed last


def latest(look: Look[State], kind: str, told: Mapping[str, int]) -> list[Box]:
    """Where on the board the event left its piece."""
    view = look.view
    row, lot = told.get("row", 0), told.get("lot", 0)
    x = tower_foot(row, lot)[0]
    if kind == "cube_placed":
        height = floor_height(view.height[row][lot])
        dx, dy = drawn.DEPTH
        return [Box(x, tower_top(view, row, lot) - dy, drawn.CUBE_WIDTH + dx, height + dy)]
    if kind == "roof_placed":
        return [roof_place(view, row, lot)]
    if kind == "permit_placed":
        return [permit_box(row, view.requirement[row], len(permits_in(view, row)) - 1)] if permits_in(view, row) else []
    return [mayor_box(row)] if kind == "mayor_placed" else []


def mayor_box(row: int) -> Box:
    return Box(STREET_X - 24, ROW_Y[row] - 56, 48, 60)


# ---------------------------------------------------------------- where actions sit


def targets(look: Look[State], actions: Iterable[int]) -> list[Target]:
    """Where the seat's legal actions sit on the picture; passing, bidding, selling and the like sit nowhere."""
    return targets_at((action, spot_of(look, *look.decoded(action))) for action in actions)


def spot_of(look: Look[State], kind: str, args: dict[str, int]) -> Spot | None:
    return SPOTS[kind](look, **args) if kind in SPOTS else None


def cube_spot(look: Look[State], row: int, end: int) -> Spot | None:
    """An empty line of the display has no ends."""
    view = look.view
    if view.display_first[row] == view.display_end[row]:
        return None
    place = look.rules.end_place(view, row, end)
    return cube_box(row, place), naming.cube_name(look, view.display[row][place])


def roofs_spot(look: Look[State]) -> Spot:
    return roof_box(), look._("rooftop")


def special_spot(look: Look[State], permit: int) -> Spot:
    return special_box(permit), naming.permit_name(look, permit)


def mayor_spot(look: Look[State]) -> Spot:
    return special_box(number_of_special(MAYOR, 0)), naming.piece_name(look, MAYOR, 0)


def cancel_spot(look: Look[State]) -> Spot:
    return special_box(number_of_special(CANCEL, 0)), naming.piece_name(look, CANCEL, 0)


def floor_spot(look: Look[State], row: int, lot: int) -> Spot:
    return next_floor(look.view, row, lot), naming.lot_name(look._, row, lot)


def roof_spot(look: Look[State], row: int, lot: int) -> Spot:
    return roof_place(look.view, row, lot), naming.lot_name(look._, row, lot)


def requirement_spot(look: Look[State], row: int, longer: int) -> Spot | None:
    """Where the permit under the hammer would stand."""
    _, view = look._, look.view
    if view.piece != PERMIT:
        return None
    change = look.rules.PERMIT_VALUES[view.face] * (1 if longer else -1)
    x, y = permit_foot(row, view.requirement[row] + change)
    label = _("{row}: {change}").format(row=naming.row_name(_, row), change=drawn.signed(change))
    return Box(x + 2, y - 39, 64, 40), label


def street_spot(look: Look[State], row: int) -> Spot:
    return mayor_box(row), naming.row_name(look._, row)


def permit_spot(look: Look[State], permit: int) -> Spot | None:
    """On the board; a permit that is not there cannot be removed from it."""
    view = look.view
    row = view.permit_row[permit]
    if row < 0:
        return None
    box = permit_box(row, view.requirement[row], permits_in(view, row).index(permit))
    return box, naming.permit_name(look, permit)


SPOTS: dict[str, Callable[..., Spot | None]] = {
    "choose_cube": cube_spot,
    "choose_roof": roofs_spot,
    "choose_permit": special_spot,
    "choose_mayor": mayor_spot,
    "choose_cancel": cancel_spot,
    "place_cube": floor_spot,
    "place_roof": roof_spot,
    "place_permit": requirement_spot,
    "place_mayor": street_spot,
    "remove_permit": permit_spot,
}


# ---------------------------------------------------------------- boxes


def next_floor(view: State, row: int, lot: int) -> Box:
    x, _foot = tower_foot(row, lot)
    height = floor_height(view.height[row][lot] + 1)
    dx, dy = drawn.DEPTH
    return Box(x, tower_top(view, row, lot) - height - dy, drawn.CUBE_WIDTH + dx, height + dy)


def roof_place(view: State, row: int, lot: int) -> Box:
    x, _foot = tower_foot(row, lot)
    return Box(x - 5, tower_top(view, row, lot) - drawn.ROOF_HEIGHT, 68, drawn.ROOF_HEIGHT)


def permit_box(row: int, lot: int, level: int) -> Box:
    x, y = permit_foot(row, lot)
    return Box(x + 2, y - 39 - drawn.PERMIT_STEP * level, 64, 27)

"""The land of the map before anything is built: fields, trees, swamp, river, railway, roads and bridges."""

from collections.abc import Iterator, Sequence

from tabletown.games.square_mile.rules.geometry import EAST, ENDS, NORTH, SOUTH, WEST
from tabletown.games.square_mile.rules.shapes import EDGES, MARKERS, SIDE, TRACTS
from tabletown.rulekit.drawing import Svg, at, joined, lettering, path, short, tag, use
from tabletown.rulekit.look import Listener

LEFT, TOP, CELL = 58, 28, 146
RIGHT, BOTTOM = 58, 30
"""How much of the board there is around the map."""
SPAN = CELL * SIDE
Size = tuple[int, int]
INSIDE = 6
"""How far a tract's own ground begins from the middle of the roads."""

_TREES = (
    '<g id="tree0"><ellipse cx="3" cy="2" rx="7" ry="3" fill="var(--map-shade)" opacity=".18"/>'
    '<path d="M-.8 0V-5h1.6V0z" fill="var(--leaf-dark)"/><circle cy="-8" r="6.5" fill="var(--leaf)"/>'
    '<path d="M-5.5-9.5A6 6 0 0 1 3-13.2 5 5 0 0 0-5.5-9.5" fill="var(--leaf-2)"/></g>'
    '<g id="tree1"><ellipse cx="3" cy="2" rx="6" ry="2.6" fill="var(--map-shade)" opacity=".18"/>'
    '<path d="M0-19 6-1H-6z" fill="var(--leaf-dark)"/><path d="M0-19-6-1H0z" fill="var(--leaf)"/></g>'
)
_FURROWS = "".join(
    f'<pattern id="furrow{n}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate({angle})">'
    '<path d="M0 3H6" stroke="var(--leaf)" stroke-opacity=".55"/></pattern>'
    for n, angle in enumerate((12, 68, -38))
)
_PIN = (
    '<g id="pin"><circle cx="1" cy="2" r="7.5" fill="var(--map-shade)" opacity=".3"/>'
    '<circle r="7" fill="var(--slate-2)" stroke="var(--map-edge)"/>'
    '<path d="M-3.5 0h7M0-3.5v7" stroke="#fff" stroke-width="2"/></g>'
)
_REED = '<path id="reed" d="M0 0h10m-5 0v-8m-3 8l-2-6m8 6l2-6" stroke="var(--reed)" stroke-width="1.1" fill="none"/>'
_CLIP = f'<clipPath id="mapclip"><rect x="{LEFT}" y="{TOP}" width="{SPAN}" height="{SPAN}"/></clipPath>'
DEFS = Svg(_TREES + _FURROWS + _PIN + _REED + _CLIP)


def map_size(to: Listener) -> Size:
    """As wide and as high as the edition's map is."""
    rows = to.rules.PRINTED_MAP
    return CELL * len(rows[0]), CELL * len(rows)


def board_size(to: Listener) -> Size:
    width, height = map_size(to)
    return LEFT + width + RIGHT, TOP + height + BOTTOM


def corner(tract: int) -> tuple[int, int]:
    """The north-west corner of a tract."""
    return LEFT + CELL * (tract % SIDE), TOP + CELL * (tract // SIDE)


def marker_at(marker: int) -> tuple[int, int]:
    return LEFT + CELL * (marker % (SIDE + 1)), TOP + CELL * (marker // (SIDE + 1))


def middle_of(edge: int) -> tuple[float, float]:
    (x1, y1), (x2, y2) = (marker_at(marker) for marker in ENDS[edge])
    return (x1 + x2) / 2, (y1 + y2) / 2


class Chance:
    """Numbers that look random and are the same in every picture of a tract."""

    def __init__(self, seed: int) -> None:
        self.x = seed * 2654435761 % 2**32 + 12345

    def between(self, low: float, high: float) -> float:
        self.x = (self.x * 1664525 + 1013904223) % 2**32
        return low + (high - low) * self.x / 2**32


# ---------------------------------------------------------------- the still parts


def ground(title: str, size: Size) -> Svg:
    width, height = size
    return tag(
        "g",
        tag("rect", width=LEFT + width + RIGHT, height=TOP + height + BOTTOM, rx=14, fill="var(--map-edge)"),
        around(size, 8, stroke="var(--map-ink-2)"),
        around(size, 4, stroke="var(--map-ink-2)", stroke_width=2.5),
        tag("rect", x=LEFT, y=TOP, width=width, height=height, fill="var(--land)"),
        at(
            25,
            76,
            path("M0-34 8 12 0 5-8 12z", fill="none", stroke="var(--map-ink-2)", stroke_width=1.3),
            path("M0-34V5l8 7z"),
            lettering("N", 0, 30, 15, text_anchor="middle", font_family="var(--font-map)"),
            fill="var(--map-ink-2)",
        ),
        lettering(
            title,
            0,
            0,
            15,
            transform=f"translate(26 {TOP + height // 2}) rotate(-90)",
            text_anchor="middle",
            font_family="var(--font-map)",
            letter_spacing=3,
            fill="var(--map-ink-2)",
        ),
        id="ground",
    )


def around(size: Size, away: int, **style: float | str) -> Svg:
    """A frame around the map."""
    width, height = size
    frame = {"x": LEFT - away, "y": TOP - away, "width": width + 2 * away, "height": height + 2 * away}
    return tag("rect", **frame, fill="none", **style)


def markers(size: Size) -> Svg:
    width, height = size
    places = (marker_at(marker) for marker in range(MARKERS))
    return tag("g", *(use("pin", x=x, y=y) for x, y in places if x <= LEFT + width and y <= TOP + height), id="markers")


# ---------------------------------------------------------------- raw land

FIELDS = ("var(--meadow)", "var(--land-2)", "var(--land-3)", "var(--dirt)")


def fields(tract: int) -> Svg:
    """Four fields with hedges and trees, a farm on some; the same tract always looks the same."""
    chance = Chance(tract + 1)
    x, y = corner(tract)
    left, top, right, bottom = x + 4, y + 4, x + CELL - 4, y + CELL - 4
    across, down = x + chance.between(60, 86), y + chance.between(60, 86)
    lean = chance.between(-9, 9)
    middle = (across + lean, down)
    plots = (
        ((left, top), (across, top), middle, (left, down - lean)),
        ((across, top), (right, top), (right, down + lean), middle),
        ((left, down - lean), middle, (across, bottom), (left, bottom)),
        (middle, (right, down + lean), (right, bottom), (across, bottom)),
    )
    drawn: list[Svg] = []
    for n, plot in enumerate(plots):
        outline = "M" + "L".join(f"{short(px)} {short(py)}" for px, py in plot) + "Z"
        drawn.append(path(outline, fill=FIELDS[(n + tract * 3) % 4]))
        if chance.between(0, 1) < 0.6:
            drawn.append(path(outline, fill=f"url(#furrow{int(chance.between(0, 3))})", opacity=0.5))
    hedge = (
        f"M{short(across)} {top}L{short(middle[0])} {short(down)}L{short(across)} {bottom}"
        f"M{left} {short(down - lean)}L{short(middle[0])} {short(down)}L{right} {short(down + lean)}"
    )
    drawn.append(
        path(
            hedge,
            fill="none",
            stroke="var(--leaf)",
            stroke_width=3,
            stroke_dasharray="5 3",
            stroke_linecap="round",
            opacity=0.85,
        )
    )
    trees = [(chance.between(x + 18, right - 14), chance.between(y + 48, bottom - 8)) for _ in range(5)]
    drawn += [tree(tx, ty, chance) for tx, ty in sorted(trees, key=lambda place: place[1])]
    if chance.between(0, 1) < 0.4:
        drawn.append(house(x + chance.between(84, 104), y + chance.between(50, 66), 20, 12))
    return joined(*drawn)


def tree(x: float, y: float, chance: Chance) -> Svg:
    kind = "tree1" if chance.between(0, 1) < 0.35 else "tree0"
    return use(kind, transform=f"translate({short(x)} {short(y)}) scale({short(chance.between(0.8, 1.15))})")


def house(x: float, y: float, width: float, depth: float) -> Svg:
    """A house from the south: shadow, wall with a lit window, and a roof in two halves."""
    wall = depth * 0.55
    return joined(
        path(
            f"M{short(x + 2)} {short(y + depth + wall + 1)}h{short(width)}l5-3v{short(-depth)}h-4z",
            fill="var(--map-shade)",
            opacity=0.22,
        ),
        tag("rect", x=x, y=y + depth, width=width, height=wall, fill="var(--wall)"),
        path(
            f"M{short(x + width * 0.2)} {short(y + depth + 2)}h{short(width * 0.2)}v{short(wall * 0.45)}"
            f"h{short(-width * 0.2)}zM{short(x + width * 0.6)} {short(y + depth + 2)}h{short(width * 0.2)}"
            f"v{short(wall * 0.45)}h{short(-width * 0.2)}z",
            fill="var(--window)",
        ),
        tag("rect", x=x - 1, y=y, width=width + 2, height=depth / 2, fill="var(--roof-2)"),
        tag("rect", x=x - 1, y=y + depth / 2, width=width + 2, height=depth / 2, fill="var(--roof)"),
    )


def marsh(tract: int) -> Svg:
    x, y = corner(tract)
    chance = Chance(tract + 77)
    ponds = [(48, 62, 17), (92, 52, 13), (66, 100, 20), (102, 96, 11)]
    reeds = [(chance.between(24, 112), chance.between(44, 124)) for _ in range(22)]
    return at(
        x,
        y,
        path(
            "M17 56Q12 44 25 41L38 37Q50 34 59 27L59 27Q68 20 81 22L101 24Q114 26 120 37L126 47Q132 58 126 69L124 73"
            "Q118 84 122 96L124 100Q128 112 117 118L102 126Q90 132 79 126L75 124Q64 118 52 123L40 127Q28 132 21 121"
            "L17 115Q10 104 16 92L18 88Q24 76 20 64Z",
            fill="var(--marsh)",
        ),
        *(
            tag("ellipse", cx=px, cy=py, rx=size, ry=size * 0.4, fill="var(--water)", opacity=0.75)
            for px, py, size in ponds
        ),
        *(use("reed", x=rx, y=ry) for rx, ry in reeds),
    )


# ---------------------------------------------------------------- river and railway


def side_point(tract: int, direction: int) -> tuple[float, float]:
    x, y = corner(tract)
    half = CELL / 2
    return {
        NORTH: (x + half, float(y)),
        EAST: (float(x + CELL), y + half),
        SOUTH: (x + half, float(y + CELL)),
        WEST: (float(x), y + half),
    }[direction]


def course(tract: int, mask: int) -> str:
    """The river through one tract; it meets its sides at right angles, so the pieces flow into each other."""
    first, second = (direction for direction in range(4) if mask >> direction & 1)
    (x1, y1), (x2, y2) = side_point(tract, first), side_point(tract, second)
    cx, cy = corner(tract)[0] + CELL / 2, corner(tract)[1] + CELL / 2
    sway = 11 if tract % 3 else -11
    points: tuple[float, ...]
    if second - first == 2 and first == NORTH:
        points = (x1, y1 + 34, cx + sway, cy - 26, cx + sway, cy, cx + sway, cy + 26, x2, y2 - 34, x2, y2)
    elif second - first == 2:
        points = (x1 - 34, y1, cx + 26, cy + sway, cx, cy + sway, cx - 26, cy + sway, x2 + 34, y2, x2, y2)
    else:
        points = ((x1 + 2 * cx) / 3, (y1 + 2 * cy) / 3, (x2 + 2 * cx) / 3, (y2 + 2 * cy) / 3, x2, y2)
    return f"M{short(x1)} {short(y1)}C" + " ".join(map(short, points))


def river(masks: Sequence[int], name: str) -> Svg:
    way = "".join(course(tract, masks[tract]) for tract in range(TRACTS) if masks[tract])
    strokes = (
        ("var(--leaf)", 35, 0.55),
        ("var(--water-2)", 29, 1),
        ("var(--water)", 23, 1),
    )
    return tag(
        "g",
        *(
            path(way, fill="none", stroke=colour, stroke_width=width, opacity=opacity if opacity < 1 else None)
            for colour, width, opacity in strokes
        ),
        path(
            way,
            fill="none",
            stroke="var(--plate)",
            stroke_opacity=0.45,
            stroke_width=1.5,
            stroke_dasharray="14 30",
        ),
        tag("title", name) if way else Svg(),
        id="river",
        clip_path="url(#mapclip)",
    )


def railway(lane: int, side: int, size: Size) -> Svg:
    width, height = size
    offset = CELL * (lane % SIDE) + (CELL - 15 if side else 15)
    line = f"M{LEFT + offset} {TOP}v{height}" if lane < SIDE else f"M{LEFT} {TOP + offset}h{width}"
    rails = (
        f"M{LEFT + offset - 3} {TOP}v{height}m6 0v-{height}"
        if lane < SIDE
        else f"M{LEFT} {TOP + offset - 3}h{width}m0 6h-{width}"
    )
    return tag(
        "g",
        path(line, stroke="var(--dirt-2)", stroke_width=15),
        path(line, stroke="var(--slate-2)", stroke_width=11, stroke_dasharray="2.5 4.5"),
        path(rails, stroke="var(--slate)", stroke_width=1.6, fill="none"),
        id="railway",
    )


# ---------------------------------------------------------------- roads and bridges


def roads(sections: Sequence[int], name: str | None = None) -> Svg:
    way = "".join(section_line(edge) for edge in range(EDGES) if sections[edge])
    if not way:
        return tag("g", id=name)
    return tag(
        "g",
        path(
            way,
            stroke="var(--map-shade)",
            stroke_opacity=0.2,
            stroke_width=20,
            transform="translate(1.5 2.5)",
        ),
        path(way, stroke="var(--road-edge)", stroke_width=18),
        path(way, stroke="var(--road)", stroke_width=15),
        path(way, stroke="var(--road-line)", stroke_width=1.6, stroke_dasharray="8 7", stroke_linecap="butt"),
        *lamps(sections),
        id=name,
        fill="none",
        stroke_linecap="round",
    )


def section_line(edge: int) -> str:
    (x1, y1), (x2, y2) = (marker_at(marker) for marker in ENDS[edge])
    return f"M{x1} {y1}L{x2} {y2}"


def lamps(sections: Sequence[int]) -> Iterator[Svg]:
    """Street lamps; they are lit at night only."""
    spots = ""
    for edge in range(EDGES):
        if sections[edge]:
            (x1, y1), (x2, y2) = (marker_at(marker) for marker in ENDS[edge])
            spots += "".join(
                f"M{short(x1 + (x2 - x1) * part)} {short(y1 + (y2 - y1) * part)}h0" for part in (0.22, 0.78)
            )
    yield path(spots, stroke="var(--lamp)", stroke_width=22, stroke_opacity=0.16)
    yield path(spots, stroke="var(--lamp)", stroke_width=4)


def bridges(sections: Sequence[int], places: Sequence[int], name: str | None = None) -> Svg:
    drawn = []
    for edge in range(EDGES):
        if sections[edge] and places[edge]:
            x, y = middle_of(edge)
            turn = "" if edge < EDGES // 2 else " rotate(90)"
            drawn.append(tag("g", BRIDGE, transform=f"translate({short(x)} {short(y)}){turn}"))
    return tag("g", *drawn, id=name)


BRIDGE = joined(
    path("M-24-11h48M-24 11h48", stroke="var(--wall)", stroke_width=5),
    path("M-24-13.5h48M-24 13.5h48", stroke="var(--slate-2)", stroke_width=1.3),
    path(
        "M-22-11v0M0-11v0M22-11v0M-22 11v0M0 11v0M22 11v0",
        stroke="var(--slate-2)",
        stroke_width=6,
        stroke_linecap="round",
    ),
)

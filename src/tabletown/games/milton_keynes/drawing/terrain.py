"""The land of Milton Keynes as it is drawn: grid roads, river, marsh, rock, trees and the names of the plots."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tabletown.games.milton_keynes.rules.figures import LAND, MARSH, RIVER, ROCK
from tabletown.games.milton_keynes.rules.shapes import COLUMNS, PLOTS
from tabletown.rulekit.drawing import Svg, at, lettering, path, short, tag, use

PLOT = 68
MAP_X, MAP_Y = 44, 34
MAP_SIDE = 9 * PLOT
BOARD_WIDTH = 700

DEFS = Svg(
    '<g id="mk-tree0"><ellipse cx="3" cy="2" rx="7" ry="3" fill="var(--map-shade)" opacity=".18"/>'
    '<path d="M-.8 0V-5h1.6V0z" fill="var(--leaf-dark)"/><circle cy="-8" r="6.5" fill="var(--leaf)"/>'
    '<path d="M-5.5-9.5A6 6 0 0 1 3-13.2 5 5 0 0 0-5.5-9.5" fill="var(--leaf-2)"/></g>'
    '<g id="mk-tree1"><ellipse cx="3" cy="2" rx="6" ry="2.6" fill="var(--map-shade)" opacity=".18"/>'
    '<path d="M0-19 6-1H-6z" fill="var(--leaf-dark)"/><path d="M0-19-6-1H0z" fill="var(--leaf)"/></g>'
    '<g id="mk-tree2"><circle cx="2" cy="2.5" r="7" fill="var(--map-shade)" opacity=".2"/>'
    '<circle r="7" fill="var(--leaf)"/><circle cx="-1.8" cy="-2" r="4.2" fill="var(--leaf-2)"/></g>'
    '<g id="mk-rb"><circle r="7" fill="var(--kerb)"/><circle r="3.2" fill="var(--leaf-2)"/></g>'
    '<g id="mk-wet0"><ellipse cx="-8" cy="4" rx="20" ry="8" fill="var(--water)" opacity=".8"/>'
    '<ellipse cx="15" cy="-14" rx="13" ry="5" fill="var(--water)" opacity=".8"/>'
    '<path d="M16 14v-9m-3 9-2-7m8 7 2-7M-16-12v-9m-3 9-2-7m8 7 2-7M-2 24v-9m-3 9-2-7m8 7 2-7"'
    ' stroke="var(--reed)" stroke-width="1.2" fill="none"/></g>'
    '<g id="mk-wet1"><ellipse cx="6" cy="-6" rx="22" ry="9" fill="var(--water)" opacity=".8"/>'
    '<ellipse cx="-12" cy="16" rx="14" ry="5.5" fill="var(--water)" opacity=".8"/>'
    '<path d="M14 20v-9m-3 9-2-7m8 7 2-7M-18-4v-9m-3 9-2-7m8 7 2-7M4-18v-9m-3 9-2-7m8 7 2-7"'
    ' stroke="var(--reed)" stroke-width="1.2" fill="none"/></g>'
)
Point = tuple[float, float]

# ---------------------------------------------------------------- where things are


def scale(rows: int, columns: int) -> float:
    """A smaller map is drawn larger."""
    return MAP_SIDE / (max(rows, columns) * PLOT)


class Land(NamedTuple):
    """What lies and stands on each plot: all that the still parts of the map are drawn from."""

    ground: tuple[int, ...]
    building: tuple[int, ...]


def map_size(rows: int, columns: int) -> tuple[float, float]:
    factor = scale(rows, columns)
    return columns * PLOT * factor, rows * PLOT * factor


def centre(plot: int) -> Point:
    return (plot % COLUMNS + 0.5) * PLOT, (plot // COLUMNS + 0.5) * PLOT


def on_map(rows: int, columns: int, name: str, *children: str) -> Svg:
    """A part in plot units, moved and scaled to the map."""
    factor = scale(rows, columns)
    move = f"translate({MAP_X} {MAP_Y})" + (f" scale({factor:.4f})" if factor != 1 else "")
    return tag("g", *children, id=name, transform=move)


# ---------------------------------------------------------------- outlines of groups of plots


def outline(plots: Iterable[int], inset: float, radius: float) -> str:
    """The rounded edge of a group of plots, drawn inside their border."""
    cells = set(plots)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for plot in sorted(cells):
        row, column = divmod(plot, COLUMNS)
        sides = (
            (plot - COLUMNS if row else -1, (column, row), (1, 0)),
            (plot + 1 if column < COLUMNS - 1 else -1, (column + 1, row), (0, 1)),
            (plot + COLUMNS, (column + 1, row + 1), (-1, 0)),
            (plot - 1 if column else -1, (column, row + 1), (0, -1)),
        )
        for other, start, way in sides:
            if other not in cells:
                edges.setdefault(start, []).append(way)
    drawn = []
    while edges:
        drawn.append(rounded(corners(edges), inset, radius))
    return "".join(drawn)


def corners(edges: dict[tuple[int, int], list[tuple[int, int]]]) -> list[tuple[Point, Point, Point]]:
    """One closed line out of the edges: each corner with the ways into and out of it."""
    start = at_point = min(edges)
    way = first = edges[start][0]
    found: list[tuple[Point, Point, Point]] = []
    while True:
        edges[at_point].remove(way)
        if not edges[at_point]:
            del edges[at_point]
        at_point = (at_point[0] + way[0], at_point[1] + way[1])
        if at_point == start and at_point not in edges:
            found.append((at_point, way, first))
            return found
        right = (-way[1], way[0])
        onward = right if right in edges.get(at_point, []) else edges[at_point][0]
        found.append((at_point, way, onward))
        way = onward


def rounded(line: list[tuple[Point, Point, Point]], inset: float, radius: float) -> str:
    """Corners cut round, every side moved inwards."""
    drawn: list[str] = []
    for (x, y), came, goes in line:
        if came == goes:
            continue
        px = x * PLOT + inset * (-came[1] - goes[1])
        py = y * PLOT + inset * (came[0] + goes[0])
        before = (px - came[0] * radius, py - came[1] * radius)
        after = (px + goes[0] * radius, py + goes[1] * radius)
        start = f"{'L' if drawn else 'M'}{short(before[0])} {short(before[1])}"
        drawn.append(f"{start}Q{short(px)} {short(py)} {short(after[0])} {short(after[1])}")
    return "".join(drawn) + "Z"


# ---------------------------------------------------------------- ground


def board_height(map_height: float) -> float:
    return MAP_Y + map_height + 74


@lru_cache(64)
def ground(rows: int, columns: int, letters: tuple[str, ...]) -> Svg:
    """The board's rim with its letters and numbers, and the meadows."""
    width, height = map_size(rows, columns)
    step = PLOT * scale(rows, columns)
    numbers = [
        lettering(str(n + 1), MAP_X + step * (n + 0.5), 22, 14, text_anchor="middle", fill="var(--map-ink-2)")
        for n in range(columns)
    ]
    names = [
        lettering(letters[n], 30, MAP_Y + step * (n + 0.5) + 5, 14, text_anchor="end", fill="var(--map-ink-2)")
        for n in range(rows)
    ]
    return tag(
        "g",
        tag("rect", width=BOARD_WIDTH, height=board_height(height), rx=14, fill="var(--map-edge)"),
        tag("rect", x=MAP_X, y=MAP_Y, width=width, height=height, rx=6, fill="var(--meadow)"),
        at(MAP_X, MAP_Y, *meadows(rows, columns), scale=scale(rows, columns)),
        *numbers,
        *names,
        id="ground",
    )


def meadows(rows: int, columns: int) -> list[Svg]:
    tones = {1: ("var(--meadow-2)", 0.55), 4: ("var(--land-2)", 0.6)}
    drawn = []
    for row in range(rows):
        for column in range(columns):
            tone = tones.get((row * 5 + column * 3 + row * column) % 7)
            if tone:
                x, y = column * PLOT, row * PLOT
                drawn.append(tag("rect", x=x, y=y, width=PLOT, height=PLOT, fill=tone[0], opacity=tone[1]))
    return drawn


def gridroads(rows: int, columns: int) -> Svg:
    width, height = columns * PLOT, rows * PLOT
    lines = "".join(f"M0 {PLOT * n}H{width}" for n in range(1, rows)) + "".join(
        f"M{PLOT * n} 0V{height}" for n in range(1, columns)
    )
    crossings = [use("mk-rb", x=PLOT * c, y=PLOT * r) for r in range(1, rows) for c in range(1, columns)]
    return on_map(
        rows,
        columns,
        "gridroads",
        path(lines, stroke="var(--kerb)", stroke_width=5.5),
        path(lines, stroke="var(--road)", stroke_opacity=0.35, stroke_width=1, stroke_dasharray="4 5"),
        *crossings,
    )


@lru_cache(64)
def marsh(land: Land, rows: int, columns: int) -> Svg:
    wet = [plot for plot in range(PLOTS) if land.ground[plot] == MARSH]
    children = []
    if wet:
        children.append(path(outline(wet, 5, 20), fill="var(--marsh)"))
        children += [use(f"mk-wet{plot % 2}", x=centre(plot)[0], y=centre(plot)[1]) for plot in wet]
    return on_map(rows, columns, "marsh", *children)


def river_course(land: Land) -> list[int]:
    """The river's plots from one end to the other."""
    left = {plot for plot in range(PLOTS) if land.ground[plot] == RIVER}
    if not left:
        return []

    def touching(plot: int) -> list[int]:
        row, column = divmod(plot, COLUMNS)
        near = [other for other in left if max(abs(other // COLUMNS - row), abs(other % COLUMNS - column)) == 1]
        return sorted(near, key=lambda other: abs(other // COLUMNS - row) + abs(other % COLUMNS - column))

    ends = [plot for plot in sorted(left) if len(touching(plot)) <= 1] or [min(left)]
    course = [ends[0]]
    left.remove(ends[0])
    while onward := touching(course[-1]):
        course.append(onward[0])
        left.remove(onward[0])
    return course


@lru_cache(64)
def river(land: Land, rows: int, columns: int) -> Svg:
    course = river_course(land)
    points = [centre(plot) for plot in course]
    if len(points) == 1:
        x, y = points[0]
        pond = tag("circle", cx=x, cy=y, r=22, fill="var(--water)", stroke="var(--water-2)", stroke_width=4)
        return on_map(rows, columns, "river", pond)
    if not points:
        return on_map(rows, columns, "river")
    source = beyond(points[0], points[1], rows, columns)
    mouth = beyond(points[-1], points[-2], rows, columns)
    line = flowing([*source, *points, *mouth])
    layers = (("var(--leaf)", 50, 0.6), ("var(--water-2)", 43, None), ("var(--water)", 35, None))
    banks = [
        path(line, fill="none", stroke=colour, stroke_width=width, opacity=opacity) for colour, width, opacity in layers
    ]
    dashes = path(line, fill="none", stroke="#fff", stroke_opacity=0.5, stroke_width=1.4, stroke_dasharray="14 26")
    window = tag("clipPath", tag("rect", width=columns * PLOT, height=rows * PLOT, rx=6), id="mk-map")
    return on_map(rows, columns, "river", window, tag("g", *banks, dashes, clip_path="url(#mk-map)"))


def beyond(end: Point, before: Point, rows: int, columns: int) -> list[Point]:
    """Where the river leaves the map: straight on if that leads out, else over the edge that its last plot lies at."""
    width, height = columns * PLOT, rows * PLOT
    (x, y), (dx, dy) = end, (end[0] - before[0], end[1] - before[1])
    ways = [(dx, dy), (-PLOT, 0), (PLOT, 0), (0, -PLOT), (0, PLOT)]
    out = [(x + a, y + b) for a, b in ways if not (0 < x + a < width and 0 < y + b < height)]
    return out[:1]


def flowing(points: list[Point]) -> str:
    """A smooth line through the points."""
    drawn = f"M{short(points[0][0])} {short(points[0][1])}"
    for i in range(len(points) - 1):
        p0, p1, p2 = points[max(0, i - 1)], points[i], points[i + 1]
        p3 = points[min(len(points) - 1, i + 2)]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        drawn += "C" + " ".join(f"{short(x)} {short(y)}" for x, y in (c1, c2, p2))
    return drawn


ROCK_SHAPE = "M-28 18l8-30 18-14 20 8 10 22-6 22-26 4z"


@lru_cache(64)
def rock(land: Land, rows: int, columns: int) -> Svg:
    rocks = [
        at(
            *centre(plot),
            path(ROCK_SHAPE, fill="var(--map-shade)", opacity=0.2, transform="translate(3 4)"),
            path(ROCK_SHAPE, fill="var(--rock)"),
            path("M-2-26l20 8 10 22-18 4zM-20-12l18-14 12 34-14 22z", fill="#fff", opacity=0.18),
            path("M10 8l18-4-6 22-26 4z", fill="#000", opacity=0.16),
        )
        for plot in range(PLOTS)
        if land.ground[plot] == ROCK
    ]
    return on_map(rows, columns, "rock", *rocks)


def is_meadow(land: Land, plot: int) -> bool:
    return land.ground[plot] == LAND and land.building[plot] == 0


@lru_cache(64)
def trees(land: Land, rows: int, columns: int) -> Svg:
    drawn = []
    for plot in range(PLOTS):
        if is_meadow(land, plot):
            for n in range(1 + plot * 7 % 3):
                mix = (plot * 97 + n * 57) % 101
                x, y = centre(plot)
                spot = f"translate({short(x - 20 + mix % 41)} {short(y + 2 + mix * 3 % 23)}) scale(.{7 + mix % 3})"
                drawn.append(use(f"mk-tree{int(mix % 4 == 0)}", transform=spot))
    return on_map(rows, columns, "trees", *drawn)


@lru_cache(64)
def names(land: Land, rows: int, columns: int, letters: tuple[str, ...]) -> Svg:
    """Every plot of land that is not built on says its name."""
    labels = [
        lettering(
            f"{letters[plot // COLUMNS]}{plot % COLUMNS + 1}",
            plot % COLUMNS * PLOT + 8,
            plot // COLUMNS * PLOT + 18,
            12,
            fill="var(--map-ink-2)",
        )
        for plot in range(PLOTS)
        if is_meadow(land, plot)
    ]
    return on_map(rows, columns, "names", *labels)

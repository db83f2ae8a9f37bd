"""What stands still downtown: streets, names, buildings, the park, the bank and its lots, drawn from any map."""

import itertools
import random
from collections.abc import Callable, Iterator
from functools import lru_cache

from tabletown.games.squad_car.rules.board import CROSSING, ENTRY, EXIT, ONE_WAY, TWO_WAY, Board, board_of
from tabletown.games.squad_car.telling.naming import crossing_columns, crossing_rows
from tabletown.rulekit.drawing import Svg, at, joined, lettering, path, short, tag, use, width_of
from tabletown.rulekit.look import Listener

BOARD_SIZE = 660
RIM = 8
UNIT = 28
"""The side of a square on a map of 23 squares; other maps are scaled to the same size."""

DEFS = Svg(
    '<g id="tree"><circle cx="2" cy="2.5" r="7" fill="var(--map-shade)" opacity=".2"/>'
    '<circle r="7" fill="var(--leaf)"/><circle cx="-1.8" cy="-2" r="4.2" fill="var(--leaf-2)"/></g>'
    '<clipPath id="downtown"><rect x="8" y="8" width="644" height="644" rx="8"/></clipPath>'
    '<path id="arrow" d="M-8-1.5H1V-5L8 0 1 5V1.5H-8z" fill="var(--road-line)" opacity=".85"/>'
    '<path id="zebra" d="M-11 0v6m5.5 0v-6m5.5 0v6m5.5 0v-6m5.5 0v6" fill="none" stroke="var(--road-line)"'
    ' stroke-width="2.2" stroke-opacity=".75"/>'
    '<radialGradient id="lamp"><stop stop-color="#ffdf9a" stop-opacity=".42"/>'
    '<stop offset="1" stop-color="#ffdf9a" stop-opacity="0"/></radialGradient>'
)

Rect = tuple[float, float, float, float]
"""x, y, width, height."""


def scale_of(board: Board) -> float:
    return 23 / max(len(board.lines), board.stride - 1)


def corner(board: Board, square: int) -> tuple[int, int]:
    x, y = board.place(square)
    return RIM + UNIT * x, RIM + UNIT * y


def centre(board: Board, square: int) -> tuple[int, int]:
    x, y = corner(board, square)
    return x + UNIT // 2, y + UNIT // 2


def on_map(board: Board, name: str, *children: str, **attributes: str | None) -> Svg:
    """A part of the board, scaled where the map has another size."""
    scale = scale_of(board)
    move = None if scale == 1 else f"translate({RIM} {RIM}) scale({short(scale)}) translate({-RIM} {-RIM})"
    return tag("g", *children, id=name, transform=move, **attributes)


def still_parts(to: Listener) -> dict[str, Svg]:
    _, rules = to._, to.rules
    names = tuple(_(name) for name in (*rules.STREETS, *rules.AVENUES))
    return dict(drawn_once(rules.MAP, names, _("City Park"), _("BANK")))


@lru_cache(16)
def drawn_once(drawing: str, names: tuple[str, ...], park_name: str, bank_name: str) -> tuple[tuple[str, Svg], ...]:
    board = board_of(drawing)
    parts: dict[str, Svg] = {
        "ground": ground(),
        "streets": on_map(board, "streets", *streets(board)),
        "streetnames": on_map(board, "streetnames", *street_names(board, names)),
        "buildings": on_map(board, "buildings", tag("g", *buildings(board), clip_path="url(#downtown)")),
        "park": on_map(board, "park", *park(board, park_name)),
        "bank": on_map(board, "bank", *bank(board, bank_name)),
        "lots": on_map(board, "lots", *lots(board)),
        "lamps": on_map(board, "lamps", *lamps(board), opacity="var(--night)"),
    }
    return tuple(parts.items())


def ground() -> Svg:
    inner = BOARD_SIZE - 2 * RIM
    return tag(
        "g",
        tag("rect", width=BOARD_SIZE, height=BOARD_SIZE, rx=14, fill="var(--map-edge)"),
        tag("rect", x=RIM, y=RIM, width=inner, height=inner, rx=8, fill="var(--kerb)"),
        id="ground",
    )


# ---------------------------------------------------------------- streets


def streets(board: Board) -> Iterator[Svg]:
    asphalt = "".join(f"M{x} {y}h{width}v{height}h{-width}z" for x, y, width, height in stretches(board))
    yield path(asphalt, fill="var(--road-edge)", stroke="var(--road-edge)", stroke_width=2.5)
    yield path(asphalt, fill="var(--road)")
    yield path(square_edges(board), stroke="var(--road-line)", stroke_opacity=0.2)
    yield path(
        centre_lines(board),
        stroke="var(--road-line)",
        stroke_width=1.6,
        stroke_dasharray="7 4",
        stroke_opacity=0.85,
    )
    yield from one_way_arrows(board)
    yield from zebras(board)


def stretches(board: Board) -> Iterator[Rect]:
    """Straight pieces of road, as long as they go."""
    for way, axis in ((1, 1), (2, 0)):
        for square in board.roads:
            before = board.next[square][way - 2]
            if not runs_along(board, square, axis) or runs_along(board, before, axis):
                continue
            length = 0
            there = square
            while runs_along(board, there, axis):
                length += 1
                there = board.next[there][way]
            x, y = corner(board, square)
            if length > 1:
                yield (x, y, UNIT * length, UNIT) if axis else (x, y, UNIT, UNIT * length)


def runs_along(board: Board, square: int, axis: int) -> bool:
    return board.kind_at(square) in (TWO_WAY, ONE_WAY, CROSSING, EXIT, ENTRY) and (
        board.kinds[square] == CROSSING or board.axis(square) == axis
    )


def square_edges(board: Board) -> str:
    lines = []
    for square in board.roads:
        x, y = corner(board, square)
        if board.next[square][1] in board.roads and board.is_along(square, 1):
            lines.append(f"M{x + UNIT} {y}v{UNIT}")
        if board.next[square][2] in board.roads and board.is_along(square, 0):
            lines.append(f"M{x} {y + UNIT}h{UNIT}")
    return "".join(lines)


def centre_lines(board: Board) -> str:
    lines = []
    for square in board.roads:
        if board.kinds[square] in (TWO_WAY, EXIT) and square not in board.one_way:
            x, y = corner(board, square)
            lines.append(f"M{x} {y + 14}h{UNIT}" if board.axis(square) else f"M{x + 14} {y}v{UNIT}")
    return "".join(lines)


def one_way_arrows(board: Board) -> Iterator[Svg]:
    for square, way in board.one_way.items():
        x, y = board.place(square)
        if board.kinds[square] == ONE_WAY and (x + y) % 2 == 0:
            middle = "{} {}".format(*centre(board, square))
            yield use("arrow", transform=f"translate({middle}) rotate({90 * way - 90})")


def zebras(board: Board) -> Iterator[Svg]:
    """Crosswalks on the four sides of every crossing that a road leaves by."""
    for square in board.roads:
        if board.kinds[square] == CROSSING:
            x, y = centre(board, square)
            for way, neighbour in enumerate(board.next[square]):
                if neighbour in board.roads:
                    yield use("zebra", transform=f"translate({x} {y}) rotate({90 * way}) translate(0 -20)")


def street_names(board: Board, names: tuple[str, ...]) -> Iterator[Svg]:
    rows, columns = crossing_rows(board), crossing_columns(board)
    style: dict[str, str | float | None] = {
        "font_weight": 700,
        "fill": "var(--street-ink)",
        "text_anchor": "middle",
        "letter_spacing": 0.5,
    }
    for name, row in zip(names, rows, strict=False):
        x = longest_gap(board, row, columns, board.square)
        yield at(RIM + UNIT * x, RIM + UNIT * row + 14, bed(name), lettering(name, 0, 4, 11, **style))
    for name, column in zip(names[len(rows) :], columns, strict=False):
        y = longest_gap(board, column, rows, lambda along, across: board.square(across, along))
        turned = tag("g", bed(name), lettering(name, 0, 4, 11, **style), transform="rotate(-90)")
        yield at(RIM + UNIT * column + 14, RIM + UNIT * y, turned)


def bed(name: str) -> Svg:
    """Plain asphalt under a street's name."""
    width = max(width_of(name, 11) + 8, 84)
    return tag("rect", x=-width / 2, y=-8, width=width, height=16, fill="var(--road)")


def longest_gap(board: Board, road: int, crossings: list[int], square: Callable[[int, int], int]) -> float:
    """The middle of the longest stretch between two crossings of the road, in squares; the middle one of equals."""
    here = [c for c in crossings if board.kinds[square(c, road)] == CROSSING]
    gaps = [(after - before, before + after + 1) for before, after in itertools.pairwise(here)]
    best = max(gap for gap, _ in gaps)
    equals = [twice for gap, twice in gaps if gap == best]
    return equals[len(equals) // 2] / 2


def lamps(board: Board) -> Iterator[Svg]:
    for square in board.roads:
        if board.kinds[square] == CROSSING:
            x, y = corner(board, square)
            yield tag("circle", cx=x, cy=y, r=26, fill="url(#lamp)")


# ---------------------------------------------------------------- blocks of buildings


def rectangles(board: Board, sign: str) -> Iterator[tuple[int, int, int, int]]:
    """The squares with the sign, cut into rectangles: column, row, columns, rows."""
    free = {(x, y) for y, line in enumerate(board.lines) for x, found in enumerate(line) if found == sign}
    while free:
        x, y = min(free, key=lambda place: (place[1], place[0]))
        columns = 1
        while (x + columns, y) in free:
            columns += 1
        rows = 1
        while all((x + column, y + rows) in free for column in range(columns)):
            rows += 1
        free -= {(x + column, y + row) for column in range(columns) for row in range(rows)}
        yield x, y, columns, rows


def buildings(board: Board) -> Iterator[Svg]:
    rng = random.Random("downtown")
    for x, y, columns, rows in rectangles(board, "."):
        left = RIM + UNIT * x + (0 if x == 0 else 5)
        top = RIM + UNIT * y + (0 if y == 0 else 5)
        right = RIM + UNIT * (x + columns) - (0 if x + columns == board.stride - 1 else 5)
        bottom = RIM + UNIT * (y + rows) - (0 if y + rows == len(board.lines) else 5)
        for plot in plots(rng, left, top, right, bottom):
            yield garden(rng, plot) if rng.random() < 0.08 else building(rng, plot)


def plots(rng: random.Random, left: float, top: float, right: float, bottom: float) -> Iterator[Rect]:
    """A block is cut into rows and each row into houses."""
    deep = max(1, round((bottom - top) / 52))
    height = (bottom - top - 4 * (deep - 1)) / deep
    for row in range(deep):
        wide = max(1, round((right - left) / rng.choice((46, 58, 66))))
        shares = [rng.uniform(0.8, 1.3) for _ in range(wide)]
        x = left
        for share in shares:
            width = (right - left - 2 * (wide - 1)) * share / sum(shares)
            yield x, top + row * (height + 4), width, height
            x += width + 2


def building(rng: random.Random, plot: Rect) -> Svg:
    x, y, width, height = plot
    kind = rng.randint(1, 5)
    wall = rng.choice((6, 9, 13))
    foot = y + height
    roof = height - wall
    shadow = f"M{short(x + 2)} {short(foot)}h{short(width - 2)}l{wall * 0.9:.1f}-{wall * 0.5:.1f}v{8 - roof:.1f}l-6-4z"
    return joined(
        path(shadow, fill="var(--map-shade)", opacity=0.22),
        tag("rect", x=x, y=foot - wall, width=width, height=wall, fill=f"var(--b{kind}s)"),
        path(
            f"M{short(x + 4)} {short(foot - min(wall - 4, 5))}H{short(x + width - 3)}",
            stroke="var(--window)",
            stroke_width=3.2,
            stroke_dasharray="3.5 3.7",
        ),
        tag("rect", x=x, y=y, width=width, height=roof, fill=f"var(--b{kind})"),
        tag(
            "rect",
            x=x + 1.5,
            y=y + 1.5,
            width=width - 3,
            height=roof - 3,
            fill="none",
            stroke="#fff",
            stroke_opacity=0.28,
            stroke_width=1.5,
        ),
        on_the_roof(rng, kind, x, y, width, roof),
    )


def on_the_roof(rng: random.Random, kind: int, x: float, y: float, width: float, height: float) -> Svg:
    choice = rng.randrange(4)
    if choice == 0:
        return joined(
            tag("circle", cx=x + width / 2, cy=y + height / 2, r=5.5, fill=f"var(--b{kind}s)"),
            tag("circle", cx=x + width / 2 - 1, cy=y + height / 2 - 1.5, r=4.5, fill="#fff", opacity=0.35),
        )
    if choice == 1:
        return tag("rect", x=x + 6, y=y + 6, width=width * 0.4, height=height * 0.4, rx=2, fill="var(--leaf-2)")
    if choice == 2:
        half = short(width / 2)
        lines = f"M{short(x + 6)} {short(y + height * 0.35)}h{half}m-{half} 5h{half}"
        return path(lines, fill="none", stroke=f"var(--b{kind}s)", stroke_width=2.5)
    large = f"M{short(x + width * 0.55)} {short(y + height * 0.2)}h9v7h-9z"
    small = f"M{short(x + width * 0.25)} {short(y + height * 0.55)}h7v6h-7z"
    return path(large + small, fill=f"var(--b{kind}s)")


def garden(rng: random.Random, plot: Rect) -> Svg:
    x, y, width, height = plot
    trees = (
        use("tree", x=rng.uniform(x + 10, x + width - 10), y=rng.uniform(y + 10, y + height - 10)) for _ in range(3)
    )
    lawn = tag("rect", x=x, y=y, width=width, height=height, rx=5, fill="var(--meadow-2)")
    return joined(lawn, *trees)


# ---------------------------------------------------------------- park, bank, lots


def bounds(board: Board, signs: str) -> Rect | None:
    squares = [square for square, sign in enumerate(board.signs) if sign in signs]
    if not squares:
        return None
    places = [corner(board, square) for square in squares]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    right, bottom = max(x for x, _ in places) + UNIT, max(y for _, y in places) + UNIT
    return left, top, right - left, bottom - top


def park(board: Board, name: str) -> Iterator[Svg]:
    rng = random.Random("park")
    for column, row, columns, rows in rectangles(board, "*"):
        x, y = RIM + UNIT * column + 4, RIM + UNIT * row + 4
        width, height = UNIT * columns - 8, UNIT * rows - 8
        yield tag("rect", x=x, y=y, width=width, height=height, rx=12, fill="var(--meadow-2)")
        if columns < 3 or rows < 3:
            continue
        yield at(x, y, Svg(PARK_GROUND))
        for _ in range(columns * rows - 6):
            dx, dy = rng.uniform(8, width - 8), rng.uniform(8, height - 26)
            pond = 0.5 * width < dx < width - 4 and 0.35 * height < dy < 0.78 * height
            if not pond:
                yield at(x + dx, y + dy, use("tree"), scale=rng.choice((0.7, 0.85, 1, 1.15)))
        yield lettering(
            name,
            x + width / 2,
            y + height - 10,
            15,
            text_anchor="middle",
            fill="var(--map-ink)",
            font_style="italic",
            font_family="var(--font-map)",
        )


PARK_GROUND = (
    '<path d="M8 178C50 118 20 70 124 12M6 40C60 50 80 120 126 148" fill="none" stroke="var(--dirt)" stroke-width="5"/>'
    '<path d="M71 102Q70 86 85 82L97 78Q112 74 117 89L119 95Q124 110 113 121 100 134 86 129 72 124 71 108Z"'
    ' fill="var(--water-2)"/>'
    '<path d="M74 104Q73 89 87 85L96 82Q110 78 115 92L116 95Q121 109 110 119 99 130 87 125 75 121 74 106Z"'
    ' fill="var(--water)"/>'
)


def bank(board: Board, name: str) -> Iterator[Svg]:
    found = bounds(board, "BP")
    if found is None:
        return
    x, y, width, height = found
    left, top, right, bottom = x + 5, y + 6, x + width - 5, y + height - 4
    middle = (left + right) / 2
    yield path(f"M{left + 1} {bottom + 1}H{right + 3}l10-6V{top + 8}l-8-8z", fill="var(--map-shade)", opacity=0.25)
    yield tag("rect", x=left, y=top, width=right - left, height=bottom - top, fill="var(--wall)")
    yield tag("rect", x=left, y=bottom - 8, width=right - left, height=8, fill="var(--wall-2)")
    ledge = f"M{left + 6} {top + 6}H{right - 6}V{top + 50}H{left + 6}z"
    yield path(ledge, fill="none", stroke="var(--wall-2)", stroke_width=2)
    yield tag("circle", cx=middle, cy=top + 30, r=23, fill="var(--wall-2)")
    yield tag("circle", cx=middle, cy=top + 29, r=20, fill="var(--copper)")
    yield path(
        f"M{middle - 13} {top + 19}a20 20 0 0 1 16-9", fill="none", stroke="#fff", stroke_opacity=0.6, stroke_width=2.5
    )
    yield lettering(
        name, middle, top + 33.5, 12, text_anchor="middle", font_weight=700, letter_spacing=0.5, fill="#fff"
    )
    yield path(f"M{middle - 44} {top + 70}l44-14 44 14z", fill="var(--wall)", stroke="var(--wall-2)", stroke_width=1.5)
    yield tag("rect", x=middle - 42, y=top + 70, width=84, height=9, fill="var(--wall-2)")
    yield path(
        "".join(f"M{middle - 36 + 12 * column} {top + 69}v11" for column in range(7)),
        stroke="var(--wall)",
        stroke_width=4.5,
    )


def lots(board: Board) -> Iterator[Svg]:
    for number, lot in enumerate(board.lots, 1):
        x, y = corner(board, lot)
        yield tag("rect", x=x + 1, y=y, width=UNIT - 2, height=UNIT, fill="var(--road)")
        yield path(f"M{x + 2} {y + 26}V{y + 2}M{x + 26} {y + 2}V{y + 26}", stroke="var(--road-line)", stroke_width=1.5)
        yield lettering(
            str(number), x + 14, y + 18, 12, text_anchor="middle", font_weight=700, fill="var(--street-ink)"
        )

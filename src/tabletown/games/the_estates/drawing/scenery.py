"""What stands still on the board of The Estates: street, river, ground and trees, and where the rows lie on it."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tabletown.rulekit.drawing import Attribute, Svg, at, joined, lettering, path, short, tag, use

if TYPE_CHECKING:
    from tabletown.rulekit.language import Say

BOARD = (1000, 594)
ROW_Y = (187, 379, 571)
"""The front edge of each row's lots, back to front. A tower of six cubes and a roof just fits between two."""
LOTS_BEFORE_RIVER = 4
LOT_STEP = 72
STREET_X = 147

DEFS = Svg(
    '<clipPath id="board-clip"><rect x="6" y="6" width="988" height="582" rx="11"/></clipPath>'
    '<pattern id="chalkdots" width="7" height="7" patternUnits="userSpaceOnUse">'
    '<path d="M2 2h0M5.5 5.5h0" stroke="var(--dirt-2)" stroke-width="1.6" stroke-linecap="round"/></pattern>'
    '<pattern id="paving" width="19" height="19" patternUnits="userSpaceOnUse">'
    '<path d="M0 .5H19M.5 0V19" stroke="var(--map-ink)" stroke-opacity=".09"/></pattern>'
    '<g id="tree0"><ellipse cx="3" cy="2" rx="7" ry="3" fill="var(--map-shade)" opacity=".18"/>'
    '<path d="M-.8 0V-5H.8V0z" fill="var(--leaf-dark)"/><circle cy="-8" r="6.5" fill="var(--leaf)"/>'
    '<path d="M-5.5-9.5A6 6 0 0 1 3-13.2 5 5 0 0 0-5.5-9.5" fill="var(--leaf-2)"/></g>'
    '<g id="tree1"><ellipse cx="3" cy="2" rx="6" ry="2.6" fill="var(--map-shade)" opacity=".18"/>'
    '<path d="M0-19 6-1H-6z" fill="var(--leaf-dark)"/><path d="M0-19-6-1H0z" fill="var(--leaf)"/></g>'
    '<g id="car"><rect x="-4" y="-9" width="11" height="22" rx="4" fill="var(--map-shade)" opacity=".25"/>'
    '<rect x="-6" y="-11" width="11" height="22" rx="4"/>'
    '<rect x="-4.5" y="-5" width="8" height="5" rx="1.5" fill="#fff" opacity=".6"/></g>'
    '<path id="ripple" d="M0 0q6-4 12 0t12 0" fill="none" stroke="var(--plate)" stroke-opacity=".5"'
    ' stroke-width="1.5"/>'
)


def lot_x(lot: int) -> int:
    """The front left corner of a lot; the river takes room before the fifth."""
    return 196 + LOT_STEP * lot + (68 if lot >= LOTS_BEFORE_RIVER else 0)


# ---------------------------------------------------------------- the ground


def ground(_: "Say") -> Svg:
    return ground_with(_("the river"), _("Main Street"))


@lru_cache(16)
def ground_with(river_name: str, street_name: str) -> Svg:
    width, height = BOARD
    return tag(
        "g",
        tag("rect", width=width, height=height, rx=16, fill="var(--map-edge)"),
        tag("g", soil(), river(river_name), street(street_name), clip_path="url(#board-clip)"),
        id="ground",
    )


def soil() -> Svg:
    """Paving before the street, dirt up to the river, meadow beyond, and a trodden band along each row."""
    height = BOARD[1]
    bands = joined(
        *(
            joined(
                path(f"M184 {y + 12}H494L500 {y - 44}H184z", fill="var(--dirt-2)", opacity=0.38),
                path(f"M536 {y + 12}H1000V{y - 44}H540z", fill="var(--meadow-2)", opacity=0.75),
            )
            for y in ROW_Y
        )
    )
    paths = joined(
        *(
            joined(
                path(f"M184 {y + 27}H490", stroke="var(--dirt-2)", stroke_width=5, opacity=0.6),
                path(
                    f"M540 {y + 27}q120 8 230 0t236 2", stroke="var(--dirt)", stroke_width=4, fill="none", opacity=0.55
                ),
            )
            for y in ROW_Y[:-1]
        )
    )
    return joined(
        tag("rect", width=1000, height=height, fill="var(--kerb)"),
        tag("rect", x=184, width=320, height=height, fill="var(--dirt)"),
        tag("rect", x=520, width=480, height=height, fill="var(--meadow)"),
        bands,
        tag("rect", width=120, height=height, fill="url(#paving)"),
        paths,
    )


def river(name: str) -> Svg:
    slant: dict[str, Attribute] = {"font_style": "italic"} if name.isascii() else {}
    ripples = ((503, 42), (501, 104), (505, 242), (502, 276), (503, 322), (506, 446), (511, 496), (510, 552))
    return joined(
        path(
            "M486 0C474 84 500 126 488 200S476 316 490 392 482 527 492 594H544C534 527 552 464 540 392"
            "S534 263 544 200 530 84 540 0z",
            fill="var(--water-2)",
        ),
        path(
            "M490 0C480 84 505 126 493 200S482 316 495 392 487 527 497 594H538C529 527 546 464 534 392"
            "S528 263 538 200 525 84 535 0z",
            fill="var(--water)",
        ),
        *(use("ripple", x=x, y=y) for x, y in ripples),
        along(name, 515, 160, 17, font_family="var(--font-map)", fill="var(--water-ink)", **slant),
    )


def street(name: str) -> Svg:
    height = BOARD[1]
    cars = ((133, 90, "#7f8f99"), (161, 274, "#b8695a"), (133, 466, "#5f7f74"), (161, 34, "#c9b26a"))
    return joined(
        path(f"M120 0h54v{height}h-54z", fill="var(--road)"),
        path(f"M120 0v{height}M174 0v{height}", stroke="var(--road-edge)", stroke_width=1.5),
        path(f"M147 0V{height}", stroke="var(--road-line)", stroke_width=2, stroke_dasharray="13 11"),
        along(name.upper(), 180, 474, 11, letter_spacing=1.5, fill="var(--map-ink-2)"),
        *(use("car", x=x, y=y, fill=colour) for x, y, colour in cars),
    )


def along(words: str, x: float, y: float, size: float, **attributes: Attribute) -> Svg:
    """Down the board: Latin letters lie on their side, Japanese ones stand."""
    return lettering(words, x, y, size, writing_mode="vertical-rl", text_anchor="middle", **attributes)


# ---------------------------------------------------------------- between the rows

PONDS = ((640, 66, 46, 17), (900, 256, 54, 18), (700, 440, 42, 15))
GRASS = (
    "884 86,710 52,668 54,902 308,689 436,968 318,816 482,663 90,594 439,559 272,934 500,738 286,625 302,"
    "898 131,825 277,834 486,984 129,948 458,674 285,809 466,944 52,860 254,820 123,957 283,574 510,"
    "970 257,968 104,694 58,732 454,589 500,746 111,813 104,560 92,713 232,801 234,738 124,583 502,"
    "846 76,790 495,984 54,682 265,642 112,732 114,746 434,912 308"
)
FLOWERS = {
    "#f2c6cf": "645 98,617 52,837 452,758 490,782 448,818 316,888 244,894 292,949 281,826 78",
    "#fff": "798 482,722 307,942 104,924 241,929 462,626 489,574 64",
    "#f6e7a1": "701 242,638 247,885 267,759 244,898 50,933 513,567 72,766 272,944 252,592 478,923 318,734 450,737 503",
}
HEAP = '<path d="M-30 10q28-44 62 0z" fill="var(--dirt-2)"/><path d="M4-18q16 10 28 28h-20q-2-16-8-28z" \
fill="var(--map-shade)" opacity=".12"/>'
PLANKS = '<path d="M0 14l46 2 10-7-46-2z" fill="var(--map-shade)" opacity=".16"/><path d="M0 8h46l9-7H9z" \
fill="#c99f63"/><path d="M0 8h46v4H0z" fill="#a97f45"/><path d="M3 5h46M6 2.5h46" stroke="#a97f45"/>'
HUT = '<path d="M2 12h40l12-6" stroke="var(--map-shade)" stroke-opacity=".2" stroke-width="5" fill="none"/>\
<path d="M0 12v-20h34v20z" fill="var(--wall)"/><path d="M34 12l9-6v-20l-9 6z" fill="var(--wall-2)"/>\
<path d="M-3-8h38l10-7H8z" fill="var(--slate)"/><path d="M6 12V-1h8v13zM19-2h10v6H19z" fill="var(--slate-2)"/>'
PIPES = '<path d="M0 10h44" stroke="var(--map-shade)" stroke-opacity=".18" stroke-width="6"/>\
<path d="M0 4h40M4-3h36M0-10h38" stroke="#b98d7a" stroke-width="5.5" stroke-linecap="round"/>'
TREES = (
    "1 701 64 1.7,0 725 69 1.6,1 703 72 1.3,0 855 80 1.8,0 841 82 1.4,0 829 85 1.4,1 891 87 1.8,"
    "0 841 90 1.2,0 901 91 1.7,1 904 93 1.3,1 886 100 1.8,0 965 115 1.6,0 978 118 1.7,1 690 260 1.5,"
    "1 725 260 1.7,1 979 262 1.7,1 632 263 1.4,0 979 268 1.4,0 636 271 1.3,0 658 273 1.3,1 631 278 1.3,"
    "1 767 288 1.4,1 921 290 1.7,0 901 293 1.3,1 913 294 1.8,1 897 296 1.7,0 786 296 1.4,1 773 297 1.7,"
    "0 770 299 1.3,0 845 446 1.8,1 822 449 1.4,0 822 450 1.7,0 852 454 1.6,0 977 477 1.7,1 957 477 1.4,"
    "0 953 485 1.6,0 771 496 1.6,0 758 498 1.7,0 641 501 1.8,1 625 508 1.8,0 30 56 1.3,0 62 50 1.3,"
    "0 96 58 1.3,0 108 214 1.3,0 34 242 1.3,0 60 238 1.3,0 90 244 1.3,0 30 434 1.3,0 64 430 1.3,"
    "0 98 436 1.3,0 192 224 1.1,0 214 230 1.1,0 452 420 1.1,0 470 428 1.1,0 440 230 1.1,0 204 416 1.1"
)
"""Kind, place and size of each, those further back first."""


@cache
def scenery() -> Svg:
    grass = "".join(f"M{place}l-2-5m2 5v-6m0 6l2-5" for place in GRASS.split(","))
    flowers = [
        path(
            "".join(f"M{place}h0" for place in places.split(",")),
            stroke=colour,
            stroke_width=3.4,
            stroke_linecap="round",
            opacity=0.85,
        )
        for colour, places in FLOWERS.items()
    ]
    return tag(
        "g",
        *(pond(*figures) for figures in PONDS),
        path(grass, stroke="var(--leaf-dark)", stroke_opacity=0.5, fill="none"),
        *flowers,
        at(420, 74, Svg(HEAP)),
        at(396, 276, Svg(PLANKS)),
        at(300, 270, Svg(HUT)),
        at(404, 470, Svg(HEAP), scale=0.85),
        at(260, 470, Svg(PIPES)),
        id="scenery",
    )


def pond(x: float, y: float, width: float, height: float) -> Svg:
    return joined(
        tag("ellipse", cx=x, cy=y + 2, rx=width + 3, ry=height + 2, fill="var(--leaf)", opacity=0.45),
        tag("ellipse", cx=x, cy=y, rx=width, ry=height, fill="var(--water)"),
        use("ripple", x=x - width / 2, y=y - 3),
    )


@cache
def trees() -> Svg:
    planted = [tree.split() for tree in TREES.split(",")]
    return tag(
        "g",
        *(
            tag("use", href=f"#tree{kind}", transform=f"translate({x} {y}) scale({size})")
            for kind, x, y, size in planted
        ),
        id="trees",
    )


# ---------------------------------------------------------------- lots


@lru_cache(256)
def lots(row: int, requirement: int, white_dirt: tuple[int, ...]) -> Svg:
    """Ten lots; those beyond the requirement are only marked out."""
    return tag(
        "g",
        *(lot_ground(row, lot, lot < requirement, bool(white_dirt[lot])) for lot in range(len(white_dirt))),
        id=f"row-{row + 1}-lots",
    )


def lot_ground(row: int, lot: int, may_be_built: bool, is_white: bool) -> Svg:  # noqa: FBT001
    x, y = lot_x(lot), ROW_Y[row]
    outline = f"M{x} {y}h60l12-30h-60z"
    number = lettering(str(lot + 1), x + 29, y + 12, 11, text_anchor="middle", fill="var(--map-ink-2)")
    edge = f"M{x} {y + 3}h60l12-30-72 27z"
    if not may_be_built:
        dashes = path(
            outline,
            fill="var(--chalk)" if is_white else "none",
            fill_opacity=0.4,
            stroke="var(--map-ink)",
            stroke_opacity=0.32,
            stroke_width=1.3,
            stroke_dasharray="3 4",
        )
        return joined(dashes, path(outline, fill="url(#chalkdots)", opacity=0.5) if is_white else Svg(), number)
    if is_white:
        return joined(
            path(edge, fill="var(--dirt-2)", opacity=0.8),
            path(outline, fill="var(--chalk)"),
            path(outline, fill="url(#chalkdots)"),
            number,
        )
    return joined(
        path(edge, fill="var(--map-shade)", opacity=0.18),
        path(outline, fill="var(--dirt-2)", stroke="var(--map-ink)", stroke_opacity=0.22),
        number,
    )


@cache
def mayor_spot(row: int) -> Svg:
    y = ROW_Y[row] - 12
    return joined(
        tag(
            "ellipse", cx=STREET_X, cy=y, rx=24, ry=14, fill="var(--kerb)", stroke="var(--road-edge)", stroke_width=1.5
        ),
        tag(
            "ellipse",
            cx=STREET_X,
            cy=y,
            rx=17,
            ry=9.5,
            fill="none",
            stroke="var(--road-edge)",
            stroke_dasharray="2 3",
        ),
    )


def sign_corner(row: int) -> str:
    return f"translate(14 {short(ROW_Y[row] - 92)})"

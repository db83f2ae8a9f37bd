"""What stands on a tract once it is subdivided: lanes and plots, then a silhouette for each kind of building.

All are drawn from the tract's own corner, 146 units wide; the label's place at the top is left free.
"""

from tabletown.games.square_mile.rules.state import APARTMENTS, CHURCH, HOUSES, INDUSTRY, SCHOOL, SHOPS
from tabletown.rulekit.drawing import Svg, at, joined, path, short, tag, use

from .scenery import CELL, INSIDE, house

WIDE = CELL - 2 * INSIDE
MIDDLE = CELL / 2


def ground(colour: str) -> Svg:
    return tag("rect", x=INSIDE, y=INSIDE, width=WIDE, height=WIDE, fill=colour)


def lanes(d: str) -> Svg:
    return joined(
        path(d, stroke="var(--road-edge)", stroke_opacity=0.55, stroke_width=9, fill="none"),
        path(d, stroke="var(--kerb)", stroke_width=7.5, fill="none"),
    )


def trees(*places: tuple[float, float], scale: float = 1.0) -> Svg:
    return joined(*(use("tree0", transform=f"translate({x} {y}) scale({short(scale)})") for x, y in places))


def plots() -> Svg:
    """Subdivided: sixteen plots around a crossing with a green."""
    spots = [(x, y) for y in (14, 42, 82, 110) for x in (14, 44, 78, 108)]
    return joined(
        ground("var(--meadow)"),
        *(
            tag(
                "rect",
                x=x,
                y=y,
                width=24,
                height=22,
                rx=1.5,
                fill="var(--land-3)",
                stroke="var(--leaf)",
                stroke_opacity=0.8,
            )
            for x, y in spots
        ),
        lanes(f"M{INSIDE} {MIDDLE}h{WIDE}M{MIDDLE} {INSIDE}v{WIDE}"),
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=12, fill="var(--kerb)", stroke="var(--road-edge)", stroke_opacity=0.55),
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=5.5, fill="var(--leaf-2)"),
    )


def houses() -> Svg:
    places = [(16, 42), (50, 42), (86, 46), (116, 42), (16, 84), (46, 84), (86, 84), (116, 84), (46, 112), (114, 112)]
    return joined(
        lanes(f"M{INSIDE} 73h{WIDE}M{MIDDLE} 73v67"),
        trees((122, 30), (106, 26), (134, 40), scale=0.9),
        *(house(x, y, 18, 11) for x, y in places),
        trees((22, 134), (92, 132), (36, 66), scale=1.0),
    )


def church() -> Svg:
    small = joined(*(house(x, 122, 17, 8) for x in (14, 40, 84, 112)))
    return joined(
        lanes(f"M{INSIDE} 118h{WIDE}M{MIDDLE} 118v-18"),
        trees((20, 54), (22, 86), (118, 50), (126, 80), (90, 44), scale=1.3),
        path("M46 95h62l5-3v-26h-4z", fill="var(--map-shade)", opacity=0.22),
        tag("rect", x=44, y=80, width=62, height=14, fill="var(--wall)"),
        path("M62 94v-7a3 3 0 0 1 6 0v7zM76 94v-7a3 3 0 0 1 6 0v7zM90 94v-7a3 3 0 0 1 6 0v7z", fill="var(--window)"),
        tag("rect", x=43, y=54, width=64, height=13, fill="var(--slate-2)"),
        tag("rect", x=43, y=67, width=64, height=13, fill="var(--slate)"),
        path("M38 96v-38h18v38z", fill="var(--wall)"),
        path("M49 96v-38h7v38z", fill="var(--wall-2)"),
        path("M36 58l11-28 11 28z", fill="var(--slate)"),
        path("M47 30l11 28h-8z", fill="var(--slate-2)"),
        path("M47 31v-12m-4 4h8", stroke="var(--map-ink)", stroke_width=2, fill="none"),
        path("M43 96v-10a4 4 0 0 1 8 0v10z", fill="var(--slate-2)"),
        small,
    )


def windows(x: float, y: float, columns: int, rows: int, step: tuple[float, float], size: tuple[float, float]) -> Svg:
    pane = f"h{short(size[0])}v{short(size[1])}h{short(-size[0])}z"
    d = "".join(
        f"M{short(x + column * step[0])} {short(y + row * step[1])}{pane}"
        for row in range(rows)
        for column in range(columns)
    )
    return path(d, fill="var(--window)")


def school() -> Svg:
    """Two wings, a clock tower with a flag, a sports field and a yard."""
    small = joined(*(house(x, 122, 17, 8) for x in (14, 112)))
    return joined(
        tag("rect", x=40, y=116, width=64, height=22, rx=10, fill="var(--roof)", opacity=0.5),
        tag("rect", x=46, y=120, width=52, height=14, rx=6, fill="var(--meadow-2)"),
        path("M72 120v14M46 127h52", stroke="var(--chalk)", stroke_opacity=0.8, fill="none"),
        lanes(f"M{INSIDE} 109h{WIDE}"),
        path("M22 102h104l7-4V64h-5z", fill="var(--map-shade)", opacity=0.22),
        tag("rect", x=18, y=76, width=106, height=25, fill="var(--wall)"),
        tag("rect", x=17, y=58, width=108, height=9, fill="var(--roof-2)"),
        tag("rect", x=17, y=67, width=108, height=9, fill="var(--roof)"),
        windows(23, 80, 4, 2, (8.5, 9), (5, 6)),
        windows(90, 80, 4, 2, (8.5, 9), (5, 6)),
        path("M60 101V48h22v53z", fill="var(--wall)"),
        path("M74 101V48h8v53z", fill="var(--wall-2)"),
        path("M57 49l14-14 14 14z", fill="var(--slate)"),
        path("M71 35l14 14h-9z", fill="var(--slate-2)"),
        tag("circle", cx=69, cy=60, r=5.5, fill="var(--plate)", stroke="var(--slate-2)"),
        path("M69 56.5v3.5l2.5 2", stroke="var(--slate-2)", fill="none"),
        path("M66 101V90h10v11z", fill="var(--slate-2)"),
        path("M71 35V22", stroke="var(--map-ink)", stroke_width=1.6),
        path("M71.5 22.5h15l-4 3.5 4 3.5h-15z", fill="var(--gain)"),
        trees((16, 56), (132, 56), (126, 136), scale=1.1),
        small,
    )


def industry() -> Svg:
    bays = joined(
        *(
            joined(
                path(f"M{14 + 18 * n} 72l18 8v28h-18z", fill="var(--slate)" if n % 2 == 0 else "var(--slate-2)"),
                path(f"M{14 + 18 * n} 72v36", stroke="var(--window)", stroke_width=3),
            )
            for n in range(4)
        )
    )
    return joined(
        lanes("M6 116h120M32 116v24"),
        path("M17 125h72l7-3.5V86h-5z", fill="var(--map-shade)", opacity=0.24),
        tag("rect", x=14, y=108, width=72, height=16, fill="var(--wall-2)"),
        windows(18, 112, 9, 1, (7.5, 6), (4.5, 5)),
        bays,
        path("M94 122V60h10v62z", fill="var(--roof)"),
        path("M100 122V60h4v62z", fill="var(--roof-2)"),
        path("M110 122V74h9v48z", fill="var(--roof)"),
        path("M115 122V74h4v48z", fill="var(--roof-2)"),
        path("M99 58c-6-8 6-12 0-20 8-2 14 4 10 9 8 0 6 9-2 9z", fill="var(--plate)", opacity=0.5),
        path("M114 72c-5-6 5-10 0-16 7-2 12 3 8 8 7 0 5 7-2 7z", fill="var(--plate)", opacity=0.4),
        tag("circle", cx=24, cy=52, r=9, fill="var(--wall)", stroke="var(--wall-2)", stroke_width=2),
        tag("circle", cx=46, cy=52, r=9, fill="var(--wall)", stroke="var(--wall-2)", stroke_width=2),
        tag("circle", cx=68, cy=52, r=9, fill="var(--wall)", stroke="var(--wall-2)", stroke_width=2),
        trees((14, 138), (58, 138), (80, 138), (102, 138), scale=0.8),
    )


def shops() -> Svg:
    """A low hall with striped awnings and a car park."""
    awnings = "".join(f"M{18 + 11 * n} 82h5.5v9h-5.5z" for n in range(10))
    cars = [(22, 108), (36, 108), (64, 108), (92, 108), (106, 108), (50, 124), (78, 124), (106, 124)]
    colours = ("var(--seat-1)", "var(--plate)", "var(--roof)", "var(--slate)")
    return joined(
        tag("rect", x=10, y=100, width=126, height=36, fill="var(--road)"),
        path(
            "".join(f"M{15 + 14 * n} 102v12M{15 + 14 * n} 120v12" for n in range(9)),
            stroke="var(--road-line)",
            stroke_opacity=0.8,
            fill="none",
        ),
        *(
            tag("rect", x=x - 4, y=y - 5, width=8, height=12, rx=2.5, fill=colours[n % 4], stroke="var(--road-edge)")
            for n, (x, y) in enumerate(cars)
        ),
        path("M20 99h112l7-4V52h-5z", fill="var(--map-shade)", opacity=0.22),
        tag("rect", x=16, y=74, width=112, height=24, fill="var(--wall)"),
        windows(20, 92, 9, 1, (12, 6), (8, 5.5)),
        path(awnings, fill="var(--zone-shop)"),
        tag("rect", x=16, y=82, width=112, height=1.5, fill="var(--wall-2)"),
        tag("rect", x=14, y=46, width=116, height=28, rx=2, fill="var(--slate)"),
        tag("rect", x=18, y=50, width=108, height=20, rx=1, fill="none", stroke="var(--wall-2)", stroke_opacity=0.6),
        tag("rect", x=46, y=53, width=52, height=14, rx=7, fill="var(--water)", stroke="var(--wall)", stroke_width=1.5),
        path("M59 53v14M72 53v14M85 53v14", stroke="var(--wall)", fill="none"),
        path("M22 54h10v8H22zM108 54h12v8h-12z", fill="var(--wall-2)"),
        trees((14, 142), (132, 142), scale=0.7),
    )


def tower(x: float, y: float, width: float, height: float) -> Svg:
    side = width * 0.28
    rows = int((height - 8) // 10)
    columns = int((width - side - 5) // 7)
    return joined(
        path(
            f"M{short(x + 3)} {short(y + 1)}h{short(width)}l{short(height * 0.2)}-6v{short(-height * 0.4)}z",
            fill="var(--map-shade)",
            opacity=0.24,
        ),
        tag("rect", x=x, y=y - height, width=width, height=height, fill="var(--wall)"),
        tag("rect", x=x + width - side, y=y - height, width=side, height=height, fill="var(--wall-2)"),
        windows(x + 3.5, y - height + 6, columns, rows, (7, 10), (4.5, 6)),
        tag("rect", x=x - 1, y=y - height - 5, width=width + 2, height=6, fill="var(--slate)"),
        tag("rect", x=x + 5, y=y - height - 10, width=9, height=6, fill="var(--slate-2)"),
    )


def apartments() -> Svg:
    """Four towers in a park."""
    return joined(
        lanes(f"M{INSIDE} 128h{WIDE}M{MIDDLE} 128V96"),
        tag("ellipse", cx=74, cy=110, rx=15, ry=5.5, fill="var(--water)", stroke="var(--leaf)", stroke_width=2),
        tower(14, 88, 30, 44),
        tower(102, 90, 30, 42),
        tower(56, 96, 32, 62),
        tower(16, 122, 30, 30),
        tower(98, 122, 32, 32),
        trees((52, 122), (94, 120), (12, 138), (66, 140), (134, 138), (92, 140), scale=0.9),
    )


DRAWN_BY = {
    HOUSES: houses,
    CHURCH: church,
    SCHOOL: school,
    INDUSTRY: industry,
    SHOPS: shops,
    APARTMENTS: apartments,
}


GROUND = {INDUSTRY: "var(--kerb)", SHOPS: "var(--kerb)", APARTMENTS: "var(--meadow-2)"}


def building(kind: int) -> Svg:
    return DRAWN_BY[kind]()


def building_ground(kind: int) -> Svg:
    return ground(GROUND.get(kind, "var(--meadow)"))


SIGNS = {
    HOUSES: "M1 6 6 1l5 5v6H1z",
    CHURCH: "M5 1h2v2h2v2H7v2l4 3v2H1v-2l4-3V5H3V3h2z",
    SCHOOL: "M6 1l6 3-6 3-6-3zM2.5 6.5 6 8.300l3.5-1.800V10L6 12 2.5 10z",
    INDUSTRY: "M1 12V5l3 2V5l3 2V1h3v11z",
    SHOPS: "M1 5h10l-1 7H2zM3.5 5a2.5 3.5 0 0 1 5 0h-1.200a1.3 2.2 0 0 0-2.6 0z",
    APARTMENTS: "M2 12V1h8v11H7V9.5H5V12zM4 3v1.5h1.5V3zM6.5 3v1.5H8V3zM4 6v1.5h1.5V6zM6.5 6v1.5H8V6z",
}
"""A zone's sign beside its name, twelve units wide."""


def sign(zone: int, x: float, y: float) -> Svg:
    if zone not in SIGNS:
        return Svg()
    return at(x, y, path(SIGNS[zone], fill="var(--ink-2)", fill_rule="evenodd"))

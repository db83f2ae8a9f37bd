"""The pieces of The Estates as they are drawn: on the board, in the yard and under the hammer."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tabletown.rulekit.drawing import Attribute, Svg, at, joined, lettering, path, tag, use
from tabletown.rulekit.remembering import remembered

if TYPE_CHECKING:
    from tabletown.rulekit.namespace import Namespace

FIRMS = "abfpsv"
"""The companies' colours and patterns among the tokens, in the order of the edition."""
CUBE_WIDTH = 50
DEPTH = (9, 7)
FLOOR = 29
LOW_FLOOR = 24
ROOF_HEIGHT = 26
PERMIT_STEP = 30

PATTERNS = {
    "a": '<path d="M0 2q2-2 4 0t4 0M0 6q2-2 4 0t4 0" fill="none" stroke="#fff" stroke-opacity=".42"/>',
    "b": '<path d="M0 .5H8M0 4.5H8M2 .5V4.5M6 4.5V8.5" stroke="#fff" stroke-opacity=".38"/>',
    "f": '<path d="M0 6 4 2 8 6" fill="none" stroke="#fff" stroke-opacity=".4"/>',
    "p": '<path d="M-1 9 9-1M-1 1 1-1M7 9 9 7" stroke="#17222a" stroke-opacity=".28"/>',
    "s": '<path d="M2 2h0M6 6h0" stroke="#17222a" stroke-opacity=".34" stroke-width="2" stroke-linecap="round"/>',
    "v": '<path d="M2 .5v3M.5 2h3M6 4.5v3M4.5 6h3" stroke="#17222a" stroke-opacity=".4"/>',
}
ROOF = Svg(
    '<g id="roof"><path d="M-5 1h59l10-9-20-17H14z" fill="var(--map-shade)" opacity=".25"/>'
    '<path d="M54 0l9-7-17-19z" fill="var(--roof-2)"/><path d="M-5 0H54l-8-26H10z" fill="var(--roof)"/>'
    '<path d="M-2.5-6h54.5M0-12.5h50.5M3-19h46" stroke="var(--roof-2)" stroke-opacity=".7"/>'
    '<path d="M10-26h36" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/></g>'
)
FACE_DOWN_ROOF = Svg(
    '<g id="roof-down"><path d="M-6 0h24l-5-15H-1z" fill="var(--roof)"/>'
    '<path d="M18 0l3-3-8-12z" fill="var(--roof-2)"/>'
    '<path d="M-4-5h20M-2.5-10h17" stroke="var(--roof-2)" stroke-opacity=".7"/>'
    '<path d="M-1-15h14" stroke="#fff" stroke-opacity=".5"/></g>'
)
PERMIT = Svg(
    '<pattern id="hazard" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">'
    '<rect width="7" height="14" fill="#b5392a"/></pattern>'
    '<g id="permit-board"><path d="M2-32h64v15H2z" fill="var(--plate)"/><path d="M2-32h64v15H2z" fill="url(#hazard)"/>'
    '<path d="M2-32h64v15H2z" fill="none" stroke="var(--slate-2)" stroke-width="1.5"/>'
    '<rect x="16" y="-39" width="36" height="27" rx="4" fill="var(--plate)" stroke="var(--slate-2)"'
    ' stroke-width="1.5"/></g>'
)
MAYOR = Svg(
    '<g id="mayor"><ellipse cx="6" cy="3" rx="18" ry="7" fill="var(--map-shade)" opacity=".3"/>'
    '<path d="M-13 2C-13-14-8-22 0-22s13 8 13 24q-13 6-26 0z" fill="#d9a514"/>'
    '<path d="M4-21.5C10-18 13-10 13 2q-4 2-8 2.6C7-6 7-14 4-21.5z" fill="#a87b00"/>'
    '<path d="M-9-17 8 3.5" stroke="#8a1f2b" stroke-width="4"/><circle cy="-28" r="8.5" fill="#f1c9a0"/>'
    '<path d="M-13.5-30.5v-3.5h4v-12q9.5-2 19 0v12h4v3.5z" fill="#2b2f36" stroke="#7d8a93" stroke-width="1.2"'
    ' stroke-linejoin="round"/><path d="M-8.9-35.8H8.9" stroke="#8a1f2b" stroke-width="3.2"/></g>'
)
CANCEL = Svg(
    '<g id="cancel"><rect x="2" y="3" width="38" height="36" rx="5" fill="var(--map-shade)" opacity=".3"/>'
    '<rect width="38" height="36" rx="5" fill="#2b2f36" stroke="#8a979e"/>'
    '<path d="m11 10 16 16m0-16L11 26" stroke="#fff" stroke-width="4" stroke-linecap="round"/></g>'
)
GAVEL = Svg(
    '<g id="gavel"><path d="M2 2h40l5-5H8z" fill="var(--map-shade)" opacity=".18"/>'
    '<rect x="4" y="-6" width="36" height="8"'
    ' rx="2" fill="#a97f45"/><path d="M4 0h36v2H4z" fill="#7d5b2c"/><g transform="rotate(-32 24 -24)">'
    '<rect x="20" y="-26" width="34" height="5" rx="2.5" fill="#a97f45"/>'
    '<rect x="6" y="-36" width="18" height="25" rx="3" fill="#c99f63"/>'
    '<path d="M6-31h18M6-16h18" stroke="#7d5b2c" stroke-width="2"/></g></g>'
)


@cache
def defs() -> Svg:
    return joined(*(firm_defs(firm) for firm in FIRMS), ROOF, FACE_DOWN_ROOF, PERMIT, MAYOR, CANCEL, GAVEL)


def firm_defs(firm: str) -> Svg:
    return joined(
        tag("pattern", Svg(PATTERNS[firm]), id=f"fp-{firm}", width=8, height=8, patternUnits="userSpaceOnUse"),
        cube_shape(firm, f"cube-{firm}", FLOOR),
        cube_shape(firm, f"low-cube-{firm}", LOW_FLOOR),
        tile_shape(firm, f"tile-{firm}"),
        badge_shape(firm, f"firm-{firm}"),
    )


def cube_shape(firm: str, name: str, height: int) -> Svg:
    """A cube that others may stand on: they hide its top."""
    width, (dx, dy) = CUBE_WIDTH, DEPTH
    face = f"M0 0v-{height}h{width}V0z"
    return tag(
        "g",
        path(f"M{width} 0l{dx}-{dy}v-{height}l-{dx} {dy}z", fill=f"var(--firm-{firm}-side)"),
        path(f"M0-{height}l{dx}-{dy}h{width}l-{dx} {dy}z", fill=f"var(--firm-{firm}-top)"),
        path(face, fill=f"var(--firm-{firm})"),
        path(face, fill=f"url(#fp-{firm})"),
        path(f"M0 0v-{height}h{width}", fill="none", stroke="#fff", stroke_opacity=0.35),
        path(f"M0-.5h{width}l{dx}-{dy}", fill="none", stroke="#000", stroke_opacity=0.28),
        id=name,
    )


def tile_shape(firm: str, name: str) -> Svg:
    """A cube seen from above, as the display shows it."""
    return tag(
        "g",
        tag("rect", x=1, y=3, width=34, height=25, rx=4, fill=f"var(--firm-{firm}-side)"),
        tag("rect", width=34, height=25, rx=4, fill=f"var(--firm-{firm})"),
        tag("rect", width=34, height=25, rx=4, fill=f"url(#fp-{firm})"),
        id=name,
    )


def badge_shape(firm: str, name: str) -> Svg:
    return tag(
        "g",
        tag("rect", width=20, height=20, rx=4, fill=f"var(--firm-{firm})"),
        tag("rect", width=20, height=20, rx=4, fill=f"url(#fp-{firm})"),
        id=name,
    )


# ---------------------------------------------------------------- with their numbers and letters


ENGRAVING: dict[str, Attribute] = {
    "stroke_linejoin": "round",
    "paint_order": "stroke",
    "font_weight": 700,
    "text_anchor": "middle",
}
"""What the group around engraved lettering says for all of it."""


@lru_cache(1024)
def engraved(words: str, x: float, y: float, size: float, firm: str) -> Svg:
    """Lettering on a company's pattern, with a rim of the plain colour to be read on."""
    return lettering(
        words,
        x,
        y,
        size,
        fill=f"var(--firm-{firm}-ink)",
        stroke=f"var(--firm-{firm})",
        stroke_width=4.5 if size > 15 else 3.5,
    )


def letter_of(rules: "Namespace", cube: int) -> str:
    letter: str = rules.COMPANY_LETTERS[rules.colour_of(cube)]
    return letter


def cube_code(rules: "Namespace", cube: int) -> str:
    """A6: letter and number."""
    return f"{letter_of(rules, cube)}{rules.value_of(cube)}"


def cube(rules: "Namespace", piece: int, x: float, y: float, height: int = FLOOR, scale: float = 1) -> Svg:
    """A cube standing on (x, y)."""
    return cube_called(f"cube-{piece}", rules, piece, x, y, height, scale)


def pictured_cube(rules: "Namespace", piece: int, x: float, y: float, height: int = FLOOR, scale: float = 1) -> Svg:
    """How a cube would look there; the piece itself lies elsewhere, and a page must not take this one for it."""
    return cube_called(None, rules, piece, x, y, height, scale)


@remembered
def cube_called(name: str | None, rules: "Namespace", piece: int, x: float, y: float, height: int, scale: float) -> Svg:
    firm = FIRMS[rules.colour_of(piece)]
    size = 21 if height == FLOOR else 18
    middle = -(height - 0.72 * size) / 2
    return at(
        x,
        y,
        use(f"cube-{firm}" if height == FLOOR else f"low-cube-{firm}"),
        engraved(str(rules.value_of(piece)), 32, middle, size, firm),
        engraved(letter_of(rules, piece), 11, middle - 1, 13, firm),
        scale=scale,
        data_piece=name,
        **ENGRAVING,
    )


@remembered
def tile(rules: "Namespace", piece: int, x: float, y: float) -> Svg:
    firm = FIRMS[rules.colour_of(piece)]
    return at(
        x,
        y,
        use(f"tile-{firm}"),
        engraved(str(rules.value_of(piece)), 22.5, 19, 18, firm),
        engraved(letter_of(rules, piece), 9, 17.5, 12, firm),
        scale=1,
        data_piece=f"cube-{piece}",
        **ENGRAVING,
    )


@remembered
def badge(rules: "Namespace", colour: int, x: float, y: float, size: float = 20) -> Svg:
    """A company's certificate, small: square, because people are round."""
    firm = FIRMS[colour]
    letter = engraved(rules.COMPANY_LETTERS[colour], 10, 14.8, 13, firm)
    return at(x, y, use(f"firm-{firm}"), letter, scale=size / 20, **ENGRAVING)


@remembered
def roof(value: int, x: float, y: float, scale: float = 1) -> Svg:
    """A roof on a building whose top left corner is (x, y)."""
    return at(
        x,
        y,
        use("roof"),
        tag("circle", cx=26, cy=-12.5, r=10.5, fill="var(--plate)", stroke="var(--roof-2)", stroke_width=1.5),
        lettering(str(value), 26, -6.5, 17, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
        scale=scale,
    )


def permits(words: Sequence[str], x: float, y: float, scale: float = 1) -> Svg:
    """One barrier with a board for each permit, the first lowest."""
    top = 34 + PERMIT_STEP * (len(words) - 1)
    boards = [
        at(0, -PERMIT_STEP * level, use("permit-board"), permit_figure(figure)) for level, figure in enumerate(words)
    ]
    return at(
        x,
        y,
        path("M6 2h58l8-8H16z", fill="var(--map-shade)", opacity=0.22),
        path(f"M10 0v-{top}M58 0v-{top}", stroke="var(--slate-2)", stroke_width=4),
        *boards,
        scale=scale,
    )


def permit_figure(words: str) -> Svg:
    return lettering(words, 34, -19, 18, text_anchor="middle", font_weight=700, fill="var(--plate-ink)")


def signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"

"""What lies beside the board of The Estates: cubes, roofs, permits, the hammer and certificates."""

from typing import TYPE_CHECKING

from tabletown.games.the_estates.rules.reasons import CUBE_BLOCKED
from tabletown.games.the_estates.rules.shapes import MOST_PERMITS, VALUES
from tabletown.games.the_estates.rules.state import (
    AVAILABLE,
    BETWEEN_ROUNDS,
    BID,
    CANCEL,
    CHOOSE,
    CUBE,
    GONE,
    MAYOR,
    NO_PIECE,
    NO_SEAT,
    OVER,
    PERMIT,
    PLACE,
    ROOF,
    SETTLE,
    STOW,
    State,
)
from tabletown.games.the_estates.telling import naming
from tabletown.rulekit.drawing import (
    Box,
    Svg,
    at,
    fitted,
    ink_token,
    joined,
    lettering,
    panel,
    path,
    tag,
    use,
    width_of,
)
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from . import drawn
from .scenery import BOARD

if TYPE_CHECKING:
    from tabletown.rulekit.language import Say
    from tabletown.rulekit.namespace import Namespace

GAP = 12
YARD_Y = BOARD[1] + GAP
YARD_HEIGHT = 144
CERTIFICATES_Y = YARD_Y + YARD_HEIGHT + GAP
CERTIFICATES_HEIGHT = 52
PLAYERS_Y = CERTIFICATES_Y + CERTIFICATES_HEIGHT + GAP
PLAYER_HEIGHT = 112
PANELS = {
    "yard-cubes": Box(0, YARD_Y, 334, YARD_HEIGHT),
    "yard-roofs": Box(346, YARD_Y, 168, YARD_HEIGHT),
    "yard-specials": Box(526, YARD_Y, 262, YARD_HEIGHT),
    "hammer": Box(800, YARD_Y, 200, YARD_HEIGHT),
    "certificates": Box(0, CERTIFICATES_Y, 1000, CERTIFICATES_HEIGHT),
}
"""Where the panels lie on the whole picture. The players' depend on how many there are."""


def panels(look: Look[State]) -> dict[str, str]:
    return {
        "yard-cubes": cubes(look),
        "yard-roofs": roofs(look),
        "yard-specials": specials(look),
        "hammer": hammer(look),
        "certificates": certificates(look),
    }


# ---------------------------------------------------------------- what several panels use


def short_row_name(_: "Say", row: int) -> str:
    return (_("upper"), _("middle"), _("lower"))[row]


def heading(words: str) -> Svg:
    return lettering(words, 14, 22, 13, font_weight=700, fill="var(--ink-2)")


def place_of(box: Box, x: float, y: float, width: float, height: float) -> Box:
    """A place inside a panel, on the whole picture."""
    return Box(box.x + x, box.y + y, width, height)


# ---------------------------------------------------------------- cubes


def cell(line: int, place: int) -> tuple[int, int]:
    return 15 + 39 * place, 36 + 35 * line


def cube_box(line: int, place: int) -> Box:
    x, y = cell(line, place)
    return place_of(PANELS["yard-cubes"], x, y, 35, 28)


@until_changed
def cubes(look: Look[State]) -> Svg:
    title = look._("Floor cubes: the ends may be chosen")
    lines, places = range(look.rules.DISPLAY_ROWS), range(look.rules.DISPLAY_LENGTH)
    cells = [display_cell(look, line, place) for line in lines for place in places]
    return panel("yard-cubes", PANELS["yard-cubes"], title, heading(title), *cells)


def display_cell(look: Look[State], line: int, place: int) -> Svg:
    view = look.view
    x, y = cell(line, place)
    first, last = view.display_first[line], view.display_end[line] - 1
    if not first <= place <= last:
        return tag(
            "rect",
            x=x + 4,
            y=y + 5,
            width=26,
            height=16,
            rx=4,
            fill="none",
            stroke="var(--line-strong)",
            stroke_opacity=0.5,
            stroke_dasharray="2 3",
        )
    cube = drawn.tile(look.rules, view.display[line][place], x, y)
    if first < place < last:
        return joined(cube, veil(x, y))
    end = 0 if place == first else 1
    if look.rules.refuse_choose_cube(view, view.seat, line, end) == CUBE_BLOCKED:
        return tag(
            "g",
            tag("title", look._("Blocked: it has no place on the board")),
            cube,
            veil(x, y),
            no_entry(x + 32, y + 3),
        )
    return cube


def veil(x: float, y: float) -> Svg:
    """What cannot be chosen lies further back."""
    return tag("rect", x=x - 1, y=y - 1, width=37, height=30, rx=4, fill="var(--panel)", opacity=0.38)


def no_entry(x: float, y: float) -> Svg:
    return joined(
        tag("circle", cx=x, cy=y, r=7.5, fill="var(--ink)", stroke="var(--panel)", stroke_width=1.5),
        path(f"M{x - 4} {y}h8", stroke="var(--panel)", stroke_width=2.6),
    )


# ---------------------------------------------------------------- roofs


def roof_box() -> Box:
    return place_of(PANELS["yard-roofs"], 8, 32, 152, 42)


@until_changed
def roofs(look: Look[State]) -> Svg:
    view = look.view
    title = look._.plural("{count} rooftop face down", "{count} rooftops face down", view.roofs_left)
    title = title.format(count=view.roofs_left)
    pile = [use("roof-down", x=16 + 24 * (k % 6), y=50 + 20 * (k // 6)) for k in range(view.roofs_left)]
    counts = [roof_count(value, view.roofs[value], 23 + 24 * (value - 1)) for value in range(1, VALUES + 1)]
    return panel("yard-roofs", PANELS["yard-roofs"], title, heading(title), *pile, *counts)


def roof_count(value: int, count: int, x: float) -> Svg:
    return tag(
        "g",
        tag("circle", cx=x, cy=97, r=10, fill="var(--plate)", stroke="var(--roof-2)", stroke_width=1.5),
        lettering(str(value), x, 102.5, 15, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
        lettering(f"×{count}", x, 126, 12.5, text_anchor="middle", fill="var(--ink-2)"),
        opacity=None if count else 0.4,
    )


# ---------------------------------------------------------------- permits, mayor, cancel cube

SPECIAL_STEP = 49
SPECIAL_SIGNS = (*(f"permit-{permit}" for permit in range(MOST_PERMITS)), "mayor", "cancel")
"""By which a page knows the piece again when it travels."""


def number_of_special(piece: int, face: int) -> int:
    """The three permits, then the mayor, then the cancel cube."""
    return face if piece == PERMIT else MOST_PERMITS + (piece == CANCEL)


def special_box(place: int) -> Box:
    return place_of(PANELS["yard-specials"], 9 + SPECIAL_STEP * place, 40, SPECIAL_STEP - 2, 56)


def special_place(view: State, place: int) -> int:
    if place < MOST_PERMITS:
        return view.permit_row[place]
    return view.mayor if place == MOST_PERMITS else view.cancel


def is_under_the_hammer(view: State, place: int) -> bool:
    if place < MOST_PERMITS:
        return view.piece == PERMIT and view.face == place
    return view.piece == (MAYOR if place == MOST_PERMITS else CANCEL)


@until_changed
def specials(look: Look[State]) -> Svg:
    title = look._("Permits, mayor, cancel cube")
    drawing = [special(look, number_of_special(*piece)) for piece in naming.special_pieces_in(look.rules)]
    return panel("yard-specials", PANELS["yard-specials"], title, heading(title), *drawing)


def special(look: Look[State], place: int) -> Svg:
    """The piece, or where it went."""
    _ = look._
    middle = 9 + SPECIAL_STEP * (place + 0.5) - 1
    where = special_place(look.view, place)
    if where == AVAILABLE and not is_under_the_hammer(look.view, place):
        return tag("g", special_piece(look.rules, place, middle, 92), data_piece=SPECIAL_SIGNS[place])
    if where == AVAILABLE:
        words = _("auction")
    else:
        words = _("out") if where == GONE else short_row_name(_, where)
    return joined(
        tag("g", special_piece(look.rules, place, middle, 92), opacity=0.22),
        lettering(words, middle, 122, 12, text_anchor="middle", fill="var(--ink-2)"),
    )


def special_piece(rules: "Namespace", place: int, x: float, y: float, scale: float = 0.64) -> Svg:
    """Any of the five, standing on (x, y)."""
    if place < MOST_PERMITS:
        return drawn.permits([f"±{rules.PERMIT_VALUES[place]}"], x - 34 * scale, y, scale)
    if place == MOST_PERMITS:
        return at(x, y - 4 * scale, use("mayor"), scale=1.45 * scale)
    return at(x - 19 * scale, y - 39 * scale, use("cancel"), scale=scale)


# ---------------------------------------------------------------- the hammer


@until_changed
def hammer(look: Look[State]) -> Svg:
    _, view = look._, look.view
    title = _("Auction {number}").format(number=view.turn)
    if view.rounds > 1:
        title = _("Round {round} of {rounds}, auction {number}").format(
            round=view.round, rounds=view.rounds, number=view.turn
        )
    offer = [at(76, 92, use("gavel"))] if view.piece == NO_PIECE else lot_on_offer(look)
    return panel("hammer", PANELS["hammer"], title, heading(title), *offer, doing_now(look))


def lot_on_offer(look: Look[State]) -> list[Svg]:
    _, view = look._, look.view
    if view.high_bidder == NO_SEAT:
        bid = lettering(_("no bid yet"), 100, 88, 13, fill="var(--ink-2)")
    else:
        amount = naming.money(_, view.high_bid)
        size = 20 if width_of(amount, 20) <= 92 else 15
        bid = joined(
            lettering(amount, 100, 82, size, font_weight=700, fill="var(--ink)"),
            lettering(fitted(look.names[view.high_bidder], 90, 13), 100, 101, 13, fill="var(--ink-2)"),
        )
    name = fitted(capitalized(naming.piece_name(look, view.piece, view.face)), 174, 15)
    return [piece_drawn(look), lettering(name, 14, 44, 15, font_weight=700, fill="var(--ink)"), bid]


def piece_drawn(look: Look[State]) -> Svg:
    view = look.view
    if view.piece == CUBE:
        return drawn.cube(look.rules, view.face, 14, 103, scale=1.2)
    if view.piece == ROOF:
        return drawn.roof(view.face, 22, 97, scale=1.15)
    place = number_of_special(view.piece, view.face)
    size = 0.74 if view.piece == MAYOR else 0.95
    return tag("g", special_piece(look.rules, place, 48, 104, size), data_piece=SPECIAL_SIGNS[place])


def doing_now(look: Look[State]) -> Svg:
    """Who decides what."""
    _, view = look._, look.view
    if view.phase == OVER:
        return lettering(_("The game is over"), 14, 131, 13, fill="var(--ink)")
    words = {
        STOW: _("may stow a check"),
        CHOOSE: _("chooses a piece"),
        BID: _("bids or passes"),
        SETTLE: _("sells or keeps it"),
        PLACE: _("places it"),
        BETWEEN_ROUNDS: _("begins the next round"),
    }[view.phase]
    return joined(ink_token(look.letters[view.seat], 13, 115, 22), lettering(words, 42, 131, 13, fill="var(--ink)"))


# ---------------------------------------------------------------- certificates


@until_changed
def certificates(look: Look[State]) -> Svg:
    title = look._("Certificates")
    step = PANELS["certificates"].width / look.rules.COLOURS
    cells = [certificate(look, colour, step * colour) for colour in range(look.rules.COLOURS)]
    return panel("certificates", PANELS["certificates"], title, *cells)


def certificate(look: Look[State], colour: int, x: float) -> Svg:
    holder = look.view.certificate[colour]
    name = naming.company_name(look, colour)
    size = 13.5 if width_of(name, 13.5) <= 110 else 12
    company = lettering(fitted(name, 110, size), x + 48, 23, size, font_weight=700, fill="var(--ink)")
    if holder == NO_SEAT:
        holding = lettering(look._("nobody yet"), x + 48, 40, 12, fill="var(--ink-3)")
    else:
        holding = joined(
            ink_token(look.letters[holder], x + 48, 28, 16),
            lettering(fitted(look.names[holder], 88, 12), x + 68, 40, 12, fill="var(--ink-2)"),
        )
    return joined(drawn.badge(look.rules, colour, x + 12, 12, 28), company, holding)

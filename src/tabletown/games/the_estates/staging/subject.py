"""The piece that it is about, drawn large, and the ghost of it on the board."""

from tabletown.games.the_estates.drawing import drawn, picture, yard
from tabletown.games.the_estates.drawing.scenery import ROW_Y, STREET_X
from tabletown.games.the_estates.rules.state import CUBE, MAYOR, NO_PIECE, NO_SEAT, PLACE, ROOF, State
from tabletown.games.the_estates.telling import naming
from tabletown.rulekit.drawing import Box, Svg, at, joined, lettering, path, plate, short, tag, use, width_of
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import remembered, until_changed
from tabletown.rulekit.staging import Subject

from .worth import WHOLE_ROW

SHADOW = tag("ellipse", cx=34, cy=2, rx=42, ry=7, fill="var(--map-shade)", opacity=0.14)
AROUND_A_PIECE = "-12 -58 92 66"
AROUND_A_TAGGED_PIECE = "-12 -78 92 86"


@until_changed
def subject(look: Look[State]) -> Subject:
    """What is up for auction or in hand; else the hammer."""
    _, view = look._, look.view
    if view.piece == NO_PIECE:
        return Subject(at(6, -2, use("gavel")), "-10 -64 82 74", _("Auction {number}").format(number=view.turn))
    if view.high_bidder == NO_SEAT or view.phase == PLACE:
        return piece(look, view.piece, view.face)
    return priced_piece(look, view.piece, view.face, view.high_bid)


# ---------------------------------------------------------------- pieces


def piece(look: Look[State], kind: int, face: int) -> Subject:
    name = capitalized(naming.piece_name(look, kind, face))
    return Subject(joined(SHADOW, standing(look, kind, face)), AROUND_A_PIECE, name, note(look, kind, face))


def priced_piece(look: Look[State], kind: int, face: int, amount: int, *more: Svg) -> Subject:
    """With the bid on a tag above it."""
    drawing = joined(SHADOW, standing(look, kind, face), price_tag(naming.money(look._, amount)), *more)
    return piece(look, kind, face)._replace(svg=drawing, view_box=AROUND_A_TAGGED_PIECE)


def struck(look: Look[State], kind: int, face: int, amount: int) -> Subject:
    """The hammer falls."""
    return priced_piece(look, kind, face, amount, at(58, 4, use("gavel", class_="strikes"), scale=0.5))


def standing(look: Look[State], kind: int, face: int) -> Svg:
    """Any piece, about 66 wide, standing on the ground around x = 34."""
    if kind == CUBE:
        return drawn.pictured_cube(look.rules, face, 0, 0, scale=1.12)
    if kind == ROOF:
        return drawn.roof(face, 5, 0, 1.1)
    return yard.special_piece(look.rules, yard.number_of_special(kind, face), 34, 0, 0.8 if kind == MAYOR else 1.0)


@remembered
def price_tag(words: str) -> Svg:
    half = max(20, width_of(words, 15) / 2 + 5)
    outline = (
        f"M{short(-half)}-14h{short(2 * half)}a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H4l-4 6-4-6H{short(-half)}"
        "a4 4 0 0 1-4-4v-14a4 4 0 0 1 4-4z"
    )
    sheet = path(outline, fill="var(--crown-bg)", stroke="var(--crown)", stroke_width=1.5)
    words_on_it = lettering(words, 0, 2.5, 15, font_weight=700, text_anchor="middle", fill="var(--ink)")
    return at(33, -62, tag("g", sheet, words_on_it, class_="drops"))


def note(look: Look[State], kind: int, face: int) -> str:
    """Whose company a cube is of."""
    _ = look._
    if kind != CUBE:
        return ""
    owner = look.view.certificate[look.rules.colour_of(face)]
    if owner == NO_SEAT:
        return _("nobody’s company yet")
    return _("your company") if owner == look.viewer else _("{name}’s company").format(name=look.names[owner])


def permit(look: Look[State], which: int, change: int) -> Subject:
    """With its sign, once it has one."""
    words = drawn.signed(change) if change else f"±{look.rules.permit_value(which)}"
    name = capitalized(naming.permit_name(look, which))
    return Subject(joined(SHADOW, drawn.permits([words], 0, 0)), AROUND_A_PIECE, name)


# ---------------------------------------------------------------- buildings


def tower(look: Look[State], row: int, lot: int) -> Subject:
    """A building as it stands in the view."""
    view = look.view
    cubes = picture.cubes_of(view, row, lot)
    height = picture.floor_height(len(cubes))
    floors = [drawn.pictured_cube(look.rules, cube, 0, -height * level, height) for level, cube in enumerate(cubes)]
    top, value = height * len(cubes), view.roof[row][lot]
    roof = drawn.roof(value, 0, -top) if value else Svg()
    room = max(top + (drawn.ROOF_HEIGHT if value else drawn.DEPTH[1]) + 8, 60)
    box = f"-14 {-room} 92 {room + 8}"
    return Subject(joined(SHADOW, *floors, roof), box, naming.short_lot_name(look._, row, lot))


def certificate(look: Look[State], colour: int) -> Subject:
    badge = drawn.badge(look.rules, colour, 0, 0, 56)
    return Subject(badge, "-6 -6 68 68", naming.company_name(look, colour))


# ---------------------------------------------------------------- on the board


def ghost(look: Look[State], hand: State, row: int, lot: int, mark: str) -> Svg:
    """The piece in hand where it would come to lie, its figure above it."""
    if lot == WHOLE_ROW:
        box = picture.mayor_box(row)
        there = at(STREET_X, ROW_Y[row] - 10, use("mayor"))
    else:
        x, y = picture.tower_foot(row, lot)[0], picture.tower_top(hand, row, lot)
        if hand.piece == CUBE:
            height = picture.floor_height(hand.height[row][lot] + 1)
            box, there = picture.next_floor(hand, row, lot), drawn.pictured_cube(look.rules, hand.face, x, y, height)
        else:
            box, there = picture.roof_place(hand, row, lot), drawn.roof(hand.face, x, y)
    return joined(tag("g", there, class_="ghost"), outlined(box), plate(mark, *above(box)) if mark else Svg())


def outlined(box: Box) -> Svg:
    return tag("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=6, class_="ghost-line")


def above(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y - 15


def permit_ghost(look: Look[State], after: State, row: int, mark: str) -> Svg:
    """The row's permits where they would stand then."""
    changes = [drawn.signed(after.permit_change[permit]) for permit in picture.permits_in(after, row)]
    x, y = picture.permit_foot(row, after.requirement[row])
    there = drawn.permits(changes, x, y) if changes else Svg()
    return joined(tag("g", there, class_="ghost"), plate(mark, x + 34, y - 30 * max(1, len(changes)) - 26))


def removal_ghost(look: Look[State], after: State, permit: int, mark: str) -> Svg:
    """The permit crossed out, the others where they would stand then."""
    row = look.view.permit_row[permit]
    spot = picture.permit_spot(look, permit)
    crossed = at(spot[0].x + 13, spot[0].y - 6, use("cancel")) if spot else Svg()
    return joined(tag("g", crossed, class_="ghost"), permit_ghost(look, after, row, mark))

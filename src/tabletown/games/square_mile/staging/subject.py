"""The thing that is decided about, drawn large: a tract with its roads, a section between two tracts, a tract card."""

from collections.abc import Iterable

from tabletown.games.square_mile.drawing import picture, scenery
from tabletown.games.square_mile.drawing.scenery import CELL, corner, course, marsh, middle_of
from tabletown.games.square_mile.rules.geometry import AROUND, OFF_MAP, TURNED
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACTS
from tabletown.games.square_mile.rules.state import (
    LAY_CARD,
    NONE,
    OUT_OF_THE_GAME,
    OVER,
    SEALED_BIDS_DUE,
    SWAMP,
    TIED_BIDS_DUE,
    State,
)
from tabletown.games.square_mile.telling.naming import CARD_NAMES, edge_name, letter, zone_name
from tabletown.games.square_mile.telling.report import land_of
from tabletown.rulekit.drawing import Svg, at, joined, lettering, path, seat_token, short, tag
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed
from tabletown.rulekit.staging import Subject

from .sums import tight

SIZE = CELL + 24


def subject(look: Look[State]) -> Subject | None:
    view = look.view
    if view.phase == OVER:
        return None
    if view.phase == LAY_CARD:
        return tract_card(look, view.card)
    if view.lot != NONE:
        return tract_subject(look, view.lot)
    if view.edge != NONE:
        return section_subject(look, view.edge)
    if view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}:
        return sealed_subject(look)
    own = land_of(view, look.viewer) if look.viewer >= 0 else []
    return tract_subject(look, own[0]) if own and view.seat == look.viewer and view.turn else None


def sealed_subject(look: Look[State]) -> Subject | None:
    """The tract that a sum is owed for, else the envelope itself."""
    view, seat = look.view, look.viewer
    named = NONE
    if seat >= 0 and not view.decided >> seat & 1:
        named = view.bidding_for[seat] if view.phase == SEALED_BIDS_DUE else look.rules.next_tied_tract(view, seat)
    if named != NONE:
        return tract_subject(look, named)
    return Subject(envelope(), "0 0 100 70", look._("Sealed bids"))


# ---------------------------------------------------------------- a tract


@until_changed
def tract_subject(look: Look[State], tract: int, *over: Svg) -> Subject:
    """With its roads, its river and its pawn; over it whatever else is to be seen."""
    _, view = look._, look.view
    x, y = corner(tract)
    name = _("{tract}, {zone}").format(tract=letter(view, tract), zone=zone_name(_, view.zone[tract]))
    worth = _("worth {value}").format(value=tight(look.rules.market_value(view, tract)))
    drawn = cropped(look, [tract], x + CELL / 2, y + CELL / 2, *over)
    return Subject(drawn, f"0 0 {SIZE} {SIZE}", capitalized(name), worth)


def cropped(look: Look[State], tracts: Iterable[int], x: float, y: float, *over: Svg) -> Svg:
    """A window on the map around a place."""
    view = look.view
    shown = [tract for tract in tracts if tract != OFF_MAP]
    edges = {edge for tract in shown for edge in AROUND[tract]}
    roads = [view.section[edge] if edge in edges else 0 for edge in range(EDGES)]
    rivers = [view.river[tract] if tract in shown else 0 for tract in range(TRACTS)]
    return tag(
        "svg",
        *(land_on(view, tract) for tract in shown),
        flowing(rivers),
        *(picture.town_on(tract, view.building[tract], view.owner[tract] == OUT_OF_THE_GAME) for tract in shown),
        scenery.roads(roads),
        scenery.bridges(roads, view.bridge_place),
        *(standing(look, tract) for tract in shown),
        *over,
        width=SIZE,
        height=SIZE,
        viewBox=f"{short(x - SIZE / 2)} {short(y - SIZE / 2)} {SIZE} {SIZE}",
    )


def land_on(view: State, tract: int) -> Svg:
    laid = view.letter[tract] != NONE
    zone, lots, built = view.zone[tract], view.subdivided[tract], view.building[tract]
    return picture.ground_of(tract, laid, zone, lots, built, tract == view.swamp)


def flowing(rivers: list[int]) -> Svg:
    way = "".join(course(tract, mask) for tract, mask in enumerate(rivers) if mask)
    if not way:
        return Svg()
    return joined(
        path(way, fill="none", stroke="var(--water-2)", stroke_width=29),
        path(way, fill="none", stroke="var(--water)", stroke_width=23),
    )


def standing(look: Look[State], tract: int) -> Svg:
    """The letter, and the owner's pawn."""
    view = look.view
    if view.letter[tract] == NONE:
        return Svg()
    x, y = corner(tract)
    drawn = at(x + 15, y + 15, picture.plate(look, tract))
    owner = view.owner[tract]
    if owner < 0:
        return drawn
    return joined(drawn, at(x + 33, y + 124, picture.pawn(owner, look.letters[owner]), scale=0.95))


# ---------------------------------------------------------------- a section


def section_subject(look: Look[State], edge: int, *over: Svg) -> Subject:
    """The place between two tracts."""
    _, view = look._, look.view
    x, y = middle_of(edge)
    cost = tight(look.rules.section_cost(view, edge))
    words = _("bridge, {cost}") if view.bridge_place[edge] else _("road, {cost}")
    drawn = cropped(look, look.rules.BESIDE[edge], x, y, planned_section(edge), *over)
    return Subject(drawn, f"0 0 {SIZE} {SIZE}", capitalized(edge_name(look, edge)), words.format(cost=cost))


def planned_section(edge: int) -> Svg:
    """A road that does not lie there yet."""
    line = scenery.section_line(edge)
    return tag(
        "g",
        path(line, stroke="var(--plate)", stroke_width=22),
        path(line, stroke="var(--move-glow)", stroke_width=18),
        path(line, stroke="var(--road)", stroke_width=12),
        path(line, stroke="var(--road-line)", stroke_width=1.6, stroke_dasharray="8 7"),
        fill="none",
        stroke_linecap="round",
    )


# ---------------------------------------------------------------- a tract card, an envelope


def tract_card(look: Look[State], card: int) -> Subject | None:
    if card == NONE:
        return None
    kind = look.rules.CARD_KIND[card]
    return Subject(
        at(-corner(0)[0], -corner(0)[1], card_on(look, 0, card, 0)),
        f"0 0 {CELL} {CELL}",
        look._("Tract card {card}").format(card=LETTERS[card]),
        look._(CARD_NAMES[kind]),
    )


def card_on(look: Look[State], tract: int, card: int, turn: int) -> Svg:
    """A tract card as it would lie on a place, turned clockwise by quarters."""
    rules = look.rules
    kind = rules.CARD_KIND[card]
    mask = TURNED[rules.COURSE[kind]][turn]
    x, y = corner(tract)
    rivers = [mask if place == tract else 0 for place in range(TRACTS)]
    return joined(
        tag("rect", x=x + 3, y=y + 3, width=CELL - 6, height=CELL - 6, rx=8, fill="var(--meadow)"),
        flowing(rivers),
        marsh(tract) if kind == SWAMP else Svg(),
        tag(
            "rect",
            x=x + 3,
            y=y + 3,
            width=CELL - 6,
            height=CELL - 6,
            rx=8,
            fill="none",
            stroke="var(--map-ink-2)",
        ),
    )


def envelope() -> Svg:
    """A sealed bid, 100 units wide."""
    return joined(
        tag("rect", x=4, y=6, width=92, height=58, rx=5, fill="var(--plate)", stroke="var(--line-strong)"),
        path("M5 10 50 42 95 10", fill="none", stroke="var(--line-strong)", stroke_width=2),
        tag("circle", cx=50, cy=40, r=12, fill="var(--roof)"),
    )


def opened_bid(seat: int, sign: str, words: str, *, won: bool) -> Svg:
    """A sealed bid that was opened: the owner, the sum; a lost one is struck out."""
    return joined(
        tag("rect", width=62, height=40, rx=6, fill="var(--plate)", stroke=f"var(--seat-{seat + 1})", stroke_width=2.5),
        lettering(words, 31, 29, 16, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
        Svg() if won else path("M6 24H56", stroke="var(--loss)", stroke_width=2.5),
        seat_token(seat, sign, -8, -10, 20),
    )

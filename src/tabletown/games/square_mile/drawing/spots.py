"""Where actions sit on the picture, and the figure that stands there: what it costs or brings."""

from collections.abc import Callable, Iterable, Iterator

from tabletown.games.square_mile.rules.actions import ASK_FOR, BID_FOR, CONSTRUCT, LAY_SECTION, SEALED_SUM, SUBDIVIDE
from tabletown.games.square_mile.rules.build import STEP_ROADS, STEP_SUBDIVISIONS
from tabletown.games.square_mile.rules.geometry import AROUND, OFF_MAP
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import BUILDINGS, EDGES, MAX_SEALED_BID, TRACTS
from tabletown.games.square_mile.rules.state import SEALED_BIDS_DUE, STEP_TO_NAME, UNZONED, State
from tabletown.games.square_mile.telling import naming, words
from tabletown.rulekit.drawing import Box, Spot, Target
from tabletown.rulekit.look import Look

from .scenery import CELL, corner, middle_of

OVER_THE_VALUE = (0, 5)
"""Sums that can be bid for a tract with one click, beyond what it is worth."""
PLATE = 24


def targets(look: Look[State], actions: Iterable[int]) -> list[Target]:
    """Where the seat's legal actions sit on the picture; sums, answers and the ends of parts sit nowhere."""
    found: list[Target] = []
    for action in actions:
        kind, args = look.decoded(action)
        if kind == "name_step":
            found += [first._replace(action=action, then=(first.action,)) for first in in_step(look, args["step"])]
            continue
        spot = spot_of(look, kind, args)
        if spot is not None:
            box, label = spot
            found.append(Target(action, *box, label, sign=sign_of(look, kind, args)))
        if kind == "bid_for" and spot is not None:
            found += whole_bids(look, args["tract"])
    return found


def is_on_the_map(look: Look[State], args: dict[str, int]) -> bool:
    """An edition may have fewer tracts than an action can name, and fewer places for roads."""
    if "tract" in args:
        return args["tract"] in look.rules.LAND
    return "edge" not in args or look.rules.BESIDE[args["edge"]] != (OFF_MAP, OFF_MAP)


def spot_of(look: Look[State], kind: str, args: dict[str, int]) -> Spot | None:
    return SPOTS[kind](look, **args) if kind in SPOTS and is_on_the_map(look, args) else None


def sign_of(look: Look[State], kind: str, args: dict[str, int]) -> str:
    return SIGNS[kind](look, **args) if kind in SIGNS else ""


# ---------------------------------------------------------------- several actions with one click


def in_step(look: Look[State], step: int) -> Iterator[Target]:
    """What can be built once the step is named, so that nobody has to name it first."""
    if look.viewer < 0 or look.view.phase != STEP_TO_NAME:
        return
    for action in first_pieces(look, step):
        kind, args = look.decoded(action)
        spot = spot_of(look, kind, args)
        if spot is not None:
            yield Target(action, *spot[0], words.action(look, action), sign=sign_of(look, kind, args))


def first_pieces(look: Look[State], step: int) -> Iterator[int]:
    rules, view, seat = look.rules, look.view, look.viewer
    own = [tract for tract in range(TRACTS) if view.owner[tract] == seat]
    if step == STEP_SUBDIVISIONS:
        yield from (SUBDIVIDE(tract) for tract in own if not rules.refuse_subdivide(view, seat, tract))
    elif step == STEP_ROADS:
        for edge in sorted({edge for tract in own for edge in AROUND[tract]}):
            if not rules.refuse_lay_section(view, seat, edge):
                yield LAY_SECTION(edge)
            others = (player for player in look.seats if not rules.refuse_ask_for(view, seat, edge, player))
            yield from (ASK_FOR(edge, player) for player in others)
    else:
        for tract in own:
            kinds = (kind for kind in range(1, BUILDINGS + 1) if not rules.refuse_construct(view, seat, tract, kind))
            yield from (CONSTRUCT(tract, kind) for kind in kinds)


def whole_bids(look: Look[State], tract: int) -> Iterator[Target]:
    """A tract with a sum: a sealed bid in one click."""
    view, seat = look.view, look.viewer
    if seat < 0 or view.phase != SEALED_BIDS_DUE or look.rules.refuse_bid_for(view, seat, tract):
        return
    x, y = corner(tract)
    most = min(look.rules.cash_not_bid(view, seat), MAX_SEALED_BID)
    text = look._("Bid {amount} for {tract}")
    for place, more in enumerate(OVER_THE_VALUE):
        thousands = look.rules.market_value(view, tract) + more
        if thousands <= most:
            label = text.format(amount=naming.money(thousands), tract=naming.letter(view, tract))
            sign = naming.short_money(thousands)
            left = x + 14 + 59 * place
            yield Target(BID_FOR(tract), left, y + 82, 58, PLATE, label, (SEALED_SUM(thousands),), sign)


# ---------------------------------------------------------------- boxes


def tract_box(tract: int) -> Box:
    x, y = corner(tract)
    return Box(x + 14, y + 14, CELL - 28, CELL - 28)


def upper_box(tract: int) -> Box:
    """Above the sums that can be bid at once."""
    box = tract_box(tract)
    return Box(box.x, box.y, box.width, 66)


def edge_box(edge: int) -> Box:
    x, y = middle_of(edge)
    return Box(x - 45, y - 12, 90, 24) if edge < EDGES // 2 else Box(x - 12, y - 45, 24, 90)


# ---------------------------------------------------------------- by kind of action


def tract_spot(look: Look[State], tract: int) -> Spot:
    return tract_box(tract), naming.letter(look.view, tract)


def sealed_bid_spot(look: Look[State], tract: int) -> Spot:
    return upper_box(tract), naming.letter(look.view, tract)


def card_spot(look: Look[State], tract: int, turn: int) -> Spot:
    """Four directions, four quarters of the place, clockwise from the north-west."""
    x, y = corner(tract)
    half = (CELL - 28) / 2
    right, down = turn in {1, 2}, turn in {2, 3}
    label = look._("{place}, turned {turn}").format(place=LETTERS[tract].lower(), turn=turn)
    return Box(x + 14 + half * right, y + 14 + half * down, half, half), label


def building_spot(look: Look[State], tract: int, building: int) -> Spot:
    """Zoned land has one choice; on unzoned land each has a sixth of its own."""
    _ = look._
    box = tract_box(tract)
    label = _("{building} on {tract}").format(
        building=naming.building_name(_, building), tract=naming.letter(look.view, tract)
    )
    if look.view.zone[tract] != UNZONED:
        return box, label
    down, right = divmod(building - 1, 2)
    width, height = box.width / 2, box.height / (BUILDINGS // 2)
    return Box(box.x + width * right, box.y + height * down, width, height), label


def section_spot(look: Look[State], edge: int) -> Spot:
    return edge_box(edge), naming.edge_name(look, edge)


def asking_spot(look: Look[State], edge: int, player: int) -> Spot:
    """On the other owner's side of the section."""
    x, y = middle_of(edge)
    first = look.rules.BESIDE[edge][0]
    away = -32 if first >= 0 and look.view.owner[first] == player else 32
    box = Box(x - 12, y + away - 12, 24, 24) if edge < EDGES // 2 else Box(x + away - 12, y - 12, 24, 24)
    return box, look._("ask for a share of {edge}").format(edge=naming.edge_name(look, edge))


SPOTS: dict[str, Callable[..., Spot]] = {
    "lay_tract_card": card_spot,
    "take_back": tract_spot,
    "bid_for": sealed_bid_spot,
    "lay_section": section_spot,
    "ask_for": asking_spot,
    "sell": tract_spot,
    "subdivide": tract_spot,
    "construct": building_spot,
    "put_up": tract_spot,
}


def section_sign(look: Look[State], edge: int) -> str:
    if look.rules.is_free_road(look.view):
        return ""
    return naming.short_money(look.rules.section_cost(look.view, edge))


def asking_sign(_look: Look[State], edge: int, player: int) -> str:
    return "?"


def sale_sign(look: Look[State], tract: int) -> str:
    return f"+{value_sign(look, tract)}"


def value_sign(look: Look[State], tract: int) -> str:
    return naming.short_money(look.rules.market_value(look.view, tract))


def subdivision_sign(look: Look[State], tract: int) -> str:
    return naming.short_money(look.rules.subdivision_cost(look.view, tract))


def building_sign(look: Look[State], tract: int, building: int) -> str:
    return naming.short_money(look.rules.building_cost(look.view, tract, building))


SIGNS: dict[str, Callable[..., str]] = {
    "lay_section": section_sign,
    "ask_for": asking_sign,
    "sell": sale_sign,
    "subdivide": subdivision_sign,
    "construct": building_sign,
    "put_up": value_sign,
}

"""The position as plain text, and the score sheet: all that a viewer may be shown, and nothing else."""

from collections.abc import Iterator

from tabletown.games.square_mile.rules.geometry import AROUND, EAST, NORTH, OFF_MAP, SOUTH, WEST
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import PLANNING_CARDS, SIDE, TRACTS
from tabletown.games.square_mile.rules.state import (
    LAY_CARD,
    NO_SEAT,
    NONE,
    OUT_OF_THE_GAME,
    OVER,
    SEALED_BIDS_DUE,
    SELL_PART,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
    State,
)
from tabletown.rulekit.language import listed, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from .naming import CARD_NAMES, building_name, ending_name, letter, money, zone_name


def sees_cash(look: Look[State], seat: int) -> bool:
    """SM-G10, SM-O3."""
    return look.is_open or seat == look.viewer or look.view.phase == OVER


def land_of(view: State, seat: int) -> list[int]:
    return [tract for tract in range(TRACTS) if view.owner[tract] == seat]


def position(look: Look[State]) -> str:
    parts = [
        [look.headed(heading(look)), *under_way(look)],
        *on_the_map(look),
        [*player_lines(look)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


@until_changed
def on_the_map(look: Look[State]) -> list[list[str]]:
    return [[*map_lines(look)], [*tract_lines(look)]]


# ---------------------------------------------------------------- where the game stands

PARTS = (
    message("drawing a tract card"),
    message("laying a tract card"),
    message("taking a tract card back"),
    message("planning"),
    message("sealed bids"),
    message("tied bids again"),
    message("the first road"),
    message("asking for a share"),
    message("answering about a share"),
    message("sell"),
    message("build: naming the step"),
    message("build roads"),
    message("build subdivisions"),
    message("build buildings"),
    message("buy"),
    message("opening bid"),
    message("raising"),
    message("end of the turn"),
    message("over"),
)


def heading(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.phase == OVER:
        return _("the game is over. {ending}").format(ending=ending_name(_, view.ended))
    if view.phase < SELL_PART and view.turn == 0:
        return _("planning stage, {part}").format(part=_(PARTS[view.phase]))
    text = _("round {round}, {part}")
    return text.format(round=(view.turn - 1) // view.players + 1, part=_(PARTS[view.phase]))


def under_way(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    if view.phase == OVER:
        return
    if view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}:
        waiting = [look.player(seat) for seat in look.seats if not view.decided >> seat & 1]
        yield _("Still to hand in: {seats}.").format(seats=listed(_, waiting))
        yield from own_bids(look)
        return
    yield _("To decide: {seat}.").format(seat=look.player(view.seat))
    if view.phase in {LAY_CARD, TAKE_CARD_BACK}:
        yield from card_lines(look)
    if view.lot != NONE:
        lot = letter(view, view.lot)
        if view.high_bidder == NO_SEAT:
            yield _("Up for auction: {tract}.").format(tract=lot)
        else:
            text = _("Up for auction: {tract}, at {amount} by {seat}.")
            yield text.format(tract=lot, amount=money(view.high_bid), seat=look.player(view.high_bidder))


def own_bids(look: Look[State]) -> Iterator[str]:
    """What the viewer has written down; nobody else sees it."""
    _, view = look._, look.view
    if look.viewer < 0:
        return
    bids = [
        _("{tract} {amount}").format(
            tract=letter(view, view.bid_tract[look.viewer][i]), amount=money(view.bid_sum[look.viewer][i])
        )
        for i in range(max(view.bids[look.viewer], 0))
    ]
    if bids:
        yield _("Your sealed bids: {bids}.").format(bids=listed(_, bids))


def card_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    if view.card >= 0:
        kind = _(CARD_NAMES[look.rules.CARD_KIND[view.card]])
        yield _("Tract card drawn: {card}, {kind}.").format(card=LETTERS[view.card], kind=kind)
    left = view.pile.bit_count() + view.under_count
    yield _.plural("{n} tract card left in the pile.", "{n} tract cards left in the pile.", left).format(n=left)


# ---------------------------------------------------------------- the map

ZONE_SIGNS = ".hcsipa"


def map_lines(look: Look[State]) -> Iterator[str]:
    """The map in characters: letters, roads and bridges, zone, stage and owner."""
    _, view = look._, look.view
    for row, printed in enumerate(look.rules.PRINTED_MAP):
        tracts = range(row * SIDE, row * SIDE + len(printed))
        yield "+" + "+".join(level_edge(view, AROUND[tract][NORTH]) for tract in tracts) + "+"
        west = upright_edge(view, AROUND[row * SIDE][WEST])
        for line in range(2):
            cells = [tract_cell(look, tract)[line] + upright_edge(view, AROUND[tract][EAST]) for tract in tracts]
            yield west + "".join(cells)
    yield "+" + "+".join(level_edge(view, AROUND[tract][SOUTH]) for tract in tracts) + "+"
    yield _("= road, ≈ bridge or river; zones: c church, h houses, s school, i industry,")
    yield _("p shops, a apartments; then the sides with a section, S subdivided, B built up;")
    yield _("then the owner, 1 to 4, or X out of the game; ~ swamp.")


def level_edge(view: State, edge: int) -> str:
    if view.section[edge]:
        return "≈≈≈≈≈≈" if view.bridge_place[edge] else "======"
    return "--≈≈--" if view.bridge_place[edge] else "------"


def upright_edge(view: State, edge: int) -> str:
    if view.section[edge]:
        return "≈" if view.bridge_place[edge] else "‖"
    return ":" if view.bridge_place[edge] else "|"


def tract_cell(look: Look[State], tract: int) -> tuple[str, str]:
    view = look.view
    name = letter(view, tract) if view.letter[tract] >= 0 else " "
    owner = "X" if view.owner[tract] == OUT_OF_THE_GAME else str(view.owner[tract] + 1).replace("0", " ")
    stage = "B" if view.building[tract] else "S" if view.subdivided[tract] else str(view.sides[tract])
    swamp = "~" if tract == view.swamp else " "
    water = "≈" if view.river[tract] else " "
    worth = look.rules.market_value(view, tract) if view.letter[tract] >= 0 else 0
    return f"{name}{ZONE_SIGNS[view.zone[tract]]}{stage} {owner}{swamp}", f"{water}{worth:>4}k"


def tract_lines(look: Look[State]) -> Iterator[str]:
    """Every tract in words, in the order of the letters."""
    _, view = look._, look.view
    for tract in sorted(range(TRACTS), key=lambda tract: view.letter[tract]):
        if view.letter[tract] == NONE:
            continue
        text = _("{tract}: {zone}, {stage}, worth {value}; {owner}")
        yield text.format(
            tract=letter(view, tract),
            zone=zone_name(_, view.zone[tract]),
            stage=stage_name(look, tract),
            value=money(look.rules.market_value(view, tract)),
            owner=owner_name(look, tract),
        )
    if view.railway != NONE:
        lane = look.rules.LANE_TRACTS[look.rules.LANE_OF_CARD[view.railway % PLANNING_CARDS]]
        letters = [letter(view, tract) for tract in lane if tract != OFF_MAP]
        yield _("Railway: {tracts}").format(tracts=listed(_, letters))


def stage_name(look: Look[State], tract: int) -> str:
    _, view = look._, look.view
    if view.building[tract]:
        return _("built up with {building}").format(building=building_name(_, view.building[tract]))
    if view.subdivided[tract]:
        return _("subdivided")
    sides = view.sides[tract]
    if sides == 4:
        return _("enclosed")
    return _.plural("{n} side with a road", "{n} sides with a road", sides).format(n=sides) if sides else _("raw land")


def owner_name(look: Look[State], tract: int) -> str:
    _ = look._
    owner = look.view.owner[tract]
    if owner == OUT_OF_THE_GAME:
        return _("out of the game")
    return _("nobody's") if owner == NO_SEAT else look.player(owner)


# ---------------------------------------------------------------- players


def player_lines(look: Look[State]) -> Iterator[str]:
    _ = look._
    for seat in look.seats:
        own = listed(_, (letter(look.view, tract) for tract in land_of(look.view, seat))) or _("none")
        text = _("{seat}: cash {cash}, tracts {tracts}, land {land}")
        yield text.format(
            seat=look.player(seat),
            cash=cash_name(look, seat),
            tracts=own,
            land=money(look.rules.land_value(look.view, seat)),
        )


def cash_name(look: Look[State], seat: int) -> str:
    return money(look.view.cash[seat]) if sees_cash(look, seat) else look._("hidden")


def score_sheet(look: Look[State]) -> tuple[list[str], list[list[str]]]:
    """Land, cash and total for each seat; a total that is hidden says what is known of it."""
    _ = look._
    lines = []
    for seat in look.seats:
        land = look.rules.land_value(look.view, seat)
        total = money(look.rules.total_worth(look.view, seat)) if sees_cash(look, seat) else f"{money(land)} + ?"
        lines.append([look.player(seat), money(land), cash_name(look, seat), total])
    return [_("Player"), _("Land"), _("Cash"), _("Total")], lines

"""The position as plain text, and the score sheet: all that a viewer may be shown, and nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletown.games.square_mile.rules.geometry import AROUND, EAST, NORTH, SOUTH, WEST
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
from tabletown.rulekit.language import Say, listed, message, player
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.remembering import until_changed

from .naming import CARD_NAMES, building_name, ending_name, letter, money, zone_name


@dataclass(frozen=True)
class Look:
    """One viewer's look at the table (-1: a spectator's)."""

    rules: Namespace
    view: State
    viewer: int
    names: Sequence[str]

    @property
    def seats(self) -> range:
        return range(self.view.players)

    def sees_cash(self, seat: int) -> bool:
        """SM-G10, SM-O3."""
        return self.view.money == 1 or seat == self.viewer or self.view.phase == OVER

    def player(self, _: Say, seat: int) -> str:
        return player(_, self.names, seat, self.viewer)

    def land(self, seat: int) -> list[int]:
        return [tract for tract in range(TRACTS) if self.view.owner[tract] == seat]


def position(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> str:
    look = Look(rules, view, viewer, names)
    parts = [
        [*heading(_, look)],
        *on_the_map(_, rules, view, viewer, names),
        [*player_lines(_, look)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


@until_changed
def on_the_map(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> list[list[str]]:
    look = Look(rules, view, viewer, names)
    return [[*map_lines(_, look)], [*tract_lines(_, look)]]


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


def heading(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    if view.phase == OVER:
        yield _("Square Mile: the game is over. {ending}").format(ending=ending_name(_, view.ended))
        return
    if view.phase < SELL_PART and view.turn == 0:
        yield _("Square Mile: planning stage, {part}").format(part=_(PARTS[view.phase]))
    else:
        text = _("Square Mile: round {round}, {part}")
        yield text.format(round=(view.turn - 1) // view.players + 1, part=_(PARTS[view.phase]))
    yield from under_way(_, look)


def under_way(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    if view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}:
        waiting = [look.player(_, seat) for seat in look.seats if not view.decided >> seat & 1]
        yield _("Still to hand in: {seats}.").format(seats=listed(_, waiting))
        yield from own_bids(_, look)
        return
    yield _("To decide: {seat}.").format(seat=look.player(_, view.seat))
    if view.phase in {LAY_CARD, TAKE_CARD_BACK}:
        yield from card_lines(_, look)
    if view.lot != NONE:
        lot = letter(view, view.lot)
        if view.high_bidder == NO_SEAT:
            yield _("Up for auction: {tract}.").format(tract=lot)
        else:
            text = _("Up for auction: {tract}, at {amount} by {seat}.")
            yield text.format(tract=lot, amount=money(view.high_bid), seat=look.player(_, view.high_bidder))


def own_bids(_: Say, look: Look) -> Iterator[str]:
    """What the viewer has written down; nobody else sees it."""
    view = look.view
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


def card_lines(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    if view.card >= 0:
        kind = _(CARD_NAMES[look.rules.CARD_KIND[view.card]])
        yield _("Tract card drawn: {card}, {kind}.").format(card=LETTERS[view.card], kind=kind)
    left = view.pile.bit_count() + view.under_count
    yield _.plural("{n} tract card left in the pile.", "{n} tract cards left in the pile.", left).format(n=left)


# ---------------------------------------------------------------- the map

ZONE_SIGNS = ".hcsipa"


def map_lines(_: Say, look: Look) -> Iterator[str]:
    """The map in characters: letters, roads and bridges, zone, stage and owner."""
    view = look.view
    for row in range(SIDE):
        tracts = range(row * SIDE, (row + 1) * SIDE)
        yield "+" + "+".join(level_edge(view, AROUND[tract][NORTH]) for tract in tracts) + "+"
        west = upright_edge(view, AROUND[row * SIDE][WEST])
        for line in range(2):
            cells = [tract_cell(look, tract)[line] + upright_edge(view, AROUND[tract][EAST]) for tract in tracts]
            yield west + "".join(cells)
    yield "+" + "+".join(level_edge(view, AROUND[tract][SOUTH]) for tract in range(TRACTS - SIDE, TRACTS)) + "+"
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


def tract_cell(look: Look, tract: int) -> tuple[str, str]:
    view = look.view
    name = letter(view, tract) if view.letter[tract] >= 0 else " "
    owner = "X" if view.owner[tract] == OUT_OF_THE_GAME else str(view.owner[tract] + 1).replace("0", " ")
    stage = "B" if view.building[tract] else "S" if view.subdivided[tract] else str(view.sides[tract])
    swamp = "~" if tract == view.swamp else " "
    water = "≈" if view.river[tract] else " "
    worth = look.rules.market_value(view, tract) if view.letter[tract] >= 0 else 0
    return f"{name}{ZONE_SIGNS[view.zone[tract]]}{stage} {owner}{swamp}", f"{water}{worth:>4}k"


def tract_lines(_: Say, look: Look) -> Iterator[str]:
    """Every tract in words, in the order of the letters."""
    view = look.view
    for tract in sorted(range(TRACTS), key=lambda tract: view.letter[tract]):
        if view.letter[tract] == NONE:
            continue
        text = _("{tract}: {zone}, {stage}, worth {value}; {owner}")
        yield text.format(
            tract=letter(view, tract),
            zone=zone_name(_, view.zone[tract]),
            stage=stage_name(_, view, tract),
            value=money(look.rules.market_value(view, tract)),
            owner=owner_name(_, look, tract),
        )
    if view.railway != NONE:
        lane = look.rules.LANE_TRACTS[look.rules.LANE_OF_CARD[view.railway % PLANNING_CARDS]]
        yield _("Railway: {tracts}").format(tracts=listed(_, (letter(view, tract) for tract in lane)))


def stage_name(_: Say, view: State, tract: int) -> str:
    if view.building[tract]:
        return _("built up with {building}").format(building=building_name(_, view.building[tract]))
    if view.subdivided[tract]:
        return _("subdivided")
    sides = view.sides[tract]
    if sides == 4:
        return _("enclosed")
    return _.plural("{n} side with a road", "{n} sides with a road", sides).format(n=sides) if sides else _("raw land")


def owner_name(_: Say, look: Look, tract: int) -> str:
    owner = look.view.owner[tract]
    if owner == OUT_OF_THE_GAME:
        return _("out of the game")
    return _("nobody's") if owner == NO_SEAT else look.player(_, owner)


# ---------------------------------------------------------------- players


def player_lines(_: Say, look: Look) -> Iterator[str]:
    for seat in look.seats:
        own = listed(_, (letter(look.view, tract) for tract in look.land(seat))) or _("none")
        text = _("{seat}: cash {cash}, tracts {tracts}, land {land}")
        yield text.format(
            seat=look.player(_, seat),
            cash=cash_name(_, look, seat),
            tracts=own,
            land=money(look.rules.land_value(look.view, seat)),
        )


def cash_name(_: Say, look: Look, seat: int) -> str:
    return money(look.view.cash[seat]) if look.sees_cash(seat) else _("hidden")


def score_sheet(
    _: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Land, cash and total for each seat; a total that is hidden says what is known of it."""
    look = Look(rules, view, viewer, names)
    lines = []
    for seat in look.seats:
        land = rules.land_value(view, seat)
        total = money(rules.total_worth(view, seat)) if look.sees_cash(seat) else f"{money(land)} + ?"
        lines.append([look.player(_, seat), money(land), cash_name(_, look, seat), total])
    return [_("Player"), _("Land"), _("Cash"), _("Total")], lines

"""Tables beside the map: what everybody is worth, what one's own land could become, and the player aid."""

from collections.abc import Iterator

from tabletown.games.square_mile.rules.state import APARTMENTS, HOUSES, UNZONED, State
from tabletown.rulekit.language import Say, capitalized, listed, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.sheets import Listing

from .naming import building_name, letter, money
from .report import land_of, score_sheet, stage_name
from .values import value_rows

FIGURES = {
    "map.printed": message("Printed map"),
    "tract_cards.kinds": message("Tract cards"),
    "planning_cards.tract": message("Planning cards: tract"),
    "planning_cards.railway": message("Planning cards: railway"),
    "planning_cards.road": message("Planning cards: road"),
    "money.start": message("Starting cash"),
    "money.sealed_bids": message("Sealed bids with 2, 3 and 4 players"),
    "box.pawns": message("Pawns of each player"),
    "box.buildings": message("Buildings of each kind"),
    "value.raw": message("Value of raw land"),
    "value.side": message("Value that each section of road adds"),
    "value.enclosed": message("Value of enclosed land"),
    "value.subdivided": message("Value of subdivided land"),
    "value.built": message("Value of built-up land"),
    "cost.road": message("Cost of a road"),
    "cost.bridge": message("Cost of a bridge"),
    "cost.subdivision": message("Cost of a subdivision"),
    "cost.swamp_fill": message("Cost of filling swamp"),
    "cost.buildings": message("Cost of each kind of building"),
}
"""What the figures of an edition are called."""

# ---------------------------------------------------------------- forecast


def forecast(look: Look[State]) -> list[Listing]:
    """SM-E3: land at market value and cash; then the viewer's tracts one by one."""
    _ = look._
    headers, lines = score_sheet(look)
    seats = tuple(look.seats)
    found = [Listing(_("Worth if the game ended now"), tuple(headers), tuple(map(tuple, lines)), seats=seats)]
    if look.viewer >= 0 and land_of(look.view, look.viewer):
        found.append(
            Listing(
                _("Your land"),
                (_("Tract"), _("Stage"), _("Worth"), _("Next step")),
                tuple(tract_row(look, tract) for tract in land_of(look.view, look.viewer)),
            )
        )
    return found


def tract_row(look: Look[State], tract: int) -> tuple[str, ...]:
    view = look.view
    worth = money(look.rules.market_value(view, tract))
    return letter(view, tract), stage_name(look, tract), worth, next_step(look, tract)


def next_step(look: Look[State], tract: int) -> str:
    """SM-V2 to SM-V6: what the next step on the tract costs, and what the tract is worth then."""
    _, rules, view = look._, look.rules, look.view
    if view.building[tract]:
        return _("none")
    if view.subdivided[tract]:
        return listed(_, (building_step(look, tract, kind) for kind in buildings_for(look, tract))) or _("none")
    if view.sides[tract] == 4:
        text = _("subdivide for {cost}: {value}")
        cost = rules.subdivision_cost(view, tract)
        return text.format(cost=money(cost), value=money(rules.SUBDIVIDED_VALUE))
    last = view.sides[tract] == 3
    value = rules.ENCLOSED_VALUE if last else rules.market_value(view, tract) + rules.VALUE_PER_SIDE
    return _("another side: {value}").format(value=money(value))


def buildings_for(look: Look[State], tract: int) -> list[int]:
    """SM-D4k to SM-D4m: the zone's own; on unzoned land whatever the bank can spare."""
    zone = look.view.zone[tract]
    if zone != UNZONED:
        return [zone]
    return [kind for kind in range(HOUSES, APARTMENTS + 1) if look.rules.can_spare(look.view, kind)]


def building_step(look: Look[State], tract: int, kind: int) -> str:
    _ = look._
    return _("{building} for {cost}: {value}").format(
        building=building_name(_, kind),
        cost=money(look.rules.building_cost(look.view, tract, kind)),
        value=money(look.rules.BUILT_VALUE[kind - 1]),
    )


# ---------------------------------------------------------------- player aid


def aid(to: Listener) -> list[Listing]:
    """The value card, and what there is of everything."""
    _ = to._
    card = [
        Listing(f"{title} ({right})" if right else title, (), tuple((name, figure) for name, figure, _now in rows))
        for title, right, rows in value_rows(to)
    ]
    return [
        *card,
        Listing(_("Buildings in the box"), (), tuple(stock_rows(to))),
        Listing(_("Money and pawns"), (), tuple(start_rows(to))),
        Listing(_("A turn"), (), tuple(turn_rows(_))),
    ]


def stock_rows(to: Listener) -> Iterator[tuple[str, str]]:
    for building, count in enumerate(to.rules.BUILDING_STOCK, HOUSES):
        yield capitalized(building_name(to._, building)), f"×{count}"


def start_rows(to: Listener) -> Iterator[tuple[str, str]]:
    _, rules = to._, to.rules
    yield _("Cash at the start"), money(rules.START_CASH)
    bids = " / ".join(str(count) for count in rules.SEALED_BIDS)
    yield _("Sealed bids with 2 / 3 / 4 players"), bids
    yield _("Pawns, and so tracts at a time"), str(rules.PAWNS)


def turn_rows(_: Say) -> Iterator[tuple[str, str]]:
    yield _("Sell"), _("any of your tracts, at market value; a built-up one leaves the game")
    yield _("Build"), _("one kind of step a turn, as many as you can pay")
    yield _("Buy"), _("put one unowned tract up for auction, from its market value")

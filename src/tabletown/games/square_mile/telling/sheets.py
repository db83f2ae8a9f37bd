"""Tables beside the map: what everybody is worth, what one's own land could become, and the player aid."""

from collections.abc import Iterator, Sequence

from tabletown.games.square_mile.drawing.panels import value_rows
from tabletown.games.square_mile.rules.state import APARTMENTS, HOUSES, UNZONED, State
from tabletown.rulekit.language import Say, capitalized, listed
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.sheets import Listing

from .naming import building_name, letter, money
from .report import Look, score_sheet, stage_name

# ---------------------------------------------------------------- forecast


def forecast(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> list[Listing]:
    """SM-E3: land at market value and cash; then the viewer's tracts one by one."""
    look = Look(rules, view, viewer, names)
    headers, lines = score_sheet(_, rules, view, viewer, names)
    seats = tuple(look.seats)
    found = [Listing(_("Worth if the game ended now"), tuple(headers), tuple(map(tuple, lines)), seats=seats)]
    if viewer >= 0 and look.land(viewer):
        found.append(
            Listing(
                _("Your land"),
                (_("Tract"), _("Stage"), _("Worth"), _("Next step")),
                tuple(tract_row(_, look, tract) for tract in look.land(viewer)),
            )
        )
    return found


def tract_row(_: Say, look: Look, tract: int) -> tuple[str, ...]:
    view = look.view
    worth = money(look.rules.market_value(view, tract))
    return letter(view, tract), stage_name(_, view, tract), worth, next_step(_, look, tract)


def next_step(_: Say, look: Look, tract: int) -> str:
    """SM-V2 to SM-V6: what the next step on the tract costs, and what the tract is worth then."""
    rules, view = look.rules, look.view
    if view.building[tract]:
        return _("none")
    if view.subdivided[tract]:
        return listed(_, (building_step(_, look, tract, kind) for kind in buildings_for(look, tract))) or _("none")
    if view.sides[tract] == 4:
        text = _("subdivide for {cost}: {value}")
        cost = rules.subdivision_cost(view, tract)
        return text.format(cost=money(cost), value=money(rules.SUBDIVIDED_VALUE))
    last = view.sides[tract] == 3
    value = rules.ENCLOSED_VALUE if last else rules.market_value(view, tract) + rules.VALUE_PER_SIDE
    return _("another side: {value}").format(value=money(value))


def buildings_for(look: Look, tract: int) -> list[int]:
    """SM-D4k to SM-D4m: the zone's own; on unzoned land whatever the bank can spare."""
    zone = look.view.zone[tract]
    if zone != UNZONED:
        return [zone]
    return [kind for kind in range(HOUSES, APARTMENTS + 1) if look.rules.can_spare(look.view, kind)]


def building_step(_: Say, look: Look, tract: int, kind: int) -> str:
    return _("{building} for {cost}: {value}").format(
        building=building_name(_, kind),
        cost=money(look.rules.building_cost(look.view, tract, kind)),
        value=money(look.rules.BUILT_VALUE[kind - 1]),
    )


# ---------------------------------------------------------------- player aid


def aid(_: Say, rules: Namespace) -> list[Listing]:
    """The value card, and what there is of everything."""
    card = [
        Listing(f"{title} ({right})" if right else title, (), tuple((name, figure) for name, figure, _now in rows))
        for title, right, rows in value_rows(_, rules)
    ]
    return [
        *card,
        Listing(_("Buildings in the box"), (), tuple(stock_rows(_, rules))),
        Listing(_("Money and pawns"), (), tuple(start_rows(_, rules))),
        Listing(_("A turn"), (), tuple(turn_rows(_))),
    ]


def stock_rows(_: Say, rules: Namespace) -> Iterator[tuple[str, str]]:
    for building, count in enumerate(rules.BUILDING_STOCK, HOUSES):
        yield capitalized(building_name(_, building)), f"×{count}"


def start_rows(_: Say, rules: Namespace) -> Iterator[tuple[str, str]]:
    yield _("Cash at the start"), money(rules.START_CASH)
    bids = " / ".join(str(count) for count in rules.SEALED_BIDS)
    yield _("Sealed bids with 2 / 3 / 4 players"), bids
    yield _("Pawns, and so tracts at a time"), str(rules.PAWNS)


def turn_rows(_: Say) -> Iterator[tuple[str, str]]:
    yield _("Sell"), _("any of your tracts, at market value; a built-up one leaves the game")
    yield _("Build"), _("one kind of step a turn, as many as you can pay")
    yield _("Buy"), _("put one unowned tract up for auction, from its market value")

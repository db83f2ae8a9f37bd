"""Tables beside the map: what the next collection pays, and the player aid."""

from collections.abc import Iterator

from tabletown.games.milton_keynes.rules.figures import BY_SIZE
from tabletown.games.milton_keynes.rules.phases import PLAY_INQUIRY
from tabletown.games.milton_keynes.rules.shapes import ALLOTMENTS, COMMONS, DUMP, KINDS, NATURE_RESERVE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import Say, message
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.sheets import Listing

from .naming import building_name, effect, permit_name
from .report import score_sheet, sees_cash

FIGURES = {
    "map.ground": message("Map"),
    "map.dots": message("Dots on the deeds"),
    "map.rows": message("Rows of the map with 2, 3, 4 and 5 players"),
    "map.columns": message("Columns of the map with 2, 3, 4 and 5 players"),
    "map.row_letters": message("Letters of the rows"),
    "map.marsh_tile": message("Side of a marsh tile, in plots"),
    "map.river_tiles": message("River tiles"),
    "permits.counts": message("Permits of each kind"),
    "permits.characters": message("Permits of the characters"),
    "permits.dealt_in_the_advanced_game": message("Permits dealt in the advanced game"),
    "deeds.dealt": message("Deeds dealt to each player"),
    "money.bank": message("Cash in the box"),
    "money.briefcase": message("Cash in a briefcase"),
    "money.grant": message("Grant of the first year"),
    "money.deed_price": message("Price of a deed"),
    "money.demolished_deed_price": message("Price of a deed after Demolish"),
    "rail.start": message("Starting income"),
    "rail.end": message("End of the income rail"),
    "rail.roundabout": message("Points from one roundabout to the next"),
    "rail.inquiry": message("Points that an Inquiry adds"),
    "rail.a_briefcase_each": message("A briefcase for every roundabout passed (1) or one in all (0)"),
    "building.plots": message("Most plots of a building"),
    "building.commons_plots": message("Most plots of a Commons"),
    "building.dump_plots": message("Most plots of a Dump"),
    "building.new_ones_a_year": message("New buildings a year"),
    "building.stalled_years": message("Years without building until the game ends"),
    "scoring.walls": message("Blocks for each wall"),
    "scoring.much_larger": message("Plots by which a building is much larger"),
}
"""What the figures of an edition are called."""

# ---------------------------------------------------------------- forecast


def forecast(look: Look[State]) -> list[Listing]:
    """MK-I1 to MK-I3, MK-M3: income and cash, and what the next collection brings if nothing changes."""
    _ = look._
    headers, lines = score_sheet(look)
    return [
        Listing(
            _("The next collection, if nothing changes"),
            (_("Player"), _("Collects"), _("Roundabout in"), _("Cash")),
            tuple(seat_row(look, seat) for seat in look.seats),
            bank_note(look),
            tuple(look.seats),
        ),
        Listing(_("Income blocks"), tuple(headers), tuple(map(tuple, lines)), seats=tuple(look.seats), folded=True),
    ]


def collects(look: Look[State], seat: int) -> int:
    """MK-I1, MK-I2: this year's sum while it is still to come, else next year's."""
    view = look.view
    is_first = view.year == 0 or (view.year == 1 and view.phase <= PLAY_INQUIRY)
    return view.marker[seat] + (int(look.rules.GRANT) if is_first else 0)


def seat_row(look: Look[State], seat: int) -> tuple[str, ...]:
    view = look.view
    step = int(look.rules.ROUNDABOUT)
    return (
        look.player(seat),
        f"+{collects(look, seat)}",
        str(step - view.marker[seat] % step) if view.marker[seat] < look.rules.RAIL_END else "–",
        str(view.cash[seat]) if sees_cash(look, seat) else look._("hidden"),
    )


def bank_note(look: Look[State]) -> str:
    _ = look._
    owed = sum(collects(look, seat) for seat in look.seats)
    text = _("The bank holds {bank} and would pay {owed}.")
    if owed > look.view.bank:
        text = _("The bank holds {bank} and would owe {owed}: a credit crunch.")
    return text.format(bank=look.view.bank, owed=owed)


# ---------------------------------------------------------------- player aid


def aid(to: Listener) -> list[Listing]:
    _ = to._
    return [
        Listing(_("Permits"), (_("Permit"), _("Cards"), _("What it does")), tuple(permit_rows(to))),
        walls(to),
        Listing(_("Sums"), (), tuple(sum_rows(to))),
        Listing(_("Building"), (), tuple(building_rows(to))),
    ]


def permit_rows(to: Listener) -> Iterator[tuple[str, ...]]:
    _ = to._
    for kind in range(KINDS):
        yield permit_name(_, kind), f"×{to.rules.PERMIT_COUNTS[kind]}", effect(_, kind)


def walls(to: Listener) -> Listing:
    """MK-V2 to MK-V10: what a wall pays, by what stands behind it and by the building that it belongs to."""
    _ = to._
    behind = (
        _("the same building"),
        _("river"),
        _("marsh"),
        _("another of your own"),
        _("a rival's"),
        _("a rival's Commons"),
        _("a rival's Dump"),
        _("anybody's Allotments"),
    )
    kinds = (_("Others"), *(building_name(_, kind) for kind in (NATURE_RESERVE, COMMONS, DUMP, ALLOTMENTS)))
    rows = tuple(
        (name, *(paid(_, to.rules.WALLS[row][column]) for row in range(len(kinds))))
        for column, name in enumerate(behind)
    )
    note = _("By size: 2 if your building is larger by {n} plots or more, none if it is smaller by so many, else 1.")
    return Listing(_("Income blocks on a wall"), (_("Behind it"), *kinds), rows, note.format(n=to.rules.MUCH_LARGER))


def paid(_: Say, blocks: int) -> str:
    if blocks == BY_SIZE:
        return _("by size")
    return str(blocks) if blocks else "–"


def sum_rows(to: Listener) -> Iterator[tuple[str, str]]:
    _, rules = to._, to.rules
    yield _("Cash collection"), _("what the marker shows; in the first year {n} more").format(n=rules.GRANT)
    yield _("A roundabout, every {n} points").format(n=rules.ROUNDABOUT), _("{n} cash").format(n=rules.BRIEFCASE)
    yield _("A deed in a sale"), _("{n} cash").format(n=rules.DEED_PRICE)
    yield _("A demolished plot's deed"), _("{n} cash to its owner").format(n=rules.DEMOLISHED_DEED_PRICE)
    yield _("Inquiry"), _("marker {n} forward for this year").format(n=rules.INQUIRY_STEP)


def building_rows(to: Listener) -> Iterator[tuple[str, str]]:
    _, rules = to._, to.rules
    plots = _("at most {n}")
    yield _("Plots of a building"), plots.format(n=rules.MAX_PLOTS)
    yield _("Plots of a Commons, of a Dump"), plots.format(n=f"{rules.COMMONS_PLOTS}, {rules.DUMP_PLOTS}")
    yield _("New buildings a year"), plots.format(n=rules.NEW_BUILDINGS)

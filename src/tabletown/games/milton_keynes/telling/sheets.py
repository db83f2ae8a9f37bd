"""Tables beside the map: what the next collection pays, and the player aid."""

from collections.abc import Iterator, Sequence

from tabletown.games.milton_keynes.drawing.hand import effect
from tabletown.games.milton_keynes.rules.figures import BY_SIZE
from tabletown.games.milton_keynes.rules.phases import PLAY_INQUIRY
from tabletown.games.milton_keynes.rules.shapes import ALLOTMENTS, COMMONS, DUMP, KINDS, NATURE_RESERVE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import Say
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.sheets import Listing

from .naming import building_name, permit_name
from .report import Look, score_sheet

# ---------------------------------------------------------------- forecast


def forecast(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> list[Listing]:
    """MK-I1 to MK-I3, MK-M3: income and cash, and what the next collection brings if nothing changes."""
    look = Look(rules, view, viewer, names)
    headers, lines = score_sheet(_, rules, view, viewer, names)
    return [
        Listing(
            _("The next collection, if nothing changes"),
            (_("Player"), _("Collects"), _("Roundabout in"), _("Cash")),
            tuple(seat_row(_, look, seat) for seat in look.seats),
            bank_note(_, look),
            tuple(look.seats),
        ),
        Listing(_("Income blocks"), tuple(headers), tuple(map(tuple, lines)), seats=tuple(look.seats), folded=True),
    ]


def collects(look: Look, seat: int) -> int:
    """MK-I1, MK-I2: this year's sum while it is still to come, else next year's."""
    view = look.view
    is_first = view.year == 0 or (view.year == 1 and view.phase <= PLAY_INQUIRY)
    return view.marker[seat] + (int(look.rules.GRANT) if is_first else 0)


def seat_row(_: Say, look: Look, seat: int) -> tuple[str, ...]:
    view = look.view
    step = int(look.rules.ROUNDABOUT)
    return (
        look.player(_, seat),
        f"+{collects(look, seat)}",
        str(step - view.marker[seat] % step) if view.marker[seat] < look.rules.RAIL_END else "–",
        str(view.cash[seat]) if look.sees_cash(seat) else _("hidden"),
    )


def bank_note(_: Say, look: Look) -> str:
    owed = sum(collects(look, seat) for seat in look.seats)
    text = _("The bank holds {bank} and would pay {owed}.")
    if owed > look.view.bank:
        text = _("The bank holds {bank} and would owe {owed}: a credit crunch.")
    return text.format(bank=look.view.bank, owed=owed)


# ---------------------------------------------------------------- player aid


def aid(_: Say, rules: Namespace) -> list[Listing]:
    return [
        Listing(_("Permits"), (_("Permit"), _("Cards"), _("What it does")), tuple(permit_rows(_, rules))),
        walls(_, rules),
        Listing(_("Sums"), (), tuple(sum_rows(_, rules))),
        Listing(_("Building"), (), tuple(building_rows(_, rules))),
    ]


def permit_rows(_: Say, rules: Namespace) -> Iterator[tuple[str, ...]]:
    for kind in range(KINDS):
        yield permit_name(_, kind), f"×{rules.PERMIT_COUNTS[kind]}", effect(_, kind)


def walls(_: Say, rules: Namespace) -> Listing:
    """MK-V2 to MK-V10: what a wall pays, by what stands behind it and by the building that it belongs to."""
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
        (name, *(paid(_, rules.WALLS[row][column]) for row in range(len(kinds)))) for column, name in enumerate(behind)
    )
    note = _("By size: 2 if your building is larger by {n} plots or more, none if it is smaller by so many, else 1.")
    return Listing(_("Income blocks on a wall"), (_("Behind it"), *kinds), rows, note.format(n=rules.MUCH_LARGER))


def paid(_: Say, blocks: int) -> str:
    if blocks == BY_SIZE:
        return _("by size")
    return str(blocks) if blocks else "–"


def sum_rows(_: Say, rules: Namespace) -> Iterator[tuple[str, str]]:
    yield _("Cash collection"), _("what the marker shows; in the first year {n} more").format(n=rules.GRANT)
    yield _("A roundabout, every {n} points").format(n=rules.ROUNDABOUT), _("{n} cash").format(n=rules.BRIEFCASE)
    yield _("A deed in a sale"), _("{n} cash").format(n=rules.DEED_PRICE)
    yield _("A demolished plot's deed"), _("{n} cash to its owner").format(n=rules.DEMOLISHED_DEED_PRICE)
    yield _("Inquiry"), _("marker {n} forward for this year").format(n=rules.INQUIRY_STEP)


def building_rows(_: Say, rules: Namespace) -> Iterator[tuple[str, str]]:
    plots = _("at most {n}")
    yield _("Plots of a building"), plots.format(n=rules.MAX_PLOTS)
    yield _("Plots of a Commons, of a Dump"), plots.format(n=f"{rules.COMMONS_PLOTS}, {rules.DUMP_PLOTS}")
    yield _("New buildings a year"), plots.format(n=rules.NEW_BUILDINGS)

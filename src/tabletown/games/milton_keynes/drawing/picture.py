"""Milton Keynes as SVG, in named parts: the map from the ground up, then the panels beside it and the players.

Everything is drawn from what the viewer may see.
"""

from collections.abc import Iterable, Mapping, Sequence

from tabletown.games.milton_keynes.rules.shapes import COLUMNS, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import building_plots, permit_name, plot_name
from tabletown.rulekit.drawing import SEAT_PATTERNS, Box, Target, joined, seat_letters
from tabletown.rulekit.language import Say
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.remembering import until_changed

from . import terrain, townscape
from .hand import PANELS, cards, deed_box, panels, permit_box, players
from .terrain import BOARD_WIDTH, MAP_SIDE, MAP_X, MAP_Y, PLOT, board_height

__all__ = ["BOARD", "PANELS", "SIZE", "board_size", "cards", "defs", "latest", "parts", "players", "targets"]

BOARD = (BOARD_WIDTH, int(board_height(MAP_SIDE)))
SIZE = (1012, 852)


def board_size(rules: Namespace, view: State) -> tuple[float, float]:
    """Fewer players have fewer rows."""
    return BOARD_WIDTH, board_height(terrain.map_size(rules.map_rows(view), rules.map_columns(view))[1])


def defs(rules: Namespace) -> str:
    return joined(SEAT_PATTERNS, terrain.DEFS, townscape.DEFS)


def parts(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> dict[str, str]:
    """Every part by its id, in paint order."""
    rows, columns = rules.map_rows(view), rules.map_columns(view)
    return {
        **country(_, rules, view, names, rows, columns),
        "commission": townscape.commission(_, rules, view, viewer, rows, columns),
        **town(_, rules, view, seat_letters(names), rows, columns),
        "held": townscape.held(_, rules, view, viewer, rows, columns),
        "lots": townscape.lots(_, rules, view, rows, columns),
        "claims": townscape.claims(_, rules, view, rows, columns),
        "rail": townscape.rail(_, rules, view, names, rows, columns),
        **panels(_, rules, view, viewer, names),
    }


@until_changed
def country(_: Say, rules: Namespace, view: State, names: Sequence[str], rows: int, columns: int) -> dict[str, str]:
    labels: tuple[str, ...] = rules.ROW_LETTERS
    land = terrain.Land(tuple(view.ground), tuple(view.building))
    drawing: dict[str, str] = {
        "ground": terrain.ground(rows, columns, labels),
        "gridroads": terrain.gridroads(rows, columns),
        "marsh": terrain.marsh(land, rows, columns),
        "river": terrain.river(land, rows, columns),
        "rock": terrain.rock(land, rows, columns),
        "trees": terrain.trees(land, rows, columns),
        "names": terrain.names(land, rows, columns, labels),
    }
    for number in townscape.standing(view):
        drawing[f"building-{number}"] = townscape.building(_, rules, view, number, names, rows, columns)
    return drawing


@until_changed
def town(_: Say, rules: Namespace, view: State, letters: Sequence[str], rows: int, columns: int) -> dict[str, str]:
    return {
        "income": townscape.income(rules, view, rows, columns),
        "owners": townscape.owners(view, letters, rows, columns),
    }


# ---------------------------------------------------------------- what changed last

WHOLE_BUILDING = {"commissioned", "extended"}
ONE_PLOT = {"river_laid", "marsh_laid", "demolished", "redeveloped", "requisitioned", "nominated"}


def latest(rules: Namespace, view: State, kind: str, told: Mapping[str, int]) -> list[Box]:
    """The plots that the event was about."""
    if kind in WHOLE_BUILDING and view.building[told["plot"]]:
        return [plot_box(rules, view, plot) for plot in building_plots(view, view.building[told["plot"]])]
    return [plot_box(rules, view, told["plot"])] if kind in ONE_PLOT else []


# ---------------------------------------------------------------- where actions sit

ON_A_PLOT = frozenset({"lay_river", "lay_marsh", "demolish", "redevelop", "extend", "nominate"})


def plot_box(rules: Namespace, view: State, plot: int) -> Box:
    step = PLOT * terrain.scale(rules.map_rows(view), rules.map_columns(view))
    return Box(MAP_X + plot % COLUMNS * step + 5, MAP_Y + plot // COLUMNS * step + 5, step - 10, step - 10)


def targets(_: Say, rules: Namespace, view: State, seat: int, actions: Iterable[int]) -> list[Target]:
    """Where the seat's legal actions sit on the picture; sums, answers and the like sit nowhere."""
    found = []
    for action in actions:
        kind, args = rules.declaration.actions.decode(action)
        spot = spot_of(_, rules, view, seat, kind, args)
        if spot is not None:
            box, label = spot
            found.append(Target(action, *box, label))
    return found


def spot_of(
    _: Say, rules: Namespace, view: State, seat: int, kind: str, args: dict[str, int]
) -> tuple[Box, str] | None:
    if kind in ON_A_PLOT or kind == "put_deed" or (kind == "add_deed" and view.place[args["plot"]] != seat):
        return plot_box(rules, view, args["plot"]), plot_name(rules, args["plot"])
    if kind == "add_deed":
        return deed_box(rules, view, seat, args["plot"]), plot_name(rules, args["plot"])
    if kind == "buy":
        first = next((plot for plot in range(PLOTS) if view.lot_of[plot] == args["lot"]), None)
        if first is None:
            return None
        return plot_box(rules, view, first), _("Lot {lot}").format(lot=args["lot"])
    if kind in {"commission", "add_permit"} and rules.permits_of_kind(view, seat, args["kind"]) > 0:
        return permit_box(rules, view, seat, args["kind"]), permit_name(_, args["kind"])
    return None

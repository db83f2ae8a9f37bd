"""Milton Keynes as SVG, in named parts: the map from the ground up, then the panels beside it and the players.

Everything is drawn from what the viewer may see.
"""

from collections.abc import Callable, Iterable, Mapping

from tabletown.games.milton_keynes.rules.shapes import COLUMNS, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import building_plots, permit_name, plot_name, standing
from tabletown.rulekit.drawing import Box, Layout, Spot, Target, joined, targets_at
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from . import terrain, townscape
from .hand import PANELS, deed_box, panels, permit_box
from .terrain import BOARD_WIDTH, MAP_X, MAP_Y, PLOT, board_height

SIZE = (1012, 852)
DEFS = joined(terrain.DEFS, townscape.DEFS)


def layout(look: Look[State]) -> Layout:
    """Fewer players have fewer rows."""
    rows, columns = look.rules.map_rows(look.view), look.rules.map_columns(look.view)
    return Layout(SIZE, (BOARD_WIDTH, board_height(terrain.map_size(rows, columns)[1])), PANELS)


def parts(look: Look[State]) -> dict[str, str]:
    """Every part by its id, in paint order."""
    rows, columns = look.rules.map_rows(look.view), look.rules.map_columns(look.view)
    return {
        **country(look, rows, columns),
        "commission": townscape.commission(look, rows, columns),
        **town(look, rows, columns),
        "held": townscape.held(look, rows, columns),
        "lots": townscape.lots(look, rows, columns),
        "claims": townscape.claims(look, rows, columns),
        "rail": townscape.rail(look, rows, columns),
        **panels(look),
    }


@until_changed
def country(look: Look[State], rows: int, columns: int) -> dict[str, str]:
    view = look.view
    labels: tuple[str, ...] = look.rules.ROW_LETTERS
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
    for number in standing(view):
        drawing[f"building-{number}"] = townscape.building(look, number, rows, columns)
    return drawing


@until_changed
def town(look: Look[State], rows: int, columns: int) -> dict[str, str]:
    return {
        "income": townscape.income(look, rows, columns),
        "owners": townscape.owners(look, rows, columns),
    }


# ---------------------------------------------------------------- what changed last

WHOLE_BUILDING = {"commissioned", "extended"}
ONE_PLOT = {"river_laid", "marsh_laid", "demolished", "redeveloped", "requisitioned", "nominated"}


def latest(look: Look[State], kind: str, told: Mapping[str, int]) -> list[Box]:
    """The plots that the event was about."""
    view = look.view
    if kind in WHOLE_BUILDING and view.building[told["plot"]]:
        return [plot_box(look, plot) for plot in building_plots(view, view.building[told["plot"]])]
    return [plot_box(look, told["plot"])] if kind in ONE_PLOT else []


# ---------------------------------------------------------------- where actions sit

def plot_box(look: Look[State], plot: int) -> Box:
    step = PLOT * terrain.scale(look.rules.map_rows(look.view), look.rules.map_columns(look.view))
    return Box(MAP_X + plot % COLUMNS * step + 5, MAP_Y + plot // COLUMNS * step + 5, step - 10, step - 10)


def targets(look: Look[State], actions: Iterable[int]) -> list[Target]:
    """Where the seat's legal actions sit on the picture; sums, answers and the like sit nowhere."""
    found = targets_at((action, spot_of(look, *look.decoded(action))) for action in actions)
    return [each._replace(is_marked=look.decoded(each.action)[0] == "buy") for each in found]


def spot_of(look: Look[State], kind: str, args: dict[str, int]) -> Spot | None:
    return SPOTS[kind](look, **args) if kind in SPOTS else None


def plot_spot(look: Look[State], plot: int) -> Spot:
    return plot_box(look, plot), plot_name(look.rules, plot)


def offered_deed_spot(look: Look[State], plot: int) -> Spot:
    """One's own lies in the hand; of any other only the plot is to be seen."""
    if look.view.place[plot] != look.viewer:
        return plot_spot(look, plot)
    return deed_box(look, plot), plot_name(look.rules, plot)


def lot_spot(look: Look[State], lot: int) -> Spot | None:
    """On its first plot."""
    first = next((plot for plot in range(PLOTS) if look.view.lot_of[plot] == lot), None)
    return None if first is None else (plot_box(look, first), look._("Lot {lot}").format(lot=lot))


def permit_spot(look: Look[State], kind: int) -> Spot | None:
    """In the hand, if there is one."""
    if look.rules.permits_of_kind(look.view, look.viewer, kind) == 0:
        return None
    return permit_box(look, kind), permit_name(look._, kind)


SPOTS: dict[str, Callable[..., Spot | None]] = {
    "lay_river": plot_spot,
    "lay_marsh": plot_spot,
    "demolish": plot_spot,
    "redevelop": plot_spot,
    "buy": lot_spot,
    "add_deed": offered_deed_spot,
    "add_permit": permit_spot,
    "commission": permit_spot,
    "extend": plot_spot,
    "put_deed": plot_spot,
    "nominate": plot_spot,
}

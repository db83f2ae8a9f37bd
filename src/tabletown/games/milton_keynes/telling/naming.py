"""What things are called: people, plots, permits, buildings, characters."""

from collections.abc import Iterable, Sequence

from tabletown.games.milton_keynes.rules.shapes import (
    AIR_BASE,
    ALLOTMENTS,
    BUILDINGS,
    COLUMNS,
    COMMONS,
    DUMP,
    EXTENSION,
    NATURE_RESERVE,
    PLOTS,
    SEWAGE_REPROCESSOR,
)
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import Say, listed, message
from tabletown.rulekit.look import Listener
from tabletown.rulekit.namespace import Namespace

PERMIT_NAMES = (
    message("Inquiry"),
    message("Lobby"),
    message("Demolish"),
    message("Redevelop"),
    message("Extension"),
    message("Sewage reprocessor"),
    message("Air base"),
    message("Nature reserve"),
    message("Commons"),
    message("Dump"),
    message("Allotments"),
)
ESTATE = message("Estate")
CHARACTER_NAMES = (
    message("the Auditor"),
    message("the Wrecker"),
    message("the Councillor"),
    message("the Landowner"),
    message("the Officer"),
    message("the Gardener"),
)
ENDINGS = (
    message("The deed deck is empty: Milton Keynes is a city."),
    message("No deed has left the deck for two years: the town has come to a standstill."),
)
SIMPLE_KINDS = 4
EFFECTS = {
    EXTENSION: message("enlarges a building"),
    SEWAGE_REPROCESSOR: message("takes a river plot"),
    AIR_BASE: message("takes an empty plot"),
    NATURE_RESERVE: message("marsh pays 2"),
    COMMONS: message("rivals pay 2"),
    DUMP: message("pays no neighbour"),
    ALLOTMENTS: message("pays neighbours 2"),
}


def seat_name(to: Listener, seat: int) -> str:
    """Who sits there; a number for a seat that this table has not."""
    return to.names[seat] if seat < len(to.names) else to._("player {number}").format(number=seat + 1)


def plot_name(rules: Namespace, plot: int) -> str:
    letters: tuple[str, ...] = rules.ROW_LETTERS
    return f"{letters[plot // COLUMNS]}{plot % COLUMNS + 1}"


def plots_named(to: Listener, plots: Iterable[int]) -> str:
    return listed(to._, (plot_name(to.rules, plot) for plot in plots))


def permit_name(_: Say, kind: int) -> str:
    """A card: a simple one is an Estate with its action."""
    if kind < SIMPLE_KINDS:
        return _("Estate/{action}").format(action=_(PERMIT_NAMES[kind]))
    return _(PERMIT_NAMES[kind])


def building_name(_: Say, kind: int) -> str:
    return _(ESTATE) if kind < SIMPLE_KINDS else _(PERMIT_NAMES[kind])


def effect(_: Say, kind: int) -> str:
    """What a permit does beside building, or instead of it."""
    if kind < SIMPLE_KINDS:
        return _("or play {action}").format(action=_(PERMIT_NAMES[kind]))
    return _(EFFECTS[kind])


def character_name(_: Say, character: int) -> str:
    return _(CHARACTER_NAMES[character])


def permits_named(_: Say, counts: Sequence[int]) -> str:
    """How many permits of each kind."""
    parts = [
        permit_name(_, kind) if count == 1 else _("{count} × {permit}").format(count=count, permit=permit_name(_, kind))
        for kind, count in enumerate(counts)
        if count
    ]
    return listed(_, parts)


def cash(_: Say, amount: int) -> str:
    return _("{amount} cash").format(amount=amount)


def deeds_counted(_: Say, n: int) -> str:
    return _.plural("{n} deed", "{n} deeds", n).format(n=n)


def permits_counted(_: Say, n: int) -> str:
    return _.plural("{n} permit", "{n} permits", n).format(n=n)


def plots_counted(_: Say, n: int) -> str:
    return _.plural("{n} plot", "{n} plots", n).format(n=n)


def lots_counted(_: Say, n: int) -> str:
    return _.plural("{n} lot", "{n} lots", n).format(n=n)


def blocks_counted(_: Say, n: int) -> str:
    return _.plural("{n} block", "{n} blocks", n).format(n=n)


def income_blocks_counted(_: Say, n: int) -> str:
    return _.plural("{n} income block", "{n} income blocks", n).format(n=n)


def lot_plots(view: State, lot: int) -> list[int]:
    return [plot for plot in range(PLOTS) if view.lot_of[plot] == lot]


def building_plots(view: State, number: int) -> list[int]:
    return [plot for plot in range(PLOTS) if view.building[plot] == number]


def standing(view: State) -> list[int]:
    return [number for number in range(1, BUILDINGS) if view.size[number] > 0]


def ending_name(_: Say, code: int) -> str:
    return _(ENDINGS[code - 1])

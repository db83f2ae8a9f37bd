"""Income as figures: what each wall brings, and what it would be if something were built or torn down.

Everything is reckoned on the town as it stands: what lies in other pouches nobody knows.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.games.milton_keynes.rules.figures import LAND, RIVER
from tabletown.games.milton_keynes.rules.income_blocks import ANY_ALLOTMENTS
from tabletown.games.milton_keynes.rules.land import NEIGHBOURS
from tabletown.games.milton_keynes.rules.shapes import NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import standing
from tabletown.games.milton_keynes.telling.report import known_deeds
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import Look
from tabletown.rulekit.namespace import Namespace

INNER, RIVERSIDE, MARSHSIDE, ALLOTMENTS_BESIDE = -1, -2, -3, -4
"""What lies behind a wall; from 0 on, the seat whose building it is."""
ESTATE = 0
"""Any simple permit builds one."""


class Wall(NamedTuple):
    """A side of a plot that pays: how much, and what lies behind it."""

    plot: int
    side: int
    blocks: int
    behind: int


def walls(rules: Namespace, town: State, number: int) -> Iterator[Wall]:
    """The walls of a building that pay, an inner one once."""
    for plot in range(PLOTS):
        if town.building[plot] != number:
            continue
        for side, other in enumerate(NEIGHBOURS[plot]):
            inside = other >= 0 and town.building[other] == number
            if not inside or other > plot:
                blocks = rules.wall_income(town, plot, other)
                if blocks:
                    yield Wall(plot, side, blocks, behind(rules, town, number, other))


def behind(rules: Namespace, town: State, number: int, other: int) -> int:
    beside = town.building[other]
    if beside == number:
        return INNER
    if beside == 0:
        return RIVERSIDE if town.ground[other] == RIVER else MARSHSIDE
    if rules.column_of_walls(town, number, beside) == ANY_ALLOTMENTS:
        return ALLOTMENTS_BESIDE
    return town.owner[beside]


def summed(found: Iterable[Wall]) -> dict[int, int]:
    """What lies behind -> how many blocks come from there, most first."""
    sums: dict[int, int] = {}
    for wall in found:
        sums[wall.behind] = sums.get(wall.behind, 0) + wall.blocks
    return dict(sorted(sums.items(), key=lambda item: -item[1]))


def source_name(look: Look[State], source: int) -> str:
    _ = look._
    if source >= 0:
        return look.names[source]
    return {
        INNER: _("inner walls"),
        RIVERSIDE: _("river"),
        MARSHSIDE: _("marsh"),
        ALLOTMENTS_BESIDE: _("allotments"),
    }[source]


def itemised(look: Look[State], found: Iterable[Wall]) -> tuple[tuple[str, str], ...]:
    return tuple((source_name(look, source), signed(blocks)) for source, blocks in summed(found).items())


def signed(figure: int) -> str:
    return f"+{figure}" if figure > 0 else f"−{-figure}" if figure else "0"


def in_blocks(_: Say, change: int) -> str:
    return _.plural("{change} block", "{change} blocks", abs(change)).format(change=signed(change))


# ---------------------------------------------------------------- another town


def changed(before: State, after: State) -> list[int]:
    """By how many blocks each seat's income would change."""
    return [after.blocks[seat] - before.blocks[seat] for seat in range(before.players)]


def marker_after(rules: Namespace, town: State, seat: int) -> int:
    """Where the income marker comes to stand when the blocks are counted."""
    return int(min(rules.RAIL_END, max(rules.RAIL_START + town.blocks[seat], town.highest_roundabout[seat])))


def briefcases(rules: Namespace, town: State, seat: int) -> int:
    """Cash for roundabouts on the way there, as far as the bank has it now."""
    passed = marker_after(rules, town, seat) // rules.ROUNDABOUT - town.marker[seat] // rules.ROUNDABOUT
    if passed <= 0:
        return 0
    cases = passed if rules.A_BRIEFCASE_EACH else 1
    return int(min(cases, town.bank // rules.BRIEFCASE) * rules.BRIEFCASE)


def without(look: Look[State], plots: Iterable[int]) -> State:
    """The town without these blocks."""
    town: State = look.view.copy()
    for plot in plots:
        look.rules.remove_block(town, plot)
    look.rules.count_blocks(town)
    return town


def raised(look: Look[State], town: State, seat: int, kind: int, plots: Iterable[int], number: int = 0) -> int:
    """Put a building there, or more of a standing one; answers its number. Blocks are still to be counted."""
    new: int = number or look.rules.found_building(town, seat, kind)
    for plot in plots:
        look.rules.put_block(town, plot, new)
    return new


class Pouched(NamedTuple):
    """The town with the viewer's pouch built: the numbers of what is new or grown, and the plots taken for it."""

    town: State
    numbers: tuple[int, ...]
    added: tuple[int, ...]
    taken: tuple[int, ...]
    unsure: bool
    """Whether a plot that is still to be named was chosen to the viewer's gain."""


def with_pouch(look: Look[State], view: State) -> Pouched:
    """Requisitions take the plot that was named, else the one that pays most."""
    town: State = view.copy()
    rules, seat = look.rules, look.viewer
    numbers: list[int] = []
    added: list[int] = []
    taken: list[int] = []
    unsure = False
    for entry in range(view.entries[seat]):
        plots = [view.entry_plot[seat][entry][index] for index in range(view.entry_count[seat][entry])]
        if not plots:
            continue
        target = rules.entry_target(view, seat, entry)
        number = raised(look, town, seat, view.entry_kind[seat][entry], plots, target)
        numbers.append(number)
        added += plots
        if rules.requisitions(view.entry_kind[seat][entry]):
            claim = rules.claim_of(view, seat, entry)
            named = view.claim_plot[seat][claim] if claim != NONE else NONE
            plot = named if named >= 0 else best_to_take(look, view, town, entry, taken)
            unsure = unsure or named < 0
            if plot >= 0 and town.building[plot] == 0:
                rules.put_block(town, plot, number)
                taken.append(plot)
    rules.count_blocks(town)
    return Pouched(town, tuple(dict.fromkeys(numbers)), tuple(added), tuple(taken), unsure)


def best_to_take(look: Look[State], view: State, town: State, entry: int, taken: Sequence[int]) -> int:
    rules, seat = look.rules, look.viewer
    kind, number = view.entry_kind[seat][entry], town.building[view.entry_plot[seat][entry][0]]
    best, most = NONE, -1
    for plot in range(PLOTS):
        if plot in taken or town.building[plot] or not rules.could_be_taken(view, seat, kind, plot, NONE):
            continue
        if rules.completes(view, seat, entry, plot, NONE):
            rules.put_block(town, plot, number)
            rules.count_blocks(town)
            if town.blocks[seat] > most:
                best, most = plot, town.blocks[seat]
            town.building[plot] = 0
            town.size[number] -= 1
    return best


# ---------------------------------------------------------------- what deeds could become


class Ground(NamedTuple):
    """All that the income of a town hangs on."""

    ground: tuple[int, ...]
    building: tuple[int, ...]
    owner: tuple[int, ...]
    kind: tuple[int, ...]
    size: tuple[int, ...]


def areas(deeds: Iterable[int], most: int) -> list[tuple[int, ...]]:
    """Deeds that lie together, not more of them than fit one building."""
    left = sorted(deeds)
    found = []
    while left:
        area = [left.pop(0)]
        grows = True
        while grows and len(area) < most:
            beside = next((plot for plot in left if any(plot in NEIGHBOURS[one] for one in area)), None)
            grows = beside is not None
            if beside is not None:
                area.append(beside)
                left.remove(beside)
        found.append(tuple(sorted(area)))
    return found


def could_earn(look: Look[State], seat: int, deeds: Iterable[int]) -> int:
    """Blocks that the seat would gain by an Estate on each area of its deeds, as the town stands."""
    free = tuple(sorted(plot for plot in deeds if look.view.building[plot] == 0 and look.view.ground[plot] == LAND))
    return _could_earn(look.rules, _ground(look.view), seat, free)


def area_of(look: Look[State], deeds: Iterable[int], plot: int) -> tuple[int, ...]:
    """The area of these deeds in which a plot lies."""
    return next(area for area in areas(deeds, look.rules.MAX_PLOTS) if plot in area)


def _ground(view: State) -> Ground:
    """Of buildings only those that stand, by number."""
    numbers = range(max(standing(view), default=0) + 1)
    of_all = (tuple(row[number] for number in numbers) for row in (view.owner, view.kind, view.size))
    return Ground(tuple(view.ground), tuple(view.building), *of_all)


@lru_cache(4096)
def _could_earn(rules: Namespace, ground: Ground, seat: int, deeds: tuple[int, ...]) -> int:
    town = State()
    town.players = max((*ground.owner, seat)) + 1
    town.ground, town.building = list(ground.ground), list(ground.building)
    for number in range(len(ground.owner)):
        town.owner[number], town.kind[number] = ground.owner[number], ground.kind[number]
        town.size[number] = ground.size[number]
    rules.count_blocks(town)
    before: int = town.blocks[seat]
    for area in areas(deeds, rules.MAX_PLOTS):
        number = rules.found_building(town, seat, ESTATE)
        for plot in area:
            rules.put_block(town, plot, number)
    rules.count_blocks(town)
    return int(town.blocks[seat] - before)


def hand_of(look: Look[State]) -> list[int]:
    """The viewer's deeds."""
    return known_deeds(look.view, look.viewer) if look.viewer >= 0 else []


def lot_gain(look: Look[State], plots: Sequence[int]) -> int:
    """What a lot would add to what the viewer's deeds could earn."""
    hand = hand_of(look)
    return could_earn(look, look.viewer, [*hand, *plots]) - could_earn(look, look.viewer, hand)

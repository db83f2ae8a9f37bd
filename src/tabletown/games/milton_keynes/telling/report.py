"""The position as plain text, and the score sheet: all that a viewer may be shown, and nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletown.games.milton_keynes.rules.figures import MARSH, RIVER, ROCK
from tabletown.games.milton_keynes.rules.offers import GIVEN, WANTED
from tabletown.games.milton_keynes.rules.phases import (
    BID,
    BRIBE,
    BUY_LOTS,
    FILL_POUCHES,
    NOMINATE_AGAIN,
    OVER,
    PLAY_DEMOLISH,
    TRADE,
)
from tabletown.games.milton_keynes.rules.shapes import BUILDINGS, CARDS, KINDS, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import Say, listed, player
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.remembering import until_changed

from .naming import (
    building_name,
    building_plots,
    cash,
    character_name,
    ending_name,
    lot_plots,
    permit_name,
    permits_named,
    plot_name,
    plots_named,
)


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
        return self.view.money == 1 or seat == self.viewer or self.view.phase == OVER

    def player(self, _: Say, seat: int) -> str:
        return player(_, self.names, seat, self.viewer)

    @property
    def knows_every_card(self) -> bool:
        return min(self.view.place) >= 0

    def known_deeds(self, seat: int) -> list[int]:
        """Deeds that the viewer knows to be in a hand."""
        return [plot for plot in range(PLOTS) if self.view.place[plot] == seat]

    def known_permits(self, seat: int) -> list[int]:
        """How many permits of each kind the viewer knows to be in a hand."""
        counts = [0] * KINDS
        for card in range(PLOTS, CARDS):
            if self.view.place[card] == seat:
                counts[self.rules.kind_of(card)] += 1
        return counts

    def buildings(self) -> Iterator[int]:
        return (number for number in range(1, BUILDINGS) if self.view.size[number] > 0)

    def building_blocks(self, number: int) -> int:
        return sum(self.rules.plot_income(self.view, plot) for plot in building_plots(self.view, number))


def offer_in_words(_: Say, rules: Namespace, view: State, sender: int) -> tuple[str, str]:
    """What an offer gives and what it asks for, as the two may read it."""
    sides = []
    for side, permits, amount in (
        (GIVEN, view.offer_give[sender], view.offer_cash[sender]),
        (WANTED, view.offer_ask[sender], -view.offer_cash[sender]),
    ):
        parts = [plot_name(rules, plot) for plot in range(PLOTS) if view.offer_deed[sender][plot] == side]
        if any(permits):
            parts.append(permits_named(_, permits))
        if amount > 0:
            parts.append(cash(_, amount))
        sides.append(listed(_, parts))
    return sides[0], sides[1]


def position(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> str:
    look = Look(rules, view, viewer, names)
    parts = [
        [heading(_, look), *under_way(_, look)],
        *on_the_map(_, rules, view, viewer, names),
        list(sale_lines(_, look)),
        list(player_lines(_, look)),
        list(hand_lines(_, look)),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


@until_changed
def on_the_map(_: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]) -> list[list[str]]:
    look = Look(rules, view, viewer, names)
    return [list(map_lines(_, look)), list(building_lines(_, look))]


def phase_name(_: Say, view: State) -> str:
    if view.phase < PLAY_DEMOLISH:
        return _("preparation")
    if view.phase < BRIBE:
        return _("cash collection")
    if view.phase <= BUY_LOTS:
        return _("Spring sale") if view.season == 0 else _("Autumn sale")
    if view.phase < FILL_POUCHES:
        return _("trading")
    return _("building") if view.phase != OVER else _("the end")


def heading(_: Say, look: Look) -> str:
    text = _("Milton Keynes: year {year}, {phase}")
    return text.format(year=look.view.year, phase=phase_name(_, look.view))


def under_way(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    if view.phase == OVER:
        yield ending_name(_, look.rules.ending(view))
        return
    waiting = [seat for seat in look.seats if look.rules.pending(view) >> seat & 1]
    yield _("To decide: {seats}.").format(seats=listed(_, (look.player(_, seat) for seat in waiting)))
    yield _("Deeds in the deck: {deeds}. Permits in the deck: {permits}. Cash in the bank: {bank}.").format(
        deeds=view.deeds_left, permits=view.permits_left, bank=view.bank
    )


def map_lines(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    for ground, text in ((RIVER, _("River: {plots}.")), (MARSH, _("Marsh: {plots}.")), (ROCK, _("Rock: {plots}."))):
        plots = [plot for plot in range(PLOTS) if view.ground[plot] == ground and view.building[plot] == 0]
        if plots:
            yield text.format(plots=plots_named(_, look.rules, plots))


def building_lines(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    for seat in look.seats:
        for number in look.buildings():
            if view.owner[number] == seat:
                text = _("{player}: {building} on {plots}, {blocks} income blocks.")
                yield text.format(
                    player=look.player(_, seat),
                    building=building_name(_, view.kind[number]),
                    plots=plots_named(_, look.rules, building_plots(view, number)),
                    blocks=look.building_blocks(number),
                )


def sale_lines(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    for lot in range(1, view.lots + 1):
        plots = lot_plots(view, lot)
        if plots:
            text = _("Lot {lot}: {plots}, {price} cash.")
            price = len(plots) * look.rules.DEED_PRICE
            yield text.format(lot=lot, plots=plots_named(_, look.rules, plots), price=price)
    for permit in look.seats:
        if view.shared[permit] != NONE:
            text = _("Between {seat} and {neighbour}: {permit}.")
            yield text.format(
                seat=look.player(_, permit),
                neighbour=look.player(_, look.rules.neighbour(view, permit)),
                permit=permit_name(_, look.rules.kind_of(view.shared[permit])),
            )
    yield from fist_lines(_, look)


def fist_lines(_: Say, look: Look) -> Iterator[str]:
    """Bribes and bids that lie open."""
    view = look.view
    if BRIBE < view.phase <= BUY_LOTS:
        for seat in look.seats:
            yield _("{player} bribed with {amount}.").format(player=look.player(_, seat), amount=view.fist[seat][0])
    elif BID < view.phase < FILL_POUCHES and view.phase != TRADE:
        for seat in look.seats:
            text = _("{player} bid {left} to the left and {right} to the right.")
            yield text.format(player=look.player(_, seat), left=view.fist[seat][0], right=view.fist[seat][1])


def player_lines(_: Say, look: Look) -> Iterator[str]:
    view = look.view
    for seat in look.seats:
        text = _("{player}: income {marker}, {blocks} blocks, {deeds} deeds, {permits} permits, {cash}.")
        held = cash(_, view.cash[seat]) if look.sees_cash(seat) else _("cash hidden")
        yield text.format(
            player=look.player(_, seat),
            marker=view.marker[seat],
            blocks=view.blocks[seat],
            deeds=view.deeds_held[seat],
            permits=view.permits_held[seat],
            cash=held,
        )
        if view.character[seat] != NONE:
            yield _("  plays {character}").format(character=character_name(_, view.character[seat]))
        if view.phase == NOMINATE_AGAIN and view.claims[seat]:
            plots = plots_named(_, look.rules, (view.claim_plot[seat][claim] for claim in range(view.claims[seat])))
            yield _("  has named {plots}").format(plots=plots)


def hand_lines(_: Say, look: Look) -> Iterator[str]:
    """What the viewer holds, and what he knows of other hands."""
    for seat in look.seats:
        deeds, permits = look.known_deeds(seat), look.known_permits(seat)
        text = _("Your deeds: {plots}.") if seat == look.viewer else _("Known deeds of {player}: {plots}.")
        if deeds:
            yield text.format(player=look.names[seat], plots=plots_named(_, look.rules, deeds))
        text = _("Your permits: {permits}.") if seat == look.viewer else _("Known permits of {player}: {permits}.")
        if any(permits):
            yield text.format(player=look.names[seat], permits=permits_named(_, permits))


def score_sheet(
    _: Say, rules: Namespace, view: State, viewer: int, names: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Blocks by kind of wall, income and cash."""
    look = Look(rules, view, viewer, names)
    headers = [_("Player"), _("Built"), _("Inner"), _("Outer"), _("Blocks"), _("Marker"), _("Cash")]
    lines = []
    for seat in look.seats:
        numbers = [number for number in look.buildings() if view.owner[number] == seat]
        inside = sum(internal_blocks(look, number) for number in numbers)
        lines.append(
            [
                look.player(_, seat),
                str(len(numbers)),
                str(inside),
                str(view.blocks[seat] - inside),
                str(view.blocks[seat]),
                str(view.marker[seat]),
                str(view.cash[seat]) if look.sees_cash(seat) else "?",
            ]
        )
    return headers, lines


def internal_blocks(look: Look, number: int) -> int:
    """The flat blocks of a building."""
    view, rules = look.view, look.rules
    return sum(
        rules.wall_income(view, plot, other)
        for plot in building_plots(view, number)
        for other in rules.NEIGHBOURS[plot]
        if other > plot and view.building[other] == number
    )

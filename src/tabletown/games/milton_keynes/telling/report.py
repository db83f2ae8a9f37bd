"""The position as plain text, and the score sheet: all that a viewer may be shown, and nothing else."""

from collections.abc import Iterator

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
from tabletown.games.milton_keynes.rules.shapes import CARDS, KINDS, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.language import listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from .naming import (
    blocks_counted,
    building_name,
    building_plots,
    cash,
    character_name,
    deeds_counted,
    ending_name,
    income_blocks_counted,
    lot_plots,
    permit_name,
    permits_counted,
    permits_named,
    plot_name,
    plots_named,
    standing,
)


def sees_cash(look: Look[State], seat: int) -> bool:
    return look.is_open or seat == look.viewer or look.view.phase == OVER


def knows_every_card(view: State) -> bool:
    return min(view.place) >= 0


def known_deeds(view: State, seat: int) -> list[int]:
    """Deeds that the viewer knows to be in a hand."""
    return [plot for plot in range(PLOTS) if view.place[plot] == seat]


def known_permits(look: Look[State], seat: int) -> list[int]:
    """How many permits of each kind the viewer knows to be in a hand."""
    counts = [0] * KINDS
    for card in range(PLOTS, CARDS):
        if look.view.place[card] == seat:
            counts[look.rules.kind_of(card)] += 1
    return counts


def building_blocks(look: Look[State], number: int) -> int:
    return sum(look.rules.plot_income(look.view, plot) for plot in building_plots(look.view, number))


def offer_in_words(look: Look[State], sender: int) -> tuple[str, str]:
    """What an offer gives and what it asks for, as the two may read it."""
    _, view = look._, look.view
    sides = []
    for side, permits, amount in (
        (GIVEN, view.offer_give[sender], view.offer_cash[sender]),
        (WANTED, view.offer_ask[sender], -view.offer_cash[sender]),
    ):
        parts = [plot_name(look.rules, plot) for plot in range(PLOTS) if view.offer_deed[sender][plot] == side]
        if any(permits):
            parts.append(permits_named(_, permits))
        if amount > 0:
            parts.append(cash(_, amount))
        sides.append(listed(_, parts))
    return sides[0], sides[1]


def position(look: Look[State]) -> str:
    parts = [
        [look.headed(heading(look)), *under_way(look)],
        *on_the_map(look),
        list(sale_lines(look)),
        list(player_lines(look)),
        list(hand_lines(look)),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


@until_changed
def on_the_map(look: Look[State]) -> list[list[str]]:
    return [list(map_lines(look)), list(building_lines(look))]


def phase_name(look: Look[State]) -> str:
    _, view = look._, look.view
    if view.phase < PLAY_DEMOLISH:
        return _("preparation")
    if view.phase < BRIBE:
        return _("cash collection")
    if view.phase <= BUY_LOTS:
        return _("Spring sale") if view.season == 0 else _("Autumn sale")
    if view.phase < FILL_POUCHES:
        return _("trading")
    return _("building") if view.phase != OVER else _("the end")


def heading(look: Look[State]) -> str:
    text = look._("year {year}, {phase}")
    return text.format(year=look.view.year, phase=phase_name(look))


def under_way(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    if view.phase == OVER:
        yield ending_name(_, look.rules.ending(view))
        return
    waiting = [seat for seat in look.seats if look.rules.pending(view) >> seat & 1]
    yield _("To decide: {seats}.").format(seats=listed(_, (look.player(seat) for seat in waiting)))
    yield _("Deeds in the deck: {deeds}. Permits in the deck: {permits}. Cash in the bank: {bank}.").format(
        deeds=view.deeds_left, permits=view.permits_left, bank=view.bank
    )


def map_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    for ground, text in ((RIVER, _("River: {plots}.")), (MARSH, _("Marsh: {plots}.")), (ROCK, _("Rock: {plots}."))):
        plots = [plot for plot in range(PLOTS) if view.ground[plot] == ground and view.building[plot] == 0]
        if plots:
            yield text.format(plots=plots_named(look, plots))


def building_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    for seat in look.seats:
        for number in standing(look.view):
            if view.owner[number] == seat:
                text = _("{player}: {building} on {plots}, {blocks}.")
                yield text.format(
                    player=look.player(seat),
                    building=building_name(_, view.kind[number]),
                    plots=plots_named(look, building_plots(view, number)),
                    blocks=income_blocks_counted(_, building_blocks(look, number)),
                )


def sale_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    for lot in range(1, view.lots + 1):
        plots = lot_plots(view, lot)
        if plots:
            text = _("Lot {lot}: {plots}, {price} cash.")
            price = len(plots) * look.rules.DEED_PRICE
            yield text.format(lot=lot, plots=plots_named(look, plots), price=price)
    for permit in look.seats:
        if view.shared[permit] != NONE:
            text = _("Between {seat} and {neighbour}: {permit}.")
            yield text.format(
                seat=look.player(permit),
                neighbour=look.player(look.rules.neighbour(view, permit)),
                permit=permit_name(_, look.rules.kind_of(view.shared[permit])),
            )
    yield from fist_lines(look)


def fist_lines(look: Look[State]) -> Iterator[str]:
    """Bribes and bids that lie open."""
    _, view = look._, look.view
    if BRIBE < view.phase <= BUY_LOTS:
        for seat in look.seats:
            yield _("{player} bribed with {amount}.").format(player=look.player(seat), amount=view.fist[seat][0])
    elif BID < view.phase < FILL_POUCHES and view.phase != TRADE:
        for seat in look.seats:
            text = _("{player} bid {left} to the left and {right} to the right.")
            yield text.format(player=look.player(seat), left=view.fist[seat][0], right=view.fist[seat][1])


def player_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    for seat in look.seats:
        text = _("{player}: income {marker}, {blocks}, {deeds}, {permits}, {cash}.")
        held = cash(_, view.cash[seat]) if sees_cash(look, seat) else _("cash hidden")
        yield text.format(
            player=look.player(seat),
            marker=view.marker[seat],
            blocks=blocks_counted(_, view.blocks[seat]),
            deeds=deeds_counted(_, view.deeds_held[seat]),
            permits=permits_counted(_, view.permits_held[seat]),
            cash=held,
        )
        if view.character[seat] != NONE:
            yield _("  plays {character}").format(character=character_name(_, view.character[seat]))
        if view.phase == NOMINATE_AGAIN and view.claims[seat]:
            plots = plots_named(look, (view.claim_plot[seat][claim] for claim in range(view.claims[seat])))
            yield _("  has named {plots}").format(plots=plots)


def hand_lines(look: Look[State]) -> Iterator[str]:
    """What the viewer holds, and what they know of other hands."""
    _ = look._
    for seat in look.seats:
        deeds, permits = known_deeds(look.view, seat), known_permits(look, seat)
        text = _("Your deeds: {plots}.") if seat == look.viewer else _("Known deeds of {player}: {plots}.")
        if deeds:
            yield text.format(player=look.names[seat], plots=plots_named(look, deeds))
        text = _("Your permits: {permits}.") if seat == look.viewer else _("Known permits of {player}: {permits}.")
        if any(permits):
            yield text.format(player=look.names[seat], permits=permits_named(_, permits))


def score_sheet(look: Look[State]) -> tuple[list[str], list[list[str]]]:
    """Blocks by kind of wall, income and cash."""
    _, view = look._, look.view
    headers = [_("Player"), _("Built"), _("Inner"), _("Outer"), _("Blocks"), _("Marker"), _("Cash")]
    lines = []
    for seat in look.seats:
        numbers = [number for number in standing(look.view) if view.owner[number] == seat]
        inside = sum(internal_blocks(look, number) for number in numbers)
        lines.append(
            [
                look.player(seat),
                str(len(numbers)),
                str(inside),
                str(view.blocks[seat] - inside),
                str(view.blocks[seat]),
                str(view.marker[seat]),
                str(view.cash[seat]) if sees_cash(look, seat) else "?",
            ]
        )
    return headers, lines


def internal_blocks(look: Look[State], number: int) -> int:
    """The flat blocks of a building."""
    view, rules = look.view, look.rules
    return sum(
        rules.wall_income(view, plot, other)
        for plot in building_plots(view, number)
        for other in rules.NEIGHBOURS[plot]
        if other > plot and view.building[other] == number
    )

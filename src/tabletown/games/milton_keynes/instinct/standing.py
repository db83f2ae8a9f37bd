"""What a position is worth to each seat, in income blocks."""

from tabletown.games.milton_keynes.rules.bids_for_permits import SETTLED
from tabletown.games.milton_keynes.rules.cards import holds_deed, permits_of_kind
from tabletown.games.milton_keynes.rules.figures import BRIEFCASE, MARSH, RAIL_START, RIVER, ROUNDABOUT
from tabletown.games.milton_keynes.rules.income_blocks import plot_income
from tabletown.games.milton_keynes.rules.land import NEIGHBOURS, SIDES, found_building, put_block, remove_block
from tabletown.games.milton_keynes.rules.phases import BRIBE, FILL_POUCHES, LOBBY_FOR_LOTS, OVER, PLAY_INQUIRY
from tabletown.games.milton_keynes.rules.pouches import claim_of, entry_target, is_in_pouch
from tabletown.games.milton_keynes.rules.seats import neighbour
from tabletown.games.milton_keynes.rules.shapes import BUILT, NATURE_RESERVE, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.rules.the_sales import sealed_lobby
from tabletown.rulekit.thinking import Sums

CASH = 0.09
"""What a coin is worth while land is for sale."""
RIVALS = 0.35
"""How much of what the others gain is my loss."""
DEED, PAIR, WATER, RIVAL_SIDE, WILD = 0.55, 0.5, 0.45, 0.4, 0.6
"""What a deed in hand promises: by itself, beside another of mine, by the river, beside a rival, reserve by marsh."""


def evaluate(s: State, out: Sums) -> None:
    for seat in range(s.players):
        out[seat] = strength(s, seat)


def evaluate_one(s: State, seat: int, out: Sums) -> float:
    """Nobody's worth depends on another's."""
    return strength(s, seat)


def strength(s: State, seat: int) -> float:
    income = (s.marker[seat] + 5 * planned_inquiries(s, seat)) * min(3.0, years_left(s)) * 0.5
    if s.phase == OVER:
        return s.blocks[seat] + 0.001 * s.cash[seat]
    cash = s.cash[seat] + cash_due(s, seat) + income
    return blocks_with_pouch(s, seat) + promise(s, seat) + permits_worth(s, seat) + cash_worth(s) * cash


def years_left(s: State) -> float:
    """How long land will still be sold."""
    return s.deeds_left / (2.4 * s.players)


def is_last_chance(s: State) -> bool:
    """Nothing built after this phase will count."""
    return s.deeds_left == 0 and s.phase >= FILL_POUCHES


def cash_worth(s: State) -> float:
    return CASH * min(1.0, 0.15 + years_left(s) / 1.5)


# ---------------------------------------------------------------- hands


def promise(s: State, seat: int) -> float:
    """What the deeds in hand, outside the pouch, may come to."""
    if is_last_chance(s):
        return 0.0
    reserves = permits_of_kind(s, seat, NATURE_RESERVE)
    total = 0.0
    for plot in range(PLOTS):
        if is_in_hand(s, seat, plot):
            total += DEED
            for side in range(SIDES):
                other = NEIGHBOURS[plot][side]
                if other >= 0:
                    total += side_promise(s, seat, other, reserves)
                    if other > plot and is_in_hand(s, seat, other):
                        total += PAIR
    return total * likelihood(s)


def likelihood(s: State) -> float:
    """How likely deeds in hand will be built on in time."""
    if is_last_chance(s):
        return 0.0
    chances = years_left(s) + (0.7 if s.phase < FILL_POUCHES else 0.0)
    return min(0.92, 0.3 + 0.7 * chances)


def is_in_hand(s: State, seat: int, plot: int) -> bool:
    return holds_deed(s, seat, plot) and not is_in_pouch(s, seat, plot)


def side_promise(s: State, seat: int, other: int, reserves: int) -> float:
    """What lies across one side of a plot whose deed is in hand, if it is no deed of mine."""
    number = s.building[other]
    if number != 0:
        return RIVAL_SIDE if s.owner[number] != seat else 0.0
    if s.ground[other] == RIVER:
        return WATER
    return WILD if s.ground[other] == MARSH and reserves > 0 else 0.0


def deed_promise(s: State, seat: int, plot: int) -> float:
    """What one deed adds to a hand, as far as it will be built on."""
    reserves = permits_of_kind(s, seat, NATURE_RESERVE)
    total = DEED
    for side in range(SIDES):
        other = NEIGHBOURS[plot][side]
        if other >= 0:
            total += PAIR if is_in_hand(s, seat, other) else side_promise(s, seat, other, reserves)
    return total


def planned_inquiries(s: State, seat: int) -> int:
    return s.sealed[seat][0] + 0 if s.phase == PLAY_INQUIRY else 0


def permits_worth(s: State, seat: int) -> float:
    """A few permits are needed each year that is left; more are of little use."""
    permits = s.permits_held[seat] - planned_inquiries(s, seat) - max(0, s.entries[seat]) + permits_due(s, seat)
    needed = min(4.0, 0.5 + 1.5 * years_left(s))
    return 0.5 * min(permits * 1.0, needed) + 0.08 * permits


# ---------------------------------------------------------------- what is settled and not yet paid


def planned_bribe(s: State, seat: int) -> int:
    """Once bribes are shown: the seat's own, or what its Lobby will make of it."""
    return s.sealed[seat][0] - sealed_lobby(0, 0) if s.sealed[seat][0] > 0 else s.fist[seat][0] + 0


def permits_due(s: State, seat: int) -> int:
    """Permits that the seat has won, while others are still talked about; less a Lobby that it has handed in."""
    if s.phase == LOBBY_FOR_LOTS:
        return -1 if s.sealed[seat][0] > 0 else 0
    due = 0
    for permit in range(s.players):
        if s.settled[permit] == SETTLED and s.winner[permit] == seat:
            due += 1
    return due


def cash_due(s: State, seat: int) -> int:
    """What they will bring or cost, and what is meant as a bribe."""
    if s.phase == BRIBE:
        return -s.sealed[seat][0]
    if s.phase == LOBBY_FOR_LOTS:
        return -planned_bribe(s, seat)
    due = 0
    for permit in range(s.players):
        is_mine = permit == seat or neighbour(s, permit) == seat
        if s.settled[permit] == SETTLED and s.winner[permit] != NONE and is_mine:
            due += -s.price[permit] if s.winner[permit] == seat else s.price[permit] + 0
    return due


# ---------------------------------------------------------------- pouches


def blocks_with_pouch(s: State, seat: int) -> float:
    """My blocks, less a share of the others', as if my pouch were built now."""
    if s.entries[seat] <= 0:
        rivals = 0
        for other in range(s.players):
            if other != seat:
                rivals += s.blocks[other]
        return blocks_worth(s, seat, s.blocks[seat] + 0, rivals)
    build_as_planned(s, seat)
    mine = 0
    rivals = 0
    for plot in range(PLOTS):
        if s.building[plot] != 0:
            if s.owner[s.building[plot]] == seat:
                mine += plot_income(s, plot)
            else:
                rivals += plot_income(s, plot)
    remove_what_was_planned(s, seat)
    return blocks_worth(s, seat, mine, rivals)


def build_as_planned(s: State, seat: int) -> None:
    for entry in range(s.entries[seat]):
        number = entry_target(s, seat, entry)
        if number == 0:
            number = found_building(s, seat, s.entry_kind[seat][entry])
        for index in range(s.entry_count[seat][entry]):
            put_block(s, s.entry_plot[seat][entry][index], number)
        claim = claim_of(s, seat, entry)
        if claim != NONE and s.claim_plot[seat][claim] >= 0 and s.building[s.claim_plot[seat][claim]] == 0:
            put_block(s, s.claim_plot[seat][claim], number)


def remove_what_was_planned(s: State, seat: int) -> None:
    for entry in range(s.entries[seat]):
        for index in range(s.entry_count[seat][entry]):
            remove_block(s, s.entry_plot[seat][entry][index])
    for claim in range(max(0, s.claims[seat])):
        plot = s.claim_plot[seat][claim]
        if plot >= 0 and s.building[plot] != 0 and s.owner[s.building[plot]] == seat and s.place[plot] != BUILT:
            remove_block(s, plot)


def blocks_worth(s: State, seat: int, mine: int, rivals: int) -> float:
    return mine - RIVALS * rivals / (s.players - 1) + cash_worth(s) * income_to_come(s, seat, mine)


def income_to_come(s: State, seat: int, blocks: int) -> float:
    """What blocks beyond the marker will bring: more each year that is left, and a briefcase at each roundabout."""
    marker = max(RAIL_START + blocks, s.marker[seat] + 0)
    cases = marker // ROUNDABOUT - s.marker[seat] // ROUNDABOUT
    return (marker - s.marker[seat]) * min(3.0, years_left(s)) * 0.5 + BRIEFCASE * cases

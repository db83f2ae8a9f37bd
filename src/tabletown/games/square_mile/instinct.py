"""What a position is worth to each seat at a glance, and what speaks for a decision before looking at where it leads.

Everything is in thousands of dollars.
"""

from tabletown.rulekit.learned import first_feature, is_learned, learned_worth
from tabletown.rulekit.thinking import Sums

from .rules.build import STEP_ROADS, STEP_SUBDIVISIONS, can_spare
from .rules.figures import BUILT_VALUE, ENCLOSED_VALUE, RAW_VALUE, ROAD_COST, SUBDIVIDED_VALUE, VALUE_PER_SIDE
from .rules.geometry import AROUND, BESIDE, NEIGHBOUR, OFF_MAP
from .rules.sealed_bids import next_tied_tract
from .rules.shapes import BUILDINGS, MAX_BID, STEPS, TRACTS
from .rules.state import BUY_PART, FIRST_PASS, NO_SEAT, SELL_PART, STEP_TO_NAME, UNZONED, State
from .rules.the_end import total_worth
from .rules.value_card import building_cost, market_value, section_cost, subdivision_cost

HOPE = 0.1
"""How much of a tract's profit to come counts already."""
EAGERNESS = 0.15
"""How much of it a bidder pays for."""
PATIENCE = 0.7
"""How much of what the next step can bring counts already."""
ENVY = 0.15
CRAWLING = 0.001
RESERVE = 150
"""Ready money beyond which land is bought, whatever is still to be built."""
WON = 5000.0


def evaluate(s: State, out: Sums) -> None:
    """Cash and land, with some of the profit that the land promises and of what could be built at once."""
    total = 0.0
    if is_learned(out):
        write_features(s, out)
        for seat in range(s.players):
            out[seat] = learned_worth(out, seat)
    else:
        reckon_by_hand(s, out)
    for seat in range(s.players):
        total += out[seat]
    for seat in range(s.players):
        out[seat] -= ENVY * (total - out[seat]) / (s.players - 1)
        if s.ended:
            out[seat] += WON if leads(s, seat, 0) else -WON


def reckon_by_hand(s: State, out: Sums) -> None:
    for seat in range(s.players):
        out[seat] = s.cash[seat] + PATIENCE * best_step(s, seat, s.cash[seat])
    for tract in range(TRACTS):
        if s.owner[tract] >= 0:
            out[s.owner[tract]] += market_value(s, tract) + HOPE * profit_to_come(s, tract)


(
    F_CASH,
    F_LAND,
    F_PROFIT,
    F_TO_FINISH,
    F_STEP,
    F_OWNED,
    F_ENCLOSED,
    F_SUBDIVIDED,
    F_BUILT,
    F_CASH_EARLY,
    F_PROFIT_EARLY,
    F_SHORT,
) = range(12)
FEATURES = (
    "cash",
    "land",
    "profit to come",
    "cost to finish",
    "best step",
    "tracts",
    "enclosed",
    "subdivided",
    "built up",
    "cash while land is for sale",
    "profit while land is for sale",
    "money short",
)


def is_quiet(s: State) -> bool:
    """Nothing is offered, asked or half done."""
    return s.phase in (SELL_PART, STEP_TO_NAME, BUY_PART)


def write_features(s: State, out: Sums) -> None:
    for k in range(first_feature(out, 0), first_feature(out, s.players)):
        out[k] = 0.0
    for_sale = 0.0
    for tract in range(TRACTS):
        if s.owner[tract] == NO_SEAT:
            for_sale += 1.0 / TRACTS
        if s.owner[tract] >= 0:
            at = first_feature(out, s.owner[tract])
            out[at + F_LAND] += market_value(s, tract)
            out[at + F_PROFIT] += profit_to_come(s, tract)
            out[at + F_TO_FINISH] += cost_to_finish(s, tract)
            out[at + F_OWNED] += 1.0
            out[at + F_ENCLOSED] += 1.0 if s.sides[tract] == 4 else 0.0
            out[at + F_SUBDIVIDED] += 1.0 * s.subdivided[tract]
            out[at + F_BUILT] += 1.0 if s.building[tract] > 0 else 0.0
    for seat in range(s.players):
        at = first_feature(out, seat)
        out[at + F_CASH] = s.cash[seat]
        out[at + F_STEP] = best_step(s, seat, s.cash[seat])
        out[at + F_CASH_EARLY] = s.cash[seat] * for_sale
        out[at + F_PROFIT_EARLY] = out[at + F_PROFIT] * for_sale
        out[at + F_SHORT] = max(0.0, out[at + F_TO_FINISH] - s.cash[seat])


def leads(s: State, seat: int, paying: int) -> bool:
    """Nobody would be worth more if the seat paid that much for nothing."""
    for other in range(s.players):
        if other != seat and total_worth(s, other) > total_worth(s, seat) - paying:
            return False
    return True


def is_possible(s: State, tract: int, building: int) -> bool:
    return s.zone[tract] == building or (s.zone[tract] == UNZONED and can_spare(s, building))


def best_building(s: State, tract: int, cash: int) -> int:
    """The building that would bring most, among those that the cash pays for; 0 if it pays for none."""
    best = 0
    gain = 0
    for building in range(1, BUILDINGS + 1):
        cost = building_cost(s, tract, building)
        more = BUILT_VALUE[building - 1] - cost
        if cost <= cash and more > gain and is_possible(s, tract, building):
            best = building
            gain = more
    return best


def cost_to_finish(s: State, tract: int) -> int:
    """What it takes to build the tract up; 0 where nothing can be built any more."""
    best = best_building(s, tract, MAX_BID)
    if s.building[tract] > 0 or best == 0:
        return 0
    cost = building_cost(s, tract, best)
    if not s.subdivided[tract]:
        cost += subdivision_cost(s, tract) + ROAD_COST * (4 - s.sides[tract])
    return cost


def profit_to_come(s: State, tract: int) -> int:
    best = best_building(s, tract, MAX_BID)
    if s.building[tract] > 0 or best == 0:
        return 0
    return BUILT_VALUE[best - 1] - market_value(s, tract) - cost_to_finish(s, tract)


def is_last_purchase(s: State, tract: int) -> bool:
    """Whether buying the tract ends the game."""
    for other in range(TRACTS):
        if other == tract:
            continue
        if s.end == FIRST_PASS and not s.ever_owned[other]:
            return False
        if s.end != FIRST_PASS and s.owner[other] == NO_SEAT:
            return False
    return s.end != FIRST_PASS or not s.ever_owned[tract]


def gain_of_purchase(s: State, seat: int, tract: int, price: int) -> float:
    """Land is for those who have money left to build on what they own."""
    if is_last_purchase(s, tract):
        return (WON if leads(s, seat, price - market_value(s, tract)) else -WON) - price
    gain = market_value(s, tract) - price + EAGERNESS * profit_to_come(s, tract)
    for direction in range(4):
        there = NEIGHBOUR[tract][direction]
        if there != OFF_MAP and s.owner[there] == seat and not s.section[AROUND[tract][direction]]:
            gain += 2.0
    return gain if price <= ready_money(s, seat) else gain - 100.0


def ready_money(s: State, seat: int) -> int:
    """What is not wanted for building on what they own."""
    wanted = 0
    for tract in range(TRACTS):
        if s.owner[tract] == seat:
            wanted += cost_to_finish(s, tract)
    return s.cash[seat] - min(wanted, RESERVE)


def most_worth_bidding(s: State, seat: int) -> int:
    """The highest sum at which the tract under the hammer is still a gain to the seat."""
    free = gain_of_purchase(s, seat, s.lot, min(0, ready_money(s, seat)))
    return min(int(max(0.0, free - 0.5)), ready_money(s, seat))


def gain_of_section(s: State, seat: int, edge: int) -> float:
    """What a section adds to the seat's land, less its price."""
    gain = -1.0 * section_cost(s, edge) - hindrance(s, seat, section_cost(s, edge))
    for side in range(2):
        tract = BESIDE[edge][side]
        if tract != OFF_MAP and s.owner[tract] == seat and not s.subdivided[tract]:
            if s.sides[tract] == 3:
                gain += ENCLOSED_VALUE - market_value(s, tract)
            else:
                gain += VALUE_PER_SIDE
    return gain


def hindrance(s: State, seat: int, price: int) -> float:
    """What can no longer be built for want of the money."""
    return PATIENCE * (best_step(s, seat, s.cash[seat]) - best_step(s, seat, s.cash[seat] - price))


def best_step(s: State, seat: int, cash: int) -> float:
    best = 0.0
    for step in range(STEPS):
        best = max(best, gain_of_step(s, seat, step, cash))
    return best


def gain_of_step(s: State, seat: int, step: int, cash: int) -> float:
    """About what the whole step would bring with that much cash."""
    gain = 0.0
    for tract in range(TRACTS):
        if s.owner[tract] != seat:
            continue
        if step == STEP_ROADS:
            sides = s.sides[tract] + 0
            for direction in range(4):
                edge = AROUND[tract][direction]
                cost = section_cost(s, edge)
                if not s.section[edge] and cost <= cash:
                    cash -= cost
                    sides += 1
                    gain += VALUE_PER_SIDE - cost
            if sides == 4 and s.sides[tract] < 4:
                gain += ENCLOSED_VALUE - RAW_VALUE[s.zone[tract]] - 4 * VALUE_PER_SIDE
        elif step == STEP_SUBDIVISIONS:
            if s.sides[tract] == 4 and not s.subdivided[tract] and subdivision_cost(s, tract) <= cash:
                cash -= subdivision_cost(s, tract)
                gain += SUBDIVIDED_VALUE - ENCLOSED_VALUE - subdivision_cost(s, tract)
        elif s.subdivided[tract] and s.building[tract] == 0:
            best = best_building(s, tract, cash)
            if best > 0:
                cash -= building_cost(s, tract, best)
                gain += BUILT_VALUE[best - 1] - SUBDIVIDED_VALUE - building_cost(s, tract, best)
    return gain


# ---------------------------------------------------------------- what speaks for a decision


def prior_bid_for(s: State, seat: int, tract: int) -> float:
    """Land that promises much, and that not everybody wants."""
    return 1.0 + EAGERNESS * profit_to_come(s, tract) + taste(s, seat, tract)


def prior_sealed_sum(s: State, seat: int, thousands: int) -> float:
    """The nearer to what the tract is worth to them."""
    return -1.0 * abs(thousands - sealed_target(s, seat))


def sealed_target(s: State, seat: int) -> float:
    """A little over the raw value, and over the sum that has tied, no two by as much."""
    tract = s.bidding_for[seat]
    if tract >= 0:
        return market_value(s, tract) + taste(s, seat, tract)
    tract = next_tied_tract(s, seat)
    if tract < 0:
        return 0
    more = s.tied_sum[tract] + 1 + (seat + tract) % s.players
    return min(more, market_value(s, tract) + EAGERNESS * profit_to_come(s, tract))


def taste(s: State, seat: int, tract: int) -> int:
    """0 to 4, by the land that a player got free, so that not all want the same and bids do not always tie."""
    mixed = tract * 3
    for own in range(TRACTS):
        if s.owner[own] == seat:
            mixed += own * 7
    return mixed % 5


def prior_ask_for(s: State, seat: int, edge: int, player: int) -> float:
    """Somewhat better than to pay all of a good section."""
    return gain_of_section(s, seat, edge) + 1.0


def prior_ask_share(s: State, seat: int, thousands: int) -> float:
    """Half the price is fair."""
    return -1.0 * abs(thousands - section_cost(s, s.edge) // 2)


def prior_decline(s: State, seat: int) -> float:
    """A share is not given lightly."""
    return 1.0


def prior_sell(s: State, seat: int, tract: int) -> float:
    """Built-up land has done its work; who can build nothing sells something to begin again."""
    if s.building[tract] > 0 or best_step(s, seat, s.cash[seat]) <= 0.0:
        return 30.0
    return -1.0


def prior_name_step(s: State, seat: int, step: int) -> float:
    """The step that brings most."""
    return 1.0 + gain_of_step(s, seat, step, s.cash[seat])


def prior_construct(s: State, seat: int, tract: int, building: int) -> float:
    """A building is what everything else was for."""
    return 1.0


def prior_put_up(s: State, seat: int, tract: int) -> float:
    """Opened with the market value."""
    return gain_of_purchase(s, seat, tract, market_value(s, tract))


def prior_bid(s: State, seat: int, thousands: int) -> float:
    """What is left of the gain at that price; what others would top anyway is as good as what they would not."""
    gain = gain_of_purchase(s, seat, s.lot, thousands)
    if gain <= 0.0 or is_last_purchase(s, s.lot):
        return gain
    target = sum_to_bid(s, seat)
    if thousands > target:
        return gain
    return gain_of_purchase(s, seat, s.lot, target) - CRAWLING * (target - thousands)


def sum_to_bid(s: State, seat: int) -> int:
    """As far as the others would drive the price up; there is no point in getting there by thousands."""
    highest = 0
    for other in range(s.players):
        if other != seat and s.bidders >> other & 1:
            highest = max(highest, most_worth_bidding(s, other))
    return min(highest, most_worth_bidding(s, seat))

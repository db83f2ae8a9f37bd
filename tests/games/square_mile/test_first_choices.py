"""What is chosen before anybody points at anything: the ordinary thing, and the sum that a form opens with."""

import re

from tabletown.games.square_mile.rules.state import CHURCH, SCHOOL
from tabletown.games.square_mile.staging import STAGING
from tests.games.square_mile.table import ANN, CAT, RULES, Planning, Table, tract
from tests.games.square_mile.test_staging import around_k, seen


def test_land_is_kept_until_somebody_points_at_it_unless_it_is_built_up() -> None:
    table = around_k_unsold()
    assert STAGING.ordinary(seen(table.s, ANN)) == table.action("stop_selling")
    table.built("K", CHURCH)
    assert STAGING.ordinary(seen(table.s, ANN)) == table.action("sell", tract="K")


def around_k_unsold() -> Table:
    table = Table()
    table.zoned("K", CHURCH)
    table.owns(ANN, "GK")
    return table


def test_of_all_tracts_the_one_goes_up_that_building_up_adds_most_to() -> None:
    table = around_k_unsold()
    table.zoned("P", SCHOOL)
    table.subdivided("O")
    table.play(ANN, "stop_selling")
    table.play(ANN, "stop_building")
    look = seen(table.s, ANN)
    lots = [action for action in RULES.legal_actions(table.s, ANN) if look.decoded(action)[0] == "put_up"]
    gained = {action: STAGING.meaning(look, [action]).ways[1].figure for action in lots}
    assert len(set(gained.values())) > 2
    best = max(lots, key=lambda action: int(re.sub(r"[^\d−]", "", gained[action]).replace("−", "-")))
    assert STAGING.ordinary(look) == best


def test_a_sealed_bid_opens_at_the_worth_and_a_share_at_half_the_cost() -> None:
    planning = Planning()
    place = planning.unowned()[0]
    planning.play(ANN, "bid_for", tract=place)
    sums = [planning.action("sealed_sum", thousands=n) for n in range(1, 101)]
    worth = RULES.market_value(planning.s, tract(place))
    assert STAGING.opening(seen(planning.s, ANN), sums) == planning.action("sealed_sum", thousands=worth)
    table = around_k()
    table.play(ANN, "ask_for", edge="J-K", player=CAT)
    shares = [table.action("ask_share", thousands=n) for n in range(1, 11)]
    assert STAGING.opening(seen(table.s, ANN), shares) == table.action("ask_share", thousands=5)

"""The free first road, and shares of a section (SM-R, SM-C)."""

import pytest

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.geometry import ENDS
from tabletown.games.square_mile.rules.shapes import EDGES
from tabletown.games.square_mile.rules.state import FIRST_ROAD, NO_SEAT
from tests.games.square_mile.table import ANN, BEN, CAT, ROADS, RULES, Planning, Table, edge, tract


def at_the_road(players: int = 3, seed: int = 1) -> Planning:
    table = Planning(players, seed)
    for seat in range(players):
        table.play(seat, "no_more_bids")
    assert table.s.phase == FIRST_ROAD
    return table


def sections(table: Planning) -> set[int]:
    return {place for place in range(EDGES) if table.s.section[place]}


def free_owner(table: Planning) -> None:
    """Nobody owns anything, so that nobody can be asked for a share."""
    for place in range(16):
        table.s.owner[place] = NO_SEAT
    for seat in range(table.s.players):
        table.s.owned[seat] = 0


@pytest.mark.rule("SM-R1")
def test_the_card_shows_where_the_first_section_lies() -> None:
    bridges = 0
    for seed in range(40):
        table = at_the_road(seed=seed)
        (first,) = sections(table)
        assert first == RULES.ROAD_OF_CARD[table.s.planning_card]
        drawer = table.told("planning_card_drawn")[-1]["seat"]
        assert table.s.seat == drawer
        free_tracts = table.told("free_tract")
        assert drawer == (free_tracts[-1]["seat"] + 1) % 3, "the next player clockwise"
        bridges += table.s.bridge_place[first]
    assert 0 < bridges < 40


@pytest.mark.rule("SM-R2", "SM-R5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_lays_exactly_one_free_section_beginning_with_the_drawer(players: int) -> None:
    for seed in range(12):
        table = at_the_road(players, seed)
        free_owner(table)
        first = table.s.seat
        for n in range(players):
            seat = (first + n) % players
            assert RULES.pending_seats(table.s) == (seat,)
            legal = RULES.legal_actions(table.s, seat)
            assert legal, "the road never gets stuck"
            assert all(GAME.actions.decode(action)[0] == "lay_section" for action in legal), "nobody may pass"
            RULES.apply(table.s, seat, legal[seed % len(legal)])
        assert len(sections(table)) == players + 1
        assert [table.s.cash[seat] for seat in range(players)] == [100] * players
        assert table.s.turn == 1


@pytest.mark.rule("SM-R3")
def test_the_first_player_chooses_an_end_and_then_it_goes_on_from_the_newest_section() -> None:
    table = at_the_road(seed=5)
    free_owner(table)
    (first,) = sections(table)
    both = {place for place in range(EDGES) if set(ENDS[place]) & set(ENDS[first])} - {first}
    assert table.can(table.s.seat, "lay_section") == both
    chosen = min(both)
    table.play(table.s.seat, "lay_section", edge=chosen)
    (end,) = set(ENDS[chosen]) - set(ENDS[first])
    onwards = {place for place in range(EDGES) if end in ENDS[place]} - {chosen}
    assert table.can(table.s.seat, "lay_section") == onwards
    behind = next(place for place in both if place != chosen and end not in ENDS[place])
    assert table.refused(table.s.seat, "lay_section", edge=behind) == ("not_at_the_end", "SM-R3")


@pytest.mark.rule("SM-R4")
def test_the_road_may_turn_and_follow_the_border_but_not_lie_twice() -> None:
    table = at_the_road()
    free_owner(table)
    for place in range(EDGES):
        if table.s.section[place]:
            table.s.section[place] = 0
    for place in range(16):
        table.s.sides[place] = 0
    RULES.put_section(table.s, edge("B-C"))
    table.s.open_end, table.s.other_end = ENDS[edge("B-C")]
    seat = table.s.seat
    names = ("B north", "C north", "B-F", "C-G", "F-G")
    assert table.can(seat, "lay_section") == {edge(name) for name in names}
    assert table.refused(seat, "lay_section", edge="B-C") == ("section_lies_there", "SM-R4")
    table.play(seat, "lay_section", edge="C north")
    assert table.can(table.s.seat, "lay_section") == {edge("D north"), edge("C-D")}


@pytest.mark.rule("SM-C6", "SM-C3")
def test_a_share_of_the_first_road_is_paid_to_the_player_who_lays_it() -> None:
    table = at_the_road(players=2, seed=6)
    free_owner(table)
    builder = table.s.seat
    other = 1 - builder
    place = min(table.can(builder, "lay_section"))
    beside = next(side for side in RULES.BESIDE[place] if side >= 0)
    table.s.owner[beside] = other
    table.s.owned[other] = 1
    table.play(builder, "ask_for", edge=place, player=other)
    price = RULES.section_cost(table.s, place)
    assert table.can(builder, "ask_share") == set(range(price))
    table.play(builder, "ask_share", thousands=price)
    table.play(other, "agree")
    assert table.s.section[place]
    assert (table.s.cash[builder], table.s.cash[other]) == (100 + price, 100 - price)
    assert table.s.seat == other, "the next player carries on"


# ---------------------------------------------------------------- shares in building


def building_roads() -> Table:
    table = Table()
    table.owns(ANN, "G")
    table.owns(BEN, "C")
    table.owns(CAT, "P")
    table.step(ANN, ROADS)
    return table


@pytest.mark.rule("SM-C1")
def test_only_another_owner_beside_the_section_can_be_asked() -> None:
    table = building_roads()
    assert table.can(ANN, "ask_for") == {edge("C-G") * 4 + BEN}
    assert table.refused(ANN, "ask_for", edge="C-G", player=CAT) == ("no_land_beside_it", "SM-C1")
    assert table.refused(ANN, "ask_for", edge="C-G", player=ANN) == ("ask_another", "SM-C1")
    assert table.refused(ANN, "ask_for", edge="C-G", player=3) == ("no_such_player", "SM-G2")
    assert table.refused(ANN, "ask_for", edge="C-D", player=BEN) == ("not_beside_your_land", "SM-D4d")


@pytest.mark.rule("SM-C2")
def test_the_share_is_at_most_the_price_of_the_section() -> None:
    table = building_roads()
    table.play(ANN, "ask_for", edge="C-G", player=BEN)
    assert table.can(ANN, "ask_share") == set(range(10))
    assert table.refused(ANN, "ask_share", thousands=11) == ("more_than_its_price", "SM-C2")
    bridge = building_roads()
    bridge.owns(BEN, "K")
    bridge.play(ANN, "ask_for", edge="G-K", player=BEN)
    assert bridge.can(ANN, "ask_share") == set(range(15))


@pytest.mark.rule("SM-C3")
def test_yes_pays_at_once_and_the_section_is_laid() -> None:
    table = building_roads()
    table.play(ANN, "ask_for", edge="C-G", player=BEN)
    table.play(ANN, "ask_share", thousands=4)
    assert RULES.pending_seats(table.s) == (BEN,)
    table.play(BEN, "agree")
    assert table.s.section[edge("C-G")]
    assert (table.s.cash[ANN], table.s.cash[BEN]) == (94, 96)
    assert (table.value("C"), table.value("G")) == (23, 23)
    assert RULES.pending_seats(table.s) == (ANN,)


@pytest.mark.rule("SM-C2", "SM-C3")
def test_a_share_must_make_the_section_payable_and_must_be_payable() -> None:
    table = building_roads()
    table.cash(3, 6, 100)
    table.play(ANN, "ask_for", edge="C-G", player=BEN)
    assert table.refused(ANN, "ask_share", thousands=6) == ("share_too_small", "SM-C2")
    table.play(ANN, "ask_share", thousands=7)
    assert table.refused(BEN, "agree") == ("cannot_pay_share", "SM-C3")
    table.play(BEN, "decline")
    assert not table.s.section[edge("C-G")]


@pytest.mark.rule("SM-C4", "SM-C5")
def test_after_a_no_the_builder_lays_it_or_not_and_cannot_ask_again_in_that_turn() -> None:
    table = building_roads()
    table.play(ANN, "ask_for", edge="C-G", player=BEN)
    table.play(ANN, "ask_share", thousands=5)
    table.play(BEN, "decline")
    assert (table.s.cash[ANN], table.s.cash[BEN]) == (100, 100)
    assert table.refused(ANN, "ask_for", edge="C-G", player=BEN) == ("asked_already", "SM-C5")
    table.play(ANN, "lay_section", edge="C-G")
    assert table.s.cash[ANN] == 90


@pytest.mark.rule("SM-C5")
def test_the_next_turn_allows_asking_anew() -> None:
    table = building_roads()
    table.play(ANN, "ask_for", edge="C-G", player=BEN)
    table.play(ANN, "ask_share", thousands=5)
    table.play(BEN, "decline")
    table.play(ANN, "stop_building")
    table.play(ANN, "end_turn")
    table.step(BEN, ROADS)
    table.play(BEN, "ask_for", edge="C-G", player=ANN)
    table.play(BEN, "ask_share", thousands=5)
    table.play(ANN, "agree")
    assert table.s.section[edge("C-G")]


@pytest.mark.rule("SM-C7")
def test_no_action_moves_land_between_players() -> None:
    table = building_roads()
    table.cash(1000, 1000, 1000)
    assert table.s.owner[tract("C")] == BEN
    table.play(ANN, "stop_building")
    assert table.refused(ANN, "put_up", tract="C") == ("owned_already", "SM-D5a")
    for kind in GAME.actions.kinds:
        assert kind not in {"trade", "give", "swap"}

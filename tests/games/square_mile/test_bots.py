"""How well bots play Square Mile: on fixed games each, as many as it takes to say so beyond chance."""

import random

import pytest

from tabletown import lab
from tabletown.bots import choose, level
from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.state import State
from tabletown.rulekit.engine import INSTINCT
from tests.games.square_mile.table import ANN, BEN, ROADS, RULES, Planning, Table, tract

GAMES = 300


@pytest.mark.parametrize(("others", "share"), [(1, 0.85), (3, 0.70)])
def test_a_neighbour_beats_visitors(others: int, share: float) -> None:
    standings = lab.arena("square_mile", ["neighbour", *["visitor"] * others], GAMES)
    assert standings.bots[0].low >= share


def test_four_neighbours_come_to_a_natural_end() -> None:
    standings = lab.arena("square_mile", ["neighbour"] * 4, GAMES)
    assert standings.endings["last_tract_bought"] >= 0.99


def test_neighbours_also_finish_the_variants() -> None:
    options = {"end": "first_pass", "tract_cards": "on", "unzoned_fee": "on"}
    standings = lab.arena("square_mile", ["neighbour"] * 3, GAMES, options=options)
    assert standings.endings["last_new_tract_bought"] >= 0.99


def chosen(state: State, seat: int, seed: int = 1) -> int:
    RULES.twin.compile(loops=[INSTINCT])
    return choose(level("neighbour"), RULES, RULES.concealed(state, seat), seat, random.Random(seed))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("place", range(4))
def test_neighbours_who_have_tied_bid_apart_instead_of_leaving_it_to_the_lot(players: int, place: int) -> None:
    table = Planning(players=players, seed=3)
    letter = table.unowned()[place]
    for seat in range(players):
        table.bids(seat, **{letter: 6})
    bids = {}
    for seat in range(players):
        bids[seat] = GAME.actions.decode(chosen(table.s, seat))[1]["thousands"]
        table.play(seat, "sealed_sum", thousands=bids[seat])
    assert len(set(bids.values())) == players
    assert min(bids.values()) > 6
    assert table.s.owner[tract(letter)] == max(bids, key=lambda seat: bids[seat])


@pytest.mark.parametrize(("share", "answer"), [(5, "agree"), (9, "decline")])
def test_a_neighbour_pays_half_of_a_road_with_their_last_money_but_not_nearly_all(share: int, answer: str) -> None:
    table = Table(players=2)
    table.owns(ANN, "F")
    table.owns(BEN, "G")
    table.cash(100, 10)
    table.step(ANN, ROADS)
    table.play(ANN, "ask_for", edge="F-G", player=BEN)
    table.play(ANN, "ask_share", thousands=share)
    assert GAME.actions.decode(chosen(table.s, BEN))[0] == answer


def auction_of(letter: str) -> Table:
    table = Table(players=3)
    table.owns(BEN, "B")
    table.cash(300, 300, 300)
    table.to_buying(ANN)
    table.play(ANN, "put_up", tract=letter)
    return table


def test_a_neighbour_goes_at_once_to_what_the_others_would_not_top() -> None:
    table = auction_of("K")
    bids = []
    while table.s.lot == tract("K"):
        seat = table.s.seat
        kind, args = GAME.actions.decode(chosen(table.s, seat))
        bids += [args["thousands"]] if kind == "bid" else []
        table.play(seat, kind, **args)
    assert bids[0] > table.value("K") + 1
    assert len(bids) <= 3


def test_a_neighbour_whom_nobody_can_outbid_pays_no_more_than_the_market_value() -> None:
    table = auction_of("K")
    table.cash(300, 5, 5)
    assert GAME.actions.decode(chosen(table.s, ANN)) == ("bid", {"thousands": table.value("K")})

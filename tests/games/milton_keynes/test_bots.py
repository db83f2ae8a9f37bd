"""How well bots play Milton Keynes: on fixed games each, and in positions where it is plain what to do."""

from collections import Counter
from functools import cache
from math import inf
from random import Random
from typing import Any

import pytest

from tabletown import bots, lab
from tabletown.bots.bot import Bot, Chance
from tabletown.bots.games import play_game
from tabletown.bots.whole import chosen
from tabletown.games.milton_keynes import GAME
from tabletown.match import game
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs
from tests.games.milton_keynes.table import ANN, BEN, ESTATE, EXTENSION, LOBBY, RULES, Table

GAMES = 120
WATCHED = 30
"""Games that are watched move by move; the compiled ones tell only how they ended."""
CALM = 1.0
AUDITOR, OFFICER, GARDENER = 0, 4, 5

Move = tuple[int, str, dict[str, Any]]
"""A seat, what it did, and with what."""


def test_a_neighbour_beats_three_visitors_in_three_games_of_four() -> None:
    standings = lab.arena("milton_keynes", ["neighbour", *["visitor"] * 3], GAMES)
    assert standings.bots[0].low >= 0.75, "beyond chance"


def test_four_neighbours_build_a_city() -> None:
    standings = lab.arena("milton_keynes", ["neighbour"] * 4, GAMES)
    assert standings.endings["city"] >= 0.99


# ---------------------------------------------------------------- what they do in whole games


class Watched(Bot):
    """A Neighbour whose choices are written down."""

    def __init__(self, rules: Namespace, moves: list[Move]) -> None:
        super().__init__(rules)
        self.neighbour, self.moves = bots.level("neighbour").bot(rules), moves

    def prefer(self, view: Record, seat: int, legal: Runs, budget: float, rng: Chance) -> int:
        action = self.neighbour.prefer(view, seat, legal, budget, rng)
        self.moves.append((seat, *self.rules.declaration.actions.decode(action)))
        return action


@cache
def watched(players: int, games: int = WATCHED) -> list[list[Move]]:
    """What Neighbours choose, game by game."""
    rules = game("milton_keynes").rules()
    rules.twin.compile(loops=["instinct"])
    found: list[list[Move]] = []
    for number in range(games):
        found.append([])
        options = rules.declaration.read_options(None)
        play_game(rules, [Watched(rules, found[-1])] * players, options, number, CALM)
    return found


def count_of(players: int, kind: str) -> Counter[int]:
    """How often each seat did it."""
    return Counter(seat for moves in watched(players) for seat, each, _ in moves if each == kind)


def test_neighbours_trade_in_nearly_every_game() -> None:
    traded = [any(kind == "accept" for _, kind, _ in moves) for moves in watched(4)]
    assert sum(traded) >= 0.95 * WATCHED


def test_every_character_is_taken_now_and_then_and_those_that_win_are_taken_often() -> None:
    chosen = Counter(args["character"] for moves in watched(4) for _, kind, args in moves if kind == "choose_character")
    assert set(chosen) == set(range(6))
    assert min(chosen[AUDITOR], chosen[OFFICER]) >= 0.6 * WATCHED
    assert chosen[GARDENER] < chosen[AUDITOR]


@pytest.mark.parametrize("players", [2, 4])
def test_no_seat_agrees_to_much_more_than_another(players: int) -> None:
    agreed = count_of(players, "agree")
    assert max(agreed.values()) <= 1.4 * min(agreed[seat] for seat in range(players))


def test_two_neighbours_lobby_for_lots_in_many_games() -> None:
    """MK-L5: every Lobby with the left fist only, in a game for two, is counted; most of them are for lots."""
    assert count_of(2, "lobby").total() >= WATCHED


# ---------------------------------------------------------------- positions


def choice(table: Table, seat: int, seed: int = 1) -> tuple[str, dict[str, Any]]:
    view = RULES.concealed(table.s, seat)
    return GAME.actions.decode(bots.choose(bots.level("neighbour"), RULES, view, seat, Random(seed)))


def sale_for_two(*bribes: int, permits: int = 4) -> Table:
    """Ann holds the deeds around one lot; the other is of no use to them."""
    table = Table(2)
    table.holds(ANN, "B2 B4 A3 C3", permits=[LOBBY, *[ESTATE] * (permits - 1)], cash=30)
    table.holds(BEN, cash=30)
    table.stacks("B3 G3")
    table.to_sale()
    for seat, amount in enumerate(bribes):
        table.play(seat, "bribe", amount=amount)
    return table


def test_a_lobby_tops_the_bribe_of_another_by_one_when_the_first_choice_is_worth_it() -> None:
    kind, args = choice(sale_for_two(2, 3), ANN)
    assert (kind, args.get("amount")) == ("lobby", 4)


def test_nobody_lobbies_who_chooses_first_anyway() -> None:
    assert choice(sale_for_two(4, 3), ANN)[0] == "decline"


def test_a_building_that_brings_blocks_is_built_in_the_first_year() -> None:
    table = Table(4)
    table.floods("B4 C4")
    table.holds(ANN, "B3 C3 G7", permits=[ESTATE, ESTATE, EXTENSION], cash=10)
    table.to_pouches()
    assert choice(table, ANN) == ("commission", {"kind": ESTATE})


def test_nobody_spends_a_permit_on_deeds_that_lie_apart_while_there_is_time() -> None:
    """A year without a building is no blunder by itself: who built nearly every year lost (docs/bots.md)."""
    table = Table(4)
    table.holds(ANN, "B3 D6 G8", permits=[ESTATE, EXTENSION], cash=10)
    table.to_pouches()
    assert choice(table, ANN) == ("seal", {})


def test_whoever_chooses_first_takes_the_officer_or_the_auditor_most_often() -> None:
    match = game("milton_keynes").new(players=4, seed=1)
    (seat,) = match.pending
    view = match.perfect_memory(seat)
    neighbour = bots.level("neighbour")
    taken = Counter(
        GAME.actions.decode(bots.choose(neighbour, match.rules, view, seat, Random(seed)))[1]["character"]
        for seed in range(30)
    )
    assert {character for character, _ in taken.most_common(2)} <= {OFFICER, AUDITOR}
    assert taken[GARDENER] == 0


def test_what_is_won_but_not_yet_paid_for_counts_as_paid() -> None:
    """MK-P6: else whoever answers last would agree to anything, only to be paid."""
    table = Table(2)
    for seat in (ANN, BEN):
        table.holds(seat, cash=20)
    table.to_bids(LOBBY, EXTENSION)
    for amount in (5, 3):
        table.play(ANN, "bid", amount=amount)
    for amount in (3, 4):
        table.play(BEN, "bid", amount=amount)
    table.s.phase = RULES.ANSWER_PROPOSAL
    before = [RULES.strength(table.s, seat) for seat in (ANN, BEN)]
    for permit, winner, price in ((0, ANN, 5), (1, BEN, 4)):
        table.s.settled[permit], table.s.winner[permit], table.s.price[permit] = RULES.SETTLED, winner, price
    promised = [RULES.strength(table.s, seat) for seat in (ANN, BEN)]
    RULES.pay_for_permits(table.s)
    assert promised != pytest.approx(before)
    assert promised == pytest.approx([RULES.strength(table.s, seat) for seat in (ANN, BEN)])


def test_whoever_looks_ahead_offers_cash_for_a_deed_and_not_one_card_for_a_handful() -> None:
    """A search that thought about the parts asked for five deeds and 50 for one, which nobody could accept."""
    match, rng, actions = game("milton_keynes").new(players=3, seed=3), Random(1), GAME.actions
    developer = bots.level("developer")
    match.rules.twin.compile(loops=["instinct", *developer.loops_for(GAME, match.players)])
    found = 0
    while found < 3:
        seat = match.pending[0]
        to = [each.id for each in match.legal(seat) if each.kind == "offer_to"]
        for first in to[:1]:
            found += 1
            parts = [actions.decode(each)[0] for each in chosen(developer, match, seat, rng, first)]
            assert parts[:4] == ["offer_to", "add_cash", "ask", "add_deed"]
            assert parts[4:] in ([], ["send"])
        match.hand_in(seat, chosen(bots.level("neighbour"), match, seat, rng))


def test_tycoon_looks_ahead_for_what_to_give_and_what_to_ask_and_for_one_thing_each() -> None:
    rules, rng, actions = game("milton_keynes").rules(), Random(2), GAME.actions
    tycoon, neighbour = bots.level("tycoon").searcher(rules, unhurried=True), bots.level("neighbour").bot(rules)
    tycoon.part = 0.01
    state, offers = rules.new_state(rules.declaration.read_options(None)), list[list[str]]()
    rules.call.seed_dice(state, 5)
    rules.call.setup(state, 2)
    while len(offers) < 4:
        seat = rules.pending_seats(state)[0]
        first = next((each for each in rules.legal_actions(state, seat) if actions.decode(each)[0] == "offer_to"), None)
        if first is not None:
            trial, parts = state.copy(), [first]
            while actions.decode(parts[-1])[0] != "send":
                rules.call.apply(trial, seat, parts[-1])
                parts.append(tycoon.choose(rules.concealed(trial, seat), seat, inf, rng))
            offers.append([actions.decode(each)[0] for each in parts])
        rules.call.apply(state, seat, neighbour.choose(rules.concealed(state, seat), seat, inf, rng))
    for _to, given, ask, asked, send in offers:
        assert (ask, send) == ("ask", "send")
        assert given.startswith("add_")
        assert asked.startswith("add_")

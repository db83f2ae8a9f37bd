"""Who thinks decision by decision for one seat may go on from the last thought, and does nothing illegal by it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.bots.games import play_game
from tabletown.bots.search import Budget, Memory, Search, Thought
from tabletown.bots.searcher import Searcher
from tabletown.match import Game
from tabletown.match import game as find_game
from tabletown.rulekit.engine import Compiled, Interpreted
from tabletown.rulekit.growing import USED_EDGES, USED_NODES
from tabletown.rulekit.looking_ahead import looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

Solved = Callable[[str], ModuleType]
ESTATES = find_game("the_estates")
FEW, SOME = Budget(80), Budget(300)


def begun(rules: Namespace, players: int, deal: int) -> Any:
    state = rules.new_state(rules.declaration.read_options(None))
    rules.call.seed_dice(state, deal)
    rules.call.setup(state, players)
    return state


def choices(rules: Namespace, players: int, deal: int, chance: Random) -> Iterator[tuple[Record, int]]:
    """What a seat sees whenever it has a choice, along a game in which everybody does anything."""
    state = begun(rules, players, deal)
    while seats := rules.pending_seats(state):
        legal = rules.legal_actions(state, seats[0])
        if len(legal) > 1:
            yield rules.concealed(state, seats[0]), seats[0]
        rules.call.apply(state, seats[0], chance.choice(legal))


def thoughts(search: Search, players: int, deal: int, budget: Budget, limit: int, **by: Any) -> Iterator[Thought]:
    """Of one search that plays every seat with a memory for each."""
    rules, state = search.rules, begun(search.rules, players, deal)
    memories, n = [Memory() for _ in range(players)], 0
    while (seats := rules.pending_seats(state)) and n < limit:
        view, seat = rules.concealed(state, seats[0]), seats[0]
        legal = rules.legal_actions(view, seat)
        action = legal[0]
        if len(legal) > 1:
            n += 1
            thought = search.think(view, seat, budget, n, memory=memories[seat], **by)
            action = thought.best.action
            yield thought
        rules.call.apply(state, seat, action)


def test_a_thought_goes_on_from_what_the_last_one_found() -> None:
    rules = ESTATES.rules()
    found = list(thoughts(Search(rules), 2, 3, SOME, 60, engine=Compiled(rules)))
    assert sum(thought.remembered > 30 for thought in found) > len(found) / 3
    for thought in found:
        assert thought.simulations == 300
        assert sum(each.visits for each in thought.considered) <= 300 + thought.remembered
        assert all(sum(each.chances) == pytest.approx(1) for each in thought.considered)


def test_what_is_remembered_never_fills_the_room_of_a_tree() -> None:
    rules, search, memory = ESTATES.rules(), Search(ESTATES.rules()), Memory()
    view, seat = next(choices(rules, 2, 3, Random(3)))
    for n in range(12):  # the same view again and again, so that nothing is ever left behind
        thought = search.think(view, seat, FEW, n, engine=Compiled(rules), memory=memory)
        assert thought.remembered == 80 * n
        (tree,) = memory.trees
        assert 2 * tree.buffers.used[USED_NODES] <= len(tree.buffers.keys)
        assert tree.buffers.used[USED_EDGES] <= len(tree.buffers.actions)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_coins", "sealed_bids"])
def test_both_engines_remember_the_same(solved: Solved, name: str) -> None:
    rules = Game(solved(name).GAME).rules()
    one, other = (
        [each for deal in range(8) for each in thoughts(Search(rules), 2, deal, FEW, 4, engine=made(rules))]
        for made in (Compiled, Interpreted)
    )
    assert one == other
    assert any(thought.remembered for thought in one) == (name != "sealed_bids")  # where one bid is all that one does


def test_both_engines_remember_the_same_of_the_estates() -> None:
    rules = ESTATES.rules()
    search = Search(rules, replace(looking_ahead(ESTATES.declaration, 2), mind=(), scale=44.4))
    one, other = (list(thoughts(search, 2, 4, Budget(20), 6, engine=made(rules))) for made in (Compiled, Interpreted))
    assert one == other
    assert any(thought.remembered for thought in one)


def test_trees_of_several_threads_are_remembered_alike_each_time() -> None:
    rules = ESTATES.rules()
    one, other = (list(thoughts(Search(rules), 2, 5, SOME, 12, engine=Compiled(rules), threads=3)) for _ in range(2))
    assert one == other
    assert any(thought.remembered for thought in one)


@given(st.integers(0, 2**40), st.integers(0, 60), st.integers(0, 60), st.booleans(), st.sampled_from([2, 4]))
@settings(max_examples=40, deadline=None)
def test_whatever_is_remembered_nothing_illegal_is_considered(
    deal: int, before: int, now: int, is_another_game: bool, players: int
) -> None:
    """Later in the same game, earlier because moves were taken back, in another course of it, or in another game."""
    rules = ESTATES.rules()
    search, engine, memory = Search(rules), Compiled(rules), Memory()
    ours = list(choices(rules, players, deal, Random(deal)))
    view, seat = ours[before % len(ours)]
    search.think(view, seat, FEW, 1, engine=engine, memory=memory)
    theirs = list(choices(rules, players, deal + is_another_game, Random(deal + now % 2)))
    view, seat = theirs[now % len(theirs)]
    thought = search.think(view, seat, FEW, 2, engine=engine, memory=memory)
    assert {each.action for each in thought.considered} <= set(rules.legal_actions(view, seat))
    assert thought.simulations == 80
    if not thought.remembered:
        assert thought == search.think(view, seat, FEW, 2, engine=engine)


def test_a_memory_is_of_no_use_to_another_seat_or_another_way_of_looking_ahead_or_before_its_time() -> None:
    rules, engine = ESTATES.rules(), Compiled(ESTATES.rules())
    search = Search(rules)
    other = Search(rules, replace(search.ahead(2), curiosity=0.5))
    found = list(choices(rules, 2, 7, Random(7)))
    (earlier, seat), *later = found
    view = next(view for view, who in later if who == seat)
    theirs = next(view for view, who in later if who != seat)
    for looking, seen, who in ((search, earlier, seat), (other, view, seat), (search, theirs, 1 - seat)):
        memory = Memory()
        search.think(view, seat, FEW, 1, engine=engine, memory=memory)
        assert looking.think(seen, who, FEW, 2, engine=engine, memory=memory).remembered == 0
    memory = Memory()
    assert [search.think(view, seat, FEW, n, engine=engine, memory=memory).remembered for n in range(3)] == [0, 80, 160]


def test_whoever_sits_down_again_plays_the_same_game_again_and_whoever_does_not_forgets() -> None:
    rules = ESTATES.rules()
    options = rules.declaration.read_options(None)
    players = [Searcher.making(200, rules) for _ in range(2)]
    one, other = (play_game(rules, players, options, 5, inf) for _ in range(2))
    assert one == other
    assert all(player.memory is None for player in players)
    view, seat = next(choices(rules, 2, 3, Random(3)))
    alone = players[0].choose(view, seat, inf, Random(1))
    assert all(players[0].choose(view, seat, inf, Random(1)) == alone for _ in range(3))


def test_it_never_loses_a_game_of_tic_tac_toe_by_what_it_remembers(solved: Solved) -> None:
    rules = Game(solved("tic_tac_toe").GAME).rules()
    search, engine = Search(rules), Compiled(rules)
    for number in range(60):
        chance, memory, mine, state = Random(number), Memory(), number % 2, begun(rules, 2, 1)
        while seats := rules.pending_seats(state):
            (seat,) = seats
            action = chance.choice(rules.legal_actions(state, seat))
            if seat == mine:
                action = search.think(state, seat, Budget(1500), number, engine=engine, memory=memory).best.action
            rules.call.apply(state, seat, action)
        shares = [0, 0]
        rules.call.returns(state, shares)
        assert shares[mine] >= 30, f"game {number}"


def test_it_wins_every_game_of_nim_that_can_be_won_by_what_it_remembers(solved: Solved) -> None:
    rules = Game(solved("nim").GAME).rules()
    search, engine, chance = Search(rules), Compiled(rules), Random(1)
    for heaps in ((3, 4, 1), (5, 4, 3), (1, 4, 2), (5, 0, 3), (2, 4, 3)):
        memory, state = Memory(), begun(rules, 2, 1)
        state.heap[:] = heaps
        while seats := rules.pending_seats(state):
            (seat,) = seats
            action = chance.choice(rules.legal_actions(state, seat))
            if seat == 0:
                action = search.think(state, seat, Budget(4000), 1, engine=engine, memory=memory).best.action
                assert sum_of(state.heap) != 0, "the other one has found the answer"
            rules.call.apply(state, seat, action)
        shares = [0, 0]
        rules.call.returns(state, shares)
        assert shares == [60, 0], heaps


def sum_of(heaps: Any) -> int:
    """Whoever leaves nothing of it wins."""
    total = 0
    for heap in heaps:
        total ^= heap
    return total

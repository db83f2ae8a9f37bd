"""Levels by name, and what each may and may not do."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tabletown import bots
from tabletown.bots.neighbour import Neighbour, NoInstinct
from tabletown.bots.visitor import Visitor
from tabletown.games.the_estates import GAME
from tabletown.match import game
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

RULES = game("the_estates").rules()
CALM = 1.0
BRIEFLY = 0.005
"""Seconds: a few dozen simulations."""


def positions(count: int, players: int = 4, seed: int = 5) -> list[tuple[Record, int]]:
    """True states along random games, each with the seat that decides."""
    found: list[tuple[Record, int]] = []
    rng = Random(seed)
    while len(found) < count:
        state = RULES.new_state(GAME.read_options(None))
        RULES.seed_dice(state, rng.getrandbits(40))
        RULES.setup(state, players)
        while seats := RULES.pending_seats(state):
            if rng.random() < 0.05:
                found.append((state.copy(), seats[0]))
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
    return found[:count]


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(bots.UnknownLevel, match="There is no bot 'wizard'; there are visitor, neighbour"):
        bots.level("wizard")


@pytest.mark.parametrize("name", bots.LEVELS)
def test_a_bot_chooses_a_legal_action_and_leaves_the_view_as_it_was(name: str) -> None:
    rng = Random(1)
    for state, seat in positions(60):
        view = RULES.concealed(state, seat)
        before = view.copy()
        action = bots.choose(bots.level(name), RULES, view, seat, rng, BRIEFLY)
        assert action in RULES.legal_actions(state, seat)
        assert view == before


@pytest.mark.parametrize("name", bots.LEVELS)
def test_a_bot_chooses_alike_in_two_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    for number, (state, seat) in enumerate(positions(60)):
        other = state.copy()
        RULES.seed_dice(other, number)
        assert other != state
        chosen = {
            bots.level(name).patient_bot(RULES).choose(RULES.concealed(world, seat), seat, BRIEFLY, Random(number))
            for world in (state, other)
        }
        assert len(chosen) == 1


def test_a_visitor_takes_every_legal_action_equally_often() -> None:
    state: Any = RULES.new_state(GAME.read_options(None))
    RULES.setup(state, 2)
    RULES.apply(state, state.auctioneer, RULES.STOW_CHECK())
    seat = state.seat
    legal = RULES.legal_actions(state, seat)
    visitor, rng = Visitor(RULES), Random(3)
    times = Counter(visitor.choose(state, seat, CALM, rng) for _ in range(400 * len(legal)))
    assert set(times) == set(legal)
    assert sum((n - 400) ** 2 / 400 for n in times.values()) < 40


def declining(*kinds: str) -> Declaration:
    """The Estates, if its verbs were declared so."""
    game = replace(GAME)
    vars(game)["visitor_declines"] = kinds
    return game


def test_a_visitor_declines_what_the_game_lets_it_decline_unless_there_is_nothing_else() -> None:
    rules = Namespace(declining("bid", "pass"), GAME.edition())
    state: Any = rules.new_state(GAME.read_options(None))
    rules.setup(state, 2)
    rules.apply(state, state.seat, rules.SKIP_STOWING())
    rules.apply(state, state.seat, rules.CHOOSE_MAYOR())
    visitor = Visitor(rules)
    everything = {visitor.choose(state, state.seat, CALM, Random(n)) for n in range(60)}
    assert rules.PASS() in everything
    assert len(everything) > 5
    passing = Visitor(Namespace(declining("bid"), GAME.edition()))
    assert {passing.choose(state, state.seat, CALM, Random(n)) for n in range(60)} == {rules.PASS()}


def test_a_game_without_an_instinct_has_no_neighbours() -> None:
    plain = replace(GAME)
    vars(plain)["rules"] = [module for module in GAME.rules if not module.__name__.endswith(".instinct")]
    rules = Namespace(plain, GAME.edition())
    with pytest.raises(NoInstinct, match="The Estates has no instinct"):
        Neighbour(rules)


def test_only_players_who_use_compiled_rules_have_them_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    rules = Namespace(GAME, GAME.edition())
    monkeypatch.setattr(rules.twin, "compile_in_background", asked.append)
    bots.get_ready(rules, [bots.level("visitor")], 2)
    assert asked == []
    bots.get_ready(rules, [bots.level("visitor"), bots.level("neighbour")], 2)
    assert asked == [["instinct"]]
    bots.get_ready(rules, [bots.level("developer")], 2)
    assert asked[1:] == [["instinct", "replant", "search_tree"]]


def test_until_a_search_is_compiled_its_bots_play_by_instinct() -> None:
    rules = Namespace(GAME, GAME.edition())
    for number, (state, seat) in enumerate(positions(20)):
        view = rules.concealed(state, seat)
        chosen = {bots.choose(bots.level(name), rules, view, seat, Random(number)) for name in ("tycoon", "neighbour")}
        assert len(chosen) == 1
    assert not rules.twin.has("search_tree")


def test_until_then_a_tycoon_who_never_slips_does_not_slip_like_a_neighbour() -> None:
    declaration = game("squad_car").declaration
    rules = Namespace(declaration, declaration.edition())
    match = game("squad_car").new(players=2, seed=11)
    differed = 0
    for number in range(40):
        seat = match.pending[0]
        view = match.perfect_memory(seat)
        careful = Neighbour(rules).glance(view, seat, 0.0, Random(number))
        usual = bots.choose(bots.level("neighbour"), rules, view, seat, Random(number))
        assert bots.choose(bots.level("tycoon"), rules, view, seat, Random(number)) == careful
        differed += careful != usual
        match.play(seat, usual)
    assert differed
    assert not rules.twin.has("search_flat")


def test_a_level_thinks_no_longer_than_it_may() -> None:
    assert [level.seconds for level in bots.LEVELS.values()] == sorted(level.seconds for level in bots.LEVELS.values())
    assert [bots.level(name).at_most for name in ("developer", "tycoon")] == [0.3, 2.0]
    assert all(level.seconds <= level.at_most for level in bots.LEVELS.values())


def test_a_neighbour_chooses_the_same_interpreted_and_compiled() -> None:
    interpreted = Neighbour(Namespace(GAME, GAME.edition()))
    compiled = Neighbour(RULES)
    RULES.twin.compile(loops=["instinct"])
    for players in (2, 4, 5):
        for number, (state, seat) in enumerate(positions(120, players, seed=players)):
            view = RULES.concealed(state, seat)
            ours = interpreted.choose(view, seat, CALM, Random(number))
            assert ours == compiled.choose(view, seat, CALM, Random(number))
    assert RULES.twin.has("instinct")
    assert not interpreted.rules.twin.has("instinct")

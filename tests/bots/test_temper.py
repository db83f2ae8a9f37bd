"""Bots of a level differ a little, by the seed of the deal; and none of them thinks longer than its level may."""

from itertools import count, permutations
from types import SimpleNamespace
from typing import Any

import pytest

from tabletown import bots
from tabletown.bots.search import Budget, Considered, Search, Thought
from tabletown.bots.searcher import Searcher
from tabletown.bots.temper import BY_NAME, MARGIN, PLAIN, TEMPERS, sum_in, tempers_in_words, tempers_of, to_taste
from tabletown.match import Game, game
from tabletown.rulekit.engine import Interpreted
from tabletown.rulekit.language import say
from tabletown.rulekit.looking_ahead import FLAT, TREE, LookingAhead, looking_ahead
from tabletown.rulekit.registry import declarations
from tabletown.web.deciding import tempers

ESTATES = game("the_estates")
ACTIONS = ESTATES.declaration.actions


def bid(amount: int) -> int:
    return ACTIONS.encode("bid", {"amount": amount})


def thought(*found: tuple[int, int, float]) -> Thought:
    """Actions with their visits and the seat's chance, the best first."""
    return Thought(tuple(Considered(action, visits, (0.0, chance)) for action, visits, chance in found), 0)


@pytest.mark.parametrize(("name", "amount"), [("plain", 12), ("patient", 6), ("bold", 12), ("tidy", 10)])
def test_among_equals_each_takes_what_they_like_and_nobody_what_costs_more(name: str, amount: int) -> None:
    equals = thought(*[(bid(each), 100, 0.6 - MARGIN / 2 * (each != 12)) for each in (12, 6, 10, 15)])
    assert to_taste(BY_NAME[name], ESTATES.declaration, equals, 1) == bid(amount)


def test_where_no_money_is_in_it_the_bold_venture_more_than_the_patient() -> None:
    low, high = [action for action in range(ACTIONS.count) if sum_in(ESTATES.declaration, action) == 0][:2]
    equals = thought((low, 100, 0.6), (high, 100, 0.6))
    assert to_taste(BY_NAME["bold"], ESTATES.declaration, equals, 1) == high
    assert to_taste(BY_NAME["patient"], ESTATES.declaration, equals, 1) == low


@pytest.mark.parametrize("temper", [PLAIN, *TEMPERS], ids=lambda temper: temper.name)
def test_nobody_takes_what_looks_worse_or_was_hardly_looked_at(temper: Any) -> None:
    better = thought((bid(7), 100, 0.6), (bid(5), 100, 0.6 - 2 * MARGIN), (bid(20), 40, 0.7), (bid(1), 100, 0.5))
    assert to_taste(temper, ESTATES.declaration, better, 1) == bid(7)


def test_the_tempers_follow_from_the_seed_and_come_in_every_order() -> None:
    found = [names_of(ESTATES, number, [0, 1, 2]) for number in range(40)]
    assert found == [names_of(ESTATES, number, [2, 0, 1]) for number in range(40)]
    assert {tuple(row) for row in found} == set(permutations(["patient", "bold", "tidy"]))


@pytest.mark.parametrize(("title", "tempers"), [("the_estates", 3), ("squad_car", 2)])
def test_bots_of_a_table_differ_as_far_as_there_are_tempers_wherever_people_sit(title: str, tempers: int) -> None:
    chosen = game(title)
    for number in range(20):
        for bots_of in ([1, 2], [0, 3], [0, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3, 4]):
            found = names_of(chosen, number, bots_of)
            assert len(set(found)) == min(len(bots_of), tempers)
            assert max(map(found.count, found)) == -(-len(bots_of) // tempers)


def names_of(chosen: Game, number: int, seats: list[int]) -> list[str]:
    found = tempers_of(chosen.declaration, seed_of(number), seats)
    return [found[seat].name for seat in sorted(seats)]


def test_when_the_game_is_over_it_is_told_of_every_bot_that_looked_ahead() -> None:
    seats = [SimpleNamespace(bot=bot, name=name) for bot, name in (("", "Mika"), ("tycoon", "Uma"), ("visitor", "Wim"))]
    seed = bytes(32)
    scene = SimpleNamespace(_=str, match=SimpleNamespace(seed=seed, game=ESTATES))
    (told,) = tempers(SimpleNamespace(seats=seats), scene)  # type: ignore[arg-type]
    temper = tempers_of(ESTATES.declaration, seed, [1])[1]
    assert told == f"Of equal choices {temper.told.format(names='Uma')}."
    assert f"({temper.name})" in told
    assert tempers(SimpleNamespace(seats=seats[::2]), scene) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Of equal choices Ida and Uma took ", ", Quinn took ", " and Mori took "]),
        ("ja", ["、Ida、Umaは", "、Quinnは", "、Moriは"]),
    ],
)
def test_a_temper_that_several_have_is_told_once_and_all_in_one_sentence(language: str, said: list[str]) -> None:
    declared, names = ESTATES.declaration, ("Ida", "Quinn", "Mori", "Uma")
    found = tempers_of(declared, seed_of(1), range(4))
    assert found[0] == found[3]
    (told,) = tempers_in_words(say(language), declared, seed_of(1), dict(enumerate(names)))
    places = [told.index(part) for part in said]
    assert places == sorted(places)
    assert len(told) < 140


def seed_of(number: int) -> bytes:
    return bytes([number]) * 32


def test_where_no_money_is_in_a_game_nobody_is_told_to_have_liked_round_sums() -> None:
    cars = game("squad_car").declaration
    found = {temper for number in range(20) for temper in tempers_of(cars, seed_of(number), range(2)).values()}
    assert {temper.name for temper in found} == {"patient", "bold"}
    assert not any("sum" in temper.told or "costs" in temper.told for temper in found)


@pytest.mark.parametrize("method", [FLAT, TREE])
def test_a_thought_ends_when_its_time_is_over(method: str) -> None:
    """The clock is a made-up one that goes on by a tenth of a second whenever it is looked at."""
    looks = count()
    match = ESTATES.new(players=2, seed=3)
    while len(match.legal(match.pending[0])) < 2:
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    seat = match.pending[0]
    search = Search(match.rules, LookingAhead(method, depth=2), lambda: 0.1 * next(looks))
    found = search.think(match.perfect_memory(seat), seat, Budget(10**6, 0.3), 1, engine=Interpreted(match.rules))
    assert 0 < found.simulations < 1000
    assert next(looks) <= 12


@pytest.mark.parametrize(("name", "most"), [("developer", 0.3), ("tycoon", 2.0)])
def test_a_level_makes_no_more_simulations_than_its_time_holds(name: str, most: float) -> None:
    for declared in declarations().values():
        for players in declared.players:
            rules = game(declared.name).rules()
            bot = bots.level(name).bot(rules)
            assert isinstance(bot, Searcher)
            ahead = looking_ahead(declared, players, name)
            seconds = bots.level(name).seconds_for(declared, players)
            assert bot.effort(players, 60.0) == Budget(round(seconds * ahead.per_second), seconds)
            assert seconds < most
            assert bot.effort(players, 0.0005).seconds == 0.0005

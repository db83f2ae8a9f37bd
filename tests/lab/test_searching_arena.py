"""Searching bots in the arena: the same games as at a table, exact however many threads there are."""

import pytest

from tabletown import bots, lab
from tabletown.bots.games import LabChance, play_game
from tabletown.laws.lab_and_table import LabMatch
from tabletown.laws.playing import Case
from tabletown.match import game
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.loops import LENGTH
from tabletown.rulekit.thinking import TRUE
from tools.played import shortest

BRIEFLY = 0.0002


def test_games_with_searching_bots_are_the_same_on_any_number_of_threads() -> None:
    seats = ["developer", "neighbour"]
    one, two = (lab.arena("the_estates", seats, 4, seed=2, threads=threads, thinking=0.001) for threads in (1, 2))
    assert (one.bots, one.mean_length, one.endings) == (two.bots, two.mean_length, two.endings)
    assert sum(bot.wins for bot in one.bots) == pytest.approx(4)


@pytest.mark.parametrize("thinking", [0, -1, 1.5, True])
def test_bots_think_for_a_part_of_their_time(thinking: float) -> None:
    with pytest.raises(BadOption, match="Bots think for a part of their time"):
        lab.arena("the_estates", ["visitor", "visitor"], 2, thinking=thinking)


def test_each_bot_may_have_a_part_of_its_own() -> None:
    """Who thinks for no time to speak of plays as instinct does, and the other one beats them."""
    parts = [[0.05, 0.0005], [0.0005, 0.05]]
    standings = [lab.arena("the_estates", ["developer"] * 2, 12, seed=3, thinking=part).bots for part in parts]
    assert standings[0][0].share > 0.75
    assert standings[1][1].share > 0.75
    same = [lab.arena("the_estates", ["developer"] * 2, 2, seed=3, thinking=part).bots for part in (0.001, [0.001] * 2)]
    assert same[0] == same[1]
    with pytest.raises(BadOption, match=r"one for each of the 2 bots, not 3"):
        lab.arena("the_estates", ["developer"] * 2, 2, thinking=[0.1, 0.1, 0.1])


PARTIES = [("the_estates", 2), ("the_estates", 4), ("square_mile", 3), ("squad_car", 4), ("milton_keynes", 3)]


@pytest.mark.parametrize(("name", "count"), PARTIES)
def test_searching_bots_make_the_same_moves_in_the_lab_and_at_a_table(name: str, count: int) -> None:
    case, number = Case(game(name).declaration, count), 11
    options = case.declaration.read_options(shortest(name))
    levels = ["developer", "tycoon", "neighbour", "developer"][:count]
    company = [bots.level(level).patient_bot(case.rules) for level in levels]
    state, row = play_game(case.rules, company, options, number, BRIEFLY)
    match, chance = LabMatch(case, options, number), LabChance(number)
    seats = [player.seated() for player in company]
    while not match.over:
        seat = match.pending[0]
        match.play(seat, seats[seat].choose(match.perfect_memory(seat), seat, BRIEFLY, chance))
    assert state == match.state
    assert row[LENGTH] == sum(len(entry.moves) for entry in match.entries)


@pytest.mark.parametrize("name", ["the_estates", "square_mile"])
def test_games_decision_by_decision_are_those_of_the_compiled_loop(name: str) -> None:
    """Sealed answers too: nobody knows more by being asked later."""
    rules, number = game(name).rules(), 5
    engine, options = Compiled(rules), rules.declaration.read_options({})
    players = [bots.level(level).bot(rules) for level in ("neighbour", "visitor")]
    state, row = play_game(rules, players, options, number, 1.0)
    room = engine.room_for_bots(options)
    kinds = engine.numbers([kind for level in ("neighbour", "visitor") if (kind := bots.level(level).kind) is not None])
    (compiled,) = engine.bot_games(room, 2, engine.numbers([number]), kinds, rotating=False)
    assert list(compiled) == row
    assert engine.get(room, TRUE) == state

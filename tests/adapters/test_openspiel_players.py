"""OpenSpiel's own bots in the arena: on what their seat knows, and the same again."""

import random
from pathlib import Path

import pytest

from tabletown.adapters.openspiel_players import bot_named, player
from tabletown.cli.tournament import DOORS
from tabletown.lab.tournament import hold, plan_tournament, read_entrants
from tabletown.laws.playing import Case, positions
from tabletown.match import game
from tabletown.rulekit.errors import BadOption


@pytest.mark.parametrize("name", ["random", "ismcts:3", "mcts:3", f"{__name__}:first"])
def test_they_choose_legally_and_alike_in_worlds_that_their_seat_cannot_tell_apart(name: str) -> None:
    case = Case(game("square_mile").declaration, 2)
    rules, chance = case.rules, random.Random(3)
    options = {option.name: option.values[option.default] for option in case.declaration.options}
    bot = player(name)(rules, 2, options)
    asked = [(state, seat) for state in positions(case) for seat in rules.pending_seats(state)]
    for number, (state, seat) in enumerate(chance.sample(asked, 6)):
        other = rules.redealt(rules.concealed(state, seat), seat, number)
        chosen = [bot.choose(rules.concealed(world, seat), seat, 1.0, random.Random(9)) for world in (state, other)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in rules.legal_actions(rules.concealed(state, seat), seat)


class First:
    def step(self, state: object) -> int:
        return int(state.legal_actions()[0])  # type: ignore[attr-defined]


def first(_game: object, _seat: int, _seed: int) -> First:
    """What somebody's own function makes."""
    return First()


def test_they_meet_ours_in_a_tournament(tmp_path: Path) -> None:
    entrants = read_entrants(["visitor", "openspiel:random"], DOORS)
    outcome = hold(plan_tournament("the_estates", entrants, 2, games=2, seconds=100.0), tmp_path / "journal")
    assert {each.bot for each in outcome.standings} == {"visitor", "random"}
    assert not outcome.notes


@pytest.mark.parametrize("name", ["alphazero", "ismcts:many", "ismcts:0", "json:nothing", "no_such_module:bot"])
def test_what_there_is_not_gets_a_sentence(name: str) -> None:
    with pytest.raises(BadOption):
        bot_named(name)

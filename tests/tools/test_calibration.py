"""Chances are checked by what an analysis really says."""

from dataclasses import replace

import pytest

from tabletown.explaining.foretold import chances_in
from tabletown.match import game
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.foretelling import TRUTH
from tabletown.rulekit.looking_ahead import looking_ahead
from tools.calibrate import positions
from tools.calibration import WORLDS, Foreseen, foreseen, loss, sampled


@pytest.mark.parametrize("players", [2, 4])
def test_what_would_be_said_with_another_sureness_is_what_is_said_with_it(players: int) -> None:
    rules = game("the_estates").rules()
    rules.twin.compile(loops=["bot_games", "foretell"])
    engine, ahead = Compiled(rules), looking_ahead(rules.declaration, players)
    states, shares = sampled(engine, players, 3)
    assert sum(shares) == pytest.approx(1)
    for state in states:
        found = foreseen(engine, state, shares, ahead)
        for sureness in (0.7, 1.0, 4.0):
            said = chances_in(engine, state, TRUTH, WORLDS, 1, replace(ahead, sureness=sureness))
            assert [chance for chance, _share in found.said(sureness)] == pytest.approx(said, abs=1e-6)


def test_whoever_is_too_sure_is_surprised_more() -> None:
    """Of three who lead as much two win: with the right sureness it is said so."""
    lead = (0.55, 0.45)
    said = [Foreseen((lead,), shares, ((0,), (1,))) for shares in ((1.0, 0.0), (1.0, 0.0), (0.0, 1.0))]
    surprises = {sureness: loss([each for one in said for each in one.said(sureness)]) for sureness in (0.5, 2.3, 8.0)}
    assert min(surprises, key=surprises.__getitem__) == 2.3


def test_positions_are_those_of_the_games_that_neighbours_play() -> None:
    rules = game("the_estates").rules()
    rules.twin.compile(loops=["bot_games"])
    states, shares = sampled(Compiled(rules), 3, 7)
    course = [state.copy() for state in positions(rules, 3, 7)]
    ended = [0] * 3
    rules.call.returns(course[-1], ended)
    assert [share / sum(ended) for share in ended] == shares
    digests = {state.digest() for state in course[:-1]}
    assert len(states) == 2
    assert all(state.digest() in digests for state in states)


def test_of_a_side_the_chance_of_all_its_seats_is_asked_about() -> None:
    world, won = (0.2, 0.1, 0.4, 0.3), (0.0, 0.0, 0.5, 0.5)
    said = Foreseen((world,), won, ((0, 1), (2, 3))).said(8.0)
    assert [pytest.approx(each) for each in said] == [(0.3, 0.0), (0.7, 1.0)]

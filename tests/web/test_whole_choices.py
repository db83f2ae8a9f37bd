"""Bots at a table put a larger choice together as people do, so that it is told as one."""

import random
from itertools import pairwise

import pytest

from tabletown import bots
from tabletown.bots.whole import MOST_PARTS, chosen
from tabletown.match import game
from tabletown.match.log import Entry
from tabletown.web.scene import Scene
from tabletown.web.stage import moments_of


def played_by_bots(name: str, level: str, entries: int, seed: int) -> list[tuple[Entry, list[int]]]:
    """The entries of a game, each with what a bot chose as one."""
    match = game(name).new(seed=seed)
    rng = random.Random(seed)
    found: list[tuple[Entry, list[int]]] = []
    while not match.over and len(found) < entries:
        seat = match.pending[0]
        decision, actions = match.decision, chosen(bots.level(level), match, seat, rng)
        match.play(seat, actions, decision)
        if match.entries:
            found.append((match.entries[-1], actions))
    return found


@pytest.mark.parametrize("name", ["the_estates", "square_mile", "milton_keynes", "squad_car"])
def test_what_a_bot_puts_together_is_always_a_move(name: str) -> None:
    for _entry, actions in played_by_bots(name, "visitor", 120, seed=3):
        assert 1 <= len(actions) <= MOST_PARTS


def test_a_bots_drive_is_one_entry_of_the_log() -> None:
    """As many steps as the log says were driven, and at most a stop or a roadblock that is lifted behind them."""
    declared = game("squad_car").declaration
    drives = 0
    for entry, actions in [each for seed in (5, 6) for each in played_by_bots("squad_car", "neighbour", 60, seed)]:
        told = [declared.events.named(event) for event in entry.events]
        for kind, args in told:
            if kind == "drove":
                kinds = [declared.actions.decode(action)[0] for action in actions]
                assert sum(each in declared.composed for each in kinds) == args["moves"]
                drives += 1
    assert drives >= 10


def test_the_piece_of_a_moment_goes_from_where_it_stood_square_by_square_to_where_it_rests() -> None:
    match = game("squad_car").new(players=2, seed=2)
    rng = random.Random(2)
    driven = 0
    while not match.over and driven < 5:
        seat = match.pending[0]
        before = match.view().to_dict()
        match.play(seat, chosen(bots.level("neighbour"), match, seat, rng))
        scene = Scene(match, None, "en")
        for moment in moments_of(scene, match.entries[-1].number):
            if moment.kind == "drive":
                driven += 1
                assert moment.piece == f"car-{before['car']}"
                assert moment.way[-1] == pytest.approx((0, 0, 0))
                steps = [max(abs(x - px), abs(y - py)) for (px, py, _pr), (x, y, _r) in pairwise(moment.way)]
                assert max(steps) <= 28 + 6.5, "no step is longer than a square and a change of lane"
    assert driven == 5

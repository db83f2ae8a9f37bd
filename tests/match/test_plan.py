"""What a choice is said to lead to is what it leads to."""

import random

import pytest

import tabletown
from tabletown.match import Refused, games
from tabletown.match.plan import Plan

GAMES = [game.name for game in games()]
DECISIONS = 250


def plan_or_none(match: tabletown.Match, seat: int, action: int) -> Plan | None:
    """The plan; None only where chance or a secret decides."""
    try:
        return match.planned(seat, [action])
    except Refused as refusal:
        if refusal.code != "reveals":
            raise
        return None


@pytest.mark.parametrize("name", GAMES)
def test_a_plan_tells_what_then_happens(name: str) -> None:
    rng = random.Random(name)
    foretold = 0
    match = tabletown.game(name).new(seed=11)
    for _ in range(DECISIONS):
        if match.over:
            match = tabletown.game(name).new(seed=rng.getrandbits(30))
        seat = rng.choice(match.pending)
        action = rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat))
        view, log = match.perfect_memory(seat), match.log(seat)
        plan = plan_or_none(match, seat, action)
        assert match.perfect_memory(seat) == view, "a plan plays nothing"
        steps = match.steps
        match.play(seat, action)
        last = match.entries[-1] if match.steps > steps else None
        if plan is None or last is None or last.sealed or any(move.automatic for move in last.moves):
            continue
        foretold += 1
        said = " ".join(line.text for line in match.log(seat)[len(log) :])
        assert plan.view == match.perfect_memory(seat)
        assert plan.goes_on == (seat in match.pending)
        assert [step.effect for step in plan.steps] == [said]
    assert foretold > 20


def test_a_plan_is_refused_like_a_move() -> None:
    match = tabletown.game("square_mile").new(seed=3)
    seat = match.pending[0]
    illegal = next(n for n in range(match.game.declaration.actions.count) if match.why_not(seat, n))
    with pytest.raises(Refused) as planned:
        match.planned(seat, [illegal])
    refusal = match.why_not(seat, illegal)
    assert refusal is not None
    assert (planned.value.code, planned.value.rule) == (refusal.code, refusal.rule)


def test_what_hangs_on_chance_is_not_foretold() -> None:
    match = tabletown.game("squad_car").new(seed=3)
    while not any(action.kind == "spin" for action in match.legal(match.pending[0])):
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    spin = next(action for action in match.legal(match.pending[0]) if action.kind == "spin")
    with pytest.raises(Refused) as planned:
        match.planned(match.pending[0], [spin.id])
    assert planned.value.code == "reveals"

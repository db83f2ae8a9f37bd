"""Whether two at one screen have secrets from each other: seen from what each is shown, not from the game."""

import random

import pytest

import tabletown
from tabletown.match import Match
from tabletown.match.between import has_secrets_from


def played(match: Match, decisions: int) -> Match:
    rng = random.Random(1)
    for _decision in range(decisions):
        seat = match.pending[0]
        match.play(seat, [rng.choice(match.legal(seat)).id])
    return match


@pytest.mark.parametrize("decisions", [0, 10, 40])
@pytest.mark.parametrize(("money", "has_secrets"), [("open", False), ("hidden", True)])
def test_the_estates_has_secrets_only_where_money_is_hidden(money: str, has_secrets: bool, decisions: int) -> None:
    match = played(tabletown.game("the_estates").new(players=2, seed=1, options={"money": money}), decisions)
    assert has_secrets_from(match, 0, [1]) is has_secrets


@pytest.mark.parametrize("decisions", [0, 10, 40])
def test_squad_car_has_none(decisions: int) -> None:
    match = played(tabletown.game("squad_car").new(players=4, seed=1), decisions)
    assert not any(has_secrets_from(match, seat, range(4)) for seat in range(4))


def test_milton_keynes_has_some_as_soon_as_cards_are_dealt() -> None:
    assert has_secrets_from(tabletown.game("milton_keynes").new(players=3, seed=1), 0, [1])


def test_nobody_has_secrets_from_nobody() -> None:
    assert not has_secrets_from(tabletown.game("milton_keynes").new(players=3, seed=1), 0, [])


def test_a_sealed_bid_is_a_secret_from_the_moment_that_it_is_asked_for_until_it_is_opened() -> None:
    match = tabletown.game("square_mile").new(players=2, seed=1, options={"money": "open"})
    seen = set()
    for _decision in range(60):
        is_sealing = len(match.pending) > 1 or bool(match.changeable)
        assert has_secrets_from(match, 0, [1]) is is_sealing
        seen.add(is_sealing)
        played(match, 1)
    assert seen == {True, False}

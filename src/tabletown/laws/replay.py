"""Law 3: copies are isolated, the same seed gives the same game, a record replays to the same position."""

import json
import random

from tabletown.laws.law import law
from tabletown.laws.playing import Case, deal, positions, random_match
from tabletown.match import Game, Match, load

ENOUGH = 3_000
"""Decisions after which no further game is recorded."""


@law
def a_copy_knows_nothing_of_what_happens_to_the_original(case: Case) -> None:
    rng = random.Random(f"copies {case}")
    for state in positions(case):
        before, copy = state.to_dict(), state.copy()
        for seat in case.rules.pending_seats(copy)[:1]:
            case.rules.call.apply(copy, seat, rng.choice(case.rules.legal_actions(copy, seat)))
        assert state.to_dict() == before


@law
def a_state_survives_json(case: Case) -> None:
    for state in positions(case):
        for seen in (state, *(case.rules.concealed(state, seat) for seat in range(-1, case.players))):
            again = case.declaration.state.from_dict(json.loads(json.dumps(seen.to_dict())))
            assert again == seen
            assert again.digest() == seen.digest()


@law
def the_same_seed_deals_the_same_game(case: Case) -> None:
    for seed in range(20):
        assert deal(case, random.Random(seed)) == deal(case, random.Random(seed))
    assert len({deal(case, random.Random(seed)).digest() for seed in range(20)}) > 15


@law
def a_record_replays_to_the_same_position(case: Case) -> None:
    rng = random.Random(f"records {case}")
    decisions = 0
    for seed in range(3):
        if decisions > ENOUGH:
            break
        match = random_match(Game(case.declaration), case.players, seed, rng, case.options(rng))
        decisions += match.steps
        again = load(json.loads(json.dumps(match.record())))
        assert again.state == match.state
        assert again.record() == match.record()
        assert [again.log(seat) for seat in range(case.players)] == [match.log(seat) for seat in range(case.players)]


@law
def a_match_half_played_can_be_saved_and_played_on(case: Case) -> None:
    rng = random.Random(f"halves {case}")
    game = Game(case.declaration)
    for seed in range(3):
        match = game.new(players=case.players, seed=seed, options=case.options(rng))
        for _ in range(rng.randrange(5, 80)):
            if match.over:
                break
            seat = rng.choice(match.pending)
            match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
        again = load(match.record())
        assert (again.state, again.pending, again.changeable) == (match.state, match.pending, match.changeable)
        for _ in range(20):
            if match.over:
                break
            seat = rng.choice(match.pending)
            action = rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat))
            match.play(seat, action)
            again.play(seat, action)
        assert again.state == match.state
        assert again.digest == match.digest


@law(usual=True)
def the_order_of_sealed_answers_does_not_matter(case: Case) -> None:
    """Two matches with the same answers, given in seat order and in any order, stay equal all the way."""
    for seed in range(8):
        rng = random.Random(f"order {case} {seed}")
        options = case.options(rng)
        one, other = (Game(case.declaration).new(players=case.players, seed=seed, options=options) for _ in range(2))
        for _ in range(120):
            if one.over:
                break
            answers = answered(one, rng)
            for seat in rng.sample(sorted(answers), len(answers)):
                if len(answers) > 1:
                    other.play(seat, answers[seat])
                else:
                    for action in answers[seat]:
                        other.play(seat, action)
            assert other.state == one.state
        assert other.record() == one.record()


def answered(match: Match, rng: random.Random) -> dict[int, list[int]]:
    """What everybody who is asked answers to the open decision, one after the other in the order of seats."""
    decision = match.decision
    answers: dict[int, list[int]] = {}
    for seat in match.pending:
        while seat in match.pending and match.decision == decision:
            action = rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat))
            answers.setdefault(seat, []).append(action)
            match.play(seat, action)
    return answers

"""Law 4: no dead ends, bounded length, and the books balance after every move."""

import random

from tabletown.laws.law import fewer, law
from tabletown.laws.playing import Case, book_of, positions, random_game
from tabletown.rulekit.loops import WHOLE_WIN, Sheet

GAMES = fewer(6)
ENOUGH = fewer(6_000)
"""Decisions after which no further game is begun: some titles have very long random games."""


@law
def random_games_never_stick_and_their_books_always_balance(case: Case) -> None:
    rng = random.Random(f"soundness {case}")
    decisions = 0
    for _ in range(GAMES):
        if decisions > ENOUGH:
            break
        for state in random_game(case, rng, checked=True):
            book = book_of(case.rules, state, decisions)
            assert book == 0, f"book {book} of the audit does not balance"
            decisions += 1
            for seat in case.rules.pending_seats(state):
                assert case.rules.runs(state, seat)[1] > 0, f"seat {seat} has to decide and nothing is allowed"
        ending, declared = case.rules.call.ending(state), len(case.declaration.endings)
        assert 1 <= ending <= declared, f"ending {ending} is none of the {declared} that are declared"


@law
def the_shares_of_the_win_add_up_to_sixty(case: Case) -> None:
    rng = random.Random(f"shares {case}")
    for _ in range(GAMES):
        *_, last = random_game(case, rng)
        shares = Sheet([0] * case.players)
        case.rules.call.returns(last, shares)
        assert sum(shares) == WHOLE_WIN, f"they add up to {sum(shares)}"
        assert min(shares) >= 0


@law
def a_game_has_an_ending_exactly_when_nobody_decides(case: Case) -> None:
    for state in positions(case):
        ending, pending = case.rules.call.ending(state), case.rules.call.pending(state)
        assert (ending == 0) == (pending != 0), f"ending is {ending} while pending is {pending}"


@law
def an_absent_player_always_has_a_legal_default(case: Case) -> None:
    for state in positions(case):
        for seat in case.rules.pending_seats(state):
            view = case.rules.concealed(state, seat)
            action = case.rules.call.default_action(view, seat)
            assert action in case.rules.legal_actions(state, seat), f"the default of seat {seat} is not allowed"


@law
def games_of_absent_players_end(case: Case) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state = next(random_game(case, rng))
        for _ in range(case.declaration.max_decisions):
            if not (seats := case.rules.pending_seats(state)):
                break
            case.rules.call.apply(state, seats[0], case.rules.call.default_action(state, seats[0]))
        most = case.declaration.max_decisions
        assert case.rules.call.ending(state) > 0, f"it goes on after {most} decisions, each the default_action"

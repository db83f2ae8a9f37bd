"""Two worlds that differ in one secret and in nothing else: how they come about in any game."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.laws.playing import Case, random_game
from tabletown.match import Game, Match, Refused
from tabletown.match.starting import from_state
from tabletown.rulekit.records import Record

MOST_GAMES = 40
LONGEST_ANSWER = 14
Wanted = Callable[[Record], bool]


@dataclass(frozen=True)
class Act:
    """Something that a seat does: at the JSON door (`play`), or as a form of the page."""

    seat: int
    where: str
    content: dict[str, Any]


@dataclass(frozen=True)
class Worlds:
    """Two worlds. What is different between them only those who know may be able to tell."""

    matches: tuple[Match, Match]
    knowing: frozenset[int] = frozenset()
    acts: tuple[Sequence[Act], Sequence[Act]] = ((), ())
    """What happens in each, unseen by the others, after they have begun to look."""


@dataclass(frozen=True)
class Hidden:
    """One thing that a clause hides. `worlds` answers None where that number of players has no such thing."""

    what: str
    clause: str
    worlds: Callable[[Case, random.Random], Worlds | None]


# ---------------------------------------------------------------- positions in which there is something to hide


def reached(case: Case, rng: random.Random, wanted: Wanted, **options: int) -> Record:
    """A position of a random game that is wanted."""
    for _ in range(MOST_GAMES):
        for state in random_game(case, rng):
            if any(getattr(state, name) != value for name, value in options.items()):
                break
            if wanted(state) and rng.random() < 0.3:
                return state.copy()
    raise AssertionError(f"{MOST_GAMES} random games of {case} came to no such position.")


def onwards(case: Case, rng: random.Random, state: Record, wanted: Wanted) -> Record:
    """The first position that is wanted, played on at random from a given one."""
    for _ in range(200):
        if wanted(state):
            return state
        seat = rng.choice(pending(case, state))
        case.rules.call.apply(state, seat, rng.choice(case.rules.legal_actions(state, seat)))
    raise AssertionError(f"From there {case} did not come to such a position.")


def begun_at(case: Case, state: Record) -> Match:
    return from_state(Game(case.declaration), state.to_dict(), seed=5)


def twice(case: Case, state: Record) -> tuple[Match, Match]:
    return begun_at(case, state), begun_at(case, state)


def pending(case: Case, state: Record) -> tuple[int, ...]:
    return case.rules.pending_seats(state)


# ---------------------------------------------------------------- chance


def chance(case: Case, rng: random.Random) -> Worlds:
    """The same game so far; what the dice and the cards bring from now on is different."""
    match = Game(case.declaration).new(players=case.players, seed=rng.getrandbits(30))
    for _ in range(rng.randrange(4, 24)):
        if match.over:
            break
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    return Worlds((match.fork(seed=1), match.fork(seed=2)))


# ---------------------------------------------------------------- purses


def purses(case: Case, rng: random.Random) -> Worlds:
    """Money totals are hidden: one has a little more, another as much less."""
    giver, taker = rng.sample(range(case.players), 2)

    def wanted(state: Any) -> bool:
        return bool(pending(case, state)) and state.cash[giver] > 3

    state: Any = reached(case, rng, wanted, money=0)
    other = state.copy()
    other.cash[giver] -= 1
    other.cash[taker] += 1
    return Worlds((begun_at(case, state), begun_at(case, other)), frozenset({giver, taker}))


def cash_boxes(case: Case, rng: random.Random) -> Worlds:
    """One has a check more in the cash box, and one less in hand."""
    owner = rng.randrange(case.players)

    def wanted(state: Any) -> bool:
        return bool(pending(case, state)) and state.cash[owner] > 3

    state: Any = reached(case, rng, wanted, money=0)
    other = state.copy()
    other.cash[owner] -= 1
    other.stowed[owner] += 1
    return Worlds((begun_at(case, state), begun_at(case, other)), frozenset({owner}))


# ---------------------------------------------------------------- answers that are given in secret


def answers(case: Case, state: Record, seat: int, rng: random.Random, tries: int = 30) -> list[tuple[int, ...]]:
    """Different whole answers of a seat, the shortest first."""
    found: set[tuple[int, ...]] = set()
    for _ in range(tries):
        trial = state.copy()
        answer: list[int] = []
        while seat in pending(case, trial) and len(answer) < LONGEST_ANSWER:
            legal = case.rules.legal_actions(trial, seat)
            kinds = sorted({case.declaration.actions.decode(action)[0] for action in legal})
            kind = rng.choice(kinds)
            answer.append(rng.choice([each for each in legal if case.declaration.actions.decode(each)[0] == kind]))
            case.rules.call.apply(trial, seat, answer[-1])
        if seat not in pending(case, trial):
            found.add(tuple(answer))
    return sorted(found, key=lambda answer: (len(answer), answer))


def given(seat: int, *moves: Sequence[int]) -> list[Act]:
    return [Act(seat, "play", {"seat": seat, "actions": list(move)}) for move in moves]


def sealed_answer(case: Case, state: Record, rng: random.Random) -> Worlds | None:
    """One seat answers in one breath in one world, and otherwise and part by part in the other."""
    for seat in rng.sample(asked := pending(case, state), len(asked)):
        possible = answers(case, state, seat, rng)
        if len(possible) > 1:
            short, long = possible[0], possible[-1]
            acts = given(seat, short), given(seat, *[[action] for action in long])
            return Worlds(twice(case, state), frozenset({seat}), acts)
    return None


def begun_answer(case: Case, state: Record, rng: random.Random) -> Worlds | None:
    """One seat has not begun in one world, and is half through its answer in the other."""
    for seat in rng.sample(asked := pending(case, state), len(asked)):
        longest = answers(case, state, seat, rng)[-1]
        if len(longest) > 1:
            begun = given(seat, *[[action] for action in longest[:-1]])
            return Worlds(twice(case, state), frozenset({seat}), ([], begun))
    return None


def sealed(phase: int, how: Callable[[Case, Record, random.Random], Worlds | None] = sealed_answer) -> Any:
    """Sealed answers of a phase, wherever a random game comes to it."""

    def worlds(case: Case, rng: random.Random) -> Worlds | None:
        made: list[Worlds] = []

        def wanted(state: Any) -> bool:
            if state.phase != phase or len(pending(case, state)) < 2:
                return False
            made[:] = [each for each in [how(case, state, rng)] if each is not None]
            return bool(made)

        reached(case, rng, wanted)
        return made[0]

    return worlds


# ---------------------------------------------------------------- what a seat notes for itself


def orders(*kinds: dict[str, Any], open_auction: Wanted = lambda _state: True) -> Any:
    """Standing orders are private to their seat: none in one world, all of these in the other."""

    def worlds(case: Case, rng: random.Random) -> Worlds:
        def wanted(state: Record) -> bool:
            return 0 < len(pending(case, state)) < case.players and open_auction(state)

        state = reached(case, rng, wanted)
        seat = next(seat for seat in range(case.players) if seat not in pending(case, state))
        acts = [Act(seat, "orders", {"seat": seat, **kind}) for kind in kinds]
        return Worlds(twice(case, state), frozenset({seat}), ([], acts))

    return worlds


def draft(case: Case, rng: random.Random) -> Worlds:
    """What a seat puts together before it plays it: nothing in one world, parts of a plan in the other."""
    composed = set(case.declaration.composed)
    parts: list[int] = []

    def wanted(state: Record) -> bool:
        if len(pending(case, state)) != 1:
            return False
        match, seat = begun_at(case, state), pending(case, state)[0]
        parts[:] = drafted(match, seat, composed, rng)
        return len(parts) > 1

    state = reached(case, rng, wanted)
    seat = pending(case, state)[0]
    acts = [Act(seat, "t/play", {"seat": seat, "action": action}) for action in parts]
    return Worlds(twice(case, state), frozenset({seat}), ([], acts))


def drafted(match: Match, seat: int, composed: set[str], rng: random.Random) -> list[int]:
    """Up to three parts that can be put together before anything comes to light."""
    parts: list[int] = []
    view = match.perfect_memory(seat)
    try:
        while len(parts) < 3:
            legal = match.rules.legal_actions(view, seat)
            fitting = [each for each in legal if match.game.declaration.actions.decode(each)[0] in composed]
            if not fitting:
                break
            chosen = rng.choice(fitting)
            plan = match.planned(seat, [*parts, chosen])
            parts.append(chosen)
            view = plan.view
            if not plan.goes_on:
                break
    except Refused:
        pass
    return parts

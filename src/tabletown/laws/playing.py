"""Random games for the laws: positions of every kind that a game can come to."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from tabletown.laws.law import fewer
from tabletown.match import Game, Match
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import SPECTATOR, Listener, Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record, copied
from tabletown.rulekit.registry import declarations

S = TypeVar("S", bound=Record)
CHECKED = 10
"""One decision in so many is audited on the checked state itself."""


@dataclass(frozen=True)
class Case:
    """A game and a number of players."""

    declaration: Declaration
    players: int

    def __str__(self) -> str:
        return f"{self.declaration.name}-{self.players}"

    @property
    def names(self) -> list[str]:
        return [f"N{seat}" for seat in range(self.players)]

    @property
    def rules(self) -> Namespace:
        return _usual_rules(self.declaration)

    def look(self, _: Say, view: S, viewer: int = SPECTATOR) -> Look[S]:
        return Look(_, self.rules, viewer, tuple(self.names), view)

    def listener(self, _: Say, viewer: int = SPECTATOR) -> Listener:
        return Listener(_, self.rules, viewer, tuple(self.names))

    def options(self, rng: random.Random) -> dict[str, int]:
        """Any options that the game allows, the usual ones half of the time."""
        return {
            option.name: rng.choice([option.default, rng.choice(list(option.values))])
            for option in self.declaration.options
        }


@cache
def _usual_rules(declaration: Declaration) -> Namespace:
    """Found once: a law asks for them before every action that it tries."""
    return Game(declaration).rules()


def cases() -> list[Case]:
    return [Case(declaration, players) for declaration in declarations().values() for players in declaration.players]


def deal(case: Case, rng: random.Random, *, checked: bool = False) -> Record:
    rules = case.rules
    state = rules.new_state(case.options(rng), checked=checked)
    rules.call.seed_dice(state, rng.getrandbits(40))
    rules.call.setup(state, case.players)
    return state


def played(
    rules: Namespace, players: int, options: dict[str, int], rng: random.Random, most: int
) -> Iterator[Record]:
    """The same state, after each of so many decisions of a random game by any rules."""
    state = rules.new_state(options, checked=True)
    rules.call.seed_dice(state, rng.getrandbits(40))
    rules.call.setup(state, players)
    for _ in range(most):
        yield state
        seats = rules.pending_seats(state)
        if not seats:
            return
        seat = rng.choice(seats)
        legal = rules.legal_actions(state, seat)
        assert legal, f"seat {seat} has to decide and nothing is allowed"
        rules.call.apply(state, seat, rng.choice(legal))
        state.told.clear()


def unchecked(state: S) -> S:
    """A plain copy of a checked state."""
    plain = type(state).__base__
    assert plain is not None
    copy: S = object.__new__(plain)
    for name, field in state.fields.items():
        setattr(copy, name, copied(getattr(state, name), len(field.shape)))
    copy.told = []
    return copy


def book_of(rules: Namespace, state: Record, decision: int) -> int:
    """The book of a checked state that does not balance, or 0.

    Auditors look at everything, and a checked state takes ten times as long to look at: so they look at a plain copy,
    and are themselves checked now and then.
    """
    return int(rules.call.audit(state if decision % CHECKED == 0 else unchecked(state)))


def random_game(case: Case, rng: random.Random, *, checked: bool = False) -> Iterator[Record]:
    """The same state, after each decision of a random game."""
    rules = case.rules
    state = deal(case, rng, checked=checked)
    yield state
    for _ in range(case.declaration.max_decisions):
        seats = rules.pending_seats(state)
        if not seats:
            return
        seat = rng.choice(seats)
        state.told.clear()
        rules.call.apply(state, seat, rng.choice(rules.legal_actions(state, seat)))
        yield state
    if rules.pending_seats(state):
        raise AssertionError(f"A game of {case} goes on after {case.declaration.max_decisions} decisions.")


def positions(case: Case, count: int = 120) -> tuple[Record, ...]:
    """Positions from early, middle and late in games with all kinds of options; fewer are the first of more."""
    rng, found = _positions_so_far(case)
    count = fewer(count, 48)
    while len(found) < count:
        found += drawn_from(random_game(case, rng), 9, rng)
    return tuple(found[:count])


@cache
def _positions_so_far(case: Case) -> tuple[random.Random, list[Record]]:
    """Found once: laws ask for different numbers of them."""
    return random.Random(f"positions of {case}"), []


def drawn_from(game: Iterator[Record], count: int, rng: random.Random) -> list[Record]:
    """Some positions of a game, each equally likely, and its last one."""
    kept: list[Record] = []
    for n, state in enumerate(game):
        if n < count - 1:
            kept.append(state.copy())
        elif (place := rng.randrange(n + 1)) < count - 1:
            kept[place] = state.copy()
    return [*kept, state.copy()]


def some_actions(case: Case, rng: random.Random, most: int) -> list[int]:
    """The whole action space, or as many actions out of it as fit the time."""
    count = case.declaration.actions.count
    return list(range(count)) if count <= most else rng.sample(range(count), most)


def random_match(
    game: Game, players: int, seed: int, rng: random.Random, options: dict[str, int] | None = None
) -> Match:
    """A whole match, its sealed answers given in random order."""
    match = game.new(players=players, seed=seed, options=options)
    for _ in range(1 + game.declaration.max_decisions):
        if match.over:
            return match
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat)))
    raise AssertionError(f"A game of {game.title} goes on after {game.declaration.max_decisions} decisions.")


def named(case: Case, actions: set[int]) -> str:
    """The first of some actions, in the names of the rules."""
    kind, args = case.declaration.actions.decode(min(actions))
    return f"{kind}({', '.join(f'{name}={value}' for name, value in args.items())})"


def told_apart(one: Record, other: Record) -> str:
    """The first field in which two states of a game differ."""
    for name in one.fields:
        if getattr(one, name) != getattr(other, name):
            return f"{name} is {getattr(one, name)} and not {getattr(other, name)}"
    return "nothing differs"

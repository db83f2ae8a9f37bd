"""Looking ahead: what may come of each action, in worlds that a seat's view leaves possible.

    thought = Search(rules).think(view, seat, Budget(simulations=2000), x=7)
    thought.best.action, thought.best.chances

Two methods behind one door; `search.toml` of a game says which. *Flat* plays every candidate in the same worlds, and
halves their number round by round. A *tree* grows along what everybody sees. Both are fair by construction: nothing but
the view goes in. With a budget of simulations alone the same number `x` always gives the same thought.

Who thinks decision by decision for one seat of a game may hand in a `Memory`: a tree then goes on from what the last
thought found of the present view. The budget is of new simulations all the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from math import inf
from time import perf_counter
from typing import Any

from tabletown.rulekit.dice import stirred
from tabletown.rulekit.engine import Engine, engine_at_hand
from tabletown.rulekit.growing import NODE_EDGES, NODE_SIZE, Tree
from tabletown.rulekit.looking_ahead import EVERYBODY, FLAT, LookingAhead, looking_ahead
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.searching import SEARCH_PLACES, WAYS, Bench
from tabletown.rulekit.thinking import VIEW, Sums

Clock = Callable[[], float]

WORLDS_AT_ONCE = 1
"""Worlds that a thread is given together. It is one, because where the instinct is slow a world takes long, and the
clock is looked at in between; their sums are added in the order of the worlds, whoever was quicker."""
MOST_NODES = 1 << 17
EDGES_PER_NODE = 8
LONGEST_PATH = 2048
FIRST_LOOK = 16
"""Simulations in a tree after which the clock is looked at first; from then on it is looked at about every"""
GLANCE = 0.02
"""seconds."""


@dataclass(frozen=True)
class Budget:
    """How long a search may last: so many simulations, and so many seconds, whichever is over first."""

    simulations: int
    seconds: float = inf


@dataclass(frozen=True)
class Considered:
    """An action that was looked at."""

    action: int
    visits: int
    """In how many simulations it was the choice, those that are remembered included."""
    chances: tuple[float, ...]
    """What each seat may hope for after it by the new ones: its expected share of the win, from 0 to 1."""


@dataclass(frozen=True)
class Thought:
    """What a search came to: the actions that it considered, the one that it would take first."""

    considered: tuple[Considered, ...]
    simulations: int
    """New ones."""
    remembered: int = 0
    """And those of earlier thoughts that had come by the same view."""

    @property
    def best(self) -> Considered:
        return self.considered[0]


class Memory:
    """What somebody keeps of their last thought in one seat of one game: its trees, one a thread.

    They know what the seat has seen and nothing else. Whatever does not fit, because a move was taken back or it is
    another game, is not found in them, and then a thought begins anew.
    """

    def __init__(self) -> None:
        self.trees: list[_Tree] = []

    def tree(self, number: int, looking: "_Looking") -> "_Tree | None":
        """The tree of that number, if it was grown by whoever is looking now."""
        if number >= len(self.trees):
            return None
        tree = self.trees[number]
        return tree if tree.looking.is_like(looking) else None


class Search:
    """Thinks for the rules that it was made for, on the quickest engine that need not be waited for."""

    def __init__(
        self,
        rules: Namespace,
        ahead: LookingAhead | None = None,
        clock: Clock = perf_counter,
        level: str = EVERYBODY,
    ) -> None:
        """`ahead` is how to look ahead, if not as the game says for the level; `clock` tells the seconds."""
        self.rules = rules
        self._level = level
        self._ahead = ahead
        self._clock = clock

    def ahead(self, players: int) -> LookingAhead:
        return self._ahead or looking_ahead(self.rules.declaration, players, self._level)

    def think(
        self,
        view: Record,
        seat: int,
        budget: Budget,
        x: int,
        threads: int = 1,
        engine: Engine | None = None,
        memory: Memory | None = None,
    ) -> Thought:
        """What may come of each action of the seat, from what it may know, and from what it has thought before.

        A flat search comes to the same on any number of threads, and remembers nothing. Trees are grown one a thread,
        each with its share of the simulations, and put together.
        """
        ahead = self.ahead(view.players)
        engine = engine or engine_at_hand(self.rules, ahead.loop)
        looking = _Looking(engine, view, seat, x, ahead, self._clock)
        with _pool(threads) as pool:
            if ahead.method == FLAT:
                return _flat(looking, budget, threads, pool)
            return _trees(looking, budget, threads, pool, memory or Memory())

    def compare(
        self, view: Record, seat: int, actions: Sequence[int], worlds: int, x: int, engine: Engine
    ) -> list[Considered]:
        """What may come of these actions, all of them in the same worlds; in the order in which they are given."""
        looking = _Looking(engine, view, seat, x, self.ahead(view.players), self._clock)
        together = _in_a_line if looking.ahead.method == FLAT else _in_trees
        sums, players = together(looking, actions, worlds), view.players
        return [
            Considered(action, worlds, tuple(each / worlds for each in sums[players * k : players * (k + 1)]))
            for k, action in enumerate(actions)
        ]


@contextmanager
def _pool(threads: int) -> Iterator[Executor | None]:
    if threads == 1:
        yield None
    else:
        with ThreadPoolExecutor(threads) as pool:
            yield pool


class _Looking:
    """One view that is thought about, and how."""

    def __init__(self, engine: Engine, view: Record, seat: int, x: int, ahead: LookingAhead, clock: Clock) -> None:
        self.engine, self.view, self.seat, self.x, self.ahead = engine, view, seat, x, ahead
        self.players = view.players
        self.clock = clock
        self.begun = clock()

    def bench(self) -> Bench:
        return bench_for(self.engine, self.view, self.ahead)

    def is_like(self, other: "_Looking") -> bool:
        """Whether the same player looks, by the same rules and in the same way."""
        ours, theirs = (
            (each.engine.rules, each.engine.mode, each.seat, each.players, each.ahead) for each in (self, other)
        )
        return ours == theirs

    def is_late(self, seconds: float) -> bool:
        return seconds < inf and self.clock() - self.begun >= seconds

    def thought(self, found: list[Considered]) -> Thought:
        return Thought(tuple(found), sum(each.visits for each in found))


def bench_for(engine: Engine, view: Record, ahead: LookingAhead) -> Bench:
    """The states and buffers in which one thread thinks about a view."""
    declared = engine.rules.declaration.actions
    actions = declared.count
    sums = [end for verb in declared.kinds.values() if verb.is_sum for end in (verb.actions.start, verb.actions.stop)]
    ways = engine.sums(WAYS)
    ways[:] = [
        float(ahead.by_instinct),
        float(ahead.depth),
        ahead.scale,
        float(ahead.width),
        float(ahead.per_run),
        ahead.trust,
        ahead.curiosity,
        ahead.warmth,
        ahead.judging_scale,
        float(ahead.imagines),
    ]
    states = engine.states(SEARCH_PLACES)
    engine.put(states, VIEW, view)
    return Bench(
        players=view.players,
        states=states,
        ways=ways,
        out=engine.runs(),
        worth=engine.room(ahead.mind, ahead.slips),
        judged=engine.room(ahead.judge),
        sheet=engine.sheet(view.players),
        chances=engine.sums(view.players),
        candidates=engine.zeros(actions + 1),
        gains=engine.sums(actions + 1),
        odds=engine.sums(actions + 1),
        sums=engine.numbers(sums),
        span=engine.zeros(2),
    )


# ---------------------------------------------------------------- flat


class _Line:
    """The candidates of a flat search, best first, and what came of them so far."""

    def __init__(self, looking: _Looking) -> None:
        self.looking = looking
        self.bench = looking.bench()
        count = self._look(self.bench, 0, 0, 0, self.looking.engine.sums(1))
        self.actions = [int(action) for action in self.bench.candidates[:count]]
        self.opinions = {action: float(odd) for action, odd in zip(self.actions, self.bench.odds[:count], strict=True)}
        self.visits = dict.fromkeys(self.actions, 0)
        self.sums = {action: [0.0] * looking.players for action in self.actions}

    def _look(self, bench: Bench, count: int, first: int, worlds: int, sums: Sums) -> int:
        looking = self.looking
        loop = looking.engine.loop("search_flat")
        return int(loop(bench, looking.seat, looking.x, first, worlds, count, sums))

    def chunk(self, actions: list[int], first: int, worlds: int, bench: Bench) -> list[float]:
        """The sums over some worlds."""
        sums = self.looking.engine.sums(len(actions) * self.looking.players)
        bench.candidates[: len(actions)] = self.looking.engine.numbers(actions)
        self._look(bench, len(actions), first, worlds, sums)
        return [float(each) for each in sums]

    def add(self, actions: list[int], worlds: int, sums: list[float]) -> None:
        players = self.looking.players
        for k, action in enumerate(actions):
            self.visits[action] += worlds
            for seat in range(players):
                self.sums[action][seat] += sums[players * k + seat]

    def sort(self, left: int) -> None:
        """The best of those that are still looked at first; the instinct's opinion counts as some visits."""
        trust, seat = self.looking.ahead.trust, self.looking.seat

        def promise(action: int) -> float:
            own = self.sums[action][seat] + trust * self.opinions[action]
            return own / max(self.visits[action] + trust, 1e-9)

        self.actions[:left] = sorted(self.actions[:left], key=promise, reverse=True)

    def considered(self) -> list[Considered]:
        return [
            Considered(action, visits, tuple(each / visits for each in self.sums[action]))
            for action in self.actions
            if (visits := self.visits[action])
        ]


def _flat(looking: _Looking, budget: Budget, threads: int, pool: Executor | None) -> Thought:
    """Sequential halving: every round has its share of the budget, and the better half goes on."""
    line = _Line(looking)
    benches = [line.bench, *(looking.bench() for _ in range(threads - 1))]
    left, world = len(line.actions), 0
    rounds = max(1, (left - 1).bit_length())
    for number in range(1, rounds + 1):
        actions = line.actions[:left]
        beyond = world + max(1, budget.simulations // rounds // left)
        deadline = budget.seconds * number / rounds
        while world < beyond:
            starts = range(world, beyond, WORLDS_AT_ONCE)[:threads]
            sizes = [min(WORLDS_AT_ONCE, beyond - start) for start in starts]
            for size, sums in zip(sizes, _chunks(line, actions, starts, sizes, benches, pool), strict=True):
                line.add(actions, size, sums)
            world += sum(sizes)
            if looking.is_late(deadline):
                break
        line.sort(left)
        left = (left + 1) // 2
    return looking.thought(line.considered())


def _in_a_line(looking: _Looking, actions: Sequence[int], worlds: int) -> list[float]:
    """The sums of each action over the worlds."""
    line = _Line(looking)
    return line.chunk(list(actions), 0, worlds, line.bench)


def _chunks(
    line: _Line, actions: list[int], starts: range, sizes: list[int], benches: list[Bench], pool: Executor | None
) -> list[list[float]]:
    work = [(actions, start, size, bench) for start, size, bench in zip(starts, sizes, benches, strict=False)]
    if pool is None:
        return [line.chunk(*each) for each in work]
    return list(pool.map(lambda each: line.chunk(*each), work))


# ---------------------------------------------------------------- trees


class _Tree:
    """A tree, its buffers, and how far it has grown; it may begin with a part of an old one."""

    def __init__(self, looking: _Looking, x: int, simulations: int, old: "_Tree | None" = None) -> None:
        engine = looking.engine
        self.looking, self.x, self.done = looking, x, 0
        self.bench = looking.bench()
        nodes = 1 << min(MOST_NODES, max(64, 4 * simulations)).bit_length()
        room = len(self.bench.candidates)
        edges = nodes // 2 * min(EDGES_PER_NODE, room) + 2 * room
        self.buffers = Tree(
            words=engine.words(self.bench.states),
            keys=engine.zeros(nodes),
            found=engine.zeros(nodes),
            nodes=engine.zeros(NODE_SIZE * nodes),
            used=engine.zeros(2),
            actions=engine.zeros(edges),
            visits=engine.zeros(edges),
            values=engine.sums(edges),
            priors=engine.sums(edges),
            path=engine.zeros(LONGEST_PATH),
            movers=engine.zeros(LONGEST_PATH),
        )
        self.sums = engine.sums(room * looking.players)
        if old is not None:
            engine.loop("replant")(self.bench, old.buffers, self.buffers, looking.seat)
        self.remembered = [int(self.buffers.visits[edge]) for edge in self.edges()]
        """Visits of the root's edges before this thought."""

    def grow(self, count: int) -> None:
        looking = self.looking
        loop = looking.engine.loop("search_tree")
        loop(self.bench, self.buffers, looking.seat, self.x, self.done, count, self.sums)
        self.done += count

    def grow_within(self, simulations: int, seconds: float) -> None:
        """Up to so many simulations; the clock is looked at now and then."""
        size = simulations if seconds == inf else FIRST_LOOK
        while self.done < simulations:
            before = self.looking.clock()
            self.grow(min(size, simulations - self.done))
            if self.looking.is_late(seconds):
                break
            if self.looking.clock() - before < GLANCE / 2:
                size *= 2

    def keep_to(self, action: int) -> None:
        """What was found is forgotten, and the root has this action only."""
        self.grow(1)
        self.buffers.nodes[NODE_EDGES] = 1
        self.buffers.actions[0], self.buffers.visits[0], self.buffers.values[0] = action, 0, 0.0
        self.sums = self.looking.engine.sums(len(self.sums))
        self.done = 0

    def edges(self) -> range:
        return range(int(self.buffers.nodes[NODE_EDGES]))


def _trees(looking: _Looking, budget: Budget, threads: int, pool: Executor | None, memory: Memory) -> Thought:
    """The action that was visited most, over all trees; of equals the one that did best."""
    share = max(1, budget.simulations // threads)
    trees = [
        _Tree(looking, looking.x if n == 0 else stirred(looking.x + n), share, memory.tree(n, looking))
        for n in range(threads)
    ]
    memory.trees = trees

    def grow(tree: _Tree) -> None:
        tree.grow_within(share, budget.seconds)

    run: Callable[..., Any] = map if pool is None else pool.map
    list(run(grow, trees))
    return _put_together(looking, trees)


def _in_trees(looking: _Looking, actions: Sequence[int], simulations: int) -> list[float]:
    """The sums of each action over so many simulations, in a tree of its own."""
    sums: list[float] = []
    for action in actions:
        tree = _Tree(looking, looking.x, simulations)
        tree.keep_to(action)
        tree.grow(simulations)
        sums += [float(each) for each in tree.sums[: looking.players]]
    return sums


def _put_together(looking: _Looking, trees: list[_Tree]) -> Thought:
    """What was looked at now, and how often with what is remembered."""
    players = looking.players
    visits: Counter[int] = Counter()
    remembered: Counter[int] = Counter()
    sums: dict[int, list[float]] = {}
    for tree in trees:
        for edge, before in zip_longest(tree.edges(), tree.remembered, fillvalue=0):
            action = int(tree.buffers.actions[edge])
            visits[action] += int(tree.buffers.visits[edge])
            remembered[action] += before
            own = [float(tree.sums[players * edge + seat]) for seat in range(players)]
            sums[action] = [a + b for a, b in zip(sums.get(action, [0.0] * players), own, strict=True)]
    found = [
        Considered(action, count, tuple(each / new for each in sums[action]))
        for action, count in visits.items()
        if (new := count - remembered[action])
    ]
    found.sort(key=lambda each: (each.visits, each.chances[looking.seat]), reverse=True)
    return Thought(tuple(found), sum(tree.done for tree in trees), sum(remembered.values()))

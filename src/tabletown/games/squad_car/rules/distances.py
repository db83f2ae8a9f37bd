"""How far it is: tables for instinct and forecasts, worked out once for a board. Plain Python."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt

from .board import EXIT, Board, Start, board_of
from .nodes import square_of
from .shapes import GETAWAY, HEADINGS, MAX_MOVES, SQUAD

FAR = 99
"""Further than any way on any board that can be played on."""

PER_MILLE = 1000
PER_MILLION = 1_000_000
NOWHERE_ROW = 0
"""The row of every square and heading that no car comes to: far from everything."""
Reach = tuple[int, ...]


@dataclass(frozen=True)
class Distances:
    """Moves from every square and heading that cars come to, on an empty board."""

    board: Board
    starts: tuple[Start, ...]

    @cached_property
    def nodes(self) -> tuple[int, ...]:
        """Every node that some car can come to; others share NOWHERE_ROW."""
        getaway = self.board.reached(GETAWAY, self.board.lot_nodes)
        return (-1, *sorted(getaway | self.board.reached(SQUAD, self.board.squad_nodes(self.starts))))

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        """The row of each node in the tables below."""
        rows = {node: row for row, node in enumerate(self.nodes)}
        return tuple(rows.get(node, NOWHERE_ROW) for node in range(self.board.size * HEADINGS))

    @cached_property
    def squares(self) -> tuple[int, ...]:
        return self.board.roads + self.board.lots

    @cached_property
    def column_of(self) -> tuple[int, ...]:
        """The column of a square in `hunt`."""
        columns = {square: column for column, square in enumerate(self.squares)}
        return tuple(columns.get(square, 0) for square in range(self.board.size))

    def _after(self, side: int) -> list[list[int]]:
        """For each row the rows one step on."""
        return [
            [self.row_of[node] for node in self.board.steps[side][start] if node >= 0] if start >= 0 else []
            for start in self.nodes
        ]

    @cached_property
    def out(self) -> tuple[tuple[int, ...], ...]:
        """By row and exit: a getaway car's moves to escape there."""
        before: list[list[int]] = [[] for _ in self.nodes]
        for row, after in enumerate(self._after(GETAWAY)):
            if row and self.board.kinds[square_of(self.nodes[row])] != EXIT:
                for there in after:
                    before[there].append(row)
        columns = [self._moves_to(end, before) for end in self.board.exits]
        return tuple(zip(*columns, strict=True))

    def _moves_to(self, end: int, before: list[list[int]]) -> list[int]:
        moves = [FAR] * len(self.nodes)
        if self.board.kinds[end] != EXIT:
            return moves
        todo = [row for row, node in enumerate(self.nodes) if square_of(node) == end]
        for row in todo:
            moves[row] = 0
        for row in todo:
            for earlier in before[row]:
                if moves[earlier] == FAR:
                    moves[earlier] = moves[row] + 1
                    todo.append(earlier)
        return moves

    @cached_property
    def hunt(self) -> tuple[tuple[int, ...], ...]:
        """By row and column: a squad car's moves until it catches whoever stands on the square.

        All squares at once: bit n of `reach[row]` says that the square of column n is caught from there.
        """
        reach = [self._caught_from(square_of(node)) if node >= 0 else 0 for node in self.nodes]
        table = [[FAR] * len(self.squares) for _ in self.nodes]
        after = self._after(SQUAD)
        new = reach
        moves = 0
        while any(new):
            for row, bits in enumerate(new):
                _write(table[row], bits, moves)
            wider = [_union(reach, row, there) for row, there in enumerate(after)]
            new = [wide & ~narrow for wide, narrow in zip(wider, reach, strict=True)]
            reach = wider
            moves += 1
        return tuple(map(tuple, table))

    @cached_property
    def guard(self) -> tuple[tuple[int, ...], ...]:
        """By row and exit: a squad car's moves until nobody gets through the square before the exit."""
        gates = [self.column_of[gate] for gate in self.board.gates]
        return tuple(tuple(row[gate] for gate in gates) for row in self.hunt)

    def _caught_from(self, square: int) -> int:
        near = {square, *self.board.next[square]}
        return sum(1 << column for column, other in enumerate(self.squares) if other in near)


def _union(reach: list[int], row: int, there: list[int]) -> int:
    bits = reach[row]
    for other in there:
        bits |= reach[other]
    return bits


def _write(row: list[int], bits: int, moves: int) -> None:
    while bits:
        lowest = bits & -bits
        row[lowest.bit_length() - 1] = moves
        bits ^= lowest


@lru_cache(maxsize=8)
def distances_of(drawing: str, starts: tuple[Start, ...]) -> Distances:
    return Distances(board_of(drawing), starts)


def at_least(chances: Iterable[tuple[int, float]]) -> tuple[int, ...]:
    """By number of moves: how likely, per mille, a spin gives at least so many."""
    found = list(chances)
    whole = sum(weight for _, weight in found)
    return tuple(
        round(PER_MILLE * sum(weight for moves, weight in found if moves >= wanted) / whole)
        for wanted in range(MAX_MOVES + 2)
    )


DOUBTS = (0.3, 0.0)
"""How much of the spins' variance makes a lead doubtful, with two and with three cars a side; found by trying: with it
robbers in two cars won 69 % of games instead of 57 %, in three 33 % instead of 40 %."""


@lru_cache(maxsize=8)
def odds_of_races(getaway: Reach, squad: Reach) -> tuple[tuple[Reach, ...], ...]:
    """How likely, per million, a getaway car gets through an exit, by its moves to it and the police's to bar it.

    One table for two and one for three cars a side. Spins are given as `at_least`.
    """
    first, second = _pace(getaway), _pace(squad)
    ways = range(FAR + 1)
    return tuple(
        tuple(tuple(_odds(first, max(0, own - 1), second, other, doubt) for other in ways) for own in ways)
        for doubt in DOUBTS
    )


def _pace(reach: Reach) -> tuple[float, float]:
    """Turns that a move takes, and the variance that it adds."""
    mean = sum(reach[1:]) / PER_MILLE
    square = sum((2 * moves - 1) * each for moves, each in enumerate(reach) if moves) / PER_MILLE
    return (1 / mean, (square - mean * mean) / mean**3) if mean else (FAR, 0.0)


def _odds(first: tuple[float, float], own: int, second: tuple[float, float], other: int, doubt: float) -> int:
    lead = other * second[0] - own * first[0]
    unsure = sqrt(1.0 + doubt * (own * first[1] + other * second[1]))
    return round(PER_MILLION * (0.5 + 0.5 * lead / (unsure + abs(lead))))

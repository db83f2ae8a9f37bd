"""The board as data: a map drawn in letters becomes squares, roads and the steps that the traffic rules leave open.

Plain Python, run once for an edition. What depends on other cars and on roadblocks is decided in `moving.py`, with
`law_of_the_road.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from .nodes import heading_of, node_at, square_of
from .reasons import (
    ACROSS_THE_ROAD,
    AGAINST_ONE_WAY,
    ASKEW,
    BEYOND_LAST_CROSSING,
    INTO_A_LOT,
    NO_CROSSING_AHEAD,
    NO_ROAD_TO_TURN_INTO,
    OFF_THE_ROAD,
    TURNING_IN_A_LOT,
    TURNING_IN_ONE_WAY,
)
from .shapes import AHEAD, EXITS, GETAWAY, HALF, HEADINGS, LEFT, LOTS, ONE_PLACE, RIGHT, SQUAD, STEPS

BUILDINGS, TWO_WAY, ONE_WAY, CROSSING, EXIT, ENTRY, LOT = range(7)
"""Kinds of square. An entry is an exit that nobody can leave by."""

SIGNS = "+|=><^vioBP*."
ARROWS = "^>v<"
TWO_WAY_SIGNS = "|="
NORTH, EAST, SOUTH, WEST = range(4)
ENTRIES = 3
NOWHERE = -1

Start = tuple[int, int]
"""A column and a row."""


@dataclass(frozen=True)
class Board:
    """One map. Squares are numbered row by row, with an empty column between rows so that no row touches the next."""

    lines: tuple[str, ...]

    @cached_property
    def stride(self) -> int:
        return len(self.lines[0]) + 1

    @cached_property
    def size(self) -> int:
        return self.stride * len(self.lines)

    def square(self, x: int, y: int) -> int:
        return y * self.stride + x

    def place(self, square: int) -> tuple[int, int]:
        """x and y of a square."""
        return square % self.stride, square // self.stride

    @cached_property
    def signs(self) -> str:
        return "".join(line + "." for line in self.lines)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        kinds = {"+": CROSSING, "o": EXIT, "i": ENTRY, "P": LOT}
        kinds |= dict.fromkeys(TWO_WAY_SIGNS, TWO_WAY) | dict.fromkeys(ARROWS, ONE_WAY)
        return tuple(kinds.get(sign, BUILDINGS) for sign in self.signs)

    @cached_property
    def roads(self) -> tuple[int, ...]:
        return tuple(square for square, kind in enumerate(self.kinds) if kind not in (BUILDINGS, LOT))

    @cached_property
    def next(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each square to the north, east, south and west."""
        return tuple(tuple(self._neighbour(square, way) for way in range(4)) for square in range(self.size))

    def _neighbour(self, square: int, way: int) -> int:
        x, y = self.place(square)
        x += (0, 1, 0, -1)[way]
        y += (-1, 0, 1, 0)[way]
        return self.square(x, y) if 0 <= x < self.stride - 1 and 0 <= y < len(self.lines) else NOWHERE

    def kind_at(self, square: int) -> int:
        return self.kinds[square] if square != NOWHERE else BUILDINGS

    # ------------------------------------------------------------ exits, lots

    def inward(self, square: int) -> int:
        """The way from an exit into the board."""
        return next(way for way in range(4) if self.next[square][(way + 2) % 4] == NOWHERE)

    @cached_property
    def exits(self) -> tuple[int, ...]:
        """All exits: the north side from west to east, the east side from north to south, then south and west alike."""
        found = [square for square, kind in enumerate(self.kinds) if kind in (EXIT, ENTRY)]
        sides = (SOUTH, WEST, NORTH, EAST)
        return tuple(sorted(found, key=lambda square: (sides.index(self.inward(square)), square)))

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """The square before each exit."""
        return tuple(self.next[end][self.inward(end)] for end in self.exits)

    @cached_property
    def lots(self) -> tuple[int, ...]:
        return tuple(square for square, kind in enumerate(self.kinds) if kind == LOT)

    @cached_property
    def way_out_of_lots(self) -> int:
        """From the lots to the street in front of the bank."""
        lot = self.lots[0]
        ways = [way for way in range(4) if self.faces_street(lot, way)]
        return ways[0] if ways else NOWHERE

    def faces_street(self, lot: int, way: int) -> bool:
        street = self.next[lot][way]
        behind = self.next[lot][(way + 2) % 4]
        return self.kind_at(street) == TWO_WAY and self.axis(street) != way % 2 and self.signs[behind] == "B"

    # ------------------------------------------------------------ roads

    def axis(self, square: int) -> int:
        """0 for a road that runs north and south, 1 for east and west. Not for crossings."""
        kind = self.kinds[square]
        if kind == TWO_WAY:
            return TWO_WAY_SIGNS.index(self.signs[square])
        if kind == ONE_WAY:
            return ARROWS.index(self.signs[square]) % 2
        return self.inward(square) % 2

    @cached_property
    def one_way(self) -> dict[int, int]:
        """SC-B3: the squares of one-way streets, ends included, and the way they are driven."""
        ways = {square: ARROWS.index(self.signs[square]) for square, kind in enumerate(self.kinds) if kind == ONE_WAY}
        for end in self.exits:
            inner = self.next[end][self.inward(end)]
            if inner in ways:
                ways[end] = ways[inner]
        return ways

    @cached_property
    def beyond_last_crossing(self) -> frozenset[int]:
        """SC-L8: the squares of one-way streets after which no crossing comes."""
        return frozenset(square for square in self.one_way if not self._leads_to_crossing(square))

    def _leads_to_crossing(self, square: int) -> bool:
        way = self.one_way[square]
        while square in self.one_way:
            square = self.next[square][way]
        return self.kind_at(square) == CROSSING

    def is_along(self, square: int, way: int) -> bool:
        return self.kinds[square] == CROSSING or self.axis(square) == way % 2

    def refuse_way(self, side: int, square: int, way: int) -> int:
        """SC-B3, SC-M8, SC-M11, SC-M12, SC-L6, SC-L8: why a car may not drive to the neighbour, or 0."""
        ahead = self.next[square][way]
        if self.kind_at(ahead) == LOT:
            return INTO_A_LOT
        from_lot = self.kinds[square] == LOT
        if not from_lot and not self.is_along(square, way):
            return ACROSS_THE_ROAD
        if self.kind_at(ahead) == BUILDINGS or not (from_lot or self.is_along(ahead, way)):
            return OFF_THE_ROAD
        if self.one_way.get(ahead, way) != way or self.one_way.get(square, way) != way:
            return AGAINST_ONE_WAY
        if side == SQUAD and ahead in self.beyond_last_crossing:
            return BEYOND_LAST_CROSSING
        return 0

    # ------------------------------------------------------------ steps

    def step(self, side: int, square: int, heading: int, step: int) -> int:
        """The node to which the step leads, or minus the reason why it may not be made."""
        if step == AHEAD:
            return self._ahead(side, square, heading)
        if step in (LEFT, RIGHT):
            return self._bear(side, square, heading, 1 if step == RIGHT else -1)
        return self._half_turn(square, heading, 2 if step == HALF + 1 else -2)

    def _ahead(self, side: int, square: int, heading: int) -> int:
        """SC-M3."""
        if heading % 2:
            return -ASKEW
        return -self.refuse_way(side, square, heading // 2) or node_at(self.next[square][heading // 2], heading)

    def _bear(self, side: int, square: int, heading: int, turn: int) -> int:
        """SC-M4 for a car along the road, SC-M5 for one that stands askew."""
        turned = (heading + turn) % HEADINGS
        if heading % 2:
            reason = self.refuse_way(side, square, turned // 2)
            if reason == ACROSS_THE_ROAD:
                return -OFF_THE_ROAD
            return -reason or node_at(self.next[square][turned // 2], turned)
        if reason := self.refuse_way(side, square, heading // 2):
            return -reason
        ahead = self.next[square][heading // 2]
        if self.kinds[ahead] != CROSSING and self.kinds[square] != LOT:
            return -NO_CROSSING_AHEAD
        reason = self.refuse_way(side, ahead, (heading + 2 * turn) % HEADINGS // 2)
        if reason == OFF_THE_ROAD:
            return -NO_ROAD_TO_TURN_INTO
        return -reason or node_at(ahead, turned)

    def _half_turn(self, square: int, heading: int, turn: int) -> int:
        """SC-M7."""
        if self.kinds[square] == LOT:
            return -TURNING_IN_A_LOT
        if square in self.one_way:
            return -TURNING_IN_ONE_WAY
        return node_at(square, (heading + turn) % HEADINGS)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By side and node: where each step leads, or minus the reason against it."""
        nowhere = (-OFF_THE_ROAD,) * STEPS
        drivable = frozenset(self.roads + self.lots)

        def row(side: int, node: int) -> tuple[int, ...]:
            if square_of(node) not in drivable:
                return nowhere
            return tuple(self.step(side, square_of(node), heading_of(node), step) for step in range(STEPS))

        return tuple(tuple(row(side, node) for node in range(self.size * HEADINGS)) for side in (GETAWAY, SQUAD))

    def reached(self, side: int, starts: Iterable[int]) -> set[int]:
        """Every node that a car of that side can come to on an empty board."""
        found = set(starts)
        todo = list(found)
        while todo:
            for node in self.steps[side][todo.pop()]:
                if node >= 0 and node not in found:
                    found.add(node)
                    if self.kinds[square_of(node)] != EXIT or side == SQUAD:
                        todo.append(node)
        return found

    # ------------------------------------------------------------ tables for the rules

    @cached_property
    def lanes(self) -> tuple[int, ...]:
        """SC-L1, SC-L2: the heading (0 or 2) along which a square has two places; ONE_PLACE where it has one."""
        return tuple(2 * self.axis(square) if kind == TWO_WAY else ONE_PLACE for square, kind in enumerate(self.kinds))

    @cached_property
    def exit_at(self) -> tuple[int, ...]:
        return tuple(self.exits.index(square) if square in self.exits else NOWHERE for square in range(self.size))

    @cached_property
    def lot_nodes(self) -> tuple[int, ...]:
        return tuple(node_at(lot, 2 * self.way_out_of_lots) for lot in self.lots)

    def squad_nodes(self, starts: Iterable[Start]) -> tuple[int, ...]:
        squares = [self.square(x, y) for x, y in starts]
        return tuple(node_at(square, 2 * self.inward(square)) for square in squares)


@lru_cache(maxsize=8)
def board_of(drawing: str) -> Board:
    return Board(tuple(drawing.splitlines()))


# ---------------------------------------------------------------- reading and checking a map


def read_map(value: object) -> str:
    """A map drawn in letters, every line of the same length."""
    if not isinstance(value, str):
        raise ValueError("takes a map drawn in letters between triple quotes")
    lines = [line.strip() for line in value.strip("\n").splitlines()]
    if not 5 <= len(lines) <= 40 or not all(5 <= len(line) <= 40 for line in lines):
        raise ValueError("takes 5 to 40 lines of 5 to 40 squares")
    for number, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise ValueError(f"has {len(line)} squares in row {number} but {len(lines[0])} in row 0")
        if unknown := sorted(set(line) - set(SIGNS)):
            raise ValueError(f"has a square {unknown[0]!r} in row {number}; it takes {' '.join(SIGNS)}")
    return "\n".join(lines)


def complaints(drawing: str, starts: tuple[Start, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with a board, as (key of the edition, complaint)."""
    board = board_of(drawing)
    for check in (_exits, _roads, _crossings, _lots):
        wrong = next(check(board), None)
        if wrong is not None:
            yield "board.map", wrong
            return
    yield from _starts(board, starts)
    yield from (("board.map", wrong) for wrong in _ways_out(board))
    yield from (("board.map", wrong) for wrong in _traps(board, starts))


def at(board: Board, square: int) -> str:
    """A square as a person finds it on the map."""
    x, y = board.place(square)
    return f"at column {x}, row {y}"


def _exits(board: Board) -> Iterator[str]:
    for square in (square for square, kind in enumerate(board.kinds) if kind in (EXIT, ENTRY)):
        edges = sum(neighbour == NOWHERE for neighbour in board.next[square])
        if edges != 1:
            yield f"has an exit {at(board, square)} that does not lie on one edge"
    entries = board.kinds.count(ENTRY)
    if len(board.exits) != EXITS or entries != ENTRIES:
        yield f"takes {EXITS} exits, {ENTRIES} of them entry ends; it has {len(board.exits)} with {entries}"
    for end in board.exits:
        inner = board.next[end][board.inward(end)]
        if board.kind_at(inner) not in (TWO_WAY, ONE_WAY) or board.axis(inner) != board.axis(end):
            yield f"has an exit {at(board, end)} without a road leading to it"
        elif (board.kinds[end] == ENTRY) != (board.one_way.get(inner) == board.inward(end)):
            yield f"takes i where a one-way street begins and o elsewhere, not {board.signs[end]} {at(board, end)}"


def _roads(board: Board) -> Iterator[str]:
    for square in board.roads:
        if board.kinds[square] not in (TWO_WAY, ONE_WAY):
            continue
        for way in (board.axis(square), board.axis(square) + 2):
            neighbour = board.next[square][way]
            kind = board.kind_at(neighbour)
            if kind in (BUILDINGS, LOT):
                yield f"has a road {at(board, square)} that ends before a crossing or an exit"
            elif kind != CROSSING and board.axis(neighbour) != board.axis(square):
                yield f"has roads {at(board, square)} that meet without a crossing"
            elif kind != CROSSING and board.one_way.get(neighbour) != board.one_way.get(square):
                yield f"has a road {at(board, square)} whose direction changes between crossings"


def _crossings(board: Board) -> Iterator[str]:
    for square in board.roads:
        if board.kinds[square] == CROSSING:
            axes = {way % 2 for way, neighbour in enumerate(board.next[square]) if neighbour in board.roads}
            if len(axes) < 2:
                yield f"has a crossing {at(board, square)} where no two roads meet"


def _lots(board: Board) -> Iterator[str]:
    lots = board.lots
    if len(lots) != LOTS:
        yield f"takes {LOTS} lots (P), not {len(lots)}"
    elif board.way_out_of_lots == NOWHERE:
        yield f"has a lot {at(board, lots[0])} that does not lie between the bank (B) and a two-way street"
    else:
        along = 1 if board.way_out_of_lots % 2 == 0 else board.stride
        for number, lot in enumerate(lots):
            if lot != lots[0] + number * along or not board.faces_street(lot, board.way_out_of_lots):
                yield f"has a lot {at(board, lot)} that is not in one row with the others along the bank"


def _starts(board: Board, starts: tuple[Start, ...]) -> Iterator[tuple[str, str]]:
    squares = []
    for x, y in starts:
        inside = y < len(board.lines) and x < len(board.lines[0])
        square = board.square(x, y) if inside else NOWHERE
        if board.kind_at(square) != EXIT or square in board.one_way or square in squares:
            yield "squad_cars.starts", f"takes three exits of two-way roads, not column {x}, row {y}"
            return
        squares.append(square)


def _ways_out(board: Board) -> Iterator[str]:
    for lot, node in zip(board.lots, board.lot_nodes, strict=True):
        squares = {square_of(node) for node in board.reached(GETAWAY, [node])}
        for end in board.exits:
            if board.kinds[end] == EXIT and end not in squares:
                yield f"leaves no way from the lot {at(board, lot)} to the exit {at(board, end)}"


def _traps(board: Board, starts: tuple[Start, ...]) -> Iterator[str]:
    """A squad car must be able to come back to where it started from wherever it can go."""
    for start in board.squad_nodes(starts):
        reached = board.reached(SQUAD, [start])
        before: dict[int, list[int]] = {node: [] for node in reached}
        for node in reached:
            for after in board.steps[SQUAD][node]:
                if after >= 0:
                    before[after].append(node)
        home = {start}
        todo = [start]
        while todo:
            for node in before[todo.pop()]:
                if node not in home:
                    home.add(node)
                    todo.append(node)
        if trapped := sorted(reached - home):
            yield f"traps a squad car {at(board, square_of(trapped[0]))}"

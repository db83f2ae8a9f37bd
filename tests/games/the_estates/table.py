"""A table for the tests: set a position up in the rulebook's words, then play it by the rules.

    table = Table(players=3)
    table.tower(UPPER, "A6 B4", roof=3)        # on the row's next lot, from the street
    table.gets(BEN, "permit 2")                # BEN auctions it and nobody bids
    table.play(BEN, "place_permit", row=MIDDLE, longer=0)

Lots count from 1 and permits go by their value, as in the rulebook. Every position is range-checked, every action is
checked against its refusal and against the legal ones, and the books are audited after each.
"""

from collections.abc import Iterable
from typing import Any

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.shapes import MOST_DISPLAY_ROWS
from tabletown.games.the_estates.rules.state import NO_SEAT, State
from tabletown.rulekit.namespace import Namespace

RULES = Namespace(GAME, GAME.edition())

ANN, BEN, CAT, DAN, EVE = range(5)
UPPER, MIDDLE, LOWER = range(3)
SHORTER, LONGER = range(2)
LEFT, RIGHT = range(2)
"""The ends of a line of the display."""
CASH_EACH = 12


def cube(name: str) -> int:
    """Azimuth 6 is "A6"."""
    made: int = RULES.make_cube(colour(name[0]), int(name[1]))
    return made


def colour(letter: str) -> int:
    letters: tuple[str, ...] = RULES.COMPANY_LETTERS
    return letters.index(letter)


def cubes(names: str) -> list[int]:
    return [cube(name) for name in names.split()]


class Table:
    """A game with `players` seats, the first turn ANN's, its figures those of the box."""

    def __init__(self, players: int = 3, seed: int = 1, **options: int) -> None:
        state = RULES.new_state(GAME.read_options(options), checked=True)
        assert isinstance(state, State)
        self.s = state
        RULES.seed_dice(self.s, seed)
        RULES.setup(self.s, players)
        self.turn_of(ANN)
        self.s.told.clear()

    # ------------------------------------------------------------ setting a position up

    def turn_of(self, seat: int) -> None:
        """Let the seat begin the turn instead of whoever was to."""
        self.s.auctioneer = seat
        self.s.turn -= 1
        RULES.begin_turn(self.s)

    def money(self, *hands: int, boxes: Iterable[int] = ()) -> None:
        """What each seat has in hand and in its cash box; together it is what they began with."""
        stowed = [*boxes] or [0] * self.s.players
        assert sum(hands) + sum(stowed) == self.s.players * CASH_EACH, "money comes from nowhere"
        for seat in range(self.s.players):
            self.s.cash[seat] = hands[seat]
            self.s.stowed[seat] = stowed[seat]

    def owns(self, seat: int, letters: str) -> None:
        """The seat holds these companies' certificates."""
        for letter in letters:
            self.s.certificate[colour(letter)] = seat

    def tower(self, row: int, names: str, roof: int = 0) -> None:
        """A building on the row's next lot. A company that nobody holds yet falls to ANN."""
        lot = self.s.built[row]
        assert lot < self.s.requirement[row], "the row has no room for another building"
        for level, each in enumerate(cubes(names)):
            self._take_out_of_display(each)
            self.s.floor[row][lot][level] = each
            self.s.height[row][lot] = level + 1
            if self.s.certificate[RULES.colour_of(each)] == NO_SEAT:
                self.s.certificate[RULES.colour_of(each)] = ANN
        self.s.built[row] += 1
        self.s.roofless[row] += 1
        if roof:
            self.s.roofs[roof] -= 1
            self.s.roofs_left -= 1
            self.s.roof[row][lot] = roof
            self.s.roofless[row] -= 1

    def permit(self, value: int, row: int, longer: int) -> None:
        """A permit that was placed earlier."""
        change = value if longer else -value
        self.s.permit_row[value - 1] = row
        self.s.permit_change[value - 1] = change
        self.s.requirement[row] += change

    def mayor(self, row: int) -> None:
        self.s.mayor = row

    def show(self, *lines: str) -> None:
        """The whole display; with the cubes on the board it makes up the round's cubes."""
        self._lay([cubes(line) for line in lines])
        self.audited()

    def put_at_end(self, line: int, end: int, name: str) -> None:
        """Exchange the cube at this end of the line for another of the display, or one that was not drawn."""
        lines = self.display()
        here = -1 if end == RIGHT else 0
        for other in lines:
            if cube(name) in other:
                other[other.index(cube(name))] = lines[line][here]
        lines[line][here] = cube(name)
        self._lay(lines)

    def end_with(self, name: str) -> tuple[int, int]:
        """The line and the end at which that cube lies now."""
        line = max(range(MOST_DISPLAY_ROWS), key=lambda line: len(self.display()[line]))
        self.put_at_end(line, LEFT, name)
        return line, LEFT

    def display(self) -> list[list[int]]:
        return [
            [self.s.display[line][place] for place in range(self.s.display_first[line], self.s.display_end[line])]
            for line in range(MOST_DISPLAY_ROWS)
        ]

    def _lay(self, lines: list[list[int]]) -> None:
        for line, row in enumerate(lines):
            self.s.display_first[line] = 0
            self.s.display_end[line] = len(row)
            for place, each in enumerate(row):
                self.s.display[line][place] = each
        self.s.cubes_left = sum(map(len, lines))

    def _take_out_of_display(self, wanted: int) -> None:
        """The cube itself or, if it was not drawn for the round, another one in exchange."""
        lines = self.display()
        home = next((line for line in lines if wanted in line), None)
        if home is None:
            max(lines, key=len).pop()
        else:
            home.remove(wanted)
        self._lay(lines)

    # ------------------------------------------------------------ playing

    def play(self, seat: int, kind: str, **args: int) -> None:
        """Play the action, which has to be allowed."""
        action = self.action(kind, args)
        code = RULES.why_not(self.s, seat, action)
        assert code == 0, f"{kind} {args} is refused: {GAME.reasons.all[code].name}"
        assert action in RULES.legal_actions(self.s, seat), f"{kind} {args} is not refused, nor offered"
        RULES.apply(self.s, seat, action)
        self.audited()

    def refusal(self, seat: int, kind: str, **args: int) -> str:
        """Why the action is refused; empty if it is not."""
        action = self.action(kind, args)
        code = RULES.why_not(self.s, seat, action)
        offered = action in RULES.legal_actions(self.s, seat)
        assert offered == (code == 0), f"{kind} {args}: offered and refused, or neither"
        return GAME.reasons.all[code].name if code else ""

    def allowed(self, seat: int, kind: str) -> list[tuple[int, ...]]:
        """The arguments of all allowed actions of the kind, lots from 1."""
        found = []
        for action in RULES.legal_actions(self.s, seat):
            name, args = GAME.actions.decode(action)
            if name == kind:
                found.append(tuple(value + 1 if arg in ("lot", "permit") else value for arg, value in args.items()))
        return found

    def kinds(self, seat: int) -> set[str]:
        """The kinds of all allowed actions."""
        return {GAME.actions.decode(action)[0] for action in RULES.legal_actions(self.s, seat)}

    def gets(self, seat: int, piece: str) -> None:
        """The seat auctions the piece, nobody bids, and so it has to place it: "A6", "roof 3", "permit 2", "mayor"."""
        self.turn_of(seat)
        self.skip_stowing(seat)
        self.choose(seat, piece)
        self.all_pass()
        assert self.decides() == seat

    def choose(self, seat: int, piece: str) -> None:
        """Put the piece up for auction, arranging that it can be had."""
        kind, _, which = piece.partition(" ")
        if kind == "roof":
            self._next_roof(int(which))
            self.play(seat, "choose_roof")
        elif kind == "permit":
            self.play(seat, "choose_permit", permit=int(which))
        elif kind in ("mayor", "cancel"):
            self.play(seat, f"choose_{kind}")
        else:
            line, end = self.end_with(kind)
            self.play(seat, "choose_cube", row=line, end=end)

    def skip_stowing(self, seat: int) -> None:
        if "skip_stowing" in self.kinds(seat):
            self.play(seat, "skip_stowing")

    def all_pass(self) -> None:
        while "pass" in self.kinds(self.decides()):
            self.play(self.decides(), "pass")

    def discard(self, seat: int, piece: str) -> None:
        self.gets(seat, piece)
        self.play(seat, "discard")

    def _next_roof(self, value: int) -> None:
        """Seed the dice so that the next roof turned over has this value."""
        assert self.s.roofs[value] > 0, f"no roof {value} is left"
        for seed in range(1000):
            trial = self.s.copy()
            RULES.seed_dice(trial, seed)
            if RULES.turn_over_roof(trial) == value:
                RULES.seed_dice(self.s, seed)
                return
        raise AssertionError(f"no seed turns over a roof {value}")

    @staticmethod
    def action(kind: str, args: dict[str, int]) -> int:
        numbers = {name: value - 1 if name in ("lot", "permit") else value for name, value in args.items()}
        return GAME.actions.encode(kind, numbers)

    # ------------------------------------------------------------ looking

    def decides(self) -> int:
        """The one seat that owes a decision."""
        (seat,) = RULES.pending_seats(self.s)
        return seat

    @property
    def over(self) -> bool:
        return RULES.pending_seats(self.s) == ()

    @property
    def ending(self) -> str:
        code = RULES.ending(self.s)
        return GAME.endings[code - 1] if code else ""

    def complete(self, row: int) -> bool:
        return bool(RULES.is_complete(self.s, row))

    def complete_rows(self) -> list[int]:
        return [row for row in range(3) if self.complete(row)]

    def permit_lot(self, row: int) -> int:
        """The lot that the row's permits stand on."""
        return self.s.requirement[row] + 1

    def scores(self) -> list[int]:
        return self._sheet("scores")

    def shares(self) -> list[int]:
        """Each seat's part of the win, in sixtieths."""
        return self._sheet("returns")

    def _sheet(self, kind: str) -> list[int]:
        sheet = [0] * self.s.players
        getattr(RULES, kind)(self.s, sheet)
        return sheet

    def hands(self) -> list[int]:
        """The money that each seat holds."""
        return [self.s.cash[seat] for seat in range(self.s.players)]

    def boxes(self) -> list[int]:
        """The money that each seat has stowed."""
        return [self.s.stowed[seat] for seat in range(self.s.players)]

    def building(self, row: int, lot: int) -> list[int]:
        """The cubes of a building, from the ground up."""
        return [self.s.floor[row][lot - 1][level] for level in range(self.s.height[row][lot - 1])]

    def told(self) -> list[tuple[str, dict[str, Any]]]:
        """What has happened since the last time of asking."""
        events = [GAME.events.named(event) for event in self.s.told]
        self.s.told.clear()
        return events

    def audited(self) -> None:
        """Nothing was made and nothing was lost."""
        assert RULES.audit(self.s) == 0

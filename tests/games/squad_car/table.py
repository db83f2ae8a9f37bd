"""A table for the tests: put cars on the map, give one of them moves, and drive by the rules.

    table = Table()
    table.put(G1, 8, 13, N)
    table.turn(G1, moves=4)
    table.drive("ahead, right, right, ahead")
    assert table.where(G1) == (10, 11, E)

Every position is range-checked, every action is checked against its refusal and against the legal ones, and the
books are audited after each.
"""

from typing import Any

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.rules.board import Board, board_of
from tabletown.games.squad_car.rules.state import DRIVING, NONE, State
from tabletown.rulekit.namespace import Namespace

RULES = Namespace(GAME, GAME.edition("first_figures.toml"))
"""Worked examples reckon with the first figures, whose dial has every number from 1 to 5; the rules are the same. What
the usual edition holds is held to the rulebook, to the bots and to the laws."""
BOARD: Board = board_of(RULES.MAP)

G1, G2, G3, S1, S2, S3 = range(6)
N, NE, E, SE, S, SW, W, NW = range(8)

STEPS = {
    "ahead": ("ahead", {}),
    "left": ("bear", {"side": 0}),
    "right": ("bear", {"side": 1}),
    "half left": ("half_turn", {"side": 0}),
    "half right": ("half_turn", {"side": 1}),
    "stop": ("stop", {}),
}


def exit_at(x: int, y: int) -> int:
    """The number of the exit on that square."""
    return BOARD.exits.index(BOARD.square(x, y))


def card_of(moves: int, shifts: int) -> int:
    """The first flashcard with these figures."""
    cards: tuple[tuple[int, int], ...] = RULES.CARDS
    return cards.index((moves, shifts))


def field_of(colour: str, moves: int = 0) -> int:
    """The first field of the dial with this colour and number."""
    fields: tuple[tuple[int, int], ...] = RULES.DIAL
    return fields.index((("green", "blue", "red", "yellow").index(colour), moves))


class Table:
    """A game after the roadblocks were set: by default on the entry ends, out of everybody's way."""

    def __init__(
        self, players: int = 2, blocks: tuple[tuple[int, int], ...] = ((22, 14), (0, 6), (0, 17)), **options: int
    ) -> None:
        state = RULES.new_state(GAME.read_options(options), checked=True)
        assert isinstance(state, State)
        self.s = state
        RULES.seed_dice(self.s, 1)
        RULES.setup(self.s, players)
        for x, y in blocks:
            self.play("place", exit=exit_at(x, y))
        self.s.told.clear()

    # ------------------------------------------------------------ setting a position up

    def put(self, car: int, x: int, y: int, heading: int) -> None:
        self.s.square[car] = BOARD.square(x, y)
        self.s.heading[car] = heading

    def take_off(self, *cars: int) -> None:
        """These getaway cars were captured earlier."""
        for car in cars:
            self.s.square[car] = RULES.CAPTURED

    def turn(self, car: int, moves: int = 0, shifts: int = 0) -> None:
        """It is the car's turn, the dial has been spun (or a card drawn), and this is what it may do."""
        RULES.begin_turn(self.s, car)
        self.s.phase = DRIVING
        self.s.moves_left = moves
        self.s.shifts_left = shifts
        self.s.card = NONE
        self.audited()

    def turn_to_spin(self, car: int) -> None:
        RULES.begin_turn(self.s, car)

    def next_spin(self, *fields: int) -> None:
        """Seed the dice so that the next spins show these fields."""
        self._seed(lambda trial: [RULES.roll(trial, RULES.FIELDS) for _ in fields] == [*fields], "spin")

    def next_spin_and_card(self, card: int) -> None:
        """Seed the dice so that the next spin is blue and draws this card."""

        def draws(trial: State) -> bool:
            RULES.spin(trial, self.decides())
            return ("drew", card) in [(name, args.get("card")) for name, args in map(GAME.events.named, trial.told)]

        self._seed(draws, f"card {card}")

    def _seed(self, wanted: Any, what: str) -> None:
        for seed in range(50_000):
            trial = self.s.copy()
            RULES.seed_dice(trial, seed)
            if wanted(trial):
                RULES.seed_dice(self.s, seed)
                return
        raise AssertionError(f"no seed gives that {what}")

    # ------------------------------------------------------------ playing

    def play(self, kind: str, **args: int) -> None:
        """Play the action, which has to be allowed, for whoever is to decide."""
        action = GAME.actions.encode(kind, args)
        code = RULES.why_not(self.s, self.decides(), action)
        assert code == 0, f"{kind} {args} is refused: {GAME.reasons.all[code].name}"
        assert action in RULES.legal_actions(self.s, self.decides()), f"{kind} {args} is not refused, nor offered"
        RULES.apply(self.s, self.decides(), action)
        self.audited()

    def drive(self, steps: str) -> None:
        """Steps by name, separated by commas."""
        for step in steps.split(", "):
            kind, args = STEPS[step]
            self.play(kind, **args)

    def refusal(self, kind: str, **args: int) -> str:
        """Why the action is refused; empty if it is not."""
        action = GAME.actions.encode(kind, args)
        code = RULES.why_not(self.s, self.decides(), action)
        offered = action in RULES.legal_actions(self.s, self.decides())
        assert offered == (code == 0), f"{kind} {args}: offered and refused, or neither"
        return GAME.reasons.all[code].name if code else ""

    def refused(self, step: str) -> str:
        """Why a step is refused; empty if it is not."""
        kind, args = STEPS[step]
        return self.refusal(kind, **args)

    def allowed(self) -> set[str]:
        """The steps that are allowed, by name."""
        return {step for step in STEPS if not self.refused(step)}

    # ------------------------------------------------------------ looking

    def decides(self) -> int:
        """The one seat that owes a decision."""
        (seat,) = RULES.pending_seats(self.s)
        return seat

    def where(self, car: int) -> tuple[int, int, int]:
        x, y = BOARD.place(self.s.square[car])
        return x, y, self.s.heading[car]

    def is_captured(self, car: int) -> bool:
        return bool(self.s.square[car] == RULES.CAPTURED)

    @property
    def ending(self) -> str:
        code = RULES.ending(self.s)
        return GAME.endings[code - 1] if code else ""

    @property
    def roadblocks(self) -> set[tuple[int, int]]:
        return {BOARD.place(BOARD.exits[place]) for place in self.s.roadblock if place >= 0}

    def sheet(self, kind: str) -> list[int]:
        sheet = [0] * self.s.players
        getattr(RULES, kind)(self.s, sheet)
        return sheet

    def told(self) -> list[str]:
        """What has happened since the last time of asking."""
        events = [GAME.events.named(event)[0] for event in self.s.told]
        self.s.told.clear()
        return events

    def audited(self) -> None:
        assert RULES.audit(self.s) == 0

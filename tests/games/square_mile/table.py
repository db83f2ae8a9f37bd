"""A table for the tests: set a position up in the rulebook's words, then play it by the rules.

    table = Table(players=3)
    table.owns(ANN, "CG")
    table.roads("C-G", "C north")
    table.play(ANN, "stop_selling")

Tracts go by their letters, sections by the tracts on both sides or by a tract and a direction. Every position is
range-checked, every action is checked against its refusal and against the legal ones, and the books are audited after
each.
"""

from typing import Any

from tabletown.games.square_mile import GAME
from tabletown.games.square_mile.rules.geometry import AROUND, EAST, NORTH, SOUTH, WEST
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACTS
from tabletown.games.square_mile.rules.state import NO_SEAT, UNZONED, State
from tabletown.rulekit.namespace import Namespace

RULES = Namespace(GAME, GAME.edition())

ANN, BEN, CAT, DAN = range(4)
ROADS, SUBDIVISIONS, BUILDINGS = range(3)
DIRECTIONS = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}


def tract(letter: str) -> int:
    return LETTERS.index(letter)


def edge(name: str) -> int:
    """ "C-G" lies between C and G, "B north" at the northern side of B."""
    if "-" in name:
        pair = tuple(sorted(map(tract, name.split("-"))))
        return next(edge for edge in range(EDGES) if RULES.BESIDE[edge] == pair)
    letter, direction = name.split()
    return AROUND[tract(letter)][DIRECTIONS[direction]]


def dealt(players: int = 3, seed: int = 1, **options: int) -> State:
    """A game as it is dealt."""
    state = RULES.new_state(GAME.read_options(options), checked=True)
    assert isinstance(state, State)
    RULES.seed_dice(state, seed)
    RULES.setup(state, players)
    return state


class Seats:
    """Playing by the rules, with everything checked that can be."""

    s: State

    def action(self, kind: str, **args: Any) -> int:
        """Tracts and edges may be given by name."""
        for name, read in (("tract", tract), ("edge", edge)):
            if isinstance(args.get(name), str):
                args[name] = read(args[name])
        return GAME.actions.encode(kind, args)

    def play(self, seat: int, kind: str, **args: Any) -> None:
        action = self.action(kind, **args)
        code = RULES.why_not(self.s, seat, action)
        assert code == 0, GAME.reasons.all[code]
        assert action in RULES.legal_actions(self.s, seat)
        RULES.apply(self.s, seat, action)
        assert RULES.audit(self.s) == 0

    def refused(self, seat: int, kind: str, **args: Any) -> tuple[str, str]:
        """Why the action is refused: the reason and its clause."""
        action = self.action(kind, **args)
        assert action not in RULES.legal_actions(self.s, seat)
        reason = GAME.reasons.all[RULES.why_not(self.s, seat, action)]
        return reason.name, reason.clause

    def can(self, seat: int, kind: str) -> set[int]:
        """The places in the action space of the seat's legal actions of a kind, from 0."""
        block = GAME.actions.kinds[kind]
        actions = RULES.legal_actions(self.s, seat)
        return {action - block.offset for action in actions if 0 <= action - block.offset < block.count}

    def told(self, kind: str) -> list[dict[str, int]]:
        """The numbers of all events of a kind told so far."""
        named = (GAME.events.named(event) for event in self.s.told)
        return [numbers for name, numbers in named if name == kind]


class Planning(Seats):
    """A game as it is dealt, at the sealed bids or, with tract cards, at the first card."""

    def __init__(self, players: int = 3, seed: int = 1, **options: int) -> None:
        self.s = dealt(players, seed, **options)

    def bids(self, seat: int, **sums: int) -> None:
        """The seat's sealed bids, by letter, handed in."""
        for letter, thousands in sums.items():
            self.play(seat, "bid_for", tract=letter)
            self.play(seat, "sealed_sum", thousands=thousands)
        if self.s.phase == RULES.SEALED_BIDS_DUE and not self.s.decided >> seat & 1:
            self.play(seat, "no_more_bids")

    def unowned(self) -> list[str]:
        return [LETTERS[tract] for tract in range(TRACTS) if self.s.owner[tract] == NO_SEAT]


class Table(Seats):
    """Unzoned land without roads or owners, 100,000 each, and ANN's turn to begin."""

    def __init__(self, players: int = 3, **options: int) -> None:
        self.s = dealt(players, **options)
        s = self.s
        for place in range(TRACTS):
            s.owner[place] = NO_SEAT
            s.ever_owned[place] = 0
            s.zone[place] = UNZONED
        for zone in range(len(s.reserved)):
            s.reserved[zone] = 0
        for seat in range(players):
            s.owned[seat] = 0
        s.first = ANN
        s.quiet_turns = 0
        RULES.begin_turn(s, ANN)
        s.told.clear()

    # ------------------------------------------------------------ setting a position up

    def owns(self, seat: int, letters: str) -> None:
        for letter in letters:
            self.s.owner[tract(letter)] = seat
            self.s.ever_owned[tract(letter)] = 1
            self.s.owned[seat] += 1

    def zoned(self, letters: str, zone: int) -> None:
        for letter in letters:
            RULES.zone_tract(self.s, tract(letter), zone)

    def roads(self, *names: str) -> None:
        for name in names:
            if not self.s.section[edge(name)]:
                RULES.put_section(self.s, edge(name))
        self.s.busy = 0

    def enclosed(self, letters: str) -> None:
        for letter in letters:
            self.roads(*(f"{letter} {direction}" for direction in DIRECTIONS))

    def subdivided(self, letters: str) -> None:
        self.enclosed(letters)
        for letter in letters:
            self.s.subdivided[tract(letter)] = 1

    def built(self, letter: str, building: int) -> None:
        self.subdivided(letter)
        place = tract(letter)
        self.s.building[place] = building
        self.s.stock[building] -= 1
        if self.s.zone[place] != UNZONED:
            self.s.reserved[building] -= 1

    def cash(self, *thousands: int) -> None:
        for seat, amount in enumerate(thousands):
            self.s.paid_out += amount - self.s.cash[seat]
            self.s.cash[seat] = amount

    # ------------------------------------------------------------ playing

    def step(self, seat: int, step: int) -> None:
        """Go on to building, and name the step."""
        self.play(seat, "stop_selling")
        self.play(seat, "name_step", step=step)

    def to_buying(self, seat: int) -> None:
        """Sell nothing more and build nothing."""
        if self.s.phase == RULES.SELL_PART:
            self.play(seat, "stop_selling")
        if self.s.phase == RULES.STEP_TO_NAME:
            self.play(seat, "stop_building")

    def skip_turn(self, seat: int) -> None:
        turn = self.s.turn
        self.to_buying(seat)
        if self.s.turn == turn and self.s.phase == RULES.BUY_PART:
            self.play(seat, "end_turn")

    def value(self, letter: str) -> int:
        worth: int = RULES.market_value(self.s, tract(letter))
        return worth

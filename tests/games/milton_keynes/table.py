"""A table for the tests: set a position up in the rulebook's words, then play it by the rules.

    table = Table(players=4)
    table.builds(ANN, ESTATE, "G7")
    table.holds(BEN, "H6 H7", permits=[LOBBY])
    table.to_pouches()
    table.play(BEN, "commission", kind=LOBBY)

Every position is range-checked, every action is checked to be legal and the books are balanced after it.
"""

from collections.abc import Iterable
from typing import Any

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.rules.shapes import (
    AIR_BASE,
    ALLOTMENTS,
    COMMONS,
    DEMOLISH,
    DUMP,
    EXTENSION,
    INQUIRY,
    LOBBY,
    NATURE_RESERVE,
    PLOTS,
    REDEVELOP,
    SEWAGE_REPROCESSOR,
)
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.namespace import Namespace

__all__ = [
    "AIR_BASE",
    "ALLOTMENTS",
    "ANN",
    "BEN",
    "CAT",
    "COMMONS",
    "DAN",
    "DEMOLISH",
    "DUMP",
    "ESTATE",
    "EVE",
    "EXTENSION",
    "INQUIRY",
    "LOBBY",
    "NATURE_RESERVE",
    "REDEVELOP",
    "RULES",
    "SEWAGE_REPROCESSOR",
    "Table",
    "plot",
    "plots",
    "seen",
]

RULES = Namespace(GAME, GAME.edition())
ANN, BEN, CAT, DAN, EVE = range(5)
ESTATE = INQUIRY
"""Any simple permit builds an Estate."""
IN_DECK = 5


def plot(name: str) -> int:
    return "ABCDEFGHJ".index(name[0]) * 9 + int(name[1]) - 1


def plots(names: str) -> list[int]:
    return [plot(name) for name in names.split()]


def seen(state: State, viewer: int) -> State:
    """What a seat (-1: a spectator) may know."""
    view = RULES.concealed(state, viewer)
    assert isinstance(view, State)
    return view


class Table:
    """A game in its first year, characters taken in seat order, hands emptied; ANN is asked first."""

    def __init__(
        self, players: int = 4, seed: int = 1, rules: Namespace = RULES, *, checked: bool = True, **options: int
    ) -> None:
        self.rules = rules
        state = rules.new_state(GAME.read_options(options), checked=checked)
        assert isinstance(state, State)
        self.s = state
        rules.seed_dice(self.s, seed)
        rules.setup(self.s, players)
        while self.s.phase == rules.CHOOSE_CHARACTER:
            rules.apply(self.s, self.s.seat, rules.legal_actions(self.s, self.s.seat)[0])
        if not self.s.advanced:
            self.clear_hands()
        self.s.first = ANN
        self.s.told.clear()

    # ------------------------------------------------------------ setting a position up

    def clear_hands(self) -> None:
        """All cards into their decks, and all cash into the bank."""
        for seat in range(self.s.players):
            self.s.bank += self.s.cash[seat]
            self.s.cash[seat] = 0
        for card in range(len(self.s.place)):
            if self.s.place[card] < IN_DECK:
                self.into_deck(card)

    def into_deck(self, card: int) -> None:
        seat = self.s.place[card]
        if card < PLOTS:
            self.s.deeds_held[seat] -= 1
            self.rules.sink_deed(self.s, card)
        else:
            self.s.permits_held[seat] -= 1
            self.rules.sink_permit(self.s, card)
        self.s.told.clear()

    def holds(self, seat: int, deeds: str = "", permits: Iterable[int] = (), cash: int = 0) -> None:
        """The seat gets these cards from the decks, openly, and this cash from the bank."""
        for deed in plots(deeds):
            assert self.s.place[deed] == IN_DECK, f"deed {deed} is not in the deck"
            self.rules.pull_deed(self.s, deed)
            self.rules.take_deed_openly(self.s, seat, deed)
        for kind in permits:
            self.take_permit(kind)
            self.rules.take_permit_openly(self.s, seat, self.taken)
        self.s.cash[seat] += cash
        self.s.bank -= cash

    def take_permit(self, kind: int) -> None:
        """One permit of the kind, out of the deck."""
        deck, left = self.s.permit_deck, self.s.permits_left
        index = next(i for i in range(left) if self.rules.kind_of(deck[i]) == kind)
        self.taken = deck[index]
        for i in range(index, left - 1):
            deck[i] = deck[i + 1]
        deck[left - 1] = -1
        self.s.permits_left -= 1
        self.s.permits_sunk = min(self.s.permits_sunk - (index < self.s.permits_sunk), self.s.permits_left)

    def builds(self, seat: int, kind: int, names: str) -> int:
        """A building stands there; answers its number."""
        number: int = self.rules.found_building(self.s, seat, kind)
        for deed in plots(names):
            self.rules.build_on_deed(self.s, deed)
            self.rules.put_block(self.s, deed, number)
        self.rules.count_blocks(self.s)
        return number

    def floods(self, names: str) -> None:
        """Lay river there."""
        for deed in plots(names):
            self.take_out(deed)
            self.s.ground[deed] = self.rules.RIVER

    def dries(self, names: str) -> None:
        """Make land of river or marsh, its deed in the deck."""
        for deed in plots(names):
            self.s.ground[deed] = self.rules.LAND
            self.rules.sink_deed(self.s, deed)

    def take_out(self, deed: int) -> None:
        if self.s.place[deed] == IN_DECK:
            self.rules.pull_deed(self.s, deed)
        self.rules.show_place(self.s, deed, self.rules.OUT_OF_GAME)

    def leaves_in_deck(self, count: int) -> None:
        """All other deeds leave the game."""
        while self.s.deeds_left > count:
            self.rules.show_place(self.s, self.rules.draw_deed(self.s), self.rules.OUT_OF_GAME)

    def stacks(self, names: str) -> None:
        """These deeds lie on top of the deck, the first on top."""
        for deed in reversed(plots(names)):
            self.rules.pull_deed(self.s, deed)
            self.s.deed_deck[self.s.deeds_left] = deed
            self.s.deeds_left += 1

    def go(self, phase: int) -> None:
        """Go on from a step that happens by itself."""
        self.s.owing = 0
        self.s.phase = phase
        self.rules.carry_on(self.s)

    def new_year(self, year: int = 2) -> None:
        """A new year begins; ANN is asked first."""
        self.s.year = year - 1
        self.go(self.rules.NEW_YEAR)
        self.s.first = ANN
        if not self.rules.is_sealed(self.s):
            self.s.seat = ANN

    def to_sale(self, year: int = 2) -> None:
        self.s.year, self.s.season = year, 0
        self.go(self.rules.BEGIN_SALE)

    def to_trading(self) -> None:
        self.s.year = max(2, self.s.year)
        self.go(self.rules.BEGIN_TRADING_PHASE)

    def to_bids(self, *kinds: int) -> None:
        """These permits lie between ANN and BEN, BEN and CAT, and so on; nobody trades."""
        self.s.offers = 0
        for kind in reversed(kinds):
            self.take_permit(kind)
            self.s.permit_deck[self.s.permits_left] = self.taken
            self.s.permits_left += 1
        self.to_trading()

    def to_pouches(self) -> None:
        self.s.year = max(2, self.s.year)
        self.s.deeds_left_at_new_year = self.s.deeds_left
        self.go(self.rules.BEGIN_POUCHES)

    # ------------------------------------------------------------ playing

    def action(self, kind: str, args: dict[str, Any]) -> int:
        if isinstance(args.get("plot"), str):
            args = args | {"plot": plot(args["plot"])}
        return GAME.actions.encode(kind, args)

    def play(self, seat: int, kind: str, /, **args: Any) -> None:
        action = self.action(kind, args)
        assert self.rules.why_not(self.s, seat, action) == 0, self.refusal(seat, kind, **args)
        assert action in self.rules.legal_actions(self.s, seat)
        self.s.told.clear()
        self.rules.apply(self.s, seat, action)
        assert self.rules.audit(self.s) == 0

    def all_play(self, kind: str, /, **args: Any) -> None:
        """Everybody that owes an answer gives this one."""
        for seat in self.pending:
            self.play(seat, kind, **args)

    def refusal(self, seat: int, kind: str, /, **args: Any) -> str:
        """The reason's name; empty if it is allowed."""
        code = self.rules.why_not(self.s, seat, self.action(kind, args))
        return GAME.reasons.all[code].name if code else ""

    def clause(self, seat: int, kind: str, /, **args: Any) -> str:
        """Where the rulebook refuses it."""
        return GAME.reasons.all[self.rules.why_not(self.s, seat, self.action(kind, args))].clause

    def fill(self, seat: int, *entries: tuple[int, str]) -> None:
        """A pouch of permits with their deeds."""
        for kind, names in entries:
            self.play(seat, "commission", kind=kind)
            for deed in plots(names):
                self.play(seat, "put_deed", plot=deed)

    def seal(self, *seats: int) -> None:
        for seat in seats:
            self.play(seat, "seal")

    @property
    def pending(self) -> tuple[int, ...]:
        return self.rules.pending_seats(self.s)

    def told(self, kind: str) -> list[dict[str, int]]:
        """The numbers of the events of a kind that the last action told."""
        named = (GAME.events.named(event) for event in self.s.told)
        return [numbers for name, numbers in named if name == kind]

    def hand(self, seat: int) -> set[int]:
        return {deed for deed in range(PLOTS) if self.s.place[deed] == seat}

    def blocks(self) -> list[int]:
        return [self.s.blocks[seat] for seat in range(self.s.players)]

    def bottom(self, count: int) -> list[int]:
        """The kinds of the lowest permits in the deck, the lowest first."""
        return [self.rules.kind_of(self.s.permit_deck[index]) for index in range(count)]


def pouches(deeds: str = "", permits: tuple[int, ...] = (), **more: tuple[str, tuple[int, ...]]) -> Table:
    """Three players fill pouches; ANN holds these cards, ben= and cat= what is given for them."""
    table = Table(3)
    table.holds(ANN, deeds, permits)
    for name, seat in (("ben", BEN), ("cat", CAT)):
        if name in more:
            table.holds(seat, *more[name])
    return table

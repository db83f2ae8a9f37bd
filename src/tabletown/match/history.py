"""What has been played: the log, the seeds that chance follows from, and the position that they lead to."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from tabletown.match.chance import Seed, dice_for, make_seed
from tabletown.match.course import Course
from tabletown.match.errors import Refused
from tabletown.match.game import Game, names_for
from tabletown.match.log import Entry, LogItem, Move, Undo
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.language import message
from tabletown.rulekit.records import Event, Record

NO_SUCH_STEP = message("The game has the steps 0 to {steps}, not {step}.")


class History:
    """Game + edition + options + seed + log. Nothing else is truth; the state is worked out from them."""

    def __init__(
        self,
        game: Game,
        players: int,
        seed: int | str | bytes | None,
        options: Mapping[str, int],
        edition: Edition,
        names: Sequence[str] | None = None,
        start: Record | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.rules = game.rules(edition)
        self.names = names_for(players, names)
        self.seed: Seed = make_seed(seed)
        self.start = start
        self.items: list[LogItem] = []
        self._seeds: list[tuple[int, Seed]] = [(0, self.seed)]
        self._opening: list[Event] = []
        self._course = Course(self._first_state(), self._replay_entry)

    @property
    def decision(self) -> int:
        """The number of the decision that is open now; never used again."""
        return len(self.items) + 1

    @property
    def steps(self) -> int:
        """How many entries the game has come to, those taken back not counted."""
        return len(self._course.entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that the game has come to; step n is the position after the first n."""
        return self._course.whole

    @property
    def state(self) -> Record:
        """The holder's: a copy of the whole state, secrets and all. Players get `view`."""
        return self._state.copy()

    @property
    def _state(self) -> Record:
        return self._course.state

    def _at(self, step: int) -> Record:
        if not 0 <= step <= self.steps:
            raise Refused("no_such_step", NO_SUCH_STEP, steps=self.steps, step=step)
        return self._course.after(step)

    def entries_up_to(self, number: int) -> int:
        """How many entries there are up to that number."""
        return bisect_right(self._course.entries, number, key=lambda entry: entry.number)

    def _first_state(self) -> Record:
        self._opening = []
        if self.start is not None:
            return self.start.copy()
        state = self.rules.new_state(self.options)
        state.rng = dice_for(self.seed, 0, 0)
        self.rules.call.setup(state, self.players)
        self._opening = state.told
        state.told = []
        return state

    def _seed_at(self, number: int) -> Seed:
        """The seed that chance follows from at that entry."""
        return next(seed for since, seed in reversed(self._seeds) if since < number)

    @property
    def seed_now(self) -> Seed:
        """The seed that the next entry's chance follows from."""
        return self._seed_at(self.decision)

    def _append(self, entry: Entry) -> None:
        """Play an entry, and what follows from it without a choice."""
        state = self._state.copy()
        moves = list(entry.moves)
        self._replay_entry(state, entry)
        while (forced := self._forced(state)) is not None:
            moves.append(forced)
            self.advance(state, entry.number, len(moves) - 1, forced)
        self._take(entry, tuple(moves), state)

    def _take(self, entry: Entry, moves: tuple[Move, ...], state: Record) -> None:
        whole = Entry(entry.number, moves, entry.sealed, tuple(state.told))
        state.told = []
        self.items.append(whole)
        self._course.append(whole, state)

    def advance(self, state: Record, entry: int, place: int, move: Move) -> None:
        """Play a move of an entry on a state of the holder's, with the chance that belongs to it."""
        state.rng = dice_for(self._seed_at(entry), entry, place)
        self.rules.call.apply(state, move.seat, move.action)

    def _forced(self, state: Record) -> Move | None:
        """The automatic move of a seat that has no choice, if its kind is one that nobody wants to be asked for."""
        automatic = self.game.declaration.automatic
        seats = self.rules.pending_seats(state)
        if not automatic or len(seats) != 1:
            return None
        actions = self.rules.legal_actions(state, seats[0])
        if len(actions) != 1 or self.game.declaration.actions.decode(actions[0])[0] not in automatic:
            return None
        return Move(seats[0], actions[0], automatic=True)

    def replay(self, items: Iterable[LogItem]) -> None:
        """Take a whole log over, as a record holds it. Its moves have been checked."""
        for item in items:
            if isinstance(item, Entry):
                state = self._state.copy()
                self._replay_entry(state, item)
                self._take(item, item.moves, state)
            else:
                self.items.append(item)
                if isinstance(item, Undo):
                    self._course.take_back()
                else:
                    self._seeds.append((item.number, item.seed))

    def _replay_entry(self, state: Record, entry: Entry) -> None:
        for place, move in enumerate(entry.moves):
            self.advance(state, entry.number, place, move)

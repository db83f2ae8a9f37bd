"""One game being played: the log, the sealed drawer, undo, and what each viewer may see."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tabletown.match.action import Action, Playable, number_of
from tabletown.match.chance import commitment, dice_for, make_seed
from tabletown.match.custom import veiled
from tabletown.match.errors import Refused
from tabletown.match.game import Game
from tabletown.match.history import History
from tabletown.match.log import Entry, Line, Move, Reseed, Undo
from tabletown.match.plan import Plan, planned, tells_more
from tabletown.match.reveal import goes_unnoticed, reveals, secret_fields
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.language import Say, message, say
from tabletown.rulekit.look import SPECTATOR, Listener, Look, Memory
from tabletown.rulekit.loops import WHOLE_WIN
from tabletown.rulekit.records import Event, Record
from tabletown.rulekit.rooms import Words

REVEALED = message("A composed move ends where something is revealed: send the rest afterwards.")
NO_SUCH_SEAT = message("There is no seat {seat!r}; the seats are 0 to {last}.")


class Match(History):
    """A history that goes on: what may be played, what waits in the drawer, and what each viewer may see."""

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
        super().__init__(game, players, seed, options, edition, names, start)
        self._drawer: dict[int, list[int]] = {}
        self._revealing: tuple[Entry | None, bool] = (None, False)
        self._own: dict[int, tuple[Record, list[int], Record]] = {}
        self._asks: tuple[Record | None, tuple[int, ...]] = (None, ())
        """A position, and the seats that are asked in it."""
        self.memory = Memory()
        """What was drawn and said of it, for whoever looks at it again."""

    # ------------------------------------------------------------ whose decision

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return tuple(seat for seat in self._asked() if not self._has_decided(seat))

    @property
    def changeable(self) -> tuple[int, ...]:
        """The seats whose sealed answer is in and can still be changed."""
        return tuple(seat for seat in self._asked() if self._has_decided(seat))

    @property
    def drawer(self) -> dict[int, list[int]]:
        """The holder's: sealed answers that wait for the last one, and parts of a choice that wait for the rest."""
        return {seat: list(numbers) for seat, numbers in self._drawer.items()}

    def _asked(self) -> tuple[int, ...]:
        state, (known, seats) = self._course.state, self._asks
        if state is not known:
            seats = self.rules.pending_seats(state)
            self._asks = (state, seats)
        return seats

    def _has_decided(self, seat: int) -> bool:
        return seat in self._drawer and seat not in self.rules.pending_seats(self._own_state(seat))

    def _own_state(self, seat: int) -> Record:
        """The state with the seat's own sealed answers played, others' still in the drawer; to be left as it is."""
        sealed = self._drawer.get(seat)
        if not sealed:
            return self._state
        known = self._own.get(seat)
        if known is None or known[0] is not self._state or known[1] != sealed:
            state = self._state.copy()
            for action in sealed:
                self.rules.call.apply(state, seat, action)
            known = self._own[seat] = (self._state, [*sealed], state)
        return known[2]

    def legal(self, seat: int, language: str = "en") -> list[Action]:
        """What the seat may do now; nothing unless it owes a decision."""
        self._check_seat(seat)
        if seat not in self.pending:
            return []
        view = self.perfect_memory(seat)
        return [self.action(number, seat, view, language) for number in self.rules.legal_actions(view, seat)]

    def action(self, number: int, seat: int, view: Record | None = None, language: str = "en") -> Action:
        """The action of that number, as the seat would read it."""
        kind, args = self.game.declaration.actions.decode(number)
        text = self._words.action(self._look(view or self.perfect_memory(seat), seat, language), number)
        return Action(kind, args, number, text)

    def why_not(self, seat: int, action: Playable, language: str = "en") -> Refused | None:
        """Why the seat may not play the action, or None."""
        self._check_seat(seat)
        number = number_of(self.game.declaration.actions, action)
        if refusal := self._refuse_turn(seat):
            return refusal
        return self.refuse_action(self.perfect_memory(seat), seat, number, language)

    # ------------------------------------------------------------ playing

    def play(self, seat: int, action: Playable | Sequence[Playable], decision: int | None = None) -> None:
        """Play an action, or a list of them as one: whole or not at all."""
        numbers = self._checked_turn(seat, action, decision)
        if len(self._asked()) > 1:
            self._seal(seat, numbers)
        else:
            self._enter(seat, numbers)

    def hand_in(self, seat: int, action: Playable | Sequence[Playable], decision: int | None = None) -> None:
        """Play; but parts of a choice that nobody else can notice wait in the drawer for the rest, uncounted."""
        numbers = self._checked_turn(seat, action, decision)
        if len(self._asked()) > 1 or self._goes_unnoticed(seat, numbers):
            self._seal(seat, numbers)
        else:
            self._enter(seat, numbers)

    def _checked_turn(self, seat: int, action: Playable | Sequence[Playable], decision: int | None) -> list[int]:
        """The numbers of the actions, if it is the seat's turn."""
        self._check_seat(seat)
        if decision is not None and decision != self.decision:
            sentence = message("Decision {made} has been made; decision {open} is open now.")
            raise Refused("stale_decision", sentence, made=decision, open=self.decision)
        given = action if isinstance(action, (list, tuple)) else [action]
        numbers = [number_of(self.game.declaration.actions, one) for one in given]
        if not numbers:
            raise Refused("no_action", message("An empty list of actions is no move."))
        if refusal := self._refuse_turn(seat):
            raise refusal
        return numbers

    def _enter(self, seat: int, numbers: list[int]) -> None:
        """Play as one entry what the seat has put by, and these."""
        whole = [*self._drawer.get(seat, ()), *numbers]
        self._check_composed(self._state, seat, whole)
        self._drawer.clear()
        self._append(Entry(self.decision, tuple(Move(seat, number) for number in whole)))

    def _goes_unnoticed(self, seat: int, numbers: list[int]) -> bool:
        """Whether these are legal, leave the seat with more to decide, and nobody else could tell."""
        before = self._own_state(seat)
        if not secret_fields(before):
            return False
        after = before.copy()
        for number in numbers:
            if self.rules.call.why_not(self.rules.concealed(after, seat), seat, number):
                return False
            self.rules.call.apply(after, seat, number)
            if after.rng != before.rng or self.rules.pending_seats(after) != (seat,) or self._forced(after):
                return False
        return goes_unnoticed(self.rules, self.players, seat, before, after)

    def _refuse_turn(self, seat: int) -> Refused | None:
        if self.over:
            return Refused("game_is_over", message("The game is over."))
        if seat not in self._asked():
            waiting = tuple(self.names[other] for other in self.pending)
            sentence = message("It is not {name}'s decision; the table waits for {waiting}.")
            return Refused("not_your_decision", sentence, name=self.names[seat], waiting=waiting)
        if self._has_decided(seat):
            sentence = message("{name} has decided; withdraw the answer to change it.")
            return Refused("already_decided", sentence, name=self.names[seat])
        return None

    def refuse_action(self, view: Record, seat: int, number: int, language: str = "en") -> Refused | None:
        """Why the seat, knowing that view, may not play the action, or None."""
        code = self.rules.call.why_not(view, seat, number)
        if code == 0:
            return None
        reason = self.game.declaration.reasons.all[code]

        def worded(language: str) -> str:
            return self._words.refusal(self._look(view, seat, language), number, code)

        return Refused(reason.name, worded(language), reason.clause, worded)

    def _check_composed(self, state: Record, seat: int, numbers: list[int]) -> None:
        """Every action legal on the seat's own view, and nothing revealed before the last."""
        if len(numbers) > 1:
            state = state.copy()
        for place, number in enumerate(numbers):
            if refusal := self.refuse_action(self.rules.concealed(state, seat), seat, number):
                raise refusal
            if place + 1 == len(numbers):
                return
            if tells_more(self, state, seat, number, place):
                raise Refused("reveals", REVEALED)
            if seat not in self.rules.pending_seats(state):
                raise Refused("not_your_decision", message("A composed move ends where another player has to decide."))

    def planned(self, seat: int, numbers: Sequence[int], language: str = "en") -> Plan:
        """Where the seat's actions would lead, as it may know. Nothing is played; what hangs on chance is refused."""
        if refusal := self._refuse_turn(seat):
            raise refusal
        return planned(self, self._own_state(seat).copy(), seat, numbers, language)

    def _seal(self, seat: int, numbers: list[int]) -> None:
        state = self._own_state(seat).copy()
        for number in numbers:
            if seat not in self.rules.pending_seats(state):
                raise Refused("already_decided", message("The sealed answer is complete before the end of the list."))
            if refusal := self.refuse_action(self.rules.concealed(state, seat), seat, number):
                raise refusal
            self.rules.call.apply(state, seat, number)
        self._drawer.setdefault(seat, []).extend(numbers)
        if not self.pending:
            self._open_drawer()

    def _open_drawer(self) -> None:
        """The last sealed answer is in: play them all, in seat order, as one entry."""
        drawer, self._drawer = self._drawer, {}
        moves = (Move(seat, number) for seat in sorted(drawer) for number in drawer[seat])
        self._append(Entry(self.decision, tuple(moves), sealed=True))

    def withdraw(self, seat: int) -> None:
        """Take a sealed answer back, while somebody else's is still missing."""
        self._check_seat(seat)
        if seat not in self._drawer:
            sentence = message("{name} has no sealed answer to withdraw.")
            raise Refused("nothing_sealed", sentence, name=self.names[seat])
        del self._drawer[seat]

    # ------------------------------------------------------------ taking back

    def can_undo(self, seat: int, *, consent: bool = False) -> Refused | None:
        """None if the seat may take its last move back, else why not."""
        self._check_seat(seat)
        if self._drawer.get(seat):
            return None
        if not self.steps:
            return Refused("nothing_to_undo", message("Nothing has been played yet."))
        if consent:
            return None
        entry = self._course.entries[-1]
        if entry.sealed or any(move.seat != seat for move in entry.moves if not move.automatic):
            return Refused("not_your_move", message("Another player has decided since; the whole table has to agree."))
        if self._last_revealed():
            return Refused("revealed", message("That move revealed something; the whole table has to agree."))
        if any(map(self.game.declaration.events.is_final, entry.events)):
            return Refused("decided", message("That move decided something for good; the whole table has to agree."))
        return None

    def undo(self, seat: int, *, consent: bool = False) -> None:
        """Take back the seat's last move; with the table's consent, the last move of anybody."""
        if refusal := self.can_undo(seat, consent=consent):
            raise refusal
        sealed = self._drawer.get(seat)
        if sealed:
            sealed.pop()
            if not sealed:
                del self._drawer[seat]
            return
        self._drawer.clear()
        self.items.append(Undo(self.decision, seat, consent))
        self._course.take_back()

    def _last_revealed(self) -> bool:
        """Whether the last entry brought something to light."""
        entry = self._course.entries[-1]
        if entry is not self._revealing[0]:
            self._revealing = (entry, self._revealed_by(entry))
        return self._revealing[1]

    def _revealed_by(self, entry: Entry) -> bool:
        """By the last entry. Where it is one move both positions are at hand; else it is played once more."""
        before = self._course.after(self.steps - 1)
        if len(entry.moves) == 1:
            return self._brought_to_light(entry, 0, before, self._state)
        state = before.copy()
        for place, move in enumerate(entry.moves):
            before = state.copy()
            self.advance(state, entry.number, place, move)
            if self._brought_to_light(entry, place, before, state):
                return True
        return False

    def _brought_to_light(self, entry: Entry, place: int, before: Record, after: Record) -> bool:
        """Whether chance had a part in a move, or somebody sees what was hidden from them."""
        dice = dice_for(self._seed_at(entry.number), entry.number, place)
        return after.rng != dice or reveals(self.rules, self.players, before, after)

    # ------------------------------------------------------------ looking

    def view(self, seat: int | None = None, step: int | None = None) -> Record:
        """What the table shows the seat (None: a spectator), now or after that many steps; not what custom hides."""
        return veiled(self.rules, self.perfect_memory(seat, step), self._viewer(seat))

    def perfect_memory(self, seat: int | None = None, step: int | None = None) -> Record:
        """What the seat may know, also what custom hides though everybody saw it paid. Rules and bots think on it."""
        viewer = self._viewer(seat)
        if step is not None and step != self.steps:
            return self.rules.concealed(self._at(step), viewer)
        return self.rules.concealed(self._own_state(viewer), viewer)

    def look(self, seat: int | None = None, step: int | None = None, language: str = "en") -> Look[Any]:
        """What words and pictures for the seat (None: a spectator) are made from, now or after that many steps."""
        return self._look(self.perfect_memory(seat, step), self._viewer(seat), language)

    def _look(self, view: Record, viewer: int, language: str) -> Look[Any]:
        return Look(self.say(language), self.rules, viewer, tuple(self.names), view).kept_in(self.memory)

    def opened(self, step: int | None = None) -> Record:
        """The holder's: the position with nothing hidden, not even by custom, now or after that many steps."""
        state = self.state if step is None else self._at(step).copy()
        for option in self.game.options:
            if option.opens is not None:
                setattr(state, option.name, option.opens)
        return state

    def text(self, seat: int | None = None, step: int | None = None, language: str = "en") -> str:
        """The position as plain text."""
        return self._words.position(self.look(seat, step, language))

    def question(self, seat: int, language: str = "en") -> str:
        """What the seat is being asked."""
        return self._words.question(self.look(seat, None, language))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the position as a spectator sees it. `look(seat)` is a seat's."""
        return self.picture()

    def picture(
        self, seat: int | None = None, step: int | None = None, language: str = "en", *, dark: bool = False
    ) -> str:
        """The position as a self-contained SVG."""
        return self.game.declaration.picture.file(self.look(seat, step, language), dark=dark)

    def log(
        self,
        seat: int | None = None,
        language: str = "en",
        since: int = -1,
        until: int | None = None,
        *,
        opened: bool = False,
    ) -> list[Line]:
        """What happened after entry `since`, up to `until`, in sentences, as the seat (None: a spectator) may read it.

        What was taken back is left out. Opened is the holder's: with what was between few.
        """
        viewer = self._viewer(seat)
        _ = self.say(language)
        opening = self._opening if since < 0 else ()
        lines = [Line(0, None, text) for text in self.sentences(_, opening, viewer, opened=opened)]
        entries = self._course.entries
        last = len(entries) if until is None else self.entries_up_to(until)
        for entry in entries[self.entries_up_to(since) : last]:
            author = None if entry.sealed else entry.moves[0].seat
            said = self.sentences(_, entry.events, viewer, opened=opened)
            lines += [Line(entry.number, author, text) for text in said]
        return lines

    def told_to(self, seat: int) -> Iterator[tuple[int, int]]:
        """Which events of which entries the seat hears of."""
        known = self.game.declaration.events
        for entry, events in enumerate([self._opening, *(each.events for each in self._course.entries)]):
            yield from ((entry, place) for place, event in enumerate(events) if known.seen_by(event, seat))

    def sentences(self, _: Say, events: Iterable[Event], viewer: int, *, opened: bool = False) -> list[str]:
        """What the viewer may read of the events; opened, all of it."""
        known = self.game.declaration.events
        to = Listener(_, self.rules, viewer, tuple(self.names))
        return [self._words.event(to, event) for event in events if opened or known.seen_by(event, viewer)]

    # ------------------------------------------------------------ the end

    @property
    def over(self) -> bool:
        return not self._asked()

    @property
    def ending(self) -> str | None:
        """How the game ended, or None while it goes on."""
        code, known = self.rules.call.ending(self._state), self.game.endings
        if code > len(known):
            raise BadDeclaration(f"{self.game.title} ends: `ending` is {code}, and endings=(...) has {len(known)}.")
        return known[code - 1] if code else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score as it stands."""
        return self._sheet("scores")

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's share of the win; zeros while the game goes on."""
        if not self.over:
            return (0.0,) * self.players
        return tuple(share / WHOLE_WIN for share in self._sheet("returns"))

    def _sheet(self, which: str) -> tuple[int, ...]:
        out = [0] * self.players
        getattr(self.rules.call, which)(self._state, out)
        return tuple(out)

    # ------------------------------------------------------------ records, forks

    @property
    def commitment(self) -> str:
        """The hash of the seed: note it at the start, and check it at the end."""
        return commitment(self.seed)

    @property
    def digest(self) -> str:
        """A hash of all that was dealt, played and told, and of the scores: the same wherever the record is replayed.

        Not of the state's fields, so that rules can be written more neatly without making old records unreadable.
        """
        told = [(entry.moves, entry.events) for entry in self._course.entries]
        story = (self.commitment, self._opening, told, self._asked(), self.scores)
        return hashlib.sha256(json.dumps(story, default=vars).encode()).hexdigest()

    def record(self, seat: int | str | None = None) -> dict[str, Any]:
        """The holder's whole file; for a seat (or "spectator"): what that seat saw, for viewing."""
        from tabletown.match.record import seen_record, whole_record

        if seat is None:
            return whole_record(self)
        return seen_record(self, None if seat == "spectator" else self._viewer(seat if isinstance(seat, int) else -2))

    def until(self, step: int) -> "Match":
        """The match as it stood at that step: what comes next comes by the same chance."""
        self._at(step)
        new = Match(self.game, self.players, self.seed, self.options, self.rules.edition, self.names, self.start)
        newest = self._course.entries[step - 1].number if step else 0
        new.replay(item for item in self.items if item.number <= newest)
        return new

    def position(self, step: int) -> "Match":
        """The position of that step as a match of its own, without the log that led there, for whoever thinks."""
        start = self._at(step)
        return Match(self.game, self.players, self.seed, self.options, self.rules.edition, self.names, start)

    def fork(self, at: int | None = None, seed: int | str | bytes | None = None) -> "Match":
        """A new match that goes on from that step, with chance of its own."""
        new = self.until(self.steps if at is None else at)
        new.replay([Reseed(new.decision, make_seed(seed))])
        return new

    # ------------------------------------------------------------ small things

    @property
    def _words(self) -> Words[Any]:
        return self.game.declaration.words

    def say(self, language: str) -> Say:
        return say(language, self.game.declaration)

    def _check_seat(self, seat: object) -> None:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise Refused("no_such_seat", NO_SUCH_SEAT, seat=seat, last=self.players - 1)

    def _viewer(self, seat: int | None) -> int:
        if seat is None or seat == SPECTATOR:
            return SPECTATOR
        self._check_seat(seat)
        return seat

"""A fuzzer: random whole matches with everything that a table can do to them, watched by the laws.

States are range-checked. A fault is written as a record that loads, so that it is also the bug report and the test.
"""

import json
import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

from tabletown.lab.playing import OtherRules, Stopped
from tabletown.lab.runners import Here, Runner, in_order
from tabletown.match import Game, Match, Refused, load
from tabletown.match import game as game_named
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

Progress = Callable[[int], None]


class Fault(Exception):
    """A law that does not hold."""


@dataclass(frozen=True)
class Failure:
    """What went wrong, after how many steps of which game, and the record that leads there (none if the deal fails)."""

    game: int
    step: int
    what: str
    record: dict[str, Any] | None

    @property
    def text(self) -> str:
        return json.dumps(self.record, ensure_ascii=False, indent=1) + "\n"


@dataclass
class Fuzzed:
    """What was tried, and the first failure."""

    games: int = 0
    decisions: int = 0
    failure: Failure | None = None


class CheckedNamespace(Namespace):
    """Rules whose every state checks its stores and indices."""

    def new_state(self, options: dict[str, int], *, checked: bool = True) -> Record:
        return super().new_state(options, checked=checked)


class CheckedGame(Game):
    """A game that is played on checked states."""

    @cached_property
    def _checked(self) -> CheckedNamespace:
        return CheckedNamespace(self.declaration, self.edition())

    def rules(self, edition: Any = None) -> Namespace:
        if edition is None or (isinstance(edition, Edition) and edition.hash == self._checked.edition.hash):
            return self._checked
        return super().rules(edition)

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process it is a name; there it is made again."""
        return _checked_again, (self.name, self._checked.source_hash)


@cache
def _checked_again(name: str, source_hash: str) -> CheckedGame:
    made = CheckedGame(game_named(name).declaration)
    if made.rules().source_hash != source_hash:
        raise OtherRules(f"The rules of {name} differ between machines: install the same tabletown on each.")
    return made


def fuzz(
    game: Game, games: int, seed: int = 0, progress: Progress | None = None, runner: Runner | None = None
) -> Fuzzed:
    """Play that many games, or up to the first failure. Threads would only take turns; a cluster finds the same."""
    checked = game if isinstance(game, CheckedGame) else CheckedGame(game.declaration)
    done = Fuzzed()
    try:
        with closing(in_order(runner or Here(), partial(fuzz_one, checked, seed), range(games))) as tried:
            for _, (decisions, failure) in tried:
                done.games += 1
                done.decisions += decisions
                done.failure = failure
                if progress is not None:
                    progress(done.games)
                if failure is not None:
                    break
    except KeyboardInterrupt:
        raise Stopped(done, done.games, games) from None
    return done


def fuzz_one(checked: Game, seed: int, number: int) -> tuple[int, Failure | None]:
    """How many decisions the game took, and what went wrong in it."""
    player: _Player | None = None
    try:
        player = _Player(checked, random.Random(f"{seed} {number}"))
        player.play()
    except Exception as error:  # noqa: BLE001  whatever it is, it is what we are looking for
        return player.decisions if player else 0, failure_of(number, player, error)
    return player.decisions, None


def failure_of(number: int, player: "_Player | None", error: Exception) -> Failure:
    what = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
    if player is None:
        return Failure(number, 0, f"the deal: {what}", None)
    return Failure(number, player.match.steps, f"{player.doing}: {what}", loadable(player.match))


def loadable(match: Match) -> dict[str, Any] | None:
    """The record of the match; if the fault spoils it, of as much of it as still loads."""
    for length in range(len(match.items), -1, -1):
        try:
            record = (match if length == len(match.items) else cut_off(match, length)).record()
            load(record)
        except Exception:  # noqa: BLE001  a broken rule may break in any way
            continue
        return record
    return None


def cut_off(match: Match, length: int) -> Match:
    short = Match(match.game, match.players, match.seed, match.options, match.rules.edition, match.names)
    short.replay(match.items[:length])
    return short


class _Player:
    """One match, and the chance that decides what is done to it."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.rng = rng
        self.game = game
        options = {option.name: rng.choice(list(option.values)) for option in game.options}
        self.match = game.new(players=rng.choice(game.players), seed=rng.getrandbits(62), options=options)
        self.decisions = 0
        self.doing = "the beginning"

    def play(self) -> None:
        deeds = (self._undo, self._withdraw, self._fork, self._save_and_load, self._break_a_rule, self._compose)
        self._check()
        while not self.match.over:
            if self.decisions > 4 * self.game.declaration.max_decisions:
                raise Fault("the game does not end")
            if self.rng.random() < 0.08:
                self.rng.choice(deeds)()
            else:
                self._decide()
            self._check()
        self._save_and_load()
        self._check_end()

    def _decide(self) -> None:
        match = self.match
        seat = self.rng.choice(match.pending)
        action = self.rng.choice(match.rules.legal_actions(match.perfect_memory(seat), seat))
        play = self.rng.choice((match.play, match.hand_in))
        self.doing = f"seat {seat} plays action {action}"
        play(seat, action)
        self.decisions += 1

    # ------------------------------------------------------------ everything else that happens at a table

    def _undo(self) -> None:
        seat, consent = self.rng.randrange(self.match.players), self.rng.random() < 0.5
        self.doing = f"seat {seat} takes back ({'with' if consent else 'without'} consent)"
        allowed = self.match.can_undo(seat, consent=consent) is None
        self._all_or_nothing(lambda: self.match.undo(seat, consent=consent), allowed=allowed)

    def _withdraw(self) -> None:
        seat = self.rng.randrange(self.match.players)
        self.doing = f"seat {seat} withdraws"
        self._all_or_nothing(lambda: self.match.withdraw(seat), allowed=seat in self.match.drawer)

    def _break_a_rule(self) -> None:
        """Any action of any seat: it is played if it is legal, else refused and nothing has changed."""
        seat, action = self.rng.randrange(self.match.players), self.rng.randrange(self.game.declaration.actions.count)
        self.doing = f"seat {seat} tries action {action}"
        allowed = self.match.why_not(seat, action) is None
        self._all_or_nothing(lambda: self.match.play(seat, action), allowed=allowed)

    def _compose(self) -> None:
        """A list of actions, legal or not: whole or not at all."""
        seat = self.rng.choice(self.match.pending)
        first = self.rng.choice(self.match.rules.legal_actions(self.match.perfect_memory(seat), seat))
        actions = [first, self.rng.randrange(self.game.declaration.actions.count)]
        self.doing = f"seat {seat} plays the actions {actions} as one"
        self._all_or_nothing(lambda: self.match.play(seat, actions), allowed=None)

    def _fork(self) -> None:
        """It begins where the match stood at that step; sealed answers stay behind."""
        step = self.rng.randrange(self.match.steps + 1)
        self.doing = f"a fork at step {step}"
        viewers = [seat for seat in range(-1, self.match.players) if seat not in self.match.drawer]
        fork = self.match.fork(at=step, seed=self.rng.getrandbits(62))
        for seat in viewers:
            if fork.steps != step or fork.perfect_memory(seat) != self.match.perfect_memory(seat, step):
                raise Fault(f"to seat {seat} the fork begins at another position")
        if fork.drawer:
            raise Fault("the fork has taken sealed answers over")
        if self.rng.random() < 0.3:
            self.match = fork

    def _save_and_load(self) -> None:
        self.doing = "saving and loading"
        again = load(json.dumps(self.match.record()))
        if again.digest != self.match.digest or again.drawer != self.match.drawer:
            raise Fault("the loaded match stands elsewhere")
        if again.record() != self.match.record():
            raise Fault("the loaded match has another record")

    def _all_or_nothing(self, deed: Callable[[], None], *, allowed: bool | None) -> None:
        before = (self.match.digest, self.match.drawer, len(self.match.items))
        try:
            deed()
        except Refused as refused:
            if allowed:
                raise Fault(f"it was said to be allowed and is refused: {refused}") from None
            if (self.match.digest, self.match.drawer, len(self.match.items)) != before:
                raise Fault("it was refused and has changed something") from None
        else:
            if allowed is False:
                raise Fault("it was said to be refused and is done")

    # ------------------------------------------------------------ the laws

    def _check(self) -> None:
        """Views are looked at on unchecked copies mostly, because checked ones take twenty times as long to copy."""
        match, rules = self.match, self.match.rules
        state = match.state
        if book := rules.call.audit(state):
            raise Fault(f"book {book} does not balance")
        often = self.rng.random() < 0.9
        light = self._unchecked(state) if often else state
        self._check_view(light, self.rng.randrange(-1, match.players))
        for seat in match.pending:
            self._check_choice(light, seat)
        if self.rng.random() < 0.03:
            self._check_words()

    def _unchecked(self, state: Record) -> Record:
        plain = self.game.declaration.state()
        for name in state.fields:
            setattr(plain, name, _listed(getattr(state, name)))
        return plain

    def _check_view(self, state: Record, seat: int) -> None:
        """Whatever world the seat may imagine, it sees the same; and what it sees holds nothing more to hide."""
        rules = self.match.rules
        view = rules.concealed(state, seat)
        world = rules.redealt(view, seat, self.rng.getrandbits(40))
        if rules.concealed(world, seat) != view:
            raise Fault(f"seat {seat} could tell a redealt world from its own")
        if rules.concealed(view, seat) != view:
            raise Fault(f"hiding twice hides more from seat {seat} than hiding once")

    def _check_choice(self, state: Record, seat: int) -> None:
        rules, match = self.match.rules, self.match
        view = rules.concealed(state, seat) if not match.drawer else match.perfect_memory(seat)
        legal = rules.legal_actions(view, seat)
        if not legal:
            raise Fault(f"seat {seat} is to decide and has no choice")
        if len(set(legal)) != len(legal):
            raise Fault(f"seat {seat} is offered a choice twice")
        if not match.drawer and legal != rules.legal_actions(state, seat):
            raise Fault(f"seat {seat} may do other things than it sees")
        action = self.rng.randrange(self.game.declaration.actions.count)
        if (rules.call.why_not(view, seat, action) == 0) != (action in legal):
            raise Fault(f"legal and why_not disagree on action {action} of seat {seat}")
        if rules.call.default_action(view, seat) not in legal:
            raise Fault(f"an absent seat {seat} would do something illegal")

    def _check_words(self) -> None:
        match = self.match
        for seat in (None, *range(match.players)):
            if not match.text(seat) or not all(line.text for line in match.log(seat)):
                raise Fault(f"seat {seat} is told nothing")
        for seat in match.pending:
            if not match.question(seat) or not all(action.text for action in match.legal(seat)):
                raise Fault(f"seat {seat} is asked nothing")

    def _check_end(self) -> None:
        match = self.match
        self.doing = "the end"
        if match.ending not in match.game.endings:
            raise Fault(f"the game ended as {match.ending!r}")
        if abs(sum(match.returns) - 1) > 1e-9 or min(match.returns) < 0:
            raise Fault(f"the shares of the win are {match.returns}")


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, list) else value

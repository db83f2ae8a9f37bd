"""Before any law is tried: whether the game can be played at all. What stops a game would break every law at once."""

import ctypes
import random
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from tabletown.laws.law import fewer
from tabletown.laws.playing import Case
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.records import Record

ENOUGH = fewer(3000, 1500)
"""Decisions with each number of players, and of one game; whether longer ones end is a law."""
LONGEST = 20.0
"""Seconds that rules may take for one decision, interpreted and checked."""


class Stuck(Exception):
    """A game that cannot go on, in a sentence."""


class _OutOfPatience(BaseException):
    """Nothing has been decided for long."""


class _Watch:
    """Stops this thread if nothing has been decided for long: the rules go round in circles.

    Not as Ctrl-C would: of that nobody hears where a shell has begun the program in the background.
    """

    def __init__(self) -> None:
        self.decisions = 0
        self._watched = threading.get_ident()
        self._is_over = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[None]:
        watcher = threading.Thread(target=self._watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            self._is_over.set()
            watcher.join()

    def _watch(self) -> None:
        seen = -1
        while not self._is_over.wait(LONGEST):
            if self.decisions == seen:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._watched), ctypes.py_object(_OutOfPatience)
                )
                return
            seen = self.decisions


def play_first_games(declaration: Declaration, *, compiled: bool) -> None:
    """With every number of players some random games, on checked states; raises what stands in the way."""
    for players in declaration.players:
        case = Case(declaration, players)
        rng = random.Random(f"first games {case}")
        decisions = 0
        while decisions < ENOUGH:
            decisions += 1 + _play(case, rng)
    if compiled:
        Compiled(Case(declaration, declaration.default_players).rules).prepare(["random_games"])


def _play(case: Case, rng: random.Random) -> int:
    """Answers how many decisions it took."""
    watch, doing = _Watch(), ["it begins"]
    try:
        with watch.watching():
            for what in _steps(case, rng, watch):
                doing[0] = what
    except _OutOfPatience as stop:
        raise _stuck(case, watch, doing[0], stop, f"no end within {LONGEST:.0f} seconds") from None
    except TabletownError:
        raise
    except Stuck as stuck:
        raise Stuck(f"{_where(case, watch, doing[0])}: {stuck}.") from None
    except Exception as error:
        raise _stuck(case, watch, doing[0], error, f"{type(error).__name__}: {error}") from error
    return watch.decisions


def _steps(case: Case, rng: random.Random, watch: _Watch) -> Iterator[str]:
    """What is done next, before it is done."""
    rules = case.rules
    state: Record = rules.new_state(case.options(rng), checked=True)
    rules.call.seed_dice(state, rng.getrandbits(40))
    rules.call.setup(state, case.players)
    most = case.declaration.max_decisions
    while seats := rules.pending_seats(state):
        if max(seats) >= case.players:
            raise Stuck(f"seat {max(seats)} is asked, and there are {case.players}, counted from 0")
        if watch.decisions == most:
            raise Stuck(f"it goes on, and max_decisions is {most}")
        if watch.decisions == ENOUGH:
            return
        seat = rng.choice(seats)
        yield f"seat {seat} is asked"
        legal = rules.legal_actions(state, seat)
        if not legal:
            raise Stuck("nothing is allowed")
        action = rng.choice(legal)
        kind, given = rules.declaration.actions.decode(action)
        yield f"seat {seat} plays {kind}({', '.join(f'{name}={value}' for name, value in given.items())})"
        answer = rules.call.why_not(state, seat, action)
        if not isinstance(answer, int) or isinstance(answer, bool):
            refusing = f"refuse_{kind}" if f"refuse_{kind}" in rules.functions else "why_not"
            raise Stuck(f"`{refusing}` answers {answer}, not 0 or a reason")
        rules.call.apply(state, seat, action)
        watch.decisions += 1
    yield "it ends"
    ending, declared = rules.call.ending(state), len(case.declaration.endings)
    if ending == 0:
        raise Stuck("nobody is asked any more, and `ending` is 0")
    if not 1 <= ending <= declared:
        raise Stuck(f"`ending` is {ending}, and endings=(...) has {declared}")


def _where(case: Case, watch: _Watch, doing: str) -> str:
    title = case.declaration.title
    return f"{title} with {case.players} players stops at decision {watch.decisions + 1}, as {doing}"


def _stuck(case: Case, watch: _Watch, doing: str, error: BaseException, what: str) -> Stuck:
    """With the last line of the game's own that was run."""
    files = {module.__file__ for module in case.declaration.rules}
    frames = traceback.extract_tb(error.__traceback__)
    frame = next((each for each in reversed(frames) if each.filename in files), frames[-1])
    return Stuck(f"{_where(case, watch, doing)}: {frame.filename}, line {frame.lineno}: {what}.")

"""The compiled twin of a namespace: the same code objects, with globals in which every callee is a compiled one.

One signature a function, from its annotations, leaves first; cached on disk in a folder named by everything that the
code depends on, because the compiler's own cache would not see a changed helper, figure or edition.
"""

import atexit
import contextlib
import dis
import gc
import hashlib
import os
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tabletown.rulekit.errors import TabletownError, Told
from tabletown.rulekit.signatures import known_types, signature_of, takes_a_tuple

if TYPE_CHECKING:
    from tabletown.rulekit.namespace import Namespace

Progress = Callable[[int, int], None]

_lock = threading.Lock()
_stopping = threading.Event()


class Uncompilable(TabletownError):
    """A rule function that the compiler does not take."""


class Stopped(RuntimeError):
    """The program ended while the twin was being compiled."""


class Twin:
    """Compiled rules of one namespace. Each loop is compiled when it is first asked for, or before by `compile`."""

    def __init__(self, rules: "Namespace") -> None:
        self.rules = rules
        self._workshop: _Workshop | None = None
        self._loops: dict[str, Any] = {}
        self._thread: threading.Thread | None = None
        self._failure: BaseException | None = None
        self.progress: tuple[int, int] = (0, 0)

    @property
    def loops(self) -> tuple[str, ...]:
        """What can be called from Python."""
        return tuple(name for name in self.rules.functions if name in ENTRIES)

    def has(self, *loops: str) -> bool:
        """Whether these loops are compiled."""
        return all(name in self._loops for name in loops)

    @property
    def ready(self) -> bool:
        return self.has(*self.loops)

    def compile(self, progress: Progress | None = None, loops: Sequence[str] = ()) -> None:
        """Compile the loops (none named: all) now, or wait for the compilation that is under way."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        if self._failure is not None:
            raise self._failure
        with _lock:
            missing = [name for name in loops or self.loops if name not in self._loops]
            if missing:
                self._workshop = self._workshop or _Workshop(self.rules)
                for done, wanted in self._workshop.compile(missing, self._loops):
                    self.progress = (done, wanted)
                    if progress is not None:
                        progress(done, wanted)

    def compile_in_background(self, loops: Sequence[str] = ()) -> None:
        """Start compiling if nobody has; people play interpreted meanwhile."""
        if self.has(*loops or self.loops) or self._thread is not None:
            return

        def work() -> None:
            try:
                self.compile(loops=loops)
            except Stopped:
                pass
            except Exception as error:  # noqa: BLE001  whatever it was, whoever asks for the twin gets it
                self._failure = error

        self._thread = threading.Thread(target=work, name=f"compile {self.rules.declaration.name}", daemon=True)
        atexit.register(_stop, self._thread)
        self._thread.start()

    def __getattr__(self, name: str) -> Any:
        loops: dict[str, Any] = self.__dict__["_loops"]
        if name not in loops:
            if name not in self.loops:
                raise AttributeError(f"The twin has no function {name!r} to call from Python.")
            self.compile(loops=(name,))
        return loops[name]


def _stop(thread: threading.Thread) -> None:
    """A thread that is inside the compiler when Python goes away would crash: let it finish its function."""
    _stopping.set()
    thread.join()


# ---------------------------------------------------------------- where compiled code is kept


def cache_folder(rules: "Namespace") -> Path | None:
    """A folder of this namespace's own, or None (said once) where nothing can be written."""
    name = f"{rules.declaration.name}-{rules.source_hash}-{compiler()}"
    root = os.environ.get("TABLETOWN_CACHE")
    if root is None:
        import platformdirs

        root = platformdirs.user_cache_dir("tabletown")
    folder = Path(root) / "twins" / name
    if _writable(folder):
        return folder
    _warn_once(Path(root))
    return None


@cache
def _warn_once(root: Path) -> None:
    warnings.warn(
        f"Compiled rules cannot be kept: {root} is not writable. They are compiled anew each time; "
        "name a writable folder in TABLETOWN_CACHE to keep them.",
        Told,
        stacklevel=2,
    )


def compiler() -> str:
    """The versions that compiled code depends on."""
    import llvmlite
    import numba
    import numpy as np

    python = f"{sys.version_info.major}{sys.version_info.minor}"
    return f"py{python}-numba{numba.__version__}-llvm{llvmlite.__version__}-numpy{np.__version__}"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}-{threading.get_ident()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _compiling_for_rules(folder: Path | None, name: str) -> Iterator[None]:
    """The cache folder of the rules, no vector code as their loops are short, and much work on one loop only."""
    from numba import config
    from numba.core.registry import cpu_target

    assert cpu_target.target_context  # made once a process, with the usual settings: before any of them changes
    settings: dict[str, Any] = {"LOOP_VECTORIZE": int(name in OBSERVING), "SLP_VECTORIZE": 0}
    if name in ENTRIES and name not in WELL_OPTIMIZED:
        settings["OPT"] = type(vars(config)["OPT"])(1)  # quicker made by a third, and as quick
    wanted = settings if folder is None else settings | {"CACHE_DIR": str(folder), "CACHE_LOCATOR_CLASSES": KEPT_BY}
    before = {name: getattr(config, name) for name in wanted}
    try:
        vars(config).update(wanted)
        yield
    finally:
        vars(config).update(before)


# ---------------------------------------------------------------- compiling


KEPT_BY = "tabletown.rulekit.compiled.InTheFolderOfTheRules"
LONGEST = 7000
"""Instructions of rules up to which what is called in several places is put in whole there: it saves calls. Longer
rules gain nothing by it and take twice as long to compile."""
ENTRIES = frozenset(
    {
        "random_games",
        "bot_games",
        "instinct",
        "practice_games",
        "search_flat",
        "search_tree",
        "replant",
        "foretell",
        "begin_batch",
        "step_batch",
        "seats_to_move",
        "legal_masks",
        "random_actions",
        "results_of",
        "conceal_batch",
        "redeal_batch",
        "evaluate_batch",
        "vector_begin",
        "vector_step",
        "vector_turn_to",
        "vector_random",
        "vector_illegal",
        "vector_masks",
        "vector_observe",
        "vector_observe_plainly",
        "vector_keys",
        "look_at_one",
    }
)
"""What is called from Python: the loops. They take batches, because a record as argument costs ten times as much."""
OBSERVING = frozenset({"vector_observe", "vector_observe_plainly", "look_at_one"})
"""Loops that only copy numbers: vector code makes them quicker."""
WELL_OPTIMIZED = OBSERVING | {"random_games", "vector_step", "vector_masks", "vector_random"}
"""Loops that gain by all that the compiler can do."""


class _Workshop:
    """The functions of one namespace, ready for the compiler, and which of them it has done."""

    def __init__(self, rules: "Namespace") -> None:
        from tabletown.rulekit.compiled import IN_THE_TWIN, NAMES

        self.folder = cache_folder(rules)
        self.source_hash = rules.source_hash
        self.functions = {
            name: IN_THE_TWIN.get(name, function) for name, function in rules.functions.items() if name not in NAMES
        }
        known = known_types(rules)
        self.signatures = {name: signature_of(function, known) for name, function in self.functions.items()}
        self.bare = {name: _as_array(value) for name, value in rules.values.items()} | NAMES
        self.home = dict(self.bare)
        self.has_helpers = False
        self.done: set[str] = set()

    def compile(self, loops: Sequence[str], finished: dict[str, Any]) -> Iterator[tuple[int, int]]:
        """Compile the loops into `finished`; yields how many functions of how many are done."""
        cold = [name for name in loops if not self._load(name)]
        wanted = [name for name in _leaves_first(self.functions, cold) if name not in self.done]
        finished |= {name: self.home[name] for name in loops if name not in cold}
        total = len(loops) - len(cold) + len(wanted)
        yield from ((number, total) for number in range(1, total - len(wanted) + 1))
        if cold:
            self._decorate_helpers()
        for number, name in enumerate(wanted, total - len(wanted) + 1):
            if _stopping.is_set():
                raise Stopped
            self._compile_one(name)
            if name in loops:
                finished[name] = self.home[name]
                if self.folder is not None:
                    self._mark(name).write_bytes(self._seal(name))
            yield number, total

    def _load(self, loop: str) -> bool:
        """Load the loop if it was kept whole, with all that it calls in it. What is not whole is thrown away."""
        if self.folder is None:
            return False
        with _compiling_for_rules(self.folder, loop):
            self._decorate(loop, {"cache": True}, self.bare)
        if not self._is_whole(loop):
            self._throw_away(loop)
            return False
        signature = self.signatures[loop]
        assert signature is not None, "loops declare all that they take"
        try:
            with _compiling_for_rules(self.folder, loop), _keeping_everything():
                _compile_one(loop, self.home[loop], signature)
        except Uncompilable:  # kept by another processor: without helpers at hand it cannot be compiled here
            return False
        self.done.add(loop)
        return True

    def _kept(self, loop: str) -> list[Path]:
        assert self.folder is not None
        return sorted(self.folder.glob(f"*.{self.home[loop].__qualname__}-*.nb[ic]"))

    def _seal(self, loop: str) -> bytes:
        """Of what was compiled: the compiler reads whatever it finds, and damage ends in a traceback or worse."""
        return hashlib.sha256(b"".join(path.read_bytes() for path in self._kept(loop))).hexdigest().encode()

    def _mark(self, loop: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{loop}.complete"

    def _is_whole(self, loop: str) -> bool:
        try:
            return self._mark(loop).read_bytes() == self._seal(loop)
        except OSError:
            return False

    def _throw_away(self, loop: str) -> None:
        for path in (self._mark(loop), *self._kept(loop)):
            path.unlink(missing_ok=True)

    def _compile_one(self, name: str) -> None:
        signature = self.signatures[name]
        with _compiling_for_rules(self.folder, name):
            if name in ENTRIES:
                self._decorate(name, {"cache": self.folder is not None}, self.home)
            if signature is not None:
                _compile_one(name, self.home[name], signature)
        self.done.add(name)

    def _decorate_helpers(self) -> None:
        if self.has_helpers:
            return
        self.has_helpers = True
        from tabletown.rulekit.unfinished import HelperCompiler

        whole = _put_in_whole(self.functions)
        for name, signature in self.signatures.items():
            if name not in ENTRIES:
                inlined = signature is not None and (name in whole or takes_a_tuple(self.functions[name]))
                options = {"no_cpython_wrapper": True, "pipeline_class": HelperCompiler, "forceinline": inlined}
                self._decorate(name, options, self.home)

    def _decorate(self, name: str, more: dict[str, Any], home: dict[str, Any]) -> None:
        import numba

        from tabletown.rulekit.namespace import rehomed

        function = self.functions[name]
        options: dict[str, Any] = {
            "nogil": True,
            "error_model": "numpy",
            "no_cfunc_wrapper": True,
            "_nrt": self.signatures[name] is None or _handles_lists(function, self.functions),
        }
        ours = rehomed(function, home)
        # Machine code calls by name, and of equal names the first that a process loads serves for all. The compiler
        # tells names apart by numbers that begin anew in each process, so two games compiled apart could share some.
        ours.__qualname__ = f"{function.__qualname__}_{self.source_hash}"
        self.home[name] = numba.njit(**options, **more)(ours)


def _put_in_whole(functions: dict[str, FunctionType]) -> set[str]:
    """What random play calls in one place only, or is short for the number of its places.

    Put there whole it saves the call; what is long is not repeated, for compiling would take minutes.
    """
    playing = list(_leaves_first(functions, ["random_games"]))
    calls = {name: [each for each in _globals_of(functions[name]) if each in functions] for name in playing}
    times = Counter(called for all_of_one in calls.values() for called in all_of_one)
    length = {name: sum(1 for _ in dis.get_instructions(functions[name])) for name in playing}
    room = LONGEST - sum(length.values())
    chosen: set[str] = set()
    for name in playing:
        length[name] += sum(length[each] for each in calls[name] if each in chosen)
        more = (times[name] - 1) * length[name]
        if times[name] == 1 or 0 < more <= min(room, LONGEST // 7):
            chosen.add(name)
            room -= more
    return chosen


def _globals_of(function: FunctionType) -> Iterator[str]:
    """The global names in the function, as often as it uses them."""
    return (each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL")


PLAIN = (int, bool, float, None)
"""What functions return that returns no list."""


def _handles_lists(function: FunctionType, functions: dict[str, FunctionType]) -> bool:
    """Such a function needs reference counts, as does one that may be given a list; others would lose a quarter.

    It makes a list, or is handed one by what it calls: without counts that list would never be given back. Before
    Python 3.12 a list that is reckoned is made by a function of its own.
    """
    if any(instruction.opname in {"BUILD_LIST", "MAKE_FUNCTION"} for instruction in dis.get_instructions(function)):
        return True
    called = (functions[name] for name in _globals_of(function) if name in functions)
    return any(each.__annotations__.get("return") not in PLAIN for each in called)


@contextlib.contextmanager
def _keeping_everything() -> Iterator[None]:
    """What the compiler builds up to load a loop stays: looking for garbage in it took a sixth of a warm start."""
    was_looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_looking:
            gc.enable()


def _compile_one(name: str, dispatcher: Any, signature: tuple[Any, ...]) -> None:
    try:
        dispatcher.compile(signature)
    except OSError:  # the folder of what is kept
        raise
    except Exception as error:
        complaint = _complaint(error, dispatcher.py_func)
        raise Uncompilable(f"The rule function {name} cannot be compiled: {complaint}") from error
    dispatcher.disable_compile()


def _complaint(error: Exception, function: FunctionType) -> str:
    """What the compiler says, without the names of its own passes, and where."""
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in ", "During: ", ">>>", "- Of which"))]
    begins = f'File "{function.__code__.co_filename}", line {function.__code__.co_firstlineno}'
    place = next((line for line in lines if line.startswith("File ")), begins).rstrip(":")
    what = said[0].rstrip(".:") if said else type(error).__name__
    return f"{what} ({place}). What rules may be written in says docs/adding-a-game.md."


def _as_array(value: Any) -> Any:
    """Tables of numbers are tuples for people and arrays for the compiler."""
    first = value
    while isinstance(first, tuple) and first:
        first = first[0]
    if isinstance(value, tuple) and isinstance(first, int):
        import numpy as np

        return np.array(value, np.int32)
    return value


def _leaves_first(functions: dict[str, FunctionType], roots: list[str]) -> list[str]:
    """The roots and all that they call, every function after those that it calls."""
    order: dict[str, None] = {}
    begun: set[str] = set()
    for root in roots:
        stack = [(root, False)]
        while stack:
            name, visited = stack.pop()
            if visited:
                order.setdefault(name)
            elif name not in order:
                if name in begun:
                    raise Uncompilable(f"The rule function {name} calls itself, at once or through others; none may.")
                begun.add(name)
                stack.append((name, True))
                callees = (callee for callee in _globals_of(functions[name]) if callee in functions)
                stack.extend((callee, False) for callee in callees if callee not in order)
    return list(order)

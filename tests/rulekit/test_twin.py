"""The compiled twin: kept on disk, told apart by all that it depends on, made while people play."""

import gc
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from tabletown.rulekit import twin
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record
from tabletown.rulekit.twin import Uncompilable, cache_folder
from tests.installed import ROOT
from tests.rulekit.toy import GAME
from tests.rulekit.toy.rules import rules as toy_rules

FEW = ("random_games", "step_batch", "legal_masks")
"""Loops that stand for all where it is the same with each."""


def made_rules(file: str | None = None) -> Namespace:
    return Namespace(GAME, GAME.edition(file))


def changed_rules(old: str, new: str) -> Namespace:
    """The rules in an edition that differs in one place."""
    text = (GAME.files / "edition.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    return Namespace(GAME, Edition.read(text.replace(old, new), "mine.toml", GAME.figures, GAME.check))


def tally_of(rules: Namespace) -> list[list[int]]:
    """What the compiled rules make of twenty random games."""
    engine = Compiled(rules)
    played: list[list[int]] = np.asarray(engine.random_games(engine.states(2), 2, engine.numbers(range(20)))).tolist()
    return played


def loaded(rules: Namespace) -> tuple[int, int]:
    """How many compiled functions came from disk, and how many were compiled."""
    stats = [getattr(rules.twin, name).stats for name in FEW]
    return sum(sum(each.cache_hits.values()) for each in stats), sum(sum(each.cache_misses.values()) for each in stats)


def helpers_with_other_types(rules: Namespace) -> list[str]:
    """Helpers that were compiled for what a caller happened to pass, not for what they declare."""
    workshop = rules.twin._workshop
    assert workshop is not None
    compiled = {name: workshop.home[name] for name in workshop.done if workshop.signatures[name] is not None}
    assert len(compiled) > 10
    return [name for name, each in compiled.items() if each.signatures != [workshop.signatures[name]]]


@pytest.fixture(scope="module", autouse=True)
def empty_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """TABLETOWN_CACHE names a folder of their own for all tests here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOWN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def cold() -> Namespace:
    """Rules of which three loops were compiled for an empty cache: all of them take ten times as long."""
    rules = made_rules()
    rules.twin.compile(loops=FEW)
    assert loaded(rules) == (0, len(FEW))
    return rules


def test_people_play_interpreted_while_all_is_compiled_in_the_background_and_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of a twin with a handful of loops. The other loops are compiled for the titles before any test begins."""
    monkeypatch.setattr(twin, "ENTRIES", frozenset({*FEW, "begin_batch", "results_of"}))
    cold = changed_rules('name = "Toy"', 'name = "Whole"')
    cold.twin.compile_in_background()
    state = cold.new_state({"start": 0})
    cold.setup(state, 2)
    cold.apply(state, 0, 1)
    assert cold.pending_seats(state) == (1,)
    cold.twin.compile_in_background()
    cold.twin.compile()
    done, wanted = cold.twin.progress
    assert cold.twin.ready
    assert done == wanted > 20
    assert loaded(cold) == (0, len(FEW))
    folder = cache_folder(cold)
    assert folder is not None
    assert {path.stem for path in folder.rglob("*.complete")} == set(cold.twin.loops)
    assert list(folder.rglob("*.nbc"))
    again = changed_rules('name = "Toy"', 'name = "Whole"')
    again.twin.compile()
    assert again.twin.ready
    assert loaded(again) == (len(FEW), 0)
    assert tally_of(again) == tally_of(cold)


def test_progress_is_reported_function_by_function() -> None:
    rules = changed_rules('name = "Toy"', 'name = "Counted"')
    steps: list[tuple[int, int]] = []
    rules.twin.compile(lambda done, wanted: steps.append((done, wanted)), ["random_games"])
    assert len(steps) > 10
    assert steps == [(n, len(steps)) for n in range(1, len(steps) + 1)]
    rules.twin.compile(lambda done, wanted: steps.append((wanted, done)), ["random_games"])
    assert steps == [(n, len(steps)) for n in range(1, len(steps) + 1)]


def test_what_is_kept_of_two_games_can_be_loaded_into_one_process(cold: Namespace) -> None:
    """Of two functions with the same name a process would call the first for both."""
    workshop = cold.twin._workshop
    assert workshop is not None
    compiled = [overload for name in workshop.done for overload in workshop.home[name].overloads.values()]
    assert len(compiled) > 10
    assert [each.fndesc.mangled_name for each in compiled if cold.source_hash not in each.fndesc.mangled_name] == []


def test_the_twin_compiles_itself_when_it_is_first_called(cold: Namespace) -> None:
    again = made_rules()
    assert not again.twin.has("random_games")
    assert callable(again.twin.random_games)
    assert again.twin.has("random_games")
    assert not again.twin.ready


def test_loading_what_was_kept_leaves_the_search_for_garbage_as_it_was(cold: Namespace) -> None:
    gc.disable()
    try:
        assert callable(made_rules().twin.random_games)
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert callable(made_rules().twin.random_games)
    assert gc.isenabled()


def test_only_loops_can_be_called_from_python() -> None:
    with pytest.raises(AttributeError, match="The twin has no function 'setup' to call from Python"):
        made_rules().twin.setup  # noqa: B018


def test_a_changed_figure_gives_another_folder() -> None:
    other = changed_rules("is = 20", "is = 25")
    folders = {cache_folder(rules) for rules in (made_rules(), made_rules(), other, made_rules("long.toml"))}
    assert len(folders) == 3
    assert None not in folders


def test_a_changed_rule_gives_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache_folder(made_rules())
    changed = tmp_path / "rules.py"
    changed.write_text(Path(toy_rules.__file__).read_text(encoding="utf-8").replace("> 300", "> 299"))
    monkeypatch.setattr(toy_rules, "__file__", str(changed))
    assert cache_folder(made_rules()) != before


def test_where_nothing_can_be_written_it_is_said_once_and_the_twin_works_all_the_same(
    cold: Namespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = tally_of(cold)
    blocked = tmp_path / "a file"
    blocked.write_text("where a folder should be")
    monkeypatch.setenv("TABLETOWN_CACHE", str(blocked))
    rules = made_rules()
    with pytest.warns(UserWarning, match="Compiled rules cannot be kept: .* is not writable") as said:
        rules.twin.compile(loops=FEW)
    assert len(said) == 1
    with warnings.catch_warnings(record=True) as again:
        warnings.simplefilter("always")
        assert cache_folder(made_rules("long.toml")) is None
    assert again == []
    assert tally_of(rules) == expected
    assert blocked.read_text() == "where a folder should be"


NAMES = {"over": 1}


def unplain(s: Record) -> int:
    return NAMES["over"]


@pytest.mark.parametrize("background", [False, True])
def test_a_rule_that_cannot_be_compiled_is_named(background: bool) -> None:
    rules = changed_rules('name = "Toy"', f'name = "Broken {background}"')
    rules.functions["ending"] = unplain  # type: ignore[assignment]
    rules.values["NAMES"] = NAMES
    broken = twin.Twin(rules)
    if background:
        broken.compile_in_background()
    with pytest.raises(Uncompilable, match="The rule function ending cannot be compiled"):
        broken.compile()
    assert not broken.ready


def with_one_wrong_bit(whole: bytes) -> bytes:
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes | None]] = {
    "removed": lambda _: None,
    "empty": lambda _: b"",
    "truncated": lambda whole: whole[: len(whole) // 2],
    "garbage": lambda whole: bytes(255 - byte for byte in whole),
    "wrong in one bit": with_one_wrong_bit,
}
DAMAGED = [
    *((".nbi", how) for how in ("removed", "empty", "truncated", "garbage")),
    *((".nbc", how) for how in ("empty", "truncated", "wrong in one bit")),
    (".complete", "garbage"),
]


def after_a_step(rules: Namespace) -> list[Record]:
    """What the compiled rules make of the first decision in twenty games: a loop with many helpers, and soon made."""
    engine, actions = Compiled(rules), []
    states = engine.states(20)
    for seed in range(20):
        state = rules.new_state({})
        rules.call.seed_dice(state, seed)
        rules.call.setup(state, 2)
        engine.put(states, seed, state)
        legal = rules.legal_actions(state, rules.pending_seats(state)[0])
        actions.append(legal[seed % len(legal)])
    engine.step(states, engine.numbers(actions))
    return [engine.get(states, place) for place in range(20)]


@pytest.fixture(scope="module")
def kept() -> tuple[list[Record], dict[Path, bytes]]:
    """What rules that are only for damaging make of twenty games, and all that was kept of them."""
    rules = damaged_rules()
    expected = after_a_step(rules)
    folder = cache_folder(rules)
    assert folder is not None
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {path.suffix for path in files} == {".nbi", ".nbc", ".complete"}
    return expected, files


def damaged_rules() -> Namespace:
    return changed_rules('name = "Toy"', 'name = "Damaged"')


@pytest.mark.parametrize(("suffix", "how"), DAMAGED)
def test_what_was_kept_and_is_damaged_is_compiled_anew_in_silence(
    kept: tuple[list[Record], dict[Path, bytes]], suffix: str, how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    expected, files = kept
    for path, whole in files.items():
        damaged = DAMAGE[how](whole) if path.suffix == suffix else whole
        if damaged is None:
            path.unlink()
        else:
            path.write_bytes(damaged)
    again = damaged_rules()
    assert after_a_step(again) == expected
    assert again.twin.step_batch.stats.cache_hits == {}
    assert helpers_with_other_types(again) == []
    assert capfd.readouterr() == ("", "")
    last = damaged_rules()
    assert after_a_step(last) == expected
    assert sum(last.twin.step_batch.stats.cache_hits.values()) == 1


def moved(rules: Namespace, folder: Path) -> Namespace:
    """The same rules, as if a copy of the kit in that folder had been imported."""
    for name, function in rules.functions.items():
        source = Path(function.__code__.co_filename)
        copy = folder / source.name
        if source.is_file():
            copy.write_bytes(source.read_bytes())
        code = function.__code__.replace(co_filename=str(copy))
        rules.functions[name] = FunctionType(code, function.__globals__, name, function.__defaults__)
        rules.functions[name].__annotations__ = function.__annotations__
    return rules


def test_what_one_checkout_compiled_another_loads(cold: Namespace, tmp_path: Path) -> None:
    there = moved(made_rules(), tmp_path)
    assert loaded(there) == (len(FEW), 0)
    assert (tmp_path / "loops.py").is_file()
    assert tally_of(there) == tally_of(cold)


COMPILE = """
import sys
from importlib import import_module
from tabletown.rulekit.namespace import Namespace

game = import_module(sys.argv[1]).GAME
Namespace(game, game.edition()).twin.compile(loops=["random_games"])
"""


def compile_in_a_process(module: str, folder: Path) -> None:
    command = [sys.executable, "-c", COMPILE, module]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_has_moved_to_another_module_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept names the module that it was compiled from, and cannot be loaded without it."""
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path / "kept"))
    shutil.copy(ROOT / "docs" / "examples" / "nim.py", tmp_path)
    compile_in_a_process("nim", tmp_path)
    (tmp_path / "our_games").mkdir()
    (tmp_path / "nim.py").rename(tmp_path / "our_games" / "nim.py")
    compile_in_a_process("our_games.nim", tmp_path)


def test_a_loop_is_compiled_beside_one_that_was_kept() -> None:
    first = changed_rules('name = "Toy"', 'name = "Half kept"')
    first.twin.compile(loops=["random_games"])
    again = changed_rules('name = "Toy"', 'name = "Half kept"')
    again.twin.compile(loops=FEW)
    assert again.twin.has(*FEW)
    assert loaded(again) == (1, len(FEW) - 1)
    assert tally_of(again) == tally_of(first)

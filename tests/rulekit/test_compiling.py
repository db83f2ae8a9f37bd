"""What the compiler is spared: telling, and passes over functions that have nothing for them."""

import sys
from collections.abc import Callable
from typing import Any

import numba
import pytest
from numba import types

from tabletown.rulekit import compiled, unfinished
from tabletown.rulekit.namespace import Namespace, rehomed
from tabletown.rulekit.twin import Uncompilable, _compile_one
from tests.rulekit.toy import GAME


def test_no_function_of_random_play_is_compiled_twice(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path))
    rules = Namespace(GAME, GAME.edition(None))
    rules.twin.compile(loops=["random_games"])
    workshop = rules.twin._workshop
    assert workshop is not None
    often = {name: len(workshop.home[name].signatures) for name in workshop.done}
    assert len(often) > 10
    assert {name for name, times in often.items() if times > 1} == set()
    assert "tell" in rules.functions
    assert "tell" not in workshop.functions


def in_all_ways(s: int) -> int:
    compiled.tell(s, 1)  # type: ignore[arg-type]
    compiled.tell(s, s, 2, s > 3)  # type: ignore[arg-type]
    compiled.tell(s, 1, 2, 3, 4, 5)  # type: ignore[arg-type]
    compiled.tell(s, 1, d=s, b=2)  # type: ignore[arg-type]
    return s + 1


def too_much(s: int) -> int:
    compiled.tell(s, 1, 2, 3, 4, 5, 6)  # type: ignore[arg-type, call-arg]
    return s


def as_helper(function: Callable[..., Any]) -> Any:
    """Compiled as a helper is, and a loop around it."""
    home: dict[str, Any] = {"compiled": compiled}
    options: dict[str, Any] = {
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "pipeline_class": unfinished.HelperCompiler,
    }
    home["helper"] = numba.njit(**options)(rehomed(function, home))  # type: ignore[arg-type]
    _compile_one(function.__name__, home["helper"], (types.int64,))
    return numba.njit(rehomed(loop, home))  # type: ignore[arg-type]


def helper(s: int) -> int:
    raise NotImplementedError


def loop(s: int) -> int:
    return helper(s)


def test_rules_may_tell_in_any_way_that_python_takes() -> None:
    assert as_helper(in_all_ways)(5) == 6


def test_telling_more_than_an_event_holds_is_refused() -> None:
    with pytest.raises(Uncompilable, match="too_much"):
        as_helper(too_much)


def with_a_closure(s: int) -> int:
    def times(i: int) -> int:
        return s * i

    return times(2) + times(3)


def with_a_list(s: int) -> int:
    return sum([s * i for i in range(4)])


def with_an_exception(s: int) -> int:
    if s < 0:
        raise ValueError
    return s


def with_branches(s: int) -> int:
    total = 0
    for i in range(s):
        if i % 3 == 1:
            continue
        total += i if i < 7 else -1
    return total


@pytest.mark.parametrize(
    ("function", "plain"),
    [
        (with_a_closure, False),
        (with_a_list, sys.version_info >= (3, 12)),  # where it is no longer a function of its own
        (with_an_exception, False),
        (with_branches, True),
    ],
)
def test_only_plain_functions_take_the_short_way_and_all_give_the_same(
    function: Callable[[int], int], plain: bool
) -> None:
    assert unfinished.is_plain(function) == plain
    made = as_helper(function)
    assert [made(s) for s in range(12)] == [function(s) for s in range(12)]

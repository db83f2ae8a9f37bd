"""Namespaces: the rules of one game in one edition, flat and free of contradictions."""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tabletown.rulekit.editions import Figure
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.namespace import Namespace, actions_in, flattened
from tabletown.rulekit.runs import Runs
from tests.rulekit.toy import GAME
from tests.rulekit.toy.rules import rules as toy_rules


def module(name: str, **names: Any) -> ModuleType:
    """A rule module: functions given by their source, everything else as it is."""
    made = ModuleType(name)
    for key, value in names.items():
        if isinstance(value, str) and value.startswith("def "):
            exec(value, vars(made))
        else:
            setattr(made, key, value)
    return made


def test_functions_and_values_of_all_modules_stand_side_by_side() -> None:
    functions, values = flattened(
        [module("one", f="def f(): return LIMIT", LIMIT=5), module("two", g="def g(): return f()", LIMIT=5, NAME="x")]
    )
    assert set(functions) == {"f", "g"}
    assert (values["LIMIT"], values["NAME"]) == (5, "x")


def test_an_imported_function_is_the_one_that_its_own_module_defines() -> None:
    one = module("one", f="def f(): return 1")
    functions, values = flattened([one, module("two", f=one.f)])
    assert functions == {"f": one.f}
    assert "f" not in values


@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [
        ({"f": "def f(): pass"}, {"f": "def f(): pass"}, "f is defined in one and in two"),
        ({"LIMIT": 5}, {"LIMIT": 6}, "LIMIT means one thing in one and another in two"),
        ({"LIMIT": 1}, {"LIMIT": True}, "LIMIT means one thing in one and another in two"),
        ({"LIMIT": (1,)}, {"LIMIT": [1]}, "LIMIT means one thing in one and another in two"),
        ({"f": "def f(): pass"}, {"f": 5}, "f is defined in one and means something else in two"),
        ({"f": 5}, {"f": "def f(): pass"}, "f is defined in two and means something else in one"),
        ({"f": len}, {"f": "def f(): pass"}, "f is defined in two and means something else in one"),
    ],
)
def test_a_name_with_two_meanings_is_refused(first: dict[str, Any], second: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadDeclaration, match=complaint):
        flattened([module("one", **first), module("two", **second)])


def test_a_rule_function_under_another_name_is_refused() -> None:
    one = module("one", f="def f(): return 1")
    with pytest.raises(BadDeclaration, match=r"two calls one\.f by the name g; rules go by one name"):
        flattened([one, module("two", g=one.f)])


def closure(limit: int) -> Callable[[], int]:
    def inner() -> int:
        return limit

    return inner


def test_a_closure_is_refused() -> None:
    function = closure(3)
    function.__module__ = "one"
    with pytest.raises(BadDeclaration, match=r"one\.f is a closure; rules are plain functions"):
        flattened([module("one", f=function)])


def test_a_game_without_one_of_the_rule_functions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(toy_rules, "setup")
    with pytest.raises(BadDeclaration, match="toy has no rule function 'setup'"):
        Namespace(GAME, GAME.edition())


def test_rule_functions_never_run_with_the_figures_of_their_module(toy: Namespace) -> None:
    assert isinstance(vars(toy_rules)["GOAL"], Figure)
    assert toy.GOAL == 20
    assert isinstance(toy.setup, FunctionType)
    assert toy.setup.__globals__ is toy.globals
    assert toy.setup.__code__ is toy_rules.setup.__code__


def test_an_unknown_name_is_refused_as_an_attribute(toy: Namespace) -> None:
    with pytest.raises(AttributeError, match="The rules of toy know no 'wins'"):
        toy.wins  # noqa: B018


def test_a_new_state_is_zeroed_but_for_its_options(toy: Namespace) -> None:
    state = toy.new_state({"start": 5})
    assert state.to_dict() == GAME.state().to_dict() | {"start": 5}


def test_legal_actions_are_listed_from_runs(toy: Namespace) -> None:
    state = toy.new_state({"start": 5})
    toy.setup(state, 2)
    assert toy.pending_seats(state) == (0, 1)
    assert toy.legal_actions(state, 1) == [0, 1, 2, 3, 4, 5, 6]
    toy.apply(state, 0, 3)
    assert toy.pending_seats(state) == (1,)
    assert toy.legal_actions(state, 0) == []
    assert list(actions_in(Runs([2, 4, 5, 1, 9, 3, 0, 0]))) == [5, 9, 10, 11]


def test_a_view_and_a_world_leave_the_state_alone(toy: Namespace) -> None:
    state = toy.new_state({"start": 0})
    toy.setup(state, 2)
    before = state.copy()
    view = toy.concealed(state, 0)
    seen = view.copy()
    worlds = {toy.redealt(view, 0, seed).digest() for seed in range(5)}
    assert view.to_dict()["rng"] is None
    assert len(worlds) == 5
    assert (state, view) == (before, seen)


def test_the_rules_version_names_game_and_edition(toy: Namespace, long_toy: Namespace) -> None:
    assert toy.version == f"1+{toy.edition.hash}"
    assert toy.version != long_toy.version

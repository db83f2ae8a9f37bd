"""Verbs that share something: what is offered after everything else, and one reason for being out of time."""

from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.reasons import NOT_DUE
from tabletown.rulekit.runs import Runs, clear, offer
from tabletown.rulekit.verbs import Grammar, check

SOW, REAP, REST = range(3)
TOO_LATE, FALLOW = 7, 8


def field() -> Actions:
    actions = Actions()
    actions.verb("stop", during=(SOW, REAP), offered_last=True)
    actions.verb("sow", row=range(2), during=SOW, timed_by="work")
    actions.verb("reap", during=REAP, timed_by="work")
    return actions


class Rules:
    """The rules of a field by name, and what the kit writes from them."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"State": Any, "Runs": Runs, "NOT_DUE": NOT_DUE, "clear": clear, "offer": offer}
        self.define("def stop(s, seat): pass")
        self.define("def sow(s, seat, row): pass")
        self.define("def reap(s, seat): pass")
        self.define("def pending(s): return 1")
        self.define("def refuse_deciding(s, seat): return 0")
        self.define("def refuse_timing(s, seat): return NOT_DUE")
        self.define(f"def untimely_work(s, seat): return {TOO_LATE} if s.phase == {REST} else {FALLOW}")

    def define(self, source: str) -> None:
        exec(source, self.names)

    @property
    def grammar(self) -> Grammar:
        functions = {name: value for name, value in self.names.items() if isinstance(value, FunctionType)}
        return Grammar(field(), {name: name.upper() for name in ("stop", "sow", "reap")}, functions)

    def written(self) -> SimpleNamespace:
        check(self.grammar, [])
        for _name, source in self.grammar.written():
            self.define(source)
        return SimpleNamespace(**self.names)


def offered(rules: SimpleNamespace, phase: int) -> list[int]:
    out = Runs([0] * 12)
    rules.legal(SimpleNamespace(phase=phase), 0, out)
    return list(out[2 : 2 + 2 * out[0]])


def test_a_verb_that_is_offered_last_comes_after_those_declared_behind_it() -> None:
    rules = Rules().written()
    stop, sow, reap = 0, 1, 3
    assert offered(rules, SOW) == [sow, 2, stop, 1]
    assert offered(rules, REAP) == [reap, 1, stop, 1]


@pytest.mark.parametrize("action", [1, 2, 3])
def test_verbs_that_are_timed_by_the_same_have_one_reason_for_being_out_of_time(action: int) -> None:
    rules = Rules().written()
    assert rules.why_not(SimpleNamespace(phase=REST), 0, action) == TOO_LATE
    assert rules.why_not(SimpleNamespace(phase=SOW), 0, action) == (FALLOW if action == 3 else 0)


def test_a_verb_that_is_timed_by_nothing_is_not_due() -> None:
    assert Rules().written().why_not(SimpleNamespace(phase=REST), 0, 0) == NOT_DUE


def test_the_shared_function_has_to_be_there() -> None:
    rules = Rules()
    del rules.names["untimely_work"]
    with pytest.raises(BadDeclaration, match=r"The verb sow\(row\) needs a rule function untimely_work"):
        check(rules.grammar, [])


def test_a_verb_that_is_timed_by_another_name_has_no_function_of_its_own_for_it() -> None:
    rules = Rules()
    rules.define("def untimely_sow(s, seat, row): return 0")
    with pytest.raises(BadDeclaration, match="untimely_sow belongs to no verb"):
        check(rules.grammar, [])


def test_the_shared_function_takes_no_arguments_of_one_of_them() -> None:
    rules = Rules()
    rules.define("def untimely_work(s, seat, row): return 0")
    with pytest.raises(BadDeclaration, match=r"untimely_work takes \(s, seat\), not \(s, seat, row\)"):
        check(rules.grammar, [])

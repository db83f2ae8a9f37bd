"""Law 14: whatever the figures and options are, the sums that players can name reach as far as the rules allow."""

import random
from collections.abc import Iterator

from tabletown.laws.figures import LONG_ENOUGH, editions_with, single_figures
from tabletown.laws.law import law
from tabletown.laws.playing import Case, played
from tabletown.rulekit.actions import Verb
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record


def has_sums(declaration: Declaration) -> bool:
    return any(verb.money for verb in declaration.actions.kinds.values())


@law(usual=True, when=has_sums)
def the_most_that_can_be_named_is_the_most_that_the_rules_allow(case: Case) -> None:
    """Where the highest sum of a verb is allowed, the next one would be refused: by the rules, not by their size."""
    for where, rules, options in variants(case):
        rng = random.Random(f"sums {case} {where}")
        for state in played(rules, case.players, options, rng, LONG_ENOUGH):
            for seat in rules.pending_seats(state):
                for verb, values in highest(rules, state, seat):
                    refused = getattr(rules.call, f"refuse_{verb.name}")(state.copy(), seat, *values)
                    assert refused, f"{verb} ends at {verb.arguments[verb.money][-1]}, and more is allowed with {where}"


def variants(case: Case) -> Iterator[tuple[str, Namespace, dict[str, int]]]:
    """The game with each single figure at its bounds and beside its value, and with each value of each option."""
    usual = {option.name: option.default for option in case.declaration.options}
    yield "the usual figures", case.rules, usual
    for option in case.declaration.options:
        for value in set(option.values) - {option.default}:
            yield f"{option.name} = {option.values[value]}", case.rules, usual | {option.name: value}
    for figure in single_figures(case):
        for edition in editions_with(case, figure):
            yield f"{figure.key} = {edition.values[figure.key]}", Namespace(case.declaration, edition), usual


def highest(rules: Namespace, state: Record, seat: int) -> Iterator[tuple[Verb, list[int]]]:
    """What is allowed with the highest sum that can be named, with one more; not where the rules refuse nothing."""
    space = rules.declaration.actions
    for action in rules.legal_actions(state, seat):
        kind, values = space.decode(action)
        verb = space.kinds[kind]
        is_most = bool(verb.money) and values[verb.money] == verb.arguments[verb.money][-1]
        if is_most and hasattr(rules.call, f"refuse_{kind}"):
            yield verb, [value + (name == verb.money) for name, value in values.items()]

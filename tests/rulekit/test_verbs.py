"""Verbs: what the kit writes from them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.rulekit import twin, verbs
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.reasons import ALL_IS_OVER, NOT_ASKED, NOT_DUE
from tests.rulekit.orchard import ORCHARD, Orchard
from tests.rulekit.small import game_in_a_file


def begun(rules: Namespace) -> Any:
    state = rules.new_state({})
    rules.setup(state, 2)
    return state


def played(rules: Namespace, *moves: tuple[int, int]) -> Any:
    state = begun(rules)
    for seat, action in moves:
        assert rules.why_not(state, seat, action) == 0
        rules.apply(state, seat, action)
    return state


# ---------------------------------------------------------------- what is written


def test_a_verb_called_is_the_number_of_an_action_in_the_rules_and_outside(orchard: Orchard) -> None:
    rules = orchard.rules()
    for action in range(rules.declaration.actions.count):
        kind, args = rules.declaration.actions.decode(action)
        verb = rules.declaration.actions.kinds[kind]
        name = {"sell": "SELL_FOR"}.get(kind, kind.upper())
        assert verb(*args.values()) == getattr(rules, name)(*args.values()) == action


def test_an_action_is_played_by_the_function_of_its_name(orchard: Orchard) -> None:
    rules = orchard.rules()
    state = played(rules, (0, rules.WATER()), (1, rules.WATER()), (0, rules.GATHER(1, 3)))
    assert (state.ripe, state.money, state.turns) == ([2, 1], [3, 0], 3)


def test_a_verb_that_python_keeps_for_itself_is_played_by_a_function_with_a_stroke(orchard: Orchard) -> None:
    rules = orchard.rules()
    state = played(rules, *((turn % 2, rules.WAIT()) for turn in range(4)), (1, rules.PASS()))
    assert state.sold == [0, 1]


def test_what_follows_without_a_decision_comes_after_every_action(orchard: Orchard) -> None:
    rules = orchard.rules()
    state = played(rules, *((turn % 2, rules.WATER()) for turn in range(4)), (0, rules.WAIT()), (1, rules.PASS()))
    assert (state.phase, rules.ending(state)) == (rules.OVER, 1)


def test_legal_actions_are_offered_verb_by_verb_as_far_as_they_are_due_and_not_refused(orchard: Orchard) -> None:
    rules = orchard.rules()
    state = played(rules, (0, rules.WATER()))
    assert rules.legal_actions(state, 0) == []
    assert rules.legal_actions(state, 1) == [rules.WATER(), rules.WAIT(), *(rules.GATHER(*each) for each in TWO_RIPE)]
    state = played(rules, (0, rules.WATER()), (1, rules.GATHER(0, 1)), (0, rules.WATER()), (1, rules.WATER()))
    assert rules.legal_actions(state, 1) == [rules.WAIT(), rules.SELL_FOR(5), rules.SELL_FOR(6), rules.PASS()]
    assert rules.legal_actions(state, 0) == [rules.WAIT(), rules.SELL_FOR(5), rules.PASS()]


TWO_RIPE = ((0, 1), (1, 1), (1, 2))


def test_verbs_that_are_never_refused_are_one_run_if_their_numbers_follow_each_other(orchard: Orchard) -> None:
    rules = orchard.rules(("    offer(out, SELL_FOR(5), min(5, 1 + s.money[seat]))", "    pass"))
    assert list(rules.runs(begun(rules), 0)[:4]) == [1, 2, rules.WATER(), 2]
    selling = played(rules, *((turn % 2, rules.WAIT()) for turn in range(4)))
    assert list(rules.runs(selling, 0)[:6]) == [2, 2, rules.WAIT(), 1, rules.PASS(), 1]


def test_an_argument_may_be_called_as_a_number_mostly_is(orchard: Orchard) -> None:
    rules = orchard.rules(("tree=range(2)", "n=range(2)"), *((old, old.replace("tree", "n")) for old in WITH_A_TREE))
    state = played(rules, (0, rules.WATER()))
    assert rules.legal_actions(state, 1)[2:] == [rules.GATHER(*each) for each in TWO_RIPE]


WITH_A_TREE = (
    "refuse_gather(s: State, seat: int, tree: int",
    "s.ripe[tree] else",
    "def gather(s: State, seat: int, tree: int",
    "s.ripe[tree] -=",
    "untimely_gather(s: State, seat: int, tree: int",
)


def test_phases_may_be_worked_out(orchard: Orchard) -> None:
    rules = orchard.rules(("during=(GROW, SELL)", "during=tuple(range(SELL + 1))"))
    assert rules.WAIT() in rules.legal_actions(begun(rules), 0)
    assert "if s.phase == GROW or s.phase == SELL:" in rules.source


def test_a_phase_needs_a_field_that_says_which_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_in_a_file(tmp_path, "orchard", ORCHARD.replace("phase", "stage"), monkeypatch)
    with pytest.raises(BadDeclaration, match=r"The verb water\(\) asks for 'phase', which is no field of the state of"):
        Namespace(game, game.edition())


def test_verbs_can_be_offered_together_in_an_order_of_their_own(orchard: Orchard) -> None:
    rules = orchard.rules(
        ('during=SELL, money="price")', 'during=SELL, money="price", offered_by="sales")'),
        ('verb("pass", during=SELL)', 'verb("pass", during=SELL, offered_by="sales")'),
        ("def offer_sell(", "def offer_sales("),
        ("    offer(out, SELL_FOR(5)", "    offer(out, PASS(), 1)\n    offer(out, SELL_FOR(5)"),
    )
    selling = played(rules, *((turn % 2, rules.WAIT()) for turn in range(4)))
    assert rules.legal_actions(selling, 0) == [rules.WAIT(), rules.PASS(), rules.SELL_FOR(5)]


def test_a_verb_that_is_offered_last_comes_after_those_declared_behind_it(orchard: Orchard) -> None:
    rules = orchard.rules(('verb("water", during=GROW)', 'verb("water", during=GROW, offered_last=True)'))
    state = played(rules, (0, rules.WATER()))
    assert rules.legal_actions(state, 1) == [rules.WAIT(), *(rules.GATHER(*each) for each in TWO_RIPE), rules.WATER()]


def test_a_refusal_says_who_decides_then_whether_it_is_due_then_what_is_wrong(orchard: Orchard) -> None:
    rules = orchard.rules()
    state = begun(rules)
    assert rules.why_not(state, 1, rules.WATER()) == NOT_ASKED
    assert rules.why_not(state, 0, rules.PASS()) == NOT_DUE
    assert rules.why_not(state, 0, rules.GATHER(0, 1)) == rules.NOT_RIPE
    state.phase = rules.SELL
    assert [rules.why_not(state, 0, rules.GATHER(0, fruit)) for fruit in (2, 3)] == [rules.TOO_MUCH, rules.BASKET_EMPTY]
    assert rules.why_not(state, 1, rules.SELL_FOR(6)) == rules.TOO_MUCH
    state.phase = rules.OVER
    assert rules.why_not(state, 0, rules.WATER()) == ALL_IS_OVER


GARDENING = (
    ('verb("water", during=GROW)', 'verb("water", during=GROW, timed_by="garden")'),
    ("fruit=range(1, 4), during=GROW)", 'fruit=range(1, 4), during=GROW, timed_by="garden")'),
)
UNTIMELY = (
    "def untimely_gather(s: State, seat: int, tree: int, fruit: int) -> int:\n    return BASKET_EMPTY if fruit == 3"
)


def test_verbs_that_are_timed_by_the_same_have_one_reason_for_being_out_of_time(orchard: Orchard) -> None:
    shared = "def untimely_garden(s: State, seat: int) -> int:\n    return BASKET_EMPTY if s.money[seat] == 0"
    rules = orchard.rules(*GARDENING, (UNTIMELY, shared))
    state = begun(rules)
    assert rules.why_not(state, 0, rules.WATER()) == 0
    state.phase = rules.SELL
    assert [rules.why_not(state, 0, each) for each in (0, 2, 7)] == [rules.BASKET_EMPTY] * 3
    state.money[0] = 1
    assert [rules.why_not(state, 0, each) for each in (0, 2, 7)] == [rules.TOO_MUCH] * 3


@pytest.mark.parametrize(
    ("untimely", "complaint"),
    [
        (
            "def too_late(s: State, seat: int)",
            r"The verb water\(\) needs a rule function untimely_garden, which is not",
        ),
        (
            "def untimely_garden(s: State, seat: int, tree: int)",
            r"orchard.untimely_garden takes \(s, seat\), not \(s, seat, tree\)",
        ),
        (
            "def untimely_garden(s: State, seat: int): return 1\n\n\ndef untimely_water(s: State, seat: int)",
            "orchard.untimely_water belongs to no verb",
        ),
    ],
)
def test_the_shared_reason_is_one_function_without_the_arguments_of_a_verb(
    orchard: Orchard, untimely: str, complaint: str
) -> None:
    with pytest.raises(BadDeclaration, match=complaint):
        orchard.rules(*GARDENING, ("def untimely_gather(s: State, seat: int, tree: int, fruit: int)", untimely))


def test_the_function_that_offers_verbs_together_has_to_be_there(orchard: Orchard) -> None:
    with pytest.raises(
        BadDeclaration, match=r"The verb pass\(\) needs a rule function offer_sales, which is not there"
    ):
        orchard.rules(('verb("pass", during=SELL)', 'verb("pass", during=SELL, offered_by="sales")'))


def test_the_game_says_in_its_own_words_who_decides_and_what_is_due(orchard: Orchard) -> None:
    own = "def refuse_deciding(s: State, seat: int) -> int:\n    return 0 if seat == s.seat else 71\n\n\n"
    own += "def refuse_timing(s: State, seat: int) -> int:\n    return 72\n\n\n"
    rules = orchard.rules(("def setup(", own + "def setup("))
    assert rules.why_not(begun(rules), 1, rules.WATER()) == 71
    assert rules.why_not(begun(rules), 0, rules.PASS()) == 72


def test_an_absent_player_does_the_first_that_is_allowed_unless_the_game_says_otherwise(orchard: Orchard) -> None:
    rules = orchard.rules()
    assert rules.default_action(begun(rules), 0) == rules.WATER()
    other = "def default_action(s: State, seat: int) -> int:\n    return WAIT()\n\n\n"
    rules = orchard.rules(("def setup(", other + "def setup("))
    assert rules.default_action(begun(rules), 0) == rules.WAIT()
    assert "def default_action" not in rules.source


def test_why_not_and_legal_agree_wherever_random_play_leads(orchard: Orchard) -> None:
    rules = orchard.rules()
    for start in range(12):
        state = begun(rules)
        for turn in range(12):
            for seat in range(2):
                free = [action for action in range(GROWING) if rules.why_not(state, seat, action) == 0]
                assert free == rules.legal_actions(state, seat)
            seats = rules.pending_seats(state)
            if not seats:
                break
            legal = rules.legal_actions(state, seats[-1])
            rules.apply(state, seats[-1], legal[(start * 7 + turn * 5) % len(legal)])


GROWING = 14


RANGES = st.tuples(st.integers(-3, 9), st.integers(1, 7)).map(lambda each: range(each[0], each[0] + each[1]))


@settings(max_examples=60)
@given(st.lists(st.lists(RANGES, max_size=3), min_size=1, max_size=9))
def test_every_action_finds_its_verb_with_its_arguments(spaces: list[list[range]]) -> None:
    """Whatever the verbs: what is written takes numbers apart as the action space does, and puts them together."""
    actions = Actions()
    for number, ranges in enumerate(spaces):
        arguments: dict[str, Any] = {f"a{place}": values for place, values in enumerate(ranges)}
        actions.verb(f"verb{number}", **arguments)
    names = {name: name.upper() for name in actions.kinds}
    source = "\n\n\n".join(text for _, text in verbs.Grammar(actions, names, {}).written())
    written = verbs.compiled(source, "any", object)
    played: list[tuple[str, tuple[int, ...]]] = []

    def player(name: str) -> Callable[..., None]:
        return lambda _s, _seat, *arguments: played.append((name, arguments))

    written["apply"].__globals__.update({name: player(name) for name in names})
    for action in range(actions.count):
        kind, args = actions.decode(action)
        written["apply"](None, 0, action)
        assert played.pop() == (kind, tuple(args.values()))
        assert written[names[kind]](*args.values()) == actions.kinds[kind](*args.values()) == action


def test_the_source_is_plain_and_calls_phases_by_their_names(orchard: Orchard) -> None:
    source = orchard.rules().source
    assert "    return 1 + 3 * tree + fruit\n" in source
    assert "if s.phase == GROW or s.phase == SELL:" in source
    assert "            gather(s, seat, (action - 2) // 3, (action - 2) % 3 + 1)\n" in source
    assert "            sell(s, seat, action - 3)\n" in source
    compile(source, "orchard", "exec")


def test_what_is_written_is_compiled_like_any_other_rule(orchard: Orchard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(orchard.folder))
    assert random_decisions(orchard.rules()) == 30 * 6
    monkeypatch.setattr(twin._Workshop, "_decorate_helpers", lambda _: pytest.fail("it is compiled again"))
    assert random_decisions(orchard.rules()) == 30 * 6


def random_decisions(rules: Namespace) -> int:
    engine = Compiled(rules)
    games = engine.random_games(engine.states(2), 2, engine.numbers(range(30)))
    return sum(int(game[1]) for game in games)

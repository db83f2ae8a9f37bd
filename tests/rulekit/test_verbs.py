"""Verbs: what is declared once, what the kit writes from it, and what is refused when the game is made."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.rulekit import twin, verbs
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.reasons import ALL_IS_OVER, NOT_ASKED, NOT_DUE
from tests.rulekit.small import game_in_a_file

ORCHARD = '''
"""Each in turn waters or picks; baskets are sold at the end, several players at once."""
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.records import NOBODY, Record, Row, i8, i64, record
from tabletown.rulekit.runs import Runs, offer

GROW, SELL, OVER = range(3)
TOO_MUCH, NOT_RIPE, BASKET_EMPTY = range(1, 4)

ACTIONS = Actions()
WATER = ACTIONS.verb("water", during=GROW)
WAIT = ACTIONS.verb("wait", during=(GROW, SELL))
GATHER = ACTIONS.verb("gather", tree=range(2), fruit=range(1, 4), during=GROW)
SELL_FOR = ACTIONS.verb("sell", price=range(5, 10), during=SELL, money="price")
PASS = ACTIONS.verb("pass", during=SELL)


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    phase: int = i8()
    seat: int = i8()
    turns: int = i8()
    ripe: Row = i8(2)
    sold: Row = i8(2)
    money: Row = i8(2)


def setup(s: State, players: int) -> None:
    s.players = players


def pending(s: State) -> int:
    if s.phase == SELL:
        return (s.sold[0] == 0) + 2 * (s.sold[1] == 0)
    return 0 if s.phase == OVER else 1 << s.seat


def water(s: State, seat: int) -> None:
    s.ripe[0] += 1
    s.ripe[1] += 2


def wait(s: State, seat: int) -> None:
    s.sold[seat] = 1 if s.phase == SELL else 0


def refuse_gather(s: State, seat: int, tree: int, fruit: int) -> int:
    return 0 if fruit <= s.ripe[tree] else NOT_RIPE


def gather(s: State, seat: int, tree: int, fruit: int) -> None:
    s.ripe[tree] -= fruit
    s.money[seat] += fruit


def untimely_gather(s: State, seat: int, tree: int, fruit: int) -> int:
    return BASKET_EMPTY if fruit == 3 else TOO_MUCH


def refuse_sell(s: State, seat: int, price: int) -> int:
    return TOO_MUCH if price > 5 + s.money[seat] else 0


def offer_sell(s: State, seat: int, out: Runs) -> None:
    offer(out, SELL_FOR(5), min(5, 1 + s.money[seat]))


def sell(s: State, seat: int, price: int) -> None:
    s.money[seat] += price
    s.sold[seat] = 1


def pass_(s: State, seat: int) -> None:
    s.sold[seat] = 1


def carry_on(s: State) -> None:
    if s.phase == GROW:
        s.seat = 1 - s.seat
        s.turns += 1
        if s.turns == 4:
            s.phase = SELL
    elif pending(s) == 0:
        s.phase = OVER


def ending(s: State) -> int:
    return 1 if s.phase == OVER else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(2):
        out[seat] = s.money[seat]


GAME = Declaration(name="orchard", title="Orchard", package=__name__, players=(2,), endings=("sold",))
'''


class Orchard:
    """The game above, as a module on disk, with some of its text replaced."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch

    def rules(self, *changes: tuple[str, str]) -> Namespace:
        text = ORCHARD
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        game = game_in_a_file(self.folder, "orchard", text, self.monkeypatch)
        return Namespace(game, game.edition())


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Orchard:
    return Orchard(tmp_path, monkeypatch)


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


# ---------------------------------------------------------------- what is true of a kind


def test_what_is_true_of_kinds_is_found_in_the_declaration() -> None:
    actions = Actions()
    actions.verb("bid", sum=range(3), money="sum", bids=True)
    actions.verb("pass", gives_up=True, automatic=True)
    actions.verb("lay", composed=True)
    actions.verb("done", closing=True, unasked="Never ask me")
    actions.verb("trade", declined=True)
    game = declared(actions, auction="turn")
    assert (game.automatic, game.composed, game.closing) == (("pass",), ("lay",), ("done",))
    assert (game.visitor_declines, game.unasked) == (("trade",), {"done": "Never ask me"})
    assert game.bidding is not None
    assert (game.bidding.bid, game.bidding.amount, game.bidding.give_up) == ("bid", "sum", "pass")
    assert game.bidding.auction == "turn"


def declared(actions: Actions, auction: str) -> Declaration:
    game = Declaration(name="fair", title="Fair", package="fair", players=(2,), auction=auction)
    vars(game)["actions"] = actions
    return game


def test_a_game_without_auctions_has_no_bidding() -> None:
    actions = Actions()
    actions.verb("bid", sum=range(3), money="sum", bids=True)
    assert declared(actions, auction="").bidding is None


def test_an_auction_needs_a_verb_that_bids_and_one_that_gives_up() -> None:
    actions = Actions()
    actions.verb("bid", sum=range(3), money="sum", bids=True)
    with pytest.raises(BadDeclaration, match="fair has auctions, so one verb bids in them and one gives up"):
        declared(actions, auction="turn").bidding  # noqa: B018


@pytest.mark.parametrize(
    ("declaration", "complaint"),
    [
        ({"name": "two words"}, "The action 'two words' cannot be the name of a rule function"),
        ({"name": "seat"}, "The action 'seat' cannot be the name of a rule function"),
        ({"name": "go", "seat": range(2)}, "An argument of go is called seat, which means something else"),
        ({"name": "go", "far": range(0, 9, 2)}, r"go: far takes a range of whole numbers, not range\(0, 9, 2\)"),
        ({"name": "go", "far": [1, 2]}, r"go: far takes a range of whole numbers, not \[1, 2\]"),
        ({"name": "go", "far": range(0)}, r"go: far takes a range of whole numbers, not range\(0, 0\)"),
        ({"name": "go", "money": "sum"}, "go has no argument 'sum' that could be a sum of money"),
        ({"name": "go", "far": range(3), "unit": "k"}, "go has the unit 'k', so it needs an argument that is a sum"),
        ({"name": "go", "far": range(3), "bids": True}, "go bids, so it needs an argument that is a sum of money"),
        ({"name": 5}, "The action 5 cannot be the name of a rule function"),
        ({"name": "offer"}, "The action 'offer' cannot be the name of a rule function"),
        ({"name": "go", "runs": range(2)}, "An argument of go is called runs, which means something else"),
        ({"name": "go", "class": range(2)}, "An argument of go is called class, which means something else"),
        ({"name": "go", "automatik": True}, "automatik takes a range of whole numbers, not True; nor has a verb such"),
        ({"name": "go", "automatic": "yes"}, "go: automatic is True or False, not 'yes'"),
        ({"name": "go", "unasked": True}, "go: unasked is a name or a text, not True"),
        ({"name": "go", "repeated_over": "come"}, "go: repeated_over is names in a tuple, not 'come'"),
        ({"name": "go", "during": "GROW"}, "go: during is a phase, or several in a tuple, not 'GROW'"),
        ({"name": "go", "during": [1, 2]}, r"go: during is a phase, or several in a tuple, not \[1, 2\]"),
        ({"name": "go", "during": (1, None)}, r"go: during is a phase, or several in a tuple, not \(1, None\)"),
        ({"name": "go", "during": True}, "go: during is a phase, or several in a tuple, not True"),
        ({"name": "go", "unasked_in": {"Never": 1}}, "go: unasked_in is labels, each with its phases in a tuple, not"),
        ({"name": "go", "unasked_in": ["Never"]}, "go: unasked_in is labels, each with its phases in a tuple, not"),
        (
            {"name": "go", "far": range(3), "money": "far", "bids": True, "gives_up": True},
            "go bids in an auction, so it cannot give it up",
        ),
        (
            {"name": "go", "composed": True, "closing": True},
            "go is a part of a larger choice, so it cannot complete it",
        ),
        (
            {"name": "go", "far": range(10**6), "near": range(2)},
            r"With go\(far, near\) there are more than 1,048,576 actions; give it smaller ranges",
        ),
    ],
)
def test_a_verb_that_cannot_be_is_refused_where_it_is_declared(declaration: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadDeclaration, match=complaint):
        Actions().verb(declaration.pop("name"), **declaration)


def test_a_verb_called_outside_the_rules_with_too_few_arguments_is_refused() -> None:
    gather = Actions().verb("gather", tree=range(2), fruit=range(3))
    with pytest.raises(TypeError, match=r"gather\(tree, fruit\) takes 2 arguments, not 1"):
        gather(1)


def test_a_verb_called_outside_the_rules_with_what_it_does_not_take_is_refused() -> None:
    gather = Actions().verb("gather", tree=range(2), fruit=range(1, 4))
    with pytest.raises(ValueError, match=r"gather: fruit takes 1 to 3, not 4\."):
        gather(1, 4)


# ---------------------------------------------------------------- what is refused when the game is made

WATER = 'water", during=GROW)'


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("SELL_FOR(5)", "SELL_FOR(5, 1)", r"orchard, line \d+: SELL_FOR takes 1 arguments, not 2"),
        ("SELL_FOR(5)", "SELL_FOR()", r"orchard, line \d+: SELL_FOR takes 1 arguments, not 0"),
        ("SELL_FOR(5)", "SELL_FOR", r"orchard, line \d+: SELL_FOR is a verb; an action is SELL_FOR\(\.\.\.\)"),
        (
            "SELL_FOR(5)",
            "SELL_FOR(cost=5)",
            r"line \d+: SELL_FOR takes its arguments one by one and without names: price",
        ),
        (
            "SELL_FOR(5)",
            "SELL_FOR(*(5,))",
            r"line \d+: SELL_FOR takes its arguments one by one and without names: price",
        ),
        ("SELL_FOR(5)", "SELL_FOR(10)", r"orchard, line \d+: SELL_FOR: price takes 5 to 9, not 10\."),
        ("def pass_(", "def passes(", r"The verb pass\(\) has no rule function pass_ that plays it"),
        ("def refuse_gather(", "def refuse_gathering(", "refuse_gathering belongs to no verb; there are water, wait,"),
        ("def offer_sell(", "def offer_sales(", "orchard.offer_sales belongs to no verb"),
        ("def untimely_gather(", "def untimely_gathers(", "orchard.untimely_gathers belongs to no verb"),
        (
            "def gather(s: State, seat: int, tree: int, fruit: int)",
            "def gather(s: State, seat: int, fruit: int, tree: int)",
            r"orchard.gather takes \(s, seat, tree, fruit\), not \(s, seat, fruit, tree\)",
        ),
        (
            "def refuse_sell(s: State, seat: int, price: int)",
            "def refuse_sell(s: State, seat: int, cost: int)",
            r"orchard.refuse_sell takes \(s, seat, price\), not \(s, seat, cost\)",
        ),
        (
            "def offer_sell(s: State, seat: int, out: Runs)",
            "def offer_sell(s: State, out: Runs)",
            r"orchard.offer_sell takes \(s, seat, out\), not \(s, out\)",
        ),
        (
            "def pass_(s: State, seat: int)",
            "def pass_(s: State, *seat: int)",
            r"orchard.pass_ takes \(s, seat\), not \(s\)",
        ),
        ("def carry_on(s: State)", "def carry_on(s: State, seat: int)", r"carry_on takes \(s\), not \(s, seat\)"),
        ("PASS = ACTIONS", "ACTIONS", r"The verb pass\(\) has no name in the rules, as in PASS = ACTIONS.verb\('pass'"),
        (
            "PASS = ACTIONS",
            "STOP = PASS = ACTIONS",
            r"The verb pass\(\) goes by STOP and by PASS; rules go by one name",
        ),
        (WATER, 'water", during=300)', r"The verb water\(\) waits for the phase 300, which that field cannot hold"),
        (WATER, 'water", unasked_in={"No": (1,)}, unasked_at="sun")', r"water\(\) asks for 'sun', which is no field"),
        (WATER, 'water", repeated_until="rain")', r"water\(\) is repeated until 'rain', which is no event"),
        (WATER, 'water", repeated_over=("wait", "dig"))', r"water\(\) names 'dig'; there are water, wait, gather"),
        (WATER, 'water", refuses="dig")', r"water\(\) names 'dig'; there are water, wait, gather"),
        (WATER, 'water", refuses="gather")', r"water\(\) refuses gather\(tree, fruit\), so it needs the same argum"),
    ],
)
def test_rules_in_which_a_verb_and_its_functions_do_not_fit_are_refused(
    orchard: Orchard, old: str, new: str, complaint: str
) -> None:
    with pytest.raises(BadDeclaration, match=complaint):
        orchard.rules((old, new))

"""Verbs: what is declared once, and what is refused when the game is made."""

from typing import Any

import pytest

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tests.rulekit.orchard import Orchard

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
        ("SELL_FOR(5)", "SELL_FOR(5, 1)", r"orchard, line \d+: SELL_FOR takes 1 argument, not 2"),
        ("SELL_FOR(5)", "SELL_FOR()", r"orchard, line \d+: SELL_FOR takes 1 argument, not 0"),
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
        (
            "def pass_(",
            "def passes(",
            r"The verb pass\(\) has no rule function pass_ that plays it, as in def pass_\(s, seat\)\.",
        ),
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
        (
            'verb("wait"',
            'verb("roll"',
            r"The verb roll\(\) has the name of a function of tabletown\.rulekit\.dice; give it",
        ),
        (
            'verb("wait"',
            'verb("redeal"',
            r"redeal\(\) has the name of a function that the kit asks of every game; give it",
        ),
        (
            'verb("wait"',
            'verb("offer_sell"',
            r"offer_sell\(\) has the name of a function of sell\(price\); give it another",
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

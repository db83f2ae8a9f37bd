"""Actions: small ints for machines, kinds with arguments for people, one declaration for both."""

import json
from collections.abc import Mapping

import pytest

from tabletown.rulekit.actions import Actions, BadAction
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.registry import declarations
from tests.rulekit.toy import GAME


def sample() -> Actions:
    actions = Actions()
    actions.verb("pass")
    actions.verb("bid", amount=range(1, 61))
    actions.verb("place", row=range(3), lot=range(10))
    return actions


def test_a_kind_begins_where_the_one_before_ends() -> None:
    actions = Actions()
    assert actions.verb("pass").offset == 0
    assert actions.verb("bid", amount=range(1, 61)).offset == 1
    assert actions.verb("place", row=range(3), lot=range(10)).offset == 61
    assert actions.verb("stop").offset == 91
    assert actions.count == 92


def test_the_last_argument_runs_fastest() -> None:
    actions = sample()
    assert actions.encode("bid", {"amount": 1}) == 1
    assert actions.encode("place", {"row": 0, "lot": 1}) == 62
    assert actions.encode("place", {"row": 1, "lot": 0}) == 71
    assert actions.decode(90) == ("place", {"row": 2, "lot": 9})


@pytest.mark.parametrize("actions", [sample(), GAME.actions, *(game.actions for game in declarations().values())])
def test_every_action_survives_decoding_and_encoding_as_json(actions: Actions) -> None:
    seen = set()
    for action in range(actions.count):
        name, args = actions.decode(action)
        assert actions.encode(name, json.loads(json.dumps(args))) == action
        seen.add((name, *args.items()))
    assert len(seen) == actions.count


def test_a_kind_declared_twice_is_refused() -> None:
    actions = sample()
    with pytest.raises(BadDeclaration, match="The action 'pass' is declared twice"):
        actions.verb("pass")


@pytest.mark.parametrize("action", [-1, 91, 1000])
def test_a_number_outside_the_action_space_is_refused(action: int) -> None:
    with pytest.raises(BadAction, match=f"There is no action {action}; the game has the actions 0 to 90"):
        sample().decode(action)


@pytest.mark.parametrize(
    ("name", "args", "complaint"),
    [
        ("fold", {}, r"There is no action 'fold'; there are pass, bid, place\."),
        ("bid", {}, r"The action 'bid' takes amount, not none\."),
        ("pass", {"amount": 1}, r"The action 'pass' takes no arguments, not amount\."),
        ("place", {"row": 1, "column": 2}, r"The action 'place' takes row, lot, not row, column\."),
        ("bid", {"amount": 0}, r"bid: amount takes 1 to 60, not 0\."),
        ("bid", {"amount": 61}, r"bid: amount takes 1 to 60, not 61\."),
        ("bid", {"amount": "5"}, r"bid: amount takes 1 to 60, not '5'\."),
        ("bid", {"amount": True}, r"bid: amount takes 1 to 60, not True\."),
        ("bid", {"amount": 1.0}, r"bid: amount takes 1 to 60, not 1\.0\."),
        ("bid", {"amount": None}, r"bid: amount takes 1 to 60, not None\."),
    ],
)
def test_what_is_no_action_is_refused_with_what_would_be(
    name: str, args: Mapping[str, object], complaint: str
) -> None:
    with pytest.raises(BadAction, match=f"^{complaint}$"):
        sample().encode(name, args)

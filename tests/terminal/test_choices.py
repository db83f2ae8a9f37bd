"""What a typed answer means."""

import pytest

from tabletown.match import Action
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.language import say
from tabletown.terminal.choices import Choice, Command, Explain, Pick, Try, Unclear, choices_of, understood

SAY = say("en")
ACTIONS = Actions()
ACTIONS.verb("pass")
ACTIONS.verb("bid", amount=range(1, 61), money="amount")
ACTIONS.verb("place_cube", row=range(3), lot=range(10))
ACTIONS.verb("sell_shares", thousands=range(1, 9), money="thousands", unit="k")
ACTIONS.verb("sell_bonds", price=range(1, 9), money="price")
ACTIONS.verb("draw", amount=range(1, 4))
PASS = Action("pass", {}, 0, "Pass")
BIDS = [Action("bid", {"amount": amount}, amount, f"Bid ${amount}M") for amount in range(4, 10)]
KINDS = ("pass", "bid", "place_cube")
CHOICES = choices_of(ACTIONS, [PASS, *BIDS])


def test_amounts_are_one_choice_and_everything_else_one_each() -> None:
    assert [(choice.number, choice.kind, choice.letter) for choice in CHOICES] == [(1, "pass", ""), (2, "bid", "b")]
    assert CHOICES[1].text(SAY) == "Bid $4M … Bid $9M: type b and the amount, as b4"


def test_actions_with_other_arguments_are_listed_however_many_they_are() -> None:
    places = [Action("place_cube", {"row": 0, "lot": lot}, lot, f"Lot {lot}") for lot in range(10)]
    assert [choice.text(SAY) for choice in choices_of(ACTIONS, places)] == [f"Lot {lot}" for lot in range(10)]


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("1", Pick(CHOICES[0])),
        ("2", Pick(CHOICES[1])),
        ("2 7", Pick(CHOICES[1], 7)),
        ("b7", Pick(CHOICES[1], 7)),
        ("B 7", Pick(CHOICES[1], 7)),
        ("bid 99", Pick(CHOICES[1], 99)),
        ("?", Explain(None)),
        ("? 2", Explain(CHOICES[1])),
        ("?1", Explain(CHOICES[0])),
        ("u", Command("undo", "")),
        ("save my game.json", Command("save", "my game.json")),
        ("Q", Command("quit", "")),
        ("pass", Try("pass", {})),
        ("place_cube row=1 lot=2", Try("place_cube", {"row": 1, "lot": 2})),
    ],
)
def test_an_answer_is_understood(typed: str, meaning: object) -> None:
    assert understood(SAY, typed, CHOICES, KINDS) == meaning


NONSENSE = ["0", "3", "-1", "1.5", "x", "１２x", "x7", "1 7", "9" * 400, "? 9", "place_cube row"]


@pytest.mark.parametrize("typed", NONSENSE)
def test_what_means_nothing_is_answered_with_a_sentence(typed: str) -> None:
    with pytest.raises(Unclear, match=r"^\S.*\.$"):
        understood(SAY, typed, CHOICES, KINDS)


def test_a_bare_amount_is_not_guessed_at_but_pointed_to() -> None:
    with pytest.raises(Unclear, match="b7 for that amount"):
        understood(SAY, "7", CHOICES, KINDS)


def test_no_letter_of_an_amount_hides_a_command() -> None:
    (choice,) = choices_of(ACTIONS, [Action("sell_shares", {"thousands": 1}, 0, "Sell 1")])
    assert isinstance(choice, Choice)
    assert choice.letter == "e"


def test_what_is_typed_is_the_argument_that_the_verb_says_is_a_sum() -> None:
    shares = [Action("sell_shares", {"thousands": n}, n, f"Sell {n}k") for n in (1, 2, 3)]
    cards = [Action("draw", {"amount": n}, n, f"Draw {n}") for n in (1, 2)]
    sums, *rest = choices_of(ACTIONS, [*shares, *cards])
    assert (sums.low, sums.high, sums.money) == (1, 3, "thousands")
    assert [choice.actions for choice in rest] == [(card,) for card in cards]


def test_two_kinds_of_sums_have_a_letter_each() -> None:
    sums = [Action("sell_shares", {"thousands": 1}, 0, "Sell 1"), Action("sell_bonds", {"price": 1}, 0, "Sell 1")]
    assert [choice.letter for choice in choices_of(ACTIONS, sums)] == ["e", "b"]

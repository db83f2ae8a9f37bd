"""What a typed answer means."""

import pytest

from tabletown.match import Action
from tabletown.rulekit.language import say
from tabletown.terminal.choices import Choice, Command, Explain, Pick, Try, Unclear, choices_of, understood

SAY = say("en")
PASS = Action("pass", {}, 0, "Pass")
BIDS = [Action("bid", {"amount": amount}, amount, f"Bid ${amount}M") for amount in range(4, 10)]
KINDS = ("pass", "bid", "place_cube")
CHOICES = choices_of([PASS, *BIDS])


def test_amounts_are_one_choice_and_everything_else_one_each() -> None:
    assert [(choice.number, choice.kind, choice.letter) for choice in CHOICES] == [(1, "pass", ""), (2, "bid", "b")]
    assert CHOICES[1].text(SAY) == "Bid $4M … Bid $9M: type b and the amount, as b4"


def test_actions_with_other_arguments_are_listed_however_many_they_are() -> None:
    places = [Action("place_cube", {"row": 0, "lot": lot}, lot, f"Lot {lot}") for lot in range(10)]
    assert [choice.text(SAY) for choice in choices_of(places)] == [f"Lot {lot}" for lot in range(10)]


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
    (choice,) = choices_of([Action("sell_shares", {"amount": 1}, 0, "Sell 1")])
    assert isinstance(choice, Choice)
    assert choice.letter == "e"

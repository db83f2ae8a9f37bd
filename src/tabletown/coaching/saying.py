"""The coach's sentences, for a browser and a terminal alike. They are made from a look, so from a view."""

from collections.abc import Sequence
from typing import Any

from tabletown.coaching.judging import Judgement
from tabletown.coaching.script import script_of
from tabletown.explaining.telling import choice_in_words
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import Look


def told(_: Say, text: str, names: Sequence[str]) -> str:
    """A sentence of the script, with the names of the players in it."""
    return _(text).format(*names) if text else ""


def advice(look: Look[Any], actions: Sequence[int]) -> str:
    return look._("I would choose: {choice}.").format(choice=choice_in_words(look, actions))


def cost_in_words(look: Look[Any], judgement: Judgement) -> str:
    """Of a choice that was made where the look was taken: what it cost, in the game's unit, and against what."""
    better = choice_in_words(look, judgement.better)
    if judgement.is_chance:
        text = look._("Your last choice cost you about {cost} points of your chance to win, compared with: {better}.")
        return text.format(cost=judgement.cost, better=better)
    cost = script_of(look.rules.declaration).cost
    assert cost is not None
    text = look._("Your last choice cost you about {cost}, compared with: {better}.")
    return text.format(cost=look._(cost.unit).format(n=judgement.cost), better=better)

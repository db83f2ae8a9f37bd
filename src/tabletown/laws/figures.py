"""Law 10: a game is sound whatever its figures are within their bounds, and what its player aid says follows them."""

import copy
import itertools
import random
import re
from collections.abc import Iterator

from tabletown.laws.law import fewer, law
from tabletown.laws.playing import Case, book_of, played
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.editions import MARKS, Edition, Figure
from tabletown.rulekit.errors import BadEdition
from tabletown.rulekit.language import say
from tabletown.rulekit.look import SPECTATOR, Listener
from tabletown.rulekit.namespace import Namespace

LONG_ENOUGH = fewer(300)
"""Decisions of a game that is tried with another figure."""


def has_figures(declaration: Declaration) -> bool:
    return any(figure.bounds for figure in declaration.figures)


def single_figures(case: Case) -> list[Figure]:
    return [figure for figure in case.declaration.figures if figure.bounds]


def editions_with(case: Case, figure: Figure) -> Iterator[Edition]:
    """Editions that differ in one figure: its least, its most, and its neighbours. Not those that the game refuses."""
    assert figure.bounds is not None
    usual = case.rules.edition
    least, most = figure.bounds
    now = usual.values[figure.key]
    for value in sorted({least, most, max(least, now - 1), min(most, now + 1)} - {now}):
        content = copy.deepcopy(usual.content)
        section, _, name = figure.key.partition(".")
        content.setdefault(section, {}).setdefault(name, {"mark": MARKS[0]})["is"] = value
        try:
            yield Edition.build(content, usual.name, case.declaration.figures, case.declaration.check)
        except BadEdition:
            continue


@law(usual=True, when=has_figures)
def a_game_is_sound_with_any_figure_that_an_edition_may_have(case: Case) -> None:
    for figure in single_figures(case):
        for edition in editions_with(case, figure):
            rules = Namespace(case.declaration, edition)
            rng = random.Random(f"figures {case} {figure.key} {edition.values[figure.key]}")
            where = f"{figure.key} = {edition.values[figure.key]}"
            for decision, state in enumerate(played(rules, case.players, case.options(rng), rng, LONG_ENOUGH)):
                assert book_of(rules, state, decision) == 0, f"the books do not balance with {where}"


@law(usual=True, spoken=True, when=has_figures)
def the_player_aid_follows_the_figures(case: Case, language: str) -> None:
    """A number that only one figure has, and that the aid names, is another number when the figure is."""
    known = [abs(value) for value in numbers_of(case.rules.edition)]
    usual = aid(case, case.rules, language)
    for figure in single_figures(case):
        value = case.rules.edition.values[figure.key]
        if known.count(value) == 1 and value > 9 and names(usual, value):
            for edition in itertools.islice(editions_with(case, figure), 1):
                changed = aid(case, Namespace(case.declaration, edition), language)
                assert changed != usual, f"the player aid says {value} whatever {figure.key} is"


def numbers_of(edition: Edition) -> Iterator[int]:
    for value in edition.values.values():
        yield from flat(value)


def flat(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from flat(each)


def aid(case: Case, rules: Namespace, language: str) -> list[str]:
    listener = Listener(say(language, case.declaration), rules, SPECTATOR, tuple(case.names))
    return [cell for listing in case.declaration.sheets.aid(listener) for row in listing.rows for cell in row]


def names(cells: list[str], value: int) -> bool:
    """Whether a number is named, also in thousands."""
    found = {int(number.replace(",", "")) for cell in cells for number in re.findall(r"\d[\d,]*", cell)}
    return value in found or value * 1000 in found

"""Law 10: a game is sound whatever its figures are within their bounds; what is said follows figures and options."""

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
from tabletown.rulekit.rulebooks import has_rulebook, rulebook

LONG_ENOUGH = fewer(300)
"""Decisions of a game that is tried with another figure."""
SEEDS = 8
"""Games whose beginnings are compared."""


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


def has_options(declaration: Declaration) -> bool:
    return bool(declaration.options)


@law(usual=True, when=has_options)
def every_option_is_asked_for_by_the_rules(case: Case) -> None:
    """Unless custom alone asks for it, about what it hides."""
    own = {module.__name__ for module in case.declaration.rules}
    functions = [function for function in case.rules.functions.values() if function.__module__ in own]
    asked = {name for function in functions for name in function.__code__.co_names}
    for option in case.declaration.options:
        assert option.name in asked or option.hides, (
            f"no rule asks for {option.name}: it is the same game with any value"
        )


@law(usual=True, spoken=True, when=has_options)
def aid_and_rulebook_name_all_that_options_make_of_a_number(case: Case, language: str) -> None:
    """If they name what a field begins with, as the starting money, they name what it begins with otherwise too."""
    declared = case.declaration
    said = {"player aid": aid(case, case.rules, language)}
    if has_rulebook(declared):
        said["rulebook"] = [clause.text for clause in rulebook(declared, language).clauses]
    for option in declared.options:
        for value, called in option.values.items():
            for field, usual, other in begun_otherwise(case, {option.name: value}):
                for where, told in said.items():
                    assert not names(told, usual) or names(told, other), (
                        f"the {where} says {usual}, and {field} begins with {other} where {option.name} is {called}"
                    )


def begun_otherwise(case: Case, options: dict[str, int]) -> set[tuple[str, int, int]]:
    """The fields that always begin with another number of two digits or more: which, with what usually, with what now.

    Not what is dealt: of that nothing begins alike with every seed.
    """
    usual = case.declaration.read_options({})
    deals = (
        set(zip(begun(case, usual, seed), begun(case, usual | options, seed), strict=True)) for seed in range(SEEDS)
    )
    always = set.intersection(*deals)
    return {
        (field, abs(value), abs(other))
        for (field, _, value), (_, _, other) in always
        if min(abs(value), abs(other)) > 9 and field not in options and value != other
    }


def begun(case: Case, options: dict[str, int], seed: int) -> list[tuple[str, int, int]]:
    """Each number of a position in which a game begins, with its place."""
    state = case.rules.new_state(options)
    case.rules.call.seed_dice(state, seed)
    case.rules.call.setup(state, case.players)
    return [
        (name, place, value)
        for name, field in state.fields.items()
        for place, value in enumerate(field.flat(getattr(state, name)))
    ]


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

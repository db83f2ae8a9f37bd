"""Rulebooks state the figures of the usual edition; what another one has otherwise is told beside them."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest

import tabletown
from tabletown.laws.figures import editions_with, single_figures
from tabletown.laws.playing import Case
from tabletown.match import games
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.look import SPECTATOR, Listener
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.plainly import edition_listing, looked_up

NAMES = [game.name for game in games()]


def edited(name: str, changes: Mapping[str, Any]) -> Edition:
    declared = tabletown.game(name).declaration
    content = copy.deepcopy(declared.edition().content)
    for key, value in changes.items():
        section, _, figure = key.partition(".")
        content[section][figure]["is"] = value
    return Edition.build(content, "mine", declared.figures, declared.check)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_figure_that_an_edition_changes_is_told_at_the_table(name: str, language: str) -> None:
    declared = tabletown.game(name).declaration
    case = Case(declared, declared.default_players)
    for figure in single_figures(case):
        for edition in editions_with(case, figure):
            listener = Listener(say(language, declared), Namespace(declared, edition), SPECTATOR, tuple(case.names))
            now, usual = edition.values[figure.key], case.rules.edition.values[figure.key]
            called = listener._(declared.sheets.figures[figure.key])
            assert looked_up(listener)[-1].rows == ((called, str(usual), str(now)),)


@pytest.mark.parametrize("name", NAMES)
def test_the_usual_edition_has_nothing_otherwise(name: str) -> None:
    declared = tabletown.game(name).declaration
    listener = Listener(say("en"), Namespace(declared, declared.edition()), SPECTATOR, ("A", "B"))
    assert len(looked_up(listener)) == len(declared.sheets.aid(listener))


def rows_of(name: str, language: str, edition: Edition) -> tuple[tuple[str, ...], ...]:
    declared = tabletown.game(name).declaration
    return edition_listing(say(language, declared), declared.sheets.figures, declared.edition(), edition).rows


def test_lists_are_told_and_of_maps_that_they_differ() -> None:
    dry = "....\n....\n....\n....\n"
    changed = edited("square_mile", {"money.sealed_bids": [3, 2, 1], "map.printed": dry})
    bids, printed = rows_of("square_mile", "en", changed)
    assert bids == ("Sealed bids with 2, 3 and 4 players", "4, 2, 1", "3, 2, 1")
    assert printed == ("Printed map", "as usual", "different")
    assert rows_of("square_mile", "ja", changed)[0][1:] == ("4、2、1", "3、2、1")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_other_editions_of_the_house_have_is_told_in_words(name: str, language: str) -> None:
    declared = tabletown.game(name).declaration
    for edition in map(declared.edition, declared.editions):
        for called, old, new in rows_of(name, language, edition):
            assert not {".", "_", "\n"} & {*called, *old, *new}
            assert old
            assert new
            assert old != new


def test_a_figure_that_nobody_has_named_is_called_by_its_key_in_words() -> None:
    usual = tabletown.game("square_mile").declaration.edition()
    changed = edited("square_mile", {"money.start": 90})
    ((called, *_figures),) = edition_listing(say("en"), {}, usual, changed).rows
    assert called == "money: start"

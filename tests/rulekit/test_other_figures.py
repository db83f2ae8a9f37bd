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
            assert looked_up(listener)[-1].rows == ((figure.key, str(usual), str(now)),)


@pytest.mark.parametrize("name", NAMES)
def test_the_usual_edition_has_nothing_otherwise(name: str) -> None:
    declared = tabletown.game(name).declaration
    listener = Listener(say("en"), Namespace(declared, declared.edition()), SPECTATOR, ("A", "B"))
    assert len(looked_up(listener)) == len(declared.sheets.aid(listener))


def test_lists_are_told_and_maps_are_named() -> None:
    usual = tabletown.game("square_mile").declaration.edition()
    dry = "....\n....\n....\n....\n"
    changed = edited("square_mile", {"money.sealed_bids": [3, 2, 1], "map.printed": dry})
    rows = edition_listing(say("en"), usual, changed).rows
    assert rows == (("money.sealed_bids", "4, 2, 1", "3, 2, 1"), ("map.printed", "a table", "a table"))

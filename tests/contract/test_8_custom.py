"""Law 8: what custom hides is hidden, no page needs it, and a world that fits can be dealt."""

from typing import Any

import pytest

from tabletown.match.custom import veiled
from tabletown.match.starting import checked_start
from tabletown.rulekit.language import say
from tabletown.rulekit.records import Record
from tests.contract.playing import Case, cases, positions

HIDING = [case for case in cases() if any(option.hides for option in case.declaration.options)]

each_hiding = pytest.mark.parametrize("hiding", HIDING, ids=str)


def with_hidden(case: Case) -> list[Record]:
    """Positions of games that are played on, under options that hide something."""
    found: list[Record] = []
    for state in positions(case):
        hidden = state.copy()
        for option in case.declaration.options:
            if option.hides:
                setattr(hidden, option.name, next(value for value in option.values if value != option.opens))
        if not case.rules.call.ending(hidden):
            found.append(hidden)
    return found


def seen(case: Case, state: Record, seat: int) -> tuple[Record, Record]:
    """As a perfect memory knows it, and as the table shows it."""
    view = case.rules.concealed(state, seat)
    return view, veiled(case.rules, view.copy(), seat)


def told(case: Case, view: Record, seat: int) -> list[Any]:
    """Everything that a page makes of a view."""
    declaration = case.declaration
    _ = say("en", declaration)
    words, picture = declaration.module("words"), declaration.module("picture")
    sheets, guide = declaration.optional_module("sheets"), declaration.optional_module("guide")
    given = (_, case.rules, view, seat, case.names)
    made = [words.position(*given), picture.parts(*given)]
    made += [getattr(module, name)(*given) for module, name in ((words, "score_sheet"), (picture, "cards"))]
    made += [sheets.forecast(*given)] if sheets else []
    return [*made, guide.stages(_, case.rules, view)] if guide else made


@each_hiding
def test_the_others_are_hidden_and_ones_own_is_not(hiding: Case) -> None:
    for state in with_hidden(hiding):
        for seat in (-1, 0, 1):
            view, shown = seen(hiding, state, seat)
            for name in {name for option in hiding.declaration.options for name in option.hides}:
                field = state.fields[name]
                if not field.shape:
                    assert getattr(shown, name) == field.low
                    continue
                for other, row in enumerate(getattr(shown, name)[: hiding.players]):
                    values = row if isinstance(row, list) else [row]
                    if other == seat:
                        assert row == getattr(view, name)[other]
                    else:
                        assert set(values) == {field.low}


@each_hiding
def test_an_open_table_and_a_game_that_is_over_hide_nothing(hiding: Case) -> None:
    for state in positions(hiding):
        for option in hiding.declaration.options:
            if option.opens is not None and not hiding.rules.call.ending(state):
                setattr(state := state.copy(), option.name, option.opens)
        view, shown = seen(hiding, state, 0)
        assert shown == view


@each_hiding
def test_no_page_shows_more_than_is_shown(hiding: Case) -> None:
    for state in with_hidden(hiding)[::6]:
        for seat in (-1, 0):
            view, shown = seen(hiding, state, seat)
            assert told(hiding, shown, seat) == told(hiding, view, seat)


@each_hiding
def test_a_world_that_fits_what_is_shown_can_be_played(hiding: Case) -> None:
    for number, state in enumerate(with_hidden(hiding)):
        for seat in (-1, number % hiding.players):
            _view, shown = seen(hiding, state, seat)
            world = hiding.rules.redealt(shown, seat, number)
            checked_start(hiding.rules, {**world.to_dict(), "rng": 0})
            assert veiled(hiding.rules, hiding.rules.concealed(world, seat), seat) == shown

"""Law 9: what custom hides is hidden, no page needs it, and a world that fits can be dealt."""

from typing import Any

from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.match.custom import veiled
from tabletown.match.starting import checked_start
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import say
from tabletown.rulekit.records import Record


def hides_something(declaration: Declaration) -> bool:
    return any(option.hides for option in declaration.options)


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
    declared, look = case.declaration, case.look(say("en", case.declaration), view, seat)
    words, picture = declared.words, declared.picture
    said = [words.position(look), words.score_sheet(look), declared.sheets.forecast(look), declared.guide.stages(look)]
    return [*said, picture.parts(look), picture.cards(look)]


@law(when=hides_something)
def the_others_are_hidden_and_ones_own_is_not(case: Case) -> None:
    for state in with_hidden(case):
        for seat in (-1, 0, 1):
            view, shown = seen(case, state, seat)
            for name in {name for option in case.declaration.options for name in option.hides}:
                field = state.fields[name]
                if not field.shape:
                    assert getattr(shown, name) == field.low
                    continue
                for other, row in enumerate(getattr(shown, name)[: case.players]):
                    values = row if isinstance(row, list) else [row]
                    if other == seat:
                        assert row == getattr(view, name)[other]
                    else:
                        assert set(values) == {field.low}


@law(when=hides_something)
def an_open_table_and_a_game_that_is_over_hide_nothing(case: Case) -> None:
    for state in positions(case):
        for option in case.declaration.options:
            if option.opens is not None and not case.rules.call.ending(state):
                setattr(state := state.copy(), option.name, option.opens)
        view, shown = seen(case, state, 0)
        assert shown == view


@law(when=hides_something)
def no_page_shows_more_than_is_shown(case: Case) -> None:
    for state in with_hidden(case)[::6]:
        for seat in (-1, 0):
            view, shown = seen(case, state, seat)
            assert told(case, shown, seat) == told(case, view, seat)


@law(when=hides_something)
def a_world_that_fits_what_is_shown_can_be_played(case: Case) -> None:
    for number, state in enumerate(with_hidden(case)):
        for seat in (-1, number % case.players):
            _view, shown = seen(case, state, seat)
            world = case.rules.redealt(shown, seat, number)
            checked_start(case.rules, {**world.to_dict(), "rng": 0})
            assert veiled(case.rules, case.rules.concealed(world, seat), seat) == shown

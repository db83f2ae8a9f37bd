"""What stands beside a board is whole in every position: cards, forecasts, player aid, and what is being played."""

import pytest

from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.rulebooks import rulebook
from tabletown.rulekit.sheets import Listing
from tests.contract.playing import Case, positions
from tests.looking import look, to

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]


def is_whole(listing: Listing) -> bool:
    columns = {len(row) for row in listing.rows} | ({len(listing.headers)} if listing.headers else set())
    return len(columns) == 1 and all(all(row) for row in listing.rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forecasts_and_cards_are_whole_for_every_viewer(default_case: Case, language: str) -> None:
    _, rules = say(language, default_case.declaration), default_case.rules
    sheets, picture = default_case.declaration.sheets, default_case.declaration.picture
    names = NAMES[: default_case.players]
    for state in positions(default_case)[::4]:
        for viewer in (-1, 0, default_case.players - 1):
            seen = look(_, rules, rules.concealed(state, viewer), viewer, names)
            told = sheets.forecast(seen)
            assert all(is_whole(listing) for listing in told)
            assert all(len(listing.rows) == len(listing.seats) for listing in told if listing.seats)
            assert len(picture.cards(seen)) == default_case.players


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_aid_is_whole(default_case: Case, language: str) -> None:
    sheets = default_case.declaration.sheets
    told = sheets.aid(to(say(language, default_case.declaration), default_case.rules))
    assert len(told) > 2
    assert all(listing.caption and is_whole(listing) for listing in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_part_of_the_turn_is_being_played_and_can_be_read_about(default_case: Case, language: str) -> None:
    _, rules = say(language, default_case.declaration), default_case.rules
    guide = default_case.declaration.guide
    clauses = {clause.id for clause in rulebook(default_case.declaration, language).clauses}
    assert guide.clauses.keys() == default_case.declaration.actions.kinds.keys()
    assert {clause for named in guide.clauses.values() for clause in named} <= clauses
    for state in positions(default_case):
        stages = guide.stages(look(_, rules, rules.concealed(state, -1)))
        assert sum(stage.is_now for stage in stages) == 1
        assert {stage.clause for stage in stages} <= clauses

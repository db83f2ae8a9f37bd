"""What our own titles owe beyond the laws: a small game's player aid may be one table, theirs is not."""

import pytest

from tabletown.laws.playing import Case
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.registry import declaration, declarations


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", declarations())
def test_the_player_aid_of_a_title_has_three_tables_at_least(game: str, language: str) -> None:
    case = Case(declaration(game), declaration(game).default_players)
    assert len(case.declaration.sheets.aid(case.listener(say(language, case.declaration)))) > 2

"""Options agreed before the game."""

import pytest

from tabletown.games.the_estates import GAME
from tabletown.rulekit.errors import BadOption
from tests.games.the_estates.table import ANN, BEN, LONGER, LOWER, MIDDLE, RULES, SHORTER, UPPER, Table


@pytest.mark.rule("TE-O1", "TE-O2", "TE-O3")
def test_by_default_one_round_is_played_with_hidden_totals_and_a_lowest_requirement_of_nothing() -> None:
    assert GAME.read_options(None) == {"rounds": 1, "money": 0, "lowest_requirement": 0}
    names = {option.name: option.values[option.default] for option in GAME.options}
    assert names == {"rounds": "1", "money": "hidden", "lowest_requirement": "0"}


@pytest.mark.rule("TE-O1")
def test_with_one_round_the_end_of_the_round_is_the_end_of_the_game() -> None:
    table = Table(rounds=1)
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    assert table.ending == "no_more_buildings"


@pytest.mark.rule("TE-O1")
@pytest.mark.parametrize("rounds", [0, 8, "many", True])
def test_other_numbers_of_rounds_are_refused(rounds: object) -> None:
    with pytest.raises(BadOption, match="'rounds' takes 1, 2, 3, 4, 5, 6, 7"):
        GAME.read_options({"rounds": rounds})


@pytest.mark.rule("TE-O2")
def test_open_totals_change_nothing_that_can_be_known_or_done() -> None:
    hidden, opened = Table(money=0), Table(money=1)
    for table in (hidden, opened):
        table.play(ANN, "stow_check")
        table.play(ANN, "choose_mayor")
        table.play(BEN, "bid", amount=4)
    for viewer in (-1, ANN, BEN):
        views = [RULES.concealed(table.s, viewer) for table in (hidden, opened)]
        differing = [name for name in views[0].fields if getattr(views[0], name) != getattr(views[1], name)]
        assert differing == ["money"]
    assert RULES.legal_actions(hidden.s, 2) == RULES.legal_actions(opened.s, 2)


@pytest.mark.rule("TE-O3", "TE-B7")
@pytest.mark.parametrize(("lowest", "refusal"), [(0, ""), (1, "below_lowest")])
def test_with_a_lowest_requirement_of_one_no_permit_stands_on_the_first_lot(lowest: int, refusal: str) -> None:
    table = Table(lowest_requirement=lowest)
    table.permit(3, UPPER, SHORTER)
    table.gets(ANN, "permit 1")
    assert table.refusal(ANN, "place_permit", row=UPPER, longer=SHORTER) == refusal
    assert table.refusal(ANN, "place_permit", row=MIDDLE, longer=SHORTER) == ""


@pytest.mark.rule("TE-O3")
@pytest.mark.parametrize(("lowest", "refusal"), [(0, ""), (1, "below_lowest")])
def test_with_a_lowest_requirement_of_one_no_cancelling_leaves_nothing(lowest: int, refusal: str) -> None:
    """The rulebook's example: 4 + 2 - 3 - 1 = 2, and the 2 may not be cancelled."""
    table = Table(lowest_requirement=lowest)
    table.permit(2, LOWER, LONGER)
    table.permit(3, LOWER, SHORTER)
    table.permit(1, LOWER, SHORTER)
    assert table.s.requirement[LOWER] == 2
    table.gets(ANN, "cancel")
    assert table.refusal(ANN, "remove_permit", permit=2) == refusal
    assert table.refusal(ANN, "remove_permit", permit=1) == ""


@pytest.mark.rule("TE-O3")
def test_a_requirement_of_one_is_allowed_under_both_options() -> None:
    for lowest in (0, 1):
        table = Table(lowest_requirement=lowest)
        table.gets(ANN, "permit 3")
        table.play(ANN, "place_permit", row=UPPER, longer=SHORTER)
        assert table.s.requirement[UPPER] == 1

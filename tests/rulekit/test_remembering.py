"""What is drawn of a record is drawn again only when something has changed that was looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.rulekit.records import Record, Row, i8, i64, record
from tabletown.rulekit.remembering import until_changed


@record
class Street(Record):
    rng: int = i64()
    players: int = i8()
    lamps: int = i8()
    houses: Row = i8(3)


class Drawing:
    """Counts how often it is drawn."""

    def __init__(self) -> None:
        self.times = 0
        self.houses = until_changed(self._houses)
        self.street = until_changed(self._street)

    def _houses(self, _: str, _rules: None, street: Street, colour: str = "red") -> str:
        self.times += 1
        return f"{colour} {street.houses}"

    def _street(self, _: str, rules: None, street: Street) -> str:
        return f"{street.lamps} lamps, {self.houses(_, rules, street)}"


def test_it_is_drawn_once_while_nothing_changes_that_was_looked_at() -> None:
    drawing, street = Drawing(), Street()
    first = drawing.houses("en", None, street)
    street.lamps = 5
    assert drawing.houses("en", None, street) is first
    assert drawing.times == 1


def test_a_change_in_place_is_noticed() -> None:
    drawing, street = Drawing(), Street()
    drawing.houses("en", None, street)
    street.houses[1] = 4
    assert drawing.houses("en", None, street) == "red [0, 4, 0]"


def test_languages_and_further_arguments_are_kept_apart() -> None:
    drawing, street = Drawing(), Street()
    drawn = [drawing.houses(language, None, street, colour) for language in ("en", "ja") for colour in ("red", "blue")]
    assert drawn == ["red [0, 0, 0]", "blue [0, 0, 0]"] * 2
    assert drawing.times == 4


def test_a_drawing_within_a_drawing_is_looked_at_through_both() -> None:
    drawing, street = Drawing(), Street()
    assert drawing.street("en", None, street) == "0 lamps, red [0, 0, 0]"
    street.houses[0] = 1
    assert drawing.street("en", None, street) == "0 lamps, red [1, 0, 0]"
    street.houses[0] = 0
    street.lamps = 2
    assert drawing.street("en", None, street) == "2 lamps, red [0, 0, 0]"
    assert drawing.times == 2


def test_a_method_looks_at_everything() -> None:
    drawn = until_changed(lambda _, _rules, street: street.copy().lamps)
    street = Street()
    assert drawn("en", None, street) == 0
    street.lamps = 3
    assert drawn("en", None, street) == 3


def test_a_drawing_cannot_change_what_it_is_drawn_from() -> None:
    def turn_off(_: str, _rules: None, street: Street) -> None:
        street.lamps = 0

    with pytest.raises(TypeError, match="must not change it: lamps"):
        until_changed(turn_off)("en", None, Street())


@given(st.lists(st.tuples(st.sampled_from(["lamps", "players", 0, 1, 2]), st.integers(0, 2)), max_size=30))
def test_whatever_changes_the_drawing_is_true(changes: list[tuple[str | int, int]]) -> None:
    drawing, street = Drawing(), Street()
    for where, value in changes:
        if isinstance(where, int):
            street.houses[where] = value
        else:
            setattr(street, where, value)
        assert drawing.street("en", None, street) == f"{street.lamps} lamps, red {street.houses}"

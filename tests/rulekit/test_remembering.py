"""What is drawn from a look is drawn again only when something has changed that was looked at."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.rulekit.look import Listener, Look, Memory
from tabletown.rulekit.records import Record, Row, i8, i64, record
from tabletown.rulekit.remembering import once, said_once, supposing, until_changed


@record
class Street(Record):
    rng: int = i64()
    players: int = i8()
    lamps: int = i8()
    houses: Row = i8(3)


def at(street: Street, language: str = "en", viewer: int = 0, names: tuple[str, ...] = ("Ann", "Ben")) -> Look[Street]:
    _: Any = language
    rules: Any = None
    return Look(_, rules, viewer, names, street)


class Drawing:
    """Counts how often it is drawn."""

    def __init__(self) -> None:
        self.times = 0
        self.houses = until_changed(self._houses)
        self.street = until_changed(self._street)
        self.owner = until_changed(self._owner)
        self.shop = until_changed(self._shop)

    def _houses(self, look: Look[Street], colour: str = "red") -> str:
        self.times += 1
        return f"{colour} {look.view.houses}"

    def _street(self, look: Look[Street]) -> str:
        return f"{look.view.lamps} lamps, {self.houses(look)}"

    def _owner(self, look: Look[Street]) -> str:
        self.times += 1
        return look.names[look.viewer] if look.view.lamps else "nobody"

    def _shop(self, look: Look[Street]) -> str:
        return f"the shop of {self.owner(look)}"


def test_it_is_drawn_once_while_nothing_changes_that_was_looked_at() -> None:
    drawing, street = Drawing(), Street()
    first = drawing.houses(at(street))
    street.lamps = 5
    assert drawing.houses(at(street)) is first
    assert drawing.times == 1


def test_a_change_in_place_is_noticed() -> None:
    drawing, street = Drawing(), Street()
    drawing.houses(at(street))
    street.houses[1] = 4
    assert drawing.houses(at(street)) == "red [0, 4, 0]"


def test_languages_and_further_arguments_are_kept_apart() -> None:
    drawing, street = Drawing(), Street()
    drawn = [drawing.houses(at(street, language), colour) for language in ("en", "ja") for colour in ("red", "blue")]
    assert drawn == ["red [0, 0, 0]", "blue [0, 0, 0]"] * 2
    assert drawing.times == 4


def test_whoever_looks_from_elsewhere_shares_what_does_not_hang_on_them() -> None:
    drawing, street = Drawing(), Street()
    first = drawing.houses(at(street))
    assert drawing.houses(at(street, viewer=1, names=("Cat", "Dan"))) is first
    assert drawing.times == 1


def test_viewers_and_names_are_kept_apart_as_soon_as_they_are_looked_at() -> None:
    drawing, street = Drawing(), Street()
    assert drawing.shop(at(street)) == drawing.shop(at(street, viewer=1)) == "the shop of nobody"
    assert drawing.times == 1
    street.lamps = 1
    for look, name in ((at(street), "Ann"), (at(street, viewer=1), "Ben"), (at(street, names=("Cat", "Dan")), "Cat")):
        assert drawing.shop(look) == drawing.shop(look) == f"the shop of {name}"
    assert drawing.times == 4
    street.lamps = 0
    assert drawing.shop(at(street, viewer=1)) == "the shop of nobody"


def test_a_drawing_within_a_drawing_is_looked_at_through_both() -> None:
    drawing, street = Drawing(), Street()
    assert drawing.street(at(street)) == "0 lamps, red [0, 0, 0]"
    street.houses[0] = 1
    assert drawing.street(at(street)) == "0 lamps, red [1, 0, 0]"
    street.houses[0] = 0
    street.lamps = 2
    assert drawing.street(at(street)) == "2 lamps, red [0, 0, 0]"
    assert drawing.times == 2


def test_a_method_looks_at_everything() -> None:
    def lamps(look: Look[Street]) -> int:
        return look.view.copy().lamps

    drawn, street = until_changed(lamps), Street()
    assert drawn(at(street)) == 0
    street.lamps = 3
    assert drawn(at(street)) == 3


def test_a_drawing_cannot_change_what_it_is_drawn_from() -> None:
    def turn_off(look: Look[Street]) -> None:
        look.view.lamps = 0

    with pytest.raises(TypeError, match="must not change it: lamps"):
        until_changed(turn_off)(at(Street()))


def test_words_that_hang_on_language_and_edition_are_said_once_for_everybody() -> None:
    said = []

    @said_once
    def name(to: Listener, number: int) -> str:
        said.append(to.viewer)
        return f"{to._} {number}"

    street = Street()
    assert name(at(street), 1) == name(at(street, viewer=1, names=()), 1) == "en 1"
    assert name(at(street, "ja"), 1) == "ja 1"
    assert said == [-1, -1], "they cannot see whom they are said to"


Changes = st.lists(
    st.tuples(st.sampled_from(["lamps", "players", 0, 1, 2]), st.integers(0, 2), st.integers(0, 1)), max_size=30
)


@given(Changes)
def test_whatever_changes_the_drawing_is_true(changes: list[tuple[str | int, int, int]]) -> None:
    drawing, street = Drawing(), Street()
    for where, value, viewer in changes:
        if isinstance(where, int):
            street.houses[where] = value
        else:
            setattr(street, where, value)
        assert drawing.street(at(street, viewer=viewer)) == f"{street.lamps} lamps, red {street.houses}"
        owner = ("Ann", "Ben")[viewer] if street.lamps else "nobody"
        assert drawing.shop(at(street, viewer=viewer)) == f"the shop of {owner}"


def test_what_a_match_remembers_is_pushed_out_by_no_other() -> None:
    drawing, own, streets = Drawing(), Memory(), [Street() for _ in range(9)]
    for lamps, street in enumerate(streets):
        street.houses[0] = lamps
    first = drawing.houses(at(streets[0]).kept_in(own))
    for street in streets[1:]:
        drawing.houses(at(street))
    assert drawing.houses(at(streets[0]).kept_in(own)) is first
    assert drawing.houses(at(streets[0]).kept_in(Memory())) is not first


class House:
    def __init__(self) -> None:
        self.times = 0

    @once
    def rooms(self) -> int:
        """How many."""
        self.times += 1
        return 7


def test_what_is_worked_out_once_is_worked_out_once_for_each() -> None:
    first, second = House(), House()
    assert [first.rooms, first.rooms, second.rooms] == [7, 7, 7]
    assert (first.times, second.times) == (1, 1)
    assert House.rooms.__doc__ == "How many."


def test_a_supposed_view_differs_in_what_is_supposed_and_leaves_the_view_as_it_is() -> None:
    street = Street()
    street.houses = [1, 2, 3]
    supposed = supposing(street, lamps=4)
    assert (supposed.lamps, supposed.houses, street.lamps) == (4, [1, 2, 3], 0)


def test_what_is_drawn_from_a_supposed_view_is_drawn_again_when_anything_has_changed() -> None:
    drawn = until_changed(lambda look: f"{supposing(look.view, lamps=9).houses}")
    street = Street()
    first = drawn(at(street))
    assert drawn(at(street)) is first
    street.houses = [1, 0, 0]
    assert drawn(at(street)) == "[1, 0, 0]"

"""The picture: well-formed, small, and showing what is so."""

from xml.etree import ElementTree as ET

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.drawing import PICTURE, picture
from tabletown.games.squad_car.drawing.pieces import car_spot
from tabletown.games.squad_car.rules.state import State
from tabletown.rulekit.drawing import standalone
from tabletown.rulekit.language import say
from tabletown.rulekit.namespace import Namespace
from tests.games.squad_car.table import BOARD, G1, G2, RULES, S1, N, S, Table
from tests.games.squad_car.test_board import edition_with
from tests.looking import look

EN, JA = say("en", GAME), say("ja", GAME)
NAMES = ("Mara", "Elif", "Jun", "Tycoon", "Ada", "Bo")


def drawn(table: Table, viewer: int = -1) -> dict[str, str]:
    return PICTURE.whole(look(EN, RULES, table.s, viewer, NAMES[: table.s.players]))


def test_every_part_is_well_formed_and_carries_its_id() -> None:
    for players in GAME.players:
        for name, part in drawn(Table(players=players)).items():
            assert ET.fromstring(part).get("id") == name


def test_the_whole_picture_is_one_small_file_by_day_and_by_night() -> None:
    table = Table(players=6)
    table.turn(G1, moves=5)
    for dark in (False, True):
        for language in (EN, JA):
            parts = PICTURE.whole(look(language, RULES, table.s, 0, NAMES))
            svg = standalone(parts, PICTURE.all_defs, picture.LAYOUT.size, GAME.title, dark=dark)
            assert ET.fromstring(svg).tag.endswith("svg")
            assert len(svg) < 90_000
            assert "var(" not in svg


def test_still_parts_stay_the_same_and_only_what_changed_is_drawn_anew() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.turn(G1, moves=3)
    before = drawn(table)
    table.drive("ahead")
    after = drawn(table)
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"beams", "cars"}


def test_a_roadblock_stands_on_its_exit_and_nowhere_else() -> None:
    parts = drawn(Table(blocks=((14, 0), (0, 6), (22, 2))))
    blocked = {name for name in parts if name.startswith("exit-") and "#roadblock" in parts[name]}
    assert blocked == {"exit-14-0", "exit-0-6", "exit-22-2"}
    assert sum("#no-entry" in part for part in parts.values()) == 2


def test_the_letter_beside_a_car_is_part_of_it_and_so_goes_along() -> None:
    table = Table()
    seen = look(EN, RULES, table.s, 0, NAMES)
    pieces_drawn = [each for each in ET.fromstring(drawn(table)["cars"]) if "data-piece" in each.attrib]
    assert len(pieces_drawn) == 4, "two have not come out of their lots"
    for piece in pieces_drawn:
        seat = RULES.call.seat_of(table.s, int(piece.attrib["data-piece"].removeprefix("car-")))
        letters = [text for text in piece.itertext() if text == seen.letters[seat]]
        assert len(letters) == 1


def test_a_captured_car_is_gone_from_the_board() -> None:
    table = Table()
    table.take_off(G2)
    cars = drawn(table)["cars"]
    assert 'id="car-0"' in cars
    assert 'id="car-1"' not in cars


def test_a_captured_car_stands_behind_bars_in_the_lot_that_it_came_from() -> None:
    table = Table()
    assert drawn(table)["impounded"] == '<g id="impounded"/>'
    table.take_off(G2)
    mark = drawn(table)["impounded"]
    assert "Getaway car 2: captured" in mark
    assert f"translate({8 + 28 * 12 + 14} {8 + 28 * 10 + 14})" in mark
    assert "Getaway car 1" not in mark


def test_cars_keep_right_of_the_centre_line() -> None:
    square = BOARD.square(8, 9)
    middle = 8 + 28 * 8.5
    assert car_spot(RULES, BOARD, square, N)[0] > middle
    assert car_spot(RULES, BOARD, square, S)[0] < middle
    assert car_spot(RULES, BOARD, BOARD.square(8, 11), N)[0] == middle


def test_reach_is_shown_to_the_driver_alone() -> None:
    table = Table()
    table.put(G1, 8, 9, N)
    table.put(S1, 8, 5, S)
    table.turn(G1, moves=3)
    assert "url(#hatched)" in drawn(table, viewer=0)["reach"]
    assert drawn(table, viewer=1)["reach"] == drawn(table)["reach"] == '<g id="reach"/>'


def test_the_dial_and_the_last_flashcard_are_told_in_words_too() -> None:
    table = Table()
    assert 'aria-label="Dial: not spun yet"' in drawn(table)["dial"]
    table.turn_to_spin(S1)
    table.next_spin_and_card(RULES.CARDS.index((0, 3)))
    table.play("spin")
    assert "Dial: blue" in drawn(table)["dial"]
    assert "shift up to 3 roadblocks" in drawn(table)["flashcard"]
    table.drive("stop")
    assert "shift up to 3 roadblocks" in drawn(table)["flashcard"]


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_accent_is_for_the_viewer_whose_move_it_is(viewer: int) -> None:
    table = Table()
    assert ("var(--move" in "".join(drawn(table, viewer).values())) == (viewer == 0)


def test_targets_lie_on_the_squares_they_mean() -> None:
    table = Table(blocks=())
    for target in picture.targets(look(EN, RULES, table.s, 1), RULES.legal_actions(table.s, 1)):
        square = BOARD.exits[target.action - RULES.PLACE(0)]
        x, y = BOARD.place(square)
        assert (target.x, target.y) == (8 + 28 * x + 2, 8 + 28 * y + 2)


def test_a_map_of_another_size_is_drawn_to_the_same_frame() -> None:
    """A second column beside 2nd Avenue makes every block there wider by a square."""
    wide = [line[:4] + line[4] + line[4:] for line in RULES.MAP.split()]
    rules = Namespace(GAME, edition_with(map="\n".join(wide), starts=[[0, 2], [23, 20], [0, 20]]))
    state = rules.new_state(GAME.read_options({}))
    assert isinstance(state, State)
    rules.setup(state, 2)
    parts = PICTURE.whole(look(EN, rules, state, -1, NAMES[:2]))
    assert "scale(.96)" in parts["streets"]
    boxes = picture.targets(look(EN, rules, state, 1), rules.legal_actions(state, 1))
    assert max(box.x + box.width for box in boxes) <= 652

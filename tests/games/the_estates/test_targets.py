"""Where the picture can be clicked: exactly where the rules allow something."""

import itertools

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.drawing import picture
from tabletown.games.the_estates.rules.state import CHOOSE, PLACE, State
from tabletown.rulekit.drawing import Box, Target
from tests.games.the_estates.drawings import (
    ENGLISH,
    GAMES,
    inside,
    moved,
    overlap,
    part,
    random_game,
    texts,
)
from tests.games.the_estates.table import (
    ANN,
    BEN,
    LONGER,
    LOWER,
    MIDDLE,
    RULES,
    SHORTER,
    UPPER,
    Table,
)
from tests.looking import look

# ---------------------------------------------------------------- targets


def targets(s: State) -> dict[int, Target]:
    view = RULES.concealed(s, s.seat)
    assert isinstance(view, State)
    found = picture.targets(look(ENGLISH, RULES, view, s.seat), RULES.legal_actions(s, s.seat))
    by_action = {target.action: target for target in found}
    assert len(by_action) == len(found)
    return by_action


def box_of(target: Target) -> Box:
    return Box(target.x, target.y, target.width, target.height)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_choice_and_placement_has_a_place_of_its_own_and_nothing_else_has(players: int, seed: int) -> None:
    placeless = {"skip_stowing", "stow_check", "pass", "bid", "sell", "keep", "discard", "start_round"}
    for s in random_game(players, seed):
        if not RULES.pending_seats(s):
            continue
        legal = RULES.legal_actions(s, s.seat)
        expected = {action for action in legal if GAME.actions.decode(action)[0] not in placeless}
        found = targets(s)
        assert set(found) == expected
        assert bool(expected) <= (s.phase in (CHOOSE, PLACE))
        for target in found.values():
            assert target.label
            assert min(target.width, target.height) >= 24
            assert inside(box_of(target), Box(0, 0, *picture.LAYOUT.size))
        for one, other in itertools.combinations(found.values(), 2):
            assert not overlap(box_of(one), box_of(other))


def test_a_lit_floor_is_where_the_cube_then_stands() -> None:
    table = Table(3)
    table.tower(MIDDLE, "A6 F5")
    table.gets(BEN, "B2")
    found = targets(table.s)
    for lot in (1, 2):
        after = table.s.copy()
        action = Table.action("place_cube", {"row": MIDDLE, "lot": lot})
        RULES.apply(after, BEN, action)
        x, y = moved(part(after, f"lot-2-{lot}").findall("g")[-1])
        assert (found[action].x, found[action].y + found[action].height) == (x, y)
    assert found[Table.action("place_cube", {"row": MIDDLE, "lot": 2})].label == "lot 2 of the middle row"


@pytest.mark.parametrize(("names", "storey"), [("A6 F5", 29), ("A6 F5 S4 P3 V2", 24)])
def test_a_lit_floor_is_as_high_as_the_cube_and_stays_on_the_board(names: str, storey: int) -> None:
    table = Table(3)
    table.tower(UPPER, "P6")
    table.tower(UPPER, names)
    table.gets(BEN, "B1")
    target = targets(table.s)[Table.action("place_cube", {"row": UPPER, "lot": 2})]
    depth = 7
    assert target.height == storey + depth
    assert target.y >= 0


def test_a_lit_permit_place_is_where_the_permit_then_stands() -> None:
    table = Table(3)
    table.gets(BEN, "permit 2")
    found = targets(table.s)
    for longer in (SHORTER, LONGER):
        after = table.s.copy()
        action = Table.action("place_permit", {"row": LOWER, "longer": longer})
        RULES.apply(after, BEN, action)
        x, y = moved(part(after, "row-3-permits").findall("g")[0])
        assert abs(found[action].x - x) <= 4
        assert found[action].y < y <= found[action].y + found[action].height


def test_a_lit_cube_of_the_display_lies_on_the_cube() -> None:
    table = Table(3)
    table.skip_stowing(ANN)
    shown = part(table.s, "yard-cubes")
    tiles = [moved(group) for group in shown.iter("g") if "transform" in group.attrib]
    corner = picture.LAYOUT.panels["yard-cubes"]
    for line, end in itertools.product(range(3), range(2)):
        target = targets(table.s)[Table.action("choose_cube", {"row": line, "end": end})]
        assert (target.x - corner.x, target.y - corner.y) == tiles[8 * line + 7 * end]


def test_a_lit_permit_to_be_removed_is_that_permit() -> None:
    table = Table(3)
    table.permit(1, UPPER, LONGER)
    table.permit(3, UPPER, SHORTER)
    table.gets(ANN, "cancel")
    found = targets(table.s)
    low, high = (found[Table.action("remove_permit", {"permit": value})] for value in (1, 3))
    assert texts(part(table.s, "row-1-permits")) == ["+1", "−3"]
    assert (low.x, low.y) > (high.x, high.y)
    assert low.y - high.y >= low.height

"""The picture: whole, readable, the same for those who know the same, and clickable where the rules allow something."""

import itertools
import re
from xml.etree import ElementTree as ET

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.drawing import PICTURE, picture
from tabletown.games.the_estates.drawing.players import player_box
from tabletown.games.the_estates.rules.shapes import MOST_LOTS, MOST_ROWS
from tabletown.games.the_estates.rules.state import State
from tabletown.rulekit.drawing import Box, design_tokens, standalone
from tests.games.the_estates.drawings import (
    FIRMS,
    GAMES,
    SPECTATOR,
    drawn,
    inside,
    moved,
    overlap,
    part,
    random_game,
    texts,
    titles,
)
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    LEFT,
    LONGER,
    LOWER,
    MIDDLE,
    RIGHT,
    RULES,
    SHORTER,
    UPPER,
    Table,
)

# ---------------------------------------------------------------- whole


def lots_of(row: int) -> list[str]:
    return [f"lot-{row}-{lot}" for lot in range(1, 11)]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_part_is_there_in_every_position_under_the_same_id(players: int, seed: int) -> None:
    rows = [
        [f"row-{row}-lots", f"row-{row}-mayor", *lots_of(row), f"row-{row}-permits", f"row-{row}-sign"]
        for row in (1, 2, 3)
    ]
    yard_parts = ["yard-cubes", "yard-roofs", "yard-specials", "hammer", "certificates"]
    seats = [f"player-{seat}" for seat in range(players)]
    expected = ["ground", "scenery", "trees", *itertools.chain(*rows), *yard_parts, *seats]
    for s in random_game(players, seed)[::3]:
        parts = drawn(s, s.seat)
        assert list(parts) == expected
        for name, svg in parts.items():
            assert ET.fromstring(svg).attrib["id"] == name


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_no_id_is_used_twice_and_everything_that_is_referred_to_exists(players: int, seed: int) -> None:
    for s in random_game(players, seed)[::20]:
        whole = standalone(drawn(s), PICTURE.all_defs, picture.LAYOUT.size, "The Estates", dark=None)
        ids = [element.attrib["id"] for element in ET.fromstring(whole).iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([\w-]+)"|url\(#([\w-]+)\)', whole)) <= {(i, "") for i in ids} | {
            ("", i) for i in ids
        }
        assert set(re.findall(r"var\(--([\w-]+)\)", whole)) <= design_tokens(dark=False).keys()


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_whole_board_stays_under_90_kilobytes(players: int, seed: int) -> None:
    for s in random_game(players, seed)[::20]:
        for dark in (None, True):
            whole = standalone(drawn(s), PICTURE.all_defs, picture.LAYOUT.size, "The Estates", dark=dark)
            assert len(whole.encode()) < 90_000


@pytest.mark.parametrize("players", GAME.players)
def test_panels_lie_beside_each_other_below_the_board(players: int) -> None:
    boxes = [*picture.LAYOUT.panels.values(), *(player_box(players, seat) for seat in range(players))]
    for box in boxes:
        assert box.y >= picture.LAYOUT.board[1]
        assert inside(box, Box(0, 0, *picture.LAYOUT.size))
    for one, other in itertools.combinations(boxes, 2):
        assert not overlap(one, other)


def test_a_name_cannot_break_the_picture() -> None:
    table = Table(2)
    table.owns(ANN, "A")
    for svg in drawn(table.s, names=['<script>"&', "]]>"]).values():
        assert "script" not in {element.tag for element in ET.fromstring(svg).iter()}


# ---------------------------------------------------------------- readable


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_cube_on_the_board_shows_its_number_and_letter_and_every_roof_its_number(players: int, seed: int) -> None:
    for s in random_game(players, seed)[::20]:
        parts = drawn(s)
        for row, lot in itertools.product(range(MOST_ROWS), range(MOST_LOTS)):
            standing = [s.floor[row][lot][level] for level in range(s.height[row][lot])]
            expected = [word for cube in standing for word in (str(cube & 7), "ABFPSV"[cube >> 3])]
            if s.roof[row][lot]:
                expected.append(str(s.roof[row][lot]))
            assert texts(ET.fromstring(parts[f"lot-{row + 1}-{lot + 1}"])) == expected


def test_the_display_shows_the_cubes_that_are_left_in_their_places() -> None:
    table = Table(3)
    table.show("A1 B2 F3 P4 S5 V6 A6 B5", "F4 P3 S2 V1 A2 B3 F5 P6", "S4 V5 A3 B4 F6 P5 S6 V2")
    table.turn_of(ANN)
    table.skip_stowing(ANN)
    table.play(ANN, "choose_cube", row=1, end=LEFT)
    shown = texts(part(table.s, "yard-cubes"))[1:]
    assert "".join(letter + number for number, letter in zip(shown[::2], shown[1::2], strict=True)) == (
        "A1B2F3P4S5V6A6B5" + "P3S2V1A2B3F5P6" + "S4V5A3B4F6P5S6V2"
    )


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_colour_is_never_alone(players: int, seed: int) -> None:
    for s in random_game(players, seed)[::20]:
        count = 0
        for svg in drawn(s).values():
            for group in ET.fromstring(svg).iter("g"):
                for shape in group.findall("use"):
                    firm = re.fullmatch(r"#(?:low-)?(?:cube|tile|firm)-(\w)", shape.attrib["href"])
                    if firm:
                        count += 1
                        assert "ABFPSV"[FIRMS.index(firm[1])] in [text.text for text in group.findall("text")]
        held = sum(holder >= 0 for holder in s.certificate)
        assert count == 24 + 6 + held


def test_companies_have_patterns_of_their_own() -> None:
    defs = ET.fromstring(f"<defs>{PICTURE.all_defs}</defs>")
    patterns = {
        pattern.attrib["id"]: ET.tostring(pattern[0])
        for pattern in defs.iter("pattern")
        if pattern.attrib["id"].startswith("fp-")
    }
    assert set(patterns) == {f"fp-{firm}" for firm in FIRMS}
    assert len(set(patterns.values())) == 6
    for firm in FIRMS:
        for shape in ("cube", "low-cube", "tile", "firm"):
            (group,) = [group for group in defs.iter("g") if group.attrib.get("id") == f"{shape}-{firm}"]
            fills = {child.attrib.get("fill") for child in group}
            assert {f"var(--firm-{firm})", f"url(#fp-{firm})"} <= fills


@pytest.mark.parametrize("names", ["A6 B5 F4 P3 S2", "A6 B5 F4 P3 S2 V1"])
@pytest.mark.parametrize("row", [UPPER, MIDDLE, LOWER])
def test_the_tallest_towers_fit_between_the_rows_with_large_numbers(row: int, names: str) -> None:
    table = Table(3)
    table.tower(row, names, roof=6)
    tower = part(table.s, f"lot-{row + 1}-1")
    *floors, roof = [moved(group)[1] for group in tower.findall("g")]
    assert all(low - high >= 24 for low, high in itertools.pairwise([*floors, roof]))
    behind = 6.0
    if row != UPPER:
        behind = max(float(text.attrib["y"]) for text in part(table.s, f"row-{row}-lots").iter("text"))
    assert roof - 26 >= behind
    numbers = [text for text in tower.iter("text") if (text.text or "").isdigit()][:-1]
    assert [text.text for text in numbers] == [name[1] for name in names.split()]
    assert all(float(text.attrib["font-size"]) >= 18 for text in numbers)


def test_signs_say_what_is_built_what_is_required_and_which_roofs_are_missing() -> None:
    table = Table(3)
    table.tower(UPPER, "A6 B4", roof=3)
    table.tower(UPPER, "F5")
    table.mayor(UPPER)
    assert texts(part(table.s, "row-1-sign")) == ["Upper row", "×2", "2 of 4 lots", "3 roofs to go"]
    assert texts(part(table.s, "row-2-sign")) == ["Middle row", "0 of 4 lots", "4 roofs to go"]
    assert drawn(table.s)["row-1-mayor"].count("#mayor") == 1
    assert "#mayor" not in drawn(table.s)["row-2-mayor"]


def test_a_complete_row_says_so() -> None:
    table = Table(3)
    table.tower(LOWER, "A6", roof=1)
    table.permit(3, LOWER, SHORTER)
    assert texts(part(table.s, "row-3-sign")) == ["Lower row", "1 of 1 lot", "complete"]
    table.permit(1, MIDDLE, SHORTER)
    table.permit(2, MIDDLE, SHORTER)
    assert texts(part(table.s, "row-2-sign")) == ["Middle row", "0 of 1 lot", "1 roof to go"]


def test_permits_stand_together_on_the_first_lot_that_may_not_be_built() -> None:
    table = Table(3)
    table.permit(2, MIDDLE, SHORTER)
    table.permit(3, MIDDLE, LONGER)
    standing = part(table.s, "row-2-permits")
    assert texts(standing) == ["−2", "+3"]
    (barrier,) = standing.findall("g")
    lots = {text.text: float(text.attrib["x"]) for text in part(table.s, "row-2-lots").iter("text")}
    assert min(lots, key=lambda lot: abs(lots[lot] - moved(barrier)[0] - 34)) == "6"
    assert texts(part(table.s, "row-1-permits")) == []


def test_lots_beyond_the_requirement_are_only_marked_out() -> None:
    table = Table(3)
    table.permit(3, UPPER, LONGER)
    for row, may_be_built in ((1, 7), (2, 4)):
        lots = part(table.s, f"row-{row}-lots")
        assert sum("stroke-dasharray" in path.attrib for path in lots.iter("path")) == 10 - may_be_built


def test_a_blocked_end_of_the_display_is_marked() -> None:
    table = Table(3)
    for row in (UPPER, MIDDLE, LOWER):
        table.permit(row + 1, row, SHORTER)
    for row, names in ((UPPER, "A3 B5 F2"), (MIDDLE, "P1 S1"), (LOWER, "V1")):
        for name in names.split():
            table.tower(row, name)
    table.put_at_end(0, LEFT, "A6")
    table.put_at_end(0, RIGHT, "B4")
    table.put_at_end(1, LEFT, "F5")
    table.put_at_end(1, RIGHT, "F1")
    table.put_at_end(2, LEFT, "P6")
    table.put_at_end(2, RIGHT, "S2")
    marked = [group for group in part(table.s, "yard-cubes").iter("g") if titles(group)]
    assert [texts(group) for group in marked] == [["6", "A"], ["5", "F"], ["6", "P"]]
    assert all(title.startswith("Blocked") for group in marked for title in titles(group))


def test_what_became_of_permits_mayor_and_cancel_cube_is_said() -> None:
    table = Table(3)
    assert texts(part(table.s, "yard-specials"))[1:] == ["±1", "±2", "±3"]
    table.permit(2, LOWER, LONGER)
    table.gets(ANN, "permit 1")
    assert texts(part(table.s, "yard-specials"))[1:] == ["±1", "auction", "±2", "lower", "±3"]
    table.play(ANN, "discard")
    table.discard(BEN, "cancel")
    table.gets(CAT, "mayor")
    assert texts(part(table.s, "yard-specials"))[1:] == ["±1", "out", "±2", "lower", "±3", "auction", "out"]
    table.play(CAT, "place_mayor", row=UPPER)
    assert texts(part(table.s, "yard-specials"))[1:] == ["±1", "out", "±2", "lower", "±3", "upper", "out"]


def test_the_roofs_that_are_left_are_counted_by_value() -> None:
    table = Table(3)
    table.tower(UPPER, "A6", roof=3)
    table.tower(UPPER, "B6", roof=3)
    shown = part(table.s, "yard-roofs")
    counts = texts(shown)
    assert counts[0] == "10 rooftops face down"
    assert counts[1:] == ["1", "×2", "2", "×2", "3", "×0", "4", "×2", "5", "×2", "6", "×2"]
    assert drawn(table.s)["yard-roofs"].count("#roof-down") == 10


def test_the_hammer_shows_the_piece_the_high_bid_and_who_decides() -> None:
    table = Table(3)
    table.skip_stowing(ANN)
    table.put_at_end(0, LEFT, "B2")
    table.play(ANN, "choose_cube", row=0, end=LEFT)
    assert texts(part(table.s, "hammer")) == [
        "Auction 1",
        "2",
        "B",
        "Brickfield 2",
        "no bid yet",
        "E",
        "bids or passes",
    ]
    table.play(BEN, "bid", amount=3)
    assert texts(part(table.s, "hammer"))[3:] == ["Brickfield 2", "$3M", "Ben", "C", "bids or passes"]
    table.play(CAT, "pass")
    assert texts(part(table.s, "hammer"))[-2:] == ["N", "sells or keeps it"]


def test_certificates_name_their_holders() -> None:
    table = Table(3)
    table.owns(BEN, "F")
    shown = texts(part(table.s, "certificates"))
    assert shown[shown.index("Fernhill") + 1 :][:2] == ["E", "Ben"], "no letter of a company"
    assert shown.count("nobody yet") == 5
    assert texts(part(table.s, "player-1"))[-1] == "F"


def test_the_accent_is_kept_for_the_viewer_s_own_decision() -> None:
    table = Table(3)
    for viewer in (ANN, BEN, CAT, SPECTATOR):
        accented = [name for name, svg in drawn(table.s, viewer).items() if "--move" in svg]
        assert accented == (["player-0"] if viewer == ANN else [])


def test_the_winner_and_the_points_are_shown_at_the_end() -> None:
    s = random_game(3, 5)[-1]
    shares = [0] * 3
    RULES.returns(s, shares)
    for seat in range(3):
        shown = texts(part(s, f"player-{seat}"))
        assert ("winner" in shown) == (shares[seat] == 60)
        assert str(s.total[seat]).replace("-", "−") in shown


def test_rounds_won_and_points_stay_in_view_while_the_next_round_is_played() -> None:
    seen = [s for s in random_game(3, 6, rounds=2) if s.round == 2]
    for s in (seen[0], seen[-1]):
        for seat in range(3):
            told = titles(part(s, f"player-{seat}"))
            points = f"{s.total[seat]} point".replace("-", "−")
            assert any(title.startswith(points) for title in told)
            assert ("1 round won" in told) == (s.wins[seat] == 1)
    assert any(seen[0].wins)


# ---------------------------------------------------------------- what the viewer may see


def rich_position(**options: int) -> Table:
    table = Table(3, **options)
    table.money(23, 9, 0, boxes=[0, 1, 3])
    return table


@pytest.mark.parametrize("viewer", [ANN, SPECTATOR])
def test_pictures_are_the_same_in_worlds_that_differ_in_hidden_money(viewer: int) -> None:
    one, other = rich_position(), rich_position()
    if viewer == ANN:
        other.money(23, 4, 6, boxes=[0, 2, 1])
    else:
        other.money(1, 17, 14, boxes=[2, 1, 1])
    assert one.s != other.s
    assert drawn(one.s, viewer) == drawn(other.s, viewer)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_pictures_are_the_same_in_all_worlds_that_the_viewer_cannot_tell_apart(players: int, seed: int) -> None:
    for s in random_game(players, seed)[::30]:
        for viewer in (*range(players), SPECTATOR):
            view = RULES.concealed(s, viewer)
            worlds = [RULES.redealt(view, viewer, seed) for seed in (1, 2)]
            assert drawn(s, viewer) == drawn(worlds[0], viewer) == drawn(worlds[1], viewer)  # type: ignore[arg-type]


def everything_said(s: State, viewer: int) -> str:
    svg = "".join(drawn(s, viewer).values())
    whole = ET.fromstring(f"<svg>{svg}</svg>")
    words = [element.text or "" for element in whole.iter()]
    return " ".join([*words, *(element.attrib.get("aria-label", "") for element in whole.iter())])


def test_hidden_money_is_nowhere_in_the_picture_and_looks_hidden() -> None:
    table = rich_position()
    assert "$23M" in everything_said(table.s, ANN)
    for viewer in (BEN, CAT, SPECTATOR):
        assert "23" not in everything_said(table.s, viewer)
        assert "hidden" in texts(part(table.s, "player-0", viewer))
        assert "hidden" in " ".join(titles(part(table.s, "player-0", viewer)))
    assert texts(part(table.s, "player-1", BEN))[-2:] == ["$9M", "1"]


def test_open_money_is_shown_to_everybody() -> None:
    table = rich_position(money=1)
    for viewer in (ANN, BEN, SPECTATOR):
        assert texts(part(table.s, "player-0", viewer))[-2:] == ["$23M", "0"]
        assert texts(part(table.s, "player-2", viewer))[-2:] == ["$0M", "3"]


def test_cash_boxes_are_opened_between_rounds_and_hands_at_the_end_of_the_game() -> None:
    seen = set()
    for s in random_game(3, 6, rounds=2):
        if s.phase in (5, 6):
            shown = texts(part(s, "player-0", SPECTATOR))
            assert str(s.stowed[0]) in shown
            assert ("hidden" in shown) == (s.phase == 5)
            seen.add(s.phase)
    assert seen == {5, 6}

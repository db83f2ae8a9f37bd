"""The advanced game: laying the map from tract cards (SM-A)."""

import random
from collections import Counter

import pytest

from tabletown.games.square_mile.rules.geometry import OFF_MAP
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACT_CARDS, TRACTS
from tabletown.games.square_mile.rules.state import (
    BEND,
    LAY_CARD,
    NONE,
    SEALED_BIDS_DUE,
    STRAIGHT,
    SWAMP,
    TAKE_CARD_BACK,
)
from tests.games.square_mile.table import RULES, Planning, tract

PLAIN = 0
UPRIGHT, RIGHT, ROUND, LEFT = range(4)
RIVER = (STRAIGHT, BEND)


class Map(Planning):
    """An empty map on which cards are laid in any order; places go by the printed letters."""

    def __init__(self, players: int = 3, seed: int = 1) -> None:
        super().__init__(players, seed, tract_cards=1)
        RULES.shuffle_tract_cards(self.s)
        self.s.card = NONE
        self.s.phase = LAY_CARD

    def hold(self, kind: int) -> None:
        """The next card to lay is the first of that kind in the pile."""
        if self.s.card != NONE:
            self.s.pile |= 1 << self.s.card
        self.s.card = next(
            card for card in range(TRACT_CARDS) if self.s.pile >> card & 1 and RULES.CARD_KIND[card] == kind
        )
        self.s.pile &= ~(1 << self.s.card)
        self.s.phase = LAY_CARD

    def lay(self, kind: int, place: str, turn: int = UPRIGHT) -> None:
        self.hold(kind)
        self.play(self.s.seat, "lay_tract_card", tract=place, turn=turn)

    def why_not(self, kind: int, place: str, turn: int = UPRIGHT) -> tuple[str, str]:
        self.hold(kind)
        return self.refused(self.s.seat, "lay_tract_card", tract=place, turn=turn)

    def leave_in_pile(self, *kinds: int) -> None:
        """Exactly one card for each of the kinds."""
        self.s.pile = 0
        self.s.card = NONE
        laid = {self.s.letter[place] for place in range(TRACTS)}
        for kind in kinds:
            free = (card for card in range(TRACT_CARDS) if card not in laid and not self.s.pile >> card & 1)
            self.s.pile |= 1 << next(card for card in free if RULES.CARD_KIND[card] == kind)


def laid_at_random(seed: int, players: int = 3) -> Planning:
    table = Planning(players, seed, tract_cards=1)
    rng = random.Random(seed)
    while table.s.phase in {LAY_CARD, TAKE_CARD_BACK}:
        RULES.apply(table.s, table.s.seat, rng.choice(RULES.legal_actions(table.s, table.s.seat)))
    return table


@pytest.mark.rule("SM-A1")
def test_twenty_four_cards_six_straight_six_bends_one_swamp_eleven_plain() -> None:
    assert Counter(RULES.CARD_KIND) == {STRAIGHT: 6, BEND: 6, SWAMP: 1, PLAIN: 11}
    table = Planning(tract_cards=1)
    assert all(letter == NONE for letter in table.s.letter)
    assert table.s.pile.bit_count() == 23
    first = {Planning(seed=seed, tract_cards=1).s.card for seed in range(200)}
    assert first == set(range(24))


@pytest.mark.rule("SM-A2")
def test_players_draw_and_lay_in_turn_on_empty_places() -> None:
    table = Planning(players=3, seed=5, tract_cards=1)
    starters = {Planning(seed=seed, tract_cards=1).s.seat for seed in range(30)}
    assert starters == {0, 1, 2}
    seat = table.s.seat
    place = min(table.can(seat, "lay_tract_card")) // 4
    table.play(seat, "lay_tract_card", tract=place, turn=UPRIGHT)
    assert table.s.seat == (seat + 1) % 3
    assert table.refused(table.s.seat, "lay_tract_card", tract=place, turn=UPRIGHT) == ("card_lies_there", "SM-A2")


@pytest.mark.rule("SM-A3")
def test_river_cards_turn_and_dry_cards_look_the_same() -> None:
    table = Map()
    table.hold(BEND)
    assert {place % 4 for place in table.can(table.s.seat, "lay_tract_card")} == {0, 1, 2, 3}
    assert table.why_not(STRAIGHT, "F", ROUND) == ("looks_the_same", "SM-A3")
    table.hold(STRAIGHT)
    assert {place % 4 for place in table.can(table.s.seat, "lay_tract_card")} == {0, 1}
    assert table.why_not(PLAIN, "F", RIGHT) == ("looks_the_same", "SM-A3")
    table.lay(BEND, "F", RIGHT)
    assert table.s.river[tract("F")] == 0b0110, "a bend north and east, turned right, flows east and south"


@pytest.mark.rule("SM-A4")
def test_a_later_river_card_carries_on_from_an_open_end() -> None:
    table = Map()
    table.lay(STRAIGHT, "F")
    assert table.why_not(STRAIGHT, "P") == ("river_not_joined", "SM-A4")
    table.hold(STRAIGHT)
    assert table.can(table.s.seat, "lay_tract_card") == {4 * tract("B"), 4 * tract("J")}
    table.lay(STRAIGHT, "J")


@pytest.mark.rule("SM-A5")
def test_the_river_meets_no_dry_land() -> None:
    table = Map()
    table.lay(STRAIGHT, "F")
    table.lay(PLAIN, "I")
    assert table.why_not(BEND, "J", LEFT) == ("river_meets_land", "SM-A5"), "west of J lies plain land"


@pytest.mark.rule("SM-A5", "SM-A7")
def test_the_river_closes_no_ring() -> None:
    table = Map()
    table.lay(BEND, "F", RIGHT)
    table.lay(BEND, "G", ROUND)
    assert table.why_not(BEND, "J", UPRIGHT) == ("river_shut_in", "SM-A7"), "both ends would point at K"


@pytest.mark.rule("SM-A6")
def test_no_dry_card_where_an_open_end_points() -> None:
    table = Map()
    table.lay(STRAIGHT, "F")
    assert table.why_not(PLAIN, "B") == ("river_wants_the_place", "SM-A6")
    assert table.why_not(SWAMP, "J") == ("river_wants_the_place", "SM-A6")
    table.lay(PLAIN, "E")


@pytest.mark.rule("SM-A7")
def test_every_open_end_keeps_a_way_of_its_own_to_the_edge() -> None:
    table = Map()
    table.lay(STRAIGHT, "F", RIGHT)
    for place in "CHKB":
        if place != "C":
            table.lay(PLAIN, place)
    assert table.why_not(PLAIN, "C") == ("river_shut_in", "SM-A7"), "the east end at G could not get out"
    table.lay(PLAIN, "D")


@pytest.mark.rule("SM-A7")
def test_two_open_ends_may_not_need_the_same_tract() -> None:
    assert not RULES.has_ways_out(1 << tract("G"), tract("G"), tract("G"))
    assert RULES.has_ways_out(1 << tract("B") | 1 << tract("C"), tract("B"), tract("C"))
    inner = sum(1 << tract(letter) for letter in "FGBC")
    assert RULES.has_ways_out(inner, tract("F"), tract("G"))
    assert not RULES.has_ways_out(inner & ~(1 << tract("C")), tract("F"), tract("G"))


@pytest.mark.rule("SM-A8")
def test_the_river_may_not_end_while_dry_cards_could_not_fill_the_map() -> None:
    table = Map()
    assert table.why_not(BEND, "A", LEFT) == ("river_too_short", "SM-A8"), "north and west of A is the edge"
    table.lay(STRAIGHT, "B")
    table.lay(STRAIGHT, "F")
    table.lay(STRAIGHT, "J")
    table.lay(STRAIGHT, "N")
    assert RULES.next_open_end(table.s, RULES.laid_tracts(table.s), NONE) == NONE, "four cards leave twelve places"


@pytest.mark.rule("SM-A9")
def test_a_finished_river_takes_no_more_river_cards() -> None:
    table = Map()
    for place in "BFJN":
        table.lay(STRAIGHT, place)
    while table.s.phase == LAY_CARD:
        assert RULES.CARD_KIND[table.s.card] not in RIVER
        table.play(table.s.seat, "lay_tract_card", tract=min(table.can(table.s.seat, "lay_tract_card")) // 4, turn=0)
    assert table.s.phase == SEALED_BIDS_DUE
    finished = Map()
    for place in "BFJN":
        finished.lay(STRAIGHT, place)
    assert finished.why_not(STRAIGHT, "D") == ("river_complete", "SM-A9")
    assert finished.why_not(BEND, "P") == ("river_complete", "SM-A9")


@pytest.mark.rule("SM-A10")
def test_a_card_that_fits_nowhere_goes_under_the_pile_and_comes_last() -> None:
    table = Map()
    for place in "BFJN":
        table.lay(STRAIGHT, place)
    table.leave_in_pile(STRAIGHT, BEND, PLAIN)
    RULES.draw_tract_card(table.s)
    assert RULES.CARD_KIND[table.s.card] == PLAIN, "the player draws on until one fits"
    under = [table.s.under[i] for i in range(table.s.under_count)]
    assert all(RULES.CARD_KIND[card] in RIVER for card in under)
    table.s.pile = 0
    table.s.under[0], table.s.under[1], table.s.under_count = 20, 3, 2
    assert (RULES.draw_top_card(table.s), RULES.draw_top_card(table.s)) == (20, 3)


def stuck() -> Map:
    """Dry cards all around the river's ends: only a bend would fit, and only straights are left."""
    table = Map()
    table.lay(STRAIGHT, "A", RIGHT)
    table.lay(PLAIN, "C")
    table.leave_in_pile(STRAIGHT, STRAIGHT)
    return table


@pytest.mark.rule("SM-A11")
def test_when_no_card_fits_one_is_taken_back_that_lets_another_fit() -> None:
    table = stuck()
    RULES.draw_tract_card(table.s)
    assert table.s.phase == TAKE_CARD_BACK
    seat = table.s.seat
    assert table.can(seat, "take_back") == {tract("A"), tract("C")}
    assert table.refused(seat, "take_back", tract="P") == ("no_card_there", "SM-A11")
    taken = table.s.letter[tract("C")]
    table.play(seat, "take_back", tract="C")
    assert table.s.letter[tract("C")] == NONE
    assert table.s.seat == seat, "they draw on"
    assert table.s.taken_back == 1
    assert table.s.pile >> taken & 1 or table.s.card == taken or taken in table.s.under


@pytest.mark.rule("SM-A11")
def test_a_card_may_not_cut_the_river_nor_be_taken_for_nothing() -> None:
    table = Map()
    table.lay(STRAIGHT, "E", RIGHT)
    table.lay(STRAIGHT, "F", RIGHT)
    table.lay(BEND, "G", ROUND)
    table.lay(PLAIN, "M")
    table.leave_in_pile()
    table.s.phase = TAKE_CARD_BACK
    assert table.refused(table.s.seat, "take_back", tract="F") == ("cuts_the_river", "SM-A11")
    assert table.refused(table.s.seat, "take_back", tract="M") == ("does_not_help", "SM-A11")


@pytest.mark.rule("SM-A12")
def test_after_four_cards_taken_back_the_map_is_begun_again_and_at_last_the_printed_one_is_used() -> None:
    for cleared in range(3):
        table = stuck()
        table.s.taken_back = 4
        table.s.cleared = cleared
        seat = table.s.seat
        table.s.phase = RULES.DRAW_CARD
        RULES.carry_on(table.s)
        assert table.s.cleared == cleared + 1
        if cleared < 2:
            assert (table.s.phase, table.s.seat, table.s.taken_back) == (LAY_CARD, seat, 0)
            assert all(letter == NONE for letter in table.s.letter)
            assert table.s.pile.bit_count() == 23
        else:
            assert table.s.phase == SEALED_BIDS_DUE
            assert list(table.s.letter) == list(range(16))
            assert table.s.swamp == tract("J")


@pytest.mark.rule("SM-A13")
@pytest.mark.parametrize("seed", range(25))
def test_a_full_map_has_one_river_from_edge_to_edge_and_bridges_where_it_runs(seed: int) -> None:
    table = laid_at_random(seed)
    s = table.s
    assert s.phase == SEALED_BIDS_DUE
    assert len(set(s.letter)) == TRACTS
    wet = [place for place in range(TRACTS) if s.river[place]]
    assert len(wet) >= 4
    assert all(s.river[place].bit_count() == 2 for place in wet)
    outlets = 0
    for place in wet:
        for direction in range(4):
            if s.river[place] >> direction & 1:
                there = RULES.NEIGHBOUR[place][direction]
                if there == OFF_MAP:
                    outlets += 1
                else:
                    assert s.river[there] >> (direction + 2) % 4 & 1, "the river goes on"
                assert s.bridge_place[RULES.AROUND[place][direction]]
    assert outlets == 2
    assert sum(s.bridge_place[place] for place in range(EDGES)) == len(wet) + 1


@pytest.mark.rule("SM-A13")
def test_letters_and_swamp_come_from_the_cards_and_planning_cards_mean_places() -> None:
    swamps = set()
    for seed in range(40):
        table = laid_at_random(seed)
        s = table.s
        swamps.add(s.swamp)
        if s.swamp != NONE:
            assert LETTERS[s.letter[s.swamp]] == "M"
        lane = RULES.LANE_TRACTS[RULES.LANE_OF_CARD[s.railway]]
        assert all(s.zone[place] == RULES.INDUSTRY for place in lane)
    assert NONE in swamps
    assert len(swamps) > 2


@pytest.mark.rule("SM-A13")
def test_planning_goes_on_with_the_next_player() -> None:
    for seed in range(6):
        table = laid_at_random(seed)
        last = table.told("card_laid")[-1]["seat"]
        assert table.told("planning_card_drawn")[0]["seat"] == (last + 1) % 3


def test_random_layouts_rarely_have_to_be_begun_again() -> None:
    cleared = Counter(laid_at_random(seed).s.cleared for seed in range(150))
    assert cleared[0] >= 140

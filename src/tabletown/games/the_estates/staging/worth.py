"""What a piece could do for whom: the figures behind every price, all from what the viewer sees."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletown.games.the_estates.rules.state import CUBE, MAYOR, NO_SEAT, PLACE, ROOF, State
from tabletown.games.the_estates.telling.sheets import worth
from tabletown.rulekit.look import Look
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.remembering import supposing

WHOLE_ROW = -1


class Placing(NamedTuple):
    """A piece in its place, and by how much more each seat's buildings of that row then count."""

    row: int
    lot: int
    """Or WHOLE_ROW."""
    gains: tuple[int, ...]


# ---------------------------------------------------------------- rows


def stakes(look: Look[State], seat: int) -> list[int]:
    """What each row is worth to the seat: plus if it is finished, minus if not."""
    return [worth(look, row, seat) for row in range(look.rules.ROWS)]


def best_case(look: Look[State]) -> int:
    """The viewer's points if the board stays as it is and the best two rows are finished; never are all three."""
    points = stakes(look, look.viewer)
    return sum(points) - 2 * min(points) + look.view.stowed[look.viewer]


def tried(look: Look[State], action: int) -> State:
    """The position that the viewer's action leads to. Nothing that is hidden has a part in what it does."""
    after = look.view.copy()
    look.rules.call.seed_dice(after, 0)
    look.rules.call.apply(after, look.viewer, action)
    return after


def changes(look: Look[State], after: State, row: int) -> list[int]:
    """By how much more the row counts for each seat, if it is finished."""
    later = look.at(after)
    return [worth(later, row, seat) - worth(look, row, seat) for seat in look.seats]


# ---------------------------------------------------------------- pieces


def in_hand(look: Look[State], piece: int, face: int, taker: int) -> State:
    """The position in which somebody has to place the piece."""
    return supposing(look.view, piece=piece, face=face, seat=taker, phase=PLACE)


def placings(look: Look[State], hand: State) -> Iterator[Placing]:
    """Every place that the piece in hand has; of permits and the cancel cube none, for they change no building."""
    rules, taker = look.rules, hand.seat
    if hand.piece == MAYOR:
        for row in range(look.rules.ROWS):
            yield Placing(row, WHOLE_ROW, mayor_gains(look, hand, row))
    refuse = {CUBE: rules.refuse_place_cube, ROOF: rules.refuse_place_roof}.get(hand.piece)
    if refuse is None:
        return
    gained = cube_gains if hand.piece == CUBE else roof_gains
    for row in range(look.rules.ROWS):
        for lot in range(min(hand.built[row] + 1, look.rules.LOTS)):
            if refuse(hand, taker, row, lot) == OK:
                yield Placing(row, lot, gained(look, hand, row, lot))


def cube_gains(look: Look[State], hand: State, row: int, lot: int) -> tuple[int, ...]:
    """The whole building goes to whoever holds the new top's company; the first cube of one brings it."""
    rules, gains = look.rules, [0] * hand.players
    below = 0
    if lot < hand.built[row]:
        below = rules.building_value(hand, row, lot)
        gains[rules.building_owner(hand, row, lot)] -= below
    gains[owner_of_cube(look, hand)] += below + rules.value_of(hand.face)
    return doubled(hand, row, gains)


def mayor_gains(look: Look[State], hand: State, row: int) -> tuple[int, ...]:
    return tuple(look.rules.row_value(hand, row, seat) for seat in look.seats)


def roof_gains(look: Look[State], hand: State, row: int, lot: int) -> tuple[int, ...]:
    gains = [0] * hand.players
    gains[look.rules.building_owner(hand, row, lot)] = hand.face
    return doubled(hand, row, gains)


def doubled(view: State, row: int, gains: Sequence[int]) -> tuple[int, ...]:
    return tuple(2 * gain for gain in gains) if view.mayor == row else tuple(gains)


def owner_of_cube(look: Look[State], hand: State) -> int:
    """For whom the cube in hand counts."""
    owner = hand.certificate[look.rules.colour_of(hand.face)]
    return hand.seat if owner == NO_SEAT else owner


def gainer(look: Look[State], hand: State) -> int:
    """Whose gain the piece in hand is measured by."""
    return owner_of_cube(look, hand) if hand.piece == CUBE else hand.seat


def largest(look: Look[State], hand: State) -> list[Placing]:
    """In each row the place with the largest gain; rows without one are left out. The largest of all comes first."""
    seat = gainer(look, hand)
    best: dict[int, Placing] = {}
    for each in placings(look, hand):
        if each.gains[seat] > (best[each.row].gains[seat] if each.row in best else 0):
            best[each.row] = each
    return sorted(best.values(), key=lambda each: -each.gains[seat])


def worst(look: Look[State], hand: State, seat: int) -> Placing | None:
    """Where the piece would cost the seat most."""
    losing = [each for each in placings(look, hand) if each.gains[seat] < 0]
    return min(losing, key=lambda each: each.gains[seat], default=None)


def lengths(look: Look[State], hand: State, row: int) -> list[int]:
    """How long the permit in hand could make the row."""
    rules = look.rules
    return [
        hand.requirement[row] + rules.change_of(hand, longer)
        for longer in (1, 0)
        if rules.refuse_place_permit(hand, hand.seat, row, longer) == OK
    ]


def removable(look: Look[State], hand: State) -> list[int]:
    """The permits that the cancel cube in hand could take off the board."""
    refuse = look.rules.refuse_remove_permit
    return [permit for permit in range(look.rules.PERMITS) if refuse(hand, hand.seat, permit) == OK]


def takers_over(look: Look[State], view: State, row: int, lot: int) -> list[int]:
    """The cubes of the display that could take the building from whoever owns it."""
    rules = look.rules
    if rules.why_no_floor(view, row, lot, 0) != OK:
        return []
    owner = rules.building_owner(view, row, lot)
    return [
        cube
        for cube in displayed(view)
        if rules.why_no_floor(view, row, lot, cube) == OK and view.certificate[rules.colour_of(cube)] != owner
    ]


def displayed(view: State) -> Iterator[int]:
    for line in range(len(view.display)):
        for place in range(view.display_first[line], view.display_end[line]):
            yield view.display[line][place]

"""What a position is worth to each seat, at a glance: by how many points it is ahead of the others.

A piece under the hammer is worth what its new owner would make of it, so an auction is judged by its two outcomes.
"""

from tabletown.rulekit.learned import first_feature, is_learned, learned_worth
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.thinking import Sums

from .rules.auction import pay
from .rules.cancel_cube import refuse_remove_permit
from .rules.components import colour_of, value_of
from .rules.cubes import refuse_place_cube
from .rules.figures import COLOURS, DISPLAY_ROWS, LOTS, PERMITS, ROWS
from .rules.mayor import refuse_place_mayor
from .rules.permits import change_of, refuse_discard, refuse_place_permit
from .rules.rooftops import refuse_place_roof
from .rules.scoring import building_owner, building_value, row_sign
from .rules.shapes import MAX_SEATS
from .rules.state import AVAILABLE, BETWEEN_ROUNDS, CUBE, MAYOR, NO_PIECE, NO_SEAT, PERMIT, PLACE, ROOF, State
from .rules.the_end import round_is_over
from .rules.turn import left_of

POINTS = MAX_SEATS
IF_KEPT = 2 * MAX_SEATS
IF_SOLD = 3 * MAX_SEATS
"""Where in the sums each seat's points stand: of a position, and of what becomes of it once the piece is placed."""
BEST = 4 * MAX_SEATS
"""Where the best lead stands that was found for a piece."""
NOTHING_YET = -1.0e9

VICTORY = 20.0
"""What having won counts beyond the points."""
STOWABLE_CHECK = 0.9
SPARE_CHECK = 0.3
CUBE_TO_COME = 0.25
"""Of its number, for the holder of the company of a cube that is still in the display."""
COMPLETE = 0.95
HOPELESS = 0.05
"""The chances of a row that is complete (a permit may open it again), and of one for which pieces are lacking."""
PULL_OF_MISSING = 0.3
PULL_OF_OTHERS = 0.2
TURNS_PER_PIECE = 1.8
BEST_OTHER = 0.5
"""How much of a lead is measured against the best of the others; the rest against all of them."""
HESITATION = 1.5
"""So many points of difference make an auctioneer three quarters sure of selling or keeping."""


def evaluate(s: State, out: Sums) -> None:
    """Each seat's lead over the others, as the position promises."""
    if s.phase == PLACE:
        foresee_placement(s, s.seat, out, IF_KEPT)
        for seat in range(s.players):
            out[seat] = lead(s, out, IF_KEPT, seat)
    elif s.piece != NO_PIECE:
        foresee_hammer(s, out)
    else:
        reckon(s, out)
        for seat in range(s.players):
            out[seat] = lead(s, out, POINTS, seat)


def prior_stow_check(s: State, seat: int) -> float:
    """A check in the box is safe."""
    return 0.5


def prior_discard(s: State, seat: int) -> float:
    """A piece thrown away cannot be had again."""
    return -0.1


# ---------------------------------------------------------------- points


def reckon(s: State, out: Sums) -> None:
    """Each seat's points at out[POINTS], ..., as they will probably be in the end."""
    if s.phase >= BETWEEN_ROUNDS:
        for seat in range(s.players):
            out[POINTS + seat] = s.total[seat]
        crown(s, out)
        return
    over = round_is_over(s) != 0
    if is_learned(out) and not over:
        reckon_as_learned(s, out)
        return
    turns = 0.0 if over else turns_left(s) / s.players
    for seat in range(s.players):
        out[POINTS + seat] = s.total[seat] + s.stowed[seat] + worth_of_cash(s.cash[seat], turns)
    for row in range(ROWS):
        weight = 1.0 * row_sign(s, row) if over else expected_sign(s, row)
        for lot in range(s.built[row]):
            out[POINTS + building_owner(s, row, lot)] += weight * building_value(s, row, lot)
    if over:
        crown(s, out)
    else:
        reckon_certificates(s, out)


def crown(s: State, out: Sums) -> None:
    """Nothing counts like having won."""
    best = 0
    for seat in range(1, s.players):
        if out[POINTS + seat] > out[POINTS + best]:
            best = seat
    out[POINTS + best] += VICTORY


def reckon_certificates(s: State, out: Sums) -> None:
    """A company whose cubes still lie in the display will own more buildings."""
    for row in range(DISPLAY_ROWS):
        for place in range(s.display_first[row], s.display_end[row]):
            cube = s.display[row][place]
            owner = s.certificate[colour_of(cube)]
            if owner != NO_SEAT:
                out[POINTS + owner] += CUBE_TO_COME * value_of(cube)


def expected_sign(s: State, row: int) -> float:
    """Between minus and plus one, doubled by the mayor."""
    sign = 2.0 * chance_of_completion(s, row) - 1.0
    return 2.0 * sign if s.mayor == row else sign


def missing_pieces(s: State, row: int) -> int:
    """Cubes and roofs that the row still needs."""
    return 2 * (s.requirement[row] - s.built[row]) + s.roofless[row]


def turns_left(s: State) -> float:
    """Until two rows are finished or the pieces run out."""
    longest = 0
    total = 0
    for row in range(ROWS):
        total += missing_pieces(s, row)
        longest = max(longest, missing_pieces(s, row))
    return min(TURNS_PER_PIECE * (total - longest) + 2.0, 1.0 * (s.cubes_left + s.roofs_left))


def worth_of_cash(cash: int, turns: float) -> float:
    """A check that can still be stowed is nearly a point; the others only buy."""
    stowable = min(1.0 * cash, turns)
    return STOWABLE_CHECK * stowable + SPARE_CHECK * (cash - stowable)


def chance_of_completion(s: State, row: int) -> float:
    """The nearer a row is to its end, and the farther the others are, the likelier it will count."""
    missing = missing_pieces(s, row)
    if missing == 0:
        return COMPLETE
    open_lots = s.requirement[row] - s.built[row]
    if open_lots + s.roofless[row] > s.roofs_left or open_lots > s.cubes_left:
        return HOPELESS
    others = missing_pieces(s, 0) + missing_pieces(s, 1) + missing_pieces(s, 2) - missing
    return squashed(PULL_OF_OTHERS * others - PULL_OF_MISSING * missing)


def squashed(x: float) -> float:
    """Any number into 0 to 1."""
    return 0.5 + 0.5 * x / (1.0 + abs(x))


# ---------------------------------------------------------------- what can be learned about points

(
    F_STOWED,
    F_CASH,
    F_STOWABLE,
    F_CASH_AT_THE_END,
    F_CASH_LEAD,
    F_COMPANIES,
    F_CUBES_TO_COME,
    F_CUBES_AT_THE_END,
    F_EXPECTED,
    F_IN_ROWS,
    F_MISSING_IN_ROWS,
    F_AT_THE_END_IN_ROWS,
    F_MAYOR,
    F_EXPECTED_OF_MAYOR,
    F_SHARED,
    F_ROOFLESS,
    F_MOVES_NEXT,
) = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 18, 19, 20, 21, 22)
FEATURES = (
    "stowed",
    "cash",
    "stowable",
    "cash at the end",
    "cash lead",
    "companies",
    "cubes to come",
    "cubes at the end",
    "expected",
    "in the nearest row",
    "in the second row",
    "in the last row",
    "missing in the nearest row",
    "missing in the second row",
    "missing in the last row",
    "at the end in the nearest row",
    "at the end in the second row",
    "at the end in the last row",
    "under the mayor",
    "expected under the mayor",
    "shared",
    "roofless",
    "moves next",
)
"""Two rows end the round, so buildings count by how near their row is to its end, compared with the others."""


def is_quiet(s: State) -> bool:
    """Nothing is under the hammer."""
    return s.piece == NO_PIECE and s.phase < BETWEEN_ROUNDS


def reckon_as_learned(s: State, out: Sums) -> None:
    write_features(s, out)
    for seat in range(s.players):
        out[POINTS + seat] = s.total[seat] + learned_worth(out, seat)


def write_features(s: State, out: Sums) -> None:
    for k in range(first_feature(out, 0), first_feature(out, s.players)):
        out[k] = 0.0
    for row in range(ROWS):
        write_row(s, row, out)
    for row in range(DISPLAY_ROWS):
        for place in range(s.display_first[row], s.display_end[row]):
            cube = s.display[row][place]
            owner = s.certificate[colour_of(cube)]
            if owner != NO_SEAT:
                out[first_feature(out, owner) + F_CUBES_TO_COME] += value_of(cube)
    checks_in_all = 0
    for seat in range(s.players):
        checks_in_all += s.cash[seat]
    turns = turns_left(s) / s.players
    for seat in range(s.players):
        at = first_feature(out, seat)
        others = (checks_in_all - s.cash[seat]) / (s.players - 1)
        out[at + F_STOWED] = s.stowed[seat]
        out[at + F_CASH] = s.cash[seat]
        out[at + F_STOWABLE] = min(1.0 * s.cash[seat], turns)
        out[at + F_CASH_LEAD] = s.cash[seat] - others
        out[at + F_CASH_AT_THE_END] = s.cash[seat] / (1.0 + turns)
        out[at + F_CUBES_AT_THE_END] = out[at + F_CUBES_TO_COME] / (1.0 + turns)
        for row in range(ROWS):
            out[at + F_AT_THE_END_IN_ROWS + row] = out[at + F_IN_ROWS + row] / (1.0 + turns)
    for colour in range(COLOURS):
        if s.certificate[colour] != NO_SEAT:
            out[first_feature(out, s.certificate[colour]) + F_COMPANIES] += 1.0
    mover = s.auctioneer + 0 if s.piece == NO_PIECE else left_of(s, s.auctioneer)
    out[first_feature(out, mover) + F_MOVES_NEXT] = 1.0


def write_row(s: State, row: int, out: Sums) -> None:
    """What everybody has in the row, where it stands among the rows, and whether others want it finished too."""
    missing = missing_pieces(s, row)
    sign = expected_sign(s, row)
    rank = 0
    for other in range(ROWS):
        theirs = missing_pieces(s, other)
        if theirs < missing or (theirs == missing and other < row):
            rank += 1
    for seat in range(s.players):
        out[POINTS + seat] = 0.0
    for lot in range(s.built[row]):
        value = building_value(s, row, lot)
        owner = building_owner(s, row, lot)
        out[POINTS + owner] += value
        if s.roof[row][lot] == 0:
            out[first_feature(out, owner) + F_ROOFLESS] += 1.0
    highest = 0.0
    second = 0.0
    for seat in range(s.players):
        second = max(second, min(highest, out[POINTS + seat]))
        highest = max(highest, out[POINTS + seat])
    for seat in range(s.players):
        at = first_feature(out, seat)
        own = out[POINTS + seat] + 0.0
        out[at + F_EXPECTED] += sign * own
        out[at + F_IN_ROWS + rank] += own
        out[at + F_MISSING_IN_ROWS + rank] += own * missing
        out[at + F_SHARED] += min(own, second if own == highest else highest)
        if s.mayor == row:
            out[at + F_MAYOR] += own
            out[at + F_EXPECTED_OF_MAYOR] += sign * own


# ---------------------------------------------------------------- leads


def lead(s: State, out: Sums, base: int, seat: int) -> float:
    """How far the seat is ahead, by the points at out[base], ..."""
    best = NOTHING_YET
    total = 0.0
    for other in range(s.players):
        if other != seat:
            total += out[base + other]
            best = max(best, out[base + other])
    return out[base + seat] - BEST_OTHER * best - (1.0 - BEST_OTHER) * total / (s.players - 1)


# ---------------------------------------------------------------- pieces


def foresee_hammer(s: State, out: Sums) -> None:
    """The auctioneer keeps the piece or sells it, as serves them; the bid is paid the one way or the other."""
    auctioneer = s.auctioneer
    bidder = s.high_bidder
    sale = 0.0
    if bidder == NO_SEAT:
        foresee_placement(s, auctioneer, out, IF_KEPT)
    else:
        pay(s, bidder, auctioneer)
        foresee_placement(s, bidder, out, IF_SOLD)
        pay(s, auctioneer, bidder)
        sale = 1.0
        if s.cash[auctioneer] >= s.high_bid:
            pay(s, auctioneer, bidder)
            foresee_placement(s, auctioneer, out, IF_KEPT)
            pay(s, bidder, auctioneer)
            sale = squashed((lead(s, out, IF_SOLD, auctioneer) - lead(s, out, IF_KEPT, auctioneer)) / HESITATION)
    for seat in range(s.players):
        out[seat] = sale * lead(s, out, IF_SOLD, seat) + (1.0 - sale) * lead(s, out, IF_KEPT, seat)


def foresee_placement(s: State, seat: int, out: Sums, base: int) -> None:
    """The points at out[base], ... once the seat has done with the piece what serves it best."""
    out[BEST] = NOTHING_YET
    if s.piece == CUBE:
        foresee_cube(s, seat, out, base)
    elif s.piece == ROOF:
        foresee_roof(s, seat, out, base)
    elif s.piece == PERMIT:
        foresee_permit(s, seat, out, base)
    elif s.piece == MAYOR:
        foresee_mayor(s, seat, out, base)
    else:
        foresee_cancel(s, seat, out, base)
    if refuse_discard(s, seat) == OK:
        consider(s, seat, out, base)


def consider(s: State, seat: int, out: Sums, base: int) -> None:
    """Keep the points of the position as it is laid now, if the seat is further ahead than with all before."""
    reckon(s, out)
    ahead = lead(s, out, POINTS, seat)
    if ahead > out[BEST]:
        out[BEST] = ahead
        for each in range(s.players):
            out[base + each] = out[POINTS + each]


def foresee_cube(s: State, seat: int, out: Sums, base: int) -> None:
    brings_certificate = s.certificate[colour_of(s.face)] == NO_SEAT
    if brings_certificate:
        s.certificate[colour_of(s.face)] = seat
    for row in range(ROWS):
        for lot in range(LOTS):
            if refuse_place_cube(s, seat, row, lot) == OK:
                lay_cube(s, row, lot, 1)
                consider(s, seat, out, base)
                lay_cube(s, row, lot, -1)
    if brings_certificate:
        s.certificate[colour_of(s.face)] = NO_SEAT


def lay_cube(s: State, row: int, lot: int, way: int) -> None:
    """Put the cube there to see how it looks (1), or take it up again (-1)."""
    floors = s.height[row][lot]
    s.height[row][lot] += way
    if floors + s.height[row][lot] == 1:  # the building's first floor
        s.built[row] += way
        s.roofless[row] += way
    if way == 1:
        s.floor[row][lot][floors] = s.face
    else:
        s.floor[row][lot][floors - 1] = 0


def foresee_roof(s: State, seat: int, out: Sums, base: int) -> None:
    for row in range(ROWS):
        for lot in range(LOTS):
            if refuse_place_roof(s, seat, row, lot) == OK:
                s.roof[row][lot] = s.face
                s.roofless[row] -= 1
                consider(s, seat, out, base)
                s.roof[row][lot] = 0
                s.roofless[row] += 1


def foresee_permit(s: State, seat: int, out: Sums, base: int) -> None:
    for row in range(ROWS):
        for longer in range(2):
            if refuse_place_permit(s, seat, row, longer) == OK:
                s.requirement[row] += change_of(s, longer)
                consider(s, seat, out, base)
                s.requirement[row] -= change_of(s, longer)


def foresee_mayor(s: State, seat: int, out: Sums, base: int) -> None:
    for row in range(ROWS):
        if refuse_place_mayor(s, seat, row) == OK:
            s.mayor = row
            consider(s, seat, out, base)
            s.mayor = AVAILABLE


def foresee_cancel(s: State, seat: int, out: Sums, base: int) -> None:
    for permit in range(PERMITS):
        if refuse_remove_permit(s, seat, permit) == OK:
            row = s.permit_row[permit]
            s.requirement[row] -= s.permit_change[permit]
            consider(s, seat, out, base)
            s.requirement[row] += s.permit_change[permit]

"""The Estates as the kit asks for it: who decides, what is legal and why not, and what an action does."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, clear, offer

from .actions import (
    BID_AMOUNT,
    CHOOSE_CANCEL,
    CHOOSE_CUBE,
    CHOOSE_MAYOR,
    CHOOSE_PERMIT,
    CHOOSE_ROOF,
    DISCARD,
    PASS,
    PLACE_CUBE,
    PLACE_MAYOR,
    PLACE_PERMIT,
    PLACE_ROOF,
    REMOVE_PERMIT,
    SELL,
    SKIP_STOWING,
    START_ROUND,
    STOW_CHECK,
)
from .auction import (
    begin_turn,
    keep,
    make_bid,
    pass_bid,
    put_up,
    refuse_bid,
    refuse_choosing_cube,
    refuse_choosing_roof,
    refuse_choosing_special,
    refuse_keeping,
    sell,
    stow_check,
)
from .board import placeable_below, refuse_cube, refuse_floor, refuse_permit, refuse_removal, refuse_roof
from .figures import CHECKS_EACH, ZONED_LENGTH
from .pieces import colour_of, end_place, lay_out, refuse_end, take_cube, turn_over_roof, value_of
from .placing import (
    discard,
    end_turn,
    place_cube,
    place_mayor,
    place_permit,
    place_roof,
    refuse_discarding,
    remove_permit,
    start_round,
)
from .reasons import ANOTHER_PIECE, GAME_IS_OVER, NOT_THE_TIME, NOT_YOUR_DECISION, NOTHING_TO_STOW, STOW_ONLY_FIRST
from .shapes import COLOURS, DISPLAY_LENGTH, DISPLAY_ROWS, LOTS, MAX_BID, PERMITS, ROOFS, ROWS
from .state import (
    BETWEEN_ROUNDS,
    BID,
    CANCEL,
    CHOOSE,
    CUBE,
    MAYOR,
    NO_SEAT,
    OVER,
    PERMIT,
    PLACE,
    ROOF,
    SETTLE,
    STOW,
    State,
)


def setup(s: State, players: int) -> None:
    """TE-S3, TE-S4: money for everybody, and a random starting player."""
    s.players = players
    for seat in range(players):
        s.cash[seat] = CHECKS_EACH
    s.auctioneer = roll(s, players)
    lay_out(s)
    begin_turn(s)


def pending(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.phase == OVER else 1 << s.seat


# ---------------------------------------------------------------- what is legal


def legal(s: State, seat: int, out: Runs) -> int:
    clear(out)
    if s.phase == OVER or seat != s.seat:
        return 0
    if s.phase == BID:
        offer(out, PASS, 1)
        if s.cash[seat] > s.high_bid:
            offer(out, BID_AMOUNT + s.high_bid, s.cash[seat] - s.high_bid)
    elif s.phase == PLACE:
        offer_placements(s, out)
    elif s.phase == STOW:
        offer(out, SKIP_STOWING, 2)
    elif s.phase == CHOOSE:
        offer_pieces(s, out)
    elif s.phase == SETTLE:
        offer(out, SELL, 1 if refuse_keeping(s) else 2)
    else:
        offer(out, START_ROUND, 1)
    return out[1]


def offer_pieces(s: State, out: Runs) -> None:
    below = placeable_below(s)
    for row in range(DISPLAY_ROWS):
        for end in range(2):
            if refuse_end(s, row, end) == OK and value_of(s.display[row][end_place(s, row, end)]) < below:
                offer(out, CHOOSE_CUBE + 2 * row + end, 1)
    if refuse_choosing_roof(s) == OK:
        offer(out, CHOOSE_ROOF, 1)
    for permit in range(PERMITS):
        if refuse_choosing_special(s.permit_row[permit]) == OK:
            offer(out, CHOOSE_PERMIT + permit, 1)
    if refuse_choosing_special(s.mayor) == OK:
        offer(out, CHOOSE_MAYOR, 1)
    if refuse_choosing_special(s.cancel) == OK:
        offer(out, CHOOSE_CANCEL, 1)


def offer_placements(s: State, out: Runs) -> None:
    if s.piece == CUBE:
        for row in range(ROWS):
            if s.roofless[row] > 0:
                for lot in range(s.built[row]):
                    if refuse_floor(s, row, lot, s.face) == OK:
                        offer(out, PLACE_CUBE + row * LOTS + lot, 1)
            if s.built[row] < s.requirement[row]:
                offer(out, PLACE_CUBE + row * LOTS + s.built[row], 1)
    elif s.piece == ROOF:
        for row in range(ROWS):
            if s.roofless[row] > 0:
                for lot in range(s.built[row]):
                    if refuse_roof(s, row, lot) == OK:
                        offer(out, PLACE_ROOF + row * LOTS + lot, 1)
    else:
        offer_special_placements(s, out)
        offer(out, DISCARD, 1)


def offer_special_placements(s: State, out: Runs) -> None:
    if s.piece == PERMIT:
        for row in range(ROWS):
            for longer in range(2):
                if refuse_permit(s, row, s.face, longer) == OK:
                    offer(out, PLACE_PERMIT + 2 * row + longer, 1)
    elif s.piece == MAYOR:
        offer(out, PLACE_MAYOR, ROWS)
    else:
        for permit in range(PERMITS):
            if refuse_removal(s, permit) == OK:
                offer(out, REMOVE_PERMIT + permit, 1)


# ---------------------------------------------------------------- why not


def why_not(s: State, seat: int, action: int) -> int:
    if s.phase == OVER:
        return GAME_IS_OVER
    if seat != s.seat:
        return NOT_YOUR_DECISION
    if action == STOW_CHECK and s.phase == CHOOSE:
        return STOW_ONLY_FIRST if s.cash[seat] > 0 else NOTHING_TO_STOW
    if phase_of(action) != s.phase:
        return NOT_THE_TIME
    if s.phase == CHOOSE:
        return refuse_piece(s, action)
    if s.phase == BID:
        return OK if action == PASS else refuse_bid(s, action - BID_AMOUNT + 1)
    if s.phase == SETTLE:
        return OK if action == SELL else refuse_keeping(s)
    return refuse_placement(s, action) if s.phase == PLACE else OK


def phase_of(action: int) -> int:
    if action <= STOW_CHECK:
        return STOW
    if action < PASS:
        return CHOOSE
    if action < SELL:
        return BID
    if action < PLACE_CUBE:
        return SETTLE
    return PLACE if action < START_ROUND else BETWEEN_ROUNDS


def refuse_piece(s: State, action: int) -> int:
    if action < CHOOSE_ROOF:
        return refuse_choosing_cube(s, (action - CHOOSE_CUBE) // 2, (action - CHOOSE_CUBE) % 2)
    if action == CHOOSE_ROOF:
        return refuse_choosing_roof(s)
    if action < CHOOSE_MAYOR:
        return refuse_choosing_special(s.permit_row[action - CHOOSE_PERMIT])
    return refuse_choosing_special(s.mayor if action == CHOOSE_MAYOR else s.cancel)


def piece_of(action: int) -> int:
    """The piece that a placement is for."""
    if action < PLACE_ROOF:
        return CUBE
    if action < PLACE_PERMIT:
        return ROOF
    if action < PLACE_MAYOR:
        return PERMIT
    return MAYOR if action < REMOVE_PERMIT else CANCEL


def refuse_placement(s: State, action: int) -> int:
    if action == DISCARD:
        return refuse_discarding(s)
    if piece_of(action) != s.piece:
        return ANOTHER_PIECE
    if s.piece == CUBE:
        return refuse_cube(s, (action - PLACE_CUBE) // LOTS, (action - PLACE_CUBE) % LOTS, s.face)
    if s.piece == ROOF:
        return refuse_roof(s, (action - PLACE_ROOF) // LOTS, (action - PLACE_ROOF) % LOTS)
    if s.piece == PERMIT:
        return refuse_permit(s, (action - PLACE_PERMIT) // 2, s.face, (action - PLACE_PERMIT) % 2)
    return OK if s.piece == MAYOR else refuse_removal(s, action - REMOVE_PERMIT)


# ---------------------------------------------------------------- what an action does


def apply(s: State, seat: int, action: int) -> None:
    if s.phase == BID:
        if action == PASS:
            pass_bid(s)
        else:
            make_bid(s, action - BID_AMOUNT + 1)
    elif s.phase == PLACE:
        apply_placement(s, action)
        end_turn(s)
    elif s.phase == STOW:
        if action == STOW_CHECK:
            stow_check(s)
        s.phase = CHOOSE
    elif s.phase == CHOOSE:
        apply_choice(s, action)
    elif s.phase == SETTLE:
        if action == SELL:
            sell(s)
        else:
            keep(s)
    else:
        start_round(s)


def apply_choice(s: State, action: int) -> None:
    if action < CHOOSE_ROOF:
        put_up(s, CUBE, take_cube(s, (action - CHOOSE_CUBE) // 2, (action - CHOOSE_CUBE) % 2))
    elif action == CHOOSE_ROOF:
        put_up(s, ROOF, turn_over_roof(s))
    elif action < CHOOSE_MAYOR:
        put_up(s, PERMIT, action - CHOOSE_PERMIT)
    elif action == CHOOSE_MAYOR:
        put_up(s, MAYOR, 0)
    else:
        put_up(s, CANCEL, 0)


def apply_placement(s: State, action: int) -> None:
    if action == DISCARD:
        discard(s)
    elif s.piece == CUBE:
        place_cube(s, (action - PLACE_CUBE) // LOTS, (action - PLACE_CUBE) % LOTS)
    elif s.piece == ROOF:
        place_roof(s, (action - PLACE_ROOF) // LOTS, (action - PLACE_ROOF) % LOTS)
    elif s.piece == PERMIT:
        place_permit(s, (action - PLACE_PERMIT) // 2, (action - PLACE_PERMIT) % 2)
    elif s.piece == MAYOR:
        place_mayor(s, action - PLACE_MAYOR)
    else:
        remove_permit(s, action - REMOVE_PERMIT)


def default_action(s: State, seat: int) -> int:
    """An absent player stows nothing, passes and sells; else does what is allowed first."""
    if s.phase == STOW:
        return SKIP_STOWING
    if s.phase == BID:
        return PASS
    if s.phase == SETTLE:
        return SELL
    for action in range(CHOOSE_CUBE, START_ROUND):
        if why_not(s, seat, action) == OK:
            return action
    return START_ROUND


# ---------------------------------------------------------------- the books

MONEY_BOOK, CUBE_BOOK, ROOF_BOOK, PERMIT_BOOK, CERTIFICATE_BOOK, ROW_BOOK = range(1, 7)


def audit(s: State) -> int:
    """Nothing is made and nothing is lost."""
    money = 0
    for seat in range(s.players):
        if s.cash[seat] < 0 or s.stowed[seat] < 0:
            return MONEY_BOOK
        money += s.cash[seat] + s.stowed[seat]
    if money != s.players * CHECKS_EACH or money > MAX_BID:
        return MONEY_BOOK
    return audit_board(s)


def audit_board(s: State) -> int:
    cubes = 1 if s.piece == CUBE else 0
    roofs = s.roofs_left + (1 if s.piece == ROOF else 0)
    seen = [False] * COLOURS
    for row in range(ROWS):
        roofless = 0
        for lot in range(LOTS):
            if (s.height[row][lot] > 0) != (lot < s.built[row]):
                return ROW_BOOK
            for level in range(s.height[row][lot]):
                seen[colour_of(s.floor[row][lot][level])] = True
            cubes += s.height[row][lot]
            if s.roof[row][lot] > 0:
                roofs += 1
            elif lot < s.built[row]:
                roofless += 1
        if roofless != s.roofless[row] or s.built[row] > s.requirement[row]:
            return ROW_BOOK
    if cubes + s.cubes_left != DISPLAY_ROWS * DISPLAY_LENGTH:
        return CUBE_BOOK
    if roofs != ROOFS:
        return ROOF_BOOK
    for colour in range(COLOURS):
        if seen[colour] != (s.certificate[colour] != NO_SEAT):
            return CERTIFICATE_BOOK
    return audit_permits(s)


def audit_permits(s: State) -> int:
    for row in range(ROWS):
        requirement = ZONED_LENGTH
        for permit in range(PERMITS):
            if s.permit_row[permit] == row:
                requirement += s.permit_change[permit]
        if requirement != s.requirement[row]:
            return PERMIT_BOOK
    return OK

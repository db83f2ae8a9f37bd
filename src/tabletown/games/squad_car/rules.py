"""The rules of Squad Car, in the order of the rulebook: set-up, what may be decided, what follows, the end."""

from tabletown.rulekit.loops import WHOLE_WIN, Sheet
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, clear, offer

from .actions import GO_AHEAD, LIFT, PLACE, SPIN, STOP
from .driving import finish_driving, make_step, refuse_step, refuse_stop
from .figures import CARD_COUNT, LOT_NODE, SQUAD_NODE, TWO_CAR_LOTS
from .reasons import (
    ALREADY_SPUN,
    GAME_IS_DRAWN,
    NO_ROADBLOCK_IN_HAND,
    NOT_YOUR_TURN,
    PLACE_THE_ROADBLOCK,
    POLICE_HAVE_WON,
    ROADBLOCKS_FIRST,
    ROBBERS_HAVE_WON,
    SPIN_FIRST,
)
from .roadblocks import NO_ROADBLOCK, lift_roadblock, place_roadblock, refuse_lift, refuse_place, roadblock_at
from .shapes import CARS, CARS_A_SIDE, EXITS, GETAWAY, ROADBLOCKS, STEPS
from .state import (
    CAPTURED,
    DRAWN,
    DRIVING,
    ESCAPED,
    IN_HAND,
    NONE,
    OVER,
    PLACING,
    POLICE_WIN,
    ROBBERS_WIN,
    SPINNING,
    UNUSED,
    State,
)
from .traffic import NOT_CAUGHT, catcher_at, is_on_the_road, seat_of, side_of
from .turns import begin_round, end_turn_if_done, next_turn, settle_step, spin_dial

# ------------------------------------------------------------ set-up


def setup(s: State, players: int) -> None:
    """SC-S1 to SC-S3: cars at their places, and the police about to place roadblocks."""
    s.players = players
    s.cars = 3 if players == 6 else 2
    for car in range(CARS):
        s.square[car] = UNUSED
    for number in range(s.cars):
        lot = number if s.cars == CARS_A_SIDE else TWO_CAR_LOTS[number] - 1
        stand(s, number, LOT_NODE[lot])
        stand(s, CARS_A_SIDE + number, SQUAD_NODE[number])
    for card in range(CARD_COUNT):
        s.pile[card] = card
    s.unused_cards = CARD_COUNT
    for block in range(ROADBLOCKS):
        s.roadblock[block] = IN_HAND
    s.lifted_from = NONE
    s.card = NONE
    s.field = NONE
    s.phase = PLACING
    s.car = CARS_A_SIDE


def stand(s: State, car: int, node: int) -> None:
    s.square[car] = node >> 3
    s.heading[car] = node & 7


def next_placing(s: State) -> None:
    """SC-S3: the squad cars' drivers place in turn; after the last roadblock the first round begins."""
    if roadblock_at(s, IN_HAND) == NO_ROADBLOCK:
        begin_round(s)
    else:
        s.car = s.car + 1 if s.car < CARS_A_SIDE + s.cars - 1 else CARS_A_SIDE


# ------------------------------------------------------------ decisions


def pending(s: State) -> int:
    return 0 if s.phase == OVER else 1 << seat_of(s, s.car)


def why_not(s: State, seat: int, action: int) -> int:
    if s.phase == OVER:
        return refuse_after_the_end(s)
    if seat != seat_of(s, s.car):
        return ROADBLOCKS_FIRST if s.round == 0 else NOT_YOUR_TURN
    if s.phase == PLACING and action >= PLACE:
        return refuse_place(s, action - PLACE)
    if s.phase == PLACING:
        return ROADBLOCKS_FIRST if s.round == 0 else PLACE_THE_ROADBLOCK
    if s.phase == SPINNING:
        return OK if action == SPIN else SPIN_FIRST
    return refuse_in_drive(s, action)


def refuse_after_the_end(s: State) -> int:
    if s.result == ROBBERS_WIN:
        return ROBBERS_HAVE_WON
    return POLICE_HAVE_WON if s.result == POLICE_WIN else GAME_IS_DRAWN


def refuse_in_drive(s: State, action: int) -> int:
    if action == SPIN:
        return ALREADY_SPUN
    if action < STOP:
        return refuse_step(s, action - GO_AHEAD)
    if action == STOP:
        return refuse_stop(s)
    if action < PLACE:
        return refuse_lift(s, action - LIFT)
    return NO_ROADBLOCK_IN_HAND


def legal(s: State, seat: int, out: Runs) -> int:
    clear(out)
    if s.phase == OVER or seat != seat_of(s, s.car):
        return 0
    if s.phase == SPINNING:
        offer(out, SPIN, 1)
    elif s.phase == PLACING:
        for place in range(EXITS):
            if refuse_place(s, place) == OK:
                offer(out, PLACE + place, 1)
    else:
        offer_drive(s, out)
    return out[1]


def offer_drive(s: State, out: Runs) -> None:
    if s.moves_left > 0:
        for step in range(STEPS):
            if refuse_step(s, step) == OK:
                offer(out, GO_AHEAD + step, 1)
    if refuse_stop(s) == OK:
        offer(out, STOP, 1)
    if s.shifts_left > 0:
        for block in range(ROADBLOCKS):
            if refuse_lift(s, s.roadblock[block]) == OK:
                offer(out, LIFT + s.roadblock[block], 1)


def apply(s: State, seat: int, action: int) -> None:
    if action == SPIN:
        spin_dial(s)
    elif action < STOP:
        make_step(s, action - GO_AHEAD)
        settle_step(s)
    elif action == STOP:
        finish_driving(s)
        next_turn(s)
    elif action < PLACE:
        lift_roadblock(s, action - LIFT)
    else:
        place_roadblock(s, action - PLACE)
        if s.round == 0:
            next_placing(s)
        else:
            end_turn_if_done(s)


def default_action(s: State, seat: int) -> int:
    """An absent driver spins and stays; absent police take the first exits there are."""
    if s.phase == SPINNING:
        return SPIN
    if s.phase == DRIVING:
        return STOP if refuse_stop(s) == OK else GO_AHEAD
    place = 0
    while refuse_place(s, place) != OK:
        place += 1
    return PLACE + place


# ------------------------------------------------------------ the end


def ending(s: State) -> int:
    return s.result


def returns(s: State, out: Sheet) -> None:
    """SC-W4."""
    for seat in range(s.players):
        if s.result == DRAWN:
            out[seat] = WHOLE_WIN // s.players
        elif s.result == winning_result(s, seat):
            out[seat] = WHOLE_WIN * 2 // s.players
        else:
            out[seat] = 0


def winning_result(s: State, seat: int) -> int:
    return ROBBERS_WIN if seat * 2 < s.players else POLICE_WIN


def scores(s: State, out: Sheet) -> None:
    """Robbers: cars that escaped. Police: cars captured."""
    escaped = 0
    captured = 0
    for getaway in range(s.cars):
        if s.square[getaway] == ESCAPED:
            escaped += 1
        elif s.square[getaway] == CAPTURED:
            captured += 1
    for seat in range(s.players):
        out[seat] = escaped if winning_result(s, seat) == ROBBERS_WIN else captured


# ------------------------------------------------------------ the books

CARDS_BOOK, CARS_BOOK, ROADBLOCKS_BOOK, CAPTURE_BOOK, RESULT_BOOK = range(1, 6)


def audit(s: State) -> int:
    if not pile_is_whole(s):
        return CARDS_BOOK
    for car in range(CARS):
        used = car % CARS_A_SIDE < s.cars
        if used != (s.square[car] != UNUSED) or (side_of(car) != GETAWAY and used and s.square[car] < 0):
            return CARS_BOOK
        if side_of(car) == GETAWAY and is_on_the_road(s, car) and catcher_at(s, s.square[car]) != NOT_CAUGHT:
            return CAPTURE_BOOK
    in_hand = 0
    for block in range(ROADBLOCKS):
        if s.roadblock[block] == IN_HAND:
            in_hand += 1
        elif roadblock_at(s, s.roadblock[block]) != block:
            return ROADBLOCKS_BOOK
    if (in_hand > 0) != (s.phase == PLACING) or (s.round > 0 and in_hand > 1):
        return ROADBLOCKS_BOOK
    return RESULT_BOOK if (s.result == 0) == (s.phase == OVER) else 0


def pile_is_whole(s: State) -> bool:
    """Each card is there once."""
    seen = 0
    for place in range(CARD_COUNT):
        seen |= 1 << s.pile[place]
    return seen == (1 << CARD_COUNT) - 1

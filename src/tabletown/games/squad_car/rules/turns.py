"""Turns: the dial, the flashcards, whose turn comes next, and the end."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.events import tell

from .driving import finish_driving
from .events import DREW, ESCAPED_CAR, GAME_ENDED, ROUND_BEGAN, SHUFFLED, SPUN
from .figures import BLUE, CARD_COUNT, CARDS, EXIT_AT, FIELD_COLOUR, FIELD_MOVES, FIELDS, RED, YELLOW
from .shapes import CARS_A_SIDE, GETAWAY, ROADBLOCKS, SQUAD
from .state import DRAWN, DRIVING, ESCAPED, NONE, OVER, POLICE_WIN, ROBBERS_WIN, SPINNING, State
from .traffic import capture_neighbours, getaway_cars_left, is_on_the_road, seat_of, side_of

# ------------------------------------------------------------ the spin


def spin_dial(s: State) -> None:
    """SC-T3 to SC-T8."""
    s.field = roll(s, FIELDS)
    tell(s, SPUN, seat_of(s, s.car), s.car, s.field)
    while FIELD_COLOUR[s.field] == YELLOW:
        s.field = roll(s, FIELDS)
        tell(s, SPUN, seat_of(s, s.car), s.car, s.field)
    s.phase = DRIVING
    colour = FIELD_COLOUR[s.field]
    if colour == BLUE and side_of(s.car) == SQUAD:
        draw_flashcard(s)
    elif colour != RED:
        s.moves_left = FIELD_MOVES[s.field]
    end_turn_if_done(s)


def draw_flashcard(s: State) -> None:
    """SC-F1, SC-F7."""
    if s.unused_cards == 0:
        s.unused_cards = CARD_COUNT
        tell(s, SHUFFLED)
    drawn_at = roll(s, s.unused_cards)
    card = s.pile[drawn_at]
    s.unused_cards -= 1
    s.pile[drawn_at] = s.pile[s.unused_cards]
    s.pile[s.unused_cards] = card
    s.card = card
    s.moves_left = CARDS[card][0]
    s.shifts_left = CARDS[card][1]
    tell(s, DREW, seat_of(s, s.car), s.car, card)


# ------------------------------------------------------------ after a step


def settle_step(s: State) -> None:
    """SC-X4, SC-X1: capture comes first, then escape; then the turn may be over."""
    capture_neighbours(s, s.car)
    if getaway_cars_left(s) == 0:
        end_game(s, POLICE_WIN)
    elif side_of(s.car) == GETAWAY and not is_on_the_road(s, s.car):
        next_turn(s)
    elif side_of(s.car) == GETAWAY and EXIT_AT[s.square[s.car]] >= 0:
        tell(s, ESCAPED_CAR, seat_of(s, s.car), s.car, EXIT_AT[s.square[s.car]])
        s.square[s.car] = ESCAPED
        end_game(s, ROBBERS_WIN)
    elif s.moves_left == 0:
        finish_driving(s)
        end_turn_if_done(s)


def end_turn_if_done(s: State) -> None:
    if s.moves_left == 0 and s.shifts_left == 0:
        next_turn(s)


# ------------------------------------------------------------ order


def begin_turn(s: State, car: int) -> None:
    s.car = car
    s.phase = SPINNING
    s.card = NONE
    s.moves_left = 0
    s.driven = 0
    s.shifts_left = 0
    for block in range(ROADBLOCKS):
        s.shifted[block] = 0


def next_turn(s: State) -> None:
    """SC-T1, SC-T2."""
    car = s.car
    last = CARS_A_SIDE + s.cars - 1
    while car < last:
        car = car + 1 if car != s.cars - 1 else CARS_A_SIDE
        if is_on_the_road(s, car):
            begin_turn(s, car)
            return
    begin_round(s)


def begin_round(s: State) -> None:
    """SC-T1, SC-W3."""
    if s.round == s.round_limit:
        end_game(s, DRAWN)
        return
    s.round += 1
    tell(s, ROUND_BEGAN, s.round)
    car = 0
    while not is_on_the_road(s, car):
        car += 1
    begin_turn(s, car)


def end_game(s: State, result: int) -> None:
    s.result = result
    s.phase = OVER
    s.moves_left = 0
    s.shifts_left = 0
    tell(s, GAME_ENDED, result)

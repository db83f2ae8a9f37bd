"""Why an action is refused: what cannot be done, why, and what can be done instead."""

from collections.abc import Callable

from tabletown.games.squad_car.rules.board import LOT, NORTH
from tabletown.games.squad_car.rules.shapes import HEADINGS
from tabletown.games.squad_car.rules.state import State
from tabletown.rulekit.language import message
from tabletown.rulekit.look import Wish

from .naming import board, car_name, exit_name, heading_name, road_name


class Case(Wish[State]):
    """A refused action, as the seat that wanted it sees the position."""

    @property
    def turn(self) -> int:
        """To which side the car would bear: -1 to the left, 1 to the right."""
        return 2 * self.args["side"] - 1 if self.kind == "bear" else 0

    @property
    def square(self) -> int:
        return self.view.square[self.view.car]

    def is_in_lot(self) -> bool:
        return board(self.rules).kinds[self.square] == LOT

    def ahead(self) -> int:
        """The square that a step forward would lead to."""
        heading = self.view.heading[self.view.car]
        turn = self.turn if heading % 2 else 0
        return board(self.rules).next[self.square][(heading + turn) % HEADINGS // 2]

    def one_way(self) -> int:
        """A square of the one-way street that the step would enter wrongly or drive out of."""
        map_ = board(self.rules)
        ahead = self.ahead()
        if ahead in map_.one_way:
            return ahead
        turned = (self.view.heading[self.view.car] + (2 if self.turn > 0 else -2)) % HEADINGS
        return map_.next[ahead][turned // 2]


def refuse_in_words(case: Case, code: int) -> str:
    reason = case.reason(code).name
    if reason in ALWAYS_THE_SAME:
        return case._(ALWAYS_THE_SAME[reason])
    return SAID_BY[reason](case)


GAME_IS_OVER = message("The game is over, so nothing more can be played; start a new one.")

ALWAYS_THE_SAME = {
    "robbers_have_won": GAME_IS_OVER,
    "police_have_won": GAME_IS_OVER,
    "game_is_drawn": GAME_IS_OVER,
    "not_your_turn": message("Another car has its turn now; wait until you are asked."),
    "spin_first": message("A turn begins with the dial; spin it first."),
    "already_spun": message("The dial has been spun for this turn; drive, or stop."),
    "no_moves_left": message("No moves are left in this turn; stop, or shift a roadblock if your card allows it."),
    "off_the_road": message("No road leads on in that direction; turn, or stop here."),
    "across_the_road": message("The car stands across its road and cannot leave it sideways; make another half turn."),
    "into_a_lot": message("Nobody drives into a parking lot; turn along the street."),
    "askew": message("The car stands askew and cannot go straight; choose the road to its left or to its right."),
    "no_crossing_ahead": message("A quarter turn is made only into a crossing; drive straight on until you reach one."),
    "no_road_to_turn_into": message("No road leads off to that side; go straight on or turn the other way."),
    "turning_in_a_lot": message("There is no room to turn inside a parking lot; drive out first."),
    "turning_in_one_way": message("In a one-way street cars turn round only on a crossing; drive on along the arrows."),
    "half_turn_alongside": message("Another car shares this square and leaves no room to turn; drive on first."),
    "stopping_alongside": message("You may not stop beside another car; drive on to a free square."),
    "roadblocks_first": message(
        "First the police drivers place three roadblocks, one after another; then the robbers spin."
    ),
    "place_the_roadblock": message("The roadblock in your hand comes first; place it on an exit."),
    "no_roadblock_in_hand": message("There is no roadblock in your hand; lift one first if your card allows it."),
    "no_shift_allowed": message("Roadblocks are shifted only when a flashcard says so, and only as many as it says."),
    "already_shifted": message("This card has shifted that roadblock already; choose another one."),
    "shifting_while_passing": message("Drive past the other car before you shift a roadblock."),
}


LOT_IS_CLOSED = message("Another car closes the street before the lot; wait until it has gone.")


def against_one_way(case: Case) -> str:
    _ = case._
    square = case.one_way()
    way = board(case.rules).one_way.get(square, NORTH)
    text = _("{road} runs {heading} only; a one-way street is entered and driven along its arrows.")
    return text.format(road=road_name(case, square), heading=heading_name(_, 2 * way))


def beyond_last_crossing(case: Case) -> str:
    text = case._("Beyond the crossing {road} only leads out of town, and no squad car could come back; turn off.")
    return text.format(road=road_name(case, case.one_way()))


def no_room_to_pass(case: Case) -> str:
    _ = case._
    if case.is_in_lot():
        return _(LOT_IS_CLOSED)
    return _(
        "Another car fills the square ahead and your moves do not take you past it; go another way, or stop behind it."
    )


def quarter_turn_alongside(case: Case) -> str:
    _ = case._
    if case.is_in_lot():
        return _(LOT_IS_CLOSED)
    return _("Another car is on the crossing; drive straight through, or wait behind it.")


def roadblock_ahead(case: Case) -> str:
    number = board(case.rules).exits.index(case.ahead())
    return case._("A roadblock closes this exit ({exit}); find another way.").format(exit=exit_name(case, number))


def car_on_exit(case: Case) -> str:
    _ = case._
    square = board(case.rules).exits[case.args["exit"]]
    car = next(car for car, place in enumerate(case.view.square) if place == square)
    text = _("On that exit stands {car}; a roadblock needs an exit without cars.")
    return text.format(car=car_name(_, car))


def roadblock_on_exit(case: Case) -> str:
    text = case._("A roadblock is there already ({exit}); choose another exit.")
    return text.format(exit=exit_name(case, case.args["exit"]))


def same_exit(case: Case) -> str:
    text = case._("The roadblock has just been lifted from there ({exit}); it has to go to another exit.")
    return text.format(exit=exit_name(case, case.args["exit"]))


def no_roadblock_there(case: Case) -> str:
    text = case._("There is no roadblock to lift ({exit}); choose one that stands on the board.")
    return text.format(exit=exit_name(case, case.args["exit"]))


SAID_BY: dict[str, Callable[[Case], str]] = {
    "against_one_way": against_one_way,
    "beyond_last_crossing": beyond_last_crossing,
    "no_room_to_pass": no_room_to_pass,
    "quarter_turn_alongside": quarter_turn_alongside,
    "roadblock_ahead": roadblock_ahead,
    "car_on_exit": car_on_exit,
    "roadblock_on_exit": roadblock_on_exit,
    "same_exit": same_exit,
    "no_roadblock_there": no_roadblock_there,
}

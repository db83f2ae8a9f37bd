"""Why an action is refused: what cannot be done, why, and what can be done instead."""

from collections.abc import Callable

from tabletown.games.the_estates.rules.state import (
    BETWEEN_ROUNDS,
    BID,
    CHOOSE,
    CUBE,
    GONE,
    MAYOR,
    PLACE,
    ROOF,
    SETTLE,
    STOW,
    State,
)
from tabletown.rulekit.language import capitalized, message
from tabletown.rulekit.look import Wish

from .naming import cube_name, lot_name, money, permit_name, piece_name, row_name


class Case(Wish[State]):
    """A refused action, as the seat that wanted it sees the position."""

    @property
    def cash(self) -> int:
        return self.view.cash[self.viewer]

    @property
    def row(self) -> int:
        """The row that the action is about; a permit's own, where one is to be removed."""
        return self.args["row"] if "row" in self.args else self.view.permit_row[self.args["permit"]]

    @property
    def change(self) -> int:
        """What the action would add to its row's requirement."""
        if self.kind == "remove_permit":
            return -self.view.permit_change[self.args["permit"]]
        value: int = self.rules.permit_value(self.view.face)
        return value if self.args["longer"] else -value


def refuse_in_words(case: Case, code: int) -> str:
    reason = case.reason(code).name
    if reason in ALWAYS_THE_SAME:
        return case._(ALWAYS_THE_SAME[reason])
    return capitalized(SAID_BY[reason](case))


ALWAYS_THE_SAME = {
    "game_is_over": message("The game is over, so nothing more can be played; start a new one."),
    "not_your_decision": message("Another player is deciding now; wait until you are asked."),
    "stow_only_first": message(
        "A check can be stowed only at the very start of your turn, before anything else; now choose a piece."
    ),
    "nothing_to_stow": message("You have no check in hand that you could stow; choose a piece."),
    "no_roofs_left": message("No rooftop is left to put up for auction; choose another piece."),
    "nothing_to_roof": message("No building on the board lacks a rooftop; choose another piece."),
    "must_be_placed": message("A floor cube cannot be discarded; place it on the board."),
    "roof_must_be_placed": message("A rooftop cannot be discarded; put it on a building that has none."),
}

# ---------------------------------------------------------------- the course of a turn

TO_DO_NOW = {
    STOW: message("first decide whether to stow a check"),
    CHOOSE: message("choose a piece to put up for auction"),
    BID: message("bid or pass"),
    SETTLE: message("sell the piece or keep it"),
    PLACE: message("place or discard the piece you got"),
    BETWEEN_ROUNDS: message("start the next round"),
}


def not_the_time(case: Case) -> str:
    _ = case._
    text = _("“{action}” is not what is to be decided now; {to_do}.")
    return text.format(action=case.text, to_do=_(TO_DO_NOW[case.view.phase]))


def another_piece(case: Case) -> str:
    _ = case._
    text = _("“{action}” does not fit, because you got {piece}; place that piece.")
    if case.view.piece not in {CUBE, ROOF}:
        text = _("“{action}” does not fit, because you got {piece}; use or discard that piece.")
    return text.format(action=case.text, piece=piece_name(case, case.view.piece, case.view.face))


# ---------------------------------------------------------------- choosing a piece


def no_cube_there(case: Case) -> str:
    return case._("Line {line} of the display is empty; choose a cube from another line, or another piece.").format(
        line=case.row + 1
    )


def same_cube(case: Case) -> str:
    cube = case.view.display[case.row][case.view.display_first[case.row]]
    text = case._("Line {line} has a single cube left, {cube}, and so no right end; choose it as the left end.")
    return text.format(line=case.row + 1, cube=cube_name(case, cube))


def cube_blocked(case: Case) -> str:
    place = case.rules.end_place(case.view, case.row, case.args["end"])
    text = case._(
        "{cube} has no place anywhere on the board, so it may not be put up for auction; choose another piece."
    )
    return text.format(cube=cube_name(case, case.view.display[case.row][place]))


def piece_used(case: Case) -> str:
    """Permits, the mayor and the cancel cube come up once."""
    _ = case._
    if case.kind == "choose_permit":
        place = case.view.permit_row[case.args["permit"]]
        piece = permit_name(case, case.args["permit"])
    elif case.kind == "choose_mayor":
        place = case.view.mayor
        piece = piece_name(case, MAYOR, 0)
    else:
        place = case.view.cancel
        piece = _("the cancel cube")
    if place == GONE:
        return _("{piece} has left the game; choose a piece that is still available.").format(piece=piece)
    text = _("{piece} is already on the board, in the {row}; choose a piece that is still available.")
    return text.format(piece=piece, row=row_name(_, place))


# ---------------------------------------------------------------- the auction


def bid_too_low(case: Case) -> str:
    _ = case._
    text = _("A bid of {amount} does not top the highest so far, {high_bid}; bid at least {least}, or pass.")
    if case.cash <= case.view.high_bid:
        text = _("A bid of {amount} does not top the highest so far, {high_bid}; with {cash} in hand, pass.")
    return text.format(
        amount=money(_, case.args["amount"]),
        high_bid=money(_, case.view.high_bid),
        least=money(_, case.view.high_bid + 1),
        cash=money(_, case.cash),
    )


def bid_beyond_cash(case: Case) -> str:
    _ = case._
    text = _("You cannot bid {amount} with {cash} in hand; bid {cash} at most, or pass.")
    if case.cash <= case.view.high_bid:
        text = _("You cannot bid {amount} with {cash} in hand, and {cash} is not enough to take part; pass.")
    return text.format(amount=money(_, case.args["amount"]), cash=money(_, case.cash))


def cannot_pay_to_keep(case: Case) -> str:
    _ = case._
    text = _("Keeping the piece costs {high_bid} and you have only {cash} in hand; sell it.")
    return text.format(high_bid=money(_, case.view.high_bid), cash=money(_, case.cash))


# ---------------------------------------------------------------- cubes and rooftops


def place(case: Case) -> str:
    return lot_name(case._, case.row, case.args["lot"])


def leaves_a_gap(case: Case) -> str:
    text = case._("{place} would leave a gap towards the street; build on lot {next}, or elsewhere.")
    return text.format(place=place(case), next=case.view.built[case.row] + 1)


def beyond_requirement(case: Case) -> str:
    _ = case._
    built, requirement = case.view.built[case.row], case.view.requirement[case.row]
    text = _("{place} is closed, because the row requires {requirement}; build on lot {next}, or elsewhere.")
    if built >= requirement:
        text = _("{place} is closed, because the row requires {requirement}; choose a building, or another row.")
    return text.format(place=place(case), requirement=requirement, next=built + 1)


def not_lower(case: Case) -> str:
    top = case.rules.top_cube(case.view, case.row, case.args["lot"])
    text = case._(
        "{cube} cannot stand on {top}, because numbers must fall upwards; choose a higher top, or a free lot."
    )
    return text.format(cube=cube_name(case, case.view.face), top=cube_name(case, top))


def white_dirt_full(case: Case) -> str:
    return case._("{place} is white dirt, which carries a single cube; choose another lot.").format(place=place(case))


def roofed(case: Case) -> str:
    _ = case._
    text = _("The building on {place} has its rooftop and is finished; choose one without.")
    if case.view.piece == CUBE:
        text = _("The building on {place} has its rooftop and is finished; choose one without, or a free lot.")
    return text.format(place=place(case))


def no_building(case: Case) -> str:
    text = case._("No building stands on {place}; put the rooftop on a building that has none.")
    return text.format(place=place(case))


# ---------------------------------------------------------------- permits and the cancel cube


def requirement_refused(case: Case, why: str) -> str:
    """The row's new requirement, why it cannot be, and what else the piece can do."""
    _ = case._
    text = _("The requirement of the {row} cannot go from {before} to {after}: {why}. {instead}")
    instead = _("Choose another row or direction, or discard the permit.")
    if case.kind == "remove_permit":
        instead = _("Remove another permit, or discard the cancel cube.")
    before = case.view.requirement[case.row]
    after = str(before + case.change).replace("-", "−")
    return text.format(row=row_name(_, case.row), before=before, after=after, why=why, instead=instead)


def already_built(case: Case) -> str:
    n = case.view.built[case.row]
    why = case._.plural("{n} lot is already built on", "{n} lots are already built on", n).format(n=n)
    return requirement_refused(case, why)


def off_the_board(case: Case) -> str:
    most = case.rules.LOTS - 1
    why = case._("the permit needs a lot to stand on, so {most} is the most").format(most=most)
    return requirement_refused(case, why)


def below_nothing(case: Case) -> str:
    return requirement_refused(case, case._("a row cannot require less than nothing"))


def below_lowest(case: Case) -> str:
    lowest = case.view.lowest_requirement
    return requirement_refused(case, case._("in this game {lowest} is the lowest requirement").format(lowest=lowest))


def no_such_row(case: Case) -> str:
    n = case.rules.ROWS
    text = case._.plural("There is only {n} row; choose it.", "There are only {n} rows; choose one of them.", n)
    return text.format(n=n)


def permit_not_placed(case: Case) -> str:
    text = case._("{permit} stands in no row, so it cannot be removed; remove another, or discard the cancel cube.")
    return text.format(permit=permit_name(case, case.args["permit"]))


SAID_BY: dict[str, Callable[[Case], str]] = {
    "not_the_time": not_the_time,
    "another_piece": another_piece,
    "no_cube_there": no_cube_there,
    "same_cube": same_cube,
    "cube_blocked": cube_blocked,
    "piece_used": piece_used,
    "bid_too_low": bid_too_low,
    "bid_beyond_cash": bid_beyond_cash,
    "cannot_pay_to_keep": cannot_pay_to_keep,
    "leaves_a_gap": leaves_a_gap,
    "beyond_requirement": beyond_requirement,
    "not_lower": not_lower,
    "white_dirt_full": white_dirt_full,
    "roofed": roofed,
    "no_building": no_building,
    "already_built": already_built,
    "off_the_board": off_the_board,
    "below_nothing": below_nothing,
    "below_lowest": below_lowest,
    "no_such_row": no_such_row,
    "permit_not_placed": permit_not_placed,
    "built_too_far": already_built,
}

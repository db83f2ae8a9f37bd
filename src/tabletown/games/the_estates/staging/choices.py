"""What the choices before an auction would mean: stowing a check, and which piece to put up."""

from collections.abc import Sequence

from tabletown.games.the_estates.rules.shapes import VALUES
from tabletown.games.the_estates.rules.state import CANCEL, CUBE, MAYOR, PERMIT, State
from tabletown.games.the_estates.telling.naming import money, row_name
from tabletown.rulekit.language import capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, PLAIN, Meaning, Way

from . import subject
from .auction import largest_ghost
from .said import either_way, new_lengths, now_points, place_of, useless
from .worth import gainer, in_hand, largest, stakes, worst

# ---------------------------------------------------------------- before a turn, and before a round


def stow_check(look: Look[State]) -> Meaning:
    return stowed(look, 1)


def skip_stowing(look: Look[State]) -> Meaning:
    return stowed(look, 0)


def stowed(look: Look[State], checks: int) -> Meaning:
    _, box, cash = look._, look.view.stowed[look.viewer], look.view.cash[look.viewer]
    return Meaning(
        (
            Way(_("In your cash box"), str(box + checks), now_points(_, box + checks, box)),
            Way(_("In hand"), money(_, cash - checks), apart=_("now {cash}").format(cash=money(_, cash))),
        ),
        _("A check in the box is one point and cannot be bid any more; in hand it is none."),
    )


def start_round(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    checks = view.cash[look.viewer] + view.stowed[look.viewer]
    way = Way(_("In hand"), money(_, checks), _("with what was in the box"))
    return Meaning((way,), _("Everything else is laid out anew."))


# ---------------------------------------------------------------- which piece


def choose_cube(look: Look[State], row: int, end: int) -> Meaning:
    hand = cube_put_up(look, row, end)
    against = worst(look, hand, look.viewer)
    _ = look._
    if against is None:
        risk = Way(_("Most against you"), "0", apart=_("nothing to take"))
    else:
        risk = Way(
            _("Most against you"), either_way(against.gains[look.viewer]), tone=BAD, apart=place_of(look, against)
        )
    return put_up(look, hand, (most_for(look, hand), risk))


def cube_put_up(look: Look[State], row: int, end: int) -> State:
    view = look.view
    return in_hand(look, CUBE, view.display[row][look.rules.end_place(view, row, end)], look.viewer)


def choose_mayor(look: Look[State]) -> Meaning:
    _ = look._
    hand = in_hand(look, MAYOR, 0, look.viewer)
    others = [each for seat in look.seats if seat != look.viewer for each in [stakes_of(look, seat)]]
    points, row, seat = max(others)
    title = _("Most for {name}").format(name=look.names[seat])
    risk = Way(title, either_way(points), apart=capitalized(row_name(_, row)))
    return put_up(look, hand, (most_for(look, hand), risk))


def stakes_of(look: Look[State], seat: int) -> tuple[int, int, int]:
    """The largest of the seat's rows."""
    points = stakes(look, seat)
    row = max(range(look.rules.ROWS), key=points.__getitem__)
    return points[row], row, seat


def most_for(look: Look[State], hand: State) -> Way:
    """The largest gain, and whose it is."""
    _ = look._
    seat, best = gainer(look, hand), largest(look, hand)
    title = _("Most for you") if seat == look.viewer else _("Most for {name}").format(name=look.names[seat])
    if not best:
        return Way(title, "0", apart=useless(look, hand))
    tone = GOOD if seat == look.viewer else PLAIN
    return Way(title, either_way(best[0].gains[seat]), tone=tone, apart=place_of(look, best[0]))


def choose_roof(look: Look[State]) -> Meaning:
    """Which one it is shows only when it is turned over."""
    _, view, rules = look._, look.view, look.rules
    left = roofs_left(view)
    span = _("on average, {low} to {high}").format(low=min(left, default=0), high=max(left, default=0))
    open_lots = [(row, lot) for row in range(rules.ROWS) for lot in range(view.built[row]) if not view.roof[row][lot]]
    own = sum(rules.building_owner(view, row, lot) == look.viewer for row, lot in open_lots)
    needs = Way(_("Without a roof"), str(len(open_lots)), apart=_("of them yours: {count}").format(count=own))
    turned = Way(_("The roof that turns up"), on_average(left), span)
    return Meaning((turned, needs), keeping(look))


def roofs_left(view: State) -> list[int]:
    return [value for value in range(1, VALUES + 1) for _each in range(view.roofs[value])]


def on_average(values: Sequence[int]) -> str:
    return f"{sum(values) / max(1, len(values)):.1f}"


def choose_permit(look: Look[State], permit: int) -> Meaning:
    hand = in_hand(look, PERMIT, permit, look.viewer)
    return put_up(look, hand, (what_it_changes(look, hand), at_stake(look)))


def choose_cancel(look: Look[State]) -> Meaning:
    hand = in_hand(look, CANCEL, 0, look.viewer)
    return put_up(look, hand, (what_it_changes(look, hand), at_stake(look)))


def what_it_changes(look: Look[State], hand: State) -> Way:
    _, rows = look._, new_lengths(look, hand)
    count = _.plural("row can change", "rows can change", len(rows))
    return Way(_("Length of a row"), str(len(rows)), count, rows=rows)


def at_stake(look: Look[State]) -> Way:
    """Every row, if it is finished and if not."""
    _, points = look._, stakes(look, look.viewer)
    rows = tuple((capitalized(row_name(_, row)), either_way(each)) for row, each in enumerate(points))
    return Way(_("At stake for you"), either_way(sum(points)), _("in all rows"), "", rows)


def put_up(look: Look[State], hand: State, ways: tuple[Way, ...]) -> Meaning:
    ghost, piece = largest_ghost(look, hand), subject.piece(look, hand.piece, hand.face)
    return Meaning(ways, keeping(look), ghost=ghost, subject=piece)


def keeping(look: Look[State]) -> str:
    _, cash = look._, look.view.cash[look.viewer]
    if not cash:
        return _("Without money you cannot keep it against any bid.")
    return _("You can keep it against a bid of at most {cash}.").format(cash=money(_, cash))

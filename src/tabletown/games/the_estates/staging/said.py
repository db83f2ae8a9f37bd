"""Short words and figures that several prices are told with."""

from collections.abc import Iterator, Sequence

from tabletown.games.the_estates.drawing import drawn
from tabletown.games.the_estates.rules.state import CANCEL, PERMIT, ROOF, State
from tabletown.games.the_estates.telling.naming import row_name, short_lot_name
from tabletown.rulekit.language import Say, capitalized, listed
from tabletown.rulekit.look import Look

from .worth import WHOLE_ROW, Placing, gainer, largest, lengths, removable, stakes

Rows = tuple[tuple[str, str], ...]


def either_way(points: int) -> str:
    """Plus if the row is finished and minus if not; for a loss the other way round."""
    return f"±{points}" if points > 0 else f"∓{-points}" if points < 0 else "0"


def place_of(look: Look[State], placing: Placing) -> str:
    if placing.lot == WHOLE_ROW:
        return capitalized(row_name(look._, placing.row))
    return short_lot_name(look._, placing.row, placing.lot)


def row_title(look: Look[State], view: State, row: int) -> str:
    name = capitalized(row_name(look._, row))
    return f"{name} ×2" if view.mayor == row else name


def changed_length(before: int, after: int) -> str:
    return f"{before} → {after}"


def permit_sign(look: Look[State], permit: int) -> str:
    return drawn.signed(look.view.permit_change[permit])


def gain(look: Look[State], seat: int, points: int) -> str:
    """One's own as it is, that of others with their letter."""
    return either_way(points) if seat == look.viewer else f"{look.letters[seat]} {either_way(points)}"


def promise(look: Look[State], hand: State) -> str:
    """What whoever gets the piece can make of it, row by row, if the row is finished and if not."""
    seat = gainer(look, hand)
    if hand.piece in {PERMIT, CANCEL}:
        found = [(row_title(look, hand, row), points) for row, points in enumerate(stakes(look, seat)) if points]
    else:
        found = [(place_of(look, each), each.gains[seat]) for each in largest(look, hand)]
    return listed(look._, in_groups(look, seat, found)) or useless(look, hand)


def in_groups(look: Look[State], seat: int, found: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Rows that promise the same are told together: three times the same figure is longer than its place."""
    _ = look._
    places: dict[int, list[str]] = {}
    for name, points in found:
        places.setdefault(points, []).append(name)
    for points, names in places.items():
        if len(names) == 1:
            yield kept_together(names[0], gain(look, seat, points))
        elif len(names) == look.rules.ROWS:
            yield kept_together(_("Each row"), gain(look, seat, points))
        else:
            named = listed(_, map(kept_together, names))
            yield _("{places}: {gain}").format(places=named, gain=kept_together(gain(look, seat, points)))


def kept_together(*words: str) -> str:
    """In one line."""
    return " ".join(words).replace(" ", "\u00a0")


def new_lengths(look: Look[State], hand: State) -> Rows:
    """How long a permit or the cancel cube in hand could make each row."""
    if hand.piece == CANCEL:
        placed = [(hand.permit_row[permit], hand.permit_change[permit]) for permit in removable(look, hand)]
        found = [(row, [hand.requirement[row] - change]) for row, change in placed]
    else:
        found = [(row, ends) for row in range(look.rules.ROWS) if (ends := lengths(look, hand, row))]
    return tuple(
        (row_title(look, hand, row), f"{hand.requirement[row]} → {' / '.join(map(str, ends))}") for row, ends in found
    )


def useless(look: Look[State], hand: State) -> str:
    """Why the piece can do nothing for whoever gets it."""
    _ = look._
    if hand.piece == ROOF:
        return _("No own building needs a roof.")
    return _("No own building stands in any row.")


def now_points(_: Say, points: int, now: int) -> str:
    """Behind a number of points: what it is now."""
    return _.plural("point, now {points}", "points, now {points}", points).format(points=now)

"""What a choice would mean, in figures: placing a piece here; bidding, selling and the rest have files of their own."""

from collections.abc import Callable, Sequence

from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, CUBE, State
from tabletown.games.the_estates.telling.naming import cube_name, row_name, signed
from tabletown.games.the_estates.telling.report import sees_cash, with_box
from tabletown.rulekit.language import capitalized, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, PLAIN, Effect, Label, Meaning, Way

from . import auction, choices
from .labels import LABELS, before_row, on_lot, permit_off, permit_on
from .said import either_way, now_points, row_title
from .subject import ghost, permit_ghost, piece, removal_ghost, tower
from .worth import WHOLE_ROW, best_case, changes, stakes, takers_over, tried

MOST_NAMED = 3
"""So many cubes are named that could take a building over."""


def meaning(look: Look[State], actions: Sequence[int]) -> Meaning:
    """Every decision of the game is one action."""
    return meaning_of(look, actions[0]) if actions else Meaning()


def meaning_of(look: Look[State], action: int) -> Meaning:
    kind, args = look.decoded(action)
    told = PLACED_BY[kind](look, action, **args) if kind in PLACED_BY else TOLD_BY[kind](look, **args)
    return told.labelled(LABELS[kind](look, **args))


def label(look: Look[State], actions: Sequence[int]) -> Label:
    if not actions:
        return Label()
    kind, args = look.decoded(actions[0])
    return LABELS[kind](look, **args)


# ---------------------------------------------------------------- cubes and roofs


def place_on_lot(look: Look[State], action: int, row: int, lot: int) -> Meaning:
    after = tried(look, action)
    return placed(look, after, row, what_it_does(look, after, row, lot))._replace(
        fact=still_to_fear(look, after, row, lot),
        ghost=ghost(look, look.view, row, lot, on_lot(look, row, lot).mark),
        subject=tower(look.at(after), row, lot),
    )


def what_it_does(look: Look[State], after: State, row: int, lot: int) -> str:
    """In a few words, over the figures."""
    _, rules, view = look._, look.rules, look.view
    if lot == view.built[row]:
        return _("fills the last lot") if after.built[row] == after.requirement[row] else _("a new building")
    before, later = rules.building_owner(view, row, lot), rules.building_owner(after, row, lot)
    if before == later:
        return _("your own tower") if later == look.viewer else _("{name}’s tower").format(name=look.names[later])
    return _("takes yours") if before == look.viewer else _("takes {name}’s").format(name=look.names[before])


def still_to_fear(look: Look[State], after: State, row: int, lot: int) -> str:
    """Who could take the building over next."""
    _ = look._
    if look.view.piece != CUBE or after.phase >= BETWEEN_ROUNDS:
        return ""
    cubes = takers_over(look, after, row, lot)
    if not cubes:
        return _("No cube that is left could take this building over.")
    names = listed(_, (cube_name(look, cube) for cube in cubes[:MOST_NAMED]))
    if len(cubes) > MOST_NAMED:
        text = _("{cubes} and {count} more could still take it over.")
    else:
        text = _("Could still take it over: {cubes}.")
    return text.format(cubes=names, count=len(cubes) - MOST_NAMED)


# ---------------------------------------------------------------- mayor, permits, cancel cube


def place_mayor(look: Look[State], action: int, row: int) -> Meaning:
    _, after = look._, tried(look, action)
    return placed(look, after, row, _("counts double"))._replace(
        fact=_("The mayor stays there for good."),
        ghost=ghost(look, look.view, row, WHOLE_ROW, before_row(look, row).mark),
    )


def place_permit(look: Look[State], action: int, row: int, longer: int) -> Meaning:
    after = tried(look, action)
    return moved_end(look, after, row)._replace(
        ghost=permit_ghost(look, after, row, permit_on(look, row, longer).mark)
    )


def remove_permit(look: Look[State], action: int, permit: int) -> Meaning:
    after, row = tried(look, action), look.view.permit_row[permit]
    return moved_end(look, after, row)._replace(
        ghost=removal_ghost(look, after, permit, permit_off(look, permit).mark)
    )


def moved_end(look: Look[State], after: State, row: int) -> Meaning:
    """No building changes; what is at stake in the row is said, for it may now be finished sooner, later or never."""
    _ = look._
    points = [stakes(look, seat)[row] for seat in look.seats]
    return in_figures(look, after, row, _("at stake"), points)


def discard(look: Look[State], action: int) -> Meaning:
    _, view = look._, look.view
    thrown = piece(look, view.piece, view.face)
    rows = tuple(
        (capitalized(row_name(_, row)), either_way(points)) for row, points in enumerate(stakes(look, look.viewer))
    )
    way = Way(_("Your best case"), str(best_case(look)), _("points, as now"), "", rows)
    return Meaning((way,), _("The piece leaves the game."), subject=thrown)


# ---------------------------------------------------------------- what every placement says


def placed(look: Look[State], after: State, row: int, what: str) -> Meaning:
    return in_figures(look, after, row, what, changes(look, after, row))


def in_figures(look: Look[State], after: State, row: int, what: str, points: Sequence[int]) -> Meaning:
    """The row as it would stand, and for everybody whom it touches plus or minus that many points."""
    _ = look._
    if after.phase >= BETWEEN_ROUNDS:
        return the_end(look, after, row)
    effects = [
        Effect(seat, (signed(points[seat]), signed(-points[seat])))
        for seat in sorted(look.seats, key=lambda seat: seat != look.viewer)
        if points[seat]
    ]
    headers = (what, _("finished"), _("if not")) if effects else ()
    fact = "" if effects else _("Nobody’s points change.")
    return Meaning((own_prospect(look, after), row_after(look, after, row)), fact, headers, tuple(effects))


def own_prospect(look: Look[State], after: State) -> Way:
    before, later = best_case(look), best_case(look.at(after))
    tone = GOOD if later > before else BAD if later < before else PLAIN
    return Way(look._("Your best case"), str(later), now_points(look._, later, before), tone=tone)


def row_after(look: Look[State], after: State, row: int) -> Way:
    """How far the row would be."""
    _, is_complete = look._, look.rules.is_complete
    title = row_title(look, after, row)
    if is_complete(after, row):
        return Way(title, _("finished"), tone=GOOD)
    count = after.requirement[row]
    built = _("{built} of {count}").format(built=after.built[row], count=count)
    if is_complete(look.view, row):
        return Way(title, built, tone=BAD, apart=_("open again"))
    roofs = count - after.built[row] + after.roofless[row]
    left = _.plural("{count} roof to go", "{count} roofs to go", roofs).format(count=roofs)
    return Way(title, built, apart=left)


def the_end(look: Look[State], after: State, row: int) -> Meaning:
    """The round would be over: everybody's points, as far as cash boxes are open."""
    _ = look._
    points = [round_points(look, after, seat) for seat in look.seats]
    order = sorted(look.seats, key=lambda seat: seat != look.viewer)
    own = signed(points[look.viewer] + after.stowed[look.viewer])
    effects = tuple(
        Effect(seat, (with_box(points[seat], after.stowed[seat] if sees_cash(look, seat) else None),)) for seat in order
    )
    ways = (Way(_("Ends the round"), own, _("points for you")), row_after(look, after, row))
    return Meaning(ways, headers=(_("Ends the round"), _("points")), effects=effects)


def round_points(look: Look[State], after: State, seat: int) -> int:
    """Without the cash box, which may be hidden."""
    rules = look.rules
    return sum(int(rules.row_sign(after, row) * rules.row_value(after, row, seat)) for row in range(look.rules.ROWS))


PLACED_BY: dict[str, Callable[..., Meaning]] = {
    "place_cube": place_on_lot,
    "place_roof": place_on_lot,
    "place_mayor": place_mayor,
    "place_permit": place_permit,
    "remove_permit": remove_permit,
    "discard": discard,
}
TOLD_BY: dict[str, Callable[..., Meaning]] = {
    "skip_stowing": choices.skip_stowing,
    "stow_check": choices.stow_check,
    "choose_cube": choices.choose_cube,
    "choose_roof": choices.choose_roof,
    "choose_permit": choices.choose_permit,
    "choose_mayor": choices.choose_mayor,
    "choose_cancel": choices.choose_cancel,
    "start_round": choices.start_round,
    "pass": auction.pass_,
    "bid": auction.bid,
    "sell": auction.sell_or_keep_by_selling,
    "keep": auction.sell_or_keep_by_keeping,
}

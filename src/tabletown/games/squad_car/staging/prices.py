"""What a choice would mean, in figures."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from tabletown.games.squad_car.rules.board import ENTRY
from tabletown.games.squad_car.rules.distances import FAR
from tabletown.games.squad_car.rules.figures import BLUE, RED, YELLOW
from tabletown.games.squad_car.rules.shapes import CARS_A_SIDE
from tabletown.games.squad_car.rules.state import OVER, POLICE_WIN, State
from tabletown.games.squad_car.telling import naming, odds, words
from tabletown.games.squad_car.telling.odds import Threat, WayOut
from tabletown.rulekit.drawing import Svg, joined
from tabletown.rulekit.language import Say, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, PLAIN, Meaning, Way

from . import ghosts, subjects
from .drives import STEP_OF, Drive, tried

Row = tuple[str, str]


def meaning(look: Look[State], actions: Sequence[int]) -> Meaning:
    """Of a whole drive, a spin, or a roadblock; nothing for what cannot be played, or is not the viewer's to play."""
    if not actions or look.viewer not in look.deciding:
        return Meaning()
    kind, args = look.decoded(actions[-1])
    if kind == "spin":
        return spin(look)
    if kind in PRICED_EXITS:
        before = tried(look, actions[:-1])
        whole = tried(look, actions)
        if before is None or whole is None:
            return Meaning()
        means = PRICED_EXITS[kind](look, before.after, whole.after, args["exit"])
        return means._replace(begins=drives_to(look, before) if before.moves else "")
    driven = tried(look, actions)
    if driven is None:
        return Meaning()
    return of_getaway(look, driven) if driven.car < CARS_A_SIDE else of_squad(look, driven)


# ---------------------------------------------------------------- words and figures


def percent(_: Say, chance: float) -> str:
    return _("{n} %").format(n=round(100 * chance))


def about(_: Say, chance: float) -> str:
    """For what is rough; nothing is exactly nothing."""
    return _("about {n} %").format(n=round(100 * chance)) if chance else percent(_, 0)


def in_moves(_: Say, n: int) -> str:
    return _.plural("{n} move", "{n} moves", n).format(n=n)


def drives_to(look: Look[State], driven: Drive) -> str:
    _ = look._
    if not driven.moves:
        return _("Leave the roadblocks") if look.view.moves_left == 0 else _("Stay here")
    square, heading = driven.end
    text = _("Drive {n}: {place}, facing {heading}")
    place, facing = naming.spot_name(look, square), naming.heading_name(_, heading)
    return text.format(n=driven.moves, place=place, heading=facing)


def plan_lines(look: Look[State], actions: Sequence[int]) -> list[str]:
    """A turn that is put together: steps one after the other are one drive."""
    lines: list[str] = []
    done = 0
    for is_drive, run in groupby(actions, lambda action: action in STEP_OF):
        parts = [*run]
        before, after = tried(look, actions[:done]), tried(look, actions[: done + len(parts)])
        if before is None or after is None:
            return []
        lines += [driven_on(look, before, after)] if is_drive else said_there(look, before, parts)
        done += len(parts)
    return lines


def driven_on(look: Look[State], before: Drive, after: Drive) -> str:
    place = naming.spot_name(look, after.end[0])
    return look._("{moves}: {place}").format(moves=in_moves(look._, after.moves - before.moves), place=place)


def said_there(look: Look[State], before: Drive, actions: Sequence[int]) -> list[str]:
    there = replace(look, view=before.after)
    return [words.action(there, action) for action in actions]


def drawn_with(look: Look[State], driven: Drive, means: Meaning) -> Meaning:
    """The same figures with the way on the board and where it ends, large."""
    way = joined(means.ghost, ghosts.way(look, driven))
    return means._replace(
        ghost=ghosts.on_board(look, way),
        subject=subjects.lens(look, driven.end[0], way, naming.spot_name(look, driven.end[0])),
        mark=str(driven.moves) if driven.moves else "",
        is_said=True,
    )


# ---------------------------------------------------------------- a getaway car drives


def of_getaway(look: Look[State], driven: Drive) -> Meaning:
    _ = look._
    if driven.escapes:
        exit_name = naming.place_name(look, driven.end[0])
        does = _("Drive {n} and escape: {exit}").format(n=driven.moves, exit=exit_name)
        away = Way(_("Out of town"), _("away"), words=_("The robbers win."), tone=GOOD, apart=exit_name)
        return drawn_with(look, driven, Meaning((away,), does=does))
    if driven.is_caught:
        does = _("Drive {n} and be caught").format(n=driven.moves)
        return drawn_with(look, driven, Meaning((caught_there(look, driven),), does=does))
    threats = odds.threats_to(look, driven.end[0], driven.after)
    out = odds.way_out(look, driven.end, driven.after)
    coming = (ghosts.threat(look, each, driven.end[0]) for each in threats[:2] if each.chance)
    shown = joined(*coming, ghosts.way_out(look, driven.end, out))
    ways = (danger(look, threats), exit_from(look, out))
    return drawn_with(look, driven, Meaning(ways, ghost=shown, does=drives_to(look, driven)))


def caught_there(look: Look[State], driven: Drive) -> Way:
    _ = look._
    left = len(odds.robbers_on_the_road(driven.after))
    if driven.after.result == POLICE_WIN:
        words = _("No robber is left: the police win.")
    else:
        words = _.plural("{n} robber stays on the road.", "{n} robbers stay on the road.", left).format(n=left)
    by = _("by {who}").format(who=naming.driver_name(look, driven.catcher))
    return Way(_("Caught at once"), percent(_, 1), by, words, tone=BAD)


def danger(look: Look[State], threats: Sequence[Threat]) -> Way:
    """Every squad car has one turn before a getaway car moves again."""
    _ = look._
    chance = odds.caught_by(threats)
    rows = tuple((needs(look, each), percent(_, each.chance)) for each in threats[:2])
    return Way(_("Caught by your next turn"), about(_, chance), rows=rows, tone=BAD if chance else GOOD)


def needs(look: Look[State], threat: Threat) -> str:
    text = look._.plural("{who} needs {n} move", "{who} needs {n} moves", threat.moves)
    return text.format(who=naming.driver_name(look, threat.car), n=threat.moves)


def exit_from(look: Look[State], out: WayOut | None) -> Way:
    """The chance to be out at once; turns, where there is none yet."""
    _, rules = look._, look.rules
    if out is None:
        return Way(_("Out on your next turn"), percent(_, 0), words=_("Every exit is closed or watched."))
    chance = odds.out_at_once(rules, out.moves)
    exit_row = (naming.exit_name(look, out.exit), in_moves(_, out.moves))
    soon = (_("within two turns"), percent(_, odds.out_in_two(rules, out.moves)))
    if not chance:
        return Way(_("To the nearest exit"), in_turns(look, out), rows=(exit_row, soon), apart=_("if not caught"))
    rows = (exit_row, soon)
    return Way(_("Out on your next turn"), percent(_, chance), rows=rows, tone=GOOD, apart=_("if not caught"))


def in_turns(look: Look[State], out: WayOut) -> str:
    n = round(odds.turns_out(look.rules, out.moves))
    return look._.plural("about {n} turn", "about {n} turns", n).format(n=n)


# ---------------------------------------------------------------- a squad car drives


def of_squad(look: Look[State], driven: Drive) -> Meaning:
    _ = look._
    if driven.captured:
        who = listed(_, (naming.driver_name(look, car) for car in driven.captured))
        does = _("Drive {n} and arrest {who}").format(n=driven.moves, who=who)
        return drawn_with(look, driven, Meaning((arrest(look, driven, who),), does=does))
    ways = (from_there(look, driven), their_exits(look, driven.after))
    shown = ghosts.ways_out_of_all(look, driven.after)
    return drawn_with(look, driven, Meaning(ways, ghost=shown, does=drives_to(look, driven)))


def arrest(look: Look[State], driven: Drive, who: str) -> Way:
    _ = look._
    left = len(odds.robbers_on_the_road(driven.after))
    if driven.after.phase == OVER:
        words = _("No robber is left: the police win.")
    else:
        words = _.plural("{n} robber stays on the road.", "{n} robbers stay on the road.", left).format(n=left)
    return Way(_("Arrest"), who, words=words, tone=GOOD)


def from_there(look: Look[State], driven: Drive) -> Way:
    """How far the robbers are from where the squad car would stand."""
    _, after = look._, driven.after
    robbers = odds.robbers_on_the_road(after)
    away = sorted((odds.moves_to_catch(look.rules, driven.end, after.square[car]), car) for car in robbers)
    moves, nearest = away[0]
    rows = tuple((naming.driver_name(look, car), in_moves(_, n)) for n, car in away[1:])
    of = _("to {who}").format(who=naming.driver_name(look, nearest))
    return Way(_("From there"), in_moves(_, moves), of, rows=rows)


def their_exits(look: Look[State], view: State) -> Way:
    """Who may be out on their next turn, if nobody stops them."""
    _ = look._
    found = sorted(odds.robbers_on_the_road(view), key=lambda car: moves_out(look, view, car))
    rows = tuple((their_way(look, view, car), percent(_, out_chance(look, view, car))) for car in found[:2])
    chance = out_chance(look, view, found[0])
    tone = BAD if chance else GOOD
    free = _("if nobody stops them")
    return Way(_("Out on their next turn"), percent(_, chance), rows=rows, tone=tone, apart=free)


def out_chance(look: Look[State], view: State, car: int) -> float:
    way = odds.way_out(look, odds.place_of(view, car), view)
    return odds.out_at_once(look.rules, way.moves) if way else 0.0


def their_way(look: Look[State], view: State, car: int) -> str:
    _ = look._
    way = odds.way_out(look, odds.place_of(view, car), view)
    who = naming.driver_name(look, car)
    if way is None:
        return _("{who}: no way out").format(who=who)
    return _("{who}: {moves} to go").format(who=who, moves=in_moves(_, way.moves))


# ---------------------------------------------------------------- the spin


def spin(look: Look[State]) -> Meaning:
    view = look.view
    place = odds.place_of(view, view.car)
    if view.car < CARS_A_SIDE:
        out = odds.way_out(look, place)
        shown = ghosts.way_out(look, place, out)
        ways = (out_by_spin(look, out), danger_of_staying(look))
    else:
        shown = ghosts.ways_out_of_all(look, view)
        ways = (arrest_by_spin(look), their_exits(look, view))
    return Meaning(ways, ghost=ghosts.on_board(look, shown), does=look._("Spin the dial"))


def out_by_spin(look: Look[State], out: WayOut | None) -> Way:
    _ = look._
    chance = odds.out_at_once(look.rules, out.moves) if out else 0.0
    far = _("{moves} to go").format(moves=in_moves(_, out.moves)) if out else _("no way out")
    tone = GOOD if chance else PLAIN
    return Way(_("Out this turn"), percent(_, chance), rows=dial_odds(look), tone=tone, apart=far)


def danger_of_staying(look: Look[State]) -> Way:
    view = look.view
    way = danger(look, odds.threats_to(look, view.square[view.car]))
    return way._replace(title=look._("Caught if you do not move"))


def arrest_by_spin(look: Look[State]) -> Way:
    _, view = look._, look.view
    place = odds.place_of(view, view.car)
    robbers = odds.robbers_on_the_road(view)
    moves, robber = min((odds.moves_to_catch(look.rules, place, view.square[car]), car) for car in robbers)
    chance = odds.squad_chance(look, moves)
    far = _("{who}, {moves} away").format(who=naming.driver_name(look, robber), moves=in_moves(_, moves))
    tone = GOOD if chance else PLAIN
    return Way(_("Arrest this turn"), about(_, chance), rows=dial_odds(look), tone=tone, apart=far)


def dial_odds(look: Look[State]) -> tuple[Row, ...]:
    """What the dial gives this car, yellow spun again."""
    _, rules = look._, look.rules
    fields = [colour for colour in rules.FIELD_COLOUR if colour != YELLOW]
    stop = (_("red: stays"), percent(_, fields.count(RED) / len(fields)))
    if look.view.car >= CARS_A_SIDE:
        return stop, (_("blue: flashcard"), percent(_, fields.count(BLUE) / len(fields)))
    most = max(moves for moves in rules.FIELD_MOVES)
    half = (most + 1) // 2
    said = _("at least {moves}").format(moves=in_moves(_, half))
    return stop, (said, percent(_, odds.out_at_once(rules, half)))


# ---------------------------------------------------------------- roadblocks


def placed(look: Look[State], before: State, after: State, number: int) -> Meaning:
    means = exits_priced(look, before, after)
    name = naming.exit_name(look, number)
    if naming.board(look.rules).kinds[look.rules.EXIT_SQUARE[number]] == ENTRY:
        means = means._replace(fact=look._("Nobody can leave by that end anyway."))
    return at_exit(look, number, means._replace(does=look._("Block {exit}").format(exit=name)), ghosts.roadblock)


def lifted(look: Look[State], before: State, after: State, number: int) -> Meaning:
    does = look._("Lift the roadblock: {exit}").format(exit=naming.exit_name(look, number))
    return at_exit(look, number, exits_priced(look, before, after)._replace(does=does), ghosts.lifted)


PRICED_EXITS: dict[str, Callable[[Look[State], State, State, int], Meaning]] = {"place": placed, "lift": lifted}


def at_exit(look: Look[State], number: int, means: Meaning, drawing: Callable[[Look[State], int], Svg]) -> Meaning:
    shown = drawing(look, number)
    name = naming.exit_name(look, number)
    square = look.rules.EXIT_SQUARE[number]
    return means._replace(ghost=ghosts.on_board(look, shown), subject=subjects.lens(look, square, shown, name))


def exits_priced(look: Look[State], before: State, after: State) -> Meaning:
    """For each robber the nearest way out, before and after; the two that are nearest first."""
    robbers = sorted(odds.robbers_on_the_road(before), key=lambda car: moves_out(look, before, car))
    ways = tuple(robber_priced(look, before, after, car) for car in robbers)
    longer = sum(moves_out(look, after, car) - moves_out(look, before, car) for car in robbers)
    fact = "" if len(ways) <= 2 else look._("{title}: {figure}").format(title=ways[2].title, figure=ways[2].figure)
    return Meaning(ways[:2], fact, mark=f"{longer:+d}".replace("-", "−") if longer else "")


def moves_out(look: Look[State], view: State, car: int) -> int:
    way = odds.way_out(look, odds.place_of(view, car), view)
    return way.moves if way else FAR


def to_go(_: Say, moves: int) -> str:
    return in_moves(_, moves) if moves < FAR else _("no way out")


def robber_priced(look: Look[State], before: State, after: State, car: int) -> Way:
    _ = look._
    now, then = moves_out(look, before, car), moves_out(look, after, car)
    was = str(now) if now < FAR else _("no way out")
    figure = to_go(_, now) if now == then else _("{now} → {then}").format(now=was, then=to_go(_, then))
    chances = tuple(percent(_, out_chance(look, view, car)) for view in (before, after))
    odds_now = chances[0] if chances[0] == chances[1] else " → ".join(chances)
    rows: tuple[Row, ...] = ((_("out on the next turn"), odds_now),)
    if way := odds.way_out(look, odds.place_of(after, car), after):
        rows += ((_("nearest then"), naming.exit_name(look, way.exit)),)
    tone = PLAIN if now == then else GOOD if then > now else BAD
    title = _("{who}: nearest way out").format(who=naming.driver_name(look, car))
    return Way(title, figure, rows=rows, tone=tone)

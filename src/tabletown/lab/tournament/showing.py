"""A tournament for people: who is how good, and who is ahead of whom."""

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tabletown.lab.tournament.plan import ROUND_ROBIN
from tabletown.lab.tournament.standings import Outcome

MOST_ACROSS = 12
"""Bots in a cross table that fits a screen; `pairs.csv` has them all."""
MOST_NOTES = 5


def outcome_shown(outcome: Outcome) -> RenderableType:
    plan = outcome.plan
    rounds = "" if plan.rounds == 1 else f" in {plan.rounds} rounds"
    kind = "Round robin" if plan.format == ROUND_ROBIN else "Swiss tournament"
    title = f"{kind} of {plan.game.title}, {plan.players} at a table: {outcome.games:,} games{rounds}, seats rotated"
    parts: list[RenderableType] = [Text(title, "bold"), _standings(outcome)]
    if 1 < len(plan.entrants) <= MOST_ACROSS:
        parts += [Text(), Text("How often the one on the left was ahead, in percent", "bold"), _cross_table(outcome)]
    if any(each.forfeits for each in outcome.standings):
        parts += [Text(), *_forfeits(outcome)]
    return Group(*parts)


def _standings(outcome: Outcome) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    grid.add_column("", justify="right")
    grid.add_column("bot", overflow="fold")
    heads = ["rating", "95 % from", "to", "games", "wins", "points", "share"]
    forfeited = any(each.forfeits for each in outcome.standings)
    for head in [*heads, "forfeits"] if forfeited else heads:
        grid.add_column(head, justify="right")
    for place, each in enumerate(outcome.standings, 1):
        share = f"{each.points / each.games:.1%}" if each.games else ""
        figures = [f"{each.rating:.1f}", f"{each.low:.1f}", f"{each.high:.1f}", f"{each.games:,}", f"{each.wins:,}"]
        figures += [f"{each.points:,.1f}", share, *([str(each.forfeits)] if forfeited else [])]
        grid.add_row(str(place), Text(each.bot), *figures)
    return grid


def _cross_table(outcome: Outcome) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    names = [each.bot for each in outcome.standings]
    grid.add_column("", justify="right")
    grid.add_column("", overflow="fold")
    for place in range(1, len(names) + 1):
        grid.add_column(str(place), justify="right")
    for place, one in enumerate(names, 1):
        cells = []
        for other in names:
            won, times = outcome.ahead.get((one, other), (0.0, 0))
            cells.append(f"{100 * won / times:.0f}" if times else "·")
        grid.add_row(str(place), Text(one), *cells)
    return grid


def _forfeits(outcome: Outcome) -> list[RenderableType]:
    """The first of those that were played just now; all are in a file."""
    shown = [Text(note) for note in outcome.notes[:MOST_NOTES]]
    more = sum(each.forfeits for each in outcome.standings) - len(shown)
    rest = [Text(f"{more} more in forfeits.txt" if shown else "They are told in forfeits.txt.")] if more > 0 else []
    return [Text("Forfeited games", "bold"), *shown, *rest]

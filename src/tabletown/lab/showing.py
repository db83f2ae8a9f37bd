"""Many games for people: bars while they are played, tables of what came out."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tabletown.lab.arena import Standings
from tabletown.lab.certainty import Share
from tabletown.lab.simulate import Summary

if TYPE_CHECKING:
    from tabletown.lab.training import Trained

Report = Callable[[int, int], None]
"""Called with how much is done, and how much there is to do."""


@contextlib.contextmanager
def progress_bars() -> Iterator[Callable[[str], Report]]:
    """Begins a bar for each name it is called with; on the standard error, if somebody looks, and gone afterwards."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def begin(name: str) -> Report:
            task = progress.add_task(name, total=None)
            return lambda done, whole: progress.update(task, completed=done, total=whole)

        yield begin


def summary_shown(summary: Summary) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    speed = f"{summary.decisions_per_second:,.0f} decisions, {summary.games_per_second:,.0f} games a second"
    grid.add_row("time", f"{summary.seconds:.2f} s ({summary.cpu_seconds:.2f} s of processors)")
    grid.add_row("speed", speed)
    grid.add_row("length", f"{summary.mean_length:.1f} decisions ({summary.shortest} to {summary.longest})")
    for name, share in summary.endings.items():
        grid.add_row("ending", f"{share:7.2%}  {name}")
    for seat, won in enumerate(summary.seats):
        grid.add_row(f"seat {seat} wins", f"{won.share:7.2%}  ({won.low:.2%} to {won.high:.2%})")
    return Group(Text(f"{summary.games:,} random games with {summary.players} players", "bold"), grid)


def standings_shown(standings: Standings) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("bot")
    for head in ("wins", "share", "95 % between", "and"):
        table.add_column(head, justify="right")
    for each in standings.bots:
        table.add_row(each.bot, f"{each.wins:.1f}", f"{each.share:.1%}", f"{each.low:.1%}", f"{each.high:.1%}")
    seats = "rotated" if standings.rotated else "kept"
    title = f"{standings.games:,} games, the seats {seats}, {standings.seconds:.2f} s"
    return Group(Text(title, "bold"), table)


def training_shown(trained: "Trained") -> RenderableType:
    """Every candidate against the hand-written instinct, and what the best did in games that chose nothing."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("round")
    table.add_column("learned")
    for head in ("rows", "explains", "share", "95 % between", "and", "games"):
        table.add_column(head, justify="right")

    def add(name: str, what: str, rows: str, told: str, share: Share, games: int) -> None:
        shares = (f"{each:.1%}" for each in (share.share, share.low, share.high))
        table.add_row(name, what, rows, told, *shares, f"{games:,}")

    course, best = trained.course, trained.best
    for each in trained.rounds:
        add(str(each.number), each.kind, f"{each.rows:,}", f"{each.explained:.0%}", each.share, course.judged)
    if trained.one_ply is not None:
        add(f"best: {best.number}", best.kind, "", "", trained.one_ply, course.judged)
    if trained.searching is not None:
        add("", "looking ahead", "", "", trained.searching, course.searched)
    title = f"{course.game}, {course.players} players, against the hand-written instinct; even is {trained.even:.0%}"
    return Group(Text(title, "bold"), table)

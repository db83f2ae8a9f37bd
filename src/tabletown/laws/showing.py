"""The laws tried in a terminal: one line a law, and at the end what was broken, with the place."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tabletown.laws.first_games import Stuck, play_first_games
from tabletown.laws.trying import Trial, chapters, trials_of
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadOption

KEPT, BROKEN = 0, 1


def try_laws(declaration: Declaration, chosen: Sequence[str], console: Console) -> int:
    """Answers the exit code."""
    known = chapters()
    if unknown := [name for name in chosen if name not in known]:
        raise BadOption(f"There are no laws {unknown[0]!r}; there are {', '.join(known)}.")
    try:
        play_first_games(declaration, compiled=not chosen)
    except Stuck as stuck:
        console.print(f"{stuck}\nNo law was tried: all of them play games.", markup=False)
        return BROKEN
    trials = [trial for trial in trials_of(declaration) if not chosen or trial.chapter in chosen]
    faults = _tried(console, declaration.title, trials)
    for trial, fault in faults:
        console.print(f"\n{trial}\n  {fault}", markup=False)
    laws = len({trial.law.holds for trial in trials})
    told = f"{len(faults)} of {len(trials)} trials failed" if faults else f"all {len(trials)} trials passed"
    console.print(f"\n{declaration.title}: {laws} laws, {told}.", markup=False)
    return BROKEN if faults else KEPT


def _tried(console: Console, title: str, trials: Sequence[Trial]) -> list[tuple[Trial, str]]:
    faults: list[tuple[Trial, str]] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    aside = Console(stderr=True)
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as progress:
        task = progress.add_task(title, total=len(trials))
        for chapter, of_chapter in groupby(trials, lambda trial: trial.chapter):
            console.print(chapters()[chapter], style="bold", markup=False)
            for sentence, tried in groupby(of_chapter, lambda trial: trial.law.sentence):
                broken = []
                for trial in tried:
                    if (fault := trial.fault()) is not None:
                        broken.append((trial, fault))
                    progress.advance(task)
                faults += broken
                console.print(f"  {'broken' if broken else 'kept  '}  {sentence}", markup=False)
    return faults

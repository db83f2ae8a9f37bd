"""`tabletown arena --bots ...`: a tournament between bots of anybody."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tabletown.cli.arguments import whole_number
from tabletown.cli.workers import cluster_of, threads_of

if TYPE_CHECKING:
    from tabletown.lab.tournament import Outcome, Tournament

DOORS = {"openspiel": "tabletown.adapters.openspiel_players"}
"""What a bot can be named by besides a level, a class and a process, and what runs it."""


def ask_for_tournament(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("a tournament, with ratings")
    who = "who takes part: neighbour, module:Class, openspiel:ismcts:100, process:COMMAND, each also as NAME=..."
    group.add_argument("--bots", action="append", default=[], metavar="A,B,C", help=who)
    group.add_argument("--bot", action="append", default=[], metavar="A", help="one of them, if its text has a comma")
    group.add_argument("--players", type=whole_number, metavar="N", help="at a table")
    group.add_argument("--format", metavar="FORMAT", help="round-robin (all with all, if not given) or swiss")
    group.add_argument("--rounds", type=whole_number, metavar="N", help="--games games at each table in each of them")
    group.add_argument("--seconds", type=float, metavar="S", help="what others' programs have for a decision; 5")
    group.add_argument(
        "--output", "--out", type=Path, metavar="FOLDER", help="where the results go; begun again, it goes on"
    )
    group.add_argument("--parquet", action="store_true", help="the results as Parquet, not as CSV")


def is_tournament(given: argparse.Namespace) -> bool:
    from tabletown.rulekit.errors import BadOption

    if given.bots or given.bot:
        if given.seats is not None or given.keep_seats:
            raise BadOption("Either seats are given, or bots for a tournament, whose seats rotate; not both.")
        return True
    for name in ("format", "rounds", "seconds", "output", "parquet", "players"):
        if getattr(given, name):
            raise BadOption(f"--{name} is for a tournament; name who takes part, as --bots neighbour,visitor.")
    return False


def plan_of(given: argparse.Namespace) -> "Tournament":
    from tabletown.lab.tournament import plan_tournament, read_entrants
    from tabletown.lab.tournament.plan import ROUND_ROBIN, USUAL_SECONDS
    from tabletown.terminal.speaking import read_options

    specs = [spec for text in given.bots for spec in text.split(",") if spec.strip()]
    return plan_tournament(
        given.game,
        read_entrants([*specs, *given.bot], DOORS),
        given.players,
        given.format or ROUND_ROBIN,
        given.rounds,
        given.games,
        given.seed,
        read_options(given.option),
        given.edition,
        given.thinking,
        USUAL_SECONDS if given.seconds is None else given.seconds,
    )


def hold_tournament(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab.dataset import parquet_writer
    from tabletown.lab.runners import on_threads
    from tabletown.lab.showing import progress_bars
    from tabletown.lab.tournament import hold

    plan = plan_of(given)
    if given.parquet:
        parquet_writer()
    folder = given.output or Path(f"arena-{given.game}")
    try:
        with progress_bars() as bar, cluster_of(given, bar) as cluster:
            runner = cluster or on_threads(threads_of(given))
            outcome = hold(plan, folder / "journal.csv.gz", runner=runner, bar=bar)
    except lab.Stopped as stopped:
        if stopped.so_far is not None:
            write_results(given, folder, stopped.so_far)
        raise lab.Stopped(
            stopped.so_far, stopped.done, stopped.wanted, f"The same command goes on from {folder}."
        ) from None
    write_results(given, folder, outcome)
    return 0


def write_results(given: argparse.Namespace, folder: Path, outcome: "Outcome") -> None:
    from tabletown.cli.studying import print_out
    from tabletown.lab.tournament.results import csv_of, tables_of, write_parquet
    from tabletown.lab.tournament.showing import outcome_shown
    from tabletown.terminal.keeping import write_text
    from tabletown.terminal.screen import say_on_stderr

    ending = "parquet" if given.parquet else "csv"
    for name, columns in tables_of(outcome).items():
        if given.parquet:
            write_parquet(columns, folder / f"{name}.parquet")
        else:
            write_text(folder / f"{name}.csv", csv_of(columns))
    if outcome.notes:
        with (folder / "forfeits.txt").open("a", encoding="utf-8") as file:
            file.writelines(f"{note}\n" for note in outcome.notes)
    print_out(outcome.to_dict() if given.json else outcome_shown(outcome))
    say_on_stderr(f"Results: games.{ending}, standings.{ending} and pairs.{ending} in {folder}.")

"""Many games at once: random play, decisions as data, bots against each other, instinct learned, variants compared."""

import argparse
import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletown.cli.arguments import Command, add_options, whole_number
from tabletown.cli.tournament import ask_for_tournament, hold_tournament, is_tournament
from tabletown.cli.workers import add_workers, cluster_of, threads_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tabletown.lab.study import Found
    from tabletown.match import Game


def add_commands(command: Command) -> None:
    ask_for_simulation(command("simulate", simulate_games, "Play many random games and say how they went."))
    ask_for_dataset(command("dataset", write_games, "Write the decisions of many random games as Parquet."))
    ask_for_arena(command("arena", hold_arena, "Let bots play each other, their seats rotated or kept."))
    ask_for_training(command("train", train_instinct, "Learn a game's instinct from self-play; kept if it wins."))
    ask_for_comparison(command("study", make_study, "Compare variants and editions of a game; writes a report."))


def ask_for_simulation(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--players", type=whole_number, metavar="N")
    add_study(command, games=100_000)


def simulate_games(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab.showing import progress_bars, summary_shown

    chosen = game_to_study(given)
    players = chosen.declaration.default_players if given.players is None else given.players
    with kept_on_interruption(given, summary_shown), progress_bars() as bar, cluster_of(given, bar) as runner:
        summary = lab.simulate(
            chosen.name,
            players,
            compiling=bar("Compiling the rules"),
            progress=bar("Playing"),
            runner=runner,
            **study_of(given),
        )
    return print_out(summary.to_dict() if given.json else summary_shown(summary))


def ask_for_dataset(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("file", type=Path, metavar="FILE", help="the Parquet file to write")
    command.add_argument("--players", type=whole_number, metavar="N")
    command.add_argument("--plain", action="store_true", help="every field of the view as it stands, not as declared")
    add_study(command, games=1000)


def write_games(given: argparse.Namespace) -> int:
    from tabletown.lab.dataset import write_dataset
    from tabletown.lab.showing import progress_bars

    chosen = game_to_study(given)
    seen = "plain" if given.plain else "declared"
    with progress_bars() as bar, cluster_of(given, bar) as runner:
        rows = write_dataset(
            chosen.name,
            given.file,
            players=given.players,
            observations=seen,
            progress=bar("Playing"),
            runner=runner,
            **study_of(given),
        )
    found = {"file": str(given.file), "games": given.games, "decisions": rows}
    return print_out(found if given.json else f"{given.file}: {rows:,} decisions of {given.games:,} games")


def one_or_several(text: str) -> float | list[float]:
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"it takes a number, or several with commas, not {text!r}") from None
    return numbers[0] if len(numbers) == 1 else numbers


def ask_for_arena(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--seats", metavar="WHO,WHO", help="who sits where; neighbour,visitor,visitor,visitor")
    command.add_argument("--keep-seats", action="store_true", help="do not rotate: where seats are sides of a game")
    command.add_argument(
        "--thinking",
        type=one_or_several,
        default=1.0,
        metavar="PART",
        help="the part of its time that a bot takes, as 0.1; with --seats also one for each, as 0.1,1",
    )
    add_study(command, games=None)
    ask_for_tournament(command)


def hold_arena(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab.showing import progress_bars, standings_shown

    if is_tournament(given):
        return hold_tournament(given)
    given.seats = given.seats or "neighbour,visitor,visitor,visitor"
    given.games = 1000 if given.games is None else given.games
    chosen = game_to_study(given)
    levels = [name.strip() for name in given.seats.split(",")]
    with kept_on_interruption(given, standings_shown), progress_bars() as bar, cluster_of(given, bar) as runner:
        standings = lab.arena(
            chosen.name,
            levels,
            compiling=bar("Compiling the rules"),
            progress=bar("Playing"),
            rotate=not given.keep_seats,
            thinking=given.thinking,
            runner=runner,
            **study_of(given),
        )
    return print_out(standings.to_dict() if given.json else standings_shown(standings))


def ask_for_training(command: argparse.ArgumentParser) -> None:
    def number(name: str, default: int, text: str) -> None:
        text = f"{text}; {default} if not given"
        command.add_argument(name, type=whole_number, default=default, metavar="N", help=text)

    command.add_argument("game", metavar="GAME", help="whose instinct names FEATURES (docs/adding-a-game.md)")
    command.add_argument("--players", type=whole_number, metavar="N")
    number("--games", 10_000, "games to learn from, in each round")
    number("--rounds", 3, "rounds; the best is kept, not the last")
    number("--seed", 0, "the same number writes the same file")
    number("--network", 0, "try a layer of so many units too")
    number("--judged", 2000, "games by which each candidate is judged")
    number("--searched", 120, "games by which the best is judged in the hands of Developers")
    command.add_argument(
        "--thinking", type=float, default=0.25, metavar="PART", help="the part of a Developer's time in those, as 0.25"
    )
    add_workers(command)
    text = "where rounds are kept until the training is over; begun again, it goes on"
    command.add_argument("--journal", type=Path, metavar="FOLDER", help=text)
    text = "what is written; weights.toml in the game's folder, if not given"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=text)


def train_instinct(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab import training
    from tabletown.lab.runners import on_threads
    from tabletown.lab.showing import progress_bars, training_shown
    from tabletown.match import game
    from tabletown.terminal.keeping import write_text

    declaration = game(given.game).declaration
    players = declaration.default_players if given.players is None else given.players
    course = training.Course(
        declaration.name,
        players,
        given.games,
        given.rounds,
        given.seed,
        given.network,
        given.judged,
        given.searched,
        given.thinking,
    )
    course.check()
    output = training.place_of(declaration, given.output)
    journal = given.journal or Path(f"training-{declaration.name}")
    try:
        with progress_bars() as bar, cluster_of(given, bar) as cluster:
            trained = training.train(course, journal, cluster or on_threads(threads_of(given)), bar)
    except lab.Stopped as stopped:
        if stopped.so_far is not None:
            print_out(training_shown(stopped.so_far))
        print_out(f"Rounds that are over are kept in {journal}; the same command goes on from there.")
        raise
    print_out(training_shown(trained))
    if trained.is_kept:
        write_text(output, training.text_with(trained, declaration, output))
        print_out(f"The learned one is kept: {output}")
    else:
        print_out("It does not beat the hand-written instinct beyond doubt, so that one stays; nothing was written.")
    training.forget(journal, course)
    return 0


def ask_for_comparison(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--vary", action="append", default=[], metavar="K=A,B", help="compare values of an option; may be given again"
    )
    command.add_argument(
        "--edition", action="append", default=[], metavar="FILE", help="compare editions: each is given with --edition"
    )
    command.add_argument("--players", metavar="N", help="as 4, as 2,4 or as 2..4")
    command.add_argument(
        "--bots", default="neighbour", metavar="LEVEL", help="who plays all seats, as neighbour,visitor"
    )
    command.add_argument("--option", action="append", default=[], metavar="K=V", help="an option that all games have")
    command.add_argument(
        "--precision", type=float, metavar="POINTS", help="how well win shares shall be known: 1, if nothing is given"
    )
    command.add_argument("--games", type=whole_number, metavar="N", help="so many games of each variant instead")
    add_workers(command)
    command.add_argument("--seed", type=whole_number, default=0, metavar="N")
    command.add_argument("--title", default="", metavar="TEXT", help="what the report is called")
    command.add_argument(
        "--output", type=Path, metavar="FOLDER", help="where report and data go; begun again, it goes on"
    )


def make_study(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab import study
    from tabletown.lab.runners import on_threads
    from tabletown.lab.showing import progress_bars
    from tabletown.lab.study.plan import read_players, read_varied
    from tabletown.match import game
    from tabletown.rulekit.errors import BadOption
    from tabletown.terminal.speaking import read_options

    if given.games is not None and given.precision is not None:
        raise BadOption("Either a precision or a number of games is wanted, not both.")
    plan = study.plan_of(
        given.game,
        read_players(given.players, game(given.game).players) if given.players else (),
        read_varied(given.vary),
        read_options(given.option),
        given.edition,
        [level.strip() for level in given.bots.split(",")],
        given.seed,
    )
    folder = given.output or Path(f"study-{given.game}")
    try:
        with progress_bars() as bar, cluster_of(given, bar) as runner:
            found = study.study(
                plan,
                folder / "games.csv.gz",
                precision=1.0 if given.precision is None else given.precision,
                games=given.games,
                runner=runner or on_threads(threads_of(given)),
                bar=bar,
            )
    except lab.Stopped as stopped:
        if stopped.so_far is not None:
            write_report(given, folder, stopped.so_far)
        raise
    write_report(given, folder, found)
    return 0


def write_report(given: argparse.Namespace, folder: Path, found: "Found") -> None:
    from tabletown.lab.study.findings import in_short
    from tabletown.lab.study.report import csv_of, html_of
    from tabletown.terminal.keeping import write_text
    from tabletown.terminal.screen import Screen

    write_text(folder / "report.html", html_of(found, shlex.join(["tabletown", *given.arguments]), given.title))
    write_text(folder / "figures.csv", csv_of(found))
    screen = Screen()
    for sentence in in_short(found.told):
        screen.say(f"- {sentence[:1].upper()}{sentence[1:]}")
    screen.say(f"{found.games:,} games. Report: {folder / 'report.html'}; figures.csv and games.csv.gz are beside it.")


def add_study(command: argparse.ArgumentParser, games: int | None) -> None:
    command.add_argument("--games", type=whole_number, default=games, metavar="N")
    add_workers(command)
    command.add_argument("--seed", type=whole_number, default=0, metavar="N")
    add_options(command)
    command.add_argument("--json", action="store_true", help="print one object instead")


def game_to_study(given: argparse.Namespace) -> "Game":
    """Everything that can be wrong is found out before the rules are compiled."""
    from tabletown import bots
    from tabletown.match import game
    from tabletown.terminal.speaking import read_options

    declaration = game(given.game).declaration
    declaration.read_options(read_options(given.option))
    if "seats" in given:
        levels = [bots.level(name.strip()) for name in given.seats.split(",")]
        declaration.check_players(len(levels))
    elif given.players is not None:
        declaration.check_players(given.players)
    return game(given.game)


def study_of(given: argparse.Namespace) -> dict[str, Any]:
    from tabletown.terminal.speaking import read_options

    return {
        "games": given.games,
        "seed": given.seed,
        "threads": threads_of(given),
        "options": read_options(given.option),
        "edition": given.edition,
    }


@contextlib.contextmanager
def kept_on_interruption(given: argparse.Namespace, shown: "Callable[[Any], RenderableType]") -> Iterator[None]:
    """After Ctrl-C what was found so far is printed like all of it, and how much that is."""
    from tabletown.lab import Stopped

    try:
        yield
    except Stopped as stopped:
        if stopped.so_far is not None:
            print_out(stopped.so_far.to_dict() if given.json else shown(stopped.so_far))
        raise


def print_out(found: "dict[str, Any] | RenderableType") -> int:
    from tabletown.terminal.screen import Screen

    if isinstance(found, dict):
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        Screen().show(found)
    return 0

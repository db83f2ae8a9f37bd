"""The command line: parses and calls."""

import argparse
import contextlib
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import LANGUAGES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tabletown.lab.study import Found
    from tabletown.match import Game

Run = Callable[[argparse.Namespace], int]
BAD, INTERRUPTED, UNREAD = 2, 130, 141
"""Exit codes; the last two are those of a program that Ctrl-C or a closed pipe has ended."""


class Parser(argparse.ArgumentParser):
    """Bad arguments get one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        self.exit(BAD, f"{sentence}; see {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Left alone, the parser would swallow that nobody reads it."""
        (file or sys.stderr).write(message)


def main(arguments: Sequence[str] | None = None) -> int:
    from tabletown.terminal.screen import OutputClosed, abandon_output, say_on_stderr

    try:
        try:
            parsed = parser().parse_args(arguments)
            parsed.arguments = list(sys.argv[1:] if arguments is None else arguments)
            code: int = parsed.run(parsed)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except TabletownError as error:
        say_on_stderr(str(error))
    except KeyboardInterrupt as stop:
        say_on_stderr(str(stop) or "Interrupted.")
        return INTERRUPTED
    except (OutputClosed, BrokenPipeError):
        abandon_output()
        return UNREAD
    except OSError as error:
        abandon_output()
        say_on_stderr(f"That did not work: {error}.")
    else:
        return code
    return BAD


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="tabletown", description="Four scarce city board games: play them, and study them at speed.")
    top.add_argument("--version", action="version", version=f"%(prog)s {version('tabletown')}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Run, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        return made

    add_language(command("games", list_games, "List the games and their options."))
    ask_for_play(command("play", play_game, "Play a game here, with people and bots."))
    ask_for_lesson(command("learn", learn_game, "Learn a game in five minutes, with a coach beside you."))
    ask_for_serving(command("serve", serve_tables, "Play in the browser: lobby, tables, replays, for one or many."))
    ask_for_tables(command("tables", keep_tables, "List the games that a server keeps, or delete old ones."))
    ask_for_backup(command("backup", back_up, "Copy all that a server keeps into one file, while it runs."))
    ask_for_restoring(command("restore", restore_backup, "Bring such a copy back, also into another kind of database."))
    ask_for_export(command("export", export_records, "Write the games that a server keeps as records."))
    ask_for_import(command("import", import_records, "Bring records to a server as tables."))
    ask_for_game_check(command("check-games", check_games, "Replay every running game by the rules installed here."))
    ask_for_keys(command("keys", make_keys, "Make the key by which browsers are told that it is somebody's move."))
    ask_for_replay(command("replay", replay_record, "Look at a recorded game step by step."))
    ask_for_proof(command("verify", verify_record, "Prove that a record's moves follow from its seed and the rules."))
    ask_for_picture(command("picture", draw_picture, "Draw a position of a record as SVG."))
    ask_for_analysis(command("analyse", analyse_record, "Explain a finished game: chances, turns, what was better."))
    ask_for_rules(command("rules", show_rules, "Show the rules of a game, or one clause."))
    ask_for_simulation(command("simulate", simulate_games, "Play many random games and say how they went."))
    ask_for_dataset(command("dataset", write_games, "Write the decisions of many random games as Parquet."))
    ask_for_arena(command("arena", hold_arena, "Let bots play each other, their seats rotated or kept."))
    ask_for_training(command("train", train_instinct, "Learn a game's instinct from self-play; kept if it wins."))
    ask_for_comparison(command("study", make_study, "Compare variants and editions of a game; writes a report."))
    ask_for_fuzzing(command("fuzz", fuzz_game, "Play random games against the laws; a fault is written as a record."))
    ask_for_laws(command("check", check_game, "Hold a game, also of another package, to the laws of every game."))
    return top


def ask_for_play(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; `tabletown games` lists them")
    command.add_argument("--seats", metavar="WHO,WHO", help="who plays, as you,neighbour,visitor or you:Mara,you:Ben")
    command.add_argument("--seed", type=whole_number, metavar="N", help="the same number deals the same game")
    add_options(command)
    command.add_argument("--save", type=Path, metavar="FILE", help="where `s` and the end of the game save to")
    command.add_argument("--coach", action="store_true", help="a word at every new kind of decision and dear choice")
    command.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    add_language(command)


def ask_for_lesson(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="which game; `tabletown games` lists them")
    add_language(command)


def ask_for_laws(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="which game; `tabletown games` lists them")
    command.add_argument("--law", nargs="+", default=[], metavar="NAME", help="only these chapters of the laws")
    command.add_argument("--quick", action="store_true", help="look at a tenth of the games and positions")


def ask_for_replay(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("--step", type=whole_number, metavar="N", help="begin there; into a pipe: only that step")
    add_seat(command)
    add_language(command)


def ask_for_proof(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("--commitment", metavar="HEX", help="the seed's hash as it was shown at the start")


def ask_for_picture(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("--step", type=whole_number, metavar="N", help="the last, if not given")
    add_seat(command)
    command.add_argument("--dark", action="store_true", help="for a dark page")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="without it, the standard output")
    add_language(command)


def ask_for_analysis(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the report, a page of HTML")
    text = "about so many seconds of a processor for all positions; 30, if not given"
    command.add_argument("--seconds", type=whole_number, default=30, metavar="N", help=text)
    add_language(command)


def ask_for_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME")
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="as TE-A3")
    command.add_argument("--check", action="store_true", help="check that rules, languages and tests agree")
    command.add_argument("--tests", type=Path, default=Path("tests"), metavar="FOLDER", help="the tests, for --check")
    command.add_argument("--source", action="store_true", help="print the functions that follow from the game's verbs")
    add_language(command)


def ask_for_simulation(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--players", type=whole_number, metavar="N")
    add_study(command, games=100_000)


def ask_for_dataset(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("file", type=Path, metavar="FILE", help="the Parquet file to write")
    command.add_argument("--players", type=whole_number, metavar="N")
    command.add_argument("--plain", action="store_true", help="every field of the view as it stands, not as declared")
    add_study(command, games=1000)


def ask_for_arena(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--seats", metavar="WHO,WHO", default="neighbour,visitor,visitor,visitor")
    command.add_argument("--keep-seats", action="store_true", help="do not rotate: where seats are sides of a game")
    command.add_argument(
        "--thinking", type=float, default=1.0, metavar="PART", help="the part of its time that a bot takes, as 0.1"
    )
    add_study(command, games=1000)


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
        "--thinking", type=float, default=0.05, metavar="PART", help="the part of a Developer's time in those, as 0.05"
    )
    command.add_argument("--threads", type=whole_number, metavar="N", help="one a processor, if not given")
    text = "where rounds are kept until the training is over; begun again, it goes on"
    command.add_argument("--journal", type=Path, metavar="FOLDER", help=text)
    text = "what is written; weights.toml in the game's folder, if not given"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=text)


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
    command.add_argument("--threads", type=whole_number, metavar="N", help="one a processor, if not given")
    command.add_argument("--seed", type=whole_number, default=0, metavar="N")
    command.add_argument("--title", default="", metavar="TEXT", help="what the report is called")
    command.add_argument(
        "--output", type=Path, metavar="FOLDER", help="where report and data go; begun again, it goes on"
    )


def ask_for_fuzzing(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--games", type=whole_number, default=100, metavar="N")
    command.add_argument("--seed", type=whole_number, default=0, metavar="N")
    command.add_argument("--output", type=Path, default=Path(), metavar="FOLDER", help="where a fault's record goes")


def whole_number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"it takes a whole number, not {text!r}")
    return number


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", metavar="LANGUAGE", help=" or ".join(LANGUAGES))


def add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a record")


def add_seat(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seat", metavar="S", help="as this seat sees it: a number from 0, or a name")


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game; may be given several times"
    )
    command.add_argument("--edition", metavar="FILE", help="play with the figures of this edition")


def add_study(command: argparse.ArgumentParser, games: int) -> None:
    command.add_argument("--games", type=whole_number, default=games, metavar="N")
    command.add_argument("--threads", type=whole_number, metavar="N", help="one a processor, if not given")
    command.add_argument("--seed", type=whole_number, default=0, metavar="N")
    add_options(command)
    command.add_argument("--json", action="store_true", help="print one object instead")


# ---------------------------------------------------------------- what the commands call


def ask_for_serving(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.serve import add_arguments

    add_arguments(parser)


def serve_tables(given: argparse.Namespace) -> int:
    from tabletown.web.serve import serve

    return serve(given)


def ask_for_keys(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file; name it to `tabletown serve --push-key`")


def make_keys(given: argparse.Namespace) -> int:
    from tabletown.terminal.screen import Screen
    from tabletown.web.notices.push import write_key

    write_key(given.file)
    Screen().say(f"The key is there; keep it, and to yourself. Now: tabletown serve --push-key {given.file}")
    return 0


def ask_for_tables(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.serve import add_keeping_arguments

    add_keeping_arguments(parser)


def keep_tables(given: argparse.Namespace) -> int:
    from tabletown.web.keeping import keep_house

    return keep_house(given)


def ask_for_backup(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.commands import add_backup_arguments

    add_backup_arguments(parser)


def back_up(given: argparse.Namespace) -> int:
    from tabletown.web.commands import back_up

    return back_up(given)


def ask_for_restoring(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.commands import add_restore_arguments

    add_restore_arguments(parser)


def restore_backup(given: argparse.Namespace) -> int:
    from tabletown.web.commands import restore

    return restore(given)


def ask_for_export(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.commands import add_export_arguments

    add_export_arguments(parser)


def export_records(given: argparse.Namespace) -> int:
    from tabletown.web.commands import export_records

    return export_records(given)


def ask_for_import(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.commands import add_import_arguments

    add_import_arguments(parser)


def import_records(given: argparse.Namespace) -> int:
    from tabletown.web.commands import import_records

    return import_records(given)


def ask_for_game_check(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.commands import add_check_arguments

    add_check_arguments(parser)


def check_games(given: argparse.Namespace) -> int:
    from tabletown.web.commands import check_games

    return check_games(given)


def list_games(given: argparse.Namespace) -> int:
    from tabletown.terminal.listing import show_games
    from tabletown.terminal.screen import Screen
    from tabletown.terminal.speaking import language_of

    show_games(Screen(), language_of(given.language))
    return 0


def play_game(given: argparse.Namespace) -> int:
    from tabletown.terminal.opening import Wish, open_table

    wish = Wish(given.game, given.seats, given.seed, given.option, given.edition, given.resume, given.save, given.coach)
    return open_table(wish, given.language).run()


def learn_game(given: argparse.Namespace) -> int:
    from tabletown.terminal.opening import open_lesson

    return open_lesson(given.game, given.language).run()


def replay_record(given: argparse.Namespace) -> int:
    from tabletown.terminal.replay import Replay
    from tabletown.terminal.screen import Screen
    from tabletown.terminal.speaking import language_of
    from tabletown.terminal.watching import open_film

    language = language_of(given.language)
    film = open_film(given.file, given.seat, language)
    replay = Replay(Screen(), film, language)
    replay.begin(None if given.step is None else film.check_step(given.step))
    return 0


def verify_record(given: argparse.Namespace) -> int:
    from tabletown.match import verify
    from tabletown.terminal.keeping import read_text
    from tabletown.terminal.listing import show_proof
    from tabletown.terminal.screen import Screen

    proof = verify(read_text(given.file), given.commitment, str(given.file))
    show_proof(Screen(), proof, noted=given.commitment is not None)
    return 0


def draw_picture(given: argparse.Namespace) -> int:
    from tabletown.terminal.keeping import write_text
    from tabletown.terminal.speaking import language_of
    from tabletown.terminal.watching import open_film

    language = language_of(given.language)
    film = open_film(given.file, given.seat, language)
    step = film.steps if given.step is None else film.check_step(given.step)
    svg = film.picture(step, language, dark=given.dark)
    if given.output is None:
        sys.stdout.write(svg + "\n")
    else:
        write_text(given.output, svg + "\n")
    return 0


def analyse_record(given: argparse.Namespace) -> int:
    from tabletown.explaining import Analyst
    from tabletown.explaining.report import html_of
    from tabletown.lab.showing import progress_bars
    from tabletown.match import load
    from tabletown.terminal.keeping import read_text, write_text
    from tabletown.terminal.speaking import language_of

    language = language_of(given.language)
    analyst = Analyst(load(read_text(given.file), str(given.file)))
    with progress_bars() as bar:
        analyst.prepare(bar("Compiling the rules"))
        analyst.effort = analyst.affordable(given.seconds)
        analysis = analyst.analyse(bar("Playing on from every position"))
    write_text(given.output, html_of(analyst.match, analysis, language))
    sys.stdout.write(f"{given.output}\n")
    return 0


def show_rules(given: argparse.Namespace) -> int:
    from tabletown.terminal.rulebook import check, show, show_source
    from tabletown.terminal.screen import Screen
    from tabletown.terminal.speaking import language_of

    if given.check:
        return check(Screen(), given.game, given.tests)
    if given.source:
        show_source(Screen(), given.game)
        return 0
    show(Screen(), given.game, given.clause, language_of(given.language))
    return 0


def simulate_games(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab.showing import progress_bars, summary_shown

    chosen = game_to_study(given)
    players = chosen.declaration.default_players if given.players is None else given.players
    with kept_on_interruption(given, summary_shown), progress_bars() as bar:
        compiling, progress = bar("Compiling the rules"), bar("Playing")
        summary = lab.simulate(chosen.name, players, progress=progress, compiling=compiling, **study_of(given))
    return print_out(summary.to_dict() if given.json else summary_shown(summary))


def write_games(given: argparse.Namespace) -> int:
    from tabletown.lab.dataset import write_dataset
    from tabletown.lab.showing import progress_bars

    chosen = game_to_study(given)
    seen = "plain" if given.plain else "declared"
    with progress_bars() as bar:
        study = study_of(given)
        rows = write_dataset(
            chosen.name, given.file, players=given.players, observations=seen, progress=bar("Playing"), **study
        )
    found = {"file": str(given.file), "games": given.games, "decisions": rows}
    return print_out(found if given.json else f"{given.file}: {rows:,} decisions of {given.games:,} games")


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


def hold_arena(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab.showing import progress_bars, standings_shown

    chosen = game_to_study(given)
    levels = [name.strip() for name in given.seats.split(",")]
    with kept_on_interruption(given, standings_shown), progress_bars() as bar:
        compiling, progress = bar("Compiling the rules"), bar("Playing")
        standings = lab.arena(
            chosen.name,
            levels,
            progress=progress,
            compiling=compiling,
            rotate=not given.keep_seats,
            thinking=given.thinking,
            **study_of(given),
        )
    return print_out(standings.to_dict() if given.json else standings_shown(standings))


def train_instinct(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab import training
    from tabletown.lab.playing import check_threads
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
    threads = check_threads(os.cpu_count() or 1 if given.threads is None else given.threads)
    try:
        with progress_bars() as bar:
            trained = training.train(course, journal, threads, bar)
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


def make_study(given: argparse.Namespace) -> int:
    from tabletown import lab
    from tabletown.lab import study
    from tabletown.lab.playing import check_threads, on_threads
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
    threads = check_threads(os.cpu_count() or 1 if given.threads is None else given.threads)
    try:
        with progress_bars() as bar:
            found = study.study(
                plan,
                folder / "games.csv.gz",
                precision=1.0 if given.precision is None else given.precision,
                games=given.games,
                runner=on_threads(threads),
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
        "threads": os.cpu_count() or 1 if given.threads is None else given.threads,
        "options": read_options(given.option),
        "edition": given.edition,
    }


def print_out(found: "dict[str, Any] | RenderableType") -> int:
    from tabletown.terminal.screen import Screen

    if isinstance(found, dict):
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        Screen().show(found)
    return 0


def check_game(given: argparse.Namespace) -> int:
    from tabletown.laws.law import QUICK
    from tabletown.match import game

    if given.quick:
        os.environ[QUICK] = "quick"
    from tabletown.laws.showing import try_laws

    return try_laws(game(given.game).declaration, given.law)


def fuzz_game(given: argparse.Namespace) -> int:
    from tabletown.lab import Stopped
    from tabletown.lab.fuzz import fuzz
    from tabletown.lab.showing import progress_bars
    from tabletown.match import game
    from tabletown.terminal.keeping import write_text
    from tabletown.terminal.screen import say_on_stderr

    try:
        with progress_bars() as bar:
            report = bar("Fuzzing")
            report(0, given.games)
            found = fuzz(game(given.game), given.games, given.seed, lambda done: report(done, given.games))
    except Stopped as stopped:
        done = stopped.so_far
        print_out(f"{done.games} games, {done.decisions} decisions: every law holds so far.")
        raise
    if found.failure is None:
        return print_out(f"{found.games} games, {found.decisions} decisions: every law holds.")
    failure = found.failure
    place = "It has no record that loads"
    if failure.record is not None:
        path = given.output / f"fuzz-{given.game}-{given.seed}-{failure.game}.json"
        write_text(path, failure.text)
        place = f"Its record: {path}"
    say_on_stderr(f"Game {failure.game}, step {failure.step}: {failure.what}. {place}.")
    return 1

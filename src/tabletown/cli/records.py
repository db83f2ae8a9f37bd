"""With the record of a game: look at it, prove it, draw it, explain it."""

import argparse
import sys
from pathlib import Path

from tabletown.cli.arguments import Command, add_file, add_language, add_seat, whole_number


def add_commands(command: Command) -> None:
    ask_for_replay(command("replay", replay_record, "Look at a recorded game step by step."))
    ask_for_proof(command("verify", verify_record, "Prove that a record's moves follow from its seed and the rules."))
    ask_for_picture(command("picture", draw_picture, "Draw a position of a record as SVG."))
    ask_for_analysis(command("analyse", analyse_record, "Explain a finished game: chances, turns, what was better."))


def ask_for_replay(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("--step", type=whole_number, metavar="N", help="begin there; into a pipe: only that step")
    add_seat(command)
    add_language(command)


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


def ask_for_proof(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("--commitment", metavar="HEX", help="the seed's hash as it was shown at the start")


def verify_record(given: argparse.Namespace) -> int:
    from tabletown.match import verify
    from tabletown.terminal.keeping import read_text
    from tabletown.terminal.listing import show_proof
    from tabletown.terminal.screen import Screen

    proof = verify(read_text(given.file), given.commitment, str(given.file))
    show_proof(Screen(), proof, noted=given.commitment is not None)
    return 0


def ask_for_picture(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("--step", type=whole_number, metavar="N", help="the last, if not given")
    add_seat(command)
    command.add_argument("--dark", action="store_true", help="for a dark page")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="without it, the standard output")
    add_language(command)


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


def ask_for_analysis(command: argparse.ArgumentParser) -> None:
    add_file(command)
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the report, a page of HTML")
    text = "about so many seconds of a processor for all positions; 30, if not given"
    command.add_argument("--seconds", type=whole_number, default=30, metavar="N", help=text)
    add_language(command)


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

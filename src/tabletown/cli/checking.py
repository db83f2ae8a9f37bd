"""A game held to the laws of every game, and played at random against them."""

import argparse
from contextlib import nullcontext
from pathlib import Path

from tabletown.cli.arguments import Command, add_edition, whole_number
from tabletown.cli.studying import print_out
from tabletown.cli.workers import add_cluster, cluster_of


def add_commands(command: Command) -> None:
    ask_for_fuzzing(command("fuzz", fuzz_game, "Play random games against the laws; a fault is written as a record."))
    ask_for_laws(command("check", check_game, "Hold a game, also of another package, to the laws of every game."))


def ask_for_fuzzing(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--games", type=whole_number, default=100, metavar="N")
    command.add_argument("--seed", type=whole_number, default=0, metavar="N")
    command.add_argument("--output", type=Path, default=Path(), metavar="FOLDER", help="where a fault's record goes")
    add_cluster(command)


def fuzz_game(given: argparse.Namespace) -> int:
    from tabletown.lab import Stopped
    from tabletown.lab.fuzz import fuzz
    from tabletown.lab.showing import progress_bars
    from tabletown.match import game
    from tabletown.terminal.keeping import write_text
    from tabletown.terminal.screen import say_on_stderr

    try:
        with progress_bars() as bar, cluster_of(given, bar) as runner:
            report = bar("Fuzzing")
            report(0, given.games)
            found = fuzz(game(given.game), given.games, given.seed, lambda done: report(done, given.games), runner)
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


def ask_for_laws(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="which game; `tabletown games` lists them")
    command.add_argument("--law", nargs="+", default=[], metavar="NAME", help="only these chapters of the laws")
    command.add_argument("--quick", action="store_true", help="look at a tenth of the games and positions")
    add_edition(command)


def check_game(given: argparse.Namespace) -> int:
    from tabletown.laws.law import in_a_hurry
    from tabletown.match import Game, game

    declared = game(given.game).declaration
    with in_a_hurry() if given.quick else nullcontext():  # before laws are read: they say there how much they look at
        from tabletown.laws.showing import try_laws
        from tabletown.laws.trying import with_edition
        from tabletown.terminal.screen import House

        tried = with_edition(declared, given.edition) if given.edition else declared
        Game(tried).rules()  # where they cannot be made that is one sentence, and not every law is broken
        return try_laws(tried, given.law, House(highlight=False, soft_wrap=True))

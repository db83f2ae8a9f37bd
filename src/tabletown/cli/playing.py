"""At the table in the terminal: the games, their rules, a game and a lesson."""

import argparse
from pathlib import Path

from tabletown.cli.arguments import Command, add_language, add_options, whole_number


def add_commands(command: Command) -> None:
    add_language(command("games", list_games, "List the games and their options."))
    ask_for_play(command("play", play_game, "Play a game here, with people and bots."))
    ask_for_lesson(command("learn", learn_game, "Learn a game in five minutes, with a coach beside you."))
    ask_for_rules(command("rules", show_rules, "Show the rules of a game, or one clause."))


def list_games(given: argparse.Namespace) -> int:
    from tabletown.terminal.listing import show_games
    from tabletown.terminal.screen import Screen
    from tabletown.terminal.speaking import language_of

    show_games(Screen(), language_of(given.language))
    return 0


def ask_for_play(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; `tabletown games` lists them")
    command.add_argument("--seats", metavar="WHO,WHO", help="who plays, as you,neighbour,visitor or you:Mara,you:Ben")
    command.add_argument("--seed", type=whole_number, metavar="N", help="the same number deals the same game")
    add_options(command)
    command.add_argument("--save", type=Path, metavar="FILE", help="where `s` and the end of the game save to")
    command.add_argument("--coach", action="store_true", help="a word at every new kind of decision and dear choice")
    hints = "whether to allow asking what Tycoon would do; usual where one person plays"
    command.add_argument("--hints", action=argparse.BooleanOptionalAction, help=hints)
    command.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    add_language(command)


def play_game(given: argparse.Namespace) -> int:
    from tabletown.terminal.opening import Wish, open_table

    wish = Wish(
        given.game, given.seats, given.seed, given.option, given.edition, given.resume, given.save, given.coach,
        given.hints,
    )  # fmt: skip
    return open_table(wish, given.language).run()


def ask_for_lesson(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="which game; `tabletown games` lists them")
    add_language(command)


def learn_game(given: argparse.Namespace) -> int:
    from tabletown.terminal.opening import open_lesson

    return open_lesson(given.game, given.language).run()


def ask_for_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME")
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="as TE-A3")
    command.add_argument("--check", action="store_true", help="check that rules, languages and tests agree")
    command.add_argument("--tests", type=Path, default=Path("tests"), metavar="FOLDER", help="the tests, for --check")
    command.add_argument("--source", action="store_true", help="print the functions that follow from the game's verbs")
    add_language(command)


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

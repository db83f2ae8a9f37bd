"""A server, and what its host does with all that it keeps."""

import argparse
from pathlib import Path

from tabletown.cli.arguments import Command


def add_commands(command: Command) -> None:
    ask_for_serving(command("serve", serve_tables, "Play in the browser: lobby, tables, replays, for one or many."))
    ask_for_tables(command("tables", keep_tables, "List the games that a server keeps, or delete old ones."))
    ask_for_backup(command("backup", back_up, "Copy all that a server keeps into one file, while it runs."))
    ask_for_restoring(command("restore", restore_backup, "Bring such a copy back, also into another kind of database."))
    ask_for_export(command("export", export_records, "Write the games that a server keeps as records."))
    ask_for_import(command("import", import_records, "Bring records to a server as tables."))
    ask_for_game_check(command("check-games", check_games, "Replay every running game by the rules installed here."))
    ask_for_keys(command("keys", make_keys, "Make the key by which browsers are told that it is somebody's move."))


def ask_for_serving(parser: argparse.ArgumentParser) -> None:
    from tabletown.web.serve import add_arguments

    add_arguments(parser)


def serve_tables(given: argparse.Namespace) -> int:
    from tabletown.web.serve import serve

    return serve(given)


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


def ask_for_keys(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file; name it to `tabletown serve --push-key`")


def make_keys(given: argparse.Namespace) -> int:
    from tabletown.terminal.screen import Screen
    from tabletown.web.notices.push import write_key

    write_key(given.file)
    Screen().say(f"The key is there; keep it, and to yourself. Now: tabletown serve --push-key {given.file}")
    return 0

"""Slips of games that come from other packages: what their code stumbles over is said as a sentence with its place."""

import traceback
from importlib.util import find_spec
from pathlib import Path

from tabletown.rulekit import registry
from tabletown.rulekit.declare import Declaration

HERE = Path(__file__).parents[1]


def slip_of_a_game(error: BaseException) -> str | None:
    """The sentence, if a game of another package has stumbled; a fault of the house keeps its traceback."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for game in registry.declarations().values():
            if _is_code_of(game, Path(frame.filename)):
                return (
                    f"{game.title} has a slip: {frame.filename}, line {frame.lineno}: {type(error).__name__}: {error}. "
                    f"`tabletown check {game.name}` says when it comes to that."
                )
    return None


def _is_code_of(game: Declaration, file: Path) -> bool:
    spec = find_spec(game.package)
    if spec is None or spec.origin is None:
        return False
    home = Path(spec.origin)
    if HERE in home.parents:
        return False
    is_folder = spec.submodule_search_locations is not None
    return home.parent in file.parents if is_folder else file == home

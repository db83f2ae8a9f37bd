"""What stands around a board: forecasts and the player aid."""

from tabletown.match import Match
from tabletown.rulekit.language import Say
from tabletown.rulekit.sheets import Listing
from tabletown.web.scene import Scene


def forecast(scene: Scene) -> list[Listing]:
    """What may come of the position; at the end, or if the game foretells nothing, the score sheet."""
    match = scene.match
    seen = (scene._, match.rules, scene.view, scene.viewer, match.names)
    sheets = match.game.declaration.optional_module("sheets")
    is_end = match.over and scene.is_live
    if sheets is not None and not is_end:
        told: list[Listing] = sheets.forecast(*seen)
        return told
    sheet = getattr(scene.words, "score_sheet", None)
    if sheet is None:
        return []
    headers, lines = sheet(*seen)
    return [Listing("", tuple(headers), tuple(map(tuple, lines)), seats=tuple(range(match.players)))]


def aid(_: Say, match: Match) -> list[Listing]:
    """What a player looks up, of the edition that is played."""
    sheets = match.game.declaration.optional_module("sheets")
    told: list[Listing] = sheets.aid(_, match.rules) if sheets is not None else []
    return told

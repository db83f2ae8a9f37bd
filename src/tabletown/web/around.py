"""What stands around a board: forecasts, the player aid, and a ring around what changed last."""

from tabletown.match import Match
from tabletown.rulekit.drawing import Box, tag
from tabletown.rulekit.language import Say
from tabletown.rulekit.sheets import Listing
from tabletown.web.scene import Scene


def forecast(scene: Scene) -> list[Listing]:
    """What may come of the position; at the end, or if the game foretells nothing, the score sheet."""
    match = scene.match
    seen = (scene._, match.rules, scene.view, scene.viewer, match.names)
    sheets = match.game.declaration.optional_module("telling.sheets")
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
    sheets = match.game.declaration.optional_module("telling.sheets")
    told: list[Listing] = sheets.aid(_, match.rules) if sheets is not None else []
    return told


LOOK_BACK = 30
"""How many entries a ring may be old: bids follow a piece that was placed, and the ring stays on it."""


def latest(scene: Scene) -> str:
    """A ring around each piece that the last change on the board left there."""
    rings = [
        tag("rect", x=box.x - 3, y=box.y - 3, width=box.width + 6, height=box.height + 6, rx=8, class_="latest")
        for box in _changed(scene)
    ]
    return tag("g", *rings, id="latest")


def _changed(scene: Scene) -> list[Box]:
    place = getattr(scene.picture, "latest", None)
    if place is None:
        return []
    events = scene.match.game.declaration.events
    last = scene.match.steps if scene.step is None else scene.step
    for entry in reversed(scene.match.entries[max(0, last - LOOK_BACK) : last]):
        boxes: list[Box] = []
        for event in entry.events:
            if events.seen_by(event, scene.viewer):
                boxes += place(scene.match.rules, scene.view, *events.named(event))
        if boxes:
            return list(dict.fromkeys(boxes))
    return []

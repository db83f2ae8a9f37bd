"""What stands around a board: forecasts, the player aid, and a ring around what changed last."""

from tabletown.match import Match
from tabletown.rulekit.drawing import Box, tag
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import SPECTATOR, Listener
from tabletown.rulekit.plainly import looked_up, score_listing
from tabletown.rulekit.sheets import Listing
from tabletown.web.scene import Scene


def forecast(scene: Scene) -> list[Listing]:
    """What may come of the position; at the end the score sheet."""
    if scene.match.over and scene.is_live:
        return [_by_rank(scene)]
    return [_own_first(listing, scene.seat) for listing in scene.match.game.declaration.sheets.forecast(scene.look)]


def _own_first(listing: Listing, seat: int | None) -> Listing:
    """A table about players, the viewer's own line before the others."""
    if seat not in listing.seats:
        return listing
    order = sorted(range(len(listing.rows)), key=lambda row: listing.seats[row] != seat)
    return listing._replace(
        rows=tuple(listing.rows[row] for row in order), seats=tuple(listing.seats[row] for row in order)
    )


def _by_rank(scene: Scene) -> Listing:
    """The score sheet, the best first."""
    listing, match = score_listing(scene.look), scene.match
    order = sorted(listing.seats, key=lambda seat: (-match.returns[seat], -match.scores[seat], seat))
    return listing._replace(rows=tuple(listing.rows[seat] for seat in order), seats=tuple(order))


def aid(_: Say, match: Match) -> list[Listing]:
    """What a player looks up, of the edition that is played."""
    return looked_up(Listener(_, match.rules, SPECTATOR, tuple(match.names)))


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
    events = scene.match.game.declaration.events
    last = scene.match.steps if scene.step is None else scene.step
    for entry in reversed(scene.match.entries[max(0, last - LOOK_BACK) : last]):
        boxes: list[Box] = []
        for event in entry.events:
            if events.seen_by(event, scene.viewer):
                boxes += scene.picture.latest(scene.look, *scene.look.told(event))
        if boxes:
            return list(dict.fromkeys(boxes))
    return []

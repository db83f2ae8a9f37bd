"""The view as named SVG parts."""

from tabletown.rulekit.rooms import Picture

from . import picture, tray

PICTURE = Picture(
    parts=picture.parts,
    layout=picture.layout,
    defs=picture.DEFS,
    targets=picture.targets,
    players=tray.players,
    cards=tray.cards,
    latest=picture.latest,
)

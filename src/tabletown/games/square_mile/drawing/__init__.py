"""The view as named SVG parts."""

from tabletown.rulekit.rooms import Picture

from . import panels, picture, scenery, spots

PICTURE = Picture(
    parts=picture.parts,
    layout=picture.layout,
    letters="ABCDEFGHIJKLMNOP",  # tracts
    defs=scenery.DEFS,
    targets=spots.targets,
    players=panels.players,
    cards=panels.cards,
    latest=picture.latest,
)

"""The view as named SVG parts."""

from tabletown.rulekit.rooms import Picture

from . import hand, picture

PICTURE = Picture(
    parts=picture.parts,
    layout=picture.layout,
    letters="ABCDEFGH",  # rows of the map
    defs=picture.DEFS,
    targets=picture.targets,
    players=hand.players,
    cards=hand.cards,
    latest=picture.latest,
)

"""The view as named SVG parts."""

from tabletown.rulekit.rooms import Picture

from . import picture, players

PICTURE = Picture(
    parts=picture.parts,
    layout=picture.layout,
    letters="ABFPSV",  # companies
    defs=picture.DEFS,
    has_seat_colours=False,  # colours are companies
    targets=picture.targets,
    players=players.players,
    cards=players.cards,
    latest=picture.latest,
)

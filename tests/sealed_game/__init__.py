"""A tiny game with sealed, simultaneous decisions, secrets and dice: what the kit and the match have to cope with.

Two or three players hold a secret number each. In each round everybody seals a bid and then stays or raises it, all at
once; the highest bid wins a die roll of points. It lives outside the package, as a game of somebody else's would.
"""

from tabletown.rulekit.declare import Declaration

GAME = Declaration(
    name="sealed_game",
    title="Sealed Game",
    package=__name__,
    summary="Bid at once.",
    minutes="1",
    players=(2, 3),
    default_players=3,
    endings=("rounds_played",),
    max_decisions=100,
)

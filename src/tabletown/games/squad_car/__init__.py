"""Squad Car: getaway cars and squad cars in a downtown with real traffic rules."""

from tabletown.rulekit.declare import Declaration, Option

GAME = Declaration(
    name="squad_car",
    title="Squad Car",
    package=__name__,
    summary="Robbers race for an open exit; squad cars cut them off, under the traffic rules of a real downtown.",
    minutes="20-40",
    players=(2, 4, 6),
    default_players=2,
    options=(
        Option(
            "round_limit",
            "Round limit",
            {25: "25", 50: "50", 100: "100", 200: "200", 1000: "1000"},
            100,
            {100: "The game is drawn after this many rounds without an escape or the last capture."},
        ),
    ),
    endings=("robbers_win", "police_win", "drawn"),
    max_runs=24,
    max_decisions=1000 * (3 * (2 + 20) + 3 * (2 + 20 + 6)) + 3,
    version="1",
    paced_by="round",
    worlds=1,
    editions=("edition.toml", "first_figures.toml", "short_blocks.toml"),
    sides=("robbers", "police"),
)

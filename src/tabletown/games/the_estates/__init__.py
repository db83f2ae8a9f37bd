"""The Estates: three rows of buildings between street and river, and an auction for every piece of them."""

from tabletown.rulekit.declare import Declaration, Option

GAME = Declaration(
    name="the_estates",
    title="The Estates",
    package=__name__,
    summary="Auction every floor, roof and permit; only finished rows pay, and the last one costs.",
    minutes="40-60",
    players=(2, 3, 4, 5),
    default_players=4,
    options=(
        Option(
            "rounds",
            "Number of rounds",
            {n: str(n) for n in range(1, 8)},
            1,
            {1: "One round decides.", 2: "Scores add up over the rounds; winning two rounds wins at once."},
        ),
        Option(
            "money",
            "Money totals",
            {0: "hidden", 1: "open"},
            0,
            {0: "Nobody is shown what the others hold.", 1: "Everybody sees everybody's checks."},
            opens=1,
            hides=("cash", "stowed"),
        ),
        Option(
            "lowest_requirement",
            "Lowest requirement of a row",
            {0: "0", 1: "1"},
            0,
            {0: "Permits may shorten a row to nothing; it then counts as complete.", 1: "Every row keeps one lot."},
        ),
    ),
    endings=("two_rows_complete", "no_more_buildings", "two_rounds_won", "all_rounds_played"),
    max_runs=40,
    max_decisions=7 * (41 * 8 + 1),
    version="1",
    auction="turn",
    paced_by="turn",
    worlds=1,
    editions=("edition.toml", "one_lot.toml"),
)

"""Square Mile: sixteen tracts of open land, zoned, sold, enclosed, subdivided and built up into a town."""

from tabletown.rulekit.declare import Declaration, Option

GAME = Declaration(
    name="square_mile",
    title="Square Mile",
    package=__name__,
    summary="Plan a square mile together, then buy its tracts, enclose them with roads, build on them and sell.",
    minutes="60-90",
    players=(2, 3, 4),
    default_players=4,
    editions=("edition.toml", "quarter_section.toml"),
    options=(
        Option(
            "end",
            "End of the game",
            {0: "pool_empty", 1: "first_pass"},
            0,
            {
                0: "Ends when no unowned tract is left in play.",
                1: "Ends when every tract has been bought once.",
            },
        ),
        Option(
            "unzoned_fee",
            "Fee for building on unzoned land",
            {0: "off", 1: "on"},
            0,
            {0: "Unzoned land costs nothing extra.", 1: "Building there also costs the difference of the raw values."},
        ),
        Option(
            "money",
            "Money totals",
            {0: "hidden", 1: "open"},
            0,
            {0: "Nobody is shown what the others hold.", 1: "Everybody sees everybody's cash."},
            opens=1,
            hides=("cash", "paid_out"),
        ),
        Option(
            "tract_cards",
            "Tract cards",
            {0: "off", 1: "on"},
            0,
            {0: "The printed map is used.", 1: "The advanced game: players lay the map from tract cards."},
        ),
    ),
    endings=("last_tract_bought", "last_new_tract_bought", "standstill"),
    max_runs=80,
    max_decisions=110_000,  # 88 pieces and new tracts, each followed by 12 quiet turns of at most 100 decisions
    version="1",
    auction="lot",
    paced_by="turn",
    opened_by="first",
    worlds=1,
)

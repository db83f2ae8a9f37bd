"""Milton Keynes: bribes, deeds and permits for a town whose buildings live off their neighbours."""

from tabletown.rulekit.declare import Declaration, Option

GAME = Declaration(
    name="milton_keynes",
    title="Milton Keynes",
    package=__name__,
    summary="Bribe for land, haggle for permits, build in secret; what a building earns depends on who is next door.",
    minutes="90-150",
    players=(2, 3, 4, 5),
    default_players=4,
    options=(
        Option(
            "advanced",
            "Set-up",
            {0: "simple", 1: "advanced"},
            0,
            {
                0: "The map is given, and each player takes a character.",
                1: "The players lay river and marshes, and four permits each are dealt.",
            },
        ),
        Option(
            "offers",
            "Offers a player may send in a trading window",
            {0: "0", 1: "1", 2: "2", 4: "4", 8: "8"},
            4,
            {0: "There is no trading.", 4: "Four, counter-offers included.", 8: "Eight, for those who like to haggle."},
        ),
        Option(
            "money",
            "Money totals",
            {0: "hidden", 1: "open"},
            0,
            {0: "Nobody is shown what the others hold.", 1: "Everybody sees everybody's cash."},
            opens=1,
            hides=("cash", "sealed"),
        ),
    ),
    endings=("city", "standstill"),
    max_runs=130,
    max_decisions=1_000_000,
    version="1",
    paced_by="year",
    worlds=1,
    haggling=("add_deed", "add_permit", "add_cash", "ask", "send"),
    haggled=("ask", "send"),
    editions=("edition.toml", "small_marshes.toml", "hamlet.toml"),
)

"""What The Estates says about itself: its goal, the parts of a turn, and what lies on the table."""

from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, BID, CHOOSE, OVER, PLACE, SETTLE, STOW
from tabletown.rulekit.language import message
from tabletown.rulekit.look import Listener
from tabletown.rulekit.teaching import Goal, Kind

from .naming import money

PHASES = {
    STOW: (
        message("Stow"),
        message(
            "Before choosing a piece you may put one check into your cash box: a sure point, but gone from your hand."
        ),
    ),
    CHOOSE: (
        message("Choose"),
        message(
            "The auctioneer puts up one piece, which somebody will have to place: so choose what others "
            "want, or what you want cheaply."
        ),
    ),
    BID: (
        message("Bid"),
        message(
            "Each of the others speaks once, higher or pass; the auctioneer will sell for the highest "
            "bid, or pay it to the bidder."
        ),
    ),
    SETTLE: (
        message("Sell or keep"),
        message("Sell the piece for the highest bid, or keep it and pay that sum to the bidder."),
    ),
    PLACE: (message("Place"), message("Whoever got the piece puts it on the board at once, in any row.")),
    BETWEEN_ROUNDS: (
        message("Between rounds"),
        message("The round has been scored; look at it, then begin the next one."),
    ),
    OVER: (message("Scoring"), message("Completed rows count for their owners, all others against them.")),
}

KINDS = (
    (
        message("Floor cube"),
        message("A company's floor: it starts a building on the next lot, or goes on a higher number."),
        ("cube-", "low-cube-", "tile-", "yard-cubes"),
    ),
    (
        message("Building"),
        message("It belongs to whoever owns the company of its top cube, and is worth all its numbers together."),
        ("lot-",),
    ),
    (
        message("Rooftop"),
        message(
            "It adds its number and closes the building for good; every building of a row needs one "
            "before the row is complete."
        ),
        ("roof", "yard-roofs"),
    ),
    (
        message("Building permit"),
        message("It makes a row longer or shorter by its number, even a complete one; building ends where it stands."),
        ("permit-board", "row-1-permits", "row-2-permits", "row-3-permits"),
    ),
    (
        message("Mayor"),
        message("It stands in front of one row for good, and that row counts double, gains and losses alike."),
        ("mayor", "row-1-mayor", "row-2-mayor", "row-3-mayor"),
    ),
    (message("Cancel cube"), message("It takes one permit off the board, and both leave the game."), ("cancel",)),
    (
        message("Permits, mayor, cancel cube"),
        message("Each of these pieces is auctioned once, and whoever gets one may also throw it away."),
        ("yard-specials",),
    ),
    (
        message("Lots"),
        message("A row is built from the street outwards without gaps; on dotted white dirt stands a single cube."),
        ("row-1-lots", "row-2-lots", "row-3-lots"),
    ),
    (
        message("Row"),
        message(
            "Its sign says how many lots it needs and what is missing; it counts for its owners only "
            "when all are built and roofed."
        ),
        ("row-1-sign", "row-2-sign", "row-3-sign"),
    ),
    (
        message("Certificate"),
        message(
            "Whoever places a company's first cube owns the company, and every building that its cubes are on top of."
        ),
        ("firm-", "certificates"),
    ),
    (message("Hammer"), message("The piece that is being auctioned, and the highest bid so far."), ("hammer", "gavel")),
    (
        message("Player"),
        message("Money in hand buys pieces and breaks ties; only checks in the cash box are points."),
        ("player-",),
    ),
)

SCENERY = ("ground", "scenery", "trees", "tree", "ripple", "car")


def goal(to: Listener) -> Goal:
    _, rows = to._, to.rules.ROWS
    towers = _.plural(
        "Build towers in {n} row: whoever owns the company of the top cube owns the whole tower.",
        "Build towers in {n} rows: whoever owns the company of the top cube owns the whole tower.",
        rows,
    )
    watch = _(
        "Completed rows count plus, all others minus, and the game ends when two rows are complete; "
        "{check} in your cash box is a sure point."
    )
    if rows == 1:
        watch = _(
            "A completed row counts plus, any other minus, and the game ends when it is complete; "
            "{check} in your cash box is a sure point."
        )
    return Goal(
        towers.format(n=rows),
        _(
            "Every piece is auctioned: the others bid once each, and the auctioneer sells, or keeps it "
            "and pays the highest bidder."
        ),
        watch.format(check=money(_, 1)),
        "goal",
    )


def phases(to: Listener) -> dict[int, Kind]:
    return {phase: Kind(to._(name), to._(words)) for phase, (name, words) in PHASES.items()}


def kinds(to: Listener) -> list[Kind]:
    return [Kind(to._(name), to._(words), marks) for name, words, marks in KINDS]

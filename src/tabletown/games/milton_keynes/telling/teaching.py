"""What Milton Keynes says about itself: its goal, the parts of a year, and what lies on the map."""

from tabletown.games.milton_keynes.rules.phases import (
    ANSWER_PROPOSAL,
    BID,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    CHOOSE_CHARACTER,
    FILL_POUCHES,
    LAY_MARSH,
    LAY_RIVER,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    NOMINATE,
    NOMINATE_AGAIN,
    OVER,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    PROPOSE,
    TAKE_DEED,
    TRADE,
)
from tabletown.rulekit.language import message
from tabletown.rulekit.look import Listener
from tabletown.rulekit.teaching import Goal, Kind

PHASES = {
    LAY_RIVER: (
        message("Preparation"),
        message("Lay the next tile of the river; sides on the river will bring income."),
    ),
    LAY_MARSH: (
        message("Preparation"),
        message("Lay a marsh: nobody builds on it, and only a Nature reserve profits from it."),
    ),
    CHOOSE_CHARACTER: (
        message("Preparation"),
        message("A character brings its permits; look at what they build and at what they can be played for."),
    ),
    PLAY_DEMOLISH: (
        message("Cash"),
        message("Demolish takes one block off the edge of any building; whoever is asked may also decline."),
    ),
    TAKE_DEED: (
        message("Cash"),
        message("Whoever demolished may buy the plot's deed from its owner; else the owner takes it back."),
    ),
    PLAY_INQUIRY: (
        message("Cash"),
        message("An Inquiry moves your marker forward for this year, so that you collect more."),
    ),
    PLAY_REDEVELOP: (
        message("Cash"),
        message("Redevelop takes a whole building of yours off the map and gives you its deeds back."),
    ),
    BRIBE: (message("Sale"), message("Bribe secretly: the highest chooses first, and all bribes are gone.")),
    LOBBY_FOR_LOTS: (
        message("Sale"),
        message("With a Lobby you may change your bribe now that you have seen the others'."),
    ),
    BUY_LOTS: (
        message("Sale"),
        message("In the order of the bribes each of you may buy one lot, then it goes round again."),
    ),
    TRADE: (
        message("Trade"),
        message("Offer deeds, permits and cash to anybody; nothing changes hands until both agree."),
    ),
    BID: (
        message("Permits"),
        message("Bid secretly for the permit on each side of you: the higher bid takes it and is paid to the other."),
    ),
    LOBBY_FOR_PERMITS: (
        message("Permits"),
        message("With a Lobby you may change one of your bids now that you have seen the others'."),
    ),
    BID_AGAIN: (message("Permits"), message("You have bid the same: bid again, not below it.")),
    PROPOSE: (message("Permits"), message("Neither of you raised: propose who takes the permit, and at what price.")),
    ANSWER_PROPOSAL: (message("Permits"), message("Agree to the price, or the permit may go under the deck.")),
    FILL_POUCHES: (
        message("Build"),
        message("Put permits with the deeds of each building into your pouch; all are opened together."),
    ),
    NOMINATE: (
        message("Build"),
        message("Name the plot that your Air base or Sewage reprocessor takes besides its deeds."),
    ),
    NOMINATE_AGAIN: (message("Build"), message("Two of you have named the same plot: name one again.")),
    OVER: (message("The end"), message("The most income blocks on the map win.")),
}

KINDS = (
    (
        message("Plot"),
        message("Land that can be built on with its deed; plots of one building join side by side."),
        ("ground", "gridroads", "names", "mk-rb"),
    ),
    (
        message("Building"),
        message(
            "It stands on joined plots of one owner; blocks on its walls are income, more of them "
            "beside smaller rivals."
        ),
        ("building-", "commission", "owners"),
    ),
    (
        message("Estate"),
        message(
            "The plain building of every simple permit: it earns by size against rivals, and from each "
            "side on the river."
        ),
        ("mk-estate",),
    ),
    (
        message("Nature reserve"),
        message("Like an Estate, and it also earns from every side that faces marsh."),
        ("mk-reserve", "permit-reserve"),
    ),
    (
        message("Commons"),
        message(
            "A small place that earns from every wall with a rival's building, however large that is; "
            "only a Dump brings it nothing."
        ),
        ("mk-commons", "permit-commons"),
    ),
    (
        message("Dump"),
        message("It earns by size, and neighbours get nothing from their wall with it."),
        ("mk-dump", "permit-dump"),
    ),
    (
        message("Allotments"),
        message("They earn nothing, but every building beside them does, from each such wall."),
        ("mk-allotments", "permit-allotments"),
    ),
    (
        message("Air base"),
        message("It takes one empty plot besides its deeds, whose deed you need not have."),
        ("mk-airbase", "permit-airbase"),
    ),
    (
        message("Sewage reprocessor"),
        message("It takes one free plot of the river besides its deeds, and may link both banks."),
        ("mk-sewage", "permit-sewage"),
    ),
    (
        message("Inquiry"),
        message("Played before cash is collected, it moves your marker up for this year; or it builds an Estate."),
        ("permit-inquiry",),
    ),
    (
        message("Lobby"),
        message("Played when bribes or bids are shown, it changes one sum of yours; or it builds an Estate."),
        ("permit-lobby",),
    ),
    (
        message("Demolish"),
        message(
            "Played before cash is collected, it takes a block off the edge of any building; or it builds an Estate."
        ),
        ("permit-demolish",),
    ),
    (
        message("Redevelop"),
        message(
            "Played after cash is collected, it takes a building of yours off the map and gives you its deeds back; "
            "or it builds an Estate."
        ),
        ("permit-redevelop",),
    ),
    (
        message("Extension"),
        message("It enlarges a building of yours that stands already, with deeds that join it."),
        ("permit-extension",),
    ),
    (
        message("Income block"),
        message("On a wall it is income for the building it belongs to; lying flat, it is on a wall inside."),
        ("income", "mk-flat", "mk-upright"),
    ),
    (
        message("River"),
        message("Nobody builds here but a Sewage reprocessor; each side that faces it brings a block."),
        ("river",),
    ),
    (
        message("Marsh"),
        message("Nobody builds here; it brings something to a Nature reserve only."),
        ("marsh", "mk-wet"),
    ),
    (message("Rock"), message("Nobody builds here, and it brings nothing."), ("rock",)),
    (
        message("Income rail"),
        message(
            "Your marker stands on the starting income and your blocks, never below a roundabout that it "
            "has reached; "
            "you collect what it shows."
        ),
        ("rail", "marker-"),
    ),
    (
        message("Lot"),
        message("Deeds that are sold together, with their price; the highest bribe chooses first."),
        ("lots",),
    ),
    (message("Your deed"), message("A dashed ring: you hold the deed of this plot."), ("held",)),
    (
        message("Named plot"),
        message("A plot that somebody has named for their Air base or Sewage reprocessor."),
        ("claims",),
    ),
    (
        message("Hand"),
        message(
            "Your permits and deeds, and what is known of the others': a permit builds, or is played for "
            "its action, once."
        ),
        ("hand",),
    ),
    (
        message("Table"),
        message("What is left in the decks and in the bank, and the permits between neighbours."),
        ("table",),
    ),
    (message("Player"), message("Income, blocks, and how many deeds and permits they hold."), ("player-",)),
)

SCENERY = ("trees", "mk-tree", "mk-map")


def goal(to: Listener) -> Goal:
    _ = to._
    return Goal(
        _("Whoever has the most income blocks on the map at the end wins; they lie on the walls of your buildings."),
        _(
            "Each year you collect cash, buy plots in two sales, trade and bid for permits, and build in "
            "secret, all at once."
        ),
        _(
            "Walls with rivals pay by size, so build beside others and larger than they; the game ends "
            "when the deed deck is empty."
        ),
        "goal",
    )


def phases(to: Listener) -> dict[int, Kind]:
    return {phase: Kind(to._(name), to._(words)) for phase, (name, words) in PHASES.items()}


def kinds(to: Listener) -> list[Kind]:
    return [Kind(to._(name), to._(words), marks) for name, words, marks in KINDS]

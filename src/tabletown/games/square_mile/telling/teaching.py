"""What Square Mile says about itself: its goal, the parts of a turn, and what lies on the map."""

from tabletown.games.square_mile.rules.state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    LAY_CARD,
    OPENING_BID,
    OVER,
    PLAN,
    RAISES,
    ROADS,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    STEP_TO_NAME,
    SUBDIVISIONS,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
)
from tabletown.rulekit.language import message
from tabletown.rulekit.look import Listener
from tabletown.rulekit.teaching import Goal, Kind

PHASES = {
    LAY_CARD: (
        message("Map"),
        message("One after the other you lay a tract card beside those that lie there, so that the river goes on."),
    ),
    TAKE_CARD_BACK: (
        message("Map"),
        message("No card of the pile fits: take one off the map, so that another one does."),
    ),
    PLAN: (message("Planning"), message("Cards say what may be built where, and give each of you a tract.")),
    SEALED_BIDS_DUE: (
        message("Sealed bids"),
        message(
            "Write down secretly what you would pay; the highest bid for a tract buys it, all others cost nothing."
        ),
    ),
    TIED_BIDS_DUE: (
        message("Sealed bids"),
        message("You have bid the same as somebody else: bid again, at least as much."),
    ),
    FIRST_ROAD: (
        message("First road"),
        message("Each of you lays one free section, from the end of the last one; lead it along your own land."),
    ),
    SHARE: (
        message("Share"),
        message("The road is worth as much to your neighbour: say how much of it they should pay."),
    ),
    ANSWER: (
        message("Share"),
        message("The section will count for your land too; paying a share is often cheaper than building it yourself."),
    ),
    SELL_PART: (
        message("Sell"),
        message("The bank pays the market value of any of your tracts, and you get the pawn back."),
    ),
    STEP_TO_NAME: (message("Build"), message("Name one kind of step for this turn: roads, subdivisions or buildings.")),
    ROADS: (
        message("Build"),
        message("Roads and bridges go at the sides of your own tracts; they raise the land on both sides."),
    ),
    SUBDIVISIONS: (message("Build"), message("Your tracts with sections on all four sides can be subdivided.")),
    CONSTRUCTION: (
        message("Build"),
        message("A building goes on your subdivided land, and lifts it to its highest value."),
    ),
    BUY_PART: (
        message("Buy"),
        message("You may put one unowned tract up for auction; your turn ends when you have bought one."),
    ),
    OPENING_BID: (message("Buy"), message("Whoever puts a tract up bids first, at least its market value.")),
    RAISES: (
        message("Buy"),
        message("Raise, or drop out for this tract; what you pay above the market value is lost until you develop it."),
    ),
    OVER: (message("Scoring"), message("Cash and the market value of the land are added up; the highest sum wins.")),
}

KINDS = (
    (
        message("Tract"),
        message(
            "A piece of land between four markers; the figure on it is its market value, which roads, "
            "subdivision and a building raise."
        ),
        ("tract-", "label-"),
    ),
    (
        message("Pawn"),
        message(
            "It shows who owns the tract; you have no more pawns than these, so selling frees one for "
            "the next purchase."
        ),
        ("pawn-",),
    ),
    (
        message("Town"),
        message(
            "A subdivision makes room for a building; once built up, the tract is worth its most, and "
            "sold it leaves the game."
        ),
        ("town-",),
    ),
    (
        message("Road"),
        message(
            "A section at a side of a tract raises its value; four of them enclose it, and only then can "
            "it be subdivided."
        ),
        ("roads",),
    ),
    (
        message("Bridge"),
        message("Where the river crosses, a section is a bridge: it costs more and is worth as much as a road."),
        ("bridges",),
    ),
    (message("River"), message("It crosses sides of tracts, and there only bridges can be laid."), ("river",)),
    (
        message("Railway"),
        message("It runs along a row or column of tracts, which are zoned for industry; in play it changes nothing."),
        ("railway",),
    ),
    (message("Marker"), message("A section of road lies between two neighbouring markers."), ("markers", "pin")),
    (
        message("Value card"),
        message("What land is worth in each state, and what pieces cost; the bank pays and charges by it."),
        ("value-card",),
    ),
    (
        message("Player"),
        message("Cash and the market value of the land count at the end; others see only what is paid."),
        ("player-",),
    ),
    (message("Tract card"), message("The card that is laid next; it may be turned as you like."), ("card",)),
)

SCENERY = ("ground", "tree", "reed", "mapclip")


def goal(to: Listener) -> Goal:
    _ = to._
    return Goal(
        _("Whoever is worth most at the end wins: cash and the market value of their land together."),
        _(
            "In your turn you sell land to the bank, then take one kind of step (roads, subdivisions or "
            "buildings), then put one tract up for auction."
        ),
        _(
            "A road lifts the land on both sides, also a neighbour's, and the game ends at once when the "
            "last unowned tract is bought."
        ),
        "goal",
    )


def phases(to: Listener) -> dict[int, Kind]:
    return {phase: Kind(to._(name), to._(words)) for phase, (name, words) in PHASES.items()}


def kinds(to: Listener) -> list[Kind]:
    return [Kind(to._(name), to._(words), marks) for name, words, marks in KINDS]

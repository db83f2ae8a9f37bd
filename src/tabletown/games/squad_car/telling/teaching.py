"""What Squad Car says about itself: its goal, the parts of a turn, and what is on the map."""

from tabletown.games.squad_car.rules.state import DRIVING, OVER, PLACING, SPINNING
from tabletown.rulekit.language import message
from tabletown.rulekit.look import Listener
from tabletown.rulekit.teaching import Goal, Kind

PHASES = {
    SPINNING: (
        message("Spin"),
        message(
            "The dial says how far the car may go: green is moves, red waits, yellow spins again, blue "
            "is a flashcard for the police."
        ),
    ),
    DRIVING: (
        message("Drive"),
        message(
            "Each step ahead, into or out of a corner, and each half turn on the spot costs one move; "
            "you may stop earlier."
        ),
    ),
    PLACING: (
        message("Roadblocks"),
        message("The police bar exits with roadblocks; a lifted one goes to another exit than the one it came from."),
    ),
    OVER: (message("The end"), message("One car out of town wins for the robbers, all of them caught for the police.")),
}

KINDS = (
    (
        message("Car"),
        message(
            "It goes forward only, faces along the road or askew, and getaway cars are caught by a squad "
            "car right beside them."
        ),
        ("car-", "cars", "wheels", "glass", "lights", "beams"),
    ),
    (
        message("Exit"),
        message("A getaway car that drives onto one without a roadblock has escaped, and the robbers have won."),
        ("exit-", "way-out"),
    ),
    (message("Entry end"), message("Here traffic enters a one-way street: nobody gets out this way."), ("no-entry",)),
    (
        message("Roadblock"),
        message("Nobody drives onto an exit that has one; flashcards let the police shift it."),
        ("roadblock",),
    ),
    (
        message("Street"),
        message(
            "Two-way roads have a lane for each direction; a one-way street is driven along its arrows, "
            "without turning round."
        ),
        ("streets", "streetnames", "arrow", "zebra"),
    ),
    (
        message("Bank and lots"),
        message("The getaway cars start in the lots before the bank, and never come back there."),
        ("bank", "lots"),
    ),
    (
        message("Reach"),
        message("How many moves it takes to that square; several ways of facing may be possible there."),
        ("reach",),
    ),
    (message("Impounded car"), message("A getaway car that was caught: it is out of the game."), ("impounded",)),
    (message("Dial"), message("What a spin can bring; each field is as likely as any other."), ("dial",)),
    (
        message("Flashcard"),
        message("Drawn by the police on blue: moves for the squad car, roadblocks to shift, or stand by."),
        ("flashcard",),
    ),
    (message("Player"), message("Whose cars they are, and where they stand."), ("player-",)),
)

SCENERY = ("ground", "buildings", "park", "lamp", "tree", "downtown")


def goal(to: Listener) -> Goal:
    _ = to._
    return Goal(
        _("Robbers win as soon as one getaway car drives onto an open exit, police when all getaway cars are caught."),
        _(
            "In its turn a car spins the dial and drives up to so many moves; the police draw a "
            "flashcard on blue, which may also shift roadblocks."
        ),
        _(
            "A getaway car is caught as soon as a squad car is right beside it, and one-way streets "
            "allow no turning round."
        ),
        "goal",
    )


def phases(to: Listener) -> dict[int, Kind]:
    return {phase: Kind(to._(name), to._(words)) for phase, (name, words) in PHASES.items()}


def kinds(to: Listener) -> list[Kind]:
    return [Kind(to._(name), to._(words), marks) for name, words, marks in KINDS]

"""What things are called: people, money, tracts, sections, zones, buildings and steps."""

from tabletown.games.square_mile.rules.geometry import OFF_MAP
from tabletown.games.square_mile.rules.land import LETTER_BASE
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import EDGES, TRACTS
from tabletown.games.square_mile.rules.state import State
from tabletown.rulekit.language import Say, message
from tabletown.rulekit.look import Look

ZONE_NAMES = (
    message("unzoned"),
    message("houses"),
    message("church"),
    message("school"),
    message("industry"),
    message("shops"),
    message("apartments"),
)
BUILDING_NAMES = (
    message("nothing"),
    message("houses"),
    message("houses and church"),
    message("houses and school"),
    message("a factory"),
    message("the shopping centre"),
    message("apartments"),
)
CARD_NAMES = (message("plain land"), message("a straight river"), message("a bend of the river"), message("the swamp"))
ENDINGS = (
    message("The last unowned tract has been bought."),
    message("Every tract has been bought once."),
    message("Three rounds have passed in which nothing was built and no new land was bought."),
)


def money(thousands: int) -> str:
    return f"${thousands * 1000:,}"


def short_money(thousands: int) -> str:
    """For the map."""
    return f"{thousands}k"


def letter(view: State, tract: int) -> str:
    """The letter that a tract goes by; a place without a card by its place on the printed map."""
    return LETTERS[view.letter[tract]] if view.letter[tract] >= 0 else LETTERS[tract].lower()


def edge_between(_: Say, edge: int, one: str, other: str) -> str:
    """Between two tracts, or at the border of one."""
    if one and other:
        return f"{one}–{other}"
    if edge < EDGES // 2:
        text = _("north of {tract}") if not one else _("south of {tract}")
    else:
        text = _("west of {tract}") if not one else _("east of {tract}")
    return text.format(tract=one or other)


def edge_name(look: Look[State], edge: int) -> str:
    one, other = ("" if tract == OFF_MAP else letter(look.view, tract) for tract in look.rules.BESIDE[edge])
    return edge_between(look._, edge, one, other)


def told_tract(number: int) -> str:
    """The letter of a tract that was told in an event."""
    return LETTERS[number // TRACTS]


def told_edge(_: Say, number: int) -> str:
    """The name of an edge that was told in an event."""
    letters, edge = divmod(number, EDGES)
    other, one = divmod(letters, LETTER_BASE)
    return edge_between(_, edge, LETTERS[one - 1] if one else "", LETTERS[other - 1] if other else "")


def zone_name(_: Say, zone: int) -> str:
    return _(ZONE_NAMES[zone])


def building_name(_: Say, building: int) -> str:
    return _(BUILDING_NAMES[building])


def ending_name(_: Say, code: int) -> str:
    return _(ENDINGS[code - 1])

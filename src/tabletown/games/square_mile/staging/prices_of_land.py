"""What it would mean to sell land, and to lay the map."""

from tabletown.games.square_mile.rules.geometry import AROUND, TURNED
from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import NONE, State
from tabletown.games.square_mile.telling.naming import CARD_NAMES, letter, money
from tabletown.games.square_mile.telling.report import land_of
from tabletown.rulekit.language import listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import GOOD, Meaning, Way

from . import ghosts
from .figures import return_of
from .plans import Plan
from .subject import tract_card, tract_subject
from .sums import few, name_of, signed, tone

# ---------------------------------------------------------------- selling


def sell(plan: Plan) -> Meaning:
    """What the bank pays, and what the land could still have brought."""
    look = plan.look
    _, view = look._, look.view
    letters = listed(_, (name_of(look, tract) for tract, _price in plan.sold))
    price = money(plan.gets)
    foregone = [(name_of(look, tract), return_of(look, tract)) for tract, _price in plan.sold]
    total = sum(thousands for _name, thousands in foregone)
    gone = [name_of(look, tract) for tract, _price in plan.sold if view.building[tract]]
    if gone:
        fact = _("Built up, so out of the game: {tracts}. A pawn comes free for each.").format(tracts=listed(_, gone))
    else:
        fact = _("Anybody may buy it again, from its worth.")
    text = _("Sell {tracts} for {price}") if len(plan.sold) == 1 else _("Sell {n} tracts for {price}")
    return Meaning(
        ways=(
            Way(_("You get"), f"+{price}", words=_("Cash then: {cash}").format(cash=money(plan.left)), tone=GOOD),
            Way(
                _("Building it up adds"),
                signed(total) if total else _("nothing"),
                rows=few(look, foregone) if len(foregone) > 1 else (),
                tone=tone(-total),
            ),
        ),
        fact=fact,
        ghost=ghosts.of_plan(plan),
        subject=tract_subject(look, plan.sold[-1][0]),
        does=text.format(tracts=letters, n=len(plan.sold), price=price),
        mark=f"+{plan.sold[-1][1]}k",
    )


def stop_selling(plan: Plan) -> Meaning:
    """What there is to build with, and what the land could bring."""
    look = plan.look
    _ = look._
    own = [(name_of(look, tract), return_of(look, tract)) for tract in land_of(plan.after, look.viewer)]
    return Meaning(
        ways=(
            Way(_("To build with"), money(plan.left)),
            Way(_("Your land, built up"), signed(sum(more for _name, more in own)), rows=few(look, own)),
        ),
        ghost=ghosts.of_plan(plan),
        does=_("Sell nothing more") if plan.sold else _("Sell nothing"),
    )


# ---------------------------------------------------------------- laying the map


def lay_tract_card(look: Look[State], tract: int, turn: int) -> Meaning:
    """How many bridges the map has then, and how many places are left."""
    _, view, rules = look._, look.view, look.rules
    if view.card == NONE:
        return Meaning()
    kind = rules.CARD_KIND[view.card]
    after = view.copy()
    after.letter[tract] = view.card
    after.river[tract] = TURNED[rules.COURSE[kind]][turn]
    empty = sum(after.letter[place] == NONE for place in rules.LAND)
    return Meaning(
        ways=(
            Way(_("Bridge places"), str(bridge_places(after)), apart=_("now {n}").format(n=bridge_places(view))),
            Way(_("Places left"), str(empty), words=left_in_pile(look)),
        ),
        fact=_("A bridge costs {bridge}, a road {road}.").format(
            bridge=money(rules.BRIDGE_COST), road=money(rules.ROAD_COST)
        ),
        ghost=ghosts.card(look, tract, turn),
        subject=tract_card(look, view.card),
    )


def bridge_places(view: State) -> int:
    """Where the river crosses the side of a tract."""
    crossed = {
        AROUND[tract][direction]
        for tract in range(TRACTS)
        for direction in range(4)
        if view.river[tract] >> direction & 1
    }
    return len(crossed)


def left_in_pile(look: Look[State]) -> str:
    _, view = look._, look.view
    left = view.pile.bit_count() + view.under_count
    return _.plural("{n} tract card left in the pile.", "{n} tract cards left in the pile.", left).format(n=left)


def take_back(look: Look[State], tract: int) -> Meaning:
    _, view = look._, look.view
    card = view.letter[tract]
    if card == NONE:
        return Meaning()
    after = view.copy()
    after.letter[tract] = NONE
    after.river[tract] = 0
    kind = look._(CARD_NAMES[look.rules.CARD_KIND[card]])
    return Meaning(
        ways=(
            Way(_("Back into the pile"), letter(view, tract), words=kind),
            Way(_("Bridge places"), str(bridge_places(after)), apart=_("now {n}").format(n=bridge_places(view))),
        ),
        subject=tract_card(look, card),
        does=_("Take {card} back").format(card=LETTERS[card]),
    )

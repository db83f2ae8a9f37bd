"""What building would mean: what it costs, what it adds to one's own land and to that of others, and who pays."""

from tabletown.games.square_mile.rules.build import STEP_ROADS, STEP_SUBDIVISIONS
from tabletown.games.square_mile.rules.geometry import AROUND
from tabletown.games.square_mile.rules.shapes import BUILDINGS
from tabletown.games.square_mile.rules.state import NONE, STEP_TO_NAME, State
from tabletown.games.square_mile.telling.naming import building_name, edge_name, money
from tabletown.games.square_mile.telling.report import land_of
from tabletown.rulekit.drawing import joined
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import GOOD, Meaning, Subject, Way

from . import ghosts
from .figures import gains, return_of
from .plans import Plan
from .subject import section_subject, tract_subject
from .sums import few, name_of, of_cash, signed, tone

# ---------------------------------------------------------------- laying and building


def build(plan: Plan) -> Meaning:
    """What everything on the plan costs, what it adds, and who else profits."""
    more = gains(plan.look, plan.after)
    return Meaning(
        ways=(own_way(plan, more), others_way(plan.look, more)),
        fact=what_comes_next(plan),
        ghost=ghosts.of_plan(plan),
        subject=latest_piece(plan),
        does=what_it_does(plan),
        mark=mark_of(plan),
        is_said=bool(cost_of_latest(plan)),
    )


def own_way(plan: Plan, more: dict[int, int]) -> Way:
    look = plan.look
    _ = look._
    own = [(name_of(look, tract), gain) for tract, gain in more.items() if look.view.owner[tract] == look.viewer]
    gain = sum(thousands for _name, thousands in own)
    rows = few(look, own) if own else ((_("your land"), money(0)),)
    if not plan.spends:
        return Way(_("Free; your land gains"), signed(gain), rows=rows, tone=tone(gain))
    of = of_cash(look, plan.cash + plan.gets)
    least = plan.spends - sum(plan.shares.values())
    figure = money(plan.spends) if least == plan.spends else f"${least}–{plan.spends}k"
    return Way(_("You pay, you gain"), figure, of=of, rows=rows, tone=tone(gain - plan.spends))


def others_way(look: Look[State], more: dict[int, int]) -> Way:
    _ = look._
    owner = look.view.owner
    rows = [
        (_("{name}, {tract}").format(name=look.names[owner[tract]], tract=name_of(look, tract)), gain)
        for tract, gain in more.items()
        if owner[tract] >= 0 and owner[tract] != look.viewer
    ]
    if not rows:
        return Way(_("Who else profits"), _("nobody"))
    return Way(_("Who else profits"), signed(sum(gain for _name, gain in rows)), rows=few(look, rows))


def what_comes_next(plan: Plan) -> str:
    """The section that would close a tract, else what the tract that was built on is still good for."""
    look = plan.look
    _ = look._
    if plan.sections and (closing := next_closing(plan)):
        return closing
    built = look.at(plan.after)
    tract = latest_tract(plan)
    if tract == NONE:
        return ""
    if plan.after.building[tract]:
        return _("{tract} is built up then: sold, it leaves the game.").format(tract=name_of(look, tract))
    text = _("Building {tract} up from there would add {gain}.")
    return text.format(tract=name_of(look, tract), gain=signed(return_of(built, tract)))


def next_closing(plan: Plan) -> str:
    look = plan.look
    _, rules, after = look._, look.rules, plan.after
    if rules.is_free_road(look.view):
        return ""
    for tract in land_of(after, look.viewer):
        missing = [edge for edge in AROUND[tract] if not after.section[edge]]
        if len(missing) == 1 and (cost := rules.section_cost(after, missing[0])) <= plan.left:
            text = _("{edge} for {cost} more would enclose {tract}: {gain}.")
            gain = rules.ENCLOSED_VALUE - rules.market_value(after, tract)
            return text.format(
                edge=edge_name(look, missing[0]), cost=money(cost), tract=name_of(look, tract), gain=signed(gain)
            )
    return ""


def latest_tract(plan: Plan) -> int:
    """The tract that was built on last, or beside which the last section lies."""
    if plan.buildings:
        return plan.buildings[-1][0]
    if plan.lots:
        return plan.lots[-1][0]
    view = plan.look.view
    own = [tract for tract in land_of(view, plan.seat) if plan.sections and plan.sections[-1][0] in AROUND[tract]]
    return own[0] if own else NONE


def latest_piece(plan: Plan) -> Subject | None:
    look = plan.look.at(plan.after)
    tract = latest_tract(plan)
    if tract != NONE:
        return tract_subject(look, tract)
    return section_subject(look, plan.sections[-1][0]) if plan.sections else None


def what_it_does(plan: Plan) -> str:
    """The button: all pieces of the plan and their sum."""
    look = plan.look
    _, cost = look._, money(plan.spends)
    if plan.sections:
        count, edge = len(plan.sections), plan.sections[-1][0]
        if not plan.spends:
            return _("Lay {edge} free").format(edge=edge_name(look, edge))
        text = _("Build {edge} for {cost}") if count == 1 else _("Build {n} roads for {cost}")
        if plan.shares:
            text = at_most(look, count)
        return text.format(edge=edge_name(look, edge), n=count, cost=cost)
    if plan.lots:
        count, tract = len(plan.lots), plan.lots[-1][0]
        text = _("Subdivide {tract} for {cost}") if count == 1 else _("Subdivide {n} tracts for {cost}")
        return text.format(tract=name_of(look, tract), n=count, cost=cost)
    count, (tract, kind, _price) = len(plan.buildings), plan.buildings[-1]
    text = _("Build {building} on {tract} for {cost}") if count == 1 else _("Build on {n} tracts for {cost}")
    return text.format(building=building_name(_, kind), tract=name_of(look, tract), n=count, cost=cost)


def mark_of(plan: Plan) -> str:
    """The latest piece's price; of what is free, what it adds to one's own land."""
    if cost := cost_of_latest(plan):
        return f"{cost}k"
    owner, more = plan.look.view.owner, gains(plan.look, plan.after)
    return f"+{sum(gain for tract, gain in more.items() if owner[tract] == plan.look.viewer)}k"


def cost_of_latest(plan: Plan) -> int:
    pieces = plan.sections or plan.lots or [(tract, cost) for tract, _kind, cost in plan.buildings]
    return pieces[-1][1]


# ---------------------------------------------------------------- naming the step, stopping


def name_step(plan: Plan) -> Meaning:
    """What could be built in that step, each thing by itself."""
    look = plan.look
    _ = look._
    prices = prices_in(plan)
    if not prices:
        return Meaning()
    from_to = money(min(prices)) if min(prices) == max(prices) else f"{money(min(prices))}–{money(max(prices))}"
    own = [(name_of(look, tract), return_of(look, tract)) for tract in land_of(look.view, look.viewer)]
    places = _.plural("{n} place", "{n} places", len(prices)).format(n=len(prices))
    return Meaning(
        ways=(
            Way(_("Each costs"), from_to, of=of_cash(look, plan.cash), words=places),
            Way(_("Your land, built up"), signed(sum(more for _name, more in own)), rows=few(look, own)),
        ),
        fact=_("Only one kind of step a turn."),
    )


def prices_in(plan: Plan) -> list[int]:
    """What the places of the named step cost, one by one."""
    rules, view, seat = plan.look.rules, plan.look.view, plan.seat
    own = land_of(view, seat)
    if plan.step == STEP_ROADS:
        edges = {edge for tract in own for edge in AROUND[tract] if not view.section[edge]}
        return [rules.section_cost(view, edge) for edge in edges]
    if plan.step == STEP_SUBDIVISIONS:
        return [rules.subdivision_cost(view, tract) for tract in own if not rules.refuse_subdivide(view, seat, tract)]
    return [
        rules.building_cost(view, tract, kind)
        for tract in own
        for kind in range(1, BUILDINGS + 1)
        if not rules.refuse_construct(view, seat, tract, kind)
    ]


def stop_building(plan: Plan) -> Meaning:
    look = plan.look
    _ = look._
    has_begun = look.view.phase != STEP_TO_NAME or plan.sections or plan.lots or plan.buildings
    own = [(name_of(look, tract), return_of(look.at(plan.after), tract)) for tract in land_of(look.view, plan.seat)]
    return Meaning(
        ways=(
            Way(_("To buy with"), money(plan.left)),
            Way(_("Your land, built up"), signed(sum(more for _name, more in own)), rows=few(look, own)),
        ),
        ghost=ghosts.of_plan(plan),
        does=_("Build nothing more") if has_begun else _("Build nothing"),
    )


# ---------------------------------------------------------------- sharing the cost


def with_section(plan: Plan) -> State:
    """The land if the section that a share is asked for lies there too."""
    after = plan.after.copy()
    if not after.section[plan.edge]:
        plan.look.rules.put_section(after, plan.edge)
    return after


def ask(plan: Plan) -> Meaning:
    """What is to be paid if they agree and if not; what is in it for them."""
    look = plan.look
    _, name = look._, look.names[plan.asked]
    theirs = gained_by(plan, plan.asked)
    return Meaning(
        ways=(if_agreed(plan), if_refused(plan)),
        fact=_("For {name} the section would add {gain}.").format(name=name, gain=money(theirs)),
        ghost=ghosts.of_plan(plan),
        subject=section_subject(look, plan.edge),
        does=with_a_share(plan),
        mark="?",
    )


def price_alone(plan: Plan) -> int:
    """What the section costs whoever lays it without a share."""
    look = plan.look
    return 0 if look.rules.is_free_road(look.view) else int(look.rules.section_cost(look.view, plan.edge))


def gained_by(plan: Plan, seat: int) -> int:
    """What the plan and the section that is asked about would add to somebody's land."""
    more = gains(plan.look, with_section(plan))
    return sum(gain for tract, gain in more.items() if plan.look.view.owner[tract] == seat)


def if_agreed(plan: Plan) -> Way:
    look = plan.look
    _, price = look._, price_alone(plan)
    if not price:
        figure = f"+{money(plan.share)}" if plan.share else _("a gift")
    elif plan.share:
        figure = _("you pay {cost}").format(cost=money(plan.spends + price - plan.share))
    else:
        figure = _("under {cost}").format(cost=money(plan.spends + price))
    text = _("{edge} is laid; your land gains {gain}.")
    words = text.format(edge=edge_name(look, plan.edge), gain=money(gained_by(plan, plan.seat)))
    return Way(_("If {name} agrees").format(name=look.names[plan.asked]), figure, words=words, tone=GOOD)


def if_refused(plan: Plan) -> Way:
    look = plan.look
    _, price = look._, price_alone(plan)
    text = _("Lay {edge} for {cost}, or leave it.")
    if not price:
        text = _("Lay {edge} free, or another section.")
    elif price > plan.left:
        text = _("{edge} is left: you cannot pay it alone.")
    words = text.format(edge=edge_name(look, plan.edge), cost=money(price))
    return Way(_("If not"), _("you pay {cost}").format(cost=money(plan.spends)), words=words)


def with_a_share(plan: Plan) -> str:
    """The button: the most that everything on the plan can cost, once the share has a sum."""
    if not plan.share or not price_alone(plan):
        return plan.look._("Ask for a share of {edge}").format(edge=edge_name(plan.look, plan.edge))
    count = len(plan.sections) + 1
    edge, cost = edge_name(plan.look, plan.edge), money(plan.spends + price_alone(plan) - plan.share)
    return at_most(plan.look, count).format(edge=edge, n=count, cost=cost)


def at_most(look: Look[State], sections: int) -> str:
    _ = look._
    return _("Build {edge}, at most {cost}") if sections == 1 else _("Build {n} roads, at most {cost}")


def agree(plan: Plan) -> Meaning:
    """What the share costs and adds, for both."""
    look = plan.look
    _, view = look._, look.view
    more = gains(look, with_section(plan))
    own = [(name_of(look, tract), gain) for tract, gain in more.items() if view.owner[tract] == look.viewer]
    gain = sum(thousands for _name, thousands in own)
    return Meaning(
        ways=(
            Way(
                _("You pay"),
                money(view.share),
                of=of_cash(look, plan.cash),
                words=_("Cash then: {cash}").format(cash=money(plan.cash - view.share)),
            ),
            Way(_("Your land gains"), signed(gain), rows=few(look, own), tone=tone(gain - view.share)),
        ),
        fact=for_the_builder(look, more),
        ghost=joined(ghosts.of_plan(plan), ghosts.with_gains(more)),
        does=_("Pay {share}").format(share=money(view.share)),
    )


def for_the_builder(look: Look[State], more: dict[int, int]) -> str:
    """What it costs and adds whoever asks."""
    _, view, rules = look._, look.view, look.rules
    cost = 0 if rules.is_free_road(view) else rules.section_cost(view, view.edge) - view.share
    gain = sum(thousands for tract, thousands in more.items() if view.owner[tract] == view.active)
    text = _("{name} would pay the other {cost} and gain {gain}.")
    if cost <= 0:
        text = _("{name} would pay nothing and gain {gain}.")
    return text.format(name=look.names[view.active], cost=money(cost), gain=money(gain))


def decline(plan: Plan) -> Meaning:
    look = plan.look
    _, view = look._, look.view
    gain = gained_by(plan, plan.seat)
    name, edge = look.names[view.active], edge_name(look, view.edge)
    return Meaning(
        ways=(
            Way(_("You keep"), money(plan.cash)),
            Way(
                _("If they lay it all the same"),
                signed(gain),
                words=_("{name} may lay {edge} without you, or leave it.").format(name=name, edge=edge),
                tone=tone(gain),
            ),
        ),
        ghost=ghosts.of_plan(plan),
        does=_("Decline"),
    )

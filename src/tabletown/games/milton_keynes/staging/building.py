"""What a pouch, a requisition, a demolition would mean: income before and after, wall by wall."""

from collections.abc import Sequence

from tabletown.games.milton_keynes.rules.shapes import EXTENSION
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import (
    building_name,
    building_plots,
    effect,
    permit_name,
    plot_name,
    plots_named,
)
from tabletown.rulekit.language import listed_apart
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, PLAIN, Effect, Meaning, Way

from . import ghosts
from .income import (
    Pouched,
    briefcases,
    changed,
    hand_of,
    in_blocks,
    itemised,
    marker_after,
    signed,
    walls,
    with_pouch,
    without,
)
from .subjects import lens, pouch

MOST_ROWS = 4
"""So many sources fit a card of the stage."""

# ---------------------------------------------------------------- pouches


def pouched(look: Look[State], actions: Sequence[int]) -> Meaning:
    """Of a pouch with all that is planned for it; the button says what the last step does."""
    _, view = look._, look.view.copy()
    for action in actions:
        if look.decoded(action)[0] != "seal":
            look.rules.call.apply(view, look.viewer, action)
    kind, args = look.decoded(actions[-1])
    means = of_pouch(look, view)
    does = {
        "seal": means.does,
        "put_deed": _("Put in {plot}: {blocks}").format(
            plot=plot_name(look.rules, args.get("plot", 0)), blocks=in_blocks(_, gained(look, with_pouch(look, view)))
        ),
        "commission": _("Put in {permit}").format(permit=permit_name(_, args.get("kind", 0))),
        "extend": _("Put in the Extension"),
    }[kind]
    if kind in {"commission", "extend"}:
        return means._replace(ways=(first_deed(look, view),), fact="", does=does)
    return means._replace(does=does)


def first_deed(look: Look[State], view: State) -> Way:
    """What the last permit would bring with the one deed that pays most."""
    _, seat, rules = look._, look.viewer, look.rules
    gains, before = [], with_pouch(look, view).town.blocks[seat]
    for plot in hand_of(look):
        if not rules.refuse_put_deed(view, seat, plot):
            tried: State = view.copy()
            rules.put_deed(tried, seat, plot)
            gains.append((with_pouch(look, tried).town.blocks[seat] - before, -plot))
    gain, plot = max(gains)
    kind = rules.entry_permit(view, seat, view.entries[seat] - 1)
    name = building_name(_, kind)
    of = _.plural("block with {plot}", "blocks with {plot}", abs(gain)).format(plot=plot_name(rules, -plot))
    return Way(name, signed(gain), of, effect(_, kind), tone=GOOD if gain > 0 else PLAIN)


def named(look: Look[State], actions: Sequence[int]) -> Meaning:
    """Of plots that are named for requisitions."""
    view: State = look.view.copy()
    seat, claim = look.viewer, max(0, look.view.stage[look.viewer])
    plots = [look.decoded(action)[1]["plot"] for action in actions]
    for index, plot in enumerate(plots):
        view.claim_plot[seat][min(claim + index, max(0, view.claims[seat] - 1))] = plot
    means = of_pouch(look, view)
    does = look._("Take {plots}").format(plots=plots_named(look, plots))
    fact = look._("If somebody else names it or builds on it, your building may go back to your hand.")
    return means._replace(does=does, fact=fact)


def of_pouch(look: Look[State], view: State) -> Meaning:
    _ = look._
    built = with_pouch(look, view)
    if not built.added:
        return nothing_built(look, view)
    last = built.numbers[-1]
    return Meaning(
        ways=(own_income(look, built), the_others(look, built.town)),
        fact=doubt(look, built),
        ghost=ghosts.pouch(look, built),
        subject=lens(look, building_plots(built.town, last), building_name(_, built.town.kind[last])),
        does=_("Seal: {entries}").format(entries=listed_entries(look, view)),
        mark=signed(gained(look, built)),
    )


def gained(look: Look[State], built: Pouched) -> int:
    return built.town.blocks[look.viewer] - look.view.blocks[look.viewer]


def nothing_built(look: Look[State], view: State) -> Meaning:
    _, seat = look._, look.viewer
    marker = marker_after(look.rules, view, seat)
    figure = f"{view.marker[seat]} → {marker}" if marker != view.marker[seat] else str(marker)
    words = _("Your income if nobody builds beside you.")
    way = Way(_("Nothing built"), figure, _("income"), words)
    return Meaning(ways=(way,), subject=pouch(look, seat), does=_("Seal an empty pouch"))


def listed_entries(look: Look[State], view: State) -> str:
    """Permits and plots of the viewer's pouch, briefly."""
    _, seat, rules = look._, look.viewer, look.rules
    said = []
    for entry in range(view.entries[seat]):
        plots = [view.entry_plot[seat][entry][index] for index in range(view.entry_count[seat][entry])]
        names = " ".join(plot_name(rules, plot) for plot in plots)
        kind = rules.entry_permit(view, seat, entry)
        if kind == EXTENSION:
            grown = building_name(_, view.kind[rules.entry_target(view, seat, entry)])
            said.append(_("{building} grows by {plots}").format(building=grown, plots=names))
        else:
            said.append(_("{building} on {plots}").format(building=building_name(_, kind), plots=names or "…"))
    return listed_apart(_, said)


def own_income(look: Look[State], built: Pouched) -> Way:
    """Where the marker would go, and what the new or grown buildings get from each of their neighbours."""
    _, seat, town = look._, look.viewer, built.town
    marker = marker_after(look.rules, town, seat)
    cases = briefcases(look.rules, town, seat)
    found = [wall for number in built.numbers for wall in walls(look.rules, town, number)]
    gain = gained(look, built)
    return Way(
        _("Your income"),
        f"{look.view.marker[seat]} → {marker}",
        _("and {cash} cash").format(cash=cases) if cases else "",
        rows=itemised(look, found)[:MOST_ROWS],
        tone=GOOD if gain > 0 else BAD if gain < 0 else PLAIN,
        apart="" if cases else in_blocks(_, gain),
    )


def the_others(look: Look[State], town: State) -> Way:
    """Whom else it touches."""
    _ = look._
    change = changed(look.view, town)
    rivals = [seat for seat in look.seats if seat != look.viewer]
    total = sum(change[seat] for seat in rivals)
    rows = tuple((look.names[seat], signed(change[seat])) for seat in rivals if change[seat])
    words, tone = _.plural("block", "blocks", abs(total)), BAD if total > 0 else PLAIN
    return Way(_("The others"), signed(total), words, rows=rows[:MOST_ROWS], tone=tone)


def doubt(look: Look[State], built: Pouched) -> str:
    """On what the figures hang."""
    _ = look._
    if built.unsure and built.taken:
        text = _("If it takes {plot}, and as far as you know: all pouches open at once.")
        return text.format(plot=plots_named(look, built.taken))
    return _("As far as you know: all pouches open at once.")


# ---------------------------------------------------------------- what is torn down


def demolished(look: Look[State], plot: int) -> Meaning:
    _, view = look._, look.view
    number = view.building[plot]
    owner = view.owner[number]
    town = without(look, [plot])
    change = changed(view, town)
    does = _("Demolish {plot}: {player} {change}").format(
        plot=plot_name(look.rules, plot), player=look.names[owner], change=signed(change[owner])
    )
    if owner == look.viewer:
        does = _("Demolish your own {plot}: {change}").format(
            plot=plot_name(look.rules, plot), change=signed(change[owner])
        )
    return Meaning(
        headers=(_("Blocks"), _("now"), _("then"), _("change")),
        effects=touched(look, town, owner),
        fact=deed_afterwards(look, plot, owner),
        ghost=ghosts.torn_down(look, [plot], change[owner]),
        subject=lens(look, building_plots(view, number), building_name(_, view.kind[number])),
        does=does,
        mark=signed(change[owner]),
    )


def deed_afterwards(look: Look[State], plot: int, owner: int) -> str:
    _ = look._
    if look.view.ground[plot] == look.rules.RIVER:
        return _("The river returns; nobody gets a deed.")
    if owner == look.viewer:
        return _("The deed comes back to your hand.")
    text = _("Then you may buy the deed for {price} from {player}.")
    return text.format(price=look.rules.DEMOLISHED_DEED_PRICE, player=look.names[owner])


def touched(look: Look[State], town: State, owner: int) -> tuple[Effect, ...]:
    """Everybody whose blocks change, and after them the owner and the viewer: there may be room for the first only."""
    change = changed(look.view, town)
    seats = [seat for seat in look.seats if change[seat] or seat in (owner, look.viewer)]
    seats.sort(key=lambda seat: change[seat] == 0)
    return tuple(
        Effect(seat, (str(look.view.blocks[seat]), str(town.blocks[seat]), signed(change[seat]))) for seat in seats
    )


def redeveloped(look: Look[State], plot: int) -> Meaning:
    _, view = look._, look.view
    number = view.building[plot]
    plots = building_plots(view, number)
    town = without(look, plots)
    change = changed(view, town)
    deeds = [each for each in plots if view.ground[each] != look.rules.RIVER]
    text = _.plural("{n} deed comes back: {plots}.", "{n} deeds come back: {plots}.", len(deeds))
    return Meaning(
        headers=(_("Blocks"), _("now"), _("then"), _("change")),
        effects=touched(look, town, look.viewer),
        fact=text.format(n=len(deeds), plots=plots_named(look, deeds)),
        ghost=ghosts.torn_down(look, plots, change[look.viewer]),
        subject=lens(look, plots, building_name(_, view.kind[number])),
        does=_("Redevelop {plot}: {blocks}").format(
            plot=plots_named(look, plots), blocks=in_blocks(_, change[look.viewer])
        ),
        mark=signed(change[look.viewer]),
    )

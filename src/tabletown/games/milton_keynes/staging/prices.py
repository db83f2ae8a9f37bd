"""What a choice would mean, in figures, from what the viewer may know."""

from collections.abc import Callable, Sequence

from tabletown.games.milton_keynes.rules.phases import BID_AGAIN, LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS, PLAY_DEMOLISH
from tabletown.games.milton_keynes.rules.shapes import COLUMNS, DEMOLISH, INQUIRY, LOBBY, NONE, PLOTS, REDEVELOP
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import (
    character_name,
    effect,
    lot_plots,
    permit_name,
    plot_name,
    plots_named,
)
from tabletown.rulekit.drawing import Svg
from tabletown.rulekit.language import capitalized, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, Meaning, Way

from . import building, ghosts, trade
from .income import area_of, could_earn, hand_of, lot_gain, signed
from .ranks import place_of, rival_at
from .subjects import lens, permit

IN_POUCHES = frozenset({"commission", "extend", "put_deed", "seal"})
IN_OFFERS = frozenset({"offer_to", "counter", "add_deed", "add_permit", "add_cash", "ask", "send"})


def meaning(look: Look[State], actions: Sequence[int]) -> Meaning:
    """Of actions one after the other; all but the last are parts of the same choice."""
    if not actions:
        return Meaning()
    kind, args = look.decoded(actions[-1])
    if kind in IN_POUCHES:
        return building.pouched(look, actions)
    if kind == "nominate":
        return building.named(look, actions)
    if kind in IN_OFFERS:
        return trade.composed(look, actions)
    if kind == "bid" and len(actions) > 1:
        return both_bids(look, [look.decoded(action)[1]["amount"] for action in actions])
    return PRICED[kind](look, **args)


# ---------------------------------------------------------------- preparation


def choose_character(look: Look[State], character: int) -> Meaning:
    _ = look._
    counts = look.rules.STARTING_PERMITS[character]
    rows = tuple((permit_name(_, kind), f"×{count}") for kind, count in enumerate(counts) if count)
    name = character_name(_, character)
    way = Way(capitalized(name), str(sum(counts)), _("permits"), rows=rows)
    rare = max((kind for kind, count in enumerate(counts) if count), default=0)
    return Meaning(
        ways=(way,), does=_("Be {character}").format(character=name), subject=permit(look, rare, effect(_, rare))
    )


def lay_river(look: Look[State], plot: int) -> Meaning:
    _, view = look._, look.view
    text = _("{plot}: tile {n} of at most {most}. A building beside it earns 1 for each of its walls there.")
    name = plot_name(look.rules, plot)
    fact = text.format(plot=name, n=view.river_length + 1, most=look.rules.RIVER_TILES)
    return Meaning(fact=fact, ghost=ghosts.tile(look, [plot]), does=_("River on {plot}").format(plot=name))


def lay_marsh(look: Look[State], plot: int) -> Meaning:
    _, side = look._, look.rules.MARSH_TILE
    plots = [plot + COLUMNS * down + across for down in range(side) for across in range(side)]
    name = plots_named(look, [each for each in plots if each < PLOTS])
    fact = _("{plots} cannot be built on. Only a Nature reserve earns beside a marsh: 2 for each wall.")
    return Meaning(
        fact=fact.format(plots=name), ghost=ghosts.tile(look, plots), does=_("Marsh on {plots}").format(plots=name)
    )


# ---------------------------------------------------------------- new year


def decline(look: Look[State]) -> Meaning:
    """What one keeps; in a sale, where one stands without Lobby."""
    _, view, seat = look._, look.view, look.viewer
    if view.phase == LOBBY_FOR_LOTS:
        return without_lobby_for_lots(look)
    if view.phase == LOBBY_FOR_PERMITS:
        return Meaning(ways=outcomes(look, view), fact=kept_cards(look, LOBBY), does=_("Keep my bids"))
    kind = DEMOLISH if view.phase == PLAY_DEMOLISH else REDEVELOP
    held = look.rules.permits_of_kind(view, seat, kind)
    if held == 0:
        return Meaning(fact=_("There is nothing for you to decide: without the card this is the only answer."))
    way = Way(_("Nothing changes"), str(view.blocks[seat]), _("blocks"))
    return Meaning(ways=(way,), fact=kept_cards(look, kind))


def kept_cards(look: Look[State], kind: int) -> str:
    _ = look._
    held = look.rules.permits_of_kind(look.view, look.viewer, kind)
    if held == 0:
        return _("There is nothing for you to decide: without the card this is the only answer.")
    return _("You keep {n} × {permit}.").format(n=held, permit=permit_name(_, kind))


def buy_deed(look: Look[State]) -> Meaning:
    _, view, rules = look._, look.view, look.rules
    price, plot = rules.DEMOLISHED_DEED_PRICE, view.demolished
    left = view.cash[look.viewer] - price
    gain = lot_gain(look, [plot])
    return Meaning(
        ways=(
            Way(
                _("You get {plot}").format(plot=plot_name(rules, plot)),
                signed(gain),
                _("blocks, built as an Estate"),
                tone=GOOD,
            ),
            Way(
                _("You pay"),
                signed(-price),
                _("to {player}").format(player=look.names[view.former_owner]),
                _("{cash} cash left").format(cash=left),
            ),
        ),
        does=_("Buy {plot} for {price}").format(plot=plot_name(rules, plot), price=price),
        ghost=ghosts.lot_gains(look, [([plot], gain)], [plot]),
        subject=lens(look, [plot]),
    )


def leave_deed(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    owner = view.former_owner
    way = Way(
        _("Back to {player}").format(player=look.names[owner]),
        plot_name(look.rules, view.demolished),
        words=_("They can build there again."),
    )
    return Meaning(ways=(way,), subject=lens(look, [view.demolished]))


def inquire(look: Look[State], times: int) -> Meaning:
    _, view, rules, seat = look._, look.view, look.rules, look.viewer
    held = rules.permits_of_kind(view, seat, INQUIRY)
    marker = min(rules.RAIL_END, view.marker[seat] + times * rules.INQUIRY_STEP)
    grant = rules.owed_this_year(view, seat) - view.marker[seat]
    owed = sum(rules.owed_this_year(view, each) for each in look.seats) + marker - view.marker[seat]
    ways = [
        Way(
            _("You collect"),
            str(marker + grant),
            tone=GOOD if times else "",
            rows=((_("cash then"), str(view.cash[seat] + marker + grant)),),
        )
    ]
    if held:
        text = _("Inquiry left")
        ways.append(
            Way(_("It costs"), str(times), _("of {n} permits").format(n=held), rows=((text, str(held - times)),))
        )
    fact = _("The bank has {bank}; at least {owed} are owed.").format(bank=view.bank, owed=owed)
    if owed > view.bank:
        fact = _("Credit crunch: the bank has {bank} and {owed} are owed, so everybody gets less.").format(
            bank=view.bank, owed=owed
        )
    return Meaning(ways=tuple(ways), fact=fact)


# ---------------------------------------------------------------- sales


def open_lots(look: Look[State]) -> list[tuple[int, list[int], int]]:
    """Number, plots and gain of each lot that is left."""
    found = [(lot, lot_plots(look.view, lot)) for lot in range(1, look.view.lots + 1)]
    return [(lot, plots, lot_gain(look, plots)) for lot, plots in found if plots]


def on_the_lots(look: Look[State], chosen: Sequence[int] = ()) -> Svg:
    return ghosts.lot_gains(look, [(plots, gain) for _lot, plots, gain in open_lots(look)], chosen)


def lot_rows(look: Look[State]) -> tuple[tuple[str, str], ...]:
    """The lots, the best for the viewer first."""
    found = sorted(open_lots(look), key=lambda lot: -lot[2])
    rules = look.rules
    return tuple((" ".join(plot_name(rules, plot) for plot in plots), signed(gain)) for _lot, plots, gain in found)


def deeds_for(look: Look[State], cash: int) -> str:
    deeds = max(0, cash) // look.rules.DEED_PRICE
    return look._.plural("enough for {n} deed", "enough for {n} deeds", deeds).format(n=deeds)


def bribe(look: Look[State], amount: int) -> Meaning:
    _, view, seat = look._, look.view, look.viewer
    left = view.cash[seat] - amount
    return Meaning(
        ways=(
            Way(
                _("Left for lots"),
                str(left),
                _("of {cash}").format(cash=view.cash[seat]),
                deeds_for(look, left),
                tone=BAD if left < look.rules.DEED_PRICE else "",
            ),
            best_lot(look),
        ),
        fact=equal_bribes(look),
        ghost=on_the_lots(look),
    )


def best_lot(look: Look[State]) -> Way:
    """And in a line what is left to those who choose later; the map tells where."""
    _, rows = look._, lot_rows(look)
    words = rows[0][0] if rows else ""
    if len(rows) > 1:
        words = _("{plots}; then {gains}").format(plots=words, gains=listed(_, (gain for _plots, gain in rows[1:])))
    return Way(_("Your best lot, if built"), rows[0][1] if rows else "0", _("blocks"), words)


def equal_bribes(look: Look[State]) -> str:
    """Who goes first among equal bribes: cards are public."""
    _, view = look._, look.view
    cards = [look.rules.cards_in_hand(view, seat) for seat in look.seats]
    mine = cards[look.viewer]
    ahead = sum(count < mine for count in cards)
    behind = sum(count > mine for count in cards)
    text = _("Ties: fewest cards first. You {n}; fewer {ahead}, more {behind}.")
    return text.format(n=mine, ahead=ahead, behind=behind)


def without_lobby_for_lots(look: Look[State]) -> Meaning:
    _, view, seat = look._, look.view, look.viewer
    place = place_of(look, view, seat)
    left = view.cash[seat] - view.fist[seat][0]
    return Meaning(
        ways=(
            Way(_("You choose"), place.briefly(), place.doubt(_), _("unless others play Lobby")),
            Way(_("Left for lots"), str(left), rows=lot_rows(look)[:2], apart=deeds_for(look, left)),
        ),
        fact=kept_cards(look, LOBBY),
        ghost=on_the_lots(look),
        does=_("Keep my bribe"),
    )


def lobby(look: Look[State], fist: int, amount: int) -> Meaning:
    _, view, seat = look._, look.view, look.viewer
    then: State = view.copy()
    then.fist[seat][fist] = amount
    then.permits_held[seat] -= 1
    before = view.fist[seat][fist]
    if view.phase == LOBBY_FOR_PERMITS:
        text = _("Play Lobby: {amount} for {permit}")
        does = text.format(amount=amount, permit=permit_under(look, fist))
        fact = _("It costs your Lobby; then everybody may play one again.")
        return Meaning(ways=outcomes(look, then), fact=fact, does=does)
    place = place_of(look, then, seat)
    left = view.cash[seat] - amount
    return Meaning(
        ways=(
            Way(
                _("With Lobby"),
                place.briefly(),
                place.doubt(_),
                tone=GOOD if place < place_of(look, view, seat) else "",
            ),
            Way(
                _("It costs"),
                signed(before - amount),
                _("cash"),
                rows=((permit_name(_, LOBBY), "−1"), (_("left for lots"), str(left))),
            ),
        ),
        ghost=on_the_lots(look),
        does=_("Play Lobby: bribe {amount}, {place}").format(amount=amount, place=place.said(_)),
    )


def buy(look: Look[State], lot: int) -> Meaning:
    _, view, rules = look._, look.view, look.rules
    plots = lot_plots(view, lot)
    price = len(plots) * rules.DEED_PRICE
    left = view.cash[look.viewer] - price
    area = area_of(look, [*hand_of(look), *plots], plots[0])
    gain = lot_gain(look, plots)
    alone = could_earn(look, look.viewer, plots)
    words = _("joins nothing of yours")
    if len(area) > len(plots):
        words = _("Estate on {plots}").format(plots=" ".join(plot_name(rules, plot) for plot in area))
    return Meaning(
        ways=(
            Way(
                _("For you, if built"),
                signed(gain),
                _("blocks"),
                words,
                ((_("by itself"), signed(alone)),),
                GOOD if gain > 0 else "",
            ),
            Way(_("Cash"), f"{view.cash[look.viewer]} → {left}", "", deeds_for(look, left)),
        ),
        ghost=on_the_lots(look, plots),
        subject=lens(look, plots, note=_("{price} cash").format(price=price)),
        does=_("Buy {plots} for {price}").format(plots=plots_named(look, plots), price=price),
        mark=signed(gain),
    )


def pass_(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    way = Way(_("You keep"), str(view.cash[look.viewer]), _("cash"))
    fact = _("What is left may come round again, at the same price.")
    return Meaning(ways=(way,), fact=fact, ghost=on_the_lots(look))


# ---------------------------------------------------------------- permits


def permit_under(look: Look[State], fist: int) -> str:
    card = look.view.shared[look.rules.fist_permit(look.view, look.viewer, fist)]
    return permit_name(look._, look.rules.kind_of(card)) if card != NONE else ""


def bid(look: Look[State], amount: int) -> Meaning:
    """Sealed: what winning and losing would mean."""
    _, view = look._, look.view
    fist = max(0, view.stage[look.viewer])
    most = look.rules.highest_bid(view, look.viewer)
    rival = look.names[rival_at(look, fist)]
    card = look.view.shared[look.rules.fist_permit(view, look.viewer, fist)]
    kind = look.rules.kind_of(card)
    fact = _("Equal bids are bid again.")
    if view.phase == BID_AGAIN:
        fact = _("If nobody raises, you may propose a price.")
    return Meaning(
        ways=(
            Way(
                _("If {player} bids less").format(player=rival),
                signed(-amount),
                _("cash, paid to {player}").format(player=rival),
                effect(_, kind),
                ((_("left"), str(most - amount)),),
                GOOD,
            ),
            Way(
                _("If {player} bids more").format(player=rival),
                f"+{amount + 1}",
                _("cash or more"),
                _("and {permit} is theirs").format(permit=permit_name(_, kind)),
            ),
        ),
        fact=fact,
        subject=permit(look, kind),
    )


def both_bids(look: Look[State], amounts: Sequence[int]) -> Meaning:
    _ = look._
    left = look.view.cash[look.viewer] - sum(amounts)
    way = Way(_("If you win both"), signed(-sum(amounts)), _("cash"), rows=((_("left"), str(left)),))
    return Meaning(ways=(way,))


def outcomes(look: Look[State], view: State) -> tuple[Way, ...]:
    """Of open bids, fist by fist: who would take the permit, and who pays."""
    _, seat = look._, look.viewer
    ways = []
    for fist in range(2):
        name = permit_under(look, fist)
        if not name:
            continue
        rival = rival_at(look, fist)
        mine, theirs = view.fist[seat][fist], view.fist[rival][1 - fist]
        of = _("to {player}").format(player=look.names[rival])
        way = Way(name, signed(-mine), of, _("is yours"), tone=GOOD)
        if mine == theirs:
            way = Way(name, _("tied"), _("at {amount}").format(amount=mine), _("bid again"))
        elif mine < theirs:
            way = Way(
                name, signed(theirs), _("from {player}").format(player=look.names[rival]), _("is theirs"), tone=BAD
            )
        ways.append(way)
    return tuple(ways)


def at_table(look: Look[State]) -> tuple[str, str]:
    """The permit that is talked about, and with whom."""
    view = look.view
    kind = look.rules.kind_of(view.shared[view.table])
    return permit_name(look._, kind), look.names[look.rules.other_at_table(view, look.viewer)]


def taking(look: Look[State], price: int, does: str, fact: str) -> Meaning:
    _ = look._
    _name, other = at_table(look)
    left = look.view.cash[look.viewer] - price
    way = Way(
        _("You take it"),
        signed(-price),
        _("to {player}").format(player=other),
        rows=((_("cash then"), str(left)),),
    )
    return Meaning(ways=(way, under_the_deck(look)), fact=fact, does=does)


def leaving(look: Look[State], price: int, does: str, fact: str) -> Meaning:
    _ = look._
    _name, other = at_table(look)
    left = look.view.cash[look.viewer] + price
    way = Way(
        _("{player} takes it").format(player=other),
        signed(price),
        _("for you"),
        rows=((_("cash then"), str(left)),),
    )
    return Meaning(ways=(way, under_the_deck(look)), fact=fact, does=does)


def under_the_deck(look: Look[State]) -> Way:
    _ = look._
    return Way(_("Without a deal"), "0", words=_("The permit goes under the deck and nobody pays."))


def propose_to_take(look: Look[State], price: int) -> Meaning:
    _ = look._
    _name, other = at_table(look)
    return taking(
        look,
        price,
        _("Propose: I take it for {price}").format(price=price),
        _("If {player} agrees.").format(player=other),
    )


def propose_to_leave(look: Look[State], price: int) -> Meaning:
    _ = look._
    _name, other = at_table(look)
    return leaving(
        look,
        price,
        _("Propose: they take it for {price}").format(price=price),
        _("If {player} agrees.").format(player=other),
    )


def no_proposal(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    _name, other = at_table(look)
    fact = _("Then {player} may propose.").format(player=other) if view.proposals == 0 else ""
    return Meaning(ways=(under_the_deck(look),), fact=fact)


def agree(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    price = view.proposed_price
    if view.proposed_taker == look.viewer:
        return taking(look, price, _("Agree: take it for {price}").format(price=price), "")
    return leaving(look, price, _("Agree: leave it for {price}").format(price=price), "")


def disagree(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    fact = _("Then you may propose a price yourself.") if view.proposals == 0 else _("It was the last proposal.")
    return Meaning(ways=(under_the_deck(look),), fact=fact)


PRICED: dict[str, Callable[..., Meaning]] = {
    "decline": decline,
    "pass": pass_,
    "done": trade.done,
    "refuse": trade.refused,
    "accept": trade.accepted,
    "let_lie": trade.let_lie,
    "withdraw": trade.withdrawn,
    "disagree": disagree,
    "no_proposal": no_proposal,
    "leave_deed": leave_deed,
    "inquire": inquire,
    "bribe": bribe,
    "bid": bid,
    "choose_character": choose_character,
    "lay_river": lay_river,
    "lay_marsh": lay_marsh,
    "demolish": building.demolished,
    "buy_deed": buy_deed,
    "redevelop": building.redeveloped,
    "lobby": lobby,
    "buy": buy,
    "propose_to_take": propose_to_take,
    "propose_to_leave": propose_to_leave,
    "agree": agree,
}

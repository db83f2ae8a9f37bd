"""What a trade would mean: what changes hands, and what the deeds could become."""

from collections.abc import Sequence
from operator import ge, le
from typing import NamedTuple

from tabletown.games.milton_keynes.rules.offers import FREE, GIVEN, WANTED
from tabletown.games.milton_keynes.rules.shapes import NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import cash, permits_named, plot_name
from tabletown.rulekit.language import listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import BAD, GOOD, PLAIN, Meaning, Way

from . import ghosts
from .income import area_of, could_earn, hand_of, signed


class Deal(NamedTuple):
    """An offer as the viewer would take it."""

    other: int
    gives: tuple[int, ...]
    gets: tuple[int, ...]
    gives_permits: tuple[int, ...]
    gets_permits: tuple[int, ...]
    cash: int
    """What the viewer gets; below zero, what they pay."""


def own_deal(view: State, seat: int) -> Deal:
    """What the seat has put together."""
    other = view.partner[seat] if view.stage[seat] != FREE else view.offer_to[seat]
    return Deal(
        other,
        deeds(view, seat, GIVEN),
        deeds(view, seat, WANTED),
        tuple(view.offer_give[seat]),
        tuple(view.offer_ask[seat]),
        -view.offer_cash[seat],
    )


def offered(view: State, sender: int) -> Deal:
    """What the sender would do with the viewer."""
    return Deal(
        sender,
        deeds(view, sender, WANTED),
        deeds(view, sender, GIVEN),
        tuple(view.offer_ask[sender]),
        tuple(view.offer_give[sender]),
        view.offer_cash[sender] + 0,
    )


def is_no_better(then: Look[State], now: Look[State], action: int) -> bool:
    """The same cards or more for the same or less."""
    sender = now.decoded(action)[1]["sender"]
    old, new = offered(then.view, sender), offered(now.view, sender)
    gives_as_much = set(new.gives) >= set(old.gives) and all(map(ge, new.gives_permits, old.gives_permits))
    gets_no_more = set(new.gets) <= set(old.gets) and all(map(le, new.gets_permits, old.gets_permits))
    return gives_as_much and gets_no_more and new.cash <= old.cash


def deeds(view: State, sender: int, side: int) -> tuple[int, ...]:
    return tuple(plot for plot in range(PLOTS) if view.offer_deed[sender][plot] == side)


def side_in_words(look: Look[State], plots: Sequence[int], permits: Sequence[int], amount: int) -> str:
    _ = look._
    parts = [plot_name(look.rules, plot) for plot in plots]
    if any(permits):
        parts.append(permits_named(_, permits))
    if amount > 0:
        parts.append(cash(_, amount))
    return listed(_, parts)


def gets_in_words(look: Look[State], deal: Deal) -> str:
    return side_in_words(look, deal.gets, deal.gets_permits, deal.cash)


def gives_in_words(look: Look[State], deal: Deal) -> str:
    return side_in_words(look, deal.gives, deal.gives_permits, -deal.cash)


def lacking_in_words(look: Look[State], deal: Deal) -> str:
    """What the viewer would have to give and does not have."""
    view, seat, rules = look.view, look.viewer, look.rules
    plots = [plot for plot in deal.gives if not rules.holds_deed(view, seat, plot)]
    permits = [max(0, n - rules.permits_of_kind(view, seat, kind)) for kind, n in enumerate(deal.gives_permits)]
    return side_in_words(look, plots, permits, -deal.cash - view.cash[seat])


# ---------------------------------------------------------------- what it means


def of_deal(look: Look[State], deal: Deal, does: str, fact: str = "") -> Meaning:
    hand = hand_of(look)
    after = [plot for plot in hand if plot not in deal.gives] + list(deal.gets)
    new = deal.gets[0] if deal.gets else NONE
    area = area_of(look, after, new) if new != NONE else ()
    return Meaning(
        ways=(for_you(look, hand, after, area), for_them(look, deal)),
        fact=fact,
        ghost=ghosts.changing_hands(look, deal.gives, deal.gets, area),
        does=does,
    )


def for_you(look: Look[State], hand: Sequence[int], after: Sequence[int], area: Sequence[int]) -> Way:
    """What an Estate on each area of one's deeds would bring, without and with the trade."""
    _, seat = look._, look.viewer
    blocks = look.view.blocks[seat]
    now, then = blocks + could_earn(look, seat, hand), blocks + could_earn(look, seat, after)
    words = _("all deeds built as Estates")
    if len(area) > 1:
        words = _("{plots} lie together").format(plots=" ".join(plot_name(look.rules, plot) for plot in area))
    return Way(
        _("You could earn"),
        f"{now} → {then}",
        _("blocks"),
        words,
        tone=GOOD if then > now else BAD if then < now else PLAIN,
    )


def for_them(look: Look[State], deal: Deal) -> Way:
    """What the other gets of it, as far as one knows."""
    _ = look._
    permits = sum(deal.gives_permits) - sum(deal.gets_permits)
    cash = signed(-deal.cash)
    rows = [(_("deeds"), signed(len(deal.gives) - len(deal.gets))), (_("permits"), signed(permits))]
    figure, of = cash, _("cash")
    if deal.gives:
        figure, of = signed(could_earn(look, deal.other, deal.gives)), _("blocks there")
        rows.append((_("cash"), cash))
    return Way(look.names[deal.other], figure, of, rows=tuple(row for row in rows if row[1] != "0"))


def composed(look: Look[State], actions: Sequence[int]) -> Meaning:
    """An offer as far as it is put together."""
    _ = look._
    view: State = look.view.copy()
    sends = False
    for action in actions:
        kind, _args = look.decoded(action)
        sends = sends or kind == "send"
        if kind != "send":
            look.rules.call.apply(view, look.viewer, action)
    deal = own_deal(view, look.viewer)
    gives, gets = gives_in_words(look, deal), gets_in_words(look, deal)
    name = look.names[deal.other]
    if not gives:
        return Meaning(fact=_("Choose what you give {player}.").format(player=name))
    if not gets:
        means = of_deal(look, deal, "")
        return means._replace(fact=_("You give {gives}. Choose what you get.").format(gives=gives))
    left = view.offers - view.offers_sent[look.viewer] - 1
    fact = _.plural(
        "{player} answers at once; then {n} offer is left.", "{player} answers at once; then {n} offers are left.", left
    )
    does = _("Offer {player} {gives} for {gets}").format(player=name, gives=gives, gets=gets)
    return of_deal(look, deal, does, fact.format(player=name, n=left))


def accepted(look: Look[State], sender: int) -> Meaning:
    _ = look._
    deal = offered(look.view, sender)
    does = _("Take it: {gets} for {gives}").format(gets=gets_in_words(look, deal), gives=gives_in_words(look, deal))
    cash_left = look.view.cash[look.viewer] + deal.cash
    return of_deal(look, deal, does, _("You have {cash} cash then.").format(cash=cash_left))


def refused(look: Look[State], sender: int) -> Meaning:
    """What is not taken."""
    _ = look._
    deal = offered(look.view, sender)
    name = look.names[sender]
    text = why_not(look, deal) or _("Not for you: {gets} for {gives}.").format(
        gets=gets_in_words(look, deal), gives=gives_in_words(look, deal)
    )
    return of_deal(look, deal, _("No to {player}").format(player=name), text)


def why_not(look: Look[State], deal: Deal) -> str:
    """Why an offer cannot be taken."""
    lacking = lacking_in_words(look, deal)
    return look._("You cannot take it: you lack {lacking}.").format(lacking=lacking) if lacking else ""


def let_lie(look: Look[State]) -> Meaning:
    _ = look._
    deal = offered(look.view, look.view.asked_by)
    fact = _("It stays open until you speak, or until {player} can no longer keep it.")
    fact = why_not(look, deal) or fact.format(player=look.names[deal.other])
    return of_deal(look, deal, _("Let it lie"), fact)


def withdrawn(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    deal = own_deal(view, look.viewer)
    text = _("You keep {gives}. It has been one of your {n} offers all the same.")
    return Meaning(fact=text.format(gives=gives_in_words(look, deal), n=view.offers), does=_("Withdraw the offer"))


def done(look: Look[State]) -> Meaning:
    _, view = look._, look.view
    row = view.declines + 1
    if row == view.players:
        fact = _("All the others are done: trading ends.")
    else:
        fact = _("Trading ends when all {n} say so in a row; you would be number {row}.").format(
            n=view.players, row=row
        )
    open_ones = [sender for sender in look.seats if view.offer_to[sender] == look.viewer]
    if open_ones:
        fact = _("The offer of {player} stays open until trading ends.").format(player=look.names[open_ones[0]])
    return Meaning(fact=fact, does=_("Done trading"))

"""The tray of a trade: what I give, and what each of the others could give for it."""

from collections.abc import Iterator

from tabletown.games.milton_keynes.drawing.picture import plot_box
from tabletown.games.milton_keynes.rules.actions import (
    ACCEPT,
    ADD_CASH,
    ADD_DEED,
    ADD_PERMIT,
    ASK,
    COUNTER,
    LET_LIE,
    OFFER_TO,
    SEND,
)
from tabletown.games.milton_keynes.rules.offers import FREE
from tabletown.games.milton_keynes.rules.phases import TRADE
from tabletown.games.milton_keynes.rules.shapes import KINDS, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import PERMIT_NAMES, SIMPLE_KINDS, plot_name
from tabletown.games.milton_keynes.telling.report import known_deeds, known_permits, sees_cash
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Chip, Column, Tray

from .trade import Deal, offered

NOTHING = Deal(NONE, (), (), (0,) * KINDS, (0,) * KINDS, 0)


def tray(look: Look[State]) -> Tray | None:
    """For whoever has the word; for whoever is made an offer, filled with it, to answer it by another."""
    view, seat = look.view, look.viewer
    if view.phase != TRADE or seat not in look.deciding or view.stage[seat] != FREE:
        return None
    partners = list(to_offer(look))
    if not partners:
        return None
    deal = offered(view, view.asked_by) if view.asked_by != NONE else NOTHING
    return Tray(
        own_column(look, deal),
        tuple(their_column(look, partner, opens, deal) for partner, opens in partners),
        (ASK(),),
        (SEND(),),
        frozenset({"offer_to", "counter"}),
        *answering(look),
    )


def answering(look: Look[State]) -> tuple[str, int]:
    """To an offer one says yes, no or nothing; an offer of one's own lies folded beside."""
    view, seat = look.view, look.viewer
    if view.asked_by == NONE:
        return "", NONE
    can_accept = look.rules.holds_what_is_asked(view, seat, view.asked_by)
    return look._("Answer with an offer…"), ACCEPT(view.asked_by) if can_accept else LET_LIE()


def to_offer(look: Look[State]) -> Iterator[tuple[int, int]]:
    """With whom, and what it begins with: an offer of one's own, or an answer to the one just made."""
    view, seat, rules = look.view, look.viewer, look.rules
    for partner in look.seats:
        if view.asked_by != NONE:
            if partner == view.asked_by and not rules.refuse_counter(view, seat, partner):
                yield partner, COUNTER(partner)
        elif not rules.refuse_offer_to(view, seat, partner):
            yield partner, OFFER_TO(partner)


def own_column(look: Look[State], deal: Deal) -> Column:
    view, seat = look.view, look.viewer
    return Column(
        seat,
        look._("You give"),
        chips=(*deeds(look, known_deeds(view, seat), deal.gives), *permits(look, seat, deal.gives_permits)),
        first_sum=ADD_CASH(1),
        most=view.cash[seat],
        sum=max(0, -deal.cash),
    )


def their_column(look: Look[State], partner: int, opens: int, deal: Deal) -> Column:
    view = look.view
    mine = deal if deal.other == partner else NOTHING
    known = known_deeds(view, partner)
    return Column(
        partner,
        look.names[partner],
        (opens,),
        (*deeds(look, known, mine.gets), *permits(look, partner, mine.gets_permits)),
        tuple(unknown(look, partner, known)),
        ADD_CASH(1),
        view.cash[partner] if sees_cash(look, partner) else look.rules.BANK,
        max(0, mine.cash),
    )


def deeds(look: Look[State], plots: list[int], chosen: tuple[int, ...]) -> Iterator[Chip]:
    for plot in plots:
        yield Chip(ADD_DEED(plot), plot_name(look.rules, plot), "", plot in chosen, plot_box(look, plot))


def permits(look: Look[State], seat: int, chosen: tuple[int, ...]) -> Iterator[Chip]:
    """One chip a card: several of a kind are several chips."""
    for kind, count in enumerate(known_permits(look, seat)):
        for number in range(count):
            yield Chip(ADD_PERMIT(kind), permit_word(look, kind), "", number < chosen[kind])


def permit_word(look: Look[State], kind: int) -> str:
    """A simple permit is called by its action."""
    name = look._(PERMIT_NAMES[kind])
    return look._("Estate, {action}").format(action=name) if kind < SIMPLE_KINDS else name


def unknown(look: Look[State], partner: int, known: list[int]) -> Iterator[Chip]:
    """Cards that the partner may hold."""
    view, viewer, rules = look.view, look.viewer, look.rules
    if view.deeds_held[partner] > len(known):
        for plot in range(PLOTS):
            if plot not in known and view.may_be[viewer][plot] & (1 << partner):
                yield Chip(ADD_DEED(plot), plot_name(rules, plot))
    counts = known_permits(look, partner)
    if view.permits_held[partner] > sum(counts):
        for kind in range(KINDS):
            if rules.may_hold_permits(view, viewer, partner, kind) > counts[kind]:
                yield Chip(ADD_PERMIT(kind), permit_word(look, kind))

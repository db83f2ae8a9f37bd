"""What speaks for a trade: cash for a deed."""

from tabletown.games.milton_keynes.rules.offers import ASKING, GIVING
from tabletown.games.milton_keynes.rules.phases import FILL_POUCHES, TRADE
from tabletown.games.milton_keynes.rules.shapes import LAST_WINDOW, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.thinking import NEVER

from .standing import cash_worth, deed_promise, likelihood, promise
from .sums import distance


def prior_offer_to(s: State, seat: int, partner: int) -> float:
    """One offer a window: what was refused is not offered again before the bids have changed who has what."""
    if s.offers_sent[seat] > 0:
        return NEVER
    plot = best_deed_of(s, seat, partner)
    if plot == NONE:
        return -1.0
    price = fair_price(s, seat, partner, plot)
    return 0.1 if 0 < price <= s.cash[seat] else -1.0


def prior_add_cash(s: State, seat: int, amount: int) -> float:
    if s.stage[seat] != GIVING:
        return 0.0
    partner = s.partner[seat]
    plot = best_deed_of(s, seat, partner)
    price = max(1, fair_price(s, seat, partner, plot)) if plot != NONE else 1
    return 1.0 - 0.01 * distance(amount, price)


def prior_ask(s: State, seat: int) -> float:
    return 2.0


def prior_add_deed(s: State, seat: int, plot: int) -> float:
    if s.stage[seat] != ASKING:
        return 0.0
    return 1.0 if best_deed_of(s, seat, s.partner[seat]) == plot else 0.5


def prior_send(s: State, seat: int) -> float:
    return 2.0


def prior_accept(s: State, seat: int, sender: int) -> float:
    return -0.02


def prior_counter(s: State, seat: int, sender: int) -> float:
    return NEVER if s.offers_sent[seat] > 0 else -1.0


def prior_let_lie(s: State, seat: int) -> float:
    return -1.0


def prior_withdraw(s: State, seat: int) -> float:
    return -1.0


def prior_done(s: State, seat: int) -> float:
    """Deeds promise as much after the last word as before: it only ends what would end anyway."""
    if s.window != LAST_WINDOW or s.declines + 1 < s.players:
        return 0.0
    before = promise(s, seat)
    s.phase = FILL_POUCHES
    after = promise(s, seat)
    s.phase = TRADE
    return before - after


def best_deed_of(s: State, seat: int, partner: int) -> int:
    """The deed that is worth most more to me than to the partner who is known to hold it."""
    best = 0.25
    chosen = NONE
    for plot in range(PLOTS):
        if s.may_be[seat][plot] == 1 << partner:
            gain = gain_together(s, seat, partner, plot)
            if gain > best:
                best = gain
                chosen = plot
    return chosen


def fair_price(s: State, seat: int, partner: int, plot: int) -> int:
    """Midway between what it costs the partner and what it brings me."""
    worth = loss_of(s, partner, plot) + 0.5 * gain_together(s, seat, partner, plot)
    return int(worth / cash_worth(s) + 0.5)


def gain_together(s: State, seat: int, partner: int, plot: int) -> float:
    """What a deed that the partner is known to hold would gain the two together."""
    return (deed_promise(s, seat, plot) - deed_promise(s, partner, plot)) * likelihood(s)


def loss_of(s: State, partner: int, plot: int) -> float:
    return deed_promise(s, partner, plot) * likelihood(s)

"""What nobody knows: how the dice will fall. Everything else in The Estates lies open or follows from what did."""

from tabletown.rulekit.dice import roll

from .figures import CHECKS_EACH
from .shapes import MAX_SEATS
from .state import State

HIDDEN = -(1 << 63)
HIDDEN_CHECKS = -(1 << 7)


def conceal(s: State, seat: int) -> None:
    """TE-P5: which roof comes next is decided when it is turned over."""
    s.rng = HIDDEN


def redeal(s: State, seat: int) -> None:
    """The dice are seeded already; of what custom hides, any checks that nobody else has."""
    left = s.players * CHECKS_EACH
    purses = 0
    hidden = [0] * MAX_SEATS
    for other in range(s.players):
        left -= s.stowed[other]
        if s.cash[other] == HIDDEN_CHECKS:
            s.cash[other] = 0
            hidden[purses] = other
            purses += 1
        left -= s.cash[other]
    if purses > 0:
        deal_checks(s, hidden, purses, left)


def deal_checks(s: State, hidden: list[int], purses: int, left: int) -> None:
    """Whoever bids highest can pay it."""
    for i in range(purses):
        if hidden[i] == s.high_bidder:
            s.cash[s.high_bidder] = min(s.high_bid, left)
            left -= s.cash[s.high_bidder]
    for _ in range(left):
        s.cash[hidden[roll(s, purses)]] += 1

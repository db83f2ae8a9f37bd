"""What nobody knows: how the dice will fall. Everything else in The Estates lies open or follows from what did."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.records import HIDDEN_8, HIDDEN_64

from .figures import CHECKS_EACH
from .scoring import building_score
from .shapes import MAX_SEATS
from .state import BETWEEN_ROUNDS, STOW, State


def conceal(s: State, seat: int) -> None:
    """TE-T4, TE-P5: which roof comes next is decided when it is turned over."""
    s.rng = HIDDEN_64


def redeal(s: State, seat: int) -> None:
    """The dice are seeded already; of what custom hides, any checks that nobody else has."""
    left = s.players * CHECKS_EACH
    purses = 0
    hidden = [0] * MAX_SEATS
    for other in range(s.players):
        if s.stowed[other] == HIDDEN_8:
            s.stowed[other] = counted_box(s, other)
        left -= s.stowed[other]
        if s.cash[other] == HIDDEN_8:
            s.cash[other] = 0
            hidden[purses] = other
            purses += 1
        left -= s.cash[other]
    if purses > 0:
        deal_checks(s, hidden, purses, left)


def counted_box(s: State, seat: int) -> int:
    """TE-T3: between rounds it follows from the score; before that it may be empty."""
    if s.phase != BETWEEN_ROUNDS:
        return 0
    return s.score[seat] - building_score(s, seat)


def deal_checks(s: State, hidden: list[int], purses: int, left: int) -> None:
    """Whoever bids highest can pay it, and whoever is asked whether to stow a check has one."""
    for i in range(purses):
        needed = 0
        if hidden[i] == s.high_bidder:
            needed = s.high_bid + 0
        elif s.phase == STOW and hidden[i] == s.seat:
            needed = 1
        s.cash[hidden[i]] = min(needed, left)
        left -= s.cash[hidden[i]]
    for _ in range(left):
        s.cash[hidden[roll(s, purses)]] += 1

"""Standing orders: what a seat wants done when it is asked, so that a game over days need not wait for it.

Three kinds: bid up to a sum, pass this auction, never ask me this. They are private to the seat. A match says what an
order would play; whoever runs the table plays it, at the same pace as anybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tabletown.match.errors import Refused
from tabletown.match.match import Match
from tabletown.rulekit.language import message
from tabletown.rulekit.records import Record

BID_UP_TO, PASS_AUCTION, NEVER_ASK = "bid_up_to", "pass_auction", "never_ask"


@dataclass(frozen=True)
class Order:
    """One standing order of a seat."""

    kind: str
    limit: int = 0
    """The most that *bid up to* bids."""
    auction: int = 0
    """The auction that the order is for; it lapses with it."""
    answer: str = ""
    """The kind of action that *never ask me* answers with."""

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "limit": self.limit, "auction": self.auction, "answer": self.answer}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        return cls(values["kind"], values["limit"], values["auction"], values["answer"])


def bid_up_to(match: Match, seat: int, limit: int) -> Order:
    """Bid the least that is allowed, as long as it is within the limit; then give up."""
    if match.game.declaration.bidding is None:
        raise _no_auctions(match)
    if limit < 1:
        raise Refused("bad_limit", message("A standing bid is at least 1."))
    return Order(BID_UP_TO, limit=limit, auction=_open_auction(match, seat))


def pass_auction(match: Match, seat: int) -> Order:
    """Give up in this auction whenever asked."""
    if match.game.declaration.bidding is None:
        raise _no_auctions(match)
    return Order(PASS_AUCTION, auction=_open_auction(match, seat))


def never_ask(match: Match, answer: str) -> Order:
    """Answer a question of that kind always the same way."""
    known = match.game.declaration.unasked
    if answer not in known:
        sentence = message("There is no standing answer {answer!r}; there are {known}.")
        raise Refused("no_such_order", sentence, answer=answer, known=tuple(known) or ("none",))
    return Order(NEVER_ASK, answer=answer)


def _no_auctions(match: Match) -> Refused:
    sentence = message("{game} has no auction that a standing order could bid in.")
    return Refused("no_such_order", sentence, game=match.game.declaration.called)


def _auction(match: Match, seat: int) -> int:
    bidding = match.game.declaration.bidding
    return int(getattr(match.perfect_memory(seat), bidding.auction)) if bidding else 0


def _open_auction(match: Match, seat: int) -> int:
    auction = _auction(match, seat)
    if auction < 0:
        raise Refused("no_auction", message("There is no auction now; give the order when there is one."))
    return auction


def has_lapsed(match: Match, seat: int, order: Order) -> bool:
    """Whether the auction that the order was for is over."""
    return order.kind != NEVER_ASK and order.auction != _auction(match, seat)


def answer_for(match: Match, seat: int, orders: Sequence[Order]) -> int | None:
    """The action that the seat's orders play now, or None if nothing is due."""
    if not orders or seat not in match.pending:
        return None
    view = match.perfect_memory(seat)
    kinds: dict[str, list[int]] = {}
    for number in match.rules.legal_actions(view, seat):
        kinds.setdefault(match.game.declaration.actions.decode(number)[0], []).append(number)
    due = (_due(match, order, kinds, view) for order in orders if not has_lapsed(match, seat, order))
    return next((answer for answer in due if answer is not None), None)


def _due(match: Match, order: Order, kinds: dict[str, list[int]], view: Record) -> int | None:
    if order.kind == NEVER_ASK:
        name, is_given = match.game.declaration.unasked_by(order.answer, view)
        return kinds[name][0] if name in kinds and is_given else None
    bidding = match.game.declaration.bidding
    if bidding is None or bidding.give_up not in kinds:
        return None
    if order.kind == BID_UP_TO and bidding.bid in kinds:
        actions = match.game.declaration.actions
        sums = {actions.decode(number)[1][bidding.amount]: number for number in kinds[bidding.bid]}
        if min(sums) <= order.limit:
            return sums[min(sums)]
    return kinds[bidding.give_up][0]

"""What each rulebook hides, and how two worlds come about that differ in one such thing and in nothing else.

Written down from the rulebooks: nothing here asks a game what it conceals. A secret is either an answer that a player
gives in two different ways, or a card, a purse or a die that is exchanged in the position itself.
"""

import random
from typing import Any

from tabletown.games.milton_keynes.rules import phases as mk
from tabletown.games.milton_keynes.rules.shapes import CARDS, PLOTS
from tabletown.games.square_mile.rules import state as sm
from tabletown.laws.playing import Case
from tests.games.milton_keynes.table import Table as MiltonKeynes
from tests.web.hidden_in_milton_keynes import (
    asked_for_a_permit,
    asked_in_a_trade,
    begun_offer,
    cards,
    nominations,
    offers,
    offers_in_parts,
    permits_played,
    purses_asked,
    to_bids,
    to_sale,
)
from tests.web.worlds import (
    Hidden,
    Worlds,
    begun_answer,
    cash_boxes,
    chance,
    draft,
    orders,
    pending,
    purses,
    reached,
    sealed,
    sealed_answer,
)

# ---------------------------------------------------------------- Square Mile: the same bid of everybody


def tied_bids(case: Case, rng: random.Random) -> Worlds | None:
    """Everybody has bid the same for one tract; one of them bids again."""
    encode = case.declaration.actions.encode

    def nobody_has_begun(state: Any) -> bool:
        return state.phase == sm.SEALED_BIDS_DUE and not any(state.bids) and len(pending(case, state)) == case.players

    state: Any = reached(case, rng, nobody_has_begun)
    tract = state.owner.index(sm.NO_SEAT)
    bid = [encode("bid_for", {"tract": tract}), encode("sealed_sum", {"thousands": 5}), encode("no_more_bids", {})]
    while state.phase == sm.SEALED_BIDS_DUE:
        seat = pending(case, state)[0]
        legal = case.rules.legal_actions(state, seat)
        case.rules.call.apply(state, seat, next(action for action in bid if action in legal))
    assert state.phase == sm.TIED_BIDS_DUE
    return sealed_answer(case, state, rng)


# ---------------------------------------------------------------- the list

PASS_ON = {"kind": "pass_auction"}
BID_ON = {"kind": "bid_up_to", "limit": 9}


def never(answer: str) -> dict[str, str]:
    return {"kind": "never_ask", "answer": answer}


def in_auction(state: Any) -> bool:
    return bool(state.lot >= 0)


HIDDEN = {
    "the_estates": [
        Hidden("the order of the rooftops that lie face down", "TE-P5", chance),
        Hidden("how much money another holds", "TE-T4", purses),
        Hidden("what lies in another's cash box", "TE-T3", cash_boxes),
        Hidden("how far another means to bid", "TE-A1", orders(BID_ON, never("skip_stowing"))),
    ],
    "squad_car": [
        Hidden("where the dial will stop, and which card comes next", "SC-F7", chance),
        Hidden("the way that a driver thinks of", "SC-F1", draft),
    ],
    "square_mile": [
        Hidden("which planning or tract card comes next", "SM-G6", chance),
        Hidden("how much money another holds", "SM-G10", purses),
        Hidden("what another has bid for which tracts", "SM-B4", sealed(sm.SEALED_BIDS_DUE)),
        Hidden("whether another has begun to write bids down", "SM-B4", sealed(sm.SEALED_BIDS_DUE, begun_answer)),
        Hidden("what another bids where bids were tied", "SM-B5", tied_bids),
        Hidden("how far another means to bid", "SM-D5c", orders(BID_ON, never("decline"), open_auction=in_auction)),
        Hidden("that another means to drop out", "SM-D5c", orders(PASS_ON, open_auction=in_auction)),
        Hidden("what another thinks of building", "SM-D4a", draft),
    ],
    "milton_keynes": [
        Hidden("which cards come next", "MK-S6", chance),
        Hidden("how much money another holds", "MK-O3", purses),
        Hidden("how much another could be asked for in a trade", "MK-T4", purses_asked(asked_in_a_trade)),
        Hidden("how much another could pay for a permit", "MK-P7", purses_asked(asked_for_a_permit)),
        Hidden("which deeds two others hold", "MK-S3", cards(0, PLOTS, in_hands=2, advanced=0)),
        Hidden("which deed another holds", "MK-S3", cards(0, PLOTS, in_hands=1, advanced=0)),
        Hidden("the order of the deeds in the deck", "MK-S6", cards(0, PLOTS, in_hands=0)),
        Hidden("which permits two others hold", "MK-X5", cards(PLOTS, CARDS, in_hands=2, advanced=1)),
        Hidden("which permit another holds", "MK-X5", cards(PLOTS, CARDS, in_hands=1, advanced=1)),
        Hidden("the order of the permits in the deck", "MK-S6", cards(PLOTS, CARDS, in_hands=0)),
        Hidden("how many Inquiries another plays", "MK-Q1", permits_played(mk.PLAY_INQUIRY, MiltonKeynes.new_year)),
        Hidden("how much another bribes", "MK-L4", sealed(mk.BRIBE)),
        Hidden("whether another plays Lobby to bribe", "MK-L5", permits_played(mk.LOBBY_FOR_LOTS, to_sale)),
        Hidden("what two others offer each other", "MK-T10", offers),
        Hidden("how many things two others offer each other", "MK-T10", offers_in_parts),
        Hidden("that another has begun to put an offer together", "MK-T10", begun_offer),
        Hidden("what another has in both fists", "MK-P2", sealed(mk.BID)),
        Hidden("that another has closed the first fist", "MK-P2", sealed(mk.BID, begun_answer)),
        Hidden("whether another plays Lobby for a permit", "MK-P4", permits_played(mk.LOBBY_FOR_PERMITS, to_bids)),
        Hidden("what another bids after a tie", "MK-P5", sealed(mk.BID_AGAIN)),
        Hidden("what another puts into the pouch", "MK-B1", sealed(mk.FILL_POUCHES)),
        Hidden("whether another has begun to fill the pouch", "MK-B1", sealed(mk.FILL_POUCHES, begun_answer)),
        Hidden("which plot another nominates", "MK-N4", nominations(again=False)),
        Hidden("which plot another nominates after a clash", "MK-N6", nominations(again=True)),
        Hidden("what another is never to be asked", "MK-Y3", orders(never("decline"), never("done"))),
        Hidden("the offer that another thinks of", "MK-T10", draft),
    ],
}
"""Game -> every hidden thing of its rulebook, with the clause that it comes from."""

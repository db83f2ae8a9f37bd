"""Milton Keynes as the kit asks for it: who decides, what is legal and why not, and what an action does."""

from tabletown.rulekit.reasons import OK
from tabletown.rulekit.runs import Runs, clear

from .actions import END_OF_ACTIONS, NOMINATE_PLOT
from .bids import (
    apply_bids,
    begin_bids,
    legal_answers,
    legal_bids,
    legal_proposals,
    pay_for_permits,
    refuse_in_bids,
    settle_ties,
    share_permits,
    talk,
)
from .building import build
from .lobbying import legal_lobby, refuse_lobbying
from .new_year import apply_new_year, begin_inquiry, begin_redevelop, begin_year, legal_new_year, refuse_at_new_year
from .phases import (
    ANSWER_PROPOSAL,
    BEGIN_BIDS,
    BEGIN_INQUIRY,
    BEGIN_POUCHES,
    BEGIN_REDEVELOP,
    BEGIN_SALE,
    BEGIN_TRADING_PHASE,
    BID,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    BY_ITSELF,
    DEAL,
    END_SALE,
    FILL_POUCHES,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    NEW_YEAR,
    NOMINATE,
    NOMINATE_AGAIN,
    OVER,
    PAY_FOR_PERMITS,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PROPOSE,
    SECOND_WINDOW,
    SETTLE_TIES,
    TALK,
    TRADE,
)
from .pouches import apply_pouch, begin_pouches, legal_nominations, legal_pouch, nominate, refuse_in_pouch
from .preparation import apply_preparation, deal, legal_preparation, prepare, refuse_preparing
from .reasons import GAME_IS_OVER, NOT_YOUR_DECISION
from .sales import apply_sale, begin_sale, end_sale, legal_bribe, legal_lots, refuse_in_sale
from .shapes import NONE
from .state import State
from .trading import FIRST_WINDOW, LAST_WINDOW, apply_trade, legal_trade, open_window, refuse_trading


def setup(s: State, players: int) -> None:
    prepare(s, players)
    go_on(s)


def go_on(s: State) -> None:
    """MK-Y1, MK-Y2: everything that happens by itself, until somebody has to decide."""
    while s.phase >= BY_ITSELF:
        if s.phase == NEW_YEAR:
            begin_year(s)
        elif s.phase == BEGIN_INQUIRY:
            begin_inquiry(s)
        elif s.phase == BEGIN_REDEVELOP:
            begin_redevelop(s)
        elif s.phase == BEGIN_SALE:
            begin_sale(s)
        elif s.phase == END_SALE:
            end_sale(s)
        elif s.phase == DEAL:
            deal(s)
        else:
            go_on_trading(s)


def go_on_trading(s: State) -> None:
    if s.phase == BEGIN_TRADING_PHASE:
        share_permits(s)
        open_window(s, FIRST_WINDOW)
    elif s.phase == BEGIN_BIDS:
        begin_bids(s)
    elif s.phase == SETTLE_TIES:
        settle_ties(s)
    elif s.phase == TALK:
        talk(s)
    elif s.phase == PAY_FOR_PERMITS:
        pay_for_permits(s)
    elif s.phase == SECOND_WINDOW:
        open_window(s, LAST_WINDOW)
    elif s.phase == BEGIN_POUCHES:
        begin_pouches(s)
    else:
        build(s)


def is_sealed(s: State) -> bool:
    """Whether all that owe an answer give it secretly, at the same time."""
    return (
        s.phase == PLAY_INQUIRY
        or BRIBE <= s.phase <= LOBBY_FOR_LOTS
        or BID <= s.phase <= BID_AGAIN
        or FILL_POUCHES <= s.phase <= NOMINATE_AGAIN
    )


def pending(s: State) -> int:
    if s.phase == OVER:
        return 0
    return s.owing + 0 if is_sealed(s) else 1 << s.seat


# ---------------------------------------------------------------- what is legal, and why not


def legal(s: State, seat: int, out: Runs) -> int:
    clear(out)
    if pending(s) & (1 << seat) == 0:
        return 0
    if s.phase == TRADE:
        legal_trade(s, seat, out)
    elif s.phase == FILL_POUCHES:
        legal_pouch(s, seat, out)
    elif s.phase in (LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS):
        legal_lobby(s, seat, out)
    elif s.phase == BRIBE:
        legal_bribe(s, seat, out)
    elif s.phase == BUY_LOTS:
        legal_lots(s, seat, out)
    elif s.phase in (BID, BID_AGAIN):
        legal_bids(s, seat, out)
    elif s.phase in (NOMINATE, NOMINATE_AGAIN):
        legal_nominations(s, seat, out)
    elif s.phase == PROPOSE:
        legal_proposals(s, seat, out)
    elif s.phase == ANSWER_PROPOSAL:
        legal_answers(out)
    elif s.phase < PLAY_DEMOLISH:
        legal_preparation(s, out)
    else:
        legal_new_year(s, seat, out)
    return out[1]


def why_not(s: State, seat: int, action: int) -> int:
    if s.phase == OVER:
        return GAME_IS_OVER
    if pending(s) & (1 << seat) == 0:
        return NOT_YOUR_DECISION
    if s.phase == TRADE:
        return refuse_trading(s, seat, action)
    if s.phase in (LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS):
        return refuse_lobbying(s, seat, action)
    if s.phase < PLAY_DEMOLISH:
        return refuse_preparing(s, action)
    if s.phase < BRIBE:
        return refuse_at_new_year(s, seat, action)
    if s.phase < TRADE:
        return refuse_in_sale(s, seat, action)
    if s.phase < FILL_POUCHES:
        return refuse_in_bids(s, seat, action)
    return refuse_in_pouch(s, seat, action)


# ---------------------------------------------------------------- what an action does


def apply(s: State, seat: int, action: int) -> None:
    if s.phase == TRADE:
        apply_trade(s, seat, action)
    elif s.phase == FILL_POUCHES:
        apply_pouch(s, seat, action)
    elif s.phase >= NOMINATE:
        nominate(s, seat, action - NOMINATE_PLOT)
    elif s.phase < PLAY_DEMOLISH:
        apply_preparation(s, seat, action)
    elif s.phase < BRIBE:
        apply_new_year(s, seat, action)
    elif s.phase < TRADE:
        apply_sale(s, seat, action)
    else:
        apply_bids(s, seat, action)
    go_on(s)


def default_action(s: State, seat: int) -> int:
    """An absent player commits himself to as little as he can."""
    for action in range(END_OF_ACTIONS):
        if why_not(s, seat, action) == OK:
            return action
    return NONE

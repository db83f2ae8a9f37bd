"""Why an action is not allowed, for every action of the action space; and what an absent player does."""

from tabletown.rulekit.reasons import OK

from .actions import (
    ACCEPT,
    ADD_CASH,
    ADD_DEED,
    ADD_PERMIT,
    AGREE,
    ASK,
    BID_WITH,
    BRIBE_WITH,
    BUY,
    BUY_DEED,
    CHOOSE,
    COMMISSION,
    COUNTER,
    DECLINE,
    DEMOLISH_AT,
    DISAGREE,
    DONE,
    END_OF_ACTIONS,
    EXTEND,
    INQUIRE,
    LEAVE_DEED,
    LEAVE_FOR,
    LET_LIE,
    LOBBY_WITH,
    MARSH_AT,
    NO_PROPOSAL,
    NOMINATE_PLOT,
    OFFER_TO,
    PASS,
    PUT_DEED,
    REDEVELOP_AT,
    REFUSE,
    RIVER_TILE,
    SEAL,
    SEND,
    TAKE_FOR,
    WITHDRAW,
)
from .bids import (
    other_at_table,
    refuse_bid,
    refuse_proposal,
)
from .lobbying import refuse_lobby
from .new_year import (
    refuse_buy_deed,
    refuse_demolish,
    refuse_inquire,
    refuse_redevelop,
)
from .offers import FREE, refuse_adding_cash, refuse_adding_deed, refuse_adding_permit, refuse_asking, refuse_sending
from .phases import (
    ANSWER_PROPOSAL,
    BID,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    CHOOSE_CHARACTER,
    FILL_POUCHES,
    LAY_MARSH,
    LAY_RIVER,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    OVER,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    PROPOSE,
    TAKE_DEED,
    TRADE,
)
from .pouches import (
    refuse_commission,
    refuse_deed,
    refuse_extension,
    refuse_nomination,
    refuse_sealing,
)
from .preparation import (
    refuse_character,
    refuse_marsh,
    refuse_river,
)
from .reasons import COMPOSE_FIRST, GAME_IS_OVER, NO_OPEN_OFFER, NOT_THE_TIME, NOT_YOUR_DECISION
from .rules import pending
from .sales import (
    refuse_lot,
    refuse_sum,
)
from .shapes import (
    MAX_CASH,
    NONE,
)
from .state import State
from .trading import (
    refuse_accepting,
    refuse_answer,
    refuse_countering,
    refuse_offering,
    refuse_speaking,
    refuse_withdrawing,
)


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
    if s.phase < FILL_POUCHES:
        return refuse_money(s, seat, action)
    return refuse_building(s, seat, action)


def refuse_preparing(s: State, action: int) -> int:
    if s.phase == LAY_RIVER and RIVER_TILE <= action < MARSH_AT:
        return refuse_river(s, action - RIVER_TILE)
    if s.phase == LAY_MARSH and MARSH_AT <= action < DEMOLISH_AT:
        return refuse_marsh(s, action - MARSH_AT)
    if s.phase == CHOOSE_CHARACTER and CHOOSE <= action < RIVER_TILE:
        return refuse_character(s, action - CHOOSE)
    return NOT_THE_TIME


def refuse_at_new_year(s: State, seat: int, action: int) -> int:
    if s.phase in (PLAY_DEMOLISH, PLAY_REDEVELOP) and action == DECLINE:
        return OK
    if s.phase == PLAY_DEMOLISH and DEMOLISH_AT <= action < BUY_DEED:
        return refuse_demolish(s, seat, action - DEMOLISH_AT)
    if s.phase == PLAY_REDEVELOP and REDEVELOP_AT <= action < LOBBY_WITH:
        return refuse_redevelop(s, seat, action - REDEVELOP_AT)
    if s.phase == TAKE_DEED and action == LEAVE_DEED:
        return OK
    if s.phase == TAKE_DEED and action == BUY_DEED:
        return refuse_buy_deed(s, seat)
    if s.phase == PLAY_INQUIRY and INQUIRE <= action < BRIBE_WITH:
        return refuse_inquire(s, seat, action - INQUIRE)
    return NOT_THE_TIME


def refuse_lobbying(s: State, seat: int, action: int) -> int:
    if action == DECLINE:
        return OK
    if LOBBY_WITH <= action < BUY:
        place = action - LOBBY_WITH
        return refuse_lobby(s, seat, place // (MAX_CASH + 1), place % (MAX_CASH + 1))
    return NOT_THE_TIME


def refuse_money(s: State, seat: int, action: int) -> int:
    if s.phase == BRIBE and BRIBE_WITH <= action < BID_WITH:
        return refuse_sum(s, seat, action - BRIBE_WITH)
    if s.phase == BUY_LOTS and action == PASS:
        return OK
    if s.phase == BUY_LOTS and BUY <= action < OFFER_TO:
        return refuse_lot(s, seat, action - BUY + 1)
    if s.phase in (BID, BID_AGAIN) and BID_WITH <= action < CHOOSE:
        return refuse_bid(s, seat, action - BID_WITH)
    if s.phase == ANSWER_PROPOSAL and action in (AGREE, DISAGREE):
        return OK
    if s.phase == PROPOSE and action == NO_PROPOSAL:
        return OK
    if s.phase == PROPOSE and TAKE_FOR <= action < LEAVE_FOR:
        return refuse_proposal(s, seat, action - TAKE_FOR)
    if s.phase == PROPOSE and LEAVE_FOR <= action < AGREE:
        return refuse_proposal(s, other_at_table(s, seat), action - LEAVE_FOR)
    return NOT_THE_TIME


def refuse_trading(s: State, seat: int, action: int) -> int:
    if s.stage[seat] != FREE:
        return refuse_parts(s, seat, action)
    if action == DONE:
        return refuse_speaking(s, seat)
    if action == WITHDRAW:
        return refuse_withdrawing(s, seat)
    if action == LET_LIE:
        return OK if s.asked_by != NONE else NO_OPEN_OFFER
    if REFUSE <= action < DISAGREE:
        return refuse_answer(s, seat, action - REFUSE)
    if ACCEPT <= action < COUNTER:
        return refuse_accepting(s, seat, action - ACCEPT)
    if COUNTER <= action < LET_LIE:
        return refuse_countering(s, seat, action - COUNTER)
    if OFFER_TO <= action < ADD_DEED:
        return refuse_offering(s, seat, action - OFFER_TO)
    return NOT_THE_TIME


def refuse_parts(s: State, seat: int, action: int) -> int:
    if action == ASK:
        return refuse_asking(s, seat)
    if action == SEND:
        return refuse_sending(s, seat)
    if ADD_DEED <= action < ADD_PERMIT:
        return refuse_adding_deed(s, seat, action - ADD_DEED)
    if ADD_PERMIT <= action < ADD_CASH:
        return refuse_adding_permit(s, seat, action - ADD_PERMIT)
    if ADD_CASH <= action < ACCEPT:
        return refuse_adding_cash(s, seat, action - ADD_CASH + 1)
    return COMPOSE_FIRST


def refuse_building(s: State, seat: int, action: int) -> int:
    if s.phase != FILL_POUCHES:
        return refuse_nomination(s, seat, action - NOMINATE_PLOT) if action >= NOMINATE_PLOT else NOT_THE_TIME
    if action == SEAL:
        return refuse_sealing(s, seat)
    if COMMISSION <= action < EXTEND:
        return refuse_commission(s, seat, action - COMMISSION)
    if EXTEND <= action < PUT_DEED:
        return refuse_extension(s, seat, action - EXTEND)
    if PUT_DEED <= action < NOMINATE_PLOT:
        return refuse_deed(s, seat, action - PUT_DEED)
    return NOT_THE_TIME


def default_action(s: State, seat: int) -> int:
    """An absent player commits himself to as little as he can."""
    for action in range(END_OF_ACTIONS):
        if why_not(s, seat, action) == OK:
            return action
    return NONE

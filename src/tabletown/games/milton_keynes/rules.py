"""Milton Keynes as the kit asks for it: who decides, what is legal and why not, and what an action does."""

from tabletown.rulekit.runs import Runs, clear

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
    EXTEND,
    INQUIRE,
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
    agree,
    begin_bids,
    bid,
    disagree,
    legal_answers,
    legal_bids,
    legal_proposals,
    other_at_table,
    pay_for_permits,
    propose,
    propose_nothing,
    settle_bids,
    settle_ties,
    share_permits,
    talk,
)
from .building import build
from .lobbying import answer_lobby, legal_lobby
from .new_year import (
    begin_inquiry,
    begin_redevelop,
    begin_year,
    buy_deed,
    decline_in_turn,
    demolish,
    inquire,
    leave_deed,
    legal_demolish,
    legal_inquiry,
    legal_redevelop,
    legal_take_deed,
    redevelop,
)
from .offers import ASKING, FREE, add_cash, add_deed, add_permit, begin_offer
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
    LAY_MARSH,
    LAY_RIVER,
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
    TAKE_DEED,
    TALK,
    TRADE,
)
from .pouches import (
    begin_pouches,
    legal_nominations,
    legal_pouch,
    nominate,
    open_entry,
    put_deed,
    seal,
)
from .preparation import (
    choose_character,
    deal,
    lay_marsh,
    lay_river,
    legal_characters,
    legal_marsh,
    legal_river,
    prepare,
)
from .sales import (
    begin_sale,
    bribe,
    buy_lot,
    end_sale,
    legal_bribe,
    legal_lots,
    pass_lots,
    pay_bribes,
)
from .shapes import (
    EXTENSION,
)
from .state import State
from .trading import (
    FIRST_WINDOW,
    LAST_WINDOW,
    accept,
    counter,
    done_trading,
    legal_trade,
    let_lie,
    open_window,
    refuse_offer,
    send_offer,
    withdraw,
)


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


# ---------------------------------------------------------------- what is legal


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


def legal_preparation(s: State, out: Runs) -> None:
    if s.phase == LAY_RIVER:
        legal_river(s, out)
    elif s.phase == LAY_MARSH:
        legal_marsh(s, out)
    else:
        legal_characters(s, out)


def legal_new_year(s: State, seat: int, out: Runs) -> None:
    if s.phase == PLAY_DEMOLISH:
        legal_demolish(s, seat, out)
    elif s.phase == TAKE_DEED:
        legal_take_deed(s, seat, out)
    elif s.phase == PLAY_INQUIRY:
        legal_inquiry(s, seat, out)
    else:
        legal_redevelop(s, seat, out)


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


def apply_preparation(s: State, seat: int, action: int) -> None:
    if s.phase == LAY_RIVER:
        lay_river(s, seat, action - RIVER_TILE)
    elif s.phase == LAY_MARSH:
        lay_marsh(s, seat, action - MARSH_AT)
    else:
        choose_character(s, seat, action - CHOOSE)


def apply_new_year(s: State, seat: int, action: int) -> None:
    if s.phase == PLAY_DEMOLISH:
        if action == DECLINE:
            decline_in_turn(s, BEGIN_INQUIRY)
        else:
            demolish(s, seat, action - DEMOLISH_AT)
    elif s.phase == TAKE_DEED:
        if action == BUY_DEED:
            buy_deed(s, seat)
        else:
            leave_deed(s)
    elif s.phase == PLAY_INQUIRY:
        inquire(s, seat, action - INQUIRE)
    elif action == DECLINE:
        decline_in_turn(s, BEGIN_SALE)
    else:
        redevelop(s, seat, action - REDEVELOP_AT)


def lobby_choice(action: int) -> int:
    return 0 if action == DECLINE else action - LOBBY_WITH + 1


def apply_sale(s: State, seat: int, action: int) -> None:
    if s.phase == BRIBE:
        bribe(s, seat, action - BRIBE_WITH)
    elif s.phase == LOBBY_FOR_LOTS:
        if answer_lobby(s, seat, lobby_choice(action)):
            pay_bribes(s)
    elif action == PASS:
        pass_lots(s, seat)
    else:
        buy_lot(s, seat, action - BUY + 1)


def apply_bids(s: State, seat: int, action: int) -> None:
    if s.phase == LOBBY_FOR_PERMITS:
        if answer_lobby(s, seat, lobby_choice(action)):
            settle_bids(s)
    elif s.phase == PROPOSE:
        if action == NO_PROPOSAL:
            propose_nothing(s, seat)
        elif action < LEAVE_FOR:
            propose(s, seat, seat, action - TAKE_FOR)
        else:
            propose(s, seat, other_at_table(s, seat), action - LEAVE_FOR)
    elif s.phase == ANSWER_PROPOSAL:
        if action == AGREE:
            agree(s)
        else:
            disagree(s, seat)
    else:
        bid(s, seat, action - BID_WITH)


def apply_trade(s: State, seat: int, action: int) -> None:
    if s.stage[seat] != FREE:
        apply_part(s, seat, action)
    elif action == DONE:
        done_trading(s, seat)
    elif action == LET_LIE:
        let_lie(s, seat)
    elif action == WITHDRAW:
        withdraw(s, seat)
    elif action < DISAGREE:
        refuse_offer(s, seat, action - REFUSE)
    elif action < ADD_DEED:
        begin_offer(s, seat, action - OFFER_TO)
    elif action < COUNTER:
        accept(s, seat, action - ACCEPT)
    else:
        counter(s, seat, action - COUNTER)


def apply_part(s: State, seat: int, action: int) -> None:
    if action == ASK:
        s.stage[seat] = ASKING
    elif action == SEND:
        send_offer(s, seat)
    elif action < ADD_PERMIT:
        add_deed(s, seat, action - ADD_DEED)
    elif action < ADD_CASH:
        add_permit(s, seat, action - ADD_PERMIT)
    else:
        add_cash(s, seat, action - ADD_CASH + 1)


def apply_pouch(s: State, seat: int, action: int) -> None:
    if action == SEAL:
        seal(s, seat)
    elif action < EXTEND:
        open_entry(s, seat, action - COMMISSION, 0)
    elif action < PUT_DEED:
        open_entry(s, seat, EXTENSION, s.building[action - EXTEND])
    else:
        put_deed(s, seat, action - PUT_DEED)

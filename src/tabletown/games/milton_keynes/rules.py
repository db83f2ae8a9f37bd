"""Milton Keynes as the kit asks for it: who decides, what is legal and why not, and what an action does."""

from tabletown.rulekit.reasons import OK
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
    refuse_bid,
    refuse_proposal,
    settle_bids,
    settle_ties,
    share_permits,
    talk,
)
from .building import build
from .figures import BANK
from .land import count_blocks
from .lobbying import answer_lobby, legal_lobby, refuse_lobby
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
    refuse_buy_deed,
    refuse_demolish,
    refuse_inquire,
    refuse_redevelop,
)
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
    CHOOSE_CHARACTER,
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
    PLAY_REDEVELOP,
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
    refuse_commission,
    refuse_deed,
    refuse_extension,
    refuse_nomination,
    refuse_sealing,
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
    refuse_character,
    refuse_marsh,
    refuse_river,
)
from .reasons import COMPOSE_FIRST, GAME_IS_OVER, NO_OPEN_OFFER, NOT_THE_TIME, NOT_YOUR_DECISION
from .sales import (
    begin_sale,
    bribe,
    buy_lot,
    end_sale,
    legal_bribe,
    legal_lots,
    pass_lots,
    pay_bribes,
    refuse_lot,
    refuse_sum,
)
from .shapes import (
    BUILDINGS,
    BUILT,
    CARDS,
    DECK,
    EXTENSION,
    MAX_CASH,
    NONE,
    ON_OFFER,
    OUT_OF_GAME,
    PLOTS,
    SEATS,
    SPECTATOR,
    VIEWERS,
)
from .state import State
from .trading import (
    ASKING,
    FIRST_WINDOW,
    FREE,
    LAST_WINDOW,
    accept,
    add_cash,
    add_deed,
    add_permit,
    begin_offer,
    counter,
    done_trading,
    legal_trade,
    let_lie,
    open_window,
    refuse_accepting,
    refuse_adding_cash,
    refuse_adding_deed,
    refuse_adding_permit,
    refuse_answer,
    refuse_asking,
    refuse_countering,
    refuse_offer,
    refuse_offering,
    refuse_sending,
    refuse_speaking,
    refuse_withdrawing,
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


# ---------------------------------------------------------------- why not


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


def default_action(s: State, seat: int) -> int:
    """An absent player commits himself to as little as he can."""
    for action in range(END_OF_ACTIONS):
        if why_not(s, seat, action) == OK:
            return action
    return NONE


# ---------------------------------------------------------------- the books

MONEY_BOOK, HANDS_BOOK, DECKS_BOOK, MAP_BOOK, INCOME_BOOK, KNOWLEDGE_BOOK = range(1, 7)


def audit(s: State) -> int:
    """Money, cards, plots and blocks add up."""
    money = s.bank + 0
    for seat in range(SEATS):
        money += s.cash[seat]
        if s.cash[seat] < 0:
            return MONEY_BOOK
    if money != BANK or s.bank < 0:
        return MONEY_BOOK
    if s.phase < CHOOSE_CHARACTER:
        return OK
    refused = audit_cards(s)
    return refused if refused != OK else audit_map(s)


def audit_cards(s: State) -> int:
    for seat in range(s.players):
        deeds = 0
        permits = 0
        for card in range(CARDS):
            if s.place[card] == seat:
                if card < PLOTS:
                    deeds += 1
                else:
                    permits += 1
        if deeds != s.deeds_held[seat] or permits != s.permits_held[seat]:
            return HANDS_BOOK
    return audit_decks(s)


def audit_decks(s: State) -> int:
    for index in range(s.deeds_left):
        if s.place[s.deed_deck[index]] != DECK:
            return DECKS_BOOK
    for index in range(s.permits_left):
        if s.place[s.permit_deck[index]] != DECK:
            return DECKS_BOOK
    for card in range(CARDS):
        if s.place[card] == ON_OFFER and card < PLOTS and s.lot_of[card] == 0 and s.phase != TAKE_DEED:
            return DECKS_BOOK
        for viewer in range(VIEWERS):
            seen = viewer < s.players or viewer == SPECTATOR
            if seen and s.place[card] <= DECK and s.may_be[viewer][card] & (1 << s.place[card]) == 0:
                return KNOWLEDGE_BOOK
            if seen and s.may_be[viewer][card] & ~s.may_be[SPECTATOR][card] != 0:
                return KNOWLEDGE_BOOK
    return OK


def audit_map(s: State) -> int:
    sizes = [0] * BUILDINGS
    for plot in range(PLOTS):
        number = s.building[plot]
        sizes[number] += 1
        if (number != 0) != (s.place[plot] == BUILT) or s.place[plot] > OUT_OF_GAME:
            return MAP_BOOK
    for number in range(1, BUILDINGS):
        if sizes[number] != s.size[number]:
            return MAP_BOOK
    before = [0] * SEATS
    for seat in range(SEATS):
        before[seat] = s.blocks[seat]
    count_blocks(s)
    for seat in range(SEATS):
        if before[seat] != s.blocks[seat]:
            return INCOME_BOOK
    return OK

"""What a seat may know, and worlds that it cannot tell from the true one."""

from tabletown.rulekit.dice import roll
from tabletown.rulekit.reasons import OK
from tabletown.rulekit.records import HIDDEN_8, HIDDEN_16, HIDDEN_64
from tabletown.rulekit.rows import fill_row

from .bids_for_permits import bid_state, highest_bid, lowest_bid, owes_bid
from .cards import permits_of_kind
from .figures import BANK
from .offers import FREE, may_hold_permits
from .phases import (
    BID,
    BID_AGAIN,
    BRIBE,
    FILL_POUCHES,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    NOMINATE,
    NOMINATE_AGAIN,
    PLAY_INQUIRY,
    TRADE,
)
from .pouches import CLASHING, empty_pouch
from .redealing import (
    begin_offer,
    blank_offer,
    deal_decks,
    deal_hands,
    fill_claimed_pouch,
    fill_pouch,
    has_answered,
    name_plots,
    recall_rows,
    write_offer,
)
from .shapes import (
    CARDS,
    CLAIMS,
    ENTRIES,
    FISTS,
    INQUIRY,
    LOBBY,
    NONE,
    PLOTS,
    SEATS,
    SPECTATOR,
    VIEWERS,
)
from .state import State
from .the_sales import cash_for_fist, sealed_lobby
from .trading import why_not_partner


def viewer_of(seat: int) -> int:
    """Whose row of what may be where: a seat's, or the public's."""
    return SPECTATOR if seat < 0 else seat


# ---------------------------------------------------------------- what is hidden


def conceal(s: State, seat: int) -> None:
    """MK-S6: hands, decks, offers between others, sealed answers and pouches."""
    s.rng = HIDDEN_64
    conceal_cards(s, viewer_of(seat))
    for other in range(SEATS):
        if other != seat:
            s.stage[other] = HIDDEN_8
            s.partner[other] = HIDDEN_8
    if s.phase == TRADE:
        if seat != s.seat and is_made_an_offer(s, s.seat):
            s.countering = HIDDEN_8
        for other in range(s.players):
            if is_offer_hidden(s, other, seat):
                conceal_offer(s, other)
    elif s.phase >= FILL_POUCHES:
        for other in range(s.players):
            if other != seat and s.phase <= NOMINATE_AGAIN:
                conceal_pouch(s, other)
    else:
        for other in range(s.players):
            if other != seat:
                conceal_answer(s, viewer_of(seat), other)


def conceal_cards(s: State, viewer: int) -> None:
    """MK-S6: a card's place is known if it can only be in one."""
    known = s.may_be[viewer]
    for card in range(CARDS):
        places = known[card]
        if places & (places - 1) != 0:
            s.place[card] = HIDDEN_8
    for other in range(VIEWERS):
        if other not in (viewer, SPECTATOR):
            fill_row(s.may_be[other], HIDDEN_8)
    for index in range(s.deeds_sunk, s.deeds_left):
        s.deed_deck[index] = HIDDEN_8
    for index in range(s.permits_sunk, s.permits_left):
        s.permit_deck[index] = HIDDEN_8


def is_offer_hidden(s: State, sender: int, seat: int) -> bool:
    """MK-T10: an offer is for two; whoever has the turn to speak, or answers, may be writing one."""
    if sender == seat or (s.offer_to[sender] == seat and seat >= 0):
        return False
    return s.offer_to[sender] != NONE or sender == s.seat


def is_made_an_offer(s: State, seat: int) -> bool:
    """MK-T7: whether there is one that the seat could answer by another."""
    for sender in range(s.players):
        if s.offer_to[sender] == seat:
            return True
    return False


def conceal_offer(s: State, sender: int) -> None:
    """MK-T10: what it gives and asks for."""
    s.offer_cash[sender] = HIDDEN_16
    s.offer_deeds[sender][0] = s.offer_deeds[sender][1] = HIDDEN_8
    fill_row(s.offer_deed[sender], HIDDEN_8)
    fill_row(s.offer_give[sender], HIDDEN_8)
    fill_row(s.offer_ask[sender], HIDDEN_8)


def conceal_answer(s: State, viewer: int, other: int) -> None:
    """MK-S6: another seat's sealed answer, as far as it had a choice."""
    for fist in range(FISTS):
        if had_choice(s, viewer, other, fist):
            s.sealed[other][fist] = HIDDEN_16


def had_choice(s: State, viewer: int, other: int, fist: int) -> bool:
    """MK-S6: whether another seat may have sealed more than one thing there, as far as the viewer can know."""
    if s.phase in (BID, BID_AGAIN):
        begun = fist == 0 and owes_bid(s, other, 1, bid_state(s))
        owed = owes_bid(s, other, fist, bid_state(s)) and (begun or has_answered(s, other))
        return owed and s.cash[other] > s.fist[other][0] + s.fist[other][1]
    if fist > 0 or not has_answered(s, other):
        return False
    if s.phase == PLAY_INQUIRY:
        return may_hold_permits(s, viewer, other, INQUIRY) > 0
    if s.phase == BRIBE:
        return s.cash[other] > 0
    return s.phase in (LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS) and may_hold_permits(s, viewer, other, LOBBY) > 0


def conceal_pouch(s: State, other: int) -> None:
    """MK-B1, MK-N4: a pouch, and plots that have been named but not read out."""
    s.entries[other] = HIDDEN_8
    fill_row(s.entry_kind[other], HIDDEN_8)
    fill_row(s.entry_count[other], HIDDEN_8)
    for entry in range(ENTRIES):
        fill_row(s.entry_plot[other][entry], HIDDEN_8)
    for claim in range(s.claims[other]):
        if has_answered(s, other) or s.claims[other] == CLAIMS:
            if s.phase == NOMINATE:
                s.claim_plot[other][claim] = HIDDEN_8
            elif s.claim_fate[other][claim] == CLASHING:
                s.claim_again[other][claim] = HIDDEN_8


# ---------------------------------------------------------------- a world that fits


def redeal(s: State, seat: int) -> None:
    """MK-S6: hands and decks first, then what the others have secretly decided."""
    viewer = viewer_of(seat)
    redeal_cash(s, viewer)
    forced = [NONE] * (SEATS * CLAIMS)
    for other in range(SEATS):
        if other != seat:
            s.stage[other] = FREE
            s.partner[other] = NONE
            if other < s.players and FILL_POUCHES <= s.phase <= NOMINATE_AGAIN:
                empty_pouch(s, other)
    if s.countering == HIDDEN_8:
        s.countering = NONE
    deal_hands(s, viewer, PLOTS, CARDS, forced)
    deal_hands(s, viewer, 0, PLOTS, forced)
    deal_decks(s)
    recall_rows(s, viewer)
    for other in range(s.players):
        if other != seat:
            redeal_answer(s, other, forced)


def redeal_cash(s: State, viewer: int) -> None:
    """Where custom hides it: any cash that is not in the bank, with which all can pay what they have shown."""
    left = BANK - s.bank
    purses = 0
    hidden = [NONE] * SEATS
    for other in range(SEATS):
        if s.cash[other] == HIDDEN_16:
            hidden[purses] = other
            purses += 1
        else:
            left -= s.cash[other]
    for i in range(purses):
        other = hidden[i]
        s.cash[other] = min(s.fist[other][0] + s.fist[other][1] + max(s.offer_cash[other], 0), left)
        left -= s.cash[other]
    if purses > 0:
        for _ in range(left):
            s.cash[hidden[roll(s, purses)]] += 1
    for i in range(purses):
        forget_answer(s, viewer, hidden[i])


def forget_answer(s: State, viewer: int, other: int) -> None:
    """A seat that had no choice, as far as the viewer can know, has sealed nothing; bids are dealt anew anyhow."""
    for fist in range(FISTS):
        if s.phase not in (BID, BID_AGAIN) and not had_choice(s, viewer, other, fist):
            s.sealed[other][fist] = 0


def redeal_answer(s: State, other: int, forced: list[int]) -> None:
    """MK-S6: what another seat has secretly decided, or begun to."""
    if s.phase == TRADE:
        redeal_offer(s, other)
    elif s.phase == FILL_POUCHES:
        fill_pouch(s, other)
    elif s.phase in (NOMINATE, NOMINATE_AGAIN):
        fill_claimed_pouch(s, other, forced)
        name_plots(s, other)
    elif s.phase == PLAY_INQUIRY:
        if s.sealed[other][0] == HIDDEN_16:
            s.sealed[other][0] = roll(s, permits_of_kind(s, other, INQUIRY) + 1)
    elif s.phase == BRIBE:
        if s.sealed[other][0] == HIDDEN_16:
            s.sealed[other][0] = roll(s, s.cash[other] + 1)
    elif s.phase in (LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS):
        redeal_lobby(s, other)
    elif s.phase in (BID, BID_AGAIN):
        redeal_bids(s, other)


def redeal_lobby(s: State, other: int) -> None:
    """MK-L5: a new sum, or none."""
    if s.sealed[other][0] != HIDDEN_16:
        return
    s.sealed[other][0] = 0
    if permits_of_kind(s, other, LOBBY) > 0 and roll(s, 3) > 0:
        fist = 0
        if s.phase == LOBBY_FOR_PERMITS and s.shared[other] == NONE:
            fist = 1
        s.sealed[other][0] = sealed_lobby(fist, roll(s, cash_for_fist(s, other, fist) + 1))


def redeal_bids(s: State, other: int) -> None:
    """MK-P2: bids in both fists; a seat that still owes may have closed the first."""
    for fist in range(FISTS):
        if owes_bid(s, other, fist, bid_state(s)):
            s.stage[other] = fist
            if not has_answered(s, other) and (fist == 1 or roll(s, 2) == 0):
                break
            if s.sealed[other][fist] == HIDDEN_16:
                s.sealed[other][fist] = lowest_bid(s, other) + roll(s, highest_bid(s, other) - lowest_bid(s, other) + 1)
    for fist in range(FISTS):
        if s.sealed[other][fist] == HIDDEN_16:
            s.sealed[other][fist] = 0


def redeal_offer(s: State, other: int) -> None:
    """MK-T10: an offer between two others, or one that is being written."""
    if s.offer_cash[other] != HIDDEN_16:
        return
    if s.offer_to[other] != NONE:
        write_offer(s, other, s.offer_to[other])
        return
    blank_offer(s, other)
    if roll(s, 2) == 0:
        partner = s.asked_by if s.asked_by != NONE else (other + 1 + roll(s, s.players - 1)) % s.players
        if why_not_partner(s, other, partner) == OK:
            if s.asked_by != NONE or (s.offer_to[partner] == other and roll(s, 2) == 0):
                s.countering = partner
            begin_offer(s, other, partner)

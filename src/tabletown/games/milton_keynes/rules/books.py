"""The books: nothing is made and nothing is lost."""

from tabletown.rulekit.reasons import OK

from .figures import BANK
from .income_blocks import count_blocks
from .phases import CHOOSE_CHARACTER, TAKE_DEED
from .shapes import BUILDINGS, BUILT, CARDS, DECK, ON_OFFER, OUT_OF_GAME, PLOTS, SEATS, SPECTATOR, VIEWERS
from .state import State

MONEY_BOOK, HANDS_BOOK, DECKS_BOOK, MAP_BOOK, INCOME_BOOK, KNOWLEDGE_BOOK = range(1, 7)


def audit(s: State) -> int:
    """MK-C1: money, cards, plots and blocks add up."""
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
    deeds = [0] * SEATS
    permits = [0] * SEATS
    for card in range(CARDS):
        seat = s.place[card]
        if 0 <= seat < SEATS:
            if card < PLOTS:
                deeds[seat] += 1
            else:
                permits[seat] += 1
    for seat in range(s.players):
        if deeds[seat] != s.deeds_held[seat] or permits[seat] != s.permits_held[seat]:
            return HANDS_BOOK
    return audit_decks(s)


def audit_decks(s: State) -> int:
    for index in range(s.deeds_left):
        if s.place[s.deed_deck[index]] != DECK:
            return DECKS_BOOK
    for index in range(s.permits_left):
        if s.place[s.permit_deck[index]] != DECK:
            return DECKS_BOOK
    for card in range(PLOTS):
        if s.place[card] == ON_OFFER and s.lot_of[card] == 0 and s.phase != TAKE_DEED:
            return DECKS_BOOK
    for viewer in range(VIEWERS):
        if (viewer < s.players or viewer == SPECTATOR) and not fits_what_is_known(s, viewer):
            return KNOWLEDGE_BOOK
    return OK


def fits_what_is_known(s: State, viewer: int) -> bool:
    """MK-C1: a viewer holds every card possible where it is, and nothing that is known to be impossible."""
    known = s.may_be[viewer]
    public = s.may_be[SPECTATOR]
    place = s.place
    for card in range(CARDS):
        if place[card] <= DECK and known[card] & (1 << place[card]) == 0:
            return False
        if known[card] & ~public[card] != 0:
            return False
    return True


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

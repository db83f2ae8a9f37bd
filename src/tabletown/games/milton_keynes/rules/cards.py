"""Components, the cards: deeds and permits in hands and decks, and who knows where they are."""

from tabletown.rulekit.events import tell

from .events import PERMIT_UNDER_DECK
from .figures import FIRST_PERMIT, PERMIT_KIND
from .shapes import BUILT, CARDS, DECK, PLOTS, SEATS, SPECTATOR, VIEWERS
from .state import State

IN_DECK = 1 << DECK

# ---------------------------------------------------------------- deeds; the top of a deck is its last card


def holds_deed(s: State, seat: int, plot: int) -> bool:
    return s.place[plot] == seat


def draw_deed(s: State) -> int:
    """MK-C3: the one on top."""
    s.deeds_left -= 1
    card = s.deed_deck[s.deeds_left]
    s.deed_deck[s.deeds_left] = -1
    s.deeds_sunk = min(s.deeds_sunk, s.deeds_left)
    return card


def pull_deed(s: State, card: int) -> None:
    """MK-C3, MK-N8: one deed out of the deck, wherever it lies."""
    index = 0
    while s.deed_deck[index] != card:
        index += 1
    if index < s.deeds_sunk:
        s.deeds_sunk -= 1
    s.deeds_left -= 1
    while index < s.deeds_left:
        s.deed_deck[index] = s.deed_deck[index + 1]
        index += 1
    s.deed_deck[s.deeds_left] = -1


def sink_deed(s: State, card: int) -> None:
    """MK-C3, MK-L10: to the bottom of the deck, seen by all."""
    for index in range(s.deeds_left, 0, -1):
        s.deed_deck[index] = s.deed_deck[index - 1]
    s.deed_deck[0] = card
    s.deeds_left += 1
    s.deeds_sunk += 1
    show_place(s, card, DECK)


def unseen_deeds(s: State) -> int:
    return s.deeds_left - s.deeds_sunk


def take_deed_openly(s: State, seat: int, plot: int) -> None:
    """MK-C3, MK-S6: into a hand, seen by all."""
    show_place(s, plot, seat)
    s.deeds_held[seat] += 1


def build_on_deed(s: State, plot: int) -> None:
    """MK-C3, MK-F1: the plot's deed lies open from now on, wherever it was."""
    where = s.place[plot]
    if where < SEATS:
        s.deeds_held[where] -= 1
    elif where == DECK:
        pull_deed(s, plot)
    show_place(s, plot, BUILT)


# ---------------------------------------------------------------- permits


def kind_of(card: int) -> int:
    """MK-C4: what is printed on a permit."""
    return PERMIT_KIND[card - PLOTS]


def permits_of_kind(s: State, seat: int, kind: int) -> int:
    """MK-C4: how many the seat holds."""
    count = 0
    place = s.place
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if place[card] == seat:
            count += 1
    return count


def draw_permit(s: State) -> int:
    """MK-C4: the one on top."""
    s.permits_left -= 1
    card = s.permit_deck[s.permits_left]
    s.permit_deck[s.permits_left] = -1
    s.permits_sunk = min(s.permits_sunk, s.permits_left)
    return card


def take_permit_openly(s: State, seat: int, card: int) -> None:
    """MK-C4, MK-S6: into a hand, seen by all."""
    show_place(s, card, seat)
    s.permits_held[seat] += 1


def sink_permit(s: State, card: int) -> None:
    """MK-C5, MK-P8: to the bottom of the deck, seen by all."""
    for index in range(s.permits_left, 0, -1):
        s.permit_deck[index] = s.permit_deck[index - 1]
    s.permit_deck[0] = card
    s.permits_left += 1
    s.permits_sunk += 1
    show_place(s, card, DECK)
    tell(s, PERMIT_UNDER_DECK, kind_of(card))


def unseen_permits(s: State) -> int:
    return s.permits_left - s.permits_sunk


def play_permit(s: State, seat: int, kind: int) -> None:
    """MK-C5, MK-F1: a used permit goes under the deck."""
    card = pick_permit(s, seat, kind)
    s.permits_held[seat] -= 1
    sink_permit(s, card)


def pick_permit(s: State, seat: int, kind: int) -> int:
    """MK-S6: of the seat's permits of a kind the one that most people know of, so that parting with it tells least."""
    best = -1
    most = -1
    for card in range(FIRST_PERMIT[kind], FIRST_PERMIT[kind + 1]):
        if s.place[card] == seat:
            known = 0
            for viewer in range(VIEWERS):
                if s.may_be[viewer][card] == 1 << seat:
                    known += 2 if viewer == SPECTATOR else 1
            if known > most:
                most = known
                best = card
    return best


def cards_in_hand(s: State, seat: int) -> int:
    """MK-S6: always public."""
    return s.deeds_held[seat] + s.permits_held[seat]


# ---------------------------------------------------------------- knowing


def show_place(s: State, card: int, place: int) -> None:
    """MK-S6: the card goes to a place, and everybody sees it."""
    s.place[card] = place
    known = 1 << place if place <= DECK else 0
    for viewer in range(VIEWERS):
        s.may_be[viewer][card] = known


def hide_deal(s: State, first: int, last: int) -> None:
    """MK-S6: after a secret deal of the cards first to last-1 each seat knows its own hand, and what is not in it."""
    hands = 0
    for seat in range(s.players):
        hands |= 1 << seat
    for card in range(first, last):
        if s.place[card] <= DECK:
            for viewer in range(VIEWERS):
                if s.place[card] == viewer and viewer < SEATS:
                    s.may_be[viewer][card] = 1 << viewer
                elif viewer < SEATS:
                    s.may_be[viewer][card] = (hands | IN_DECK) & ~(1 << viewer)
                else:
                    s.may_be[viewer][card] = hands | IN_DECK


def rule_out_deck(s: State, first: int, last: int, unseen: int) -> None:
    """MK-S6: when every card left in a deck has been seen there, no other can be in it. The public knows least."""
    if unseen == 0:
        for card in range(first, last):
            if s.may_be[SPECTATOR][card] & IN_DECK and s.may_be[SPECTATOR][card] != IN_DECK:
                for viewer in range(VIEWERS):
                    s.may_be[viewer][card] &= ~IN_DECK


def rule_out_hand(s: State, seat: int) -> None:
    """MK-S6: no card can be in a hand that everybody sees to be empty."""
    first = 0 if s.deeds_held[seat] == 0 else PLOTS
    last = CARDS if s.permits_held[seat] == 0 else PLOTS
    for viewer in range(VIEWERS):
        for card in range(first, last):
            s.may_be[viewer][card] &= ~(1 << seat)

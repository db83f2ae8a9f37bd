"""How a redealt world is filled: hands and decks by matching cards to places, sealed things at random."""

from tabletown.rulekit.dice import roll, shuffle
from tabletown.rulekit.reasons import OK

from .building import commission, extend, put_deed, refuse_commission, refuse_extend, refuse_put_deed
from .cards import kind_of
from .land import NEIGHBOURS, SIDES, is_free_land, is_free_river
from .offers import ASKING, FREE, clear_offer, most_cash
from .phases import NOMINATE, NOMINATE_AGAIN
from .pouches import CLASHING, drop_last_entry, is_entry_open, is_in_pouch, requisitions
from .requisitions import refuse_nominate
from .shapes import CARDS, CLAIMS, DECK, KINDS, NONE, PERMITS, PLOTS, SEATS, SEWAGE_REPROCESSOR, SPECTATOR
from .state import State
from .trading import add_cash, add_deed, add_permit, offer_to, refuse_add_deed, refuse_add_permit

FIRST_CLAIM = DECK + 1
ROOMS = FIRST_CLAIM + SEATS * CLAIMS
"""Where a card can go: the hands, the deck, and for each claim a room in that hand which only a fitting card takes."""


def has_answered(s: State, seat: int) -> bool:
    return s.owing & (1 << seat) == 0


# ---------------------------------------------------------------- hands


def suits_claim(s: State, card: int, seat: int, claim: int) -> bool:
    """Whether a card can be the one that a seat's claim rests on: its permit, or a deed beside a plot to take."""
    kind = s.claim_kind[seat][claim]
    if card >= PLOTS:
        return kind_of(card) == kind
    for side in range(SIDES):
        plot = NEIGHBOURS[card][side]
        if plot >= 0:
            if s.phase == NOMINATE_AGAIN:
                if plot == s.claim_plot[seat][claim]:
                    return True
            elif is_free_river(s, plot) if kind == SEWAGE_REPROCESSOR else is_free_land(s, plot):
                return True
    return False


def may_take(s: State, viewer: int, card: int, room: int) -> bool:
    if room < FIRST_CLAIM:
        return s.may_be[viewer][card] & (1 << room) != 0
    seat = (room - FIRST_CLAIM) // CLAIMS
    claim = (room - FIRST_CLAIM) % CLAIMS
    return s.may_be[viewer][card] & (1 << seat) != 0 and suits_claim(s, card, seat, claim)


def deal_hands(s: State, viewer: int, first: int, last: int, forced: list[int]) -> None:
    """Deal the cards first to last-1 into rooms that the viewer holds possible, every room exactly filled.

    `forced` receives, for each claim, the deed it rests on.
    """
    free = [0] * ROOMS
    claiming = NOMINATE <= s.phase <= NOMINATE_AGAIN
    for seat in range(s.players):
        free[seat] = s.deeds_held[seat] if first == 0 else s.permits_held[seat]
        if seat != viewer and claiming:
            free[seat] -= s.claims[seat]
            for claim in range(s.claims[seat]):
                free[FIRST_CLAIM + seat * CLAIMS + claim] = 1
    free[DECK] = s.deeds_left if first == 0 else s.permits_left
    cards = [0] * PLOTS
    count = 0
    for card in range(first, last):
        places = s.may_be[viewer][card]
        if places & (places - 1) == 0 and not claiming:
            if places != 0:
                free[s.place[card]] -= 1
        elif places != 0:
            cards[count] = card
            count += 1
    shuffle(s, cards, count)
    room_of = [NONE] * CARDS
    for index in range(count):
        find_room(s, viewer, cards[index], cards, count, free, room_of)
    for index in range(count):
        room = room_of[cards[index]]
        if room < FIRST_CLAIM:
            s.place[cards[index]] = room
        else:
            s.place[cards[index]] = (room - FIRST_CLAIM) // CLAIMS
            if first == 0:
                forced[room - FIRST_CLAIM] = cards[index]


def find_room(
    s: State, viewer: int, card: int, cards: list[int], count: int, free: list[int], room_of: list[int]
) -> None:
    """A random free room that takes the card, rooms weighted by their space; if there is none, others move over."""
    space = 0
    for room in range(ROOMS):
        if free[room] > 0 and may_take(s, viewer, card, room):
            space += free[room]
    if space == 0:
        move_over(s, viewer, card, cards, count, free, room_of)
        return
    pick_at = roll(s, space)
    for room in range(ROOMS):
        if free[room] > 0 and may_take(s, viewer, card, room):
            if 0 <= pick_at < free[room]:
                room_of[card] = room
                free[room] -= 1
                return
            pick_at -= free[room]


def move_over(
    s: State, viewer: int, card: int, cards: list[int], count: int, free: list[int], room_of: list[int]
) -> None:
    """Shortest chain of cards that make room for one another: the true world shows that there is one."""
    came_by = [NONE] * ROOMS
    queue = [0] * ROOMS
    queued = 0
    for room in range(ROOMS):
        if may_take(s, viewer, card, room):
            came_by[room] = card
            queue[queued] = room
            queued += 1
    done = 0
    while done < queued:
        room = queue[done]
        done += 1
        if free[room] > 0:
            free[room] -= 1
            while True:
                mover = came_by[room]
                left = room_of[mover]
                room_of[mover] = room
                if mover == card:
                    return
                room = left
        for index in range(count):
            if room_of[cards[index]] == room:
                for other in range(ROOMS):
                    if came_by[other] == NONE and may_take(s, viewer, cards[index], other):
                        came_by[other] = cards[index]
                        queue[queued] = other
                        queued += 1


def deal_decks(s: State) -> None:
    """What lies in the decks unseen, in any order."""
    deck = [0] * PLOTS
    count = 0
    for plot in range(PLOTS):
        if s.place[plot] == DECK:
            known = False
            for index in range(s.deeds_sunk):
                known = known or s.deed_deck[index] == plot
            if not known:
                deck[count] = plot
                count += 1
    shuffle(s, deck, count)
    for index in range(count):
        s.deed_deck[s.deeds_sunk + index] = deck[index]
    permits = [0] * PERMITS
    count = 0
    for card in range(PLOTS, CARDS):
        if s.place[card] == DECK and s.permits_left > 0:
            known = False
            for index in range(s.permits_sunk):
                known = known or s.permit_deck[index] == card
            if not known:
                permits[count] = card
                count += 1
    shuffle(s, permits, count)
    for index in range(count):
        s.permit_deck[s.permits_sunk + index] = permits[index]


def recall_rows(s: State, viewer: int) -> None:
    """What the others know: their own hands, and what the public knows."""
    for other in range(SEATS):
        if other != viewer:
            for card in range(CARDS):
                if s.place[card] == other:
                    s.may_be[other][card] = 1 << other
                else:
                    s.may_be[other][card] = s.may_be[SPECTATOR][card] & ~(1 << other)


# ---------------------------------------------------------------- pouches


def add_random_deed(s: State, seat: int) -> bool:
    found = 0
    for plot in range(PLOTS):
        if s.place[plot] == seat and refuse_put_deed(s, seat, plot) == OK:
            found += 1
    if found == 0:
        return False
    pick_at = roll(s, found)
    for plot in range(PLOTS):
        if s.place[plot] == seat and refuse_put_deed(s, seat, plot) == OK:
            if pick_at == 0:
                put_deed(s, seat, plot)
                return True
            pick_at -= 1
    return False


def may_begin(s: State, seat: int, kind: int) -> bool:
    """In a pouch whose claims are known there is no other requisition."""
    if s.phase >= NOMINATE and requisitions(kind):
        return False
    return refuse_commission(s, seat, kind) == OK


def add_random_entry(s: State, seat: int) -> bool:
    found = 0
    for kind in range(KINDS):
        if may_begin(s, seat, kind):
            found += 1
    for plot in range(PLOTS):
        if s.building[plot] != 0 and refuse_extend(s, seat, plot) == OK:
            found += 1
    if found == 0:
        return False
    pick_at = roll(s, found)
    for kind in range(KINDS):
        if may_begin(s, seat, kind):
            if pick_at == 0:
                commission(s, seat, kind)
                return True
            pick_at -= 1
    for plot in range(PLOTS):
        if s.building[plot] != 0 and refuse_extend(s, seat, plot) == OK:
            if pick_at == 0:
                extend(s, seat, plot)
                return True
            pick_at -= 1
    return False


def add_random_deeds(s: State, seat: int) -> None:
    """At least one where the entry needs it, then as chance wants."""
    going = is_entry_open(s, seat) or roll(s, 3) > 0
    while going:
        going = add_random_deed(s, seat) and roll(s, 3) > 0


def fill_pouch(s: State, seat: int) -> None:
    """A sealed pouch has only finished entries; one that is being filled may be interrupted anywhere."""
    while roll(s, 3) > 0 and add_random_entry(s, seat):
        if not has_answered(s, seat) and roll(s, 4) == 0:
            return
        add_random_deeds(s, seat)


def fill_claimed_pouch(s: State, seat: int, forced: list[int]) -> None:
    """A pouch with the entries that the seat's claims show, and perhaps others.

    Only what may go to the last of them is looked at beside all the claims: earlier it could take away the deed that
    the next one rests on, or the plot that it needs.
    """
    for claim in range(s.claims[seat]):
        commission(s, seat, s.claim_kind[seat][claim])
        put_deed(s, seat, forced[seat * CLAIMS + claim])
        while claim + 1 == s.claims[seat] and roll(s, 2) == 0 and s.phase == NOMINATE and add_random_deed(s, seat):
            continue
    while roll(s, 3) > 0 and add_unclaimed_entry(s, seat):
        continue


def add_unclaimed_entry(s: State, seat: int) -> bool:
    if not add_random_entry(s, seat):
        return False
    add_random_deeds(s, seat)
    for claim in range(s.claims[seat]):
        if s.phase == NOMINATE_AGAIN and is_in_pouch(s, seat, s.claim_plot[seat][claim]):
            drop_last_entry(s, seat)
            return False
    return True


def name_plots(s: State, seat: int) -> None:
    """The plots that another has named, or begun to name."""
    for claim in range(CLAIMS):
        if s.phase == NOMINATE:
            s.claim_plot[seat][claim] = NONE
        s.claim_again[seat][claim] = NONE
    named = s.claims[seat] if has_answered(s, seat) else roll(s, max(1, s.claims[seat]))
    for claim in range(s.claims[seat]):
        if s.phase == NOMINATE or s.claim_fate[seat][claim] == CLASHING:
            s.stage[seat] = claim
            if named == 0:
                return
            named -= 1
            name_plot(s, seat, claim)


def name_plot(s: State, seat: int, claim: int) -> None:
    found = 0
    for plot in range(PLOTS):
        if refuse_nominate(s, seat, plot) == OK:
            found += 1
    pick_at = roll(s, max(1, found))
    for plot in range(PLOTS):
        if refuse_nominate(s, seat, plot) == OK:
            if pick_at == 0:
                if s.phase == NOMINATE:
                    s.claim_plot[seat][claim] = plot
                else:
                    s.claim_again[seat][claim] = plot
            pick_at -= 1


# ---------------------------------------------------------------- offers


def parts_that_fit(s: State, seat: int) -> int:
    found = 0
    for plot in range(PLOTS):
        if refuse_add_deed(s, seat, plot) == OK:
            found += 1
    for kind in range(KINDS):
        if refuse_add_permit(s, seat, kind) == OK:
            found += 1
    return found


def likely_cash(s: State, seat: int, parts: int) -> int:
    """Nobody asks for more than the other has, unless there is nothing else to ask for."""
    most = most_cash(s, seat)
    if s.stage[seat] == ASKING:
        has = s.cash[s.partner[seat]]
        return min(most, has if has > 0 or parts > 0 else 1)
    return most


def add_random_part(s: State, seat: int) -> None:
    """One deed, one permit or a sum, whatever may go into the offer now."""
    found = parts_that_fit(s, seat)
    most = likely_cash(s, seat, found)
    if found == 0 or (most > 0 and roll(s, 3) == 0):
        if most > 0:
            add_cash(s, seat, 1 + roll(s, most))
        return
    pick_at = roll(s, found)
    for plot in range(PLOTS):
        if refuse_add_deed(s, seat, plot) == OK:
            if pick_at == 0:
                add_deed(s, seat, plot)
                return
            pick_at -= 1
    for kind in range(KINDS):
        if refuse_add_permit(s, seat, kind) == OK:
            if pick_at == 0:
                add_permit(s, seat, kind)
                return
            pick_at -= 1


def write_offer(s: State, seat: int, partner: int) -> None:
    """A whole offer, as if it had been sent."""
    blank_offer(s, seat)
    offer_to(s, seat, partner)
    add_random_part(s, seat)
    s.stage[seat] = ASKING
    add_random_part(s, seat)
    s.stage[seat] = FREE
    s.partner[seat] = NONE


def blank_offer(s: State, seat: int) -> None:
    partner = s.offer_to[seat]
    clear_offer(s, seat)
    s.offer_to[seat] = partner


def begin_offer(s: State, seat: int, partner: int) -> None:
    """An offer that is being written."""
    offer_to(s, seat, partner)
    if roll(s, 3) > 0:
        add_random_part(s, seat)
        if roll(s, 2) == 0:
            s.stage[seat] = ASKING
            if roll(s, 2) == 0:
                add_random_part(s, seat)

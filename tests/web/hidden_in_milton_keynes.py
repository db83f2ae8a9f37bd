"""What Milton Keynes hides beside chance, purses and sealed answers: cards, offers, nominations."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tabletown.games.milton_keynes.rules import phases as mk
from tabletown.games.milton_keynes.rules.offers import ASKING
from tabletown.games.milton_keynes.rules.shapes import COLUMNS, DECK, PLOTS
from tabletown.laws.playing import Case, deal
from tests.games.milton_keynes.table import (
    AIR_BASE,
    ALLOTMENTS,
    ANN,
    BEN,
    COMMONS,
    DUMP,
    EXTENSION,
    INQUIRY,
    LOBBY,
    NATURE_RESERVE,
)
from tests.games.milton_keynes.table import Table as MiltonKeynes
from tests.web.worlds import (
    MOST_GAMES,
    Worlds,
    answers,
    begun_at,
    given,
    onwards,
    pending,
    reached,
    sealed_answer,
    twice,
)


def unseen_cards(case: Case, rng: random.Random, first: int, last: int, **options: int) -> tuple[Any, list[int]]:
    """A position before the pouches are filled, and the cards that lie where they were secretly dealt."""
    while True:
        state: Any = deal(case, rng)
        if all(getattr(state, name) == value for name, value in options.items()):
            break
    while state.phase < mk.PLAY_DEMOLISH:
        seat = pending(case, state)[0]
        case.rules.call.apply(state, seat, rng.choice(case.rules.legal_actions(state, seat)))
    dealt = {card: state.place[card] for card in range(first, last) if state.place[card] <= DECK}
    for _ in range(rng.randrange(2, 60)):
        asked = pending(case, state)
        if not asked or state.phase >= mk.FILL_POUCHES:
            break
        seat = rng.choice(asked)
        legal = case.rules.legal_actions(state, seat)
        action = rng.choice([each for each in legal if is_no_offer(case, each)] or legal)
        case.rules.call.apply(state, seat, action)
        dealt = {card: place for card, place in dealt.items() if state.place[card] == place}
    bottom = {*state.deed_deck[: state.deeds_sunk], *state.permit_deck[: state.permits_sunk]}
    return state, sorted(dealt.keys() - bottom)


def is_no_offer(case: Case, action: int) -> bool:
    return case.declaration.actions.decode(action)[0] not in {"offer_to", "counter", "accept"}


def exchanged(state: Any, one: int, another: int) -> Any:
    """The world in which these two cards were dealt the other way round."""
    other = state.copy()
    swap(other.place, one, another)
    for knowledge in other.may_be:
        swap(knowledge, one, another)
    for deck in (other.deed_deck, other.permit_deck):
        deck[:] = [{one: another, another: one}.get(card, card) for card in deck]
    return other


def swap(row: list[int], one: int, another: int) -> None:
    row[one], row[another] = row[another], row[one]


def cards(first: int, last: int, *, in_hands: int, **options: int) -> Any:
    """Two cards that nobody has seen are exchanged, so many of them in hands and the rest in the deck."""

    def worlds(case: Case, rng: random.Random) -> Worlds | None:
        for _ in range(MOST_GAMES):
            state, unseen = unseen_cards(case, rng, first, last, **options)
            pairs = list(exchangeable(case, state, unseen, in_hands))
            if pairs:
                one, another = rng.choice(pairs)
                knowing = frozenset({state.place[one], state.place[another]} - {DECK})
                return Worlds((begun_at(case, state), begun_at(case, exchanged(state, one, another))), knowing)
        raise AssertionError("Every card has been seen.")

    return worlds


def exchangeable(case: Case, state: Any, unseen: list[int], in_hands: int) -> Iterator[tuple[int, int]]:
    for one in unseen:
        for another in unseen:
            places = [state.place[one], state.place[another]]
            kinds = [case.rules.kind_of(card) if card >= PLOTS else card for card in (one, another)]
            is_other = kinds[0] != kinds[1] and (places[0] != places[1] or in_hands == 0)
            if one < another and is_other and sum(place < DECK for place in places) == in_hands:
                yield one, another


def offers(case: Case, rng: random.Random) -> Worlds:
    """Two offers of different content to the same partner, each sent whole."""
    state, partner, short, long = two_offers(case, rng)
    acts = given(state.seat, short), given(state.seat, long)
    return Worlds(twice(case, state), frozenset({state.seat, partner}), acts)


def offers_in_parts(case: Case, rng: random.Random) -> Worlds:
    """The same, each sent part by part: one has more parts than the other."""
    state, partner, short, long = two_offers(case, rng)
    acts = given(state.seat, *[[part] for part in short]), given(state.seat, *[[part] for part in long])
    return Worlds(twice(case, state), frozenset({state.seat, partner}), acts)


def begun_offer(case: Case, rng: random.Random) -> Worlds:
    """Nothing in one world; all of an offer but that it is sent in the other. The partner may not know of it either."""
    state, _partner, _short, long = two_offers(case, rng)
    return Worlds(twice(case, state), frozenset({state.seat}), ([], given(state.seat, *[[part] for part in long[:-1]])))


def two_offers(case: Case, rng: random.Random) -> tuple[Any, int, tuple[int, ...], tuple[int, ...]]:
    """Where somebody may speak: a short and a long offer of theirs to the same partner."""
    decode = case.declaration.actions.decode
    found: list[tuple[int, ...]] = []

    def wanted(state: Any) -> bool:
        if state.phase != mk.TRADE or state.asked_by >= 0 or state.stage[state.seat]:
            return False
        made = [each for each in answers(case, state, state.seat, rng, 60) if decode(each[-1])[0] == "send"]
        found[:] = [each for each in made if each[0] == made[0][0]]
        return bool(found) and len(found[0]) < len(found[-1])

    state: Any = reached(case, rng, wanted)
    return state, decode(found[0][0])[1]["partner"], found[0], found[-1]


def prepared(case: Case) -> MiltonKeynes:
    """The first two hold an Inquiry and a Lobby each; everybody has money."""
    table = MiltonKeynes(players=case.players, checked=False)
    for seat in range(case.players):
        table.holds(seat, permits=[INQUIRY, LOBBY] if seat in (ANN, BEN) else [], cash=9)
    return table


def to_sale(table: MiltonKeynes) -> None:
    table.to_sale()


def to_bids(table: MiltonKeynes) -> None:
    table.to_bids(*[DUMP, COMMONS, ALLOTMENTS, EXTENSION, NATURE_RESERVE][: table.s.players])


def permits_played(phase: int, begin: Callable[[MiltonKeynes], None]) -> Any:
    """A permit that is played in secret, or is not."""

    def worlds(case: Case, rng: random.Random) -> Worlds | None:
        table = prepared(case)
        begin(table)
        made: list[Worlds] = []

        def wanted(state: Any) -> bool:
            if state.phase == phase and {ANN, BEN} <= set(pending(case, state)):
                made.extend(each for each in [sealed_answer(case, state, rng)] if each is not None)
            return bool(made)

        onwards(case, rng, table.s, wanted)
        return made[0]

    return worlds


def nominations(*, again: bool) -> Any:
    """Two Air bases: both owners name a plot in secret; if it is the same one, they name once more."""

    def worlds(case: Case, rng: random.Random) -> Worlds | None:
        table = MiltonKeynes(players=case.players, checked=False)
        west = next(plot for plot in range(PLOTS - 2) if is_row_of_three(table, plot))
        for seat, deed in ((ANN, west), (BEN, west + 2)):
            table.rules.pull_deed(table.s, deed)
            table.rules.take_deed_openly(table.s, seat, deed)
            table.holds(seat, permits=[AIR_BASE])
        table.to_pouches()
        for seat, deed in ((ANN, west), (BEN, west + 2)):
            table.play(seat, "commission", kind=AIR_BASE)
            table.play(seat, "put_deed", plot=deed)
        table.seal(*range(case.players))
        if again:
            table.all_play("nominate", plot=west + 1)
        return sealed_answer(case, table.s, rng)

    return worlds


def is_row_of_three(table: MiltonKeynes, west: int) -> bool:
    in_a_row = west // COLUMNS == (west + 2) // COLUMNS
    return in_a_row and all(table.s.place[plot] == DECK for plot in (west, west + 1, west + 2))


# ---------------------------------------------------------------- what another could pay


def purses_asked(what: Callable[[Any, int], int | None]) -> Any:
    """Somebody may name a sum that another would pay: in one world that other has a little less."""

    def worlds(case: Case, rng: random.Random) -> Worlds | None:
        if case.players < 3:
            return None  # Whoever is asked and whoever asks know both purses.

        def wanted(state: Any) -> bool:
            payer = what(state, state.seat) if len(pending(case, state)) == 1 else None
            return payer is not None and state.cash[payer] > 3 + state.fist[payer][0] + state.fist[payer][1]

        state: Any = reached(case, rng, wanted, money=0)
        payer = what(state, state.seat)
        assert payer is not None
        taker = next(seat for seat in range(case.players) if seat not in (payer, state.seat))
        other = state.copy()
        other.cash[payer] -= 1
        other.cash[taker] += 1
        return Worlds((begun_at(case, state), begun_at(case, other)), frozenset({payer, taker}))

    return worlds


def asked_in_a_trade(state: Any, seat: int) -> int | None:
    """Who would pay what the seat may ask for, while it puts an offer together."""
    asking = state.phase == mk.TRADE and state.stage[seat] == ASKING and state.offer_cash[seat] == 0
    return int(state.partner[seat]) if asking else None


def asked_for_a_permit(state: Any, seat: int) -> int | None:
    """Who would take the tied permit that the seat talks about."""
    if state.phase != mk.PROPOSE:
        return None
    return int((state.table + 1) % state.players if seat == state.table else state.table)

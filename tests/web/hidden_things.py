"""What each rulebook hides, and how two worlds come about that differ in one such thing and in nothing else.

Written down from the rulebooks: nothing here asks a game what it conceals. A secret is either an answer that a player
gives in two different ways, or a card, a purse or a die that is exchanged in the position itself.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.games.milton_keynes.rules import phases as mk
from tabletown.games.milton_keynes.rules.offers import ASKING
from tabletown.games.milton_keynes.rules.shapes import CARDS, COLUMNS, DECK, PLOTS
from tabletown.games.square_mile.rules import state as sm
from tabletown.laws.playing import Case, deal, random_game
from tabletown.match import Game, Match, Refused
from tabletown.match.starting import from_state
from tabletown.rulekit.records import Record
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

MOST_GAMES = 40
LONGEST_ANSWER = 14
Wanted = Callable[[Record], bool]


@dataclass(frozen=True)
class Act:
    """Something that a seat does: at the JSON door (`play`), or as a form of the page."""

    seat: int
    where: str
    content: dict[str, Any]


@dataclass(frozen=True)
class Worlds:
    """Two worlds. What is different between them only those who know may be able to tell."""

    matches: tuple[Match, Match]
    knowing: frozenset[int] = frozenset()
    acts: tuple[Sequence[Act], Sequence[Act]] = ((), ())
    """What happens in each, unseen by the others, after they have begun to look."""


@dataclass(frozen=True)
class Hidden:
    """One thing that a clause hides. `worlds` answers None where that number of players has no such thing."""

    what: str
    clause: str
    worlds: Callable[[Case, random.Random], Worlds | None]


# ---------------------------------------------------------------- positions in which there is something to hide


def reached(case: Case, rng: random.Random, wanted: Wanted, **options: int) -> Record:
    """A position of a random game that is wanted."""
    for _ in range(MOST_GAMES):
        for state in random_game(case, rng):
            if any(getattr(state, name) != value for name, value in options.items()):
                break
            if wanted(state) and rng.random() < 0.3:
                return state.copy()
    raise AssertionError(f"{MOST_GAMES} random games of {case} came to no such position.")


def onwards(case: Case, rng: random.Random, state: Record, wanted: Wanted) -> Record:
    """The first position that is wanted, played on at random from a given one."""
    for _ in range(200):
        if wanted(state):
            return state
        seat = rng.choice(pending(case, state))
        case.rules.call.apply(state, seat, rng.choice(case.rules.legal_actions(state, seat)))
    raise AssertionError(f"From there {case} did not come to such a position.")


def begun_at(case: Case, state: Record) -> Match:
    return from_state(Game(case.declaration), state.to_dict(), seed=5)


def twice(case: Case, state: Record) -> tuple[Match, Match]:
    return begun_at(case, state), begun_at(case, state)


def pending(case: Case, state: Record) -> tuple[int, ...]:
    return case.rules.pending_seats(state)


# ---------------------------------------------------------------- chance


def chance(case: Case, rng: random.Random) -> Worlds:
    """The same game so far; what the dice and the cards bring from now on is different."""
    match = Game(case.declaration).new(players=case.players, seed=rng.getrandbits(30))
    for _ in range(rng.randrange(4, 24)):
        if match.over:
            break
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.rules.legal_actions(match.view(seat), seat)))
    return Worlds((match.fork(seed=1), match.fork(seed=2)))


# ---------------------------------------------------------------- purses


def purses(case: Case, rng: random.Random) -> Worlds:
    """Money totals are hidden: one has a little more, another as much less."""
    giver, taker = rng.sample(range(case.players), 2)

    def wanted(state: Any) -> bool:
        return bool(pending(case, state)) and state.cash[giver] > 3

    state: Any = reached(case, rng, wanted, money=0)
    other = state.copy()
    other.cash[giver] -= 1
    other.cash[taker] += 1
    return Worlds((begun_at(case, state), begun_at(case, other)), frozenset({giver, taker}))


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


# ---------------------------------------------------------------- answers that are given in secret


def answers(case: Case, state: Record, seat: int, rng: random.Random, tries: int = 30) -> list[tuple[int, ...]]:
    """Different whole answers of a seat, the shortest first."""
    found: set[tuple[int, ...]] = set()
    for _ in range(tries):
        trial = state.copy()
        answer: list[int] = []
        while seat in pending(case, trial) and len(answer) < LONGEST_ANSWER:
            legal = case.rules.legal_actions(trial, seat)
            kinds = sorted({case.declaration.actions.decode(action)[0] for action in legal})
            kind = rng.choice(kinds)
            answer.append(rng.choice([each for each in legal if case.declaration.actions.decode(each)[0] == kind]))
            case.rules.call.apply(trial, seat, answer[-1])
        if seat not in pending(case, trial):
            found.add(tuple(answer))
    return sorted(found, key=lambda answer: (len(answer), answer))


def given(seat: int, *moves: Sequence[int]) -> list[Act]:
    return [Act(seat, "play", {"seat": seat, "actions": list(move)}) for move in moves]


def sealed_answer(case: Case, state: Record, rng: random.Random) -> Worlds | None:
    """One seat answers in one breath in one world, and otherwise and part by part in the other."""
    for seat in rng.sample(asked := pending(case, state), len(asked)):
        possible = answers(case, state, seat, rng)
        if len(possible) > 1:
            short, long = possible[0], possible[-1]
            acts = given(seat, short), given(seat, *[[action] for action in long])
            return Worlds(twice(case, state), frozenset({seat}), acts)
    return None


def begun_answer(case: Case, state: Record, rng: random.Random) -> Worlds | None:
    """One seat has not begun in one world, and is half through its answer in the other."""
    for seat in rng.sample(asked := pending(case, state), len(asked)):
        longest = answers(case, state, seat, rng)[-1]
        if len(longest) > 1:
            begun = given(seat, *[[action] for action in longest[:-1]])
            return Worlds(twice(case, state), frozenset({seat}), ([], begun))
    return None


def sealed(phase: int, how: Callable[[Case, Record, random.Random], Worlds | None] = sealed_answer) -> Any:
    """Sealed answers of a phase, wherever a random game comes to it."""

    def worlds(case: Case, rng: random.Random) -> Worlds | None:
        made: list[Worlds] = []

        def wanted(state: Any) -> bool:
            if state.phase != phase or len(pending(case, state)) < 2:
                return False
            made[:] = [each for each in [how(case, state, rng)] if each is not None]
            return bool(made)

        reached(case, rng, wanted)
        return made[0]

    return worlds


# ---------------------------------------------------------------- what a seat notes for itself


def orders(*kinds: dict[str, Any], open_auction: Wanted = lambda _state: True) -> Any:
    """Standing orders are private to their seat: none in one world, all of these in the other."""

    def worlds(case: Case, rng: random.Random) -> Worlds:
        def wanted(state: Record) -> bool:
            return 0 < len(pending(case, state)) < case.players and open_auction(state)

        state = reached(case, rng, wanted)
        seat = next(seat for seat in range(case.players) if seat not in pending(case, state))
        acts = [Act(seat, "orders", {"seat": seat, **kind}) for kind in kinds]
        return Worlds(twice(case, state), frozenset({seat}), ([], acts))

    return worlds


def draft(case: Case, rng: random.Random) -> Worlds:
    """What a seat puts together before it plays it: nothing in one world, parts of a plan in the other."""
    composed = set(case.declaration.composed)
    parts: list[int] = []

    def wanted(state: Record) -> bool:
        if len(pending(case, state)) != 1:
            return False
        match, seat = begun_at(case, state), pending(case, state)[0]
        parts[:] = drafted(match, seat, composed, rng)
        return len(parts) > 1

    state = reached(case, rng, wanted)
    seat = pending(case, state)[0]
    acts = [Act(seat, "t/play", {"seat": seat, "action": action}) for action in parts]
    return Worlds(twice(case, state), frozenset({seat}), ([], acts))


def drafted(match: Match, seat: int, composed: set[str], rng: random.Random) -> list[int]:
    """Up to three parts that can be put together before anything comes to light."""
    parts: list[int] = []
    view = match.view(seat)
    try:
        while len(parts) < 3:
            legal = match.rules.legal_actions(view, seat)
            fitting = [each for each in legal if match.game.declaration.actions.decode(each)[0] in composed]
            if not fitting:
                break
            chosen = rng.choice(fitting)
            plan = match.planned(seat, [*parts, chosen])
            parts.append(chosen)
            view = plan.view
            if not plan.goes_on:
                break
    except Refused:
        pass
    return parts


# ---------------------------------------------------------------- Milton Keynes: cards, offers, nominations


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

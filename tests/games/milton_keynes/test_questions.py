"""How often a person is asked in a game against bots."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

import tabletown
from tabletown import bots
from tabletown.games.milton_keynes.rules.shapes import LAST_WINDOW
from tabletown.games.milton_keynes.staging.income import could_earn, hand_of
from tabletown.games.milton_keynes.staging.trade import offered
from tabletown.match import Match
from tabletown.match.orders import Order, answer_for, never_ask
from tabletown.rulekit.engine import INSTINCT
from tabletown.rulekit.look import Look
from tabletown.web.at_table import consent
from tabletown.web.at_table.empty_questions import alone_with_bots, answer_by_itself, empty_answer
from tabletown.web.at_table.settings import UNDO, Proposal, Settings
from tabletown.web.kept import BOT, PERSON, Seat

ME = 0
SEATS = (Seat(PERSON, "Tess"), *(Seat(BOT, name, "neighbour") for name in ("Rosa", "Wim", "Yuki")))
MOST_QUESTIONS = 60
STANDING = {"demolish": "decline-0", "redevelop": "decline-1", "lobby": "decline-2"}
"""What can be done -> the standing answer that it is not wanted."""
BEFORE_THE_BIDS = "done-0"


def seen(match: Match, seat: int) -> Any:
    """What the seat may know."""
    return match.perfect_memory(seat)


def kinds(match: Match) -> dict[str, list[int]]:
    """What I can do now, by kind."""
    found: dict[str, list[int]] = {}
    for action in match.legal(ME):
        found.setdefault(action.kind, []).append(action.id)
    return found


class Careful:
    """Somebody who reads every question: bids for what they want, looks at every offer, builds what pays.

    Their permits are for building: asked for a card once, they say in the panel never to ask for it again. They make no
    offer before everybody has their permits, and say so when first asked; afterwards they are asked every year.
    """

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match, self.rng = match, rng
        self.orders: list[Order] = []

    def answer(self) -> int:
        possible = kinds(self.match)
        for kind, answer in STANDING.items():
            if kind in possible:
                self.orders.append(never_ask(self.match, answer))
        if "offer_to" in possible:
            self.orders.append(never_ask(self.match, BEFORE_THE_BIDS))
        for kind in ("accept", "refuse", "done", "decline", "no_proposal", "disagree", "bribe", "bid", "inquire"):
            if kind in possible and (kind != "accept" or self.is_worth_it(possible[kind][0])):
                return self.chosen(kind, possible[kind])
        view = seen(self.match, ME)
        return bots.choose(bots.level("neighbour"), self.match.rules, view, ME, self.rng)

    def chosen(self, kind: str, actions: list[int]) -> int:
        """All Inquiries; one in eight coins for the first choice; sums that others rarely name; else the only one."""
        cash = seen(self.match, ME).cash[ME]
        wanted: int = {"inquire": len(actions), "bribe": cash // 8, "bid": 3 + self.rng.randrange(3)}.get(kind, 0)
        return actions[min(wanted, len(actions) - 1)]

    def is_worth_it(self, accept: int) -> bool:
        """Whether my deeds could earn more afterwards, or cash comes in for nothing that pays."""
        match = self.match
        look = Look(match.say("en"), match.rules, ME, tuple(match.names), seen(match, ME))
        deal = offered(look.view, match.game.declaration.actions.decode(accept)[1]["sender"])
        hand = hand_of(look)
        after = [plot for plot in hand if plot not in deal.gives] + list(deal.gets)
        return bool(could_earn(look, ME, after) + deal.cash / 5 > could_earn(look, ME, hand))


def questions_of(seed: int) -> int:
    """How often I am asked in a whole game."""
    match = tabletown.game("milton_keynes").new(players=4, seed=seed)
    match.rules.twin.compile(loops=[INSTINCT])
    rng = random.Random(seed)
    me = Careful(match, rng)
    neighbour = bots.level("neighbour")
    asked: set[int] = set()
    while not match.over:
        answer_by_itself(match, [ME])
        seat = match.pending[-1] if match.pending else None
        if seat is None:
            break
        if seat == ME:
            ordered = answer_for(match, ME, me.orders)
            if ordered is None:
                asked.add(match.decision)
            match.play(ME, [ordered if ordered is not None else me.answer()])
        else:
            match.play(seat, [bots.choose(neighbour, match.rules, match.perfect_memory(seat), seat, rng)])
    assert seen(match, ME).year > 3, "a whole game"
    return len(asked)


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_whole_game_against_bots_asks_a_careful_player_at_most_sixty_times(seed: int) -> None:
    assert 20 < questions_of(seed) <= MOST_QUESTIONS


def test_never_ask_me_to_trade_before_the_bids_leaves_later_trade_and_offers_alone() -> None:
    match = in_the_window()
    orders = [never_ask(match, BEFORE_THE_BIDS)]
    done = match.game.declaration.actions.encode("done", {})
    assert answer_for(match, ME, orders) == done
    offered_to_me(match, ("add_cash", {"amount": 3}))
    assert "accept" in kinds(match)
    assert answer_for(match, ME, orders) is None
    while not ("done" in kinds(match) and seen(match, ME).window == LAST_WINDOW):
        seat = match.pending[0]
        match.play(seat, [match.legal(seat)[0].id])
    assert answer_for(match, ME, orders) is None
    assert answer_for(match, ME, [never_ask(match, "done-1")]) == done


def test_never_ask_me_for_lobby_leaves_demolish_and_redevelop_alone() -> None:
    match = tabletown.game("milton_keynes").new(players=2, seed=1)
    orders = [never_ask(match, "decline-2")]
    answered: dict[bool, set[int]] = {True: set(), False: set()}
    while not match.over and seen(match, ME).year < 4:
        seat = match.pending[0]
        if "decline" in kinds(match) and seat == ME:
            answered[answer_for(match, ME, orders) is not None].add(seen(match, ME).phase)
        legal = match.legal(seat)
        wanted = [each for each in legal if each.kind in {"seal", "done", "put_deed", "commission"}]
        match.play(seat, [(wanted or legal)[-1].id])
    rules = match.rules
    assert answered[True] == {rules.LOBBY_FOR_LOTS, rules.LOBBY_FOR_PERMITS}
    assert answered[False] == {rules.PLAY_DEMOLISH, rules.PLAY_REDEVELOP}


@pytest.mark.parametrize("others", [(PERSON, BOT, BOT), (BOT, PERSON, PERSON), ()])
def test_among_people_every_question_is_asked(others: tuple[str, ...]) -> None:
    """How fast an answer comes would tell what somebody holds."""
    seats = [Seat(PERSON, "Tess"), *(Seat(kind, "x", "neighbour") for kind in others)]
    assert alone_with_bots(seats) is None


def test_alone_with_bots_the_only_answer_is_given_by_itself() -> None:
    match = tabletown.game("milton_keynes").new(players=4, seed=5)
    while (empty := empty_answer(match, ME)) is None:
        seat = match.pending[0]
        match.play(seat, [match.legal(seat)[0].id])
    assert [action.id for action in match.legal(ME)] == [empty]
    answer_by_itself(match, [ME])
    assert empty_answer(match, ME) is None


def test_done_is_said_once_in_a_trading_window() -> None:
    match = tabletown.game("milton_keynes").new(players=4, seed=5)
    said = []
    while seen(match, ME).year < 2:
        seat = match.pending[0]
        legal = match.legal(seat)
        if seat == ME and "done" in kinds(match):
            is_asked = empty_answer(match, ME) is None
            said.append((seen(match, ME).window, is_asked))
        wanted = [action for action in legal if action.kind == ("withdraw" if seat != ME else "done")]
        offers = [
            action for action in legal if action.kind == "offer_to" and seat == 1 and seen(match, 1).offers_sent[1] < 2
        ]
        match.play(seat, offer(match, seat) if offers else [(wanted or legal)[0].id])
    assert said.count((1, True)) == said.count((2, True)) == 1
    assert (1, False) in said


def offer(match: Match, seat: int) -> list[int]:
    """A deed of my own for one coin, to somebody who is not ME."""
    actions = match.game.declaration.actions
    view = seen(match, seat)
    deed = next(plot for plot in range(81) if view.place[plot] == seat)
    return [
        actions.encode("offer_to", {"partner": 2}),
        actions.encode("add_deed", {"plot": deed}),
        actions.encode("ask", {}),
        actions.encode("add_cash", {"amount": 1}),
        actions.encode("send", {}),
    ]


def in_the_window() -> Match:
    """Trading is open, and I hold cash."""
    match = tabletown.game("milton_keynes").new(players=4, seed=5)
    while "done" not in kinds(match):
        seat = match.pending[0]
        match.play(seat, [match.legal(seat)[0].id])
    return match


def offered_to_me(match: Match, wanted: tuple[str, dict[str, int]]) -> None:
    """A deed of the next player's for what they want of me."""
    encode = match.game.declaration.actions.encode
    deed = next(plot for plot in range(81) if seen(match, 1).place[plot] == 1)
    parts = [("offer_to", {"partner": ME}), ("add_deed", {"plot": deed}), ("ask", {}), wanted, ("send", {})]
    while 1 not in match.pending:
        match.play(match.pending[0], [encode("done", {})])
    match.play(1, [encode(kind, args) for kind, args in parts])
    while ME not in match.pending:
        match.play(match.pending[0], [encode("done", {})])


def test_an_offer_that_is_no_better_than_a_refused_one_is_refused_by_itself() -> None:
    match = in_the_window()
    refuse = match.game.declaration.actions.encode("refuse", {"sender": 1})
    for amount, is_asked in ((3, True), (3, False), (4, False), (2, True)):
        offered_to_me(match, ("add_cash", {"amount": amount}))
        assert (empty_answer(match, ME) is None) is is_asked, amount
        match.play(ME, [refuse])


def test_an_offer_that_cannot_be_taken_is_refused_by_itself() -> None:
    match = in_the_window()
    hidden = [plot for plot in range(81) if seen(match, 1).place[plot] not in (0, 1)]
    missing = next(plot for plot in hidden if seen(match, ME).place[plot] != ME)
    offered_to_me(match, ("add_deed", {"plot": missing}))
    assert "accept" not in kinds(match)
    assert empty_answer(match, ME) == match.game.declaration.actions.encode("refuse", {"sender": 1})


def test_taking_back_goes_past_what_the_table_answered_by_itself() -> None:
    match = tabletown.game("milton_keynes").new(players=4, seed=5)
    opened = 0
    while not (opened and consent.last_own_step(match, ME) == opened - 1 and empty_answer(match, ME) is None):
        if empty_answer(match, ME) is not None:
            answer_by_itself(match, [ME])
            opened = match.steps + 1  # the entry that opens it with the others' answers
        seat = next((each for each in match.pending if each != ME), ME)
        match.play(seat, [match.legal(seat)[0].id])
    at: Any = SimpleNamespace(live=match, seats=SEATS, settings=Settings(), pupil=None)
    consent.carried_out(at, Proposal(UNDO, ME, match.decision, (ME,)))
    assert match.steps < opened - 1
    assert ME in match.pending
    assert len(match.legal(ME)) > 1

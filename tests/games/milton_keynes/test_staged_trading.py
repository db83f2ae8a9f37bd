"""Trading on the stage of Milton Keynes: what an offer would bring, and a tray to make one from."""

import random
from typing import Any

from tabletown.games.milton_keynes.staging import STAGING
from tabletown.rulekit.look import SPECTATOR
from tabletown.rulekit.staging import Tray
from tests.games.milton_keynes.on_stage import at, games, market, means, seen_by
from tests.games.milton_keynes.table import ANN, BEN, RULES, Table


def test_a_trade_tells_what_the_deeds_could_earn_before_and_after() -> None:
    table = market()
    plan: list[tuple[str, dict[str, Any]]] = [
        ("offer_to", {"partner": BEN}),
        ("add_cash", {"amount": 4}),
        ("ask", {}),
        ("add_deed", {"plot": "C7"}),
    ]
    told = means(table, ANN, *plan, ("send", {}))
    river = 2  # D1 lies between C1 and D2
    assert told.ways[0].figure == f"{1 + river} → {2 + river}", "an inner wall more"
    assert told.ways[0].words == "A7 B7 C7 lie together"
    assert told.does == "Offer Noor 4 cash for C7"
    assert means(table, ANN, *plan[:2]).fact == "You give 4 cash. Choose what you get."
    for kind, args in (*plan, ("send", {})):
        table.play(ANN, kind, **args)
    accepted = means(table, BEN, ("accept", {"sender": ANN}))
    assert (accepted.does, accepted.fact) == ("Take it: 4 cash for C7", "You have 13 cash then.")


def test_the_cash_of_a_trade_is_told_once() -> None:
    """*Noor: +4 cash, deeds −1, cash +4* said it twice."""
    table = Table(2)
    table.holds(ANN, cash=9)
    table.holds(BEN, "C7")
    table.to_trading()
    plan: list[tuple[str, dict[str, Any]]] = [("offer_to", {"partner": BEN}), ("add_cash", {"amount": 4})]
    plan += [("ask", {}), ("add_deed", {"plot": "C7"}), ("send", {})]
    told = means(table, ANN, *plan).ways[1]
    assert (told.figure, told.of, told.rows) == ("+4", "cash", (("deeds", "−1"),))


def tray_of(table: Table, seat: int) -> Tray:
    tray = STAGING.tray(at(table, seat))
    assert tray is not None
    return tray


def test_nobody_is_told_of_an_offer_of_theirs_that_they_never_made() -> None:
    """A spectator is nobody, and so is the sender where nothing is offered."""
    table = market()
    look = seen_by(table.s, SPECTATOR)
    told = STAGING.now(look)
    assert told is not None
    assert "your offer" not in told.words
    assert told.words == look._("has the word and may make an offer.")


def test_a_tray_holds_what_is_known_and_lists_what_may_be() -> None:
    table = market()
    tray = tray_of(table, ANN)
    assert [chip.label for chip in tray.mine.chips] == ["A7", "B7", "D1", "Estate, Inquiry"]
    assert [(column.title, [chip.label for chip in column.chips]) for column in tray.theirs] == [
        ("Noor", ["C7", "H8"]),
        ("Olu", ["H1"]),
    ]
    assert not tray.folded
    assert tray.theirs[0].most != table.s.cash[BEN], "what Noor has nobody is shown"


def test_whoever_has_no_offer_left_is_not_told_to_choose_its_sides() -> None:
    table = market()
    assert "choose both sides" in str(STAGING.now(at(table, ANN)))
    table.s.offers_sent[ANN] = table.s.offers
    assert "choose both sides" not in str(STAGING.now(at(table, ANN)))


def test_whoever_is_made_an_offer_finds_the_tray_filled_with_it() -> None:
    table = market()
    for kind, args in (("offer_to", {"partner": BEN}), ("add_cash", {"amount": 4}), ("ask", {})):
        table.play(ANN, kind, **args)
    table.play(ANN, "add_deed", plot="C7")
    table.play(ANN, "send")
    tray = tray_of(table, BEN)
    assert [chip.label for chip in tray.mine.chips if chip.is_on] == ["C7"]
    assert [(column.title, column.sum) for column in tray.theirs] == [("Mara", 4)]
    assert tray.folded
    assert tray.first == table.action("accept", {"sender": ANN})


def test_whoever_cannot_take_an_offer_reads_what_they_lack() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    table.play(ANN, "add_deed", plot="A7")
    table.play(ANN, "ask")
    table.play(ANN, "add_cash", amount=table.s.cash[BEN] + 21)
    table.play(ANN, "send")
    for said in (("refuse", {"sender": ANN}), ("let_lie", {})):
        assert means(table, BEN, said).fact == "You cannot take it: you lack 21 cash."


def one_for_one(tray: Tray, rng: random.Random) -> list[int]:
    """What two clicks on chips and one on the button play."""
    theirs = rng.choice([column for column in tray.theirs if column.chips or column.others])
    mine = rng.choice(tray.mine.chips)
    asked = rng.choice([*theirs.chips, *theirs.others])
    return [*theirs.opens, mine.action, *tray.between, asked.action, *tray.closes]


def test_any_two_chips_of_a_tray_make_an_offer_that_can_be_sent() -> None:
    rng, tried = random.Random(1), 0
    for state in games(11, 1500):
        for seat in RULES.pending_seats(state):
            tray = STAGING.tray(seen_by(state, seat))
            if tray is None or not tray.mine.chips or not any(column.chips or column.others for column in tray.theirs):
                continue
            after = state.copy()
            for action in one_for_one(tray, rng):
                assert action in RULES.legal_actions(after, seat)
                RULES.call.apply(after, seat, action)
            assert after.offers_sent[seat] == state.offers_sent[seat] + 1
            tried += 1
    assert tried > 10

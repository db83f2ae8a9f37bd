"""Milton Keynes in sentences: whoever is meant is called by name."""

from importlib import resources

import tabletown
from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.telling import WORDS
from tabletown.games.milton_keynes.telling.report import player_lines as report_lines
from tabletown.rulekit.language import say
from tests.games.milton_keynes.table import ANN, BEN, CAT, DEMOLISH, ESTATE, LOBBY, RULES, Table
from tests.looking import look

ENGLISH, JAPANESE = say("en", GAME), say("ja", GAME)
NAMES = ("Mara", "Noor", "Olu")


def said(table: Table, seat: int, kind: str, /, **args: object) -> str:
    return WORDS.action(look(ENGLISH, RULES, table.s, seat, NAMES), table.action(kind, args))


def asked(table: Table, seat: int) -> str:
    return WORDS.question(look(ENGLISH, RULES, table.s, seat, NAMES))


def market() -> Table:
    table = Table(3)
    table.holds(ANN, "A1", cash=9)
    table.holds(BEN, "B1", cash=9)
    table.to_trading()
    return table


def test_offers_and_their_answers_name_the_other_player() -> None:
    table = market()
    assert said(table, ANN, "offer_to", partner=BEN) == "Make an offer to Noor"
    table.play(ANN, "offer_to", partner=BEN)
    assert asked(table, ANN) == "What do you give Noor?"
    table.play(ANN, "add_cash", amount=4)
    table.play(ANN, "ask")
    assert asked(table, ANN) == "What do you ask of Noor?"
    table.play(ANN, "add_deed", plot="B1")
    table.play(ANN, "send")
    assert asked(table, BEN) == "Mara offers 4 cash for B1. What do you say?"
    assert said(table, BEN, "accept", sender=ANN) == "Accept the offer of Mara: you get 4 cash and give B1"
    assert said(table, BEN, "counter", sender=ANN) == "Answer Mara with an offer of your own"
    assert said(table, BEN, "refuse", sender=ANN) == "Decline the offer of Mara"


def test_of_a_trade_only_what_was_given_is_told() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    table.play(ANN, "add_cash", amount=4)
    table.play(ANN, "ask")
    table.play(ANN, "add_deed", plot="B1")
    table.play(ANN, "send")
    table.s.told.clear()
    table.play(BEN, "accept", sender=ANN)
    to = look(ENGLISH, RULES, table.s, CAT, NAMES)
    told = [event for event in table.s.told if RULES.declaration.events.seen_by(event, CAT)]
    assert [WORDS.event(to, event) for event in told] == [
        "Trade: Mara gave Noor no cards.",
        "Trade: Noor gave Mara 1 deed.",
        "Trade: Mara paid Noor 4.",
    ]


def test_a_demolished_block_names_the_buildings_owner() -> None:
    table = Table(3)
    table.builds(CAT, ESTATE, "D4")
    table.holds(ANN, permits=[DEMOLISH], cash=12)
    table.new_year()
    assert said(table, ANN, "demolish", plot="D4") == "Demolish D4, of the Estate of Olu"
    table.play(ANN, "demolish", plot="D4")
    assert said(table, ANN, "buy_deed") == "Pay 10 to Olu and take the deed of D4"


def test_a_refusal_names_the_player_too_and_numbers_a_seat_that_is_not_there() -> None:
    table = market()
    for seat, partner, name in ((ANN, ANN, "Mara"), (ANN, 4, "player 5")):
        action = table.action("offer_to", {"partner": partner})
        text = WORDS.refusal(look(ENGLISH, RULES, table.s, seat, NAMES), action, RULES.why_not(table.s, seat, action))
        assert text == f"“Make an offer to {name}” needs another player at this table; choose one."


def test_japanese_texts_keep_the_names() -> None:
    table = market()
    text = WORDS.action(look(JAPANESE, RULES, table.s, ANN, NAMES), table.action("offer_to", {"partner": BEN}))
    assert text.startswith("Noor")


def test_the_log_of_a_finished_game_can_be_opened_to_what_was_handed_over_in_private() -> None:
    record = resources.files(GAME.package) / "cover.json"
    played = tabletown.load(record.read_text(encoding="utf-8"))
    private = [line.text for line in played.log(opened=True) if line not in played.log()]
    assert private == ["Player 2 handed Player 4 the deed of A4.", "Player 4 handed Player 2 the deed of B3."]


def test_one_deed_is_told_of_as_one_deed() -> None:
    table = market()
    table.play(ANN, "offer_to", partner=BEN)
    table.play(ANN, "add_deed", plot="A1")
    table.play(ANN, "ask")
    table.play(ANN, "add_deed", plot="B1")
    table.play(ANN, "send")
    table.play(BEN, "accept", sender=ANN)
    to = look(ENGLISH, RULES, table.s, CAT, NAMES)
    told = [WORDS.event(to, event) for event in table.s.told]
    assert "Trade: Mara gave Noor 1 deed." in told
    report = " ".join(report_lines(to))
    assert "0 blocks, 1 deed, 0 permits" in report
    assert "1 deeds" not in report


def test_after_lobbies_nobody_is_said_to_have_played_none() -> None:
    table = Table(3)
    table.holds(ANN, permits=[LOBBY], cash=9)
    table.to_sale()
    table.all_play("bribe", amount=0)
    table.play(ANN, "lobby", fist=0, amount=6)
    said = []
    for _round in range(2):
        table.all_play("decline")
        said += [WORDS.event(look(ENGLISH, RULES, table.s, ANN, NAMES), event) for event in table.s.told]
    assert "You played Lobby: 6 instead of 0." in said
    assert "No more Lobby: the sums stand." in said
    assert not any("Nobody" in sentence for sentence in said)

"""The Estates in sentences, in English and in Japanese."""

import re

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, CUBE, MAYOR, OVER, PERMIT, ROOF, State
from tabletown.games.the_estates.telling import WORDS
from tabletown.rulekit.editions import Edition
from tabletown.rulekit.language import Say
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Event
from tests.games.the_estates.listening import EN, JA, NAMES, SPECTATOR, is_japanese, random_positions
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    LEFT,
    LONGER,
    LOWER,
    MIDDLE,
    RIGHT,
    RULES,
    SHORTER,
    UPPER,
    Table,
    cube,
)
from tests.looking import look, to


def text_of(table: Table, seat: int, kind: str, _: Say = EN, **args: int) -> str:
    return WORDS.action(look(_, RULES, table.s, seat, NAMES), table.action(kind, args))


# ---------------------------------------------------------------- actions


def test_the_auctioneers_choices_are_named() -> None:
    table = Table()
    table.show("A6 B3 F2 P1 S5 V4 A1 B2", "F1 F3 F4 F5 P2 P3 P4 P5", "S1 S2 S3 V1 V2 V3 A2 A3")
    assert text_of(table, ANN, "stow_check") == "Stow one check in your cash box"
    assert text_of(table, ANN, "skip_stowing") == "Stow nothing"
    assert text_of(table, ANN, "choose_cube", row=0, end=LEFT) == "Put Azimuth 6 up for auction (line 1, left end)"
    assert text_of(table, ANN, "choose_cube", row=1, end=RIGHT) == "Put Pewter 5 up for auction (line 2, right end)"
    assert text_of(table, ANN, "choose_roof") == "Put a rooftop up for auction"
    assert text_of(table, ANN, "choose_permit", permit=3) == "Put building permit 3 up for auction"
    assert text_of(table, ANN, "choose_mayor") == "Put the mayor up for auction"
    assert text_of(table, ANN, "choose_cancel") == "Put the cancel cube up for auction"


def test_the_last_cube_of_a_line_is_called_so() -> None:
    table = Table()
    table.s.display_first[1] = table.s.display_end[1] - 1
    table.s.display[1][table.s.display_first[1]] = cube("V2")
    assert text_of(table, ANN, "choose_cube", row=1, end=LEFT) == "Put Vesper 2 up for auction (the last of line 2)"


def test_selling_and_keeping_name_the_price() -> None:
    table = Table()
    table.skip_stowing(ANN)
    table.choose(ANN, "A6")
    table.play(BEN, "bid", amount=5)
    table.play(CAT, "pass")
    assert text_of(table, ANN, "sell") == "Sell to the highest bidder for $5M"
    assert text_of(table, ANN, "keep") == "Keep the piece and pay the highest bidder $5M"
    assert text_of(table, ANN, "sell", JA) == "最高額の入札者に5枚で売る"
    assert text_of(table, ANN, "keep", JA) == "最高額の入札者に5枚支払って、駒を買い取る"


def test_placing_names_the_lot_and_what_is_below() -> None:
    table = Table()
    table.tower(UPPER, "F3")
    table.tower(UPPER, "F5 P3")
    table.gets(ANN, "S2")
    placed = {
        (UPPER, 2): "Put Saffron 2 on top of Pewter 3, lot 2 of the upper row",
        (LOWER, 1): "Build Saffron 2 on lot 1 of the lower row",
        (LOWER, 2): "Build Saffron 2 on lot 2 of the lower row (white dirt)",
    }
    assert {at: text_of(table, ANN, "place_cube", row=at[0], lot=at[1]) for at in placed} == placed
    japanese = text_of(table, ANN, "place_cube", JA, row=UPPER, lot=2)
    assert japanese == "上の列の区画2のピューター3の上にサフラン2を重ねる"
    table.play(ANN, "place_cube", row=LOWER, lot=1)
    table.gets(BEN, "roof 4")
    roofed = text_of(table, BEN, "place_roof", row=LOWER, lot=1)
    assert roofed == "Put rooftop 4 on top of Saffron 2, lot 1 of the lower row"


def test_permits_and_the_cancel_cube_name_the_requirement_before_and_after() -> None:
    table = Table()
    table.permit(2, MIDDLE, SHORTER)
    table.gets(ANN, "permit 3")
    longer = text_of(table, ANN, "place_permit", row=MIDDLE, longer=LONGER)
    assert longer == "Lengthen the middle row (requirement 2 → 5)"
    assert text_of(table, ANN, "place_permit", row=UPPER, longer=SHORTER) == "Shorten the upper row (requirement 4 → 1)"
    assert text_of(table, ANN, "discard") == "Discard building permit 3"
    table.play(ANN, "discard")
    table.gets(BEN, "cancel")
    removal = text_of(table, BEN, "remove_permit", permit=2)
    assert removal == "Remove building permit 2 from the middle row (requirement 2 → 4)"
    assert text_of(table, BEN, "discard") == "Discard the cancel cube"


def test_every_action_is_described_in_every_position_even_where_it_is_not_allowed() -> None:
    for state in list(random_positions(range(4), rounds=2))[::40]:
        for action in range(GAME.actions.count):
            assert not re.search(r"[{}]", WORDS.action(look(EN, RULES, state, state.seat, NAMES), action))
            assert is_japanese(WORDS.action(look(JA, RULES, state, state.seat, NAMES), action))


def test_two_permits_of_one_value_are_told_apart() -> None:
    content = {**GAME.edition().content}
    content["pieces"] = {**content["pieces"], "permits": {**content["pieces"]["permits"], "is": [1, 2, 2]}}
    rules = Namespace(GAME, Edition.build(content, "two twos", GAME.figures, GAME.check))
    offset = GAME.actions.encode("choose_permit", {"permit": 0})
    texts = [WORDS.action(look(EN, rules, Table().s, ANN, NAMES), offset + permit) for permit in range(3)]
    assert [text.split()[3] for text in texts] == ["1", "2b", "2c"]


# ---------------------------------------------------------------- events

HAPPENED: dict[str, tuple[tuple[int, ...], str, str]] = {
    "round_began": ((0, 2), "Round 2 began. First auctioneer: Ann.", "Round 2 began. First auctioneer: you."),
    "stowed": ((0,), "Ann stowed a check in the cash box.", "You stowed a check in the cash box."),
    "put_up": ((0, ROOF, 4), "Ann put rooftop 4 up for auction.", "You put rooftop 4 up for auction."),
    "bid_made": ((0, 7), "Ann bid $7M.", "You bid $7M."),
    "passed": ((0,), "Ann passed.", "You passed."),
    "could_not_bid": ((0, 7), "Ann passed.", "You could not top $7M and passed."),
    "sold": ((1, 0, 7), "Ben sold it to Ann for $7M.", "Ben sold it to you for $7M."),
    "kept": ((0, 1, 7), "Ann kept it and paid Ben $7M.", "You kept it and paid Ben $7M."),
    "nobody_bid": ((0,), "Nobody bid; Ann got it for nothing.", "Nobody bid; you got it for nothing."),
    "cube_placed": (
        (0, cube("S2"), 2, 3),
        "Ann placed Saffron 2 on lot 4 of the lower row.",
        "You placed Saffron 2 on lot 4 of the lower row.",
    ),
    "certificate_taken": ((0, 4), "Ann took the certificate of Saffron.", "You took the certificate of Saffron."),
    "roof_placed": (
        (0, 6, 0, 0),
        "Ann put rooftop 6 on lot 1 of the upper row.",
        "You put rooftop 6 on lot 1 of the upper row.",
    ),
    "permit_placed": (
        (0, 1, 1, 2),
        "Ann lengthened the middle row with building permit 2.",
        "You lengthened the middle row with building permit 2.",
    ),
    "mayor_placed": (
        (0, 1),
        "Ann placed the mayor in front of the middle row.",
        "You placed the mayor in front of the middle row.",
    ),
    "permit_removed": (
        (0, 2, 0),
        "Ann used the cancel cube to remove building permit 3 from the upper row.",
        "You used the cancel cube to remove building permit 3 from the upper row.",
    ),
    "discarded": ((0, MAYOR, 0), "Ann discarded the mayor.", "You discarded the mayor."),
    "row_complete": ((1,), "The middle row is complete.", "The middle row is complete."),
    "row_open_again": ((1,), "The middle row is no longer complete.", "The middle row is no longer complete."),
    "round_over": ((1, 1), "Round 1 is over. Two rows are complete.", "Round 1 is over. Two rows are complete."),
    "round_score": ((0, -14), "Ann scored −14 in this round.", "You scored −14 in this round."),
    "round_won": ((0,), "Ann won the round.", "You won the round."),
    "round_shared": ((), "The round ended level and is shared.", "The round ended level and is shared."),
    "game_over": (
        (2,),
        "The game is over. No further building can be finished.",
        "The game is over. No further building can be finished.",
    ),
}


def event_of(kind: str, *numbers: int) -> Event:
    code = next(known.code for known in GAME.events.kinds if known.name == kind)
    a, b, c, d = [*numbers, 0, 0, 0, 0][:4]
    return (code, a, b, c, d)


def test_every_kind_of_event_is_tested_below() -> None:
    assert HAPPENED.keys() == {kind.name for kind in GAME.events.kinds}


@pytest.mark.parametrize("kind", HAPPENED)
def test_an_event_is_told_by_name_and_to_its_own_player_as_you(kind: str) -> None:
    numbers, by_name, to_ann = HAPPENED[kind]
    event = event_of(kind, *numbers)
    assert WORDS.event(to(EN, RULES, SPECTATOR, ["Ann", "Ben"]), event) == by_name
    assert WORDS.event(to(EN, RULES, ANN, ["Ann", "Ben"]), event) == to_ann
    assert all(is_japanese(WORDS.event(to(JA, RULES, viewer, NAMES), event)) for viewer in (SPECTATOR, ANN, BEN))


def test_a_permit_that_shortens_is_told_as_such() -> None:
    shorter = event_of("permit_placed", ANN, 1, LOWER, -2)
    assert WORDS.event(to(EN, RULES, BEN, NAMES), shorter) == "1 shortened the lower row with building permit 2."
    assert WORDS.event(to(JA, RULES, BEN, NAMES), shorter) == "1は建築許可2で下の列を縮めました。"


@pytest.mark.parametrize("high_bid", [0, 7])
def test_why_somebody_had_to_pass_is_told_to_nobody_else(high_bid: int) -> None:
    forced, free = event_of("could_not_bid", ANN, high_bid), event_of("passed", ANN)
    for _ in (EN, JA):
        for viewer in (SPECTATOR, BEN):
            assert WORDS.event(to(_, RULES, viewer, NAMES), forced) == WORDS.event(to(_, RULES, viewer, NAMES), free)


def test_who_had_no_money_reads_it() -> None:
    broke = event_of("could_not_bid", ANN, 0)
    assert WORDS.event(to(EN, RULES, ANN, NAMES), broke) == "You had no money to bid with and passed."
    assert WORDS.event(to(JA, RULES, ANN, NAMES), broke) == "あなたは手元にお金がなく、パスしました。"


def test_a_name_is_never_taken_for_a_placeholder() -> None:
    assert WORDS.event(to(EN, RULES, BEN, ["{amount}", "B"]), event_of("bid_made", ANN, 3)) == "{amount} bid $3M."


# ---------------------------------------------------------------- endings


def test_every_ending_has_a_sentence_of_its_own() -> None:
    for _ in (EN, JA):
        texts = {WORDS.ending(to(_, RULES), code) for code in range(len(GAME.endings) + 1)}
        assert len(texts) == len(GAME.endings) + 1
    assert WORDS.ending(to(EN, RULES), 1) == "Two rows are complete."
    assert WORDS.ending(to(EN, RULES), 0) == "The game goes on."


# ---------------------------------------------------------------- questions


def test_each_decision_is_asked_for_with_what_it_needs() -> None:
    table = Table()
    table.money(9, 20, 0, boxes=(3, 4, 0))
    assert asked(table, ANN) == "It is your turn, with $9M in hand. Do you stow a check in your cash box first?"
    assert asked(table, BEN) == "Another player is deciding."
    table.skip_stowing(ANN)
    assert asked(table, ANN) == "Which piece do you put up for auction?"
    table.choose(ANN, "A6")
    assert asked(table, BEN) == "Azimuth 6 is up for auction and nobody has bid yet. You have $20M in hand: do you bid?"
    table.play(BEN, "bid", amount=10)
    assert asked(table, CAT) == "Azimuth 6 is up for auction; with no money in hand you can only pass."
    table.play(CAT, "pass")
    assert asked(table, ANN) == "The highest bid for Azimuth 6 is $10M; with $9M in hand you can only sell."
    table.play(ANN, "sell")
    assert asked(table, BEN) == "Where do you place Azimuth 6?"


def test_the_question_of_a_later_bidder_names_the_highest_bid() -> None:
    table = Table(players=4)
    table.skip_stowing(ANN)
    table.choose(ANN, "mayor")
    table.play(BEN, "bid", amount=4)
    assert asked(table, CAT) == "The mayor is up for auction at $4M. You have $12M in hand: do you bid more?"
    table.play(CAT, "bid", amount=12)
    assert asked(table, DAN) == "The mayor is up for auction at $12M; with $12M in hand you can only pass."
    table.play(DAN, "pass")
    sell_or_keep = "The highest bid for the mayor is $12M; you have $12M in hand. Do you sell, or keep it and pay?"
    assert asked(table, ANN) == sell_or_keep
    table.play(ANN, "keep")
    assert asked(table, ANN) == "What do you do with the mayor: use it or discard it?"


def test_between_rounds_and_at_the_end_the_question_says_so() -> None:
    table = Table(rounds=2)
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    question = "Round 1 is over and you are the next starting player. Ready for the next round?"
    assert asked(table, table.decides()) == question
    table.play(table.decides(), "start_round")
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    assert asked(table, ANN) == "The game is over."


def asked(table: Table, seat: int) -> str:
    assert is_japanese(WORDS.question(look(JA, RULES, table.s, seat, NAMES)))
    return WORDS.question(look(EN, RULES, table.s, seat, NAMES))


# ---------------------------------------------------------------- hidden money


def with_other_money(state: State, viewer: int) -> State:
    """The same position with everybody else's money changed, as far as the auction lets it be."""
    changed = state.copy()
    for seat in range(state.players):
        if seat != viewer:
            changed.cash[seat] += 31
            changed.stowed[seat] += 17
    return changed


def shown(_: Say, state: State, viewer: int) -> tuple[object, ...]:
    return (
        WORDS.position(look(_, RULES, state, viewer, NAMES)),
        WORDS.score_sheet(look(_, RULES, state, viewer, NAMES)),
        WORDS.question(look(_, RULES, state, viewer, NAMES)),
        [WORDS.action(look(_, RULES, state, viewer, NAMES), action) for action in range(0, GAME.actions.count, 7)],
    )


@pytest.mark.rule("TE-O2", "TE-T4")
@pytest.mark.parametrize("_", [EN, JA], ids=["en", "ja"])
def test_hidden_money_of_others_changes_nothing_that_a_viewer_is_told(_: Say) -> None:
    running = list(random_positions(range(4), rounds=2, money=0))[::17]
    for state in running:
        if state.phase not in {BETWEEN_ROUNDS, OVER}:
            for viewer in range(-1, state.players):
                assert shown(_, state, viewer) == shown(_, with_other_money(state, viewer), viewer)


@pytest.mark.rule("TE-O2")
def test_your_own_money_is_shown_and_open_money_is_everybodys() -> None:
    table = Table(money=0)
    table.money(9, 20, 0, boxes=(3, 4, 0))
    assert money_lines(table, BEN) == ["  1: hidden", "  2 (you): in hand $20M, in the cash box $4M", "  3: hidden"]
    assert money_lines(table, SPECTATOR) == ["  1: hidden", "  2: hidden", "  3: hidden"]
    table.s.money = 1
    assert money_lines(table, SPECTATOR) == [
        "  1: in hand $9M, in the cash box $3M",
        "  2: in hand $20M, in the cash box $4M",
        "  3: in hand $0M, in the cash box $0M",
    ]


@pytest.mark.rule("TE-V6")
def test_cash_boxes_are_opened_when_a_round_is_scored_and_hands_at_the_end() -> None:
    table = Table(rounds=2, money=0)
    table.money(9, 20, 0, boxes=(3, 4, 0))
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    assert money_lines(table, ANN)[1] == "  2: in hand hidden, in the cash box $4M"
    table.play(table.decides(), "start_round")
    assert money_lines(table, ANN)[1] == "  2: hidden"
    RULES.finish_round(table.s, RULES.NO_MORE_BUILDINGS)
    assert money_lines(table, ANN)[1] == "  2: in hand $24M, in the cash box $0M"


def money_lines(table: Table, viewer: int) -> list[str]:
    lines = WORDS.position(look(EN, RULES, table.s, viewer, NAMES)).splitlines()
    start = lines.index("Money:") + 1
    return lines[start : start + table.s.players]


# ---------------------------------------------------------------- one of each piece


@pytest.mark.parametrize(
    ("piece", "face", "text"),
    [
        (CUBE, cube("V1"), "Ann put Vesper 1 up for auction."),
        (ROOF, 3, "Ann put rooftop 3 up for auction."),
        (PERMIT, 0, "Ann put building permit 1 up for auction."),
        (MAYOR, 0, "Ann put the mayor up for auction."),
    ],
)
def test_every_piece_has_its_name(piece: int, face: int, text: str) -> None:
    assert WORDS.event(to(EN, RULES, BEN, ["Ann", "Ben"]), event_of("put_up", ANN, piece, face)) == text

"""The stage of The Estates: what every choice means, in figures that hold when it is played."""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.shapes import ROWS
from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, BID, CANCEL, CUBE, OVER, PLACE, SETTLE, State
from tabletown.games.the_estates.staging import STAGING, worth
from tabletown.games.the_estates.telling.sheets import worth as worth_of_row
from tabletown.match.custom import veiled
from tabletown.rulekit.language import Say, say
from tabletown.rulekit.look import SPECTATOR, Look
from tabletown.rulekit.staging import ACTS, LEADS, OUT, WAITS, Answer, Meaning, Moment, Subject, Way
from tests.games.the_estates.listening import is_japanese
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    LONGER,
    LOWER,
    MIDDLE,
    RULES,
    SHORTER,
    UPPER,
    Table,
)
from tests.looking import look

EN, JA = say("en", GAME), say("ja", GAME)
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
NUMBERS = ["1", "2", "3", "4", "5"]
"""Names for Japanese sentences, in which there shall be no other letters."""
LETTER_OF_A_PLAYER = re.compile(r"\b\w\s(?=[±∓])")
CASH_IS_OPEN = {"money": 1}


def letter_of(seat: int) -> str:
    return seen_by(a_town().s, seat).letters[seat]


def seen_by(state: State, seat: int, _: Say = EN, *, shown: bool = False) -> Look[State]:
    view = RULES.concealed(state, seat)
    if shown:
        veiled(RULES, view, seat)
    assert isinstance(view, State)
    return look(_, RULES, view, seat, (NAMES if _ is EN else NUMBERS)[: state.players])


def meaning(table: Table, seat: int, kind: str, **args: int) -> Meaning:
    return STAGING.meaning(seen_by(table.s, seat), [table.action(kind, args)])


def a_town(**options: int) -> Table:
    """Five buildings in the mayor's row and elsewhere; Dan holds Brickfield and Saffron."""
    table = Table(players=4, **options)
    for seat, letters in ((ANN, "F"), (BEN, "A"), (CAT, "PV"), (DAN, "BS")):
        table.owns(seat, letters)
    table.tower(UPPER, "F4", roof=2)
    table.tower(UPPER, "A6 B5 S2", roof=5)
    table.tower(UPPER, "V5 A3")
    table.mayor(UPPER)
    table.tower(MIDDLE, "S6 A4 F1", roof=3)
    table.tower(MIDDLE, "P5 B3")
    table.tower(LOWER, "F5 P4")
    table.tower(LOWER, "V3", roof=1)
    table.permit(2, LOWER, LONGER)
    table.money(6, 13, 11, 9, boxes=(3, 1, 3, 2))
    return table


def with_brickfield_2_up(**options: int) -> Table:
    """Ann puts it up, Ben passes, Cat bids 3, and Dan is asked."""
    table = a_town(**options)
    table.turn_of(ANN)
    table.skip_stowing(ANN)
    table.choose(ANN, "B2")
    table.play(BEN, "pass")
    table.play(CAT, "bid", amount=3)
    return table


# ---------------------------------------------------------------- a bid


def test_a_bid_is_priced_both_ways_with_the_largest_gain_in_every_row() -> None:
    told = meaning(with_brickfield_2_up(**CASH_IS_OPEN), DAN, "bid", amount=5)
    sold, kept = told.ways
    assert (sold.title, sold.figure, sold.of) == ("Sold to you", "$4M", "left of $9M")
    assert sold.words.replace("\u00a0", " ") == "Upper 3 ±20, Lower 1 ±11, Middle 2 ±2"
    assert (kept.title, kept.figure, kept.of) == ("Kept by Ann", "$14M", "with $5M paid")
    assert told.fact == "Nobody bids after you. Above $6M, Ann has to sell."
    assert told.does == "Bid $5M"


def test_an_auctioneer_who_cannot_pay_has_to_sell() -> None:
    table = with_brickfield_2_up(**CASH_IS_OPEN)
    kept = meaning(table, DAN, "bid", amount=7).ways[1]
    assert (kept.title, kept.figure, kept.of) == ("Cannot be kept", "$6M", "in Ann’s hand")
    assert meaning(table, DAN, "bid", amount=7).fact == "Nobody bids after you."


def test_who_can_still_top_a_bid_is_named_where_money_is_open_and_only_who_speaks_later_where_it_is_not() -> None:
    told = []
    for money in (1, 0):
        table = a_town(money=money)
        table.turn_of(ANN)
        table.skip_stowing(ANN)
        table.choose(ANN, "B2")
        told += [meaning(table, BEN, "bid", amount=amount).fact for amount in (8, 10, 11)]
    assert told == [
        "Can still top you: Cat, Dan.",
        "Can still top you: Cat.",
        "Nobody can top you.",
        *["Still to bid after you: Cat, Dan."] * 3,
    ]


def test_where_money_is_hidden_no_figure_of_the_auctioneer_is_told() -> None:
    table = with_brickfield_2_up()
    told = [meaning(table, DAN, "bid", amount=amount) for amount in (5, 7)]
    assert [each.ways[1].title for each in told] == ["Kept by Ann"] * 2
    assert {each.fact for each in told} == {"Nobody bids after you."}


def test_a_pass_leaves_the_piece_to_the_highest_bidder_or_the_auctioneer() -> None:
    told = meaning(with_brickfield_2_up(), DAN, "pass")
    assert [(way.title, way.figure, way.of) for way in told.ways] == [
        ("Sold to Cat", "$3M", "to Ann"),
        ("Kept by Ann", "$3M", "to Cat"),
    ]


def test_a_pass_before_any_bid_may_leave_it_for_nothing() -> None:
    table = a_town()
    table.turn_of(ANN)
    table.skip_stowing(ANN)
    table.choose(ANN, "S1")
    way, *others = meaning(table, BEN, "pass").ways
    assert (way.title, way.figure, way.of, others) == ("If nobody bids", "$0M", "Ann gets it", [])


def test_selling_and_keeping_stand_side_by_side() -> None:
    table = with_brickfield_2_up()
    table.play(DAN, "bid", amount=5)
    for kind, does in (("sell", "Sell to Dan for $5M"), ("keep", "Keep it, pay Dan $5M")):
        told = meaning(table, ANN, kind)
        assert [(way.title, way.figure, way.of) for way in told.ways] == [
            ("If you sell", "$11M", "now $6M"),
            ("If you keep it", "$1M", "now $6M"),
        ]
        largest = told.ways[0].words.replace("\u00a0", " ").replace(letter_of(DAN), "Dan")
        assert largest == "Upper 3 Dan ±20, Lower 1 Dan ±11, Middle 2 Dan ±2"
        assert told.does == does


# ---------------------------------------------------------------- a placement


def bought() -> Table:
    table = with_brickfield_2_up()
    table.play(DAN, "bid", amount=5)
    table.play(ANN, "sell")
    return table


def test_a_takeover_is_told_for_both_whom_it_touches() -> None:
    told = meaning(bought(), DAN, "place_cube", row=UPPER, lot=3)
    assert told.headers == ("takes Ben’s", "finished", "if not")
    assert told.effects == ((DAN, ("+20", "−20")), (BEN, ("−16", "+16")))
    best, row = told.ways
    assert (best.figure, best.of) == ("66", "points, now 46")
    assert (row.title, row.figure, row.of) == ("Upper row ×2", "3 of 4", "2 roofs to go")
    assert (told.does, told.name, told.mark) == ("Place on Upper 3", "Upper 3", "±20")


def test_every_place_has_its_own_figure() -> None:
    table = bought()
    actions = RULES.legal_actions(table.s, DAN)
    told = [STAGING.meaning(seen_by(table.s, DAN), [action]) for action in actions]
    assert {each.name: each.mark for each in told} == {
        "Upper 3": "±20",
        "Upper 4": "±4",
        "Middle 2": "±2",
        "Middle 3": "±2",
        "Lower 1": "±11",
        "Lower 3": "±2",
    }


def test_a_place_that_touches_only_others_has_the_letter_of_the_one_it_helps() -> None:
    table = a_town()
    table.gets(DAN, "roof 6")
    assert meaning(table, DAN, "place_roof", row=UPPER, lot=3).mark == f"{letter_of(BEN)} ±12"
    assert meaning(table, DAN, "place_roof", row=MIDDLE, lot=2).mark == "±6"


def test_the_mayor_is_worth_what_stands_in_the_row() -> None:
    table = a_town()
    table.s.mayor = -1
    table.gets(DAN, "mayor")
    told = meaning(table, DAN, "place_mayor", row=MIDDLE)
    assert (told.mark, told.effects) == ("±8", ((DAN, ("+8", "−8")), (ANN, ("+14", "−14"))))


def test_a_permit_says_how_long_the_row_becomes_and_what_is_at_stake_in_it() -> None:
    table = a_town()
    table.gets(DAN, "permit 3")
    told = meaning(table, DAN, "place_permit", row=MIDDLE, longer=LONGER)
    assert (told.mark, told.name, told.does) == ("4 → 7", "Middle row +3", "Lengthen the middle row to 7")
    assert told.headers[0] == "at stake"
    assert told.effects == ((DAN, ("+8", "−8")), (ANN, ("+14", "−14")))
    assert told.ways[1].figure == "2 of 7"


def test_a_cancelled_permit_gives_the_row_its_length_back() -> None:
    table = a_town()
    table.gets(DAN, "cancel")
    told = meaning(table, DAN, "remove_permit", permit=2)
    assert (told.mark, told.does) == ("6 → 4", "Remove +2 from the lower row")


def test_a_roof_that_finishes_the_second_row_ends_the_round_with_everybodys_points() -> None:
    table = Table(players=3)
    for row in (UPPER, MIDDLE):
        table.permit(3 if row == UPPER else 2, row, SHORTER)
    table.tower(UPPER, "A6", roof=2)
    table.tower(MIDDLE, "A5", roof=1)
    table.tower(MIDDLE, "B4")
    table.owns(BEN, "B")
    table.money(9, 12, 12, boxes=(3, 0, 0))
    table.gets(ANN, "roof 3")
    told = meaning(table, ANN, "place_roof", row=MIDDLE, lot=2)
    assert (told.ways[0].title, told.ways[0].figure) == ("Ends the round", "+17")
    assert told.ways[1].figure == "finished"
    assert told.effects == ((ANN, ("+17",)), (BEN, ("+7 + ?",)), (CAT, ("0 + ?",)))


def test_a_building_that_nobody_can_take_over_any_more_is_said_to_be_safe() -> None:
    table = bought()
    assert "1" in meaning(table, DAN, "place_cube", row=UPPER, lot=3).fact
    safe = meaning(table, DAN, "place_cube", row=MIDDLE, lot=3)
    assert safe.fact == "No cube that is left could take this building over."  # white dirt holds one cube


# ---------------------------------------------------------------- before the auction


def test_stowing_is_a_point_for_a_check() -> None:
    table = a_town()
    table.turn_of(DAN)
    box, hand = meaning(table, DAN, "stow_check").ways
    assert (box.figure, box.of, hand.figure, hand.of) == ("3", "points, now 2", "$8M", "now $9M")
    assert [way.figure for way in meaning(table, DAN, "skip_stowing").ways] == ["2", "$9M"]


def test_a_cube_that_may_be_put_up_says_what_it_can_do_for_and_against_one() -> None:
    table = a_town()
    table.turn_of(DAN)
    table.skip_stowing(DAN)
    table.put_at_end(1, 0, "A1")
    told = meaning(table, DAN, "choose_cube", row=1, end=0)
    best, risk = told.ways
    assert (best.title, best.figure, best.of) == ("Most for Ben", "±10", "Lower 1")
    assert (risk.figure, risk.of) == ("∓8", "Middle 2")
    assert told.mark == f"{letter_of(BEN)} ±10"


def test_a_face_down_roof_is_told_by_its_odds() -> None:
    table = a_town()
    table.turn_of(DAN)
    table.skip_stowing(DAN)
    turned, needed = meaning(table, DAN, "choose_roof").ways
    assert (turned.figure, turned.of) == ("3.9", "on average, 1 to 6")  # 42 - 11, over eight
    assert (needed.figure, needed.of) == ("3", "of them yours: 1")


# ---------------------------------------------------------------- who does what


def test_everybody_answers_in_the_order_of_the_auction() -> None:
    table = with_brickfield_2_up()
    told = STAGING.answers(seen_by(table.s, SPECTATOR))
    assert [(each.seat, each.words, each.standing, each.leads_by) for each in told] == [
        (BEN, "is out", OUT, ""),
        (CAT, "$3M", LEADS, "high bid"),
        (DAN, "bids?", ACTS, ""),
        (ANN, "seller", WAITS, ""),
    ]


def test_whoever_decides_is_told_so_and_everybody_else_who_does_what() -> None:
    table = with_brickfield_2_up()
    said = {seat: STAGING.now(seen_by(table.s, seat)) for seat in (SPECTATOR, ANN, BEN, DAN)}
    assert said[DAN] == ("Your bid.", "Brickfield 2 stands at $3M, and you bid last.")
    assert said[ANN] == ("Dan is to bid.", "Brickfield 2 stands at $3M. Then you sell or keep it.")
    assert said[BEN] == said[SPECTATOR] == ("Dan is to bid.", "Brickfield 2 stands at $3M.")


def test_whoever_waits_sees_how_the_auction_would_end_for_them() -> None:
    table = with_brickfield_2_up()
    told = {seat: STAGING.watching(seen_by(table.s, seat)).ways for seat in (SPECTATOR, ANN, BEN, CAT)}
    titles = {seat: [(way.title, way.figure) for way in ways] for seat, ways in told.items()}
    assert titles[BEN] == titles[SPECTATOR] == [("Sold to Cat", "$3M"), ("Kept by Ann", "$3M")]
    assert titles[ANN] == [("If you sell", "$9M"), ("If you keep it", "$3M")]
    assert titles[CAT] == [("Sold to you", "$8M"), ("Kept by Ann", "$14M")]


def test_whoever_waits_for_a_placement_sees_what_is_at_stake_for_them() -> None:
    best, rows = STAGING.watching(seen_by(bought().s, ANN)).ways
    assert (best.figure, best.words) == ("29", "3 in the cash box")
    assert rows.rows == (("Upper row", "±12"), ("Middle row", "±14"), ("Lower row", "0"))


def moments(table: Table, seat: int) -> list[Moment]:
    told = [*table.s.told]
    table.s.told.clear()
    return [*STAGING.moments(seen_by(table.s, seat), told)]


def test_an_auction_is_played_bid_by_bid_in_the_present_tense() -> None:
    table = with_brickfield_2_up()
    assert [each.words for each in moments(table, DAN)][-3:] == [
        "Ann puts Brickfield 2 up for auction.",
        "Ben passes.",
        "Cat bids $3M.",
    ]
    table.play(DAN, "bid", amount=5)
    table.play(ANN, "sell")
    assert [each.words for each in moments(table, DAN)] == ["You bid $5M.", "Ann sells Brickfield 2 to you for $5M."]
    table.play(DAN, "place_cube", row=UPPER, lot=3)
    assert [each.words for each in moments(table, BEN)] == [
        "Dan puts Brickfield 2 on Upper 3.",
        "The building passes from you to Dan: 20 points.",
    ]


def test_passes_that_follow_each_other_are_one_short_moment() -> None:
    table = a_town()
    table.turn_of(ANN)
    table.skip_stowing(ANN)
    table.choose(ANN, "S1")
    moments(table, ANN)
    table.all_pass()
    told = moments(table, ANN)
    assert [each.words for each in told] == [
        "Ben, Cat, Dan pass.",
        "Nobody bids: you get Saffron 1 for nothing.",
    ]
    assert told[0].beats < 0.5


def test_that_somebody_could_not_bid_is_no_moment_of_its_own_for_the_others() -> None:
    told = {}
    for kind in ("passed", "could_not_bid"):
        event = (next(each.code for each in GAME.events.kinds if each.name == kind), BEN, 7, 0, 0)
        (told[kind],) = STAGING.moments(seen_by(a_town().s, ANN), [event])
    assert told["passed"].words == told["could_not_bid"].words == "Ben passes."
    assert told["passed"].beats == told["could_not_bid"].beats
    assert told["passed"].kind == told["could_not_bid"].kind


def test_a_finished_row_says_what_it_counts_for_everybody() -> None:
    table = Table(players=3)
    table.permit(3, UPPER, SHORTER)
    table.tower(UPPER, "A6")
    table.gets(BEN, "roof 2")
    moments(table, BEN)
    table.play(BEN, "place_roof", row=UPPER, lot=1)
    assert [each.words for each in moments(table, BEN)] == [
        "You put rooftop 2 on Upper 1.",
        "The upper row is finished: Ann +8.",
    ]


# ---------------------------------------------------------------- in whole games


@cache
def positions() -> tuple[State, ...]:
    """Of games with two to five players, with hidden and with open money, of one round and of two."""
    found = []
    for players in GAME.players:
        rng = random.Random(players)
        state = RULES.new_state(GAME.read_options({"money": players % 2, "rounds": 1 + players % 2}))
        assert isinstance(state, State)
        RULES.seed_dice(state, players)
        RULES.setup(state, players)
        while RULES.pending_seats(state):
            if rng.random() < 0.3 or (state.phase == PLACE and state.piece == CANCEL):
                found.append(state.copy())
            RULES.apply(state, state.seat, rng.choice(RULES.legal_actions(state, state.seat)))
        found.append(state.copy())
    return tuple(found)


def some_actions(state: State) -> list[int]:
    """The legal ones, of a long row of bids only some."""
    actions = RULES.legal_actions(state, state.seat) if state.phase != OVER else []
    return actions[:3] + actions[3::4] if state.phase == BID else actions


def texts(told: object) -> Iterator[str]:
    """Every word and figure in what was told, without drawings."""
    if isinstance(told, Subject):
        yield from (told.name, told.note)
    elif isinstance(told, Meaning):
        yield from texts(
            [told.ways, told.fact, told.headers, told.effects, told.subject, told.does, told.mark, told.name]
        )
    elif isinstance(told, Answer):
        yield from (told.words, told.leads_by)
    elif isinstance(told, Way):
        yield from texts([told.title, told.figure, told.of, told.words, told.rows])
    elif isinstance(told, (list, tuple)):
        for each in told:
            yield from texts(each)
    elif isinstance(told, str):
        yield told


def everything(state: State, seat: int, _: Say, *, shown: bool = False) -> list[object]:
    seen = seen_by(state, seat, _, shown=shown)
    means = [STAGING.meaning(seen, [action]) for action in some_actions(state)] if seat == state.seat else []
    return [STAGING.now(seen), STAGING.subject(seen), STAGING.answers(seen), means, STAGING.watching(seen)]


def test_everything_is_told_in_both_languages_in_every_kind_of_position() -> None:
    kinds = set()
    for state in positions():
        kinds |= {(state.phase, GAME.actions.decode(action)[0]) for action in some_actions(state)}
        for seat in (SPECTATOR, 0, state.seat):
            assert all(everything(state, seat, EN)[:3])
            for words in texts(everything(state, seat, JA)):
                assert not re.search(r"[A-Za-z{}]", LETTER_OF_A_PLAYER.sub("", words)), words
    assert {kind for _phase, kind in kinds} == set(GAME.actions.kinds)


def test_what_custom_hides_has_no_part_in_anything_that_is_told() -> None:
    hidden = [state for state in positions() if not state.money and state.phase != OVER]
    assert len(hidden) > 50
    for state in hidden:
        for seat in (SPECTATOR, state.seat, (state.seat + 1) % state.players):
            assert everything(state, seat, EN) == everything(state, seat, EN, shown=True)


def test_what_a_placement_changes_is_what_it_changes_when_it_is_played() -> None:
    tried = 0
    for state in positions():
        if state.phase != PLACE:
            continue
        seen = seen_by(state, state.seat)
        for action in some_actions(state):
            kind, args = GAME.actions.decode(action)
            told = STAGING.meaning(seen, [action])
            after = state.copy()
            RULES.apply(after, state.seat, action)
            later = seen_by(after, state.seat)
            rows = range(ROWS)
            if after.phase >= BETWEEN_ROUNDS:
                assert told.ways[0].figure.replace("−", "-").replace("+", "") == str(after.score[state.seat])
            elif kind in {"place_cube", "place_roof", "place_mayor"}:
                changed = {
                    seat: change
                    for seat in range(state.players)
                    if (change := sum(worth_of_row(later, row, seat) - worth_of_row(seen, row, seat) for row in rows))
                }
                figures = {each.seat: int(each.figures[0].replace("−", "-")) for each in told.effects}
                assert figures == changed
                tried += 1
            elif kind in {"place_permit", "remove_permit"}:
                row = args.get("row", state.permit_row[args.get("permit", 0)])
                assert told.mark == f"{state.requirement[row]} → {after.requirement[row]}"
    assert tried > 100


def test_gains_that_are_foreseen_are_those_of_the_placement_itself() -> None:
    for state in positions():
        if state.phase != PLACE:
            continue
        seen = seen_by(state, state.seat)
        foreseen = {(each.row, each.lot): each.gains for each in worth.placings(seen, state)}
        for action in some_actions(state):
            kind, args = GAME.actions.decode(action)
            if kind in {"place_cube", "place_roof", "place_mayor"}:
                gains = worth.changes(seen, worth.tried(seen, action), args["row"])
                assert foreseen.pop((args["row"], args.get("lot", worth.WHOLE_ROW))) == tuple(gains)
        assert not foreseen


def test_money_is_what_is_left_when_the_hammer_has_fallen() -> None:
    tried = 0
    for state in positions():
        if state.phase != SETTLE:
            continue
        told = STAGING.meaning(seen_by(state, state.seat), some_actions(state)[:1])
        for way, kind in zip(told.ways, ("sell", "keep"), strict=False):
            after = state.copy()
            RULES.apply(after, state.seat, GAME.actions.encode(kind, {}))
            assert way.figure == f"${after.cash[state.seat]}M"
            tried += 1
    assert tried > 10


def test_no_drawing_of_a_stage_passes_for_the_piece_itself() -> None:
    drawings = 0
    for state in positions()[::4]:
        told = everything(state, state.seat, EN)
        means = told[3]
        assert isinstance(means, list)
        for svg in (each for part in means for each in (part.ghost, part.subject.svg if part.subject else "")):
            assert "data-piece" not in svg
            assert " id=" not in svg
            ET.fromstring(f"<svg>{svg}</svg>")
            drawings += bool(svg)
    assert drawings > 100


@pytest.mark.parametrize("language", [EN, JA])
def test_every_event_of_whole_games_has_its_moment_in_words_of_the_present(language: Say) -> None:
    kinds = set()
    for players in GAME.players:
        rng = random.Random(players)
        state = RULES.new_state(GAME.read_options({"rounds": 2}))
        assert isinstance(state, State)
        RULES.seed_dice(state, players)
        RULES.setup(state, players)
        while RULES.pending_seats(state):
            state.told.clear()
            RULES.apply(state, state.seat, rng.choice(RULES.legal_actions(state, state.seat)))
            for viewer in (SPECTATOR, 0):
                told = STAGING.moments(seen_by(state, viewer, language), state.told)
                assert bool(told) == bool(state.told)
                assert all(each.words and 0 < each.beats <= 1 for each in told)
                if language is JA:
                    assert all(is_japanese(each.words) for each in told), told
            kinds |= {GAME.events.named(event)[0] for event in state.told}
    assert kinds >= {kind.name for kind in GAME.events.kinds} - {"round_shared", "row_open_again"}


def test_a_cube_up_for_auction_is_named_with_whose_company_it_is() -> None:
    table = with_brickfield_2_up()
    assert table.s.piece == CUBE
    notes = [STAGING.subject(seen_by(table.s, seat)) for seat in (DAN, BEN)]
    assert [(each.name, each.note) for each in notes if each] == [
        ("Brickfield 2", "your company"),
        ("Brickfield 2", "Dan’s company"),
    ]

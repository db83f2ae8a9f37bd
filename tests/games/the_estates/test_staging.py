"""The stage of The Estates: what every choice means, in figures that hold when it is played."""



from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.staging import STAGING
from tabletown.rulekit.look import SPECTATOR
from tabletown.rulekit.staging import ACTS, LEADS, OUT, WAITS, Moment
from tests.games.the_estates.staged import (
    CASH_IS_OPEN,
    a_town,
    letter_of,
    meaning,
    seen_by,
    with_brickfield_2_up,
)
from tests.games.the_estates.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    LONGER,
    MIDDLE,
    RULES,
    SHORTER,
    UPPER,
    Table,
)

# ---------------------------------------------------------------- a bid


def test_rows_that_promise_the_same_are_told_together() -> None:
    for has_mayor, told in ((False, "Each row ±2"), (True, "Upper 1 ±4, Middle 1, Lower 1: ±2")):
        table = Table(players=4)
        if has_mayor:
            table.mayor(UPPER)
        table.turn_of(ANN)
        table.skip_stowing(ANN)
        table.choose(ANN, "B2")
        assert meaning(table, BEN, "bid", amount=1).ways[0].words.replace("\u00a0", " ") == told


def test_a_bid_is_priced_both_ways_with_the_largest_gain_in_every_row() -> None:
    told = meaning(with_brickfield_2_up(**CASH_IS_OPEN), DAN, "bid", amount=5)
    sold, kept = told.ways
    assert (sold.title, sold.figure, sold.of) == ("Sold to you", "$4M", "left of $9M")
    assert sold.words.replace("\u00a0", " ") == "Upper 3 ±20, Lower 1 ±11, Middle 2 ±2"
    assert (kept.title, kept.figure, kept.apart) == ("Kept by Ann", "$14M", "with $5M paid")
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
    assert (way.title, way.figure, way.apart, others) == ("If nobody bids", "$0M", "Ann gets it", [])


def test_selling_and_keeping_stand_side_by_side() -> None:
    table = with_brickfield_2_up()
    table.play(DAN, "bid", amount=5)
    for kind, does in (("sell", "Sell to Dan for $5M"), ("keep", "Keep it, pay Dan $5M")):
        told = meaning(table, ANN, kind)
        assert [(way.title, way.figure, way.apart) for way in told.ways] == [
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
    assert (row.title, row.figure, row.apart) == ("Upper row ×2", "3 of 4", "2 roofs to go")
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
    assert (box.figure, box.of, hand.figure, hand.apart) == ("3", "points, now 2", "$8M", "now $9M")
    assert [way.figure for way in meaning(table, DAN, "skip_stowing").ways] == ["2", "$9M"]


def test_a_cube_that_may_be_put_up_says_what_it_can_do_for_and_against_one() -> None:
    table = a_town()
    table.turn_of(DAN)
    table.skip_stowing(DAN)
    table.put_at_end(1, 0, "A1")
    told = meaning(table, DAN, "choose_cube", row=1, end=0)
    best, risk = told.ways
    assert (best.title, best.figure, best.apart) == ("Most for Ben", "±10", "Lower 1")
    assert (risk.figure, risk.apart) == ("∓8", "Middle 2")
    assert told.mark == f"{letter_of(BEN)} ±10"


def test_a_face_down_roof_is_told_by_its_odds() -> None:
    table = a_town()
    table.turn_of(DAN)
    table.skip_stowing(DAN)
    turned, needed = meaning(table, DAN, "choose_roof").ways
    assert (turned.figure, turned.of) == ("3.9", "on average, 1 to 6")  # 42 - 11, over eight
    assert (needed.figure, needed.apart) == ("3", "of them yours: 1")


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

"""Milton Keynes on the stage: what is told of a choice is what comes of it, and nothing that nobody may know."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tabletown.games.milton_keynes import GAME
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.staging import STAGING
from tabletown.laws.secrecy import other_world
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import Meaning
from tests.games.milton_keynes.on_stage import CASE, JAPANESE, NAMES, at, games, market, means, seen_by
from tests.games.milton_keynes.table import (
    ANN,
    BEN,
    CAT,
    COMMONS,
    DEMOLISH,
    ESTATE,
    EXTENSION,
    LOBBY,
    REDEVELOP,
    RULES,
    Table,
    plots,
)
from tests.looking import look as looked


def pouch(kind: int, names: str) -> list[tuple[str, dict[str, Any]]]:
    return [("commission", {"kind": kind}), *(("put_deed", {"plot": plot}) for plot in plots(names))]


# ---------------------------------------------------------------- building


def corner() -> Table:
    """The rulebook's corner of the river: Ann has G7, Ben may build on H6 and H7."""
    table = Table(4)
    table.builds(ANN, ESTATE, "G7")
    table.holds(BEN, "H6 H7 A1", permits=[LOBBY, COMMONS])
    table.to_pouches()
    return table


def test_a_building_is_priced_wall_by_wall() -> None:
    told = means(corner(), BEN, *pouch(LOBBY, "H6 H7"), ("seal", {}))
    mine, others = told.ways
    assert (mine.figure, mine.apart) == ("10 → 13", "+3 blocks")
    assert sorted(mine.rows) == [("Mara", "+1"), ("inner walls", "+1"), ("river", "+1")]
    assert (others.figure, others.rows) == ("+1", (("Mara", "+1"),))
    assert told.does == "Seal: Estate on H6 H7"


def test_the_button_names_the_permit_that_it_puts_in() -> None:
    table = corner()
    assert {means(table, BEN, ("commission", {"kind": kind})).does for kind in (LOBBY, COMMONS)} == {
        "Put in Estate/Lobby",
        "Put in Commons",
    }


def test_the_figures_of_a_pouch_are_its_blocks_once_it_is_built() -> None:
    table = corner()
    told = means(table, BEN, *pouch(LOBBY, "H6 H7"), ("seal", {}))
    table.fill(BEN, (LOBBY, "H6 H7"))
    table.seal(*table.pending)
    assert told.ways[0].figure == f"10 → {table.s.marker[BEN]}"
    assert table.blocks() == [3, 3, 0, 0]


def test_roundabouts_on_the_way_are_told_with_their_cash() -> None:
    table = Table(4)
    table.holds(ANN, "G7 G8", permits=[ESTATE])
    table.builds(BEN, ESTATE, "F6")
    table.builds(CAT, ESTATE, "H7 H8")
    table.to_pouches()
    told = means(table, ANN, *pouch(ESTATE, "G7 G8"), ("seal", {}))
    assert told.ways[0].figure == "10 → 15", "two river walls, an inner one, two beside Olu"
    assert told.ways[0].of == "and 5 cash"


def test_each_step_of_a_pouch_says_what_it_does() -> None:
    table = corner()
    assert means(table, BEN, *pouch(LOBBY, "")).ways[0].of == "block with H6"
    assert means(table, BEN, *pouch(LOBBY, "H7")).does == "Put in H7: +1 block"
    assert means(table, BEN, ("seal", {})).does == "Seal an empty pouch"


def test_an_extension_is_priced_with_what_it_enlarges() -> None:
    table = Table(4)
    table.builds(ANN, ESTATE, "G7")
    table.holds(ANN, "G8", permits=[EXTENSION])
    table.to_pouches()
    told = means(table, ANN, ("extend", {"plot": "G7"}), ("put_deed", {"plot": "G8"}), ("seal", {}))
    assert told.ways[0].figure == "10 → 13"
    assert dict(told.ways[0].rows) == {"river": "+2", "inner walls": "+1"}
    assert told.does == "Seal: Estate grows by G8"


def before_a_demolition(owner: int, demolisher: int) -> Table:
    """H7 stands beside a building of Ann's."""
    table = Table(4)
    table.builds(ANN, ESTATE, "G7")
    table.builds(owner, ESTATE, "H6 H7")
    table.holds(demolisher, permits=[DEMOLISH], cash=12)
    table.new_year()
    table.s.seat = demolisher
    return table


def demolition_of_h7(owner: int, demolisher: int) -> Meaning:
    return means(before_a_demolition(owner, demolisher), demolisher, ("demolish", {"plot": "H7"}))


def test_a_demolition_tells_what_everybody_would_lose() -> None:
    told = demolition_of_h7(BEN, CAT)
    assert {each.seat: each.figures for each in told.effects} == {
        ANN: ("3", "2", "−1"),
        BEN: ("3", "1", "−2"),
        CAT: ("0", "0", "0"),
    }
    assert told.does == "Demolish H7: Noor −2"
    assert told.fact == "Then you may buy the deed for 10 from Noor."


def test_whose_blocks_change_come_before_a_viewer_whose_do_not() -> None:
    told = demolition_of_h7(CAT, BEN)
    assert [each.seat for each in told.effects] == [ANN, CAT, BEN]


# ---------------------------------------------------------------- sales and permits


def open_bribes() -> Table:
    table = Table(4)
    for seat, cash in enumerate((24, 20, 20, 20)):
        table.holds(seat, permits=[LOBBY, ESTATE, REDEVELOP][: 2 if seat == ANN else 1], cash=cash)
    table.to_sale()
    for seat, amount in enumerate((6, 0, 9, 4)):
        table.play(seat, "bribe", amount=amount)
    return table


def test_bribes_on_the_table_give_everybody_a_place() -> None:
    answers = {each.seat: each for each in STAGING.answers(at(open_bribes(), ANN))}
    assert [answers[seat].words for seat in range(4)] == ["6: #2", "0: #4", "9: #1", "4: #3"]
    assert (answers[CAT].standing, answers[CAT].leads_by) == ("leads", "first")


def test_lobby_tells_the_place_that_it_buys_and_what_it_costs() -> None:
    first, cost = means(open_bribes(), ANN, ("lobby", {"fist": 0, "amount": 10})).ways
    assert first.figure == "#1"
    assert (cost.figure, dict(cost.rows)) == ("−4", {"Estate/Lobby": "−1", "left for lots": "14"})
    kept = means(open_bribes(), ANN, ("decline", {}))
    assert (kept.ways[0].figure, kept.ways[1].figure, kept.does) == ("#2", "18", "Keep my bribe")


def test_equal_bribes_are_told_as_a_range_until_cards_decide() -> None:
    table = open_bribes()
    place = means(table, BEN, ("lobby", {"fist": 0, "amount": 4})).ways[0]
    assert place.figure == "#3", "without the Lobby Noor has fewer cards than Pia"
    assert means(table, ANN, ("lobby", {"fist": 0, "amount": 4})).ways[0].figure == "#2–3"


def test_a_bid_is_priced_for_both_outcomes() -> None:
    table = Table(3)
    for seat in (ANN, BEN, CAT):
        table.holds(seat, cash=10)
    table.to_bids(EXTENSION, COMMONS, ESTATE)
    win, lose = means(table, ANN, ("bid", {"amount": 3})).ways
    assert (win.title, win.figure, dict(win.rows)) == ("If Noor bids less", "−3", {"left": "7"})
    assert (lose.title, lose.figure) == ("If Noor bids more", "+4")


def three_bids() -> Table:
    table = Table(3)
    for seat in (ANN, BEN, CAT):
        table.holds(seat, permits=[LOBBY], cash=10)
    table.to_bids(EXTENSION, COMMONS, ESTATE)
    for seat, bids in ((ANN, (3, 1)), (BEN, (2, 5)), (CAT, (1, 2))):
        for amount in bids:
            table.play(seat, "bid", amount=amount)
    return table


def test_open_bids_tell_who_would_take_what() -> None:
    table = three_bids()
    left, right = means(table, ANN, ("decline", {})).ways
    assert (left.title, left.figure, left.of) == ("Extension", "+5", "from Noor")
    assert (right.figure, right.of) == ("tied", "at 1")
    assert means(table, ANN, ("lobby", {"fist": 0, "amount": 6})).ways[0].figure == "−6"


# ---------------------------------------------------------------- income and lists


def test_two_sums_do_not_stand_side_by_side_before_cash_is_collected() -> None:
    """Two figures one after the other, *30 30 cash then*, were read as one."""
    table = Table(3)
    table.new_year()
    table.s.cash[ANN] = 7
    income = means(table, ANN, ("inquire", {"times": 0})).ways[0]
    assert (income.figure, income.of, income.apart) == ("10", "", "")
    assert income.rows == (("cash then", "17"),)


def test_a_building_in_a_list_is_yours_and_not_of_you() -> None:
    table = Table(3)
    table.builds(ANN, ESTATE, "H3")
    table.builds(BEN, COMMONS, "B2")
    table.holds(ANN, permits=[DEMOLISH])
    table.new_year()
    own, other = (table.action("demolish", {"plot": plot}) for plot in ("H3", "B2"))
    assert STAGING.brief(at(table, ANN), own) == "H3: your Estate"
    assert STAGING.brief(at(table, ANN), other) == "B2: Commons of Noor"


# ---------------------------------------------------------------- random games


CERTAIN = ("buy", "demolish", "redevelop", "accept")


def test_what_is_told_as_certain_is_what_happens() -> None:
    rng, tried = random.Random(2), dict.fromkeys(CERTAIN, 0)
    for state in (each for seed in (5, 6, 7, 8) for each in games(seed, 1200)):
        for seat in RULES.pending_seats(state):
            look = seen_by(state, seat)
            legal = [action for action in RULES.legal_actions(state, seat) if look.decoded(action)[0] in CERTAIN]
            for action in rng.sample(legal, min(2, len(legal))):
                kind = look.decoded(action)[0]
                told = STAGING.meaning(look, [action])
                after = state.copy()
                RULES.call.apply(after, seat, action)
                check_certain(kind, told, after, seat)
                tried[kind] += 1
    assert min(tried.values()) > 0, tried


def check_certain(kind: str, told: Meaning, after: State, seat: int) -> None:
    if kind in {"demolish", "redevelop"}:
        assert all(int(each.figures[1]) == after.blocks[each.seat] for each in told.effects)
    elif kind == "buy":
        assert told.ways[1].figure.endswith(f"→ {after.cash[seat]}")
    else:
        assert told.fact == f"You have {after.cash[seat]} cash then."


def test_a_pouch_comes_to_what_was_told_if_nobody_else_builds() -> None:
    rng, tried = random.Random(3), 0
    for state in (each for seed in (8, 9) for each in games(seed, 2500)):
        if state.phase != RULES.FILL_POUCHES or any(state.entries) or RULES.pending_seats(state) != (0, 1, 2):
            continue
        after = state.copy()
        for seat in (BEN, CAT):
            RULES.call.apply(after, seat, RULES.declaration.actions.encode("seal", {}))
        told = filled_and_told(after, rng)
        if after.phase != RULES.NOMINATE:
            assert told.ways[0].figure.split(" → ")[-1] == str(after.marker[ANN])
            tried += 1
    assert tried > 2


def filled_and_told(state: State, rng: random.Random) -> Meaning:
    """Ann fills a pouch at random and seals it; what was told of it before."""
    seal = RULES.declaration.actions.encode("seal", {})
    before, plan = seen_by(state, ANN), list[int]()
    while seal not in (legal := RULES.legal_actions(state, ANN)) or (len(legal) > 1 and rng.random() < 0.8):
        plan.append(rng.choice([action for action in legal if action != seal]))
        RULES.call.apply(state, ANN, plan[-1])
    RULES.call.apply(state, ANN, seal)
    return STAGING.meaning(before, [*plan, seal])


def everything(look: Look[State], events: Sequence[Any], rng: random.Random) -> list[object]:
    legal = RULES.legal_actions(look.view, look.viewer) if look.viewer in look.deciding else []
    heard = [event for event in events if GAME.events.seen_by(event, look.viewer)]
    return [
        STAGING.now(look),
        STAGING.subject(look),
        STAGING.answers(look),
        STAGING.tray(look),
        STAGING.moments(look, heard),
        *(STAGING.meaning(look, [action]) for action in rng.sample(legal, min(3, len(legal)))),
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_stage_is_the_same_in_worlds_that_look_the_same(language: str) -> None:
    """Every kind of action is told of on the way, by everybody and in both languages."""
    for number, state in enumerate(games(21, 900)):
        for seat in range(-1, CASE.players) if number % 3 == 0 else ():
            world = other_world(CASE, state, seat, number)
            assert isinstance(world, State)
            shown = [
                everything(seen_by(each, seat, language), state.told, random.Random(number)) for each in (state, world)
            ]
            assert shown[0] == shown[1]


def test_cash_that_custom_hides_is_not_told() -> None:
    """Only one's own; the trading partner's is not even the end of a slider."""
    table = market()
    before = STAGING.tray(at(table, ANN)), STAGING.answers(at(table, ANN)), STAGING.now(at(table, ANN))
    table.s.cash[BEN] += 5
    table.s.bank -= 5
    assert (STAGING.tray(at(table, ANN)), STAGING.answers(at(table, ANN)), STAGING.now(at(table, ANN))) == before


# ---------------------------------------------------------------- moments


def test_a_demolition_changes_the_board_with_its_own_moment() -> None:
    table = before_a_demolition(BEN, CAT)
    table.play(CAT, "demolish", plot="H7")
    told = STAGING.moments(at(table, ANN), table.s.told)
    assert [(each.kind, each.seat) for each in told if each.turns_the_board] == [("demolition", CAT)]


def test_pouches_open_one_by_one_and_then_income_is_counted() -> None:
    table = corner()
    table.holds(ANN, "A3", permits=[REDEVELOP])
    table.fill(ANN, (REDEVELOP, "A3"))
    table.fill(BEN, (LOBBY, "H6 H7"))
    table.seal(ANN, BEN, 3)
    table.play(CAT, "seal")
    told = STAGING.moments(at(table, CAT), table.s.told)
    assert [(each.kind, each.seat) for each in told[:5]] == [
        ("pouches_sealed", None),
        ("pouch", ANN),
        ("pouch", BEN),
        ("nothing_built", CAT),
        ("nothing_built", 3),
    ]
    assert told[2].words == "Noor opens: Estate on H6 H7."
    parts = GAME.picture.parts(at(table, CAT))
    number = table.s.building[plots("H6")[0]]
    assert told[2].turns == (f"building-{number}",)
    assert all(name in parts for each in told for name in each.turns)
    assert not any(each.turns_the_board for each in told)
    assert told[5].words == "Income: Mara 10 → 13, Noor 10 → 13."


def test_a_trade_is_one_moment_and_says_no_more_than_the_table_sees() -> None:
    table = market()
    for kind, args in (("offer_to", {"partner": BEN}), ("add_cash", {"amount": 4}), ("ask", {})):
        table.play(ANN, kind, **args)
    table.play(ANN, "add_deed", plot="C7")
    table.play(ANN, "send")
    table.play(BEN, "accept", sender=ANN)
    events = list(table.s.told)
    for seat, words in (
        (ANN, "You and Noor trade: 4 cash for C7."),
        (CAT, "Mara and Noor trade: 4 cash for 1 deed."),
    ):
        heard = [event for event in events if GAME.events.seen_by(event, seat)]
        assert [each.words for each in STAGING.moments(at(table, seat), heard)] == [words]


def test_bribes_are_one_moment_the_highest_first() -> None:
    told = STAGING.moments(at(open_bribes(), ANN), open_bribes().s.told)
    assert [each.words for each in told] == ["The bribes: Olu 9, you 6, Pia 4, Noor 0."]


def test_japanese_speaks_of_the_same_moment() -> None:
    table = open_bribes()
    told = STAGING.moments(looked(JAPANESE, RULES, table.s, BEN, NAMES), table.s.told)
    assert [each.words for each in told] == ["賄賂：Olu 9、Mara 6、Pia 4、あなた 0。"]

"""Squad Car in sentences, in English and in Japanese."""

import random
import re
from collections.abc import Iterator

import pytest

from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.rules.state import DRIVING, State
from tabletown.games.squad_car.telling import WORDS, guide, letters, refusals
from tabletown.rulekit.inked import plain
from tabletown.rulekit.language import Say, say
from tabletown.rulekit.rulebooks import rulebook
from tests.games.squad_car.table import BOARD, G1, G2, RULES, S1, S2, E, N, S, Table, W, exit_at
from tests.looking import look, to

EN, JA = say("en", GAME), say("ja", GAME)
NAMES = ("1", "2", "3", "4", "5", "6")
"""Names without letters, so that letters in a Japanese text can only be English."""


def is_japanese(text: str) -> bool:
    return re.search(r"[A-Za-z{}]", text) is None and re.search(r"[ぁ-ん]|[ァ-ヴ]|[一-龠]", text) is not None


def random_positions(seeds: range) -> Iterator[State]:
    """Every position of random games with two, four and six players."""
    for seed in seeds:
        rng = random.Random(seed)
        state = RULES.new_state(GAME.read_options({"round_limit": 25}))
        assert isinstance(state, State)
        RULES.seed_dice(state, seed)
        RULES.setup(state, GAME.players[seed % 3])
        while seats := RULES.pending_seats(state):
            yield state.copy()
            state.told.clear()
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
        yield state.copy()


def said(table: Table, kind: str, _: Say = EN, **args: int) -> str:
    return WORDS.action(look(_, RULES, table.s, table.decides(), NAMES), GAME.actions.encode(kind, args))


def refused(table: Table, kind: str, _: Say = EN, **args: int) -> str:
    action = GAME.actions.encode(kind, args)
    code = RULES.why_not(table.s, table.decides(), action)
    assert code, "it is allowed"
    return WORDS.refusal(look(_, RULES, table.s, table.decides(), NAMES), action, code)


# ------------------------------------------------------------ everything has words


def test_every_action_and_every_refusal_is_said_in_both_languages_in_every_position() -> None:
    for number, state in enumerate(random_positions(range(6))):
        if number % 9:
            continue
        for seat in range(state.players):
            for action in range(GAME.actions.count):
                text = WORDS.action(look(JA, RULES, state, seat, NAMES), action)
                assert is_japanese(text), text
                code = RULES.why_not(state, seat, action)
                if code:
                    assert is_japanese(WORDS.refusal(look(JA, RULES, state, seat, NAMES), action, code))
                    assert WORDS.refusal(look(EN, RULES, state, seat, NAMES), action, code).endswith(".")


def test_every_question_is_asked_in_both_languages() -> None:
    for state in random_positions(range(3)):
        for seat in range(state.players):
            assert WORDS.question(look(EN, RULES, state, seat, NAMES)).strip()
            assert is_japanese(WORDS.question(look(JA, RULES, state, seat, NAMES)))


def test_every_event_has_a_sentence_in_both_languages() -> None:
    table = Table()
    table.put(G2, 8, 11, S)
    table.put(S2, 8, 8, S)
    table.turn(S2, moves=2)
    table.drive("ahead, ahead")
    table.put(G1, 14, 1, N)
    table.turn(G1, moves=1)
    table.drive("ahead")
    told = list(table.s.told)
    for seed in range(12):
        state = RULES.new_state(GAME.read_options({"round_limit": 25}))
        rng = random.Random(seed)
        RULES.seed_dice(state, seed)
        RULES.setup(state, GAME.players[seed % 3])
        while seats := RULES.pending_seats(state):
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
        told += state.told
    for event in told:
        assert is_japanese(WORDS.event(to(JA, RULES, -1, NAMES), event))
        assert WORDS.event(to(EN, RULES, -1, NAMES), event).endswith(".")
    assert {GAME.events.named(event)[0] for event in told} == {kind.name for kind in GAME.events.kinds}


def test_every_reason_has_words_of_its_own() -> None:
    reasons = {reason.name for reason in GAME.reasons.all.values()}
    assert set(refusals.ALWAYS_THE_SAME) | set(refusals.SAID_BY) == reasons
    assert not set(refusals.ALWAYS_THE_SAME) & set(refusals.SAID_BY)


def test_the_guide_names_clauses_for_every_kind_of_action() -> None:
    clauses = {clause.id for clause in rulebook(GAME, "en").clauses}
    assert guide.CLAUSES.keys() == GAME.actions.kinds.keys()
    assert {clause for named in guide.CLAUSES.values() for clause in named} <= clauses


# ------------------------------------------------------------ what they say


def test_steps_say_where_they_lead() -> None:
    table = Table()
    table.put(G1, 8, 12, N)
    table.turn(G1, moves=4)
    assert said(table, "ahead") == "Straight ahead: Center Street and 3rd Avenue"
    assert said(table, "bear", side=1) == "Quarter turn right into Center Street and 3rd Avenue"
    assert said(table, "half_turn", side=0) == "Half turn left, to face west"
    assert said(table, "stop") == "Stay where you are"
    table.drive("right")
    assert said(table, "bear", side=1) == "Forward to the right: Center Street between 3rd Avenue and 4th Avenue"
    assert said(table, "stop") == "Stop here"


def test_places_are_named_by_their_roads() -> None:
    table = Table()
    table.put(S1, 21, 2, E)
    table.turn(S1, moves=4)
    assert said(table, "ahead") == "Straight ahead: Main Street, east exit"
    table.put(S1, 20, 2, E)
    assert said(table, "ahead") == "Straight ahead: Main Street outside 5th Avenue"


def test_a_refusal_names_the_street_that_runs_the_other_way() -> None:
    table = Table()
    table.put(G1, 8, 15, N)
    table.turn(G1, moves=2)
    assert refused(table, "bear", side=1).startswith("Pine Street runs west only;")
    table.put(G1, 8, 6, W)
    assert refused(table, "ahead").startswith("Elm Street runs east only;")


def test_a_refusal_names_the_roadblock_the_car_and_the_exit() -> None:
    table = Table(blocks=((14, 0), (0, 6), (0, 17)))
    table.put(G1, 14, 1, N)
    table.turn(G1, moves=2)
    assert refused(table, "ahead") == "A roadblock closes this exit (4th Avenue, north exit); find another way."
    table.turn(S1, shifts=1)
    table.play("lift", exit=exit_at(0, 6))
    assert refused(table, "place", exit=exit_at(22, 20)).startswith("On that exit stands squad car 2;")
    assert "(Elm Street, west exit)" in refused(table, "place", exit=exit_at(0, 6))


def test_a_car_whose_lot_is_closed_by_another_is_told_to_wait_not_to_drive_through_a_crossing() -> None:
    table = Table()
    table.put(G2, 10, 11, W)
    table.turn(G1, moves=3)
    wait = "Another car closes the street before the lot; wait until it has gone."
    assert refused(table, "ahead") == wait
    assert [refused(table, "bear", side=side) for side in (0, 1)] == [wait, wait]
    table.put(G2, 8, 11, W)
    table.put(G1, 8, 12, N)
    assert refused(table, "bear", side=0).startswith("Another car is on the crossing;")


def test_no_crossing_is_promised_beyond_the_last_one() -> None:
    table = Table()
    table.put(G1, 21, 6, E)
    table.turn(G1, moves=3)
    assert "next crossing" not in refused(table, "half_turn", side=0)


def test_a_squad_car_is_told_why_it_turns_off_at_the_last_crossing() -> None:
    table = Table()
    table.put(S1, 20, 6, E)
    table.turn(S1, moves=4)
    assert "Elm Street only leads out of town" in refused(table, "ahead")


@pytest.mark.parametrize("players", GAME.players)
def test_the_position_shows_every_car_where_it_stands(players: int) -> None:
    table = Table(players=players)
    text = WORDS.position(look(EN, RULES, table.s, 0, NAMES))
    rows = text.split("\n\n")[1].splitlines()
    assert len(rows) == 23
    for car, sign in enumerate("ABC123"):
        if table.s.square[car] >= 0:
            x, y = BOARD.place(table.s.square[car])
            assert rows[y][x] == sign
    assert "Roadblock: Pine Street, east exit" in text
    assert "1 (you)" in text


def test_the_map_in_letters_marks_cars_with_their_headings_and_fits_a_terminal() -> None:
    table = Table(players=6)
    table.put(G2, 8, 9, N)
    board, *rest = letters.panels(look(EN, RULES, table.s, 0, NAMES))
    shown = plain([board])
    assert "B↑" in shown
    assert "1→" in shown
    assert shown.count("##") == 3
    assert board.width <= 60
    assert all(panel.lines for panel in rest)


def test_the_score_sheet_tells_each_seat_what_became_of_its_cars() -> None:
    table = Table()
    table.take_off(G2)
    table.put(S2, 8, 9, S)
    table.put(G1, 14, 1, N)
    table.turn(G1, moves=1)
    table.drive("ahead")
    headers, lines = WORDS.score_sheet(look(EN, RULES, table.s, 0, NAMES))
    assert headers == ["Player", "Side", "Cars", "Result"]
    assert lines[0] == ["1 (you)", "robbers", "getaway car 1 escaped, getaway car 2 captured", "won"]
    assert lines[1][-1] == "lost"


def test_a_card_that_moves_and_shifts_says_both() -> None:
    table = Table()
    table.turn(S1, moves=3, shifts=2)
    assert WORDS.question(look(EN, RULES, table.s, 1, NAMES)) == (
        "Squad car 1 has 3 moves. Where to? You may shift up to 2 roadblocks."
    )
    assert table.s.phase == DRIVING

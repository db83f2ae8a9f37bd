"""The stage of Squad Car: figures against positions reckoned by hand, and what is said against what then happens."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tabletown.explaining.telling import choice_in_words
from tabletown.games.squad_car import GAME
from tabletown.games.squad_car.drawing.routes import destinations
from tabletown.games.squad_car.rules.state import CAPTURED, DRIVING, ESCAPED, PLACING, State
from tabletown.games.squad_car.staging import STAGING
from tabletown.games.squad_car.telling import odds
from tabletown.games.squad_car.telling.odds import Threat, WayOut
from tabletown.match import load
from tabletown.rulekit.language import Say, say
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import ACTS, BAD, GOOD, OUT, WAITS, Answer, Meaning, Moment, Way
from tabletown.web.scene import Scene
from tests.games.squad_car.table import BOARD, G1, G2, RULES, S1, S2, SE, E, N, S, Table, W, exit_at, field_of
from tests.looking import look

EN, JA = say("en", GAME), say("ja", GAME)
NAMES = ("Tess", "Rosa", "Wim", "Yuki", "Zoe", "Uma")


def seen(state: State, viewer: int = 0, language: Say = EN) -> Look[State]:
    return look(language, RULES, state, viewer, NAMES[: state.players])


def on_fifth_avenue(players: int = 4) -> Table:
    """Getaway car 1 on 5th Avenue with four moves, squad cars on Pine and on Broad Street."""
    table = Table(players=players)
    table.put(G1, 20, 13, S)
    table.put(G2, 5, 11, W)
    table.put(S1, 17, 14, W)
    table.put(S2, 14, 20, E)
    table.turn(G1, moves=4)
    return table


def way_to(table: Table, x: int, y: int, heading: int) -> list[int]:
    seat = table.decides()
    routes = {route.place: route for route in destinations(seen(table.s, seat))}
    return list(routes[BOARD.square(x, y), heading].played)


def meaning_of(table: Table, actions: list[int], language: Say = EN) -> Meaning:
    return STAGING.meaning(seen(table.s, table.decides(), language), actions)


# ------------------------------------------------------------ reckoned by hand


def test_a_drive_tells_who_may_come_and_how_soon_the_car_is_out() -> None:
    """Oak Street and 5th Avenue: one step round the corner and one on to the exit. Of eleven fields that count eight
    give two moves or more. Yuki's squad car needs eight moves: blue (4 of 11), and 13
    of 24 cards; Wim's needs eleven: 4 of 24 cards."""
    table = on_fifth_avenue()
    means = meaning_of(table, way_to(table, 20, 17, SE))
    yuki, wim = 4 / 11 * 13 / 24, 4 / 11 * 4 / 24
    caught = round(100 * (1 - (1 - yuki) * (1 - wim)))
    assert means.ways == (
        Way(
            "Caught by your next turn",
            f"about {caught} %",
            rows=(("Yuki needs 8 moves", "20 %"), ("Wim needs 11 moves", "6 %")),
            tone=BAD,
        ),
        Way(
            "Out on your next turn",
            "73 %",
            apart="if not caught",
            rows=(("Oak Street, east exit", "2 moves"), ("within two turns", "93 %")),
            tone=GOOD,
        ),
    )
    assert caught == 25
    assert means.does == "Drive 4: Oak Street × 5th Avenue, facing south-east"
    assert means.mark == "4"


def test_what_a_player_with_two_cars_reads_names_cars_not_people() -> None:
    table = on_fifth_avenue(players=2)
    means = meaning_of(table, way_to(table, 20, 17, SE))
    assert [name for name, _chance in means.ways[0].rows] == ["Squad 2 needs 8 moves", "Squad 1 needs 11 moves"]


def test_a_drive_into_the_arms_of_the_police_says_so_on_its_button() -> None:
    table = on_fifth_avenue()
    table.put(S1, 20, 16, N)
    means = meaning_of(table, way_to(table, 20, 15, S))
    assert means.does == "Drive 2 and be caught"
    assert means.ways == (Way("Caught at once", "100 %", "by Wim", "1 robber stays on the road.", tone=BAD),)


def test_the_last_robber_caught_is_the_end() -> None:
    table = on_fifth_avenue()
    table.take_off(G2)
    table.put(S1, 20, 16, N)
    assert meaning_of(table, way_to(table, 20, 15, S)).ways[0].words == "No robber is left: the police win."


def test_an_escape_says_so_on_its_button() -> None:
    table = on_fifth_avenue()
    table.put(G1, 20, 16, S)
    means = meaning_of(table, way_to(table, 22, 17, E))
    assert means.does == "Drive 3 and escape: Oak Street, east exit"
    assert means.ways[0].figure == "away"


def test_an_exit_that_a_squad_car_watches_is_no_way_out() -> None:
    table = on_fifth_avenue()
    place = (BOARD.square(20, 17), SE)
    assert odds.way_out(seen(table.s), place) == WayOut(exit_at(22, 17), 2)
    table.put(S1, 22, 18, N)  # no road there, but next to the exit
    assert odds.way_out(seen(table.s), place) != WayOut(exit_at(22, 17), 2)


def test_far_from_every_exit_turns_are_told() -> None:
    """With the fields 1, 2, 3, 4, 5, 3, 3, 3, 4 and two reds: eleven moves take between four and five turns."""
    table = Table(players=4)
    table.turn(G1, moves=1)
    (_danger, out) = meaning_of(table, [RULES.STOP()]).ways
    assert (out.title, out.figure) == ("To the nearest exit", "about 5 turns")


@pytest.mark.parametrize(("moves", "turns"), [(0, 0.0), (1, 11 / 9)])
def test_turns_to_go_count_the_spins_that_give_nothing(moves: int, turns: float) -> None:
    """Two of eleven fields are red: one move takes eleven ninths of a turn."""
    assert odds.turns_out(RULES, moves) == pytest.approx(turns)


def test_chances_of_squad_cars_hang_on_the_cards_that_are_left() -> None:
    table = on_fifth_avenue()
    before = odds.squad_chance(seen(table.s), 13)
    assert before == pytest.approx(4 / 11 / 24)
    table.s.unused_cards = 17  # the card of 13 moves is the eighteenth
    assert odds.squad_chance(seen(table.s), 13) == 0


def test_a_squad_car_within_reach_arrests() -> None:
    table = on_fifth_avenue()
    table.put(S1, 15, 17, E)
    table.put(G1, 20, 16, S)
    table.turn(S1, moves=9)
    means = meaning_of(table, way_to(table, 20, 17, E))
    assert means.does == "Drive 5 and arrest Tess"
    assert means.ways == (Way("Arrest", "Tess", words="1 robber stays on the road.", tone=GOOD),)


def test_a_squad_car_that_arrests_nobody_reads_how_far_they_are_and_who_may_be_out() -> None:
    table = on_fifth_avenue()
    table.put(G1, 20, 16, S)
    table.turn(S2, moves=2)
    near, out = meaning_of(table, way_to(table, 16, 20, E)).ways
    assert (near.title, near.figure, near.of) == ("From there", "7 moves", "to Tess")
    assert (out.figure, out.rows[0]) == ("64 %", ("Tess: 3 moves to go", "64 %"))


def test_the_spin_of_a_getaway_car_tells_the_odds() -> None:
    table = on_fifth_avenue()
    table.put(G1, 20, 16, S)
    table.turn_to_spin(G1)
    out, danger = meaning_of(table, [RULES.SPIN()]).ways
    assert (out.title, out.figure, out.apart) == ("Out this turn", "64 %", "3 moves to go")
    assert out.rows == (("red: stays", "18 %"), ("at least 3 moves", "64 %"))
    assert danger.title == "Caught if you do not move"


def test_the_spin_of_a_squad_car_tells_the_odds() -> None:
    table = on_fifth_avenue()
    table.put(S1, 15, 17, E)
    table.put(G1, 20, 16, S)
    table.turn_to_spin(S1)
    arrest, _out = meaning_of(table, [RULES.SPIN()]).ways
    assert (arrest.title, arrest.apart) == ("Arrest this turn", "Tess, 5 moves away")
    assert arrest.figure == f"about {round(100 * (1 + 4 * 19 / 24) / 11)} %"
    assert arrest.rows == (("red: stays", "18 %"), ("blue: flashcard", "36 %"))


def test_a_roadblock_is_priced_by_what_it_does_to_each_robber() -> None:
    table = on_fifth_avenue()
    table.put(G1, 20, 16, S)
    table.turn(S1, shifts=1)
    table.play("lift", exit=exit_at(22, 14))
    oak = RULES.PLACE(exit_at(22, 17))
    means = meaning_of(table, [oak])
    assert means.does == "Block Oak Street, east exit"
    first, second = means.ways
    assert (first.title, first.figure, first.tone) == ("Tess: nearest way out", "3 → 6 moves", GOOD)
    assert first.rows[0] == ("out on the next turn", "64 % → 0 %")
    assert second.title == "Rosa: nearest way out"
    assert second.figure == "5 moves"
    assert means.mark == "+3"


def test_a_roadblock_lifted_after_a_drive_is_told_with_it_though_its_button_is_about_the_roadblock() -> None:
    table = on_fifth_avenue()
    table.turn(S1, moves=2, shifts=1)
    lift = RULES.LIFT(exit_at(22, 14))
    ahead = GAME.actions.encode("ahead", {})
    plan = [ahead, lift]
    means = meaning_of(table, plan)
    assert means.does == "Lift the roadblock: Pine Street, east exit"
    told = choice_in_words(seen(table.s, table.decides()), plan)
    assert told == f"{meaning_of(table, [ahead]).does} · {means.does}"
    assert told.startswith("Drive 1: ")


def test_a_roadblock_on_an_entry_end_is_said_to_be_useless() -> None:
    table = Table(players=4, blocks=())
    means = meaning_of(table, [RULES.PLACE(exit_at(22, 14))])
    assert means.fact == "Nobody can leave by that end anyway."
    assert means.mark == ""


def test_with_three_robbers_the_third_is_told_in_a_sentence() -> None:
    table = Table(players=6, blocks=())
    means = meaning_of(table, [RULES.PLACE(exit_at(0, 11))])
    assert len(means.ways) == 2
    assert re.fullmatch(r"(Tess|Rosa|Wim): nearest way out: .*\d+ moves", means.fact)


def test_what_cannot_be_played_means_nothing() -> None:
    table = on_fifth_avenue()
    assert meaning_of(table, [RULES.SPIN() + 1] * 9) == Meaning()
    assert STAGING.meaning(seen(table.s, 2), [RULES.STOP()]) == Meaning()
    assert STAGING.meaning(seen(table.s, -1), [RULES.STOP()]) == Meaning()


# ------------------------------------------------------------ now, answers


def test_the_driver_and_everybody_else_read_who_does_what() -> None:
    table = on_fifth_avenue()
    assert STAGING.now(seen(table.s, 0)) == ("Your drive.", "Getaway car 1: up to 4 moves.")
    for viewer in (1, 2, 3, -1):
        assert STAGING.now(seen(table.s, viewer)) == ("Tess drives.", "Getaway car 1: up to 4 moves.")


def test_answers_stand_in_the_order_of_turns_and_the_caught_come_last() -> None:
    table = on_fifth_avenue()
    table.take_off(G2)
    table.turn(S1, moves=3)
    assert STAGING.answers(seen(table.s, 2)) == [
        Answer(2, "drives", ACTS),
        Answer(3, "next", WAITS),
        Answer(0, "waits", WAITS),
        Answer(1, "caught", OUT),
    ]


# ------------------------------------------------------------ moments


def told(table: Table, viewer: int = 3) -> list[Moment]:
    return list(STAGING.moments(seen(table.s, viewer), table.s.told))


def test_a_drive_is_one_moment_whose_piece_goes_square_by_square() -> None:
    table = on_fifth_avenue()
    before, way = table.s.copy(), way_to(table, 20, 17, SE)
    for action in way:
        RULES.apply(table.s, 0, action)
    (moment,) = told(table)
    assert moment.words == "Tess drives 4 to Oak Street × 5th Avenue."
    assert (moment.kind, moment.piece, moment.seat) == ("drive", "car-0", 0)
    (spots,) = STAGING.ways(seen(before, 3), way).values()
    left, middle = 8 + 28 * 20 + 14 - 6.5, 8 + 28 * 20 + 14
    assert [turned for _x, _y, turned in spots] == [180, 180, 180, 180, 135]
    assert [(round(x, 1), round(y, 1)) for x, y, _turned in spots] == [
        (left, 8 + 28 * 13 + 14),
        (middle, 8 + 28 * 14 + 14),
        (left, 8 + 28 * 15 + 14),
        (left, 8 + 28 * 16 + 14),
        (middle, 8 + 28 * 17 + 14),
    ]


def test_an_arrest_on_the_way_is_told_with_the_drive() -> None:
    table = on_fifth_avenue()
    table.put(S1, 15, 17, E)
    table.put(G1, 20, 16, S)
    table.turn(S1, moves=5)
    for action in way_to(table, 20, 17, E):
        RULES.apply(table.s, 2, action)
    (moment,) = told(table)
    assert (moment.words, moment.kind, moment.piece) == ("Wim drives 5 and catches Tess.", "arrest", "car-3")
    assert next(iter(told(table, viewer=2))).words == "You drive 5 and catch Tess."


def test_a_robber_who_drives_into_an_arrest_and_one_who_escapes() -> None:
    table = on_fifth_avenue()
    table.put(S1, 20, 16, N)
    table.drive("ahead, ahead")
    assert [each.words for each in told(table)] == ["Wim catches Tess."]
    table = on_fifth_avenue()
    table.put(G1, 20, 16, S)
    table.drive("left, left, ahead")
    assert [each.kind for each in told(table)] == ["escape"]
    assert told(table)[0].words == "Tess escapes: Oak Street, east exit."


def test_a_draw_is_told_after_the_last_drive() -> None:
    table = Table(players=4, round_limit=25)
    table.s.round = 25
    table.turn(S2, moves=2)
    table.drive("ahead, stop")
    assert [each.kind for each in told(table)] == ["drive", "end"]


def test_spins_and_cards_are_seen_by_whoever_spun_too() -> None:
    table = on_fifth_avenue()
    table.turn_to_spin(G1)
    table.next_spin(field_of("yellow"), field_of("green", 5))
    table.play("spin")
    moments = told(table, viewer=0)
    assert [each.words for each in moments] == ["You spin yellow, and again.", "You spin green 5."]
    assert [each.seat for each in moments] == [None, None], "what is one's own is not played"
    assert all('class="needle"' in each.subject.svg for each in moments if each.subject)
    assert moments[1].subject is not None


# ------------------------------------------------------------ what is said is what happens


def positions(count: int, seed: int) -> Iterator[tuple[State, int]]:
    """Positions of random games of every size, with the seat that decides; not every step of a drive."""
    rng = random.Random(seed)
    while count:
        state = RULES.new_state(GAME.read_options({}))
        assert isinstance(state, State)
        RULES.seed_dice(state, rng.getrandbits(30))
        RULES.setup(state, rng.choice(GAME.players))
        while (seats := RULES.pending_seats(state)) and count:
            if rng.random() < (0.5 if state.phase == PLACING else 0.05):
                count -= 1
                yield state.copy(), seats[0]
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
            state.told.clear()


def every_choice(state: State, seat: int) -> list[list[int]]:
    drives = [list(route.played) for route in destinations(seen(state, seat))] if state.phase == DRIVING else []
    return drives + [[action] for action in RULES.legal_actions(state, seat)]


def test_what_is_named_as_certain_happens() -> None:
    """Escapes, arrests and being caught stand on the button, and nowhere else."""
    for state, seat in positions(60, seed=1):
        for actions in every_choice(state, seat):
            if actions == [RULES.SPIN()]:
                continue
            means = STAGING.meaning(seen(state, seat), actions)
            after = state.copy()
            for action in actions:
                RULES.apply(after, seat, action)
            lost = sum(square == CAPTURED for square in after.square) - sum(sq == CAPTURED for sq in state.square)
            assert ("escape" in means.does) == (ESCAPED in after.square)
            assert ("be caught" in means.does) == (after.square[state.car] == CAPTURED)
            assert ("arrest" in means.does) == (lost > 0 and after.square[state.car] != CAPTURED)


def test_moves_to_the_nearest_exit_are_what_the_rules_take() -> None:
    """Driven step by step on an empty board along the way that is drawn, a getaway car escapes after so many moves."""
    for state, _seat in positions(40, seed=2):
        for car in odds.robbers_on_the_road(state):
            place = odds.place_of(state, car)
            out = odds.way_out(seen(state), place)
            if out is None:
                continue
            way = odds.way_to_exit(seen(state), place, out.exit)
            assert len(way) - 1 == out.moves
            assert way[-1][0] == BOARD.exits[out.exit]
            for here, there in pairwise(way):
                steps = [RULES.step_from(car, *here, step) for step in range(5)]
                assert there[0] * 8 + there[1] in steps


def test_a_hunters_way_ends_where_it_touches_and_not_before() -> None:
    for state, _seat in positions(30, seed=3):
        for robber in odds.robbers_on_the_road(state):
            square = state.square[robber]
            for threat in odds.threats_to(seen(state), square):
                assert isinstance(threat, Threat)
                way = odds.way_of_hunter(seen(state), odds.place_of(state, threat.car), square)
                touching = [RULES.touches(square, there) for there, _heading in way]
                assert touching == [False] * threat.moves + [True]


@pytest.mark.parametrize("language", [EN, JA], ids=["en", "ja"])
def test_everything_is_told_for_every_choice_in_both_languages(language: Say) -> None:
    """Sentences without gaps, drawings that are well-formed; in Japanese no English word is left."""
    for state, seat in positions(60, seed=4):
        viewed = seen(state, seat, language)
        now = STAGING.now(viewed)
        assert now is not None
        said = [*now, *(answer.words for answer in STAGING.answers(viewed))]
        subject = STAGING.subject(viewed)
        assert subject is not None
        ET.fromstring(f"<svg>{subject.svg}</svg>")
        for actions in every_choice(state, seat):
            means = STAGING.meaning(viewed, actions)
            assert means.ways
            assert means.does
            ET.fromstring(f"<svg>{means.ghost}</svg>")
            said += [means.fact, means.does, *sentences(means)]
        assert not any("{" in text for text in said)
        if language is JA:
            assert not [text for text in said if english_in(text)]


def sentences(means: Meaning) -> Iterator[str]:
    for way in means.ways:
        yield from (way.title, way.figure, way.of, way.apart, way.words)
        for row in way.rows:
            yield from row


def english_in(text: str) -> list[str]:
    return re.findall("[A-Za-z]+", re.sub("|".join(NAMES), "", text))


@pytest.mark.parametrize("language", [EN, JA], ids=["en", "ja"])
def test_all_that_happens_in_whole_games_has_its_moment(language: Say) -> None:
    kinds = set()
    for seed in range(3):
        rng = random.Random(seed)
        state = RULES.new_state(GAME.read_options({}))
        assert isinstance(state, State)
        RULES.seed_dice(state, seed)
        RULES.setup(state, GAME.players[seed])
        while seats := RULES.pending_seats(state):
            RULES.apply(state, seats[0], rng.choice(RULES.legal_actions(state, seats[0])))
            for viewer in (-1, seats[0]):
                for moment in STAGING.moments(seen(state, viewer, language), state.told):
                    kinds.add(moment.kind)
                    assert moment.words
                    assert "{" not in moment.words
                    assert 0.2 <= moment.beats <= 2
                    assert language is EN or not english_in(moment.words)
            state.told.clear()
    assert kinds >= {"spin", "drive", "flashcard", "roadblock", "arrest"}


def seen_by(state: State, viewer: int) -> Look[State]:
    view = RULES.concealed(state, viewer)
    assert isinstance(view, State)
    return seen(view, viewer)


def test_nobody_is_told_more_than_another_who_sees_the_same() -> None:
    """Only chance is hidden: with other dice everything reads and looks the same."""
    for state, seat in positions(20, seed=5):
        other = state.copy()
        RULES.seed_dice(other, 99)
        for viewer in (-1, seat):
            one, two = (seen_by(each, viewer) for each in (state, other))
            assert STAGING.now(one) == STAGING.now(two)
            assert STAGING.subject(one) == STAGING.subject(two)
            for actions in every_choice(state, seat):
                assert STAGING.meaning(one, actions) == STAGING.meaning(two, actions)


@pytest.mark.parametrize(
    ("language", "drive", "roadblock"),
    [
        ("en", "7 moves: 3rd Avenue, 1 north of Center Street", "Lift the roadblock: 4th Avenue, north exit"),
        ("ja", "移動力7：3番街、センター通りの北1", "検問を持ち上げる：4番街の北出口"),
    ],
)
def test_a_plan_tells_steps_one_after_the_other_as_one_drive(language: str, drive: str, roadblock: str) -> None:
    """Seven lines of single steps did not fit the plan's box."""
    record = Path(__file__).parents[2] / "bots" / "one_of_two_arrested.json"
    match = load(record.read_text(encoding="utf-8")).until(33)
    for parts in ([(1,)] * 7, [(1,) * 7]):
        scene = Scene(match, 1, language, drafted=[*parts, (9,)])
        assert [line.action for line in scene.drafted_lines] == [drive, roadblock]

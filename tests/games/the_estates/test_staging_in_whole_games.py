"""What the stage of The Estates tells holds in every position of whole games, in both languages."""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache

import pytest

from tabletown.games.the_estates import GAME
from tabletown.games.the_estates.rules.shapes import MOST_ROWS
from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, BID, CANCEL, CUBE, OVER, PLACE, SETTLE, State
from tabletown.games.the_estates.staging import STAGING, worth
from tabletown.games.the_estates.telling.sheets import worth as worth_of_row
from tabletown.rulekit.language import Say
from tabletown.rulekit.look import SPECTATOR
from tabletown.rulekit.staging import Answer, Meaning, Subject, Way
from tests.games.the_estates.listening import is_japanese
from tests.games.the_estates.staged import (
    EN,
    JA,
    LETTER_OF_A_PLAYER,
    seen_by,
    with_brickfield_2_up,
)
from tests.games.the_estates.table import (
    BEN,
    DAN,
    RULES,
)


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
        yield from texts([told.title, told.figure, told.of, told.apart, told.words, told.rows])
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
            rows = range(MOST_ROWS)
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

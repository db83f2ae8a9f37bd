"""What a small game need not say: it is told from its state, its verbs and its declaration."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.loops import LENGTH, WHOLE_WIN, Sheet
from tabletown.rulekit.namespace import Namespace
from tests.rulekit.small import game_in_a_file

DRAW = '''
"""Each draws once; the highest card wins."""
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.dice import roll
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.records import NOBODY, OWNER, RULED, Block, Grid, Record, Row, i8, i16, i64, record

GAME = Declaration(name="draw", title="Draw", package=__name__, players=(2, 3))

ACTIONS = Actions()
DRAW_CARD = ACTIONS.verb("draw_card")
CHECK = ACTIONS.verb("check", times=range(1, 4))


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    seat: int = i8()
    drawn: int = i8()
    card: Row = i8(3, seen_by=OWNER)
    note: Grid = i16(3, 2, seen_by=OWNER)
    deck: Block = i8(2, 2, 2, seen_by=NOBODY)
    points: Row = i8(3)


def setup(s: State, players: int) -> None:
    s.players = players


def draw_card(s: State, seat: int) -> None:
    s.card[seat] = roll(s, 4)
    s.points[seat] = s.card[seat]
    s.drawn += 1
    s.seat = (seat + 1) % s.players


def check(s: State, seat: int, times: int) -> None:
    s.note[seat][0] += times
    draw_card(s, seat)


def ending(s: State) -> int:
    return 1 if s.drawn == s.players else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


def redeal(s: State, seat: int) -> None:
    s.drawn = s.drawn
'''
REDEAL = "def redeal(s: State, seat: int) -> None:\n    s.drawn = s.drawn\n"
SCORES = DRAW[DRAW.index("def scores(") : DRAW.index("def redeal(")]


def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str]) -> Namespace:
    text = DRAW
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    game = game_in_a_file(tmp_path, "draw", text, monkeypatch)
    return Namespace(game, game.edition())


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Namespace:
    return made(tmp_path, monkeypatch)


def begun(rules: Namespace, players: int = 2) -> Any:
    state = rules.new_state({})
    rules.seed_dice(state, 5)
    rules.setup(state, players)
    return state


def test_a_game_in_one_file_needs_no_edition_and_few_words(rules: Namespace) -> None:
    game = rules.declaration
    assert (game.default_players, game.endings, game.version, game.options) == (2, ("over",), "1", ())
    assert (rules.edition.name, rules.edition.values) == ("Draw", {})
    assert rules.version == f"1+{rules.edition.hash}"


def test_a_position_has_no_more_runs_than_there_are_actions(rules: Namespace) -> None:
    assert rules.declaration.max_runs == rules.declaration.actions.count == 4
    few = Declaration(name="few", title="Few", package="few", players=(2,), max_runs=3)
    assert few.max_runs == 3


def test_an_edition_that_is_there_is_read_even_without_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "draw").mkdir()
    (tmp_path / "draw" / "edition.toml").write_text('name = "Second printing"\n')
    assert made(tmp_path, monkeypatch).edition.name == "Second printing"


def test_a_verb_may_be_called_check_where_no_figures_are_to_be_checked(rules: Namespace) -> None:
    assert rules.declaration.check is None
    state = begun(rules)
    rules.apply(state, 0, rules.CHECK(2))
    assert (state.note[0][0], state.drawn) == (2, 1)


def test_the_seat_of_the_state_decides_until_the_end(rules: Namespace) -> None:
    state = begun(rules, players=3)
    for seat in (0, 1, 2):
        assert rules.pending(state) == 1 << seat
        rules.apply(state, seat, rules.DRAW_CARD())
    assert rules.pending(state) == 0


def test_what_nobody_or_only_its_owner_may_see_is_hidden(rules: Namespace) -> None:
    state = begun(rules)
    state.card, state.note = [1, 2, 3], [[1, 2], [3, 4], [5, 6]]
    view: Any = rules.concealed(state, 1)
    assert (view.card, view.note) == ([-128, 2, -128], [[-32768] * 2, [3, 4], [-32768] * 2])
    assert view.deck == [[[-128] * 2] * 2] * 2
    assert view.rng == -(1 << 63)
    assert (view.points, view.drawn) == (state.points, state.drawn)
    spectator: Any = rules.concealed(state, -1)
    assert spectator.card == [-128] * 3


def test_the_highest_score_wins_and_equal_ones_share(rules: Namespace) -> None:
    state = begun(rules, players=3)
    for points, shares in {(2, 3, 1): [0, 60, 0], (3, 1, 3): [30, 0, 30], (-1, -1, -1): [20, 20, 20]}.items():
        state.points = list(points)
        out = Sheet([0] * 3)
        rules.returns(state, out)
        assert out == shares


def test_without_scores_the_shares_of_the_win_are_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    returns = "def returns(s: State, out: Sheet) -> None:\n    out[0] = 60\n    out[1] = 0\n\n\n"
    rules = made(tmp_path, monkeypatch, (SCORES, returns))
    state, out = begun(rules), Sheet([9, 9])
    rules.scores(state, out)
    assert out == [0, 0]
    state.drawn = 2
    rules.scores(state, out)
    assert out == [60, 0]


def test_a_game_that_keeps_no_books_has_none_out_of_balance(rules: Namespace) -> None:
    assert rules.audit(begun(rules)) == 0


def test_where_only_the_dice_are_hidden_nothing_is_redealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = made(
        tmp_path,
        monkeypatch,
        (REDEAL, ""),
        ("i8(3, seen_by=OWNER)", "i8(3)"),
        ("i16(3, 2, seen_by=OWNER)", "i16(3, 2)"),
        ("i8(2, 2, 2, seen_by=NOBODY)", "i8(2, 2, 2)"),
    )
    state = begun(rules)
    world = rules.redealt(rules.concealed(state, 0), 0, 7)
    world.rng = state.rng
    assert world == state


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (SCORES, "", "draw has no rule function 'scores' or 'returns': one of them says who wins"),
        ("    seat: int = i8()\n", "", "draw has no rule function 'pending', nor a field 'seat' that says who decides"),
        (REDEAL, "", "draw has no rule function 'redeal' that makes card up where it is hidden"),
        ("i8(3, seen_by=OWNER)", "i8(3, seen_by=RULED)", "no rule function 'conceal', but card is seen as rules say"),
        ("def ending(s: State) -> int:", "def end(s: State) -> int:", "draw has no rule function 'ending'"),
    ],
)
def test_what_cannot_be_told_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, complaint: str
) -> None:
    with pytest.raises(BadDeclaration, match=complaint):
        made(tmp_path, monkeypatch, (old, new))


def test_what_was_told_is_compiled_too(rules: Namespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path))
    engine = Compiled(rules)
    tally = np.asarray(engine.random_games(engine.states(2), 3, engine.numbers(range(20))))
    assert tally[:, LENGTH].sum() == 60
    assert set(tally[:, 2:5].sum(axis=1)) == {WHOLE_WIN}

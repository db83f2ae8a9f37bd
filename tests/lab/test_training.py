"""Instinct learned from self-play: what is known to be true is found, the same course writes the same file."""

from collections.abc import Iterator
from dataclasses import replace
from math import exp, inf
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tabletown import bots
from tabletown.bots.search import Budget, Search
from tabletown.cli import main
from tabletown.lab import Stopped, training
from tabletown.lab.certainty import Share
from tabletown.lab.playing import Progress, Setting
from tabletown.lab.runners import on_threads
from tabletown.lab.training import Course, Trained, running, train
from tabletown.lab.training.fitting import Notes, fitted, told_by
from tabletown.lab.training.practice import Ground, by_instinct
from tabletown.rulekit import registry
from tabletown.rulekit.engine import ENGINES, Compiled, Interpreted
from tabletown.rulekit.errors import BadDeclaration, TabletownError
from tabletown.rulekit.looking_ahead import by_hand, looking_ahead
from tabletown.rulekit.minds import Lesson, Mind, features_of, learned_minds, read, written
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.thinking import INSTINCT_PLAYER
from tests.lab import stalls

SHORT = Course("stalls", 2, games=120, rounds=1, seed=4, judged=120, searched=0)
SILK_ONLY = Mind(0.0, (0.0, 0.0, 0.0, 1.0, 0.0))


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.declarations(), stalls.GAME.name, stalls.GAME)


def learn(course: Course, journal: Path | None = None, threads: int = 1) -> Trained:
    return train(course, journal, on_threads(threads), mode=Interpreted.mode)


def text_of(trained: Trained) -> str:
    return training.text_with(trained, stalls.GAME, Path("there is none"))


def test_what_goods_are_worth_is_learned_from_games() -> None:
    trained = learn(SHORT)
    weights = dict(zip(stalls.FEATURES, trained.best.mind.weights, strict=True))
    for good, worth in zip(stalls.FEATURES, stalls.WORTH, strict=False):
        assert weights[good] - weights["tin"] == pytest.approx(worth, abs=1.2)
    assert trained.one_ply is not None
    assert trained.one_ply.low > trained.even
    assert trained.is_kept


def test_the_same_course_writes_the_same_file_on_any_number_of_threads() -> None:
    course = replace(SHORT, rounds=2, units=3, judged=30)
    once = text_of(learn(course))
    assert once == text_of(learn(course, threads=2))
    assert once != text_of(learn(replace(course, seed=5)))


def test_the_file_says_where_it_comes_from_and_is_read_again() -> None:
    trained = learn(SHORT)
    (lesson,) = read(text_of(trained), stalls.GAME, "here").values()
    assert lesson.mind == trained.best.mind
    assert {"seed", "games", "rules", "tabletown", "one_ply"} <= lesson.origin.keys()


def share(of: float) -> Share:
    return Share.of(100 * of, 100)


def test_the_best_is_kept_and_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = iter([share(0.6), share(0.9), share(0.7), share(0.8)])
    monkeypatch.setattr(Ground, "duel", lambda *_: next(judged))
    trained = learn(replace(SHORT, games=20, rounds=3))
    assert [each.share.share for each in trained.rounds] == [0.6, 0.9, 0.7]
    assert trained.best.number == 2
    assert trained.lesson.mind == trained.rounds[1].mind
    assert trained.one_ply == share(0.8)


@pytest.mark.parametrize(
    ("one_ply", "searching", "is_kept"), [(0.8, 0.7, True), (0.8, 0.52, False), (0.52, 0.9, False), (0.8, None, False)]
)
def test_only_what_wins_beyond_doubt_is_kept(one_ply: float, searching: float | None, is_kept: bool) -> None:
    course = replace(SHORT, searched=100)
    trained = Trained(course, "1", (), share(one_ply), None if searching is None else share(searching))
    assert trained.is_kept == is_kept


def test_a_training_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course = replace(SHORT, rounds=2, judged=30)
    whole = text_of(learn(course))
    played: list[int] = []
    really = Ground.noted

    def noted(ground: Ground, companies: Any, games: int, seed: int, progress: Progress | None) -> Any:
        played.append(seed)
        if len(played) == 2:
            raise KeyboardInterrupt
        return really(ground, companies, games, seed, progress)

    monkeypatch.setattr(Ground, "noted", noted)
    with pytest.raises(Stopped, match="Interrupted after 120 of 240 games") as stopped:
        learn(course, tmp_path / "journal")
    assert [each.number for each in stopped.value.so_far.rounds] == [1]
    assert text_of(learn(course, tmp_path / "journal")) == whole
    assert len(set(played)) == 2
    assert len(played) == 3
    training.forget(tmp_path / "journal", course)
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize(("game", "mode"), [*(("stalls", mode) for mode in ENGINES), ("the_estates", Interpreted.mode)])
def test_practice_without_whims_is_the_arena(game: str, mode: str) -> None:
    """The hand-written mind plays Neighbour's games, so what is learned is learned for the same chair."""
    setting = Setting(game, 2, mode, None, None, ["practice_games", "bot_games"])
    engine = setting.engine
    seeds = engine.numbers(range(50, 62))
    kinds = engine.numbers([INSTINCT_PLAYER] * 2)
    arena = engine.bot_games(engine.room_for_bots(setting.options), 2, seeds, kinds, rotating=True)
    tally = by_instinct([None, None], setting, seeds)
    assert [list(map(int, row)) for row in tally] == [list(map(int, row)) for row in arena]


def test_both_engines_judge_the_same_by_what_was_learned() -> None:
    rules = Namespace(stalls.GAME, stalls.GAME.edition(None))
    layer = ((0.1, 1.0, -1.0, 0.3, 0.0, 0.0, 2.5), (-3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    mind = Mind(0.5, (1.1, 0.2, -0.7, 3.3, 0.01), 2.0, layer)
    state = stalls.State()
    rules.call.setup(state, 2)
    state.goods[0][:] = [2, 1, 0, 1]
    state.goods[1][:] = [0, 3, 1, 0]
    found = []
    for engine in (Interpreted(rules), Compiled(rules)):
        states = engine.states(1)
        engine.put(states, 0, state)
        worth = engine.sums(2)
        engine.loop("evaluate_batch")(states, 2, engine.room(mind.in_sums(2)), worth)
        found.append([float(each) for each in worth])
    assert found[0] == found[1]
    rows = np.array([[2, 1, 0, 1, 10], [0, 3, 1, 0, 10]], np.float64)
    assert found[0] == pytest.approx(told_by(mind, rows))


def test_a_layer_learns_what_a_sum_cannot() -> None:
    """Two features of which either alone is worth something, but not both together."""
    chance = np.random.default_rng(1)
    features = chance.integers(0, 2, (4000, 2)).astype(np.float64)
    scores = 10.0 * (features.sum(axis=1) == 1)
    notes = Notes(np.column_stack([features, scores, scores / 20]), 2)
    errors = [float(np.abs(told_by(fitted(notes, units, 3), features) - scores).mean()) for units in (0, 8)]
    assert errors[0] > 4.5
    assert errors[1] < 0.5 * errors[0]


def test_between_sides_it_is_learned_who_wins_and_not_how_many_were_caught() -> None:
    """Four seats, two a side; the police count cars, of which there are more than escapes."""
    features = np.array([[1.0], [1.0], [-1.0], [-1.0]] * 60 + [[-1.0], [-1.0], [1.0], [1.0]] * 60)
    shares = np.where(features[:, 0] > 0, 0.5, 0.0)
    notes = Notes(np.column_stack([features, 3 * (shares > 0), shares]), 4, sides=2)
    assert told_by(fitted(notes, 0, 1), np.array([[1.0], [-1.0]])) == pytest.approx([1.0, 0.0], abs=0.01)


def beside(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str, search: str = "") -> None:
    (folder / "weights.toml").write_text(text, encoding="utf-8")
    (folder / "search.toml").write_text(search, encoding="utf-8")
    monkeypatch.setattr(type(stalls.GAME), "files", property(lambda _game: folder))
    caches = (learned_minds, looking_ahead, by_hand)
    for each in caches:
        each.cache_clear()


@pytest.fixture
def forgetting() -> Iterator[None]:
    yield
    for each in (learned_minds, looking_ahead, by_hand):
        each.cache_clear()


@pytest.mark.usefixtures("forgetting")
def test_searching_players_judge_by_what_lies_beside_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = Lesson(replace(SILK_ONLY, scale=2.5), {"seed": 1})
    beside(monkeypatch, tmp_path, written("Stalls", {2: lesson}, stalls.FEATURES))
    assert looking_ahead(stalls.GAME, 2).mind == lesson.mind.in_sums(2)
    assert looking_ahead(stalls.GAME, 2).scale == 2.5
    assert looking_ahead(stalls.GAME, 3) == by_hand(stalls.GAME, 3)
    assert by_hand(stalls.GAME, 2).mind == ()


@pytest.mark.usefixtures("forgetting")
def test_what_was_learned_with_some_players_may_serve_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = written("Stalls", {2: Lesson(SILK_ONLY)}, stalls.FEATURES)
    beside(monkeypatch, tmp_path, text, "[3]\nlearned_with = 2\n")
    assert looking_ahead(stalls.GAME, 3).mind == SILK_ONLY.in_sums(3)
    assert looking_ahead(stalls.GAME, 4).mind == ()


SAID_OF_JUDGES = '[2]\nlearned = "judges"\nscale = 4.0\ndepth = 0\ntrust = 0.0\n'


@pytest.mark.usefixtures("forgetting")
def test_what_was_learned_may_judge_what_the_hand_written_instinct_has_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = Lesson(replace(SILK_ONLY, scale=2.5), {"seed": 1})
    beside(monkeypatch, tmp_path, written("Stalls", {2: lesson}, stalls.FEATURES), SAID_OF_JUDGES)
    ahead = looking_ahead(stalls.GAME, 2)
    assert (ahead.mind, ahead.scale) == ((), 4.0)
    assert (ahead.judge, ahead.judging_scale) == (lesson.mind.in_sums(2), 2.5)
    assert ahead.foretelling(7).judging_scale == 2.5 * ahead.sureness
    rules = Namespace(stalls.GAME, stalls.GAME.edition())
    seen = 0
    for seed in range(30):
        state = cast("stalls.State", rules.new_state({}))
        rules.call.seed_dice(state, seed)
        rules.call.setup(state, 2)
        if stalls.FEATURES.index("silk") in state.offer:
            seen += 1
            found = Search(rules).think(state, 0, Budget(8), 1, engine=Interpreted(rules)).considered
            assert found[0].action == stalls.FEATURES.index("silk")
            assert found[0].chances[0] == pytest.approx(1 / (1 + exp(-1 / 2.5)))
            assert found[1].chances[0] == pytest.approx(0.5)
    assert seen > 5


@pytest.mark.usefixtures("forgetting")
def test_what_is_learned_plays_or_judges_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside(monkeypatch, tmp_path, "", SAID_OF_JUDGES.replace("judges", "sings"))
    with pytest.raises(BadDeclaration, match=r"search.toml: what was learned plays, judges or is unused, not 'sings'"):
        looking_ahead(stalls.GAME, 2)


OF_DEVELOPERS = '[2.developer]\nlearned = "unused"\nseconds = 0.001\nscale = 3.0\n'


@pytest.mark.usefixtures("forgetting")
def test_developer_may_look_ahead_otherwise_shorter_and_longer_but_no_longer_than_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = written("Stalls", {2: Lesson(SILK_ONLY)}, stalls.FEATURES)
    beside(monkeypatch, tmp_path, text, SAID_OF_JUDGES + OF_DEVELOPERS)
    rules = Namespace(stalls.GAME, stalls.GAME.edition())
    developer, tycoon = (bots.level(name).searcher(rules) for name in ("developer", "tycoon"))
    assert developer.search.ahead(2) == replace(by_hand(stalls.GAME, 2), learned="unused", seconds=0.001, scale=3.0)
    assert tycoon.search.ahead(2) == looking_ahead(stalls.GAME, 2)
    assert tycoon.search.ahead(2).judge
    assert [player.effort(2, inf).seconds for player in (developer, tycoon)] == [0.001, bots.level("tycoon").seconds]
    for said, seconds in ((0.25, 0.25), (5.0, bots.level("developer").at_most)):
        beside(monkeypatch, tmp_path, text, SAID_OF_JUDGES + OF_DEVELOPERS.replace("0.001", str(said)))
        assert bots.level("developer").searcher(rules).effort(2, inf).seconds == seconds
    beside(monkeypatch, tmp_path, text, SAID_OF_JUDGES + OF_DEVELOPERS.replace("scale", "scales"))
    with pytest.raises(BadDeclaration, match=r"says 'scales', which nobody asks for"):
        looking_ahead(stalls.GAME, 2)


@pytest.mark.usefixtures("forgetting")
def test_what_was_learned_for_other_features_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside(monkeypatch, tmp_path, written("Stalls", {2: Lesson(SILK_ONLY)}, (*stalls.FEATURES[:-1], "gold")))
    with pytest.raises(BadDeclaration, match=r"not learned for these features .*gold.*train stalls anew"):
        looking_ahead(stalls.GAME, 2)


def test_a_table_for_another_number_of_players_stays(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    three = Lesson(SILK_ONLY, {"seed": 9})
    file.write_text(written("Stalls", {3: three}, stalls.FEATURES), encoding="utf-8")
    trained = learn(replace(SHORT, games=20, judged=20))
    kept = read(training.text_with(trained, stalls.GAME, file), stalls.GAME, "here")
    assert kept == {2: trained.lesson, 3: three}


def test_the_command_says_who_won_and_writes_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiled, and in the hands of searching players."""
    monkeypatch.chdir(tmp_path)
    arguments = ["train", "stalls", "--games", "240", "--rounds", "1", "--judged", "200", "--searched", "120"]
    arguments += ["--thinking", "0.05", "--threads", "1", "-o", "weights.toml"]
    assert main(arguments) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "even is 50%" in said
    assert "looking ahead" in said
    assert "The learned one is kept: weights.toml" in said
    assert read(Path("weights.toml").read_text(), stalls.GAME, "here").keys() == {2}
    assert [each.name for each in tmp_path.iterdir()] == ["weights.toml"]


def test_the_command_leaves_the_hand_written_one_where_the_learned_one_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running.Trained, "is_kept", False)
    monkeypatch.setattr(running, "fitted", lambda *_: SILK_ONLY)
    assert main(["train", "stalls", "--games", "12", "--rounds", "1", "--judged", "12", "--searched", "0"]) == 0
    assert "so that one stays; nothing was written" in " ".join(capsys.readouterr().out.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 7}, "Stalls is for 2, 3 players, not 7"),
        ({"games": 0}, "The number of games is a whole number from 1"),
        ({"rounds": 0}, "The number of rounds"),
        ({"units": 65}, "The number of units"),
        ({"thinking": 0.0}, "Bots think for a part of their time"),
        ({"game": "milton_keynes"}, "Milton Keynes names no FEATURES"),
    ],
)
def test_bad_courses_get_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TabletownError, match=sentence):
        train(replace(SHORT, **change))


def test_what_was_learned_beside_our_games_fits_their_features() -> None:
    for name in ("the_estates", "square_mile", "squad_car", "milton_keynes"):
        declaration = registry.declaration(name)
        for players, mind in learned_minds(declaration).items():
            assert players in declaration.players
            assert len(mind.weights) == len(features_of(declaration))

"""Editions: figures from a file, and complaints that name the line."""

from pathlib import Path

import numpy as np
import pytest

from tabletown.rulekit.editions import Edition, content_hash
from tabletown.rulekit.engine import Compiled
from tabletown.rulekit.errors import BadEdition
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.registry import declarations
from tests.rulekit.toy import GAME

TEXT = (GAME.files / "edition.toml").read_text(encoding="utf-8")


def read(text: str) -> Edition:
    return Edition.read(text, "mine.toml", GAME.figures, GAME.check)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def test_an_edition_gives_every_kind_of_figure() -> None:
    edition = read(TEXT)
    assert edition.name == "Toy"
    assert edition.values == {
        "race.goal": 20,
        "race.prizes": ((0, 1, 2), (3, 0, 0)),
        "race.sides": (6, 4),
        "race.track": ((0, 1, 0, 0), (0, 0, 1, 0)),
        "names.colours": ("red", "green", "blue"),
    }
    assert edition.marks["race.prizes"] == "derived"


@pytest.mark.parametrize("game", [GAME, *declarations().values()], ids=repr)
def test_every_edition_that_comes_with_a_game_is_readable_and_marks_every_figure(game: object) -> None:
    assert isinstance(game, type(GAME))
    for file in game.editions:
        edition = game.edition(file)
        assert set(edition.marks) == set(edition.values) == {figure.key for figure in game.figures}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[race]", "[race", r"mine\.toml: not readable as TOML: .*line 4"),
        ('name = "Toy"', "", r"mine\.toml: name is what an edition begins with, as in name = \"Mine\"\."),
        ('name = "Toy"', "name = 5", r"mine\.toml, line 1: name is what an edition begins"),
        ('goal = { is = 20, mark = "stated", from = "nowhere" }', "", r"mine\.toml, line 4: race\.goal is missing\."),
        ("[names]", "speed = 5\n[names]", r"mine\.toml, line \d+: race\.speed is no figure of this game\."),
        ("about =", "speed =", r"mine\.toml, line 2: speed is no figure of this game\."),
        ('is = 20, mark = "stated"', "is = 20", r"line 5: race\.goal has no mark; it takes stated"),
        ('is = 20, mark = "stated"', 'is = 20, mark = "sure"', r"line 5: race\.goal has the mark 'sure'"),
        ('{ is = 20, mark = "stated", from = "nowhere" }', "20", r"line 5: race\.goal is written as \{ is = "),
        ('from = "nowhere"', 'source = "nowhere"', r"line 5: race\.goal has 'source'; it takes is, mark and from\."),
        ("is = 20", "is = 4", r"mine\.toml, line 5: race\.goal takes 5 to 100, not 4\."),
        ("is = 20", "is = 101", r"line 5: race\.goal takes 5 to 100, not 101\."),
        ("is = 20", 'is = "20"', r"line 5: race\.goal takes a whole number, not '20'\."),
        ("is = 20", "is = true", r"line 5: race\.goal takes a whole number, not True\."),
        ("is = 20", "is = 21", r"line 5: race\.goal takes a multiple of five\."),
        ("[3, 0, 0]", "[3, 0, 10]", r"line 6: race\.prizes takes 0 to 9, not 10\."),
        ("[3, 0, 0]", "[3, 0]", r"line 6: race\.prizes takes a list of 3 entries, not \[3, 0\]\."),
        (", [3, 0, 0]", "", r"line 6: race\.prizes takes a list of 2 entries"),
        ("[6, 4]", "6", r"line 7: race\.sides takes a list of some entries, not 6\."),
        ("..|#.", "..|#.\n....", r"line 8: race\.track takes 2 lines, not 3\."),
        ("..|#.", "..|#", r"line 8: race\.track takes 4 squares a line, but '\.\.#' has 3\."),
        ("..|#.", "..|x.", r"line 8: race\.track has a square 'x'; it takes \., #\."),
        ('"green", ', "", r"line 14: names\.colours takes 3 names, not 2\."),
        ('"green"', "5", r"line 14: names\.colours takes a list of names, not"),
        ('"green"', '""', r"line 14: names\.colours takes a list of names, not"),
    ],
)
def test_a_bad_edition_is_refused_with_line_and_reason(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint):
        read(changed(old, new))


def test_a_map_that_is_no_text_is_refused() -> None:
    text = changed('is = """\n.#|..\n..|#.\n"""', "is = 5")
    with pytest.raises(BadEdition, match=r"line 8: race\.track takes a map drawn in letters"):
        read(text)


def test_an_edition_file_is_loaded_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(changed("is = 20", "is = 25"))
    assert Edition.load(tmp_path / "mine.toml", GAME.figures, GAME.check).values["race.goal"] == 25


def test_a_file_that_cannot_be_read_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match=r"The edition file .*none\.toml cannot be read: "):
        Edition.load(tmp_path / "none.toml", GAME.figures)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadEdition, match=r"The edition file .*binary\.toml cannot be read: "):
        Edition.load(tmp_path / "binary.toml", GAME.figures)


def test_the_hash_follows_the_content_and_not_the_layout() -> None:
    same = read("# a comment\n" + TEXT.replace(", ", ",   "))
    assert same.hash == read(TEXT).hash
    assert read(changed("is = 20", "is = 25")).hash != read(TEXT).hash
    assert read(changed('"red"', '"rose"')).hash != read(TEXT).hash
    assert content_hash({"a": 1, "b": 2}) == content_hash({"b": 2, "a": 1})


def test_an_edition_can_be_rebuilt_from_what_a_record_keeps_of_it() -> None:
    edition = read(TEXT)
    again = Edition.build(edition.content, "a record", GAME.figures, GAME.check)
    assert (again, again.hash) == (edition, edition.hash)
    with pytest.raises(BadEdition, match=r"^a record: race\.goal is missing\.$"):
        Edition.build({"name": "Toy"}, "a record", GAME.figures)


# ---------------------------------------------------------------- two editions in one process


def test_two_editions_give_their_own_figures_interpreted(toy: Namespace, long_toy: Namespace) -> None:
    assert (toy.GOAL, toy.HALFWAY, toy.PRIZES[1]) == (20, 10, (3, 0, 0))
    assert (long_toy.GOAL, long_toy.HALFWAY, long_toy.PRIZES[1]) == (60, 30, (0, 0, 7))
    assert [points_after_a_step(rules, lane=1, far=3) for rules in (toy, long_toy, toy)] == [3, 10, 3]


def points_after_a_step(rules: Namespace, lane: int, far: int) -> int:
    """A step without the die."""
    state = rules.new_state({"start": 0}, checked=True)
    rules.setup(state, 2)
    rules.seed_dice(state, 1)
    action = GAME.actions.encode("step", {"lane": lane, "far": far})
    rules.move(state, 0, action)
    points: int = state.points[0] - state.luck[0][lane]  # type: ignore[attr-defined]
    return points


def test_two_editions_give_their_own_figures_compiled(toy: Namespace, long_toy: Namespace) -> None:
    ends = {}
    for rules in (toy, long_toy):
        engine = Compiled(rules)
        tally = np.asarray(engine.random_games(engine.states(2), 2, engine.numbers(range(50))))
        ends[rules.GOAL] = tally[:, 4:].max(axis=1)
    assert ends[20].min() >= 20
    assert ends[20].max() < 60 <= ends[60].min()

"""Slips of whoever writes a game: each is told in a sentence, with its place, before anybody plays."""

import re
import sys
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tabletown.cli import main
from tabletown.rulekit import registry
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.engine import Compiled, Interpreted
from tabletown.rulekit.errors import BadDeclaration, TabletownError
from tabletown.rulekit.events import Events
from tabletown.rulekit.language import files_of
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.signatures import known_types, signature_of
from tabletown.rulekit.twin import Uncompilable
from tests.rulekit.small import game_in_a_file

PIG = '''
"""Roll as long as you dare."""
import re
from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration, Option
from tabletown.rulekit.dice import roll
from tabletown.rulekit.editions import figure
from tabletown.rulekit.loops import Sheet
from tabletown.rulekit.records import NOBODY, Record, Row, i8, i64, record
from tabletown.rulekit.thinking import Sums

GAME = Declaration(
    name="pig", title="Pig", package=__name__, players=(2, 3), options=(Option("goal", "Goal", {20: "short"}, 20),)
)
ACTIONS = Actions()
HOLD = ACTIONS.verb("hold")
THROW = ACTIONS.verb("throw")


@record
class State(Record):
    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    goal: int = i8()
    seat: int = i8()
    turn: int = i8()
    points: Row = i8(3)


def setup(s: State, players: int) -> None:
    s.players = players


def hold(s: State, seat: int) -> None:
    s.points[seat] += s.turn
    pass_on(s)


def throw(s: State, seat: int) -> None:
    pips = roll(s, 6) + 1
    s.turn += pips
    if pips == 1:
        pass_on(s)


def pass_on(s: State) -> None:
    s.turn = 0
    s.seat = (s.seat + 1) % s.players


def ending(s: State) -> int:
    return 1 if s.points[0] > s.goal else 0


def scores(s: State, out: Sheet) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]
'''


def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Namespace:
    assert old in PIG
    game = game_in_a_file(tmp_path, "pig", PIG.replace(old, new, 1), monkeypatch)
    return Namespace(game, game.edition())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("s.turn += pips", "s.tunr += pips", r"pig, line \d+: the state of pig has no field 'tunr'\."),
        ("range(s.players)", "range(s.player)", r"pig, line \d+: the state of pig has no field 'player'\."),
        ("        pass_on(s)", "        pas_on(s)", r"pig, line \d+: there is no 'pas_on'\."),
        ("@record\n", "", r"pig\.State is no record yet: @record stands above it\."),
        ("    goal: int = i8()\n", "", r"pig declares 'goal', which is no field of its state\."),
        ("players=(2, 3),", "players=(2, 3), paced_by='round',", "pig declares 'round', which is no field"),
        ("players=(2, 3)", "players='2'", r"pig says for how many it is, as in players=\(2, 3, 4\), not '2'\."),
        ("players=(2, 3)", "players=4", r"pig says for how many it is, as in players=\(2, 3, 4\), not 4\."),
        ("players=(2, 3)", "players=(2, 3), endings='over'", r"pig names how it can end, as in .*, not 'over'\."),
        ("players=(2, 3)", "players=(2, 3), minutes=20", r"pig: minutes is a text, not 20\."),
        ("players=(2, 3)", "players=(2, 3), max_decisions='12'", r"pig: max_decisions is a whole number, not '12'\."),
        ("players=(2, 3)", "players=(2, 3), editions='my'", r"pig: editions is texts in a tuple, not 'my'\."),
        ("players=(2, 3)", "players=(2, 3), editions=()", r"pig names its editions, the usual one first, or"),
        ("players=(2, 3)", "players=(2, 3), default_players=4", r"pig is not for 4 players, as default_players says\."),
        ("players=(2, 3)", "players=(2, 3), sides=('a', 'b')", r"pig has 2 sides, which 3 players cannot share\."),
        ('{20: "short"}, 20)', '{20: "short"}, 30)', r"The option goal has default 30; its values are 20\."),
        ('{20: "short"}, 20)', '{20: "short"}, 20, {9: "Soon."})', r"The option goal has meaning 9; its values are"),
        ('{20: "short"}', '("short",)', r"The option goal takes values={0: 'off', 1: 'on'}, not \('short',\)\."),
        (", 20),)", ", 20))", r"pig takes options=\(Option\(\.\.\.\),\), with a comma behind each\."),
        (
            "turn: int = i8()",
            "turn: int = i8(figure('turn', 1, 9))",
            r"A size of the state is a whole number, not a Figure",
        ),
        ('HOLD = ACTIONS.verb("hold")\nTHROW = ', "", r"The verb throw\(\) has no name in the rules, as in THROW = "),
        (
            "-> int:\n    return 1 if s.points[0] > s.goal else 0",
            ":\n    if s.points[0] > s.goal:\n        return 1",
            r"pig, line \d+: ending may end without an answer; the last line returns one\.",
        ),
        ("def pass_on(s", "def throw(s", r"pig, line \d+: throw is defined in line \d+ already\."),
        ("def setup(s: State, players: int)", "def setup(s: State)", r"pig\.setup takes \(s, players\), not \(s\)\."),
        ("out: Sheet)", "out: Row)", r"pig\.scores takes out: Sheet, not out: list\."),
        ("out: Sheet)", "out: 'Sheets')", r"pig\.scores is annotated with Sheets, which is not there\."),
        (
            "ACTIONS = Actions()",
            "ACTIONS = Actions()\nSIDES: int = figure('die.sides', 2, 20, 60)",
            r"^The figure 'die\.sides' cannot be 2 to 20, usually 60: least, most, and what is usual\.",
        ),
        (
            "ACTIONS = Actions()",
            "ACTIONS = Actions()\nSIDES: int = figure('die', 2, 9, 6)\nDICE: int = figure('die', 1, 3, 1)",
            r"pig declares the figure 'die' twice, and each has its own key\.",
        ),
        ("points: Row = i8(3)", "points: Row = i8(0)", r"A size of the state is 1 at least, not 0\."),
        (
            "ACTIONS = Actions()",
            "from tabletown.rulekit.reasons import Reasons\nLATE, LATER = map(Reasons().because, ['late'] * 2)\n",
            r"The reason 'late' is declared twice\.",
        ),
        ("players=(2, 3)", "players=()", r"pig says for how many it is, as in players=\(2, 3, 4\), not \(\)\."),
        ("players=(2, 3)", "players=(2, 2)", r"pig says for how many it is, as in .*, not \(2, 2\)\."),
        ("package=__name__", "package='nowhere'", r"There is no package 'nowhere'; a game names the one that it is in"),
        (
            'HOLD = ACTIONS.verb("hold")\nTHROW = ACTIONS.verb("throw")\n',
            "",
            r"pig has no rule function 'pending'\. It is written from verbs, TAKE = ACTIONS\.verb\(\.\.\.\); there are",
        ),
    ],
)
def test_a_slip_is_told_when_the_game_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, complaint: str
) -> None:
    with pytest.raises(BadDeclaration, match=complaint):
        made(tmp_path, monkeypatch, old, new)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("s.turn += pips", "s.turn += pips / 2", r"rules know no fractions: .* // divides them\."),
        ("s.turn += pips", "s.turn /= 2", r"rules know no fractions"),
        ("s.turn += pips", "s.turn += 0.5", r"rules know no fractions"),
        ("s.turn += pips", "s.turn = 'all'", r"rules know no text"),
        ("s.turn += pips", "s.turn += len(f'{pips}')", r"rules know no text"),
        ("s.turn += pips", "s.turn += pips; one = pips; del one", r"rules know no del\."),
        ("s.turn += pips", "print(pips)", r"rules know no 'print'\."),
        ("s.turn += pips", "s.turn += sum(s.points)", r"rules know no 'sum'\."),
        ("s.turn += pips", "s.points[0:2] = s.points[1:3]", r"rules know no slices"),
        (
            "s.turn += pips",
            "s.points = [0, 0, 0]",
            r"rules know no whole rows: s\.points is changed number by number\.",
        ),
        ("s.turn += pips", "s.points += [pips]", r"rules know no whole rows: s\.points is changed number by number\."),
        ("s.turn += pips", "s.turn = [*s.points][0]", r"rules know no star arguments\."),
        ("s.turn += pips", "raise ValueError", r"rules know no exceptions"),
        ("s.turn += pips", "assert pips", r"rules know no exceptions"),
        ("s.turn += pips", "s.turn = {1: 2}[pips]", r"rules know no dictionaries\."),
        ("s.turn += pips", "s.turn = (lambda: 3)()", r"rules know no functions within functions"),
        ("s.turn += pips", "import math as more; more.pi", r"rules know no imports within functions\."),
        ("s.turn += pips", "global MOST; MOST = 3", r"rules know no variables beside the state\."),
        ("roll(s, 6)", "re.A", r"rules know no module re: chance comes by roll\(s, n\)"),
        ("else 0", "else 0 if s.turn in {20} else 1", r"rules know no sets\."),
        ("s.turn += pips", "s.turn += 2 if pips in {2, 4} else 1", r"rules know no sets\."),
        ("s.turn += pips", "first, *_others = s.points; s.turn += first", r"rules know no star arguments\."),
        ("return 1 if", "return 1 if any(p > 9 for p in s.points) or", r"rules know no 'any'\."),
        ("return 1 if s.points[0] > s.goal else 0", "return any([1])", r"rules know no 'any'\."),
        (
            "    s.turn = 0\n",
            "    s.turn = len([p for p in (p for p in s.points)])\n",
            "rules know no functions within functions",
        ),
        (
            "    return 1 if s.points[0] > s.goal else 0",
            "    for at in s.points:\n        return 1",
            "ending may end without an answer",
        ),
    ],
)
def test_what_rules_may_not_be_written_in_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, complaint: str
) -> None:
    line = PIG[: PIG.index(old)].count("\n") + 1
    with pytest.raises(BadDeclaration, match=rf"^pig, line {line}: {complaint}"):
        made(tmp_path, monkeypatch, old, new)


CALLED_AS_A_FIELD = """def evaluate(s: State, out: Sums) -> None:
    out[0] = turn(s)


def turn(s: State) -> float:
    return s.turn / 2


def ending"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def ending", "def evaluate(s: State, out: Sums) -> None:\n    out[0] = s.turn / 2 + 0.5\n\n\ndef ending"),
        ("def ending", CALLED_AS_A_FIELD),
        ("    return 1 if s.points[0] > s.goal else 0", "    while True:\n        return 0"),
        (
            "    return 1 if s.points[0] > s.goal else 0",
            "    if s.turn:\n        return 1\n    else:\n        return 0",
        ),
        ("    pips = roll(s, 6) + 1", '    """Of a die."""\n    pips = max(1, roll(s, 6) + 1)'),
    ],
)
def test_what_rules_may_be_written_in_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    assert made(tmp_path, monkeypatch, old, new).declaration.name == "pig"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import re\n", "from __future__ import annotations\nimport re\n"),
        ("(s: State, out: Sheet)", "(s: 'State', out: 'Sheet')"),
    ],
)
def test_annotations_that_are_text_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    rules = made(tmp_path, monkeypatch, old, new)
    plain = made(tmp_path, monkeypatch, old, old)
    assert signature_of(rules.functions["scores"], known_types(rules)) == signature_of(
        plain.functions["scores"], known_types(plain)
    )
    with pytest.raises(BadDeclaration, match=r"pig\.scores takes out: Sheet, not out: list\."):
        made(tmp_path, monkeypatch, "out: Sheet)", "out: 'Row')")


def test_a_game_whose_figures_are_usual_needs_no_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = made(
        tmp_path, monkeypatch, "ACTIONS = Actions()", "ACTIONS = Actions()\nSIDES: int = figure('die.sides', 2, 20, 6)"
    )
    assert rules.SIDES == 6


def test_figures_without_an_edition_are_named_with_the_file_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(
        BadDeclaration, match=r"pig has figures \(die\.sides\), and no file that .*: .*pig.edition\.toml"
    ):
        made(
            tmp_path, monkeypatch, "ACTIONS = Actions()", "ACTIONS = Actions()\nSIDES: int = figure('die.sides', 2, 20)"
        )


def test_a_list_that_is_reckoned_is_compiled_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = made(tmp_path, monkeypatch, "s.turn += pips", "s.turn += [side + 1 for side in range(6)][pips - 1]")
    results = []
    for engine in (Interpreted(rules), Compiled(rules)):
        room = engine.states(2, {"goal": 20})
        results.append([list(row) for row in engine.random_games(room, 2, engine.numbers(range(20)))])
    assert results[0] == results[1]


@pytest.mark.parametrize("instead", ["dice.append(1)", "append = dice.append"])
def test_what_is_done_to_a_list_of_ones_own_is_no_slip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instead: str
) -> None:
    adding = f"    dice = [pips]\n    {instead}\n    s.turn += dice[0]"
    rules = made(tmp_path, monkeypatch, "    s.turn += pips", adding)
    assert rules.declaration.name == "pig"


@pytest.mark.parametrize("name", registry.declarations())
def test_the_games_of_the_house_have_no_slips(name: str) -> None:
    game = registry.declaration(name)
    assert all(Namespace(game, game.edition(file)).declaration is game for file in game.editions)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "    s.turn = 0\n",
            "    s.turn = 0\n    if s.turn > 9:\n        pass_on(s)\n",
            "The rule function pass_on calls itself, at once or through others; none may.",
        ),
        (
            "return 1 if s.points[0] > s.goal else 0",
            "return 1 if s.points[0] in [[20]] else 0",
            "The rule function ending cannot be compiled: ",
        ),
    ],
)
def test_what_the_compiler_does_not_take_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, complaint: str
) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path))
    rules = made(tmp_path, monkeypatch, old, new)
    with pytest.raises(Uncompilable, match=re.escape(complaint)) as refused:
        rules.twin.compile(loops=("random_games",))
    assert isinstance(refused.value, TabletownError)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "numbers", "only_for", "complaint"),
    [
        ("won", (), (), "The event 'won' is declared twice."),
        ("lost", ("seat", "coins", "to", "for", "at"), (), "The event 'lost' has more than four numbers."),
        ("lost", ("seat",), ("to",), "The event 'lost' is only for seats that are not among its numbers."),
    ],
)
def test_an_event_that_cannot_be_is_refused_where_it_is_declared(
    name: str, numbers: tuple[str, ...], only_for: tuple[str, ...], complaint: str
) -> None:
    events = Events()
    events.kind("won", "seat")
    with pytest.raises(BadDeclaration, match=re.escape(complaint)):
        events.kind(name, *numbers, only_for=only_for)


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """None but those that a test installs."""
    for name in ("_installed", "declarations", "broken"):
        monkeypatch.setattr(registry, name, getattr(registry, name).__wrapped__)
    return monkeypatch


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("GAME = (", r"SyntaxError: '\(' was never closed \(broken_pig.py, line 1\)"),
        ("\nfrom tabletown.rulekit.dice import rol", r"broken_pig.py, line 2: ImportError: cannot import name 'rol'"),
        (PIG.replace("    rng: int = i64(seen_by=NOBODY)\n", ""), r"State declares no field rng\."),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_with_the_reason(
    tmp_path: Path, no_games: pytest.MonkeyPatch, text: str, complaint: str
) -> None:
    (tmp_path / "broken_pig.py").write_text(text)
    no_games.syspath_prepend(tmp_path)
    no_games.delitem(sys.modules, "broken_pig", raising=False)
    entry = EntryPoint("pig", "broken_pig:GAME", registry.GROUP)
    no_games.setattr(registry, "entry_points", lambda group: [entry])  # noqa: ARG005
    with pytest.raises(BadDeclaration, match=rf"The game 'pig' \(broken_pig:GAME\) cannot be loaded: .*{complaint}"):
        registry.declaration("pig")


def test_a_game_that_is_not_there_has_no_place_and_holds_on_to_nobody_who_asks(no_games: pytest.MonkeyPatch) -> None:
    no_games.setattr(registry, "entry_points", lambda group: [EntryPoint("pig", "no_pig:GAME", group)])
    no_games.setattr(registry, "broken", cache(registry.broken))
    complaint = r"^The game 'pig' \(no_pig:GAME\) cannot be loaded: ModuleNotFoundError: No module named 'no_pig'$"
    frames = []
    for _ in range(2):
        with pytest.raises(BadDeclaration, match=complaint) as refused:
            registry.declaration("pig")
        frames.append(len(refused.traceback))
    assert frames[0] == frames[1]


def test_rules_that_cannot_be_made_are_one_sentence_and_not_a_broken_law_after_the_other(
    tmp_path: Path, no_games: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "unruly_pig.py").write_text(PIG.replace('verb("hold")', 'verb("hold", during=1)'))
    no_games.syspath_prepend(tmp_path)
    no_games.setattr(registry, "entry_points", lambda group: [EntryPoint("pig", "unruly_pig:GAME", group)])
    assert main(["check", "pig", "--quick"]) == 2
    assert capsys.readouterr() == ("", "The verb hold() asks for 'phase', which is no field of the state of pig.\n")


def test_a_room_that_cannot_be_loaded_is_named_with_the_reason(
    tmp_path: Path, no_games: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "roomy_pig/rules"
    rules.mkdir(parents=True)
    declared = "from tabletown.rulekit.declare import Declaration\nGAME = Declaration(name='pig', title='Pig', "
    (tmp_path / "roomy_pig/__init__.py").write_text(f"{declared}package=__name__, players=(2,))")
    (rules / "__init__.py").touch()
    (rules / "turn.py").write_text("HOLD = during(BLOOM)")
    no_games.syspath_prepend(tmp_path)
    no_games.setattr(registry, "entry_points", lambda group: [EntryPoint("pig", "roomy_pig:GAME", group)])
    assert main(["simulate", "pig"]) == 2
    told = f"roomy_pig.rules.turn cannot be loaded: {rules}/turn.py, line 1: NameError: name 'during' is not defined\n"
    assert capsys.readouterr() == ("", told)


def test_a_game_that_is_nowhere_has_no_files() -> None:
    with pytest.raises(BadDeclaration, match="There is no package 'nowhere'"):
        files_of(Declaration(name="lost", title="Lost", package="nowhere", players=(2,)).package)


def test_a_module_without_its_game_is_named(tmp_path: Path, no_games: pytest.MonkeyPatch) -> None:
    (tmp_path / "gameless_pig.py").write_text("GAMES = 1")
    no_games.syspath_prepend(tmp_path)
    entry = EntryPoint("pig", "gameless_pig:GAME", registry.GROUP)
    no_games.setattr(registry, "entry_points", lambda group: [entry])  # noqa: ARG005
    with pytest.raises(BadDeclaration, match=r"'pig' \(gameless_pig:GAME\) is not a game declared by that name"):
        registry.declaration("pig")


def test_a_game_under_another_name_is_told_its_own(tmp_path: Path, no_games: pytest.MonkeyPatch) -> None:
    (tmp_path / "renamed_pig.py").write_text(PIG)
    no_games.syspath_prepend(tmp_path)
    no_games.setattr(registry, "entry_points", lambda group: [EntryPoint("hog", "renamed_pig:GAME", group)])
    with pytest.raises(BadDeclaration, match=r"is not a game declared by that name; it is called 'pig'\.$"):
        registry.declaration("hog")


def test_a_game_with_a_slip_keeps_nobody_from_the_others(
    tmp_path: Path, no_games: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slipped_pig.py").write_text("GAME = Declaraton()")
    (tmp_path / "sound_pig.py").write_text(PIG.replace('name="pig", title="Pig"', 'name="boar", title="Boar"'))
    no_games.syspath_prepend(tmp_path)
    files = {"pig": "slipped_pig:GAME", "boar": "sound_pig:GAME"}
    no_games.setattr(registry, "entry_points", lambda group: [EntryPoint(*each, group) for each in files.items()])
    assert list(registry.declarations()) == ["boar"]
    assert main(["games"]) == 0
    told = capsys.readouterr().out
    assert "boar: 2, 3 players" in told
    assert "line 1: NameError: name 'Declaraton' is not defined" in " ".join(told.split())


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "stumbling_pig",
            "points[seat] += s.turn",
            "points[seat + 3] += s.turn",
            r"^Pig has a slip: \S*stumbling_pig\.py, line \d+: IndexError: list index out of range\. `tabletown check",
        ),
        ("overdone_pig", "return 1 if", "return 2 if", r"^Pig ends: `ending` is 2, and endings=\(\.\.\.\) has 1\.\n$"),
    ],
)
def test_what_rules_stumble_over_while_they_are_played_is_a_sentence(
    tmp_path: Path,
    no_games: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    old: str,
    new: str,
    told: str,
) -> None:
    (tmp_path / f"{name}.py").write_text(PIG.replace(old, new).replace('name="pig"', f'name="{name}"'))
    no_games.syspath_prepend(tmp_path)
    no_games.setattr(registry, "entry_points", lambda group: [EntryPoint(name, f"{name}:GAME", group)])
    assert main(["play", name, "--seats", "visitor,visitor", "--seed", "1"]) == 2
    assert re.search(told, capsys.readouterr().err)

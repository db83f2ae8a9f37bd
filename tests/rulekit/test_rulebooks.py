"""Rulebooks: read clause by clause, and held against rules, languages and tests."""

from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.language import UnknownLanguage
from tabletown.rulekit.lessons import worked_examples
from tabletown.rulekit.reasons import Reasons
from tabletown.rulekit.registry import declarations
from tabletown.rulekit.rulebooks import UnknownClause, check_rules, following, parse, rulebook

TESTS = Path(__file__).parents[1]

ENGLISH = """# Toy: the rules

What it is about.

## The start
How it begins.

### [TY-S1] Two dice
Take two dice.

| die | colour |
| --- | --- |
| 1 | red |

*Source: the inventor.*

### [TY-S2a] Who begins
See [TY-S1].

*Source: ruling
(certain).*

## The end

### [TY-E1] Over
It ends.

*Source: the inventor.*
"""
JAPANESE = ENGLISH.replace("Source:", "出典:").replace("Two dice", "サイコロ二つ")
RULE_FILE = '''
def begin(s):
    """TY-S1, TY-S2a: it begins."""


def helper(s):
    """Says nothing of clauses."""
'''
TEST_FILE = """
import pytest

@pytest.mark.rule("TY-S1", "TY-S2a")
@pytest.mark.parametrize("n", [1])
def test_one(n):
    assert n

@pytest.mark.rule("TY-E1")
def test_two():
    assert True
"""


class ToyDeclaration(Declaration):
    """A game whose files are those of a folder."""

    folder: Path

    @property
    def files(self) -> Path:
        return self.folder

    @property
    def rules(self) -> tuple[ModuleType, ...]:  # read anew: tests change the files
        module = ModuleType("toy.rules")
        module.__file__ = str(self.folder / "rules.py")
        reasons = Reasons()
        reasons.because("too_late", (self.folder / "reason").read_text())
        actions = Actions()
        actions.verb("stay")
        vars(module).update(REASONS=reasons, ACTIONS=actions)
        return (module,)


@pytest.fixture
def toy(tmp_path: Path) -> ToyDeclaration:
    """A game of which everything agrees, and its tests in `tests`."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "rulebook.md").write_text(ENGLISH)
    (tmp_path / "rulebook.ja.md").write_text(JAPANESE)
    (tmp_path / "rules.py").write_text(RULE_FILE)
    (tmp_path / "reason").write_text("TY-E1")
    (tmp_path / "tests/test_toy.py").write_text(TEST_FILE)
    made = ToyDeclaration(
        name="toy",
        title="Toy",
        package="toy",
        summary="",
        minutes="1",
        players=(2,),
        default_players=2,
        options=(),
        endings=("end",),
        max_runs=1,
        max_decisions=1,
        version="1",
    )
    object.__setattr__(made, "folder", tmp_path)
    return made


def complaints(toy: ToyDeclaration) -> list[str]:
    return check_rules(toy, toy.folder / "tests")


def change(toy: ToyDeclaration, file: str, old: str, new: str) -> None:
    path = toy.folder / file
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize("game", list(declarations()))
def test_rules_rulebooks_and_tests_of_every_game_agree(game: str) -> None:
    assert check_rules(declarations()[game], TESTS / "games" / game) == []


def test_a_rulebook_is_read_by_chapter_and_clause() -> None:
    book = parse(ENGLISH, "toy/rulebook.md", "en")
    assert (book.title, book.introduction) == ("Toy: the rules", "What it is about.")
    assert [(chapter.title, chapter.introduction) for chapter in book.chapters] == [
        ("The start", "How it begins."),
        ("The end", ""),
    ]
    assert [clause.id for clause in book.clauses] == ["TY-S1", "TY-S2a", "TY-E1"]
    dice, begins, _ = book.clauses
    assert (dice.title, dice.source, dice.chapter) == ("Two dice", "the inventor.", "The start")
    assert dice.text.startswith("Take two dice.\n\n| die |")
    assert dice.text.endswith("| 1 | red |")
    assert begins.source == "ruling\n(certain)."


def test_a_japanese_rulebook_is_read_the_same_way() -> None:
    book = parse(JAPANESE, "toy/rulebook.ja.md", "ja")
    assert [clause.id for clause in book.clauses] == ["TY-S1", "TY-S2a", "TY-E1"]
    assert book.clause("TY-S1").title == "サイコロ二つ"
    assert book.clause("TY-S1").source == "the inventor."


def test_a_clause_is_found_by_its_id_however_it_is_typed() -> None:
    book = parse(ENGLISH, "toy/rulebook.md", "en")
    assert book.clause("ty-s2A") is book.clause("[TY-S2a]") is book.clauses[1]


def test_an_unknown_clause_or_language_is_refused() -> None:
    with pytest.raises(UnknownClause, match=r"Toy: the rules has no clause 'TY-X9'; they run from TY-S1 to TY-E1\."):
        parse(ENGLISH, "toy/rulebook.md", "en").clause("TY-X9")
    with pytest.raises(UnknownLanguage, match="There is no rulebook in 'fr'; there are en, ja"):
        rulebook(next(iter(declarations().values())), "fr")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("# Toy: the rules", "Toy", "line 1: a rulebook begins with its title"),
        ("### [TY-S2a] Who begins", "### Who begins", "line 17: '### Who begins' should read"),
        ("### [TY-S1] Two dice", "### [TY-S1]", "line 8: "),
        ("*Source: ruling\n(certain).*", "", r"line 17: TY-S2a has a text and then its \*Source: ...\*"),
        ("It ends.\n\n", "", "line 24: TY-E1 has a text"),
        ("[TY-E1]", "[TY-S1]", "TY-S1 stands there 2 times"),
    ],
)
def test_a_rulebook_out_of_form_is_refused_with_its_line(old: str, new: str, complaint: str) -> None:
    assert ENGLISH.count(old) == 1
    with pytest.raises(BadDeclaration, match=f"^toy/rulebook.md.*{complaint}"):
        parse(ENGLISH.replace(old, new), "toy/rulebook.md", "en")


def test_a_text_without_clauses_is_no_rulebook() -> None:
    with pytest.raises(BadDeclaration, match="there is no clause"):
        parse("# Toy\n\n## Nothing\n", "toy/rulebook.md", "en")
    with pytest.raises(BadDeclaration, match="begins with its title"):
        parse("", "toy/rulebook.md", "en")


def test_nothing_is_said_where_all_agrees(toy: ToyDeclaration) -> None:
    assert complaints(toy) == []


def test_a_clause_without_a_test_is_named(toy: ToyDeclaration) -> None:
    change(toy, "tests/test_toy.py", '@pytest.mark.rule("TY-E1")\n', "")
    assert complaints(toy) == [f"TY-E1 is proved by no test in {toy.folder / 'tests'}."]


def test_a_mark_on_what_is_no_test_proves_nothing(toy: ToyDeclaration) -> None:
    change(toy, "tests/test_toy.py", "def test_two", "def helper_two")
    assert complaints(toy) == [f"TY-E1 is proved by no test in {toy.folder / 'tests'}."]


def test_a_test_that_names_no_clause_is_named(toy: ToyDeclaration) -> None:
    change(toy, "tests/test_toy.py", '"TY-S2a"', '"TY-S2a", "TY-S9"')
    assert complaints(toy) == ["test_toy.py: test_one names TY-S9, which is no clause."]


def test_a_test_of_more_than_three_clauses_is_named(toy: ToyDeclaration) -> None:
    change(toy, "tests/test_toy.py", '"TY-S2a"', '"TY-S2a", "TY-E1", "TY-E1"')
    assert complaints(toy) == ["test_toy.py: test_one names 4 clauses; 3 at most."]


def test_a_clause_missing_in_one_language_is_named(toy: ToyDeclaration) -> None:
    change(toy, "rulebook.ja.md", "### [TY-E1]", "### [TY-E2]")
    assert complaints(toy) == [
        "toy/rulebook.ja.md lacks the clause TY-E1.",
        "toy/rulebook.ja.md has a clause of its own, TY-E2.",
    ]


def test_clauses_in_another_order_are_named(toy: ToyDeclaration) -> None:
    change(toy, "rulebook.ja.md", "### [TY-S1]", "### [TY-S0]")
    change(toy, "rulebook.ja.md", "### [TY-E1]", "### [TY-S1]")
    change(toy, "rulebook.ja.md", "### [TY-S0]", "### [TY-E1]")
    assert complaints(toy) == [
        "toy/rulebook.ja.md has TY-E1 where TY-S1 should stand: the clauses are not in the same order."
    ]


def test_a_missing_language_is_named(toy: ToyDeclaration) -> None:
    (toy.folder / "rulebook.ja.md").unlink()
    (complaint,) = complaints(toy)
    assert complaint.startswith("toy/rulebook.ja.md cannot be read: ")


def test_a_reference_to_no_clause_is_named(toy: ToyDeclaration) -> None:
    change(toy, "rulebook.md", "See [TY-S1]", "See [TY-Q1]")
    assert complaints(toy) == ["toy/rulebook.md: TY-S2a names TY-Q1, which is no clause."]


def test_a_refusal_that_names_no_clause_is_named(toy: ToyDeclaration) -> None:
    (toy.folder / "reason").write_text("TY-Q1")
    assert complaints(toy) == ["toy: the refusal too_late names TY-Q1, which is no clause."]


def test_a_rule_function_that_names_no_clause_is_named(toy: ToyDeclaration) -> None:
    change(toy, "rules.py", "TY-S2a", "TY-S3")
    assert complaints(toy) == ["toy/rules.py: begin names TY-S3, which is no clause."]


def test_a_game_that_brings_no_rulebook_has_nothing_to_check(toy: ToyDeclaration) -> None:
    (toy.folder / "rulebook.md").unlink()
    (toy.folder / "rulebook.ja.md").unlink()
    assert complaints(toy) == []


# ---------------------------------------------------------------- the order of the rulebook

RULES_IN_ORDER = '''
def begin(s):
    """TY-S1: it begins."""


def setup(s: State, players: int) -> None:
    """TY-S2a: with two dice."""
    s.dice[0] = throw(s)


def throw(s: State) -> int:
    """TY-E1: the last."""
    s.thrown += 1
    return 1


def imagine(s: State) -> None:
    s.dice[0] = 6


def count(s: State) -> int:
    total = s.dice[0]
    total += 1
    return total
'''


def test_functions_that_follow_the_clauses_are_in_order(toy: ToyDeclaration) -> None:
    (toy.folder / "rules.py").write_text(RULES_IN_ORDER)
    found = following(toy)
    assert (found.pairs, found.percent, found.against) == (2, 100, ())
    assert complaints(toy) == []


def test_a_function_that_stands_before_an_earlier_clause_is_named(toy: ToyDeclaration) -> None:
    (toy.folder / "rules.py").write_text(RULES_IN_ORDER.replace("TY-S1: it", "TY-E1, TY-S1: it"))
    assert following(toy).against == ("rules.py: setup (TY-S2a) comes after rules.py: begin (TY-E1)",)
    (said,) = complaints(toy)
    assert said.startswith("toy: 50 % of neighbouring rule functions follow the rulebook's order")
    assert "90 % is the least" in said


def test_files_come_in_the_order_of_the_first_clause_that_they_name(toy: ToyDeclaration) -> None:
    (toy.folder / "rules.py").write_text(RULES_IN_ORDER.replace("TY-S1: ", ""))
    (toy.folder / "a_late_file.py").write_text('def finish(s):\n    """TY-E1: it ends."""\n')
    (toy.folder / "z_early_file.py").write_text('def prepare(s):\n    """TY-S1: first of all."""\n')
    (toy.folder / "instinct.py").write_text('def guess(s):\n    """TY-S1: no rule."""\n')
    modules = [*toy.rules, *(ModuleType(f"toy.{name}") for name in ("a_late_file", "instinct", "z_early_file"))]
    for module in modules[1:]:
        module.__file__ = str(toy.folder / f"{module.__name__[4:]}.py")
    found = following(WithModules.of(toy, modules))
    assert (found.pairs, found.percent) == (3, 100)


class WithModules(ToyDeclaration):
    """The same game with other rule files."""

    modules: list[ModuleType]

    @classmethod
    def of(cls, toy: ToyDeclaration, modules: list[ModuleType]) -> "WithModules":
        made = cls(**{each.name: getattr(toy, each.name) for each in fields(Declaration)})
        vars(made).update(folder=toy.folder, modules=modules)
        return made

    @property
    def rules(self) -> tuple[ModuleType, ...]:
        return tuple(self.modules)


@pytest.mark.parametrize(
    ("clause", "unnamed"),
    [
        ("TY-S2a: ", ["rules.py: setup"]),
        ("TY-E1: ", ["rules.py: throw"]),
        ("TY-S1: ", []),
    ],
)
def test_what_changes_the_state_in_play_names_its_clause(toy: ToyDeclaration, clause: str, unnamed: list[str]) -> None:
    (toy.folder / "rules.py").write_text(RULES_IN_ORDER.replace(clause, ""))
    assert list(following(toy).unnamed) == unnamed
    assert complaints(toy) == [f"toy/{name} names no clause." for name in unnamed]


@pytest.mark.parametrize(
    ("function", "acts"),
    [
        ("def refuse_step(s: State, seat: int) -> int:\n    return 1\n", 1),
        ("def setup(s: State) -> None:\n    tell(s, 1)\n", 1),
        ("def setup(s: State) -> None:\n    fill(s.row)\n\ndef fill(row: Row) -> None:\n    row[0] = 1\n", 1),
        ("def setup(s: State) -> None:\n    why_not_that(s)\n\ndef why_not_that(s: State) -> int:\n    return 1\n", 1),
        ("def stay(s: State, seat: int) -> None:\n    wait(s)\n\ndef wait(s: State) -> None:\n    pass\n", 1),
        ("class Board:\n    def stay(self, seat: int) -> int:\n        return 1\n", 0),
        ("def conceal(s: State) -> None:\n    s.rng = 0\n", 0),
        ("def setup(s: State, out: Sheet) -> None:\n    out[0] = 1\n    mine = 1\n", 0),
    ],
)
def test_carrying_out_or_refusing_is_found_in_the_code(toy: ToyDeclaration, function: str, acts: int) -> None:
    (toy.folder / "rules.py").write_text(function)
    assert following(toy).acting == acts


@pytest.mark.parametrize(
    ("english", "japanese", "shown"),
    [
        ("Example: two and two.", "例：二と二。", [False]),
        ("Example: two and two.\n\n![Four dice](toy/four.svg)", "例：二と二。\n\n![四つ](toy/four.svg)", [True]),
        ("![Two dice](toy/two.svg)\n\nExample: four.", "![二つ](toy/two.svg)\n\n例：四つ。", [False]),
        (
            "Example: one.\n\nExample with two: two.\n\n![Two dice](toy/two.svg)",
            "例：一つ。\n\n2個の例：二つ。\n\n![二つ](toy/two.svg)",
            [False, True],
        ),
        ("Two examples:\n\n| a |\n| - |\n| b |", "例を二つ挙げます。\n\n| a |\n| - |\n| b |", [False]),
        ("There is no exception.", "例外はありません。", []),
    ],
)
def test_a_worked_example_that_no_picture_follows_is_found_in_both_languages(
    english: str, japanese: str, shown: list[bool]
) -> None:
    for language, text in (("en", english), ("ja", japanese)):
        book = parse(ENGLISH.replace("It ends.", text), "toy", language)
        assert worked_examples(book) == [("TY-E1", is_shown) for is_shown in shown]


def test_a_clause_that_is_an_example_needs_a_picture_anywhere() -> None:
    book = ENGLISH.replace("Over", "A game as an example")
    assert worked_examples(parse(book, "toy", "en")) == [("TY-E1", False)]
    drawn = parse(book.replace("It ends.", "![The end of it](toy/end.svg)\n\nIt ends."), "toy", "en")
    assert worked_examples(drawn) == [("TY-E1", True)]

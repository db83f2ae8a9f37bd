"""A game's rulebook in our own words, clause by clause, and whether rules, languages and tests agree with it.

    ## The auction                        a chapter
    One round of bids.                    its introduction

    ### [TE-A3] Never more than your cash
    You may bid up to ...

    *Source: rulebook, "The auction".*    what the clause rests on
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from tabletown.rulekit.actions import Actions
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadDeclaration, TabletownError
from tabletown.rulekit.language import LANGUAGES, UnknownLanguage, say

CLAUSE_ID = re.compile(r"\b[A-Z]{2,3}-[A-Z]\d+[a-z]?\b")
_CLAUSE = re.compile(rf"### \[({CLAUSE_ID.pattern})\] (\S.*)")
_SOURCE = re.compile(r"\*(?:Source|出典)[:：]\s*(.+?)\*", re.DOTALL)
MOST_CLAUSES_A_TEST = 3
LEAST_IN_ORDER = 90
"""Percent of neighbouring rule functions that follow the order of the clauses."""

class UnknownClause(TabletownError):
    """A clause that the rulebook does not have."""


@dataclass(frozen=True)
class Clause:
    """One numbered rule."""

    id: str
    title: str
    text: str
    """Markdown, without heading and source."""
    source: str
    chapter: str


@dataclass(frozen=True)
class Chapter:
    title: str
    introduction: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Rulebook:
    """The whole text in one language."""

    title: str
    language: str
    introduction: str
    chapters: tuple[Chapter, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clause for chapter in self.chapters for clause in chapter.clauses)

    def title_of(self, name: str) -> str:
        """Of a clause; nothing for one that the book does not have."""
        return next((clause.title for clause in self.clauses if clause.id == name), "")

    def clause(self, name: str) -> Clause:
        for clause in self.clauses:
            if clause.id.casefold() == name.strip("[] ").casefold():
                return clause
        ids = [clause.id for clause in self.clauses]
        known = f"they run from {ids[0]} to {ids[-1]}" if ids else "it brings no rulebook"
        raise UnknownClause(f"{self.title} has no clause {name!r}; {known}.")


@cache
def rulebook(declaration: Declaration, language: str = "en") -> Rulebook:
    """The game's rulebook in one of its languages."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"There is no rulebook in {language!r}; there are {', '.join(LANGUAGES)}.")
    place = f"{declaration.name}/{file_in(language)}"
    if not has_any_rulebook(declaration):
        _ = say(language, declaration)
        return Rulebook(_(declaration.title), language, _("This game brings no rulebook."), ())
    try:
        text = (declaration.files / file_in(language)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadDeclaration(f"{place} cannot be read: {error}.") from None
    return parse(text, place, language)


def has_any_rulebook(declaration: Declaration) -> bool:
    return any((declaration.files / file_in(each)).is_file() for each in LANGUAGES)


def has_rulebook(declaration: Declaration) -> bool:
    """A small game may do without."""
    return (declaration.files / file_in("en")).is_file()


def file_in(language: str) -> str:
    return "rulebook.md" if language == "en" else f"rulebook.{language}.md"


# ---------------------------------------------------------------- reading


def parse(text: str, place: str, language: str) -> Rulebook:
    """Read a rulebook; what is out of form is refused with its line."""
    preface, *parts = sections(text, "## ")
    if not preface.heading.startswith("# "):
        raise BadDeclaration(f"{place}, line 1: a rulebook begins with its title, # ...")
    chapters = tuple(_chapter(part, place) for part in parts)
    book = Rulebook(preface.heading[2:].strip(), language, preface.body, chapters)
    if not book.clauses:
        raise BadDeclaration(f"{place}: there is no clause; each begins with ### [AB-C1] Title.")
    for name, times in Counter(clause.id for clause in book.clauses).items():
        if times > 1:
            raise BadDeclaration(f"{place}: {name} stands there {times} times.")
    return book


@dataclass(frozen=True)
class Section:
    """A heading, its line, and everything up to the next heading of its kind."""

    heading: str
    line: int
    body: str


def sections(text: str, mark: str, line: int = 1) -> list[Section]:
    lines = text.splitlines()
    starts = [0, *(i for i in range(1, len(lines)) if lines[i].startswith(mark)), len(lines)]
    return [
        Section(lines[start] if lines else "", line + start, "\n".join(lines[start + 1 : end]).strip("\n"))
        for start, end in pairwise(starts)
    ]


def _chapter(part: Section, place: str) -> Chapter:
    title = part.heading.removeprefix("## ").strip()
    introduction, *clauses = sections(f"\n{part.body}", "### ", part.line)
    return Chapter(title, introduction.body.strip(), tuple(_clause(clause, title, place) for clause in clauses))


def _clause(part: Section, chapter: str, place: str) -> Clause:
    heading = _CLAUSE.fullmatch(part.heading.rstrip())
    if heading is None:
        raise BadDeclaration(f"{place}, line {part.line}: {part.heading!r} should read ### [AB-C1] Title.")
    text, _, last = part.body.strip().rpartition("\n\n")
    source = _SOURCE.fullmatch(last.strip())
    if source is None or not text:
        raise BadDeclaration(f"{place}, line {part.line}: {heading[1]} has a text and then its *Source: ...*")
    return Clause(heading[1], heading[2].strip(), text, source[1].strip(), chapter)


# ---------------------------------------------------------------- checking


def check_rules(declaration: Declaration, tests: Path) -> list[str]:
    """Everything in which the game's rules, its rulebooks and its tests (a folder) disagree, a sentence each."""
    complaints: list[str] = []
    books: list[Rulebook] = []
    if not has_any_rulebook(declaration):
        return []
    for language in LANGUAGES:
        try:
            books.append(rulebook(declaration, language))
        except BadDeclaration as error:
            complaints.append(str(error))
    if not books:
        return complaints
    known = [clause.id for clause in books[0].clauses]
    complaints.extend(_between_languages(declaration, books))
    complaints.extend(_references(declaration, books))
    complaints.extend(_reasons(declaration, known))
    complaints.extend(_docstrings(declaration, known))
    complaints.extend(_tests(tests, known))
    complaints.extend(_course(declaration, following(declaration)))
    return complaints


def _between_languages(declaration: Declaration, books: list[Rulebook]) -> Iterator[str]:
    first, *others = books
    expected = [clause.id for clause in first.clauses]
    for other in others:
        file = f"{declaration.name}/{file_in(other.language)}"
        found = [clause.id for clause in other.clauses]
        yield from (f"{file} lacks the clause {name}." for name in expected if name not in found)
        yield from (f"{file} has a clause of its own, {name}." for name in found if name not in expected)
        common = [name for name in expected if name in found]
        order = [name for name in found if name in expected]
        for one, another in zip(common, order, strict=True):
            if one != another:
                yield f"{file} has {another} where {one} should stand: the clauses are not in the same order."
                break


def _references(declaration: Declaration, books: list[Rulebook]) -> Iterator[str]:
    for book in books:
        known = {clause.id for clause in book.clauses}
        for clause in book.clauses:
            for name in sorted(set(CLAUSE_ID.findall(clause.text)) - known):
                yield f"{declaration.name}/{file_in(book.language)}: {clause.id} names {name}, which is no clause."


def _reasons(declaration: Declaration, known: list[str]) -> Iterator[str]:
    for reason in declaration.reasons.all.values():
        if reason.clause not in known:
            yield f"{declaration.name}: the refusal {reason.name} names {reason.clause}, which is no clause."


def _docstrings(declaration: Declaration, known: list[str]) -> Iterator[str]:
    for file, functions in _rule_files(declaration):
        for node in functions:
            for name in _clauses_of(node):
                if name not in known:
                    yield f"{declaration.name}/{file}: {node.name} names {name}, which is no clause."


def _rule_files(declaration: Declaration) -> Iterator[tuple[str, list[ast.FunctionDef]]]:
    """Each file of the rules, and the functions in it."""
    for module in declaration.rules:
        file = module.__name__.removeprefix(f"{declaration.package}.").replace(".", "/") + ".py"
        tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
        yield file, [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _clauses_of(function: ast.FunctionDef) -> list[str]:
    return CLAUSE_ID.findall(ast.get_docstring(function) or "")


def _tests(folder: Path, known: list[str]) -> Iterator[str]:
    proved: set[str] = set()
    for file in sorted(folder.rglob("test_*.py")):
        for test, clauses in _marks(file):
            where = f"{file.relative_to(folder)}: {test}"
            proved.update(clauses)
            yield from (f"{where} names {name}, which is no clause." for name in clauses if name not in known)
            if len(clauses) > MOST_CLAUSES_A_TEST:
                yield f"{where} names {len(clauses)} clauses; {MOST_CLAUSES_A_TEST} at most."
    yield from (f"{name} is proved by no test in {folder}." for name in known if name not in proved)


def _marks(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The tests of a file that carry `@pytest.mark.rule(...)`, and the clauses that it names."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named = [
                str(ast.literal_eval(argument))
                for decorator in node.decorator_list
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"
                for argument in decorator.args
            ]
            if named:
                yield node.name, named


# ---------------------------------------------------------------- do the rules follow the rulebook

IN_PLAY = ("setup", "apply", "why_not", "refuse_deciding", "refuse_timing", "carry_on")
"""Where play begins, besides the functions of the verbs."""
STATE_TYPES = ("State", "Row", "Grid", "Block")
REFUSING = ("refuse_", "untimely_", "why_no")


@dataclass(frozen=True)
class Following:
    """How far rule functions stand in the order of the clauses that they name, and which should name one."""

    pairs: int
    against: tuple[str, ...]
    """Neighbours that run against the rulebook, a sentence each."""
    acting: int
    """Functions that carry out or refuse something in play."""
    unnamed: tuple[str, ...]
    """Those among them that name no clause."""

    @property
    def percent(self) -> int:
        return 100 if not self.pairs else 100 * (self.pairs - len(self.against)) // self.pairs

    def __str__(self) -> str:
        named = f"{self.acting - len(self.unnamed)} of {self.acting} that do or refuse something name their clause"
        return f"{self.percent} % of neighbouring rule functions follow the rulebook's order, {named}"


def following(declaration: Declaration) -> Following:
    """Hold the rule functions, file by file, against the order of the clauses. The instinct is no part of the rules."""
    places = {clause.id: place for place, clause in enumerate(rulebook(declaration).clauses)}
    files = [(file, functions) for file, functions in _rule_files(declaration) if not is_instinct(file)]
    named = [
        [(f"{file}: {each.name}", clauses[0]) for each in functions if (clauses := _clauses_of(each))]
        for file, functions in files
    ]
    course = sorted((each for each in named if each), key=lambda each: places.get(each[0][1], 0))
    pairs = list(pairwise(name for file in course for name in file))
    against = tuple(
        f"{after} ({late}) comes after {before} ({early})"
        for (before, early), (after, late) in pairs
        if places.get(late, 0) < places.get(early, 0)
    )
    players = _players(declaration)
    played = _in_play(players, [each for _, functions in files for each in functions])
    acting = [
        (file, each)
        for file, functions in files
        for each in functions
        if each.name in played and (_acts(each) or (each.name in players and _states_of(each)))
    ]
    unnamed = tuple(f"{file}: {each.name}" for file, each in acting if not _clauses_of(each))
    return Following(len(pairs), against, len(acting), unnamed)


def is_instinct(file: str) -> bool:
    """It is one file, or a folder of several."""
    return file == "instinct.py" or file.startswith("instinct/")


def _course(declaration: Declaration, found: Following) -> Iterator[str]:
    yield from (f"{declaration.name}/{name} names no clause." for name in found.unnamed)
    if found.percent < LEAST_IN_ORDER:
        yield f"{declaration.name}: {found}; {LEAST_IN_ORDER} % is the least. {'; '.join(found.against)}."


def _players(declaration: Declaration) -> set[str]:
    """The functions that play the verbs: they carry something out, also if they leave it to others."""
    spaces = [value for module in declaration.rules for value in vars(module).values() if isinstance(value, Actions)]
    return {verb.player for space in spaces for verb in space.kinds.values()}


def _in_play(players: set[str], functions: list[ast.FunctionDef]) -> set[str]:
    """The functions that decisions and set-up reach: not those that only hide, imagine or audit."""
    calls = {each.name: {node.id for node in ast.walk(each) if isinstance(node, ast.Name)} for each in functions}
    waiting = [name for name in calls if name in players or name in IN_PLAY or name.startswith(REFUSING[:2])]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(calls[name] & calls.keys())
    return reached


def _acts(function: ast.FunctionDef) -> bool:
    """Whether it refuses something, tells something or changes the state."""
    state = _states_of(function)
    changes = any(_root(target) in state for target in _targets(function))
    tells = any(isinstance(node, ast.Name) and node.id == "tell" for node in ast.walk(function))
    return function.name.startswith(REFUSING) or changes or tells


def _states_of(function: ast.FunctionDef) -> set[str]:
    """Which of its arguments are the state, or a part of it."""
    return {each.arg for each in function.args.args if each.annotation and ast.unparse(each.annotation) in STATE_TYPES}


def _targets(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            yield from node.targets
        elif isinstance(node, ast.AugAssign):
            yield node.target


def _root(target: ast.expr) -> str:
    """The name of whatever is assigned to: s, for s.cash[seat]."""
    inner = target
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) and inner is not target else ""

"""The rulebook on the screen, whole or a clause of it."""

import re
from pathlib import Path

from rich.markdown import Markdown
from rich.syntax import Syntax

from tabletown.match import Game, game, games
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.rulebooks import CLAUSE_ID, Clause, Rulebook, UnknownClause, check_rules, following, rulebook
from tabletown.terminal.explaining import clause_text
from tabletown.terminal.screen import Screen


def show(screen: Screen, name: str | None, clause: str | None, language: str) -> None:
    """A game's rulebook or a clause of it; a clause by itself says which game it is of."""
    if name is not None and clause is None and CLAUSE_ID.fullmatch(name.upper()):
        name, clause = game_with(name), name
    chosen = the_game(name)
    book = rulebook(chosen.declaration, language)
    text = with_source(book.clause(clause)) if clause else whole_text(book)
    screen.show(Markdown(in_words(text)))


def in_words(text: str) -> str:
    """A terminal says what a picture shows."""
    return re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"*\1*", text)


def the_game(name: str | None) -> Game:
    if name is not None:
        return game(name)
    found = games()
    if len(found) > 1:
        raise BadOption(f"Say which game's rules: {', '.join(each.name for each in found)}.")
    return found[0]


def game_with(clause: str) -> str:
    for each in games():
        if any(known.id == clause.upper() for known in rulebook(each.declaration).clauses):
            return each.name
    raise UnknownClause(f"No game has a clause {clause!r}; `tabletown rules GAME` shows all of a game's.")


def whole_text(book: Rulebook) -> str:
    parts = [f"# {book.title}", book.introduction]
    for chapter in book.chapters:
        parts += [f"## {chapter.title}", chapter.introduction, *map(with_source, chapter.clauses)]
    return "\n\n".join(parts)


def with_source(clause: Clause) -> str:
    return f"{clause_text(clause)}\n\n*{clause.source}*"


def show_source(screen: Screen, name: str | None) -> None:
    """What the kit wrote from the game's verbs: coloured on a terminal, as it is into a pipe."""
    chosen = the_game(name)
    title = f"# Written from the verbs of {chosen.title}; it runs beside the rules that it calls."
    text = f"{title}\n\n\n{chosen.rules().source}\n\n{chosen.rules().observing}"
    if screen.console.is_terminal:
        screen.show(Syntax(text, "python", background_color="default", word_wrap=True), end="")
    else:
        screen.write(text)


def tests_of(name: str, tests: Path) -> Path:
    """A room of their own among the tests of several games; a package of one game has no rooms."""
    return tests / "games" / name if (tests / "games").is_dir() else tests


def check(screen: Screen, name: str | None, tests: Path) -> int:
    """Say everything in which rules, rulebooks and tests disagree; 1 if anything does."""
    if not tests.is_dir():
        raise BadOption(f"There are no tests in {tests}: check in the project's folder, or name them by --tests.")
    chosen = [game(name)] if name else games()
    complaints = [text for each in chosen for text in check_rules(each.declaration, tests_of(each.name, tests))]
    for each in chosen:
        screen.say(f"{each.name}: {following(each.declaration)}.")
    for text in complaints:
        screen.complain(text)
    if not complaints:
        screen.say(f"Rules, languages and tests agree ({', '.join(each.name for each in chosen)}).")
    return 1 if complaints else 0

"""Law 16: inside a game imports run one way, and all that it says is said in every language that it brings."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tabletown.coaching.script import messages as coach_messages
from tabletown.laws.law import law
from tabletown.laws.playing import Case
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import HOUSE, LANGUAGES, catalogue
from tabletown.rulekit.rulebooks import has_rulebook

ROOMS = (("rules",), ("instinct", "observation"), ("telling",), ("drawing",), ("staging",))
"""From the bottom to the top: each knows those before it, and none that stands beside it."""
FLOORS = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")
ARGUMENTS = {"_": 1, "message": 1, "plural": 2}
"""Marking function -> how many of its arguments are messages."""

Marked = str | tuple[str, ...]


# ---------------------------------------------------------------- what knows what


class Import(NamedTuple):
    """What a module asks for, and where."""

    line: int
    name: str


def has_rooms(declaration: Declaration) -> bool:
    return declaration.optional_module("rules") is not None


@law(usual=True, when=has_rooms)
def rules_know_neither_words_nor_pictures_and_words_no_pictures(case: Case) -> None:
    home = case.declaration.package
    folder = Path(str(case.declaration.files))
    for file in code_of(case.declaration):
        room = file.relative_to(folder).parts[0].removesuffix(".py")
        for line, name in imports_of(file, folder, home):
            other = name.removeprefix(f"{home}.").partition(".")[0] if name.startswith(f"{home}.") else ""
            place = f"{file.relative_to(folder)}, line {line}"
            assert not is_above(other, room), f"{place}: {room} knows nothing of {other}; what both need is in {room}"


def is_above(other: str, room: str) -> bool:
    """Or beside it."""
    return other != room and FLOORS.get(other, -1) >= FLOORS.get(room, len(FLOORS))


def imports_of(file: Path, folder: Path, home: str) -> Iterator[Import]:
    """Whatever a module of that package imports, by its whole name."""
    package = [home, *file.relative_to(folder).parts[:-1]]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield from (Import(node.lineno, f"{origin}.{each.name}") for each in node.names)


def code_of(declaration: Declaration) -> list[Path]:
    """A game's modules: those of its folder, or its file."""
    spec = find_spec(declaration.package)
    if spec is None or spec.origin is None:
        return []
    is_folder = spec.submodule_search_locations is not None
    return sorted(Path(spec.origin).parent.rglob("*.py")) if is_folder else [Path(spec.origin)]


# ---------------------------------------------------------------- messages


def speaks_more_than_english(declaration: Declaration) -> bool:
    brings = (catalogue(declaration.package, language).is_file() for language in TRANSLATED)
    return has_rulebook(declaration) or any(brings)


@law(usual=True, when=speaks_more_than_english)
def every_message_is_translated(case: Case) -> None:
    for language in TRANSLATED:
        known = translated(HOUSE, language) | translated(case.declaration.package, language)
        missing = [text for text in messages_of(case.declaration) if first_of(text) not in known]
        more = f", and {len(missing) - 1} more" if missing[1:] else ""
        assert not missing, f"{first_of(missing[0])!r} has no translation in locale/{language}.po{more}"


def translated(package: str, language: str) -> set[str]:
    """The messages of its catalogue that have one, and one that nobody has to look at again."""
    file = catalogue(package, language)
    if not file.is_file():
        return set()
    with file.open("rb") as text:
        entries = read_po(text, locale=language)
    return {first_of(entry.id) for entry in entries if not entry.fuzzy and all(strings(entry))}


def strings(entry: Message) -> tuple[str, ...]:
    """A translation, in all its plural forms."""
    return tuple(entry.string) if isinstance(entry.string, (tuple, list)) else (entry.string or "",)


def first_of(message: Marked | list[str]) -> str:
    return message if isinstance(message, str) else message[0]


def messages_of(declaration: Declaration) -> Iterator[Marked]:
    """All that is to be translated of a game, in the order in which it stands there."""
    yield from declared(declaration)
    for file in code_of(declaration):
        yield from marked(file.read_text(encoding="utf-8"))


def marked(source: str) -> list[Marked]:
    """The messages that a source file marks. Read from its syntax tree, which finds those inside f-strings too."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    found: list[Marked] = []
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        values = [part.value for part in call.args[: ARGUMENTS.get(name, 0)] if isinstance(part, ast.Constant)]
        texts = [value for value in values if isinstance(value, str)]
        if texts and len(texts) == ARGUMENTS[name]:
            found.append(texts[0] if len(texts) == 1 else tuple(texts))
    return found


def declared(game: Declaration) -> Iterator[str]:
    """What people read of a game's declaration and of the names in its edition."""
    yield game.title
    yield game.summary
    for option in game.options:
        yield option.label
        yield from (name for name in option.values.values() if not name.isdecimal())
        yield from option.meaning.values()
    yield from game.unasked.values()
    yield from coach_messages(game)
    if len(game.editions) > 1:
        for file in game.editions:
            content = game.edition(file).content
            yield from (content[part] for part in ("name", "about") if part in content)
    for value in game.edition().values.values():
        if isinstance(value, tuple):
            yield from (name for name in value if isinstance(name, str) and len(name) > 1)

"""python -m tools.messages: bring every catalogue in line with the messages in the code.

New and changed messages come without a translation, dropped ones go. Neither dates nor places are written, so a
catalogue changes only when a message does.
"""

import ast
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from tabletown.coaching.script import messages as coach_messages
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import LANGUAGES
from tabletown.rulekit.registry import declarations

HOUSE = Path(__file__).parents[1] / "src" / "tabletown"
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")
ARGUMENTS = {"_": 1, "message": 1, "plural": 2}
"""Marking function -> how many of its arguments are messages."""
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals};\\n"

"""


@dataclass(frozen=True)
class Source:
    """Code whose messages stand in catalogues of its own."""

    folder: Path
    declaration: Declaration | None = None

    def catalogue(self, language: str) -> Path:
        return self.folder / "locale" / f"{language}.po"

    def template(self) -> Catalog:
        """All the messages of the code, in the order in which they stand there."""
        template = Catalog(charset="utf-8")
        for name in declared(self.declaration) if self.declaration else ():
            template.add(name)
        for path in sorted([*self.folder.rglob("*.py"), *self.folder.rglob("*.html")]):
            if self.declaration or HOUSE / "games" not in path.parents:
                read = marked if path.suffix == ".py" else marked_in_page
                for text in read(path.read_text(encoding="utf-8")):
                    template.add(text)
        return template

    def updated(self, language: str) -> str:
        """The catalogue's text as it should be."""
        path = self.catalogue(language)
        known = path.read_bytes() if path.exists() else b""
        catalogue = read_po(io.BytesIO(known), locale=language, abort_invalid=True)
        catalogue.update(self.template(), no_fuzzy_matching=True)
        text = io.BytesIO()
        write_po(text, catalogue, width=0, no_location=True, omit_header=True, ignore_obsolete=True)
        header = HEADER.format(language=language, plurals=catalogue.plural_forms.rstrip(";"))
        return (header + text.getvalue().decode()).rstrip("\n") + "\n"


def marked(source: str) -> list[str | tuple[str, ...]]:
    """The messages that a source file marks. Read from its syntax tree, which finds those inside f-strings too."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    found: list[str | tuple[str, ...]] = []
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        values = [part.value for part in call.args[: ARGUMENTS.get(name, 0)] if isinstance(part, ast.Constant)]
        texts = [value for value in values if isinstance(value, str)]
        if texts and len(texts) == ARGUMENTS[name]:
            found.append(texts[0] if len(texts) == 1 else tuple(texts))
    return found


def marked_in_page(source: str) -> list[str | tuple[str, ...]]:
    """The messages that a page's template marks."""
    calls = Environment(autoescape=True).parse(source).find_all(nodes.Call)
    names = (nodes.Name, nodes.Getattr)
    found: list[str | tuple[str, ...]] = []
    for call in calls:
        name = call.node.name if isinstance(call.node, nodes.Name) else getattr(call.node, "attr", "")
        if isinstance(call.node, names) and name == "_" and call.args and isinstance(call.args[0], nodes.Const):
            found.append(call.args[0].value)
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


def sources() -> list[Source]:
    """The house, and the games that live in it."""
    games = ((Path(str(game.files)), game) for game in declarations().values())
    return [Source(HOUSE), *(Source(folder, game) for folder, game in games if HOUSE in folder.parents)]


def untranslated(catalogue: Catalog) -> list[str]:
    """Messages without a translation, or with one that has to be looked at again."""
    return [str(entry.id) for entry in catalogue if entry.id and (entry.fuzzy or not all(strings(entry)))]


def strings(entry: Message) -> tuple[str, ...]:
    """A translation, in all its plural forms."""
    return tuple(entry.string) if isinstance(entry.string, (tuple, list)) else (entry.string or "",)


def main() -> None:
    for source in sources():
        for language in TRANSLATED:
            path = source.catalogue(language)
            path.parent.mkdir(exist_ok=True)
            text = source.updated(language)
            path.write_text(text, encoding="utf-8")
            catalogue = read_po(io.StringIO(text), locale=language)
            counts = f"{len(catalogue)} messages, {len(untranslated(catalogue))} to translate"
            sys.stdout.write(f"{path.relative_to(HOUSE.parents[1])}: {counts}\n")


if __name__ == "__main__":
    main()

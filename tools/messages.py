"""python -m tools.messages [GAME ...]: bring every catalogue in line with the messages in the code.

With games of other packages theirs too.

New and changed messages come without a translation, dropped ones go. Neither dates nor places are written, so a
catalogue changes only when a message does.
"""

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from tabletown.laws.rooms import TRANSLATED, Marked, marked, messages_of, strings
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.registry import declaration, declarations

HOUSE = Path(__file__).parents[1] / "src" / "tabletown"
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
        for text in messages_of(self.declaration) if self.declaration else self.of_the_house():
            template.add(text)
        return template

    def of_the_house(self) -> Iterator[Marked]:
        for path in sorted([*self.folder.rglob("*.py"), *self.folder.rglob("*.html")]):
            if HOUSE / "games" not in path.parents:
                read = marked if path.suffix == ".py" else marked_in_page
                yield from read(path.read_text(encoding="utf-8"))

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


def marked_in_page(source: str) -> list[Marked]:
    """The messages that a page's template marks."""
    calls = Environment(autoescape=True).parse(source).find_all(nodes.Call)
    names = (nodes.Name, nodes.Getattr)
    found: list[Marked] = []
    for call in calls:
        name = call.node.name if isinstance(call.node, nodes.Name) else getattr(call.node, "attr", "")
        if isinstance(call.node, names) and name == "_" and call.args and isinstance(call.args[0], nodes.Const):
            found.append(call.args[0].value)
    return found


def sources(*games: str) -> list[Source]:
    """The house, the games that live in it, and those of other packages that are named."""
    found = {Path(str(game.files)): game for game in declarations().values()}
    own = [Source(folder, game) for folder, game in found.items() if HOUSE in folder.parents]
    return [Source(HOUSE), *own, *(Source(Path(str(declaration(name).files)), declaration(name)) for name in games)]


def untranslated(catalogue: Catalog) -> list[str]:
    """Messages without a translation, or with one that has to be looked at again."""
    return [str(entry.id) for entry in catalogue if entry.id and (entry.fuzzy or not all(strings(entry)))]


def main() -> None:
    for source in sources(*sys.argv[1:]):
        for language in TRANSLATED:
            path = source.catalogue(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = source.updated(language)
            path.write_text(text, encoding="utf-8")
            catalogue = read_po(io.StringIO(text), locale=language)
            counts = f"{len(catalogue)} messages, {len(untranslated(catalogue))} to translate"
            place = path.relative_to(HOUSE.parents[1]) if HOUSE in path.parents else path
            sys.stdout.write(f"{place}: {counts}\n")


if __name__ == "__main__":
    main()

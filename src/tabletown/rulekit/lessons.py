"""A game in two minutes: a page of pictures with a few words each, and the staged positions that they are drawn from.

    # The Estates in two minutes          two_minutes.md
    What you need for a first game.

    ## Every piece is auctioned           a card
    ![Ann bids](auction.svg)              one picture, or a before and an after
    On your turn ...

Pictures are named in `examples/pictures.toml`: the record that holds the position, the step, and what of it is shown.

    [auction]
    record = "turn"
    step = 3
    shows = [190, 210, 300, 180]          a box of the picture, or the name of a panel; without it the whole board
    seat = 1                              whose view it is; without it a spectator's
    is_open = true                        with all hands open, as in a replay
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.drawing import Box, Layout
from tabletown.rulekit.errors import BadDeclaration
from tabletown.rulekit.language import LANGUAGES, Say, message
from tabletown.rulekit.rulebooks import Rulebook, sections

EXAMPLES = "examples"
"""The folder of records that pages and rulebooks show."""
PICTURES = "pictures.toml"
PEOPLE = (
    message("Ann"),
    message("Ben"),
    message("Cat"),
    message("Dan"),
    message("Eve"),
    message("Rita"),
    message("Tom"),
    message("Vera"),
    message("Rob"),
    message("Pat"),
)
"""Who plays in the examples, and is called in every language as its rulebook calls them."""
_EXAMPLE = re.compile(r"(?:\w+ )?[Ee]xamples?\b|[^。、\n]{0,6}例[：を]")
"""How a paragraph or a title begins that works something through, in the languages of the house."""
_SHOWN = re.compile(r"!\[[^\]]+\]\([\w/-]+\.svg\)")
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([a-z0-9-]+)\.svg\)")


@dataclass(frozen=True)
class Staged:
    """A picture of a position."""

    record: str
    step: int
    shows: Box | str | None = None
    seat: int | None = None
    is_open: bool = False

    def box(self, layout: Layout) -> Box | None:
        """What is shown of a picture; nothing where it is the whole board."""
        if isinstance(self.shows, str):
            return layout.panels[self.shows]
        return self.shows


@dataclass(frozen=True)
class Card:
    """A heading, its pictures (what they show, and their name), and a few words."""

    title: str
    pictures: tuple[tuple[str, str], ...]
    text: str
    """Markdown, without the pictures."""


@dataclass(frozen=True)
class Lesson:
    """The page in one language."""

    title: str
    introduction: str
    cards: tuple[Card, ...]


def called(_: Say, names: Sequence[str]) -> list[str]:
    """The players of an example, as a reader knows them; others keep their names."""
    return [_(name) if name in PEOPLE else name for name in names]


def file_in(language: str) -> str:
    return "two_minutes.md" if language == "en" else f"two_minutes.{language}.md"


def has_lesson(declaration: Declaration) -> bool:
    return any((declaration.files / file_in(each)).is_file() for each in LANGUAGES)


@cache
def lesson(declaration: Declaration, language: str = "en") -> Lesson:
    """The game's page in one of its languages."""
    place = f"{declaration.name}/{file_in(language)}"
    try:
        text = (declaration.files / file_in(language)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadDeclaration(f"{place} cannot be read: {error}.") from None
    preface, *cards = sections(text, "## ")
    if not preface.heading.startswith("# ") or not cards:
        raise BadDeclaration(f"{place}: it begins with its title, # ..., and has cards, each with ## ...")
    return Lesson(
        preface.heading[2:].strip(), preface.body.strip(), tuple(_card(each.heading, each.body) for each in cards)
    )


def _card(heading: str, body: str) -> Card:
    shown = tuple((each[1], each[2]) for each in _IMAGE.finditer(body))
    return Card(heading.removeprefix("## ").strip(), shown, _IMAGE.sub("", body).strip())


def worked_examples(book: Rulebook) -> list[tuple[str, bool]]:
    """Every worked example of a rulebook by the clause or chapter that it stands in, and whether it has a picture."""
    clauses = ((clause.id, clause.title, clause.text) for clause in book.clauses)
    chapters = ((each.title, each.title, each.introduction) for each in book.chapters)
    return [(name, shown) for name, title, text in (*clauses, *chapters) for shown in _shown(title, text)]


def _shown(title: str, text: str) -> list[bool]:
    """An example goes on until the next one begins; where the title announces one it is all of the text."""
    if re.search(r"\bexample\b|例", title):
        return [bool(_SHOWN.search(text))]
    shown: list[bool] = []
    for paragraph in text.split("\n\n"):
        if _EXAMPLE.match(paragraph):
            shown.append(False)
        elif shown and _SHOWN.match(paragraph):
            shown[-1] = True
    return shown


@cache
def pictures(declaration: Declaration) -> Mapping[str, Staged]:
    """Every staged picture by its name."""
    file = declaration.files / EXAMPLES / PICTURES
    if not file.is_file():
        return {}
    return {name: _staged(file, name, given) for name, given in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def _staged(file: Traversable, name: str, given: Mapping[str, object]) -> Staged:
    shows = given.get("shows")
    if isinstance(shows, list):
        shows = Box(*shows)
    try:
        return Staged(**{**given, "shows": shows})  # type: ignore[arg-type]
    except TypeError:
        raise BadDeclaration(
            f"{file.name}: [{name}] has record, step, shows, seat and is_open, not {', '.join(given)}."
        ) from None

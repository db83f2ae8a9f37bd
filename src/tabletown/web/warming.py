"""What every page needs is made ready before the first one is asked for: it takes a while, and nobody should wait."""

import logging
from collections.abc import Iterator

from tabletown.match import game
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.registry import declarations
from tabletown.rulekit.rulebooks import Rulebook, rulebook
from tabletown.web import around, learning, seating, stage
from tabletown.web.people import STATIC, asset, static
from tabletown.web.scene import Scene
from tabletown.web.sweeping import sweep_often
from tabletown.web.templates import pages

log = logging.getLogger(__name__)
HOUSE = ""
_ready: set[str] = set()
"""The titles that are ready, and the house itself."""


def warm_up() -> Iterator[object]:
    """Templates, files, and of every game the rules, the words, the rulebook and the first picture; once a process.

    Piece by piece, in the loop that serves pages, never in a thread beside it: Python 3.11 cannot parse in two threads
    at once.
    """
    if HOUSE not in _ready:
        yield from _house()
        _ready.add(HOUSE)
    for name in declarations().keys() - _ready:
        try:
            yield from _title(name)
            _ready.add(name)
        # A game of another package that is broken is broken for those alone who play it.
        except TabletownError as error:
            log.error("%s could not be made ready: %s", name, error)
        except Exception:
            log.exception("%s could not be made ready", name)


def warm_up_for_good() -> Iterator[object]:
    """The same in a process that is a server and nothing else."""
    yield from warm_up()
    sweep_often()


def _house() -> Iterator[object]:
    for name in pages().list_templates():
        yield pages().get_template(name)
    for name in STATIC:
        static(name)
        yield asset(name)
    for language in LANGUAGES:
        yield say(language)


def _title(name: str) -> Iterator[object]:
    chosen = game(name)
    for file in chosen.declaration.editions:
        yield chosen.edition(file)
    match = chosen.new()
    for language in LANGUAGES:
        yield seating.game_in_words(chosen, language)
        yield from _drawn(Scene(match, match.pending[0], language))
        yield around.aid(match.say(language), match)
        for text in _texts(rulebook(match.game.declaration, language)):
            yield learning.in_html(text)


def _texts(book: Rulebook) -> Iterator[str]:
    yield book.introduction
    for chapter in book.chapters:
        yield chapter.introduction
        yield from (clause.text for clause in chapter.clauses)


def _drawn(scene: Scene) -> Iterator[object]:
    yield from (scene.parts, scene.layout, scene.cards, scene.tokens, scene.choices, scene.barred)
    yield from (scene.text, scene.heading, scene.question, scene.sheet, scene.stages, scene.clauses())
    yield from (around.forecast(scene), around.latest(scene), scene.picture.all_defs)
    yield from (scene.faces, scene.tray, stage.setting(scene, stage.MINE), scene.first_meaning, scene.priced)

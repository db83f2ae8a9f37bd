"""What would Tycoon do, as a part of its viewer's page."""

from collections.abc import Sequence
from typing import Any

from tabletown.explaining.hinting import Option
from tabletown.explaining.telling import ToldOption, scores_in_words, told_options
from tabletown.web.at_table import hints
from tabletown.web.at_table.drafts import alone
from tabletown.web.deciding import is_deciding
from tabletown.web.hints import SOON
from tabletown.web.pushes import Making, Part
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.templates import rewritten, written


def advice(table: Table, scene: Scene) -> Making:
    """The button, how far it is, or the choices; nothing where there is nothing to ask."""
    if scene.seat is None or not is_deciding(table, scene) or not can_ask(table, scene):
        yield {"advice": Part(rewritten("advice", _=scene._, question=""))}
        return
    question = hints.name_of(table.standing, scene.seat)
    told = table.hints.get(scene.seat)
    told = told if told is not None and told.question == question else None
    context: dict[str, Any] = {"_": scene._, "question": question, "seat": scene.seat, "table": table.id, "soon": SOON}
    found = options(scene, told.options) if told else []
    aside = scores_in_words(scene._, [option for option, _played in found])
    context |= {"advice": told, "options": found, "aside": aside}
    yield {"advice": Part(written("advice", **context))}


def can_ask(table: Table, scene: Scene) -> bool:
    return len(scene.legal) > 1 and hints.are_allowed(table.seats, table.settings) and hints.are_had(table.standing)


def options(scene: Scene, found: Sequence[Option]) -> list[tuple[ToldOption, str]]:
    """Each with the numbers of what a page can select of it at one go."""
    if not found:
        return []
    begun = alone(scene.match.game.declaration, scene.drafted)
    told = told_options(scene.match, scene.viewer, found, scene.language, begun)
    return [(each, ",".join(map(str, scene.at_one_go(each.actions) or each.actions))) for each in told]

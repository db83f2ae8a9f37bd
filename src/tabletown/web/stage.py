"""The stage: what happens now, the thing itself, everybody's answer, and what the chosen answer would mean."""

from collections.abc import Sequence
from typing import Any

from tabletown.match.errors import Refused
from tabletown.rulekit.drawing import Svg, tag
from tabletown.rulekit.staging import Answer, Meaning, Moment, Now, Subject
from tabletown.web.scene import Scene

MINE, THEIRS, OVER = "mine", "theirs", "over"
WIDE_STEPS = 40
"""So many letters of steps fit in a line; else only the present one is named."""
RECENT = 12
"""So many entries are kept on a page, for whoever has not seen them played."""


def setting(scene: Scene, mood: str) -> dict[str, Any]:
    """What every stage shows."""
    staging = scene.match.game.declaration.staging
    steps = scene.stages
    return {
        "mood": mood,
        "now": staging.now(scene.look) or _now(scene, mood),
        "steps": steps,
        "named_steps": sum(len(step.name) for step in steps) <= WIDE_STEPS,
        "subject": staging.subject(scene.look),
        "answers": _answers(scene),
        "scene": scene,
        "_": scene._,
    }


def _now(scene: Scene, mood: str) -> Now:
    _ = scene._
    if mood == MINE:
        return Now(_("Your move."), scene.question)
    return Now("", _("{names} to decide").format(names=", ".join(scene.waiting_for())))


def _answers(scene: Scene) -> Sequence[Answer]:
    """What the game says of each; whoever has sealed an answer has decided, and nobody says what."""
    decided = scene.match.changeable if scene.is_live else ()
    found = scene.match.game.declaration.staging.answers(scene.look)
    return [_sealed(scene, each) if each.seat in decided else each for each in found]


def _sealed(scene: Scene, answer: Answer) -> Answer:
    if answer.stays:
        return answer if answer.leads_by else answer._replace(standing="wait")
    return answer._replace(words=scene._("sealed"), standing="wait")


# ---------------------------------------------------------------- what a choice would mean


def meaning(scene: Scene, actions: Sequence[int]) -> Meaning:
    """Of actions that come after what is drafted; told from the view before all of them."""
    drafted = [action for part in scene.drafted for action in part]
    before = Scene(scene.match, scene.seat, scene.language) if drafted else scene
    return scene.match.game.declaration.staging.meaning(before.look, [*drafted, *actions])


def changes(scene: Scene, actions: Sequence[int]) -> list[tuple[str, str, str, str]]:
    """For a game that tells no meaning: what would be different on the score sheet."""
    after = Scene(scene.match, scene.seat, scene.language, drafted=(*scene.drafted, list(actions)))
    try:
        return after.changed_figures(scene)
    except Refused:
        return []


def first_choice(scene: Scene) -> list[int]:
    """What is chosen before anybody has chosen: the lowest sum, the first place on the board, the first button."""
    choices = scene.choices
    if choices.amounts:
        return [choices.amounts[0].actions[0].id]
    if choices.on_board:
        return [int(each) for each in choices.on_board[0][0].split(",")]
    if scene.tray and scene.tray.folded:
        return [scene.tray.first]
    return [choices.plain[0].id] if choices.plain else []


def ghost(svg: str) -> str:
    """Drawn over the board, and never in the way of a click."""
    return tag("g", Svg(svg), id="ghost")


# ---------------------------------------------------------------- what has just happened


def moments_of(scene: Scene, number: int) -> Sequence[Moment]:
    """The moments of one entry, as the viewer may see them."""
    match = scene.match
    declaration = match.game.declaration
    entry = next(each for each in match.entries[::-1] if each.number == number)
    events = [event for event in entry.events if declaration.events.seen_by(event, scene.viewer)]
    return declaration.staging.moments(scene.look, events) if events else []


def drawn(subject: Subject | None) -> str:
    return "" if subject is None else tag("svg", subject.svg, viewBox=subject.view_box, aria_hidden="true")

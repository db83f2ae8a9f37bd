"""The stage: what happens now, the thing itself, everybody's answer, and what the chosen answer would mean."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tabletown.match.errors import Refused
from tabletown.rulekit.drawing import Svg, tag
from tabletown.rulekit.inked import cells
from tabletown.rulekit.language import Say, listed
from tabletown.rulekit.look import SPECTATOR, Listener
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.staging import Answer, Moment, Now
from tabletown.web.scene import Scene

MINE, THEIRS, OVER = "mine", "theirs", "over"
WIDE_STEPS, A_DOT = 42, 6
"""So many letters of steps fit in a line, each with its dot; else only the present one is named."""
FEW = 3
"""So many answers are buttons."""
RECENT = 12
"""So many entries are kept on a page, for whoever has not seen them played."""


def setting(scene: Scene, mood: str) -> dict[str, Any]:
    """What every stage shows."""
    staging = scene.match.game.declaration.staging
    steps = scene.stages
    return {
        "mood": mood,
        "now": _planned(scene) if scene.is_planned_out else staging.now(scene.look) or _now(scene, mood),
        "steps": steps,
        "phases": _explained(scene._, scene.match.rules),
        "named_steps": sum(A_DOT + cells(step.name) for step in steps) <= WIDE_STEPS,
        "subject": staging.subject(scene.look),
        "answers": _answers(scene),
        "scene": scene,
        "_": scene._,
    }


@lru_cache(256)
def _explained(_: Say, rules: Namespace) -> frozenset[int]:
    """The phases that the page has a sentence about."""
    return frozenset(rules.declaration.teaching.phases(Listener(_, rules, SPECTATOR, ())))


def _now(scene: Scene, mood: str) -> Now:
    _ = scene._
    if mood == MINE:
        return Now(_("Your move."), scene.question)
    return Now("", _("{names} to decide").format(names=listed(_, scene.waiting_for())))


def _planned(scene: Scene) -> Now:
    """Of a plan to which nothing can be added: the position after it has not come yet."""
    _ = scene._
    return Now(_("Your plan is complete."), _("Play it, or undo a part of it."))


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


def changes(scene: Scene, actions: Sequence[int]) -> list[tuple[str, str, str, str]]:
    """For a game that tells no meaning: what would be different on the score sheet."""
    after = Scene(scene.match, scene.seat, scene.language, drafted=(*scene.drafted, list(actions)))
    try:
        return after.changed_figures(scene)
    except Refused:
        return []


def ghost(svg: str) -> str:
    """Drawn over the board, and never in the way of a click."""
    return tag("g", Svg(svg), id="ghost")


# ---------------------------------------------------------------- what has just happened


def moments_of(scene: Scene, number: int) -> Sequence[Moment]:
    """The moments of one entry, as the viewer may see them, from the position that it led to."""
    match = scene.match
    declaration = match.game.declaration
    step = match.entries_up_to(number)
    entry = match.entries[step - 1]
    events = [event for event in entry.events if declaration.events.seen_by(event, scene.viewer)]
    if not events:
        return []
    then = scene if step == match.steps and not scene.drafted else Scene(match, scene.seat, scene.language, step)
    told = declaration.staging.moments(then.look, events)
    if not any(moment.piece and not moment.way for moment in told):
        return told
    before = match.look(scene.seat, step - 1, scene.language)
    ways = declaration.staging.ways(before, [move.action for move in entry.moves])
    return [_on_its_way(moment, ways.get(moment.piece, ())) for moment in told]


def _on_its_way(moment: Moment, places: Sequence[tuple[float, ...]]) -> Moment:
    """With the differences to where the piece comes to rest; a piece that goes nowhere slides as any other."""
    if moment.way or not moment.piece:
        return moment
    if not places:
        return moment._replace(piece="")
    rest = places[-1]
    apart = (tuple(round(there - at, 2) for there, at in zip(place, rest, strict=True)) for place in places)
    return moment._replace(way=tuple(apart))


# ---------------------------------------------------------------- the end


class Place(NamedTuple):
    """Where somebody stands on the podium."""

    seat: int
    score: int
    won: bool
    height: int
    """In per cent of the highest."""


def podium(scores: Sequence[int], returns: Sequence[float]) -> list[Place]:
    """The best first; who won stands highest whatever the figures are."""
    order = sorted(range(len(scores)), key=lambda seat: (-returns[seat], -scores[seat], seat))
    low, high = min(scores), max(scores)
    return [
        Place(seat, scores[seat], returns[seat] > 0, 100 if returns[seat] > 0 else lower(scores[seat], low, high))
        for seat in order
    ]


def lower(score: int, low: int, high: int) -> int:
    return 34 + 56 * (score - low) // max(1, high - low)


def result(scene: Scene) -> str:
    """Who won, and by how much."""
    match, _ = scene.match, scene._
    winners = [seat for seat, share in enumerate(match.returns) if share > 0]
    names = listed(_, (match.names[seat] for seat in winners))
    if len(winners) == match.players:
        return _("The game is drawn.")
    if len(winners) > 1:
        return _("{names} share the win.").format(names=names)
    return _("You win.") if winners[0] == scene.seat else _("{names} wins.").format(names=names)

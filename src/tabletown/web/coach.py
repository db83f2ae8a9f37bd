"""What the coach says at a table, as a part of its viewer's page: one sentence, then they wait."""

from dataclasses import dataclass
from typing import Any

from tabletown.coaching import Pupil, script_of
from tabletown.coaching.judging import Judgement
from tabletown.coaching.lesson import left_of
from tabletown.coaching.saying import advice, cost_in_words, told
from tabletown.coaching.script import sentence
from tabletown.explaining.parts import own_choice
from tabletown.match import Refused
from tabletown.rulekit.drawing import Box, Svg, at, joined, standalone
from tabletown.web.at_table.consent import last_own_step
from tabletown.web.coached import is_coached
from tabletown.web.deciding import is_deciding, way_back
from tabletown.web.kept import OVER, PLAYING
from tabletown.web.places import wished_places
from tabletown.web.pushes import Making, Part
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.templates import rewritten, written
from tabletown.web.viewers import Viewer

CLOSEST = 3.2
"""A detail of the board shows at least one part in so many of its width."""
AROUND = 2.2
"""And so many times the place that it is about."""


@dataclass(frozen=True)
class Word:
    """What the coach has to say now."""

    say: str = ""
    why: str = ""
    after: str = ""
    """Of the last choice: what came of it, or what it cost."""
    heard: int = 0
    steps: int = 0
    is_over: bool = False
    """Whether the script has come to its end."""


def heard_at(table: Table, viewer: Viewer, scene: Scene) -> Word | None:
    """None where nobody is coached. Along the way the scene learns what the coach would choose."""
    if scene.seat is None or not is_coached(table, viewer.coach) or table.phase not in {PLAYING, OVER}:
        return None
    pupil = table.pupil
    if pupil is not None and scene.seat == pupil.seat:
        return scripted(table, scene, pupil)
    if table.phase == OVER:
        return None
    return Word(say=news(table, viewer, scene), after=cost_of_the_last(table, scene))


def scripted(table: Table, scene: Scene, pupil: Pupil) -> Word:
    """In the coached game: what the script says, or what matters in such a decision."""
    _, names = scene._, scene.match.names
    heard, steps = len(pupil.heard()), len(pupil.steps)
    if pupil.is_over() or scene.match.over:
        return Word(say=told(_, pupil.lesson.course.done, names), heard=steps, steps=steps, is_over=True)
    turn = pupil.last_turn()
    after = told(_, turn.otherwise, names) or ("" if turn.as_told else cost_of_the_last(table, scene))
    if not is_deciding(table, scene):
        return Word(after=after, heard=heard, steps=steps)
    hint = pupil.hint([action.kind for action in scene.legal], [each for part in scene.drafted for each in part])
    scene.wished = hint.wish or advised(table, scene)
    why = told(_, hint.step.why, names) if hint.step is not None else ""
    if scene.wished and not pupil.is_on_the_record():
        why = advice(scene.look, scene.wished)
    if hint.step is not None:
        return Word(told(_, hint.step.say, names), why, after, heard, steps)
    if hint.decision is None or (why and pupil.has_decided(hint.decision)):
        return Word(why, why if scene.wished else "", after, heard, steps)
    return Word(sentence(_, hint.decision), why, after, heard, steps)


def advised(table: Table, scene: Scene) -> tuple[int, ...]:
    """What the coach has come to think, as far as it is not chosen yet."""
    decision, actions = table.advice.get(scene.viewer, (0, ()))
    begun = [*scene.match.drawer.get(scene.viewer, ()), *(each for part in scene.drafted for each in part)]
    return tuple(left_of(actions, begun)) if decision == scene.match.decision else ()


def news(table: Table, viewer: Viewer, scene: Scene) -> str:
    """The sentence about a decision of a kind that is new to the viewer."""
    if not is_deciding(table, scene):
        return ""
    known = {*viewer.known, *decided(table, scene.viewer)}
    asked = script_of(table.game.declaration).decisions(action.kind for action in scene.legal)
    return next((sentence(scene._, each) for each in asked if each.name not in known), "")


def decided(table: Table, seat: int) -> set[str]:
    """The kinds of decision that the seat has made in this game."""
    actions = table.game.declaration.actions
    made = (own_choice(entry, seat) for entry in table.playing.entries)
    kinds = {actions.decode(action)[0] for choice in made for action in choice}
    return {each.name for each in script_of(table.game.declaration).decisions(kinds)}


def cost_of_the_last(table: Table, scene: Scene) -> str:
    """What the seat's last choice has cost, while it still stands."""
    judgement = dear_choice(table, scene)
    if judgement is None or scene.seat is None:
        return ""
    step = last_own_step(scene.match, scene.seat)
    return cost_in_words(scene.match.look(scene.seat, step, scene.language), judgement)


def dear_choice(table: Table, scene: Scene) -> Judgement | None:
    if scene.seat is None:
        return None
    step = last_own_step(scene.match, scene.seat)
    entry, judgement = table.judged.get(scene.seat, (0, None))
    return judgement if step is not None and scene.match.entries[step].number == entry else None


def coach(table: Table, scene: Scene, word: Word | None) -> Making:
    """The part of the page."""
    if word is None:
        yield {"coach": Part(rewritten("coach", word=None))}
        return
    context: dict[str, Any] = {"_": scene._, "table": table, "scene": scene, "word": word}
    if not word.is_over:
        box = detail(scene) if scene.wished else None
        context |= {
            "box": box,
            "back": way_back(scene) if word.after else "",
            "question": scene.at_issue,
        }
    yield {"coach": Part(written("coach", **context))}


# ---------------------------------------------------------------- before and after, drawn


def detail(scene: Scene) -> Box | None:
    """The piece of the board around what the coach would choose; None if that has no place there."""
    width, height = scene.board_size
    places = [each for each in wished_places(scene) if each.x < width and each.y < height]
    if not places:
        return None
    left, top = min(each.x for each in places), min(each.y for each in places)
    right, bottom = max(each.x + each.width for each in places), max(each.y + each.height for each in places)
    wide = min(width, max(AROUND * (right - left), width / CLOSEST))
    high = min(height, max(AROUND * (bottom - top), wide * 0.8))
    x = min(max(0.0, (left + right - wide) / 2), width - wide)
    y = min(max(0.0, (top + bottom - high) / 2), height - high)
    return Box(round(x), round(y), round(wide), round(high))


def drawn(scene: Scene, *, is_after: bool, dark: bool | None) -> str:
    """That piece of the board as a file: as it is, or as it would be after what the coach would choose."""
    box = detail(scene)
    if box is None:
        raise Refused("no_detail", "There is nothing to be drawn of that.")
    parts, ghost = scene.board, Svg()
    if is_after:
        parts, ghost = afterwards(scene)
    inside = at(-box.x, -box.y, joined(*map(Svg, parts.values()), ghost))
    picture, title = scene.picture, scene.match.game.title
    return standalone({"detail": inside}, picture.all_defs, (box.width, box.height), title, dark=dark)


def afterwards(scene: Scene) -> tuple[dict[str, str], Svg]:
    """The board that the choice leads to; where that hangs on others, the board with its shadow."""
    try:
        return Scene(scene.match, scene.seat, scene.language, drafted=(*scene.drafted, scene.first_choice)).board, Svg()
    except Refused:
        return scene.board, Svg(scene.first_meaning.ghost)

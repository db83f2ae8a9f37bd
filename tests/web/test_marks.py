"""What a choice is worth stands on its place and in its row of a list, and moments are told from their own position."""

import random
from collections.abc import Sequence

from tabletown.match import Match, game
from tabletown.rulekit.drawing import Box, plate_width
from tabletown.rulekit.staging import Moment
from tabletown.web import stage
from tabletown.web.places import places
from tabletown.web.scene import MOST_PRICED, Scene


def asked_for(kind: str, name: str = "the_estates", seed: int = 5, after: int = 0) -> Scene:
    """The first decision in a random game, after so many others, that offers such an action."""
    match: Match = game(name).new(seed=seed)
    rng = random.Random(seed)
    while True:
        scene = Scene(match, match.pending[0], "en")
        if match.steps >= after and kind in {action.kind for action in scene.legal}:
            return scene
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))


def lit_places(scene: Scene) -> str:
    return places(scene, "targets", Box(0, 0, *scene.board_size), scene.panels)


def test_every_lit_place_shows_the_figure_of_its_choice() -> None:
    scene = asked_for("place_cube")
    drawn = lit_places(scene)
    marks = [scene.meaning([target.action]).mark for target in scene.targets]
    assert marks
    assert drawn.count("pin-do") == len([mark for mark in marks if mark])
    assert all(f">{mark}</text>" in drawn for mark in marks)


def test_a_figure_stands_only_where_it_has_room() -> None:
    scene = asked_for("choose_cube", after=60)
    shown = {target: scene.priced[str(target.action)].mark for target in scene.targets}
    fitting = [target for target, mark in shown.items() if mark and plate_width(mark) <= target.width]
    assert fitting
    assert len(fitting) < len([mark for mark in shown.values() if mark])
    drawn = places(scene, "targets", Box(0, 0, *scene.layout.size), {})
    assert drawn.count("pin-do") == len(fitting)
    assert drawn.count('class="tag"') == len(shown) - len(fitting)


def test_where_there_are_too_many_places_none_is_asked_for_its_figure() -> None:
    scenes = [asked_for("ahead", "squad_car", after=after) for after in range(0, 60, 3)]
    crowded = [scene for scene in scenes if len(scene.targets) > MOST_PRICED]
    assert crowded
    assert all(scene.priced == {} for scene in crowded)


def test_of_choices_without_a_place_the_first_is_priced_at_once() -> None:
    scene = asked_for("sell")
    assert scene.first_choice == [scene.choices.plain[0].id]
    assert scene.first_meaning.ways
    assert scene.priced[str(scene.choices.plain[0].id)] == scene.first_meaning.label


def test_a_moment_is_told_from_the_position_that_its_entry_led_to() -> None:
    scene = asked_for("bid")
    match = scene.match
    rng = random.Random(1)
    told: dict[int, Sequence[Moment]] = {}
    while len(told) < 25 and not match.over:
        match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
        number = match.entries[-1].number
        told[number] = stage.moments_of(Scene(match, None, "en"), number)
    later = Scene(match, None, "en")
    assert {number: stage.moments_of(later, number) for number in told} == told
    assert sum(map(len, told.values())) > 10

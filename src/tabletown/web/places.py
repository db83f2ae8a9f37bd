"""Where on the picture something can be chosen, or not. Most of it stays from one move to the next."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from tabletown.rulekit.drawing import Box, Svg, Target, at, path, plate, plate_width, tag
from tabletown.rulekit.language import Say, headed, listed
from tabletown.web.scene import Scene, played_by

COACH_SPACE = 7
"""Between a place and the coach's frame around it."""
ROOM_FOR_A_MARK = 24
"""A smaller place is lit, but has no sign of its own."""


def places(scene: Scene, name: str, box: Box, others: Mapping[str, Box]) -> str:
    """The lit and the barred places that lie in a box of the picture, and in none of the others.

    First comes what the coach speaks of: a narrow screen shows the first place of all.
    """

    def here(targets: Sequence[Target]) -> list[Target]:
        inside = [target for target in targets if _lies_in(target, box)]
        for other in others.values() if inside else ():
            inside = [target for target in inside if not _lies_in(target, other)]
        return inside

    barred = [_barred(scene._, target, box.x, box.y) for target in here(scene.barred)]
    lit = [_lit(scene._, each, scene.said_by(each), figure(scene, each), box.x, box.y) for each in here(scene.targets)]
    chips = [_chip(each, box.x, box.y) for each in here(_chips(scene))]
    lights = [_rectangle(_around(each), box.x, box.y, "coach-light") for each in here(wished_places(scene))]
    return tag("g", *lights, *barred, *lit, *chips, id=name)


def _around(place: Target) -> Target:
    """The frame of the coach stays to be seen beside the place's own, which is lit or selected."""
    x, y, width, height = place[1:5]
    return place._replace(
        x=x - COACH_SPACE, y=y - COACH_SPACE, width=width + 2 * COACH_SPACE, height=height + 2 * COACH_SPACE
    )


def wished_places(scene: Scene) -> list[Target]:
    """Where that sits which the coach would choose."""
    if not scene.wished:
        return []
    chosen = ",".join(map(str, scene.first_choice))
    return [target for target in scene.targets if played_by(target) == chosen]


def _chips(scene: Scene) -> list[Target]:
    """What can be put into a tray and has a place."""
    tray = scene.tray
    if tray is None:
        return []
    chips = [chip for column in (tray.mine, *tray.theirs) for chip in column.chips]
    return [Target(chip.action, *chip.box, chip.label) for chip in chips if chip.box is not None]


def figure(scene: Scene, target: Target) -> str:
    """What the choice is worth, where the game puts a figure on it."""
    means = scene.priced.get(played_by(target))
    return means.mark if means else ""


def figures_beside(scene: Scene, said: Iterable[str]) -> dict[str, str]:
    """What each choice of a list is worth, where its words do not say it."""
    labels = {played: label for played, label in scene.priced.items() if label.mark and not label.is_said}
    return {played: labels[played].mark for played in said if played in labels}


def _lies_in(target: Target, box: Box) -> bool:
    x, y = target.x + target.width / 2, target.y + target.height / 2
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


@lru_cache(4096)
def _lit(_: Say, target: Target, text: str, figure: str, x: float, y: float) -> Svg:
    """It decides when it is clicked."""
    return tag(
        "g",
        _rectangle(target, x, y, "lit"),
        _sign(target, figure, target.x - x + target.width / 2, target.y - y + target.height / 2),
        class_="target",
        role="button",
        tabindex=0,
        data_play=played_by(target),
        data_lifts=target.lifts or None,
        aria_label=listed(_, filter(None, (text, target.sign or figure))),
    )


def _sign(target: Target, figure: str, x: float, y: float) -> Svg:
    """Its figure or, without one, a plus; nothing where neither has room."""
    if target.sign:
        return plate(target.sign, x, y)
    if target.is_marked or min(target.width, target.height) < ROOM_FOR_A_MARK:
        return Svg()
    if figure and target.width >= plate_width(figure):
        return plate(figure, x, y)
    plus = path("M-4 0h8M0-4v8", stroke="var(--move-ink)", stroke_width=2)
    return at(x, y, tag("circle", r=8), plus, class_="tag")


@lru_cache(4096)
def _chip(target: Target, x: float, y: float) -> Svg:
    """Clicked, it goes into the tray or out of it; the tray itself is what keys reach."""
    return tag("g", _rectangle(target, x, y, None), class_="chip-place", data_chip=target.action)


@lru_cache(4096)
def _barred(_: Say, target: Target, x: float, y: float) -> Svg:
    """It says why it cannot be chosen now."""
    label = headed(_, target.label, _("not possible, why?"))
    rectangle = _rectangle(target, x, y, None)
    return tag("g", rectangle, class_="barred", role="button", tabindex=0, data_why=target.action, aria_label=label)


def _rectangle(target: Target, x: float, y: float, kind: str | None) -> Svg:
    left, top = target.x - x, target.y - y
    return tag("rect", class_=kind, x=left, y=top, width=target.width, height=target.height, rx=6)

"""Where on the picture something can be chosen, or not. Most of it stays from one move to the next."""

from collections.abc import Mapping
from functools import lru_cache

from tabletown.rulekit.drawing import Box, Svg, Target, at, lettering, path, tag, width_of
from tabletown.rulekit.language import Say
from tabletown.web.scene import Scene, played_by

ROOM_FOR_A_MARK = 24
"""A smaller place is lit, but has no sign of its own."""


def places(scene: Scene, name: str, box: Box, others: Mapping[str, Box]) -> str:
    """The lit and the barred places that lie in a box of the picture, and in none of the others."""

    def here(target: Target) -> bool:
        return _lies_in(target, box) and not any(_lies_in(target, other) for other in others.values())

    barred = [_barred(scene._, target, box.x, box.y) for target in scene.barred if here(target)]
    lit = [_lit(target, scene.said_by(target), box.x, box.y) for target in scene.targets if here(target)]
    return tag("g", *barred, *lit, id=name)


def _lies_in(target: Target, box: Box) -> bool:
    x, y = target.x + target.width / 2, target.y + target.height / 2
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


@lru_cache(4096)
def _lit(target: Target, text: str, x: float, y: float) -> Svg:
    """It decides when it is clicked."""
    return tag(
        "g",
        _rectangle(target, x, y, "lit"),
        _mark(target, x, y),
        class_="target",
        role="button",
        tabindex=0,
        data_play=played_by(target),
        aria_label=text,
    )


def _mark(target: Target, x: float, y: float) -> Svg:
    """What it costs or brings, else a plus."""
    middle = target.x - x + target.width / 2, target.y - y + target.height / 2
    if target.sign:
        width = width_of(target.sign, 13) + 12
        pill = tag("rect", x=-width / 2, y=-10, width=width, height=20, rx=10)
        return at(*middle, pill, lettering(target.sign, 0, 4.5, 13, text_anchor="middle"), class_="tag")
    if min(target.width, target.height) < ROOM_FOR_A_MARK:
        return Svg()
    plus = path("M-4 0h8M0-4v8", stroke="var(--move-ink)", stroke_width=2)
    return at(*middle, tag("circle", r=8), plus, class_="tag")


@lru_cache(4096)
def _barred(_: Say, target: Target, x: float, y: float) -> Svg:
    """It says why it cannot be chosen now."""
    label = f"{target.label}: {_('not possible, why?')}"
    rectangle = _rectangle(target, x, y, None)
    return tag("g", rectangle, class_="barred", role="button", tabindex=0, data_why=target.action, aria_label=label)


def _rectangle(target: Target, x: float, y: float, kind: str | None) -> Svg:
    left, top = target.x - x, target.y - y
    return tag("rect", class_=kind, x=left, y=top, width=target.width, height=target.height, rx=6)

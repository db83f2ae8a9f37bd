"""People have faces: a bot its own, everybody else one that nobody else at the table has."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from tabletown.bots.names import NAMES
from tabletown.rulekit.drawing import Svg, lettering, tag, use
from tabletown.rulekit.language import LANGUAGES, say

FACES = "QRTUWXYZ"
"""Drawn in faces.svg: more than any table has seats."""


@lru_cache(512)
def faces_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """A face for each, no two alike."""
    own = _bots_faces()
    chosen: list[str] = []
    wanted = [own.get(name, "") for name in names]
    for name, face in zip(names, wanted, strict=True):
        free = [each for each in _in_turn(name) if each not in chosen and each not in wanted]
        chosen.append(face if face and face not in chosen else free[0])
    return tuple(chosen)


@lru_cache(1)
def _bots_faces() -> dict[str, str]:
    return {say(language)(name): name[0] for language in LANGUAGES for name in NAMES}


def _in_turn(name: str) -> Sequence[str]:
    """All faces, beginning with one that is always the same for the name."""
    first = hashlib.sha256(name.encode()).digest()[0] % len(FACES)
    return FACES[first:] + FACES[:first]


@lru_cache(512)
def face(which: str, letter: str, seat: int | None) -> Svg:
    """48 units wide: the ring in the seat's colour and pattern, or in ink where colours mean something else."""
    rings = [tag("circle", cx=24, cy=24, r=22.5, class_="face-ring")]
    if seat is not None:
        rings = [
            tag("circle", cx=24, cy=24, r=23, fill=f"var(--seat-{seat + 1})"),
            tag("circle", cx=24, cy=24, r=23, fill=f"url(#pat-{seat + 1})"),
        ]
    plate = tag("g", tag("circle", cx=39, cy=39, r=9), lettering(letter, 39, 43.5, 12.5), class_="let")
    return Svg("".join([*rings, tag("circle", cx=24, cy=24, r=20, class_="face-back"), use(f"face-{which}"), plate]))

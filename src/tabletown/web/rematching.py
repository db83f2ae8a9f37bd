"""Playing again: the same people and bots at a new table, on the same seats or on others."""

import time
from collections.abc import Sequence
from dataclasses import replace

from tabletown.match.chance import make_seed
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.errors import BadOption
from tabletown.rulekit.language import message
from tabletown.web import keys
from tabletown.web.kept import PLAYING, Kept

SAME, MOVED_ON, OTHER_SIDE = "same", "moved_on", "other_side"
WAYS = {
    SAME: message("the same seats"),
    MOVED_ON: message("everybody one seat further"),
    OTHER_SIDE: message("sides changed"),
}


def ways(declared: Declaration, players: int) -> list[str]:
    """How the seats of a rematch can be taken; what comes to the same is named once."""
    named = [SAME, *([OTHER_SIDE] if declared.sides else []), MOVED_ON]
    found: dict[tuple[int, ...], str] = {}
    for way in named:
        found.setdefault(tuple(sitters(declared, players, way)), way)
    return list(found.values())


def sitters(declared: Declaration, players: int, way: str) -> list[int]:
    """Who sits on each seat, by where they sat before."""
    steps = {SAME: 0, MOVED_ON: 1, OTHER_SIDE: players // max(1, len(declared.sides))}
    if way not in steps:
        raise BadOption(
            message("The seats of a rematch are one of {known}, not {way!r}."), known=tuple(WAYS), way=way[:40]
        )
    return [(seat - steps[way]) % players for seat in range(players)]


def laid_again(old: Kept, sits: Sequence[int]) -> Kept:
    """A new table for the same people, bots and options."""
    now = time.time()
    return replace(
        old,
        id=keys.new_table_id(),
        seed=make_seed(None).hex(),
        start=None,
        phase=PLAYING,
        version=0,
        settings=old.settings.for_another_game(),
        created=now,
        changed=now,
        happened=now,
        seats=tuple(replace(old.seats[seat], stand_in="", resigned=False) for seat in sits),
    )


def keys_again(given: Sequence[tuple[int, str]], sits: Sequence[int]) -> list[tuple[int, str]]:
    """What opened a seat opens the one that its people have moved to."""
    return [(sits.index(seat), key) for seat, key in given]

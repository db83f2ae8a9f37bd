"""The match of a table, worked out from what is kept of it: at once, or a little at a time while others are served."""

import asyncio
from collections.abc import Iterator

from tabletown.match import Match, game
from tabletown.match.record import read_item
from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message, say
from tabletown.web.kept import CANCELLED, WAITING, Kept, Whole
from tabletown.web.slices import done_in_slices


class Frozen(TabletownError):
    """A table whose game was played by other rules than those that are here."""


def title_of(name: str, language: str) -> str:
    """What a table's game is called; by its name alone if it is not here any more, or there is a slip in it now."""
    try:
        declared = game(name).declaration
    except TabletownError:
        return name
    return say(language, declared)(declared.title)


def has_begun(kept: Kept) -> bool:
    return kept.phase not in {WAITING, CANCELLED}


def read_match(whole: Whole) -> Match | None:
    """The match, at once; none before the game."""
    if not has_begun(whole.kept):
        return None
    match = _before_the_first(whole.kept)
    for _entry in _replayed(match, whole):
        pass
    return match


async def read_slowly(whole: Whole) -> Match | None:
    """The same, a little at a time: a long game keeps nobody waiting."""
    if not has_begun(whole.kept):
        return None
    match = await asyncio.to_thread(_before_the_first, whole.kept)  # the first time the rules are made ready for it
    await done_in_slices(_replayed(match, whole))
    return match


def _before_the_first(kept: Kept) -> Match:
    played = game(kept.game)
    edition = played.edition(kept.edition)
    if played.rules(edition).version != kept.rules:
        raise Frozen(
            message(
                "This game of {game} was played by version {version} of the rules, which is not here; "
                "it is kept, and can be opened again with the Tabletown that it was played with."
            ),
            game=played.declaration.called,
            version=kept.rules,
        )
    start = played.declaration.state.from_dict(kept.start) if kept.start else None
    options = played.declaration.read_options(kept.options)
    names = [seat.name for seat in kept.seats]
    return Match(played, kept.players, kept.seed, options, edition, names, start)


def _replayed(match: Match, whole: Whole) -> Iterator[int]:
    """Plays entry after entry, and what waits in the drawer."""
    for number, item in enumerate(whole.items, 1):
        match.replay([read_item(match, item, number, whole.kept.id)])
        yield number
    for seat, actions in whole.drawer.items():
        match.hand_in(seat, actions)

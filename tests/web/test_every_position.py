"""Whatever happens in a game, every viewer's page can be written, and patching it leads to the same page."""

import asyncio
import contextlib
import json
import random
from pathlib import Path

import pytest

from tabletown.match import Refused, games
from tabletown.web import keys
from tabletown.web.at_table import consent, moves
from tabletown.web.at_table.drafts import is_a_part
from tabletown.web.house import House
from tabletown.web.kept import PLAYING
from tabletown.web.parts import parts_for
from tabletown.web.scene import Scene
from tabletown.web.table import Table
from tabletown.web.tables import Wish
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited

MOVES = 90


async def draft_something(table: Table, seat: int, rng: random.Random) -> None:
    """Put some parts of a choice together, and think better of the last now and then."""
    while rng.random() < 0.7 and seat in table.playing.pending:
        parts = table.draft(seat).parts
        legal = Scene(table.playing, seat, "en", drafted=parts).legal
        composed = [action.id for action in legal if is_a_part(table.game.declaration, [action.id])]
        if not composed:
            return
        with contextlib.suppress(Refused):
            await table.do(None, moves.choose, seat, [rng.choice(composed)])
        if rng.random() < 0.2:
            await table.do(None, moves.shorten_draft, seat, len(parts))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pushes_add_up_to_the_page(tmp_path: Path, game: str, language: str) -> None:
    async def play() -> None:
        house = House(f"sqlite:///{tmp_path}/tables.sqlite", pace=3600)
        rng = random.Random(game + language)
        players = min(each.players[-1] for each in games() if each.name == game)
        table = await house.tables.create(game, [Wish("me")] * players, keys.new_secret())
        viewers = [Viewer((), language), *(Viewer((seat,), language) for seat in range(players))]
        viewers.append(Viewer(tuple(range(players)), language))  # one screen that is handed on
        audiences = [house.pushes.audience(table, viewer) for viewer in viewers]
        pages = [{name: part.html for name, part in audience.parts.items()} for audience in audiences]
        queues: list[asyncio.Queue[str]] = [asyncio.Queue() for _ in viewers]
        for audience, queue in zip(audiences, queues, strict=True):
            audience.listeners.add(queue)

        def read() -> None:
            for queue, page in zip(queues, pages, strict=True):
                while not queue.empty():
                    message = json.loads(queue.get_nowait())
                    for name in message["gone"]:
                        del page[name]
                    page |= {name: html for name, html, _home, _before in message["parts"]}

        for _ in range(MOVES):
            if table.playing.over:
                break
            seat = rng.choice(table.playing.pending)
            await draft_something(table, seat, rng)
            if seat not in table.playing.pending:  # a part that revealed something was played at once
                continue
            legal = Scene(table.playing, seat, language, drafted=table.draft(seat).parts).legal
            await table.do(None, moves.confirm, seat, [rng.choice(legal).id] if legal else [])
            if rng.random() < 0.1 and table.phase == PLAYING and table.playing.can_undo(seat) is None:
                await table.do(None, consent.undo, seat)
            read()
        read()  # the last part may have been played at once, and ended the game
        for viewer, audience, page in zip(viewers, audiences, pages, strict=True):
            fresh = parts_for(table, viewer, audience.looking)
            assert page == {name: part.html for half in fresh if half for name, part in half.items()}
        await house.close()

    awaited(play())

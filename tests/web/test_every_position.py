"""Whatever happens in a game, every viewer's page can be written, and patching it leads to the same page."""

import asyncio
import json
import random
from pathlib import Path

import pytest

from tabletown.match import games
from tabletown.web import keys
from tabletown.web.house import House
from tabletown.web.parts import parts_for
from tabletown.web.pushes import Viewer
from tabletown.web.tables import Wish
from tests.web.at_the_table import awaited

MOVES = 90


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pushes_add_up_to_the_page(tmp_path: Path, game: str, language: str) -> None:
    async def play() -> None:
        house = House(f"sqlite:///{tmp_path}/tables.sqlite", pace=3600)
        rng = random.Random(game + language)
        players = min(each.players[-1] for each in games() if each.name == game)
        table = await house.tables.create(game, [Wish("me")] * players, keys.new_secret())
        viewers = [Viewer((), language), *(Viewer((seat,), language) for seat in range(players))]
        audiences = [house.pushes.audience(table, viewer) for viewer in viewers]
        pages = [{name: part.html for name, part in audience.parts.items()} for audience in audiences]
        queues: list[asyncio.Queue[str]] = [asyncio.Queue() for _ in viewers]
        for audience, queue in zip(audiences, queues, strict=True):
            audience.listeners.add(queue)
        for _ in range(MOVES):
            if table.playing.over:
                break
            seat = rng.choice(table.playing.pending)
            legal = table.playing.rules.legal_actions(table.playing.view(seat), seat)
            await table.play(seat, [rng.choice(legal)])
            if rng.random() < 0.1 and table.playing.can_undo(seat) is None:
                await table.undo(seat)
        for viewer, audience, queue, page in zip(viewers, audiences, queues, pages, strict=True):
            while not queue.empty():
                message = json.loads(queue.get_nowait())
                for name in message["gone"]:
                    del page[name]
                page |= {name: html for name, html, _home, _before in message["parts"]}
            fresh = parts_for(table, viewer, audience.looking)
            assert page == {name: part.html for name, part in fresh.items()}
        await house.close()

    awaited(play())

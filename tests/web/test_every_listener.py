"""Whatever happens at once at a table, in the end every open page shows what one that is asked for anew shows."""

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.web import pushes, slices
from tabletown.web.pushes import AS_IT_WAS, GOODBYE, NOTHING, Audience, Had, Part, Parts, Pushes
from tabletown.web.table import Table
from tabletown.web.viewers import Viewer
from tests.web.at_the_table import awaited

VIEWERS = [Viewer((), "en"), Viewer((), "ja")]
NAMES = [["log", "board", "last"], ["decide", "status", "plan"]]
"""Of each share; parts of them come and go."""
FOLD = pushes.FOLDED[0]
LINES = 3


class Unwritten(Exception):
    """A page that could not be written, once."""


@dataclass
class Page:
    """What a browser has of it, from what it was sent."""

    number: int = -1
    epoch: str = ""
    parts: dict[str, str] = field(default_factory=dict)

    def read(self, queue: "asyncio.Queue[str]") -> None:
        while not queue.empty():
            text = queue.get_nowait()
            assert text != GOODBYE
            told: dict[str, Any] = json.loads(text)
            if "epoch" in told:
                self.epoch, self.parts = told["epoch"], {}
            assert told.get("number", self.number) >= self.number
            self.number = told.get("number", self.number)
            for name in told["gone"]:
                self.parts.pop(name, None)
            self.parts |= {name: html for name, html, _home, _before in told["parts"]}


class World:
    """A table of nothing but numbers, whose pages are written with many pauses and now and then fail."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._lock = asyncio.Lock()
        self._values = {name: 0 for share in NAMES for name in share} | {FOLD: 0}
        self._fails = self._moves = 0
        self.table = cast("Table", SimpleNamespace(id="here", match=None, seats=()))
        self.pushes = Pushes(self._render, self._unfold)

    def _render(
        self, _table: Table, viewer: Viewer, _looking: int | None, had: Had = NOTHING
    ) -> Iterator[Parts | None]:
        for share, names in enumerate(NAMES):
            parts = {}
            for name in names:
                yield None
                if self._fails and self._rng.random() < 0.3:
                    self._fails -= 1
                    raise Unwritten
                if self._values[name] % 4:
                    parts[name] = Part(f"{viewer.language} {self._values[name]}")
            yield parts | {name: self._entry(name, had[share]) for name in self._log(share)}

    def _log(self, share: int) -> list[str]:
        """Entries that never change; the oldest leave the page."""
        return [f"entry {share}.{number}" for number in range(self._moves)][-LINES:]

    def _entry(self, name: str, had: Collection[str]) -> Part:
        return Part(AS_IT_WAS if name in had else name)

    def _unfold(self, _table: Table, _viewer: Viewer, _looking: int | None, names: Collection[str]) -> Parts:
        return {name: Part(f"{name} {self._values[name]}") for name in names if name in self._values}

    async def _pause(self) -> None:
        for _turn in range(self._rng.randrange(4)):
            await asyncio.sleep(0)

    async def change(self, fails: int = 0) -> None:
        """Now and then a page breaks off somewhere: the next, which may be that of somebody who asks for it."""
        await self._pause()
        async with self._lock:
            await self._pause()
            self._fails += fails
            self._moves += 1
            for name in self._rng.sample(sorted(self._values), 3):
                self._values[name] += 1
            await self.pushes.table_changed(self.table)

    async def ask(self, viewer: Viewer) -> None:
        await self._pause()
        async with self._lock:
            with contextlib.suppress(Unwritten):
                await self.pushes.write(self.table, viewer)

    async def look_on(self, viewer: Viewer, ended: asyncio.Event) -> None:
        """Connect, see what comes, leave in between now and then, and come back with the last number."""
        page = Page()
        while True:
            await self._pause()
            with contextlib.ExitStack() as stack:
                try:
                    async with self._lock:
                        await self.pushes.write(self.table, viewer)
                        connected = self.pushes.listening(self.table, viewer, page.epoch, page.number)
                        queue = stack.enter_context(connected)
                        self.pushes.unfold(self.table, viewer, queue, [FOLD])
                except Unwritten:
                    continue
                if self._rng.random() < 0.5:
                    await self._pause()
                    page.read(queue)
                    continue
                await ended.wait()
                page.read(queue)
                self.compare(page, viewer)
                return

    def compare(self, page: Page, viewer: Viewer) -> None:
        self._fails = 0
        fresh = Audience(viewer, None)
        made = (parts for parts in self._render(self.table, viewer, None) if parts is not None)
        for share, parts in enumerate(made):
            fresh.take(share, parts)
        shown = {name: part.html for name, part in fresh.parts.items()}
        shown[FOLD] = self._unfold(self.table, viewer, None, [FOLD])[FOLD].html
        assert page.parts == shown
        assert page.number == self.pushes.audience(self.table, viewer).number


async def lived(deeds: list[str], rng: random.Random) -> None:
    world, ended = World(rng), asyncio.Event()
    looking = [asyncio.create_task(world.look_on(rng.choice(VIEWERS), ended)) for _ in range(rng.randint(1, 7))]
    doing: dict[str, Callable[[], Awaitable[None]]] = {
        "change": world.change,
        "fail": lambda: world.change(1),
        "ask": lambda: world.ask(rng.choice(VIEWERS)),
    }
    await asyncio.gather(*(doing[deed]() for deed in deeds))
    for viewer in VIEWERS:  # whatever could not be written at the time is written for whoever asks next
        while not await asked_well(world, viewer):
            pass
    ended.set()
    await asyncio.gather(*looking)


async def asked_well(world: World, viewer: Viewer) -> bool:
    try:
        async with world._lock:
            await world.pushes.write(world.table, viewer)
    except Unwritten:
        return False
    return True


@pytest.mark.parametrize("crowd", [0, 100], ids=["in a crowd", "alone"])
@settings(max_examples=60)
@given(st.lists(st.sampled_from(["change", "ask", "fail"]), max_size=12), st.integers(0, 2**32))
def test_every_open_page_ends_as_one_that_is_asked_for_anew(crowd: int, deeds: list[str], seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pushes, "CROWD", crowd)
        patch.setattr(slices, "SLICE", -1.0)
        awaited(lived(deeds, random.Random(seed)))

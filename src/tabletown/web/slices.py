"""Work in slices: what takes long in the event loop stops now and then, so that others have a turn."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")
SLICE = 0.004
"""Seconds after which somebody else has a turn."""


async def sliced(work: Iterable[T | None]) -> AsyncIterator[T]:
    """The same, a little at a time: after each piece, which may be nothing, somebody else may have a turn."""
    until = time.perf_counter() + SLICE
    for piece in work:
        if piece is not None:
            yield piece
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + SLICE


async def done_in_slices(work: Iterable[object]) -> None:
    """Work that has no result but what it changes."""
    async for _piece in sliced(work):
        pass

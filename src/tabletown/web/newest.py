"""How new the tables are that a server holds, where other servers change them too: asked for many requests at once."""

import asyncio
from collections.abc import Callable, Sequence

Ask = Callable[[Sequence[str]], dict[str, int]]


class Newest:
    """The versions in the store. Whoever asks while others are answered is answered together with all who wait then."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._waiting: dict[str, asyncio.Future[int | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def of(self, table: str) -> int | None:
        """The version, as it was after this was asked or later; None if there is no such table."""
        future = self._waiting.get(table)
        if future is None:
            future = self._waiting[table] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._answer())
        return await asyncio.shield(future)

    async def _answer(self) -> None:
        try:
            while self._waiting:
                asked, self._waiting = self._waiting, {}
                try:
                    found = await asyncio.to_thread(self._ask, list(asked))
                except Exception as error:  # noqa: BLE001 -- whatever it is, those who asked are told
                    for future in asked.values():
                        future.set_exception(error)
                        future.exception()  # perhaps nobody waits any more
                else:
                    for name, future in asked.items():
                        future.set_result(found.get(name))
        finally:
            self._task = None

"""The connection of an open page: what changes is sent to its viewers, and the little that they say is heard."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from tabletown.rulekit.errors import TabletownError
from tabletown.web.condition import NotKept
from tabletown.web.house import House
from tabletown.web.people import house, seats_of, viewer_of
from tabletown.web.pushes import FOLDED, GOODBYE
from tabletown.web.table import Table
from tabletown.web.viewers import Viewer

NOT_YOURS = 4403
"""Closes a connection whose seats are not the viewer's any more: the page is to be asked for anew."""
SHOWS = "shows"
"""What a page says before the names of the folded parts that are open."""
MOST_LISTENED = 100
"""Messages over a connection that nobody wants to hear, until it is closed."""


@websocket("/t/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """Sends the viewers what changes for them. They say the last number that they have seen, and of which server."""
    try:
        found = await house(socket).tables.bring(table)
    except TabletownError:
        await socket.close(code=4404)
        return
    await socket.accept()
    viewer = viewer_of(socket, found)
    async with contextlib.AsyncExitStack() as stack:
        async with found.at_rest():
            await house(socket).pushes.write(found, viewer)
            stack.enter_context(house(socket).presence.there(table, viewer.seats))
            queue = stack.enter_context(house(socket).pushes.listening(found, viewer, *_last_seen(socket)))
            if people := house(socket).presence.message(table):
                queue.put_nowait(people)
        await house(socket).tables.bring(table)  # what another server did before anybody listened here
        listening = asyncio.create_task(_listen(socket, queue, partial(_heard, house(socket), found, viewer, queue)))
        try:
            while await _pass_on(socket, queue):
                pass
            if not listening.done():
                await socket.close(code=1000 if seats_of(socket, found) == viewer.seats else NOT_YOURS)
        except WebSocketDisconnect:
            pass
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
                await listening


async def _pass_on(socket: WebSocket[Any, Any, Any], queue: "asyncio.Queue[str]") -> bool:
    """The next message, which is let go once it is sent: until another comes, hours may pass. False at the last."""
    text = await queue.get()
    if text:
        await socket.send_text(text)
    return bool(text)


def _last_seen(socket: WebSocket[Any, Any, Any]) -> tuple[str, int]:
    """The number that the page has come to, and of which life of it."""
    text = socket.query_params.get("number", "")
    return socket.query_params.get("epoch", ""), int(text) if text.isdecimal() and len(text) < 10 else -1


async def _listen(
    socket: WebSocket[Any, Any, Any], queue: "asyncio.Queue[str]", heard: Callable[[str], Awaitable[bool]]
) -> None:
    """Until the other side is gone, which empty text tells. Moves come as POST: here it says little."""
    with contextlib.suppress(WebSocketDisconnect):
        ignored = 0
        while ignored < MOST_LISTENED:
            ignored += not await heard(await socket.receive_data("text"))
    queue.put_nowait(GOODBYE)


async def _heard(here: House, table: Table, viewer: Viewer, queue: "asyncio.Queue[str]", text: str) -> bool:
    """Whether it was worth hearing: that somebody types, or which of the folded parts they look at."""
    word, *names = text.split()[: len(FOLDED) + 1] or [""]
    if word != SHOWS:
        return here.presence.heard(table, viewer, text)
    if not set(names) <= set(FOLDED) or here.unfolding.wait(f"{table.id}.{id(queue)}"):
        return False
    with contextlib.suppress(NotKept):  # whoever looks at what could not be stored comes back to the table anew
        async with table.at_rest():
            here.pushes.unfold(table, viewer, queue, names)
    return True

"""The least that a server could do for a move: an empty POST, one row committed by the same writer, one word pushed."""

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect

from tabletown.web.condition import Condition
from tabletown.web.database import open_database
from tabletown.web.writer import Writer

PAGE = """<!doctype html><button>go</button><p>0</p><script>
document.querySelector('button').onclick = () => fetch('/', {method: 'POST'});
const socket = new WebSocket('ws://' + location.host + '/live'), shown = document.querySelector('p');
socket.onopen = () => shown.id = 'open';
socket.onmessage = e => shown.textContent = e.data;
</script>"""


def least_app(file: str) -> Litestar:
    writer = Writer(open_database(f"sqlite:///{file}"), Condition(Path(file)))
    writer.submit(lambda connection: connection.exec_driver_sql("CREATE TABLE moves (number INTEGER)")).result()
    listeners: set[asyncio.Queue[str]] = set()
    moves = iter(range(1, 1_000_000))

    @get("/", media_type=MediaType.HTML, sync_to_thread=False)
    def page() -> str:
        return PAGE

    @post("/")
    async def move() -> None:
        number = next(moves)
        await writer.write(lambda connection: connection.exec_driver_sql("INSERT INTO moves VALUES (?)", (number,)))
        for listener in listeners:
            listener.put_nowait(str(number))

    @websocket("/live")
    async def live(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        queue: asyncio.Queue[str] = asyncio.Queue()
        listeners.add(queue)
        telling = asyncio.create_task(_tell(socket, queue))
        with contextlib.suppress(WebSocketDisconnect):
            await socket.receive_text()  # nobody says anything: it ends when they go
        listeners.discard(queue)
        telling.cancel()

    return Litestar([page, move, live], openapi_config=None)


async def _tell(socket: WebSocket[Any, Any, Any], queue: asyncio.Queue[str]) -> None:
    while True:
        await socket.send_text(await queue.get())


def serve_least(file: str, port: int) -> None:
    import uvicorn

    uvicorn.run(least_app(file), port=port, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)


@contextlib.contextmanager
def running_least(folder: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "bench.least", str(folder / "least.sqlite"), str(port)])
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int) -> None:
    for _ in range(400):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError("The least server did not start.")


if __name__ == "__main__":
    serve_least(sys.argv[1], int(sys.argv[2]))

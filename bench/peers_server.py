"""boardgame.io's server and its clients: socket.io over a WebSocket, spoken as its own client speaks it."""

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.load import HOST, LONGEST

HERE = Path(__file__).parent / "peer"
SPACE = "/estates"
PRODUCTION = {"NODE_ENV": "production"}


class NoPeer(RuntimeError):
    """Node or the package is missing, and cannot be fetched."""


def fetch() -> None:
    """The package into its folder, once."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NoPeer("Node.js and npm are not installed: nothing of boardgame.io is measured.")
    if (HERE / "node_modules").exists():
        return
    command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
    made = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300, check=False)
    if made.returncode:
        shutil.rmtree(HERE / "node_modules", ignore_errors=True)
        raise NoPeer(f"boardgame.io could not be fetched: {made.stderr.strip().splitlines()[-1:]}")


@contextlib.contextmanager
def running_peer(folder: Path | None = None) -> Iterator[tuple[int, int]]:
    """Answers the port and the process; without a folder it keeps games in memory."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    command = ["node", "server.js", str(port), *([str(folder)] if folder else [])]
    process = subprocess.Popen(
        command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | PRODUCTION
    )
    try:
        assert process.stdout is not None
        while "ready" not in (line := process.stdout.readline()):
            if not line:
                raise NoPeer("boardgame.io's server did not start.")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()


def made_match(port: int) -> tuple[str, list[str]]:
    """A match of two, and what each proves themselves with."""
    match = _asked(port, "create", {"numPlayers": 2})["matchID"]
    joined = (_asked(port, f"{match}/join", {"playerID": str(s), "playerName": f"Player {s + 1}"}) for s in range(2))
    return match, [each["playerCredentials"] for each in joined]


def _asked(port: int, path: str, data: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        f"http://{HOST}:{port}/games/estates/{path}", json.dumps(data).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=LONGEST) as answer:
        return json.load(answer)


class PeerTable:
    """Two people at a table of theirs. A move is made when both have been sent the new state."""

    def __init__(self, port: int, match: str, credentials: list[str]) -> None:
        self._port, self._match, self._credentials = port, match, credentials
        self._lines: list[ClientConnection] = []
        self._states: list[dict[str, Any]] = []
        self.played = 0

    async def sit_down(self) -> None:
        for seat, credentials in enumerate(self._credentials):
            line = await connect(
                f"ws://{HOST}:{self._port}/socket.io/?EIO=4&transport=websocket",
                ping_interval=None,
                max_queue=None,
                max_size=None,
                additional_headers={"origin": f"http://localhost:{self._port}"},
            )
            self._lines.append(line)
            await _until(line, "0")
            await line.send(f"40{SPACE},")
            await _until(line, f"40{SPACE},")
            await _say(line, "sync", self._match, str(seat), credentials, 2)
            self._states.append((await _heard(line, "sync"))[1]["state"])

    async def move(self) -> int | None:
        """The next move; 200 as our own server says, None when the game is over."""
        state = self._states[0]
        if state["ctx"].get("gameover"):
            return None
        self.played += 1
        seat = state["G"]["asked"]
        kind, args = _chosen(self._states[seat]["G"], seat)
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": kind, "args": args, "playerID": str(seat), "credentials": self._credentials[seat]},
        }
        await _say(self._lines[seat], "update", action, state["_stateID"], self._match, str(seat))
        async with asyncio.timeout(LONGEST):
            heard = await asyncio.gather(*(_heard(line, "update") for line in self._lines))
        if heard[0][1]["_stateID"] != state["_stateID"] + 1:
            raise RuntimeError(f"boardgame.io has not made the move {kind} {args}.")
        self._states = [each[1] for each in heard]
        return 200

    async def leave(self) -> None:
        for line in self._lines:
            await line.close()


def _chosen(now: dict[str, Any], seat: int) -> tuple[str, list[Any]]:
    """What a plain player does: the first column, now and then a bid, the first place with room."""
    if now["phase"] == "offer":
        return "offer", [next(number for number, column in enumerate(now["supply"]) if column)]
    if now["phase"] == "bid":
        return "bid", [1 if now["money"][seat] > 2 and sum(map(len, now["supply"])) % 2 else 0]
    if now["phase"] == "settle":
        return "settle", [False]
    piece = now["piece"]
    for row, lots in enumerate(now["rows"]):
        for lot, stack in enumerate(lots):
            is_built = bool(stack) and stack[-1]["kind"] == "roof"
            if not is_built and (len(stack) < 6 if piece["kind"] == "cube" else bool(stack)):
                return "place", [row, lot]
    return "place", [0, 0]


async def _say(line: ClientConnection, *what: Any) -> None:
    await line.send(f"42{SPACE},{json.dumps(what)}")


async def _until(line: ClientConnection, beginning: str) -> str:
    while True:
        told = str(await line.recv())
        if told == "2":
            await line.send("3")
        elif told.startswith(beginning):
            return told


async def _heard(line: ClientConnection, kind: str) -> list[Any]:
    while True:
        told = await _until(line, f"42{SPACE},")
        heard: list[Any] = json.loads(told[len(f"42{SPACE},") :])
        if heard[0] == kind:
            return heard[1:]

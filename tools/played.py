"""Tables on a running server that are played through its JSON door, to bring a page into any state."""

import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from tabletown.match import Match
from tabletown.rulekit.registry import declaration
from tools.running import PATIENCE, Server


@dataclass
class Played:
    """A table whose people are all played from here, at random."""

    server: Server
    table: str
    tokens: dict[int, str]
    rng: random.Random = field(default_factory=lambda: random.Random(5))

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.server.ask(f"/api/tables/{self.table}").json
        return found

    def settled(self) -> dict[str, Any]:
        """The table when a person is to decide, or nobody any more."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            now = self.now()
            if now["over"] or set(now["pending"]) & set(self.tokens):
                return now
            time.sleep(0.01)
        raise TimeoutError(f"At the table {self.table} nobody moves: {now}")

    def legal(self, seat: int) -> list[dict[str, Any]]:
        answer = self.server.ask(f"/api/tables/{self.table}/legal?seat={seat}", token=self.tokens[seat]).json
        actions: list[dict[str, Any]] = answer["actions"]
        return actions

    def play(self, seat: int, action: int | None = None) -> None:
        """That action, or any: kinds first, so that a bid of 1 to 300 does not drown a pass."""
        if action is None:
            legal = self.legal(seat)
            kind = self.rng.choice(sorted({each["kind"] for each in legal}))
            action = self.rng.choice([each for each in legal if each["kind"] == kind])["id"]
        answer = self.server.ask(
            f"/api/tables/{self.table}/play", {"seat": seat, "actions": [action]}, self.tokens[seat]
        )
        if answer.status != 200:
            raise RuntimeError(f"Seat {seat} could not play {action}: {answer.text}")

    def step(self) -> dict[str, Any]:
        """One decision of a person, and everything that bots answer to it."""
        now = self.settled()
        mine = sorted(set(now["pending"]) & set(self.tokens))
        if mine:
            self.play(mine[0])
        return self.settled()

    def to_the_end(self) -> None:
        while not self.settled()["over"]:
            self.step()


def shortest(game: str) -> dict[str, str | int]:
    """Options under which a game does not last long."""
    return {
        option.name: min(option.values.values(), key=int)
        for option in declaration(game).options
        if option.name in {"round_limit", "rounds", "offers"}
    }


def play_table(server: Server, game: str, people: int, players: int, bot: str = "visitor", **more: Any) -> Played:
    """A running table: so many people, who come by invitation, and bots."""
    names = ["Mika", "Noor", "Olu", "Priya", "Sam"]
    seats = [{"who": "me", "name": names[0]}, *[{"who": "open"}] * (people - 1), *[{"who": bot}] * (players - people)]
    answer = server.ask("/api/tables", {"game": game, "seats": seats, "options": shortest(game), **more})
    assert answer.status == 201, answer.text
    made = answer.json
    table, tokens = made["table"], {0: made["token"]}
    for seat, invitation in made["invitations"].items():
        joining = {"seat": int(seat), "invitation": invitation, "name": names[int(seat)]}
        tokens[int(seat)] = server.ask(f"/api/tables/{table}/join", joining).json["token"]
    server.ask(f"/api/tables/{table}/start", method="POST", token=tokens[0])
    return Played(server, table, tokens)


def open_record(server: Server, match: Match) -> tuple[str, str]:
    """Send a match to the server as a file; answers where it is looked at or played on, and the sender's key."""
    head = b'--end\r\ncontent-disposition: form-data; name="record"; filename="game.json"\r\n\r\n'
    body = head + json.dumps(match.record()).encode() + b"\r\n--end--\r\n"
    answer = server.ask("/records", body, kind="multipart/form-data; boundary=end")
    if answer.status != 303:
        raise RuntimeError(f"The record was not taken: {answer.text}")
    me = next(value for name, value in answer.headers.items() if name.lower() == "set-cookie" and "me=" in value)
    return answer.headers["location"].split("?")[0], me.split("me=")[1].split(";")[0]

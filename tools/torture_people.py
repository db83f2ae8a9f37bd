"""People who do not give up: whatever is not answered they ask again, under the same id, until it is."""

import http.client
import itertools
import json
import random
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any
from urllib.parse import urlencode

from tabletown.rulekit.registry import declaration, declarations
from tools.played import shortest
from tools.running import PATIENCE, Server
from tools.torture_books import Done, Kept

TABLES = 6
MOST_ACTS = 300
"""After so many acts people leave a table for a new one."""
TIME = 2
"""Seconds for each decision of those who never decide."""
LOOK = 1.0
"""Seconds without an answer after which somebody looks whether the servers are there."""
WEIGHTS = {"move": 12, "say": 4, "undo": 3, "order": 2, "propose": 1}
FORM = "application/x-www-form-urlencoded"


class Crowd:
    """Everybody, at all tables, each table with a thread of its own."""

    def __init__(self, servers: Sequence[Server], seed: int, witness: Callable[[], str] = str) -> None:
        """`witness` tells what else is to be known when nobody is answered."""
        self.servers = servers
        self._witness = witness
        self.kept: list[Kept] = []
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.is_over = threading.Event()
        self.is_in_vain = threading.Event()
        """Whether a fault has been found that more asking would not mend."""
        self.answers = threading.Semaphore(0)
        self.sleepers: Pair | None = None
        """Two who never decide: their time runs out again and again, whoever is killed."""
        games = itertools.cycle(declarations())
        self._threads = [
            threading.Thread(target=self._play, args=(random.Random(f"{seed} {n}"), next(games)), daemon=True)
            for n in range(TABLES)
        ]

    def __enter__(self) -> "Crowd":
        self.sleepers = Pair(self, random.Random(), "the_estates", TIME)
        self.kept[0].is_asleep = True
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_given: object) -> None:
        """Everybody waits for the answer that is still due, and leaves."""
        self.is_over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        self.faults += ["Somebody waits for an answer for ever." for thread in self._threads if thread.is_alive()]

    def overdue(self) -> list[str]:
        """Deadlines that have passed, and nobody has acted on them."""
        assert self.sleepers is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            now = self.sleepers.now()
            if now["over"] or (now["decision"] > 1 and (now["deadline"] or 0.0) > time.time()):
                return []
            time.sleep(0.1)
        return [f"At table {self.sleepers.kept.table} the time was up at {now['deadline']}, and nothing came of it."]

    def wait_for(self, answers: int) -> None:
        """So many requests have been answered, by servers that are all there still; else there is a fault."""
        for _ in range(answers):
            until = time.monotonic() + PATIENCE
            while not self.answers.acquire(timeout=LOOK):
                if self._has_lost_a_server() or not self._is_asking() or time.monotonic() > until:
                    self._give_up("Nobody is answered any more.")
                    return
        if self._has_lost_a_server():
            self._give_up("A server has ended by itself.")

    def _has_lost_a_server(self) -> bool:
        return any(server.ended is not None for server in self.servers)

    def _is_asking(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def _give_up(self, why: str) -> None:
        """With all that may say whose fault it is, while it can still be asked."""
        self.is_in_vain.set()
        accounts = [server.account() for server in self.servers]
        logs = {server.log: server.last_words() for server in self.servers}
        self.faults.append("\n".join([why, *accounts, self._witness(), *logs.values()]))

    def _play(self, rng: random.Random, game: str) -> None:
        try:
            while not self.is_over.is_set():
                Pair(self, rng, game).play()
        except Exception as error:  # noqa: BLE001 -- whatever happens in a thread is told at the end
            if not self.is_in_vain.is_set():
                self.faults.append(f"{game}: {type(error).__name__}: {error}")

    def ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        """Ask until an answer comes."""
        until = time.monotonic() + PATIENCE
        for attempt in itertools.count():
            try:
                status, text = self._ask_once(path, body, headers)
            except (OSError, http.client.HTTPException):
                status, text = 0, b""
            if status not in {0, 429, 503}:
                self.counts["repeated"] += attempt > 0 and body is not None
                self.answers.release()
                return status, text
            if time.monotonic() > until or self.is_in_vain.is_set():
                raise TimeoutError(f"{path} is not answered, the last time with {status}.")
            time.sleep(0.01)
        raise AssertionError

    def _ask_once(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        port = random.choice(self.servers).port
        if "origin" in headers:
            headers = {**headers, "origin": f"http://127.0.0.1:{port}"}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()


class Pair:
    """Two people at a table of their own, played from here one act after the other."""

    def __init__(self, crowd: Crowd, rng: random.Random, game: str, seconds: int = 0) -> None:
        """`seconds` they have for each decision."""
        self.crowd, self.rng, self.game, self.seconds = crowd, rng, game, seconds
        self.tokens = [secrets.token_urlsafe(24) for _ in range(2)]
        self.kept = self._sit_down()
        self.decision = 1
        self.proposal = ""

    # ------------------------------------------------------------ asking

    def _program(self, path: str, data: dict[str, Any] | None, seat: int = 0) -> tuple[int, Any]:
        body = None if data is None else json.dumps(data | {"client_move": secrets.token_urlsafe(16)}).encode()
        headers = {"authorization": f"Bearer {self.tokens[seat]}", "content-type": "application/json"}
        status, text = self.crowd.ask(f"/api/tables{path}", body, headers)
        if status >= 500:
            raise RuntimeError(f"{path}: {status} {text[:300]!r}")
        return status, json.loads(text)

    def _form(self, where: str, seat: int, **fields: object) -> int:
        """As a page does it."""
        body = urlencode({"seat": seat, "client_move": secrets.token_urlsafe(16), **fields}).encode()
        sent = {"cookie": f"me={self.tokens[seat]}", "content-type": FORM, "accept": "application/json", "origin": ""}
        status, text = self.crowd.ask(f"/t/{self.kept.table}/{where}", body, sent)
        if status >= 500:
            raise RuntimeError(f"{where}: {status} {text[:300]!r}")
        return status

    def _page(self, seat: int) -> str:
        return self.crowd.ask(f"/t/{self.kept.table}", None, {"cookie": f"me={self.tokens[seat]}"})[1].decode()

    def _sit_down(self) -> Kept:
        seats = [{"who": "me", "name": "Mika"}, {"who": "open"}]
        table = {"game": self.game, "seats": seats, "options": shortest(self.game), "time_per_move": self.seconds}
        status, made = self._program("", table)
        kept = Kept(made["table"], self.game)
        self.crowd.kept.append(kept)
        joining = {"seat": 1, "invitation": made["invitations"]["1"], "name": "Noor"}
        joined, _ = self._program(f"/{kept.table}/join", joining, 1)
        started, told = self._program(f"/{kept.table}/start", {})
        if (status, joined, started) != (201, 200, 200):
            raise RuntimeError(f"Nobody could sit down: {status}, {joined}, {started} {told}.")
        return kept

    # ------------------------------------------------------------ what is done

    def play(self) -> None:
        for _ in range(MOST_ACTS):
            now = self._now()
            if self.crowd.is_over.is_set() or now["over"]:
                return
            self._note("orders", -1, now["decision"])
            if self.proposal:
                self._answer()
            else:
                what = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
                getattr(self, f"_{what}")(now)

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self._program(f"/{self.kept.table}", None)[1]
        return found

    def _now(self) -> dict[str, Any]:
        now = self.now()
        if now["decision"] < self.decision:
            self._fault(f"decision {self.decision} was open, and now {now['decision']} is")
        return now

    def _note(self, what: str, seat: int, after: int, detail: Any = None) -> None:
        self.kept.done.append(Done(what, seat, self.decision, after, detail))
        self.decision = after

    def _noted(self, what: str, seat: int, status: int, detail: Any = None) -> bool:
        """An act was answered; whether it was carried out."""
        after = self._now()["decision"]
        self.crowd.counts[what if status < 400 else f"{what} refused"] += 1
        self._note(what if status < 400 else "orders", seat, after, detail)
        return status < 400

    def _fault(self, what: str) -> None:
        self.crowd.faults.append(f"{self.game} at table {self.kept.table}: {what}.")

    def _move(self, now: dict[str, Any]) -> None:
        seat = self.rng.choice(now["pending"])
        _, answer = self._program(f"/{self.kept.table}/legal?seat={seat}", None, seat)
        if answer["decision"] != now["decision"] or not answer["actions"]:
            return  # an order was quicker
        kind = self.rng.choice(sorted({each["kind"] for each in answer["actions"]}))
        action = self.rng.choice([each["id"] for each in answer["actions"] if each["kind"] == kind])
        move = {"seat": seat, "actions": [action], "decision": now["decision"]}
        status, answer = self._program(f"/{self.kept.table}/play", move, seat)
        if self._noted("move", seat, status, action) and answer["decision"] != now["decision"]:
            self._fault(f"a move at decision {now['decision']} was answered as one at {answer['decision']}")

    def _say(self, _now: dict[str, Any]) -> None:
        seat, text = self.rng.randrange(2), secrets.token_hex(8)
        if self._noted("say", seat, self._form("say", seat, text=text)):
            self.kept.said.append(text)
        else:
            self._fault("a line was refused")

    def _undo(self, now: dict[str, Any]) -> None:
        seat, before = self.rng.randrange(2), self.decision
        if len(now["pending"]) + len(now["changeable"]) > 1 or self._has_parts_in_the_drawer(seat):
            return  # a sealed answer would be taken back, or a part that nobody noticed, of which no log tells
        status = self._form("undo", seat)
        if status < 400 and self._now()["decision"] == before:
            self.proposal = self._asked()
            if not self.proposal.startswith(f"undo-{seat}-"):
                self._fault(f"an undo of seat {seat} was answered and is neither done nor asked for")
            self._noted("asked to undo", seat, status)
        else:
            self._noted("undo", seat, status)

    def _has_parts_in_the_drawer(self, seat: int) -> bool:
        """As the seat's own page counts them behind the number of the decision."""
        found = re.search(r'data-decision="\d+\.(\d+)"', self._page(seat))
        return found is not None and found[1] != "0"

    def _asked(self) -> str:
        """What is proposed, as the pages of both ask about it."""
        found = [re.search(r'name="to" value="([^"]+)"', self._page(seat)) for seat in range(2)]
        return next((each[1] for each in found if each), "")

    def _propose(self, _now: dict[str, Any]) -> None:
        seat = self.rng.randrange(2)
        self._noted("propose", seat, self._form("propose", seat, what="abandon"))
        self.proposal = self._asked()
        if not self.proposal.startswith(f"abandon-{seat}-"):
            self._fault("what was proposed is not asked for")

    def _answer(self) -> None:
        what, by, _about = self.proposal.split("-")
        agrees = what == "undo" and self.rng.random() < 0.7
        before = self.decision
        status = self._form("answer", 1 - int(by), agrees=int(agrees), to=self.proposal)
        done = self._noted("agree" if agrees else "disagree", int(by), status)
        if not done and self.decision == before:
            self._fault(f"an answer to {self.proposal} was refused")
        self.proposal = ""

    def _order(self, now: dict[str, Any]) -> None:
        """Two standing orders, and one of them is dropped again."""
        seat = 1 - now["pending"][0] if len(now["pending"]) == 1 else self.rng.randrange(2)
        declared = declaration(self.game)
        orders: list[tuple[dict[str, object], set[str]]] = [
            ({"kind": "never_ask", "answer": answer}, {answer}) for answer in declared.unasked
        ]
        if bidding := declared.bidding:
            orders.append(({"kind": "bid_up_to", "limit": 3}, {bidding.bid, bidding.give_up}))
        for order, played in orders[:2]:
            self.kept.ordered |= {(seat, kind) for kind in played}
            self._noted("order", seat, self._form("orders", seat, **order))
        before, count = self.decision, self._orders(seat)
        if count and self._noted("drop", seat, self._form("orders/drop", seat, index=0)):
            left = self._orders(seat)
            if self._now()["decision"] == before and left != count - 1:
                self._fault(f"of {count} orders one was dropped, and {left} are left")

    def _orders(self, seat: int) -> int:
        return self._page(seat).count("/orders/drop")

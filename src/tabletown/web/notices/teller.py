"""Whoever is away is told that it is their move: once a decision, after a while, and not more often than is good.

What is to be told follows from how a table stands, and what has been told is stored with each way. So there is no queue
that could be lost: a server that starts anew looks at every running table, and tells what is still open and untold.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from tabletown.rulekit.errors import TabletownError
from tabletown.rulekit.language import message
from tabletown.web.at_table import orders
from tabletown.web.kept import ABANDONED, OVER, PERSON, PLAYING
from tabletown.web.keys import hashed
from tabletown.web.limits import Buckets, Rate, TooOften
from tabletown.web.notices import mailing, outside, push, wording
from tabletown.web.notices.hands import Hands
from tabletown.web.notices.means import Means
from tabletown.web.notices.outside import NotAnswered, NotFound, NotOutside
from tabletown.web.notices.ways import HOUR, MAIL, MOST_AN_HOUR, NOTHING, THE_END, WEBHOOK, Way, Ways
from tabletown.web.notices.wording import News
from tabletown.web.table import Table
from tabletown.web.tables import UnknownTable

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES = (15.0, 120.0, 900.0)
"""Seconds after which a notice that was not taken is tried again."""
LAST_WORDS = 2.0
"""Seconds for which a server that closes waits for what is being sent."""
MOST_CONFIRMING = (5, 2, 200)
"""Mails an hour that ask for confirmation: from one client, to one address, in all."""
TOO_MANY_MAILS = message("Too many addresses were to be confirmed. Try again in {seconds} seconds.")
GONE = {404, 410}
LATER = {408, 425, 429}


class Gone(Exception):
    """Nobody is there any more, and nobody will be."""


class Refused(Exception):
    """It is not taken, and trying again would not help."""


def due(table: Table) -> dict[int, int]:
    """The seats of people who have something to be told, and what: a decision, or the end."""
    if table.phase in {OVER, ABANDONED}:
        return {seat: THE_END for seat, each in enumerate(table.seats) if each.kind == PERSON}
    if table.phase != PLAYING or table.match is None:
        return {}
    standing = table.standing
    asked = [seat for seat in table.match.pending if table.seats[seat].has_a_say]
    return {seat: table.match.decision for seat in asked if orders.ordered(standing, seat) is None}


class Teller:
    """Waits, looks who is away, and sends."""

    def __init__(
        self,
        means: Means,
        ways: Ways,
        find: Callable[[str], Awaitable[Table]],
        is_there: Callable[[str, int], bool],
        now: Callable[[], float] = time.time,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self.means = means
        self.ways = ways
        self._find = find
        self._is_there = is_there
        self._now = now
        self._pauses = pauses
        self._hands = Hands()
        self.looking = Hands(2)
        """For addresses that are looked up when somebody names them: names that lead nowhere hold up no notice."""
        self._post = outside.Post(allow_private=means.private, tls=means.tls) if means.kinds else None
        self._mail = mailing.Post(means.mail, means.tls) if means.mail else None
        self._waiting: dict[tuple[str, int], tuple[int, asyncio.Task[None]]] = {}
        self._noted: dict[tuple[str, int], int] = {}
        """What was seen to last at each seat, so that not every change has to be looked at."""
        self._confirming = [Buckets(Rate(each / HOUR, each)) for each in MOST_CONFIRMING]
        self._sending: set[asyncio.Task[Any]] = set()

    # ------------------------------------------------------------ when

    def look(self, table: Table) -> None:
        """Something changed: wait with what is new, and no more with what is not true any more."""
        try:
            if not self.means.kinds or not self.ways.are_at(table.id):
                return
        except TabletownError:  # the move is made all the same, and the store has said what is wrong with it
            return
        wanted = due(table)
        for seat in range(len(table.seats)):
            self._expect((table.id, seat), wanted.get(seat, NOTHING))

    def _expect(self, key: tuple[str, int], mark: int) -> None:
        known = self._waiting.get(key)
        if known is not None and known[0] != mark:
            known[1].cancel()
            del self._waiting[key]
        if mark not in {NOTHING, self._noted.get(key, NOTHING)} and key not in self._waiting:
            task = asyncio.get_running_loop().create_task(self._wait(key, mark))
            self._waiting[key] = (mark, task)

    def is_wanted(self, table: str) -> bool:
        """Whether somebody there is to be told at all."""
        return bool(self.means.kinds) and self.ways.are_at(table)

    def leave(self, is_left: Callable[[str], bool]) -> None:
        """Another server tells people at these tables from now on. What is being sent is seen through."""
        for key in [key for key in self._waiting if is_left(key[0])]:
            self._waiting.pop(key)[1].cancel()

    async def wake(self, is_ours: Callable[[str], bool] = lambda _table: True) -> None:
        """The ends of games that nobody was told of, because the server stopped."""
        if not self.means.kinds:
            return
        try:
            for name in filter(is_ours, self.ways.untold_ends()):
                self.look(await self._find(name))
        except TabletownError as error:
            log.warning("Not every end of a game can be told: %s", error)

    async def close(self) -> None:
        waiting = [task for _mark, task in self._waiting.values()]
        self._waiting.clear()
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        if self._sending:
            _done, late = await asyncio.wait(self._sending, timeout=LAST_WORDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _wait(self, key: tuple[str, int], mark: int) -> None:
        try:
            await asyncio.sleep(self.means.grace)
            await self._tell(*key, mark)
            self._noted[key] = mark
        except UnknownTable:  # it was deleted, and all that was to be told with it
            pass
        except TabletownError as error:
            log.warning("A notice at table %s could not be kept: %s", key[0], error)
        except Exception as error:  # noqa: BLE001 -- what it is about may be somebody's address
            log.error("A notice at table %s failed: %s", key[0], type(error).__name__)
        finally:
            if self._waiting.get(key, (None, None))[1] is asyncio.current_task():
                del self._waiting[key]

    # ------------------------------------------------------------ whom

    async def _tell(self, name: str, seat: int, mark: int) -> None:
        news = await self._news(name, seat, mark)
        untold = [way for way in await self._held(name, seat) if way.confirmed and way.told != mark]
        if news is None or not untold:
            return
        room = 0 if self._is_there(name, seat) else max(0, MOST_AN_HOUR - self.ways.sent_lately(name))
        for way in untold[room:]:
            await self.ways.note(way, mark, is_sent=False)
        await asyncio.gather(*(self._deliver(way, news) for way in untold[:room]))

    async def _news(self, name: str, seat: int, mark: int) -> News | None:
        """What there is to tell, if it is still true."""
        table = await self._find(name)
        if due(table).get(seat) != mark:
            return None
        entries = table.match.entries if table.match else ()
        mover = entries[-1].moves[0].seat if entries else seat
        return News(table.game.name, name, seat, mark, table.names[mover] if mover != seat else "")

    async def _held(self, name: str, seat: int) -> list[Way]:
        """The ways of those who still have the seat; the others' are taken away."""
        table = await self._find(name)
        held = []
        for way in self.ways.of(name, seat):
            if way.kind in self.means.kinds and seat in table.opened_by(way.person):
                held.append(way)
            elif seat not in table.opened_by(way.person):
                await self.ways.remove(way)
        return held

    # ------------------------------------------------------------ how

    async def _deliver(self, way: Way, news: News) -> None:
        """Until it is taken, or it is no news any more."""
        table = await self._find(news.table)
        link_holds = bool(way.link) and news.seat in table.opened_by(hashed(way.link))
        send = self._sender(way, news, link_holds=link_holds)
        for pause in (*self._pauses, None):
            if await self._see_through(self._attempt(way, news, send, is_last=pause is None)) or pause is None:
                return
            await asyncio.sleep(pause)
            if self._is_there(news.table, news.seat) or await self._news(news.table, news.seat, news.decision) is None:
                await self.ways.note(way, news.decision, is_sent=False)
                return

    async def _see_through(self, attempt: Coroutine[Any, Any, bool]) -> bool:
        """What is being sent is noted even if the next move comes meanwhile."""

        async def carry_out() -> bool:
            try:
                return await attempt
            except TabletownError as error:
                log.warning("That a notice was sent could not be kept: %s", error)
                return True

        return await asyncio.shield(self._begun(carry_out()))

    def _begun(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return task

    async def _attempt(self, way: Way, news: News, send: Callable[[], None], *, is_last: bool) -> bool:
        """Whether there is nothing left to try."""
        why = await self._sent(send)
        if why is None:
            await self.ways.note(way, news.decision, is_sent=True)
            return True
        if isinstance(why, (Gone, mailing.NeverTaken)):
            await self.ways.remove(way)
        elif isinstance(why, Refused) or is_last:
            await self.ways.note(way, news.decision, is_sent=False)
        elif isinstance(why, (NotAnswered, NotFound)):
            return False
        log.warning("A notice by %s at table %s was not taken: %s", way.kind, way.table_id, why)
        return True

    async def _sent(self, send: Callable[[], None]) -> Exception | None:
        """Nothing if it went well. No error leaves here with what it was about."""
        try:
            await self._hands.do(send)
        except (Gone, Refused, NotAnswered, NotFound) as error:
            return error
        except NotOutside as error:
            return Refused(str(error))
        except Exception as error:  # noqa: BLE001
            return Refused(type(error).__name__)
        return None

    def _sender(self, way: Way, news: News, *, link_holds: bool) -> Callable[[], None]:
        if way.kind == MAIL:
            return lambda: self._by_mail(wording.mail(news, way, link_holds=link_holds))
        if way.kind == WEBHOOK:
            return lambda: self._by_webhook(way, news)
        return lambda: self._by_push(way, news)

    def _by_mail(self, mail: mailing.Mail) -> None:
        assert self._mail is not None
        self._mail(mail)

    def _by_webhook(self, way: Way, news: News) -> None:
        body = json.dumps(wording.for_a_webhook(news, way), ensure_ascii=False).encode()
        self._posted(way, body, {"content-type": "application/json; charset=utf-8"})

    def _by_push(self, way: Way, news: News) -> None:
        signing = self.means.signing
        assert signing is not None
        text = json.dumps(wording.for_a_browser(news, way), ensure_ascii=False).encode()
        body = push.encrypted(text, push.Browser.read(way.public, way.auth))
        headers = {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "authorization": str(signing.authorization(way.target, self._now())),
            "ttl": str(push.KEPT),
            "urgency": "normal",
            "topic": f"{news.table}-{news.seat}",
        }
        self._posted(way, body, headers)

    def _posted(self, way: Way, body: bytes, headers: dict[str, str]) -> None:
        assert self._post is not None
        status = self._post(way.target, body, {**headers, "user-agent": "Tabletown"})
        if status in GONE:
            raise Gone(f"answered {status}, so it is asked no more")
        if status in LATER or status >= 500:
            raise NotAnswered(f"answered {status}")
        if not 200 <= status < 300:
            raise Refused(f"answered {status}")

    # ------------------------------------------------------------ before anything is sent

    def refuse_more_mails(self, client: str, to: str) -> None:
        """Mails that ask for confirmation are few: strangers' boxes are not to be filled from here."""
        for bucket, who in zip(self._confirming, (client, to.lower(), ""), strict=True):
            if seconds := bucket.wait(who):
                raise TooOften(TOO_MANY_MAILS, seconds)

    def ask_to_confirm(self, way: Way) -> None:
        """In the background: whoever asks learns nothing of whether the address exists."""

        async def ask() -> None:
            for pause in (*self._pauses, None):
                why = await self._sent(lambda: self._by_mail(wording.request_to_confirm(way)))
                if why is None:
                    return
                if pause is None or isinstance(why, (Refused, mailing.NeverTaken)):
                    log.warning("A mail that asks for confirmation was not taken: %s", why)
                    return
                await asyncio.sleep(pause)

        self._begun(ask())

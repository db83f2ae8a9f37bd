"""Processes for what takes long: bounded in time, in number and for each client, and gone with the server."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tabletown.match import Refused
from tabletown.rulekit.errors import TabletownError
from tabletown.web.workers import Busy, Failed, TookTooLong, TooMuchAtOnce, Workers
from tests.web.at_the_table import awaited

FOREVER = 3600.0


def mine() -> int:
    return os.getpid()


def twice(number: int) -> int:
    return 2 * number


def chatty(size: int) -> bytes:
    print("something else")  # noqa: T201
    return b"x" * size


def refuse() -> None:
    raise Refused("no", "Not {what}.", "R1", what="so")


def blunder() -> None:
    raise KeyError("nobody")


def vanish() -> None:
    os._exit(3)


def within(act: Callable[[Workers], Awaitable[Any]], patience: float = 60.0, **settings: Any) -> Any:
    async def run() -> Any:
        workers = Workers(patience=patience, **settings)
        try:
            return await act(workers)
        finally:
            await workers.close()

    return awaited(run())


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_work_is_done_in_another_process_that_is_kept() -> None:
    async def act(workers: Workers) -> list[int]:
        return [await workers.run("a", mine) for _ in range(3)]

    pids = within(act)
    assert len(set(pids)) == 1
    assert pids[0] != os.getpid()


@pytest.mark.parametrize("module", ["errands", "thinking"])
def test_a_process_knows_neither_databases_nor_the_web_which_would_take_most_of_its_start(module: str) -> None:
    program = f"import sys, tabletown.web.{module}; print({{'sqlalchemy', 'litestar'}} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "set()"


def test_what_prints_and_what_is_large_comes_back_whole() -> None:
    assert within(lambda workers: workers.run("a", chatty, 3_000_000)) == b"x" * 3_000_000


def test_a_refusal_comes_back_as_it_was() -> None:
    with pytest.raises(Refused) as refused:
        within(lambda workers: workers.run("a", refuse))
    assert (refused.value.code, refused.value.text, refused.value.rule) == ("no", "Not so.", "R1")


@pytest.mark.parametrize("fault", [blunder, vanish])
def test_a_fault_of_ours_does_not_hurt_the_next(fault: Callable[[], None]) -> None:
    async def act(workers: Workers) -> int:
        with pytest.raises(Failed):
            await workers.run("a", fault)
        return await workers.run("a", twice, 4)

    assert within(act) == 8


def count_for_ever() -> None:
    while True:
        pass


def wait_for_ever() -> None:
    time.sleep(FOREVER)


@pytest.mark.parametrize("work", [count_for_ever, wait_for_ever])
def test_what_takes_too_long_is_ended_with_its_process_and_the_next_is_done(work: Callable[[], None]) -> None:
    async def act(workers: Workers) -> tuple[list[int], int, list[int]]:
        slow = asyncio.create_task(workers.run("a", work))
        while not (pids := workers.pids):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        with pytest.raises(TookTooLong):
            await slow
        workers._patience = 60.0
        return pids, await workers.run("a", twice, 5), workers.pids

    before, answer, after = within(act, patience=0.5)
    assert answer == 10
    assert not set(before) & set(after)
    assert not any(is_running(pid) for pid in before + after)


def test_work_that_is_not_wanted_any_more_is_ended() -> None:
    async def act(workers: Workers) -> int:
        slow = asyncio.create_task(workers.run("a", time.sleep, FOREVER))
        while not workers.pids:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        return await workers.run("a", twice, 6)

    assert within(act, processes=1) == 12


async def _outcomes(workers: Workers, clients: list[str]) -> list[type[BaseException] | None]:
    tasks = [asyncio.create_task(workers.run(client, time.sleep, FOREVER)) for client in clients]
    for _ in clients:
        await asyncio.sleep(0)
    ended = [task.exception() if task.done() else None for task in tasks]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return [type(error) if error is not None else None for error in ended]


def test_one_client_has_only_so_much_under_way_and_others_have_theirs() -> None:
    found = within(lambda workers: _outcomes(workers, ["a", "a", "a", "b"]), processes=1, most_each=2)
    assert found == [None, None, TooMuchAtOnce, None]


def test_only_so_many_wait() -> None:
    found = within(lambda workers: _outcomes(workers, list("abcde")), processes=1, most_waiting=2)
    assert found == [None, None, None, Busy, Busy]


def test_how_long_one_waits_for_a_turn_is_said_where_the_processes_are_made() -> None:
    """What compiles rules waits as long as it takes: what was sent away would never be compiled."""

    async def act(workers: Workers) -> int:
        slow = asyncio.create_task(workers.run("a", time.sleep, 0.5))
        await asyncio.sleep(0)
        try:
            return await workers.run("b", twice, 1)
        finally:
            await slow

    with pytest.raises(Busy):
        within(act, processes=1, longest_wait=0.01)
    assert within(act, processes=1, longest_wait=600.0) == 2


def test_nothing_is_left_of_a_client_that_has_what_it_wanted() -> None:
    async def act(workers: Workers) -> int:
        for client in range(10):
            await workers.run(str(client), twice, 1)
        return len(workers._under_way)

    assert within(act) == 0


def test_closing_ends_everything_and_nothing_begins_afterwards() -> None:
    async def act(workers: Workers) -> list[int]:
        slow = asyncio.create_task(workers.run("a", time.sleep, FOREVER))
        while not (pids := workers.pids):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await workers.close()
        with pytest.raises((Failed, TabletownError)):
            await slow
        with pytest.raises(Busy):
            await workers.run("a", twice, 1)
        return pids

    assert not any(is_running(pid) for pid in within(act))


def test_who_asks_again_gets_the_process_that_worked_for_them_before() -> None:
    async def ask(workers: Workers) -> None:
        first = await asyncio.gather(*(workers.run(client, mine) for client in ("Ann", "Ben")))
        assert len({*first}) == 2
        for client, pid in (*zip(("Ann", "Ben"), first, strict=True), ("Ann", first[0])):
            assert await workers.run(client, mine) == pid

    within(ask, processes=2)

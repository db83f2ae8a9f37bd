"""Whoever does the work: everything is done once, in order where that is wanted, and stopped work is told so."""

import pickle
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from itertools import count
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.lab.playing import OtherRules, Setting, Span, counted
from tabletown.lab.runners import Chunk, Done, Found, Here, Runner, in_order, is_stopped, on_threads
from tabletown.lab.simulate import at_random
from tools.running import PATIENCE


class Shuffling(Runner):
    """Has several chunks under way, and finishes them in any order."""

    def __init__(self, workers: int, draw: Callable[[int], int]) -> None:
        self.workers = workers
        self.draw = draw
        self.held = 0

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        left, under_way = iter(chunks), list[Chunk]()
        while True:
            under_way += [chunk for _, chunk in zip(range(2 * self.workers - len(under_way)), left, strict=False)]
            if not under_way:
                return
            chunk = under_way.pop(self.draw(len(under_way)))
            yield chunk, work(chunk)


@given(st.integers(0, 60), st.integers(1, 3), st.data())
def test_in_order_everything_comes_once_and_little_waits(chunks: int, workers: int, data: st.DataObject) -> None:
    runner = Shuffling(workers, lambda many: data.draw(st.integers(0, many - 1)))
    started: list[int] = []

    def work(chunk: int) -> int:
        started.append(chunk)
        return -chunk

    seen = 0
    for chunk, found in in_order(runner, work, range(chunks)):
        assert (chunk, found) == (seen, -seen)
        seen += 1
        assert max(started) - chunk < 4 * workers
    assert seen == chunks


def test_chunks_are_taken_as_they_are_needed() -> None:
    with closing(on_threads(2)(lambda chunk: chunk, count())) as done:
        assert {next(done)[0] for _ in range(10)} <= set(range(20))


def interrupted_at(step: int) -> bool:
    """Some chunks are done by a thread while Ctrl-C comes at a step of whoever waits; whether it came so far."""
    passed = 0

    def trace(frame: FrameType, _event: str, _given: object) -> Any:
        nonlocal passed
        if frame.f_code.co_filename == threading.__file__:
            return None  # a thread is begun, which Python does as it does
        passed += 1
        if passed == step:
            raise KeyboardInterrupt
        return trace

    with suppress(KeyboardInterrupt), closing(on_threads(1)(abs, range(3))) as done:
        sys.settrace(trace)
        try:
            list(done)
        finally:
            sys.settrace(None)
    return passed >= step


def test_whoever_is_interrupted_at_whatever_step_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    reached = next(step - 1 for step in count(1) if not interrupted_at(step))
    assert reached > 20
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_work_that_nobody_waits_for_is_told_so() -> None:
    begun, told = threading.Event(), threading.Event()

    def work(chunk: int) -> int:
        if chunk:
            begun.set()
            while not is_stopped():
                threading.Event().wait(0.01)
            told.set()
        return chunk

    with closing(on_threads(2)(work, range(2))) as done:
        assert next(done) == (0, 0)
        assert begun.wait(60)
        assert not told.is_set()
    assert told.wait(60)
    assert not is_stopped()


def test_here_is_this_thread() -> None:
    assert list(Here()(lambda _: threading.get_ident(), range(2))) == [(n, threading.get_ident()) for n in range(2)]


def sent(setting: Setting) -> Any:
    return pickle.loads(pickle.dumps(setting))


def test_a_setting_is_sent_as_a_few_bytes_and_made_once_where_it_arrives() -> None:
    setting = Setting("the_estates", 3, "interpreted", {"money": "open"}, None, ["random_games"])
    there = sent(setting)
    assert there is not setting
    assert there is sent(setting)
    assert there.options == setting.options
    here, elsewhere = (counted(each, at_random, 0, Span(4, 2)) for each in (setting, there))
    assert (here.decisions, here.seats.tolist()) == (elsewhere.decisions, elsewhere.seats.tolist())


def test_other_rules_are_not_played() -> None:
    setting = Setting("the_estates", 3, "interpreted", None, None, ["random_games"])
    made, arguments = setting.__reduce__()
    with pytest.raises(OtherRules, match="install the same tabletown"):
        made(*arguments[:-1], "0123456789abcdef")

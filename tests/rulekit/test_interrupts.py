"""Ctrl-C while the compiler works."""

import signal

import pytest

from tabletown.rulekit.interrupts import heard_between_steps


def compiled(functions: int, interrupted_in: int, times: int) -> list[int]:
    """Which functions were finished, and told of, before Ctrl-C was heard."""
    finished: list[int] = []
    told_of: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        compile_all(functions, interrupted_in, times, finished, told_of)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert told_of == [number for number in range(functions) if number < interrupted_in]
    return finished


def compile_all(functions: int, interrupted_in: int, times: int, finished: list[int], told_of: list[int]) -> None:
    with heard_between_steps(lambda number, _: told_of.append(number)) as told:
        for number in range(functions):
            for _ in range(times if number == interrupted_in else 0):
                signal.raise_signal(signal.SIGINT)
            finished.append(number)
            told(number, functions)


@pytest.mark.parametrize("interrupted_in", [0, 1, 2])
def test_ctrl_c_is_heard_when_the_function_at_hand_is_compiled(interrupted_in: int) -> None:
    assert compiled(3, interrupted_in, times=1) == list(range(interrupted_in + 1))


def test_whoever_asks_twice_is_heard_at_once() -> None:
    assert compiled(3, 1, times=2) == [0]

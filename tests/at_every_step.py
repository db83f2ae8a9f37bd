"""Two threads that read the same for the first time: one is held at each of its steps, and the other reads meanwhile.

    python -m tests.at_every_step MODULE FUNCTION ...

Prints for each at how many steps it was held, and at how many of them that has ended the process. Each step is tried in
a process of its own, forked from one in which nothing has been read yet.
"""

import os
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from types import FrameType

FINE, NO_SUCH_STEP = 0, 3


def main() -> None:
    module = import_module(sys.argv[1])
    for name in sys.argv[2:]:
        steps, crashes = _counted(getattr(module, name))
        sys.stdout.write(f"{name} {steps} {crashes}\n")
        sys.stdout.flush()  # else every process that is forked has it too


def _counted(read: Callable[[], object]) -> tuple[int, int]:
    steps = crashes = 0
    while (code := _tried(read, steps)) != NO_SUCH_STEP:
        steps += 1
        crashes += code != FINE
    return steps, crashes


def _tried(read: Callable[[], object], step: int) -> int:
    """How a process ends that is held there."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os._exit(FINE if _held(read, step) else NO_SUCH_STEP)


def _held(read: Callable[[], object], step: int) -> bool:
    """Whether it came so far. A step is a function of Python's that is called on the way."""
    passed = -1

    def called(_frame: FrameType, event: str, _given: object) -> None:
        nonlocal passed
        passed += event == "call"
        if event == "call" and passed == step + 1:  # the first of all is what reads
            sys.setprofile(None)
            other = threading.Thread(target=read)
            other.start()
            other.join()

    sys.setprofile(called)
    read()
    sys.setprofile(None)
    return passed > step


if __name__ == "__main__":
    main()

"""Everything is looked through seldom: after an hour, or after ten minutes in which the process has grown much."""

import gc
import weakref

import pytest

from tabletown.web.sweeping import LONGEST, MUCH, OFTEN, SOONEST, Sweeping, sweep_often


class World:
    def __init__(self) -> None:
        self.now, self.held = 100.0, 10 * MUCH
        self.sweeping = Sweeping(lambda: self.now, lambda: self.held)


def test_it_is_due_after_an_hour_and_then_after_another() -> None:
    world = World()
    world.now += LONGEST - 1
    found = [world.sweeping.is_due]
    world.now += 1
    found.append(world.sweeping.is_due)
    world.sweeping.sweep()
    found.append(world.sweeping.is_due)
    assert found == [False, True, False]


@pytest.mark.parametrize(("held", "more", "is_due"), [(10, 2, False), (10, 3, True), (1, 1, False), (1, 2, True)])
def test_it_is_due_when_the_process_has_grown_by_a_quarter_and_by_much(held: int, more: int, *, is_due: bool) -> None:
    world = World()
    world.held = held * MUCH
    world.sweeping.sweep()
    world.held += more * MUCH
    assert not world.sweeping.is_due
    world.now += SOONEST
    assert world.sweeping.is_due is is_due


class Knot:
    def __init__(self) -> None:
        self.itself = self


def test_what_nobody_reaches_is_gone_afterwards() -> None:
    knot = weakref.ref(Knot())
    World().sweeping.sweep()
    assert knot() is None


def test_a_server_never_looks_through_everything_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("collect", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *given, name=name: done.append(f"{name}{given}"))
    sweep_often()
    assert done == ["collect()", "freeze()", f"set_threshold{OFTEN}"]

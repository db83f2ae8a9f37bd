"""What tests of words and pictures look from."""

from collections.abc import Sequence
from typing import TypeVar

from tabletown.rulekit.language import Say
from tabletown.rulekit.look import SPECTATOR, Listener, Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.records import Record

S = TypeVar("S", bound=Record)


def look(_: Say, rules: Namespace, view: S, viewer: int = SPECTATOR, names: Sequence[str] = ()) -> Look[S]:
    return Look(_, rules, viewer, tuple(names), view)


def to(_: Say, rules: Namespace, viewer: int = SPECTATOR, names: Sequence[str] = ()) -> Listener:
    return Listener(_, rules, viewer, tuple(names))

"""Many games at once: simulate, arena, and batches to step from Python. What few need is imported when asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabletown.lab.arena import Standing, Standings, arena
from tabletown.lab.certainty import Share
from tabletown.lab.playing import Stopped
from tabletown.lab.simulate import Summary, simulate

if TYPE_CHECKING:
    from tabletown.lab.batch import Batch
    from tabletown.lab.cluster import on_ray
    from tabletown.lab.vector import Vector

__all__ = ["Batch", "Share", "Standing", "Standings", "Stopped", "Summary", "Vector", "arena", "on_ray", "simulate"]

FOUND_IN = {"Batch": "batch", "Vector": "vector", "on_ray": "cluster"}


def __getattr__(name: str) -> Any:
    if name not in FOUND_IN:
        raise AttributeError(f"The lab has no {name!r}.")
    return getattr(import_module(f"{__name__}.{FOUND_IN[name]}"), name)

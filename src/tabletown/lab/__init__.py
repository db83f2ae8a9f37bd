"""Many games at once: simulate, arena, and batches to step from Python."""

from tabletown.lab.arena import Standing, Standings, arena
from tabletown.lab.batch import Batch
from tabletown.lab.certainty import Share
from tabletown.lab.cluster import on_ray
from tabletown.lab.playing import Stopped
from tabletown.lab.simulate import Summary, simulate
from tabletown.lab.vector import Vector

__all__ = ["Batch", "Share", "Standing", "Standings", "Stopped", "Summary", "Vector", "arena", "on_ray", "simulate"]

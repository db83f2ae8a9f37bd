"""Who plays many games: threads of this machine, or a cluster."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tabletown.cli.arguments import whole_number

if TYPE_CHECKING:
    from tabletown.lab.runners import Runner
    from tabletown.lab.showing import Report


def add_workers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--threads", type=whole_number, metavar="N", help="one a processor, if not given")
    add_cluster(command)


def add_cluster(command: argparse.ArgumentParser) -> None:
    command.set_defaults(threads=None)
    command.add_argument(
        "--ray", metavar="WHERE", help="play on a Ray cluster instead: local, auto, or its HOST:PORT; docs/scaling.md"
    )


def threads_of(given: argparse.Namespace) -> int:
    return os.cpu_count() or 1 if given.threads is None else int(given.threads)


@contextlib.contextmanager
def cluster_of(given: argparse.Namespace, bar: "Callable[[str], Report]") -> "Iterator[Runner | None]":
    """The cluster that was asked for, if any; without one, threads play."""
    from tabletown.rulekit.errors import BadOption

    if given.ray is None:
        yield None
        return
    if given.threads is not None:
        raise BadOption("Either threads of this machine play or a Ray cluster, not both.")
    from tabletown.lab.cluster import on_ray

    joining = bar("Joining the cluster")
    joining(0, 1)
    with contextlib.redirect_stdout(sys.stderr), on_ray(given.ray) as runner:  # Ray tells there of machines it lost
        joining(1, 1)
        yield runner

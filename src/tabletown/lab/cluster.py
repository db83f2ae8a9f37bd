"""The work of the lab on a Ray cluster: the same chunks, done by any number of machines, with the same results.

Nothing of Ray is imported before a cluster is asked for. No code is sent: every machine has Tabletown of its own, and
says so before it plays (`House`).
"""

import hashlib
import logging
import os
import pickle
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

from tabletown.lab.runners import Chunk, Done, Found, Runner
from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.twin import compiler

LOCAL = "local"
RETRIES = 8
"""So often a chunk is done again when its process or machine is lost; lost more often, it is to blame itself."""
GRAIN = 40
"""Up to 48,000 random games are a chunk: a third of a second to four of work, beside one and a half milliseconds."""
WAIT = 1.0
"""Seconds after which it is looked whether machines have come or gone."""
PATIENCE = 10.0
"""Seconds that a machine has to answer."""

LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Ray's setting which at 0 keeps a cluster to addresses of this machine, as it is everywhere but on Linux."""


class NoRay(TabletownError, ImportError):
    """Ray is not installed."""


class NoCluster(TabletownError):
    """A cluster that cannot be used."""


class LostChunk(TabletownError):
    """A chunk that nobody could do."""


class OtherHouse(TabletownError):
    """A machine of the cluster that might play other games."""


@contextmanager
def on_ray(address: str = LOCAL) -> Iterator[Runner]:
    """A runner on a cluster: `local`, one of this machine's processors that ends with the block, or the address of one
    that this machine is a node of, as `10.0.0.1:6379` or `auto`. A process that is connected already stays so."""
    ray = _ray(address)
    if ray.is_initialized():
        yield OnRay(ray)
        return
    try:
        _join(ray, address)
        yield OnRay(ray)
    finally:
        ray.shutdown()


def _ray(address: str) -> Any:
    """Ray reads its settings when it is imported."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == LOCAL:
        os.environ.setdefault(LOOPBACK, "0")
    try:
        import ray
    except ImportError:
        raise NoRay("A Ray cluster needs more than Tabletown itself: pip install 'tabletown[ray]'.") from None
    return ray


# ---------------------------------------------------------------- joining


def _join(ray: Any, address: str) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    logging.getLogger("ray").setLevel("ERROR")  # it tells before it is told how loud to be
    if address == LOCAL:
        ray.init(address=LOCAL, include_dashboard=False, **quiet)
        return
    _check_address(address)
    try:
        ray.init(address=address, **quiet)
    except ray.exceptions.AuthenticationError:
        raise NoCluster(
            f"The Ray cluster at {address} asks for a token that this machine does not have: see docs/scaling.md."
        ) from None
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise NoCluster(_why_not(address, str(error))) from None


def _check_address(address: str) -> None:
    """Ray itself would try for minutes."""
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise BadOption(f"A Ray cluster is given as local, auto or HOST:PORT, not {address!r}.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NoCluster(
            f"There is no Ray cluster at {address} ({reason}): start one with `ray start --head`, or name another."
        ) from None


def _why_not(address: str, said: str) -> str:
    words = " ".join(said.split())
    if "Version mismatch" in words:
        return f"The Ray cluster at {address} runs other versions than this machine. {words} Install the same on both."
    if address == "auto":
        return "No Ray cluster runs on this machine: start one with `ray start --head`, or give --ray local."
    return (
        f"The Ray cluster at {address} cannot be used from here: join it first with"
        f" `ray start --address={address} --num-cpus=0`. Ray says: {words}"
    )


# ---------------------------------------------------------------- the same everywhere


@dataclass(frozen=True)
class House:
    """What must be the same on all machines, so that they play the same games."""

    tabletown: str
    sources: str
    """A hash of every file of the package that is read or run."""
    compiler: str
    """The versions of Python, of the compiler of the rules and of NumPy."""

    def check(self, asked: "House") -> None:
        """Of the machine that plays: whether it is as whoever asks has it."""
        mine, theirs = asdict(self), asdict(asked)
        if wrong := [name for name in mine if mine[name] != theirs[name]]:
            told = f"{mine[wrong[0]]} instead of {theirs[wrong[0]]}"
            raise OtherHouse(
                f"{socket.gethostname()}, a machine of the cluster, has another {wrong[0]}: {told}. Install the same"
                " Python, tabletown and requirements on all of them."
            )


@cache
def house() -> House:
    import tabletown

    root, digest = Path(tabletown.__file__).parent, hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in {".py", ".toml"}):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return House(version("tabletown"), digest.hexdigest()[:16], compiler())


def do_chunk(packed: bytes, asked: House, chunk: Any) -> Any:
    """What a worker of the cluster runs."""
    house().check(asked)
    return _unpacked(packed)(chunk)


@lru_cache(maxsize=8)
def _unpacked(packed: bytes) -> Callable[[Any], Any]:
    """Once a process: what is compiled is loaded from the cache of the machine then, or compiled."""
    work: Callable[[Any], Any] = pickle.loads(packed)
    return work


# ---------------------------------------------------------------- running


class OnRay(Runner):
    """Ray does a chunk again when its worker or its machine was lost. Machines that come later are given work too."""

    grain = GRAIN

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._do = ray.remote(num_cpus=1, max_retries=RETRIES)(do_chunk)
        self._look_around()

    def _look_around(self) -> None:
        self._looked = monotonic()
        self.workers = int(self._ray.cluster_resources().get("CPU", 0))
        if not self.workers:
            raise NoCluster("The Ray cluster has no processors to play on: start a node with `ray start`.")

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        ray, left = self._ray, iter(chunks)
        packed, mine = ray.put(ray.cloudpickle.dumps(work)), ray.put(house())
        waiting: dict[Any, Chunk] = {}
        try:
            while True:
                room = max(0, 2 * self.workers - len(waiting))
                waiting |= {self._do.remote(packed, mine, chunk): chunk for chunk in islice(left, room)}
                if not waiting:
                    return
                done, _ = ray.wait(list(waiting), num_returns=1, timeout=WAIT)
                for each in done:
                    yield waiting[each], self._found(each, waiting.pop(each))
                if monotonic() - self._looked > WAIT:
                    self._look_around()
        finally:
            for each in waiting:
                ray.cancel(each, force=True)

    def _found(self, done: Any, chunk: object) -> Any:
        try:
            return self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            if "failed to import on the worker" in str(error.cause):
                raise OtherHouse(
                    "A machine of the cluster has no tabletown, or cannot load it: install the same on all of them."
                ) from None
            raise error.cause from None
        except self._ray.exceptions.RayError as error:
            reason = " ".join(str(error).split())
            raise LostChunk(f"{chunk} was lost {RETRIES + 1} times, so it was given up. Ray says: {reason}") from None

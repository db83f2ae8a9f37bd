"""The lab on Ray: the same results as on one machine, also when half of the cluster is lost; sentences for the rest."""

import builtins
import json
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletown import cli, lab
from tabletown.lab import cluster
from tabletown.lab.fuzz import fuzz
from tabletown.lab.runners import Chunk, Done, Found, Runner, on_threads
from tabletown.lab.study import plan_of, study
from tabletown.lab.training import Course, train
from tabletown.match import game
from tabletown.rulekit import registry
from tabletown.rulekit.engine import Interpreted
from tabletown.rulekit.errors import BadOption
from tests.installed import installed
from tests.lab import stalls

FOR_EVER = 300
"""Seconds: far longer than what is waited for, and an end to a test that waits in vain."""
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:ray", "ignore::FutureWarning:ray")


@pytest.fixture(scope="module", autouse=True)
def on_this_machine_only() -> Iterator[None]:
    """Ray reads its settings when it is imported."""
    with pytest.MonkeyPatch.context() as settings:
        for name, value in (("RAY_AUTH_MODE", "disabled"), ("RAY_USAGE_STATS_ENABLED", "0"), (cluster.LOOPBACK, "0")):
            settings.setenv(name, value)
        yield


def need_ray() -> Any:
    return pytest.importorskip("ray", reason="RAY IS NOT INSTALLED HERE: nothing was tried on a cluster")


@contextmanager
def two_nodes() -> Iterator[Any]:
    need_ray()
    from ray.cluster_utils import Cluster

    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # a socket's name has a hundred letters at most
    house: dict[str, Any] = {
        "num_cpus": 1,
        "object_store_memory": 150 << 20,
        "node_ip_address": "127.0.0.1",
        "include_dashboard": False,
        "temp_dir": folder,
    }
    (Path(folder) / "ray").mkdir()  # Ray writes an address there, and does not make it for nodes elsewhere
    nodes: Any = Cluster()
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("RAY_TMPDIR", folder)
        try:
            for _ in range(2):
                nodes.add_node(**house)
            yield nodes
        finally:
            nodes.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


def until(true: Callable[[], bool]) -> None:
    """Only for what stays true."""
    for _ in range(20 * FOR_EVER):
        if true():
            return
        threading.Event().wait(0.05)
    pytest.fail("waited in vain")


def dawdle(node: str, mark: Path, work: Callable[[Any], Any], chunk: Any) -> Any:
    """The first chunk that comes to this node is under way until the node is lost; done again, it is like any other."""
    import ray

    if ray.get_runtime_context().get_node_id() == node:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            threading.Event().wait(FOR_EVER)
    return work(chunk)


class Losing(Runner):
    """A cluster whose second node is killed while it does a chunk, after the first has brought one; once."""

    def __init__(self, runner: Runner, nodes: Any, mark: Path) -> None:
        self.runner = runner
        self.workers = runner.workers
        self.nodes = nodes
        self.mark = mark

    def __call__(self, work: Callable[[Chunk], Found], chunks: Iterable[Chunk]) -> Done[Chunk, Found]:
        for doomed in list(self.nodes.worker_nodes):
            work = partial(dawdle, doomed.node_id, self.mark, work)
        for done in self.runner(work, chunks):
            for doomed in list(self.nodes.worker_nodes):
                until(self.mark.exists)
                self.nodes.remove_node(doomed, allow_graceful=False)
            yield done


def wait_for_ever(mark: Path, _chunk: int) -> None:
    mark.touch()
    threading.Event().wait(FOR_EVER)


def interrupt_when_begun(mark: Path) -> None:
    until(mark.exists)
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert cli.main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return {name: value for name, value in found.items() if "second" not in name and name != "file"}


def test_a_cluster_plays_what_one_machine_plays_also_when_half_of_it_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All in one test: two nodes take seconds to start, and so do their processes for each that joins them."""
    (tmp_path / "brought").mkdir()
    monkeypatch.setenv("PYTHONPATH", installed(tmp_path / "brought", stalls.__name__))
    monkeypatch.setitem(registry.declarations(), stalls.GAME.name, stalls.GAME)
    with two_nodes() as nodes:
        address = nodes.address
        play = ["simulate", "the_estates", "--games", "2500"]
        assert printed([*play, "--ray", address], capsys) == printed(play, capsys)

        with cluster.on_ray(address) as runner:
            play = ["arena", "the_estates", "--games", "50"]
            assert printed([*play, "--ray", address], capsys) == printed(play, capsys)
            who = ["arena", "the_estates", "--bots", "neighbour,visitor", "--players", "2", "--games", "20", "--output"]
            halls = [[str(tmp_path / "here")], [str(tmp_path / "there"), "--ray", address]]
            assert printed([*who, *halls[0]], capsys) == printed([*who, *halls[1]], capsys)

            files = [tmp_path / f"{place}.parquet" for place in ("here", "there")]
            for file, where in zip(files, ([], ["--ray", address]), strict=True):
                printed(["dataset", "the_estates", str(file), "--games", "300", "--players", "2", *where], capsys)
            assert files[0].read_bytes() == files[1].read_bytes()

            refused_for_another_house(runner, monkeypatch)
            stopped_while_nothing_comes(runner, tmp_path / "begun")
            assert fuzz(game("the_estates"), 2, seed=9, runner=runner) == fuzz(game("the_estates"), 2, seed=9)
            course = Course(stalls.GAME.name, 2, games=60, rounds=1, judged=30, searched=0)
            learned = [train(course, None, each, mode=Interpreted.mode) for each in (runner, on_threads(1))]
            assert learned[0] == learned[1]
            plan = plan_of("the_estates", (2, 3), levels=["visitor"])
            losing = Losing(runner, nodes, tmp_path / "dawdled")
            there = study(plan, tmp_path / "many", games=1900, runner=losing)
            assert not nodes.worker_nodes
            assert there.told == study(plan, tmp_path / "one", games=1900).told
            assert sorted_lines(tmp_path / "many") == sorted_lines(tmp_path / "one")


def refused_for_another_house(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(cluster.house(), sources="0123456789abcdef")
    with monkeypatch.context() as here:
        here.setattr(cluster, "house", lambda: other)
        with pytest.raises(cluster.OtherHouse, match=r"has another sources: .* instead of 0123456789abcdef"):
            lab.simulate("the_estates", 2, 10, runner=runner)


def stopped_while_nothing_comes(runner: Runner, mark: Path) -> None:
    """Ctrl-C while a chunk is under way ends the chunk too: its processor is free again."""
    ray = need_ray()
    watching = threading.Thread(target=interrupt_when_begun, args=(mark,), daemon=True)
    watching.start()
    with pytest.raises(KeyboardInterrupt):
        next(runner(partial(wait_for_ever, mark), range(1)))
    watching.join()
    until(lambda: ray.available_resources().get("CPU") == 2)


def sorted_lines(file: Path) -> list[bytes]:
    import gzip

    return sorted(gzip.decompress(file.read_bytes()).splitlines())


# ---------------------------------------------------------------- without a cluster


def test_nothing_of_ray_is_needed_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    true_import = builtins.__import__

    def without_ray(name: str, *more: Any) -> Any:
        if name == "ray" or name.startswith("ray."):
            raise ModuleNotFoundError(name=name)
        return true_import(name, *more)

    monkeypatch.setattr(builtins, "__import__", without_ray)
    play = ["simulate", "the_estates", "--games", "4", "--players", "2"]
    assert cli.main(play) == 0
    assert cli.main([*play, "--ray", "local"]) == 2
    assert capsys.readouterr().err == (
        "A Ray cluster needs more than Tabletown itself: pip install 'tabletown[ray]'.\n"
    )


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.mark.parametrize("address", ["nowhere", "ray://127.0.0.1:10001", ":6379", "localhost:many"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    need_ray()
    with pytest.raises(BadOption, match="local, auto or HOST:PORT"), cluster.on_ray(address):
        pass


def test_a_cluster_that_is_not_there_is_said_to_be_so() -> None:
    need_ray()
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(cluster.NoCluster, match=f"There is no Ray cluster at {address}"), cluster.on_ray(address):
        pass


def test_threads_or_a_cluster_but_not_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "the_estates", "--threads", "2", "--ray", "local"]) == 2
    assert "not both" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["tabletown", "sources", "compiler"])
def test_another_house_is_refused_by_what_differs(what: str) -> None:
    mine = cluster.house()
    mine.check(replace(mine))
    with pytest.raises(cluster.OtherHouse, match=f"has another {what}: .* instead of 9.9.9"):
        mine.check(replace(mine, **{what: "9.9.9"}))


SAID = {
    "Version mismatch: The cluster was started with:\n    Ray: 2.9\n    Python: 3.12.1\n": "runs other versions",
    "Can't find a node_ip_address.json file": "join it first with `ray start --address=10.0.0.1:6379 --num-cpus=0`",
}


@pytest.mark.parametrize("said", SAID)
def test_what_ray_says_on_joining_becomes_one_sentence(said: str) -> None:
    def init(**_how: object) -> None:
        raise RuntimeError(said)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(cluster.NoCluster) as refused:
            cluster._join(faked(init), address)
    assert SAID[said].replace("10.0.0.1:6379", address) in str(refused.value)
    assert "\n" not in str(refused.value)


class RayError(Exception):
    pass


class RayTaskError(RayError):
    def __init__(self, cause: Exception) -> None:
        self.cause = cause


def faked(init: Callable[..., None] | None = None, get: Callable[..., None] | None = None) -> Any:
    """As much of Ray as an error needs that a test cannot have otherwise."""
    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError, AuthenticationError=PermissionError)
    return SimpleNamespace(
        init=init,
        get=get,
        exceptions=exceptions,
        remote=lambda **_how: lambda do: do,
        cluster_resources=lambda: {"CPU": 2.0},
    )


FAILED: dict[str, tuple[Exception, type[Exception], str]] = {
    "lost": (RayError("The node\ndied."), cluster.LostChunk, "was lost 9 times, .* Ray says: The node died"),
    "bare": (RayTaskError(RuntimeError("failed to import on the worker")), cluster.OtherHouse, "has no tabletown"),
    "refused": (RayTaskError(BadOption("No such option.")), BadOption, "No such option."),
    "fault": (RayTaskError(ZeroDivisionError("by zero")), ZeroDivisionError, "by zero"),
}


@pytest.mark.parametrize("case", FAILED)
def test_what_went_wrong_there_is_said_here(case: str) -> None:
    raised, kind, sentence = FAILED[case]

    def get(_done: object) -> None:
        raise raised

    with pytest.raises(kind, match=sentence):
        cluster.OnRay(faked(get=get))._found(None, lab.playing.Span(0, 4))

"""Games of the tests, as if a package had brought them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.running import Server, running_server

ROOT = Path(__file__).parents[1]


def installed(folder: Path, *packages: str, beside: Path = ROOT) -> str:
    """The PYTHONPATH under which other programs find the games that these packages hold, by their entry points."""
    info = folder / "brought-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1\n")
    games = (f"{package.rpartition('.')[2]} = {package}:GAME\n" for package in packages)
    (info / "entry_points.txt").write_text("[tabletown.games]\n" + "".join(games))
    places = (folder, beside, ROOT, os.environ.get("PYTHONPATH", ""))
    return os.pathsep.join(filter(None, map(str, places)))


@contextmanager
def server_with(folder: Path, *packages: str, beside: Path = ROOT) -> Iterator[Server]:
    """A server that knows these games too, and has nothing to complain of in the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", installed(folder, *packages, beside=beside))
        with running_server(folder) as running:
            yield running
    assert (folder / "server.log").read_text() == ""

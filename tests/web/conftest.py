"""One real server and one real Chromium for all tests of the table in the browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tabletown.rulekit.registry import declarations
from tabletown.web.database import open_database
from tabletown.web.store import Store
from tests.web.away import certificate, world
from tests.web.screens import Screen, screens_of
from tools.postgres import Cluster, running_postgres
from tools.postgres import found as found_postgres
from tools.running import Server, knows_every_title, running_server

POSTGRESQL = found_postgres()
NewPerson = Callable[..., Page]
__all__ = ["certificate", "world"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(declarations()), scope="session")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with running_server(folder) as running:
        yield running
    assert (folder / "server.log").read_text() == ""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One for all tests of a process."""
    if not POSTGRESQL:
        pytest.skip("PostgreSQL is missing on this machine.")
    with running_postgres() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def prepared(postgres: Cluster) -> str:
    """A database with nothing in it but its tables, to be copied."""
    address = postgres.new_database()
    open_database(address).dispose()
    return address.rsplit("/", 1)[1]


@pytest.fixture
def on_postgres(postgres: Cluster, prepared: str) -> Iterator[str]:
    """The address of a new database in PostgreSQL."""
    address = postgres.new_database(prepared)
    yield address
    postgres.drop(address)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a new database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    made: str = request.getfixturevalue("on_postgres")
    return made


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(open_database(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    yield opened
    opened.close()


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The server of all tests; one of its own for a test that is marked `own_server`."""
    if request.node.get_closest_marker("own_server") is None:
        yield request.getfixturevalue("shared")
        return
    with running_server(tmp_path) as running:
        yield running


@pytest.fixture
def person(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[NewPerson]:
    """A person whom no page knows yet; errors of scripts fail the test."""
    screens, lent = screens_of(browser, server.address), list[Screen]()
    is_left_alone = request.node.get_closest_marker("own_server") is not None

    def arrive(
        language: str = "en-GB",
        width: int = 1280,
        height: int = 800,
        me: str = "",
        *,
        knows: bool = True,
        alone: bool = False,
        **more: Any,
    ) -> Page:
        """`knows`: what every title is about, so that no card tells them. Motion is for tests that ask for it."""
        more.setdefault("reduced_motion", "reduce")
        screen = screens.lend(width, height, alone=alone or is_left_alone, locale=language, **more)
        lent.append(screen)
        if knows:
            knows_every_title(screen.context, server.address)
        if me:
            screen.context.add_cookies([{"name": "me", "value": me, "url": server.address}])
        return screen.page

    yield arrive
    assert [error for screen in lent for error in screens.take_back(screen)] == []

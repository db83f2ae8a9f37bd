"""tabletown serve: the table in the browser, on this machine or for a whole network."""

import argparse
import contextlib
import os
import resource
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tabletown.rulekit.errors import TabletownError
from tabletown.web.limits import USUAL_CONNECTIONS, USUAL_RATE
from tabletown.web.notices import options as notices

if TYPE_CHECKING:
    from tabletown.web.server import Hosting

USUAL_PORT = 8321
EVERYWHERE = {"0.0.0.0", "::"}
LONGEST_TURN = 0.0005
"""Seconds after which a thread that thinks or compiles lets others have a turn: pages do not wait for bots."""

THINKING = 75
"""Seconds after which a browser must connect anew: more than most decisions take."""


MOST_CONNECTIONS = 4000
"""In all; fewer where the system allows fewer open files."""
FILES = 256
"""Open files that a server needs besides its connections."""
MOST_HEARD_LIVE = 4096
"""Bytes of what a page may say over its connection, to which nobody listens."""


MOST_WORKERS = 64
LEAST_TOKEN = 16


class BadHosting(TabletownError):
    """Settings that do not go together."""


class NoPort(TabletownError):
    """A port that cannot be listened on."""


def usual_database() -> str:
    """SQLite in the user's data folder."""
    from platformdirs import user_data_path

    return f"sqlite:///{Path(user_data_path('tabletown', appauthor=False)) / 'tables.sqlite'}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=int, default=USUAL_PORT, help=f"{USUAL_PORT} unless told otherwise; 0 for any")
    add_database(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes at this address (PostgreSQL)")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--pace", type=float, default=None, metavar="SECONDS", help="how long a bot waits")
    parser.add_argument("--keep-days", type=float, default=None, metavar="DAYS", help="delete finished games later")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name that this server answers to, such as games.example.org or *.example.org; * for any",
    )
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        const="127.0.0.1,::1",
        default="",
        metavar="ADDRESS",
        help="believe what a proxy on this machine, or at these addresses, says of who asks",
    )
    parser.add_argument(
        "--rate", type=float, default=USUAL_RATE, metavar="N", help="requests a second from one address; 0 for any"
    )
    parser.add_argument(
        "--connections", type=int, default=USUAL_CONNECTIONS, metavar="N", help="from one address; 0 for any number"
    )
    group = parser.add_argument_group("for hosts (docs/operating.md); the page at /host needs TABLETOWN_HOST_TOKEN")
    group.add_argument("--metrics", action="store_true", help="figures for Prometheus at /metrics")
    group.add_argument("--log-format", choices=["text", "json"], default="text", help="json: one object a line")
    group.add_argument("--backups", type=Path, metavar="FOLDER", help="copy the database there by itself")
    group.add_argument("--backup-every", type=float, default=24.0, metavar="HOURS", help="24 unless told otherwise")
    group.add_argument("--backup-keep", type=int, default=7, metavar="N", help="so many copies; 7")
    notices.add_arguments(parser)


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=None,
        metavar="URL",
        help="where games are kept: sqlite:///FILE or postgresql://USER@HOST/NAME; else TABLETOWN_DATABASE",
    )


def database_of(given: argparse.Namespace) -> str:
    return str(given.database or os.environ.get("TABLETOWN_DATABASE") or usual_database())


def add_keeping_arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument("--check", action="store_true", help="look whether the database and every game in it is whole")
    parser.add_argument("--delete", nargs="+", default=[], metavar="ID", help="delete these tables")
    parser.add_argument("--delete-older", type=float, metavar="DAYS", help="delete all that nobody touched for so long")


def serve(given: argparse.Namespace) -> int:
    from tabletown.web.logs import write_errors

    write_errors(given.log_format)
    _check_hosting(given)
    with _listen(given.host, given.port) as listening:
        if given.workers == 1:
            return _serve(given, listening, lambda: _announce(given, listening))
        return _supervise(given, listening)


def _supervise(given: argparse.Namespace, listening: socket.socket) -> int:
    from tabletown.web.database import open_database
    from tabletown.web.supervising import Supervisor

    open_database(database_of(given), given.backups).dispose()  # once, and what is wrong is said once
    with tempfile.TemporaryDirectory(prefix="tabletown-figures-") as folder:
        if given.metrics:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        _announce(given, listening)
        return Supervisor(given.workers, lambda: _serve(given, listening, lambda: None), _forget_figures).run()


def _forget_figures(pid: int) -> None:
    """How a worker that has ended stands is no part of how all stand."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _check_hosting(given: argparse.Namespace) -> None:
    from tabletown.web.database import is_shared

    if not 1 <= given.workers <= MOST_WORKERS:
        raise BadHosting(f"--workers is 1 to {MOST_WORKERS}, not {given.workers}.")
    if given.workers > 1 and not is_shared(database_of(given)):
        raise BadHosting(
            "Several workers need PostgreSQL, because SQLite is for one server alone: "
            "leave --workers out, or name one with --database postgresql://USER@HOST/NAME."
        )
    if given.backup_every <= 0 or given.backup_keep < 1:
        raise BadHosting("--backup-every is more than 0 hours, and --backup-keep at least 1.")


def _announce(given: argparse.Namespace, listening: socket.socket) -> None:
    from tabletown.rulekit.registry import broken

    address = _address(given, listening)
    print(f"Tabletown is at {address}", flush=True)  # noqa: T201
    for error in broken().values():
        print(error, file=sys.stderr, flush=True)  # noqa: T201
    if given.open:  # here by the address of this machine alone, where browsers let pages copy and notify
        here = f"http://127.0.0.1:{listening.getsockname()[1]}/" if given.host in EVERYWHERE else address
        threading.Timer(0.6, webbrowser.open, [here]).start()


def _address(given: argparse.Namespace, listening: socket.socket) -> str:
    shown = own_address() if given.host in EVERYWHERE else given.host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}/"


def _serve(given: argparse.Namespace, listening: socket.socket, announce: Callable[[], None]) -> int:
    """In this process, until it is told to stop."""
    import uvicorn

    from tabletown.web.connections import careful
    from tabletown.web.driver import PACE
    from tabletown.web.guarding import Rules, host_of
    from tabletown.web.notices.means import means
    from tabletown.web.server import make_app
    from tabletown.web.sockets import OpenPage
    from tabletown.web.threads import tell_what_threads_do
    from tabletown.web.warming import warm_up_for_good
    from tabletown.web.welcoming import Welcoming

    tell_what_threads_do()
    told_by = means(given)
    pace = PACE if given.pace is None else given.pace
    elsewhere = _address(given, listening).rstrip("/") if given.host in EVERYWHERE else ""
    hosts = [given.host, host_of(elsewhere), *given.allow_host]
    rules = Rules.usual(filter(None, hosts), given.rate, given.connections)
    app = make_app(
        database_of(given), pace, given.keep_days, elsewhere, rules, warm_up_for_good, told_by, _hosting(given)
    )
    announce()
    sys.setswitchinterval(LONGEST_TURN)
    config = uvicorn.Config(
        app,
        http=careful(most_connections(), 0 if given.behind_proxy else given.connections),
        ws=OpenPage,
        ws_max_size=MOST_HEARD_LIVE,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=THINKING,
        proxy_headers=bool(given.behind_proxy),
        forwarded_allow_ips=given.behind_proxy or None,
        server_header=False,
        log_config=None,
        log_level="error",
    )
    Welcoming(config).run(sockets=[listening])
    return 0


def _hosting(given: argparse.Namespace) -> "Hosting":
    from tabletown.web.backing_up import Backups
    from tabletown.web.hosting import Token
    from tabletown.web.notices.means import secret_in
    from tabletown.web.server import Hosting

    token, reading = secret_in("host_token"), secret_in("metrics_token")
    if token and len(token) < LEAST_TOKEN:
        raise BadHosting(f"TABLETOWN_HOST_TOKEN has at least {LEAST_TOKEN} letters, so that nobody guesses it.")
    backups = Backups(given.backups, given.backup_every, given.backup_keep) if given.backups else None
    return Hosting(Token(token) if token else None, given.metrics, Token(reading) if reading else None, backups)


def most_connections() -> int:
    """As many as this process may have open, less what it needs for itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(FILES, soft - FILES)


def own_address() -> str:
    """Where others in the network find this machine, so that links that are sent to them hold there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect(("192.0.2.1", 9))  # an address of nobody's: nothing is sent, only a way out is chosen
        return str(asking.getsockname()[0])
    return "127.0.0.1"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][:3]
        listening = socket.socket(family, kind, protocol)  # asyncio sends at once only where it knows this for TCP
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        raise NoPort(
            f"The port {port} of {host} cannot be used: {str(error).rstrip('.')}. Name another with --port."
        ) from None
    return listening


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tabletown.web", description="The table in the browser.")
    add_arguments(parser)
    try:
        return serve(parser.parse_args())
    except TabletownError as error:
        parser.exit(2, f"{error}\n")

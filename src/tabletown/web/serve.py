"""tabletown serve: the table in the browser, on this machine or for a whole network."""

import argparse
import contextlib
import resource
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from tabletown.rulekit.errors import TabletownError
from tabletown.web.limits import USUAL_CONNECTIONS, USUAL_RATE
from tabletown.web.notices import options as notices

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


class NoPort(TabletownError):
    """A port that cannot be listened on."""


def usual_database() -> str:
    """SQLite in the user's data folder."""
    from platformdirs import user_data_path

    return f"sqlite:///{Path(user_data_path('tabletown', appauthor=False)) / 'tables.sqlite'}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=int, default=USUAL_PORT, help=f"{USUAL_PORT} unless told otherwise; 0 for any")
    parser.add_argument("--database", default=None, metavar="sqlite:///FILE", help="where games are kept")
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
    notices.add_arguments(parser)


def add_keeping_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", default=None, metavar="sqlite:///FILE", help="where games are kept")
    parser.add_argument("--check", action="store_true", help="look whether the database and every game in it is whole")
    parser.add_argument("--delete", nargs="+", default=[], metavar="ID", help="delete these tables")
    parser.add_argument("--delete-older", type=float, metavar="DAYS", help="delete all that nobody touched for so long")


def serve(given: argparse.Namespace) -> int:
    import uvicorn

    from tabletown.web.connections import careful
    from tabletown.web.driver import PACE
    from tabletown.web.guarding import Rules, host_of
    from tabletown.web.logs import write_errors
    from tabletown.web.notices.means import means
    from tabletown.web.server import make_app
    from tabletown.web.warming import warm_up_for_good

    write_errors()
    told_by = means(given)
    with _listen(given.host, given.port) as listening:
        pace = PACE if given.pace is None else given.pace
        shown = own_address() if given.host in EVERYWHERE else given.host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}/"
        elsewhere = address.rstrip("/") if given.host in EVERYWHERE else ""
        hosts = [given.host, host_of(elsewhere), *given.allow_host]
        rules = Rules.usual(filter(None, hosts), given.rate, given.connections)
        database = given.database or usual_database()
        app = make_app(database, pace, given.keep_days, elsewhere, rules, warm_up_for_good, told_by)
        print(f"Tabletown is at {address}", flush=True)  # noqa: T201
        if given.open:  # here by the address of this machine alone, where browsers let pages copy and notify
            here = f"http://127.0.0.1:{listening.getsockname()[1]}/" if given.host in EVERYWHERE else address
            threading.Timer(0.6, webbrowser.open, [here]).start()
        sys.setswitchinterval(LONGEST_TURN)
        config = uvicorn.Config(
            app,
            http=careful(most_connections(), 0 if given.behind_proxy else given.connections),
            ws="websockets-sansio",
            ws_max_size=MOST_HEARD_LIVE,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=THINKING,
            proxy_headers=bool(given.behind_proxy),
            forwarded_allow_ips=given.behind_proxy or None,
            server_header=False,
            log_config=None,
            log_level="error",
        )
        uvicorn.Server(config).run(sockets=[listening])
    return 0


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

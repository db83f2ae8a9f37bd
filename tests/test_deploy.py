"""The files for hosts in deploy/: what they call is there, and nginx and Caddy really stand before two servers."""

import http.client
import http.server
import importlib
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from websockets import Origin
from websockets.sync.client import connect

from tabletown.cli import parser
from tools.played import play_table
from tools.postgres import found, running_postgres
from tools.running import PATIENCE, Server

DEPLOY = Path(__file__).parent.parent / "deploy"
NAME = "games.example.org"
yaml: Any = importlib.import_module("yaml")


def commands() -> Iterator[list[str]]:
    unit = (DEPLOY / "tabletown.service").read_text().replace("\\\n", " ")
    for line in re.findall(r"^ExecStart(?:Pre)?=(.*)$", unit, re.MULTILINE):
        yield shlex.split(line)[1:]
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for server in ("one", "two"):
        yield [each.replace("${GAMES_HOST:?}", "games.example.org") for each in compose["services"][server]["command"]]
    image = (DEPLOY / "Dockerfile").read_text()
    yield [each.strip('" ') for each in re.findall(r"^CMD \[(.*)\]$", image, re.MULTILINE)[-1].split(",")]


def test_every_command_of_a_host_is_one_that_there_is() -> None:
    found = [parser().parse_args(command).run.__name__ for command in commands()]
    assert found == ["check_games", *["serve_tables"] * 4]


def test_the_compose_file_starts_the_database_before_the_servers_and_keeps_no_secret() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(compose["services"]) == {"database", "one", "two", "proxy"}
    for server in ("one", "two"):
        assert compose["services"][server]["depends_on"]["database"]["condition"] == "service_healthy"
    named = {each.split(":")[0] for part in compose["services"].values() for each in part.get("volumes", [])}
    assert {each for each in named if not each.startswith(".")} == set(compose["volumes"])
    assert set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text())) == {
        line.split("=")[0] for line in (DEPLOY / "compose.env.example").read_text().split()
    }


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is missing on this machine.")
def test_the_unit_is_understood_by_systemd(tmp_path: Path) -> None:
    unit = tmp_path / "tabletown.service"
    unit.write_text((DEPLOY / "tabletown.service").read_text().replace("/opt/tabletown/bin/tabletown", "/bin/true"))
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "tabletown.service" not in said.stderr, said.stderr


def test_compiled_rules_are_kept_where_the_unit_may_write() -> None:
    said = dict(line.split("=", 1) for line in (DEPLOY / "tabletown.service").read_text().splitlines() if "=" in line)
    assert said["Environment"] == f"TABLETOWN_CACHE=/var/cache/{said['CacheDirectory']}"


# ---------------------------------------------------------------- nginx


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    if not found():
        pytest.skip("PostgreSQL is missing on this machine.")
    with running_postgres() as cluster:
        made = [Server(tmp_path / "unused", log=tmp_path / f"{number}.log", forked=True) for number in range(2)]
        address = cluster.new_database()
        for server in made:
            server.address_of_database = address
            server.options = [*server.options, "--behind-proxy", "--allow-host", "games.example.org"]
            server.start()
        for server in made:
            until(lambda: server.ask("/ready").status == 200)  # noqa: B023  a proxy asks after both
        yield made
        for server in made:
            server.stop()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    file = tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    more = ["-keyout", str(file), "-out", f"{file}.crt"]
    subprocess.run([*command, *more], check=True, capture_output=True)
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    return file


@pytest.fixture
def nginx(tmp_path: Path, servers: list[Server], certificate: Path) -> Iterator[int]:
    """The file as it is, but for its ports and the certificate."""
    port = _free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    text = text[: text.index("server {\n    listen 80;")]
    text = text.replace("443 ssl", f"127.0.0.1:{port} ssl")
    text = re.sub(r"/etc/ssl/games.example.org.(pem|key)", str(certificate), text)
    for old, server in zip(("8321", "8322"), servers, strict=True):
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{server.port}")
    places = "".join(
        f"{kind}_temp_path {tmp_path}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}}"
    user = "user root;" if os.getuid() == 0 else ""
    (tmp_path / "nginx.conf").write_text(f"{user} {around}\nhttp {{ access_log off; {places}\n{text}\n}}")
    with answering(port, ["nginx", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)]):
        yield port


@contextmanager
def answering(port: int, command: list[str], **environment: str) -> Iterator[None]:
    """The proxy, from when a server behind it answers."""
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    try:
        until(lambda: process.poll() is not None or is_up(port))
        assert process.poll() is None
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def is_up(port: int) -> bool:
    try:
        return ask(port, "/ready")[0] == 200
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port: int = asking.getsockname()[1]
        return port


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class ByName(http.client.HTTPSConnection):
    """To this machine, but by the name that a browser would say: Caddy chooses the site and its certificate by it."""

    def __init__(self, port: int) -> None:
        super().__init__(NAME, port, context=trusting(), timeout=PATIENCE)

    def connect(self) -> None:
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self.sock = trusting().wrap_socket(raw, server_hostname=NAME)


def ask(port: int, path: str, data: bytes | None = None, **headers: str) -> tuple[int, Any]:
    with closing(ByName(port)) as connection:
        connection.request("GET" if data is None else "POST", path, data, {"host": NAME, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers


def stands_before(port: int, servers: list[Server]) -> None:
    played = play_table(servers[0], "the_estates", 2, 2)
    status, headers = ask(port, "/play-now/the_estates", b"", origin=f"https://{NAME}")
    assert (status, "Secure" in headers.get("set-cookie", "")) == (303, True), "the scheme is passed on"
    assert ask(port, "/metrics")[0] == 404
    cookie = {"cookie": f"me={played.tokens[0]}"}
    with (
        socket.create_connection(("127.0.0.1", port)) as raw,
        connect(
            f"wss://{NAME}{played.path}/live",
            sock=raw,
            ssl=trusting(),
            origin=Origin(f"https://{NAME}"),
            additional_headers=cookie,
        ) as page,
    ):
        assert page.recv(timeout=PATIENCE)
    servers[0].kill()
    assert [ask(port, played.path)[0] for _ in range(6)] == [200] * 6
    servers[0].start()


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is missing on this machine.")
def test_nginx_stands_before_two_servers_and_goes_on_with_one(nginx: int, servers: list[Server]) -> None:
    stands_before(nginx, servers)


# ---------------------------------------------------------------- Caddy


@contextmanager
def caddy(folder: Path, *ports: int) -> Iterator[int]:
    """The file as it is, but for its ports and a certificate of its own making."""
    port = _free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace(f"{{$GAMES_HOST:{NAME}}} {{", f"https://{NAME}:{port} {{")
    text = text.replace("one:8321 two:8321", " ".join(f"127.0.0.1:{each}" for each in ports))
    around = "admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n default_bind 127.0.0.1"
    (folder / "Caddyfile").write_text(f"{{\n {around}\n}}\n{text}")
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with answering(port, command, XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder)):
        yield port


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is missing on this machine.")
def test_caddy_stands_before_two_servers_and_goes_on_with_one(tmp_path: Path, servers: list[Server]) -> None:
    with caddy(tmp_path, *(server.port for server in servers)) as port:
        stands_before(port, servers)


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is missing on this machine.")
def test_caddy_asks_after_servers_by_the_name_to_which_they_answer(tmp_path: Path) -> None:
    """In a container a server is reached as one:8321, a name to which it says 421."""
    asked_as: Queue[str] = Queue()

    class Behind(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.headers["user-agent"]:
                asked_as.put(self.headers["host"])
            self.send_response(200)
            self.end_headers()

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Behind) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with caddy(tmp_path, server.server_port):
            assert asked_as.get(timeout=PATIENCE) == NAME
        server.shutdown()

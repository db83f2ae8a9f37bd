"""The files for hosts in deploy/: what they call is there, and nginx really stands before two servers."""

import http.client
import importlib
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
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


# ---------------------------------------------------------------- nginx


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    if not found():
        pytest.skip("PostgreSQL is missing on this machine.")
    with running_postgres() as cluster:
        made = [Server(tmp_path / "unused", log=tmp_path / f"{number}.log") for number in range(2)]
        address = cluster.new_database()
        for server in made:
            server.address_of_database = address
            server.options = [*server.options, "--behind-proxy", "--allow-host", "games.example.org"]
            server.start()
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
    process = subprocess.Popen(["nginx", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)])
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                ask(port, "/health")
                break
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port: int = asking.getsockname()[1]
        return port


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def ask(port: int, path: str, data: bytes | None = None, **headers: str) -> tuple[int, Any]:
    with closing(http.client.HTTPSConnection("127.0.0.1", port, context=trusting(), timeout=PATIENCE)) as connection:
        connection.request("GET" if data is None else "POST", path, data, {"host": NAME, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is missing on this machine.")
def test_nginx_stands_before_two_servers_and_goes_on_with_one(nginx: int, servers: list[Server]) -> None:
    played = play_table(servers[0], "the_estates", 2, 2)
    status, headers = ask(nginx, "/play-now/the_estates", b"", origin=f"https://{NAME}")
    assert (status, "Secure" in headers["set-cookie"]) == (303, True), "the scheme is passed on"
    assert ask(nginx, "/metrics")[0] == 404
    cookie = {"cookie": f"me={played.tokens[0]}"}
    with (
        socket.create_connection(("127.0.0.1", nginx)) as raw,
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
    assert [ask(nginx, played.path)[0] for _ in range(6)] == [200] * 6
    servers[0].start()

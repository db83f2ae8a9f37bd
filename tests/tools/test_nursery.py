"""Servers that are forked from one that is ready are like those that start by themselves."""

import re
from pathlib import Path

import pytest

from tools.nursery import nursery
from tools.played import play_table
from tools.running import Server, running_server


def epoch_of(server: Server, path: str) -> str:
    (found,) = re.findall(r'data-epoch="(\w+)"', server.ask(path).text)
    return str(found)


def test_a_server_is_told_from_the_one_before_it(tmp_path: Path) -> None:
    """A page that comes back asks for what it has missed since a number of the old one."""
    with running_server(tmp_path) as server:
        path = play_table(server, "the_estates", 2, 2).path
        pid, epoch = server.pid, epoch_of(server, path)
        server.kill()
        server.start()
        assert server.pid != pid
        assert epoch_of(server, path) != epoch


def test_what_a_server_refuses_ends_it_with_a_sentence_and_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOWN_DATABASE", "nonsense://here")
    said = tmp_path / "said"
    with said.open("w") as file:
        child = nursery().bear(["--port", "0"], file.fileno(), file.fileno())
        assert child.wait() == 2
    assert said.read_text().count("\n") == 1
    assert "nonsense" in said.read_text()

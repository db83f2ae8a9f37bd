"""A browser for tests is found under the names that systems give it."""

from pathlib import Path

import pytest

from tools import chromium


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "_playwrights", str)
    return tmp_path


def program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", chromium.NAMES)
def test_a_browser_on_the_path_is_found(machine: Path, name: str) -> None:
    there = program(machine / name)
    assert chromium.found() == there


@pytest.mark.parametrize("name", chromium.APPLICATIONS)
def test_a_macs_application_is_found(machine: Path, name: str) -> None:
    wanted = program(machine / "Applications" / name)
    assert [place for place in chromium._places(machine / "Applications") if place] == [wanted]


def test_playwrights_own_comes_last(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_playwrights", lambda: "/kept/chrome")
    assert chromium.found() == "/kept/chrome"
    there = program(machine / "google-chrome")
    assert chromium.found() == there


@pytest.mark.usefixtures("machine")
def test_where_there_is_none_and_none_can_be_had_it_is_said_loudly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_given: object, **_more: object) -> None:
        raise OSError

    monkeypatch.setattr("subprocess.run", refuse)
    assert chromium.main() == 0
    assert "NO TEST IN A BROWSER WILL BE RUN" in capsys.readouterr().err


def test_one_without_windows_is_no_whole_browser(machine: Path) -> None:
    there = program(machine / chromium.SHELL)
    assert (chromium.without_windows(), chromium.found()) == (there, "")

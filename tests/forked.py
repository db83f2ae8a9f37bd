"""pytest on a copy of the house, in a process forked from one in which pytest is loaded and the house is not."""

import contextlib
import gc
import multiprocessing
import os
import sys
from pathlib import Path

import pytest
from _pytest.config import default_plugins

_clean = multiprocessing.get_context("forkserver")
_used_by_both = ("importlib.resources", "markupsafe", "msgspec.json", "packaging.version", "pdb", "secrets", "tomllib")
_clean.set_forkserver_preload([*(f"_pytest.{name}" for name in default_plugins), *_used_by_both, __name__])


def pytest_on_copy(folder: Path, arguments: list[str], project: Path, patience: float) -> tuple[int | None, str]:
    """What pytest answers and says where packages in the folder come first; None if it does not come to an end."""
    said = folder / "said.txt"
    process = _clean.Process(target=_run, args=(folder, arguments, project, said))
    process.start()
    process.join(patience)
    if process.is_alive():
        process.kill()
        process.join()
        return None, said.read_text(encoding="utf-8")
    return process.exitcode, said.read_text(encoding="utf-8")


def _run(folder: Path, arguments: list[str], project: Path, said: Path) -> None:
    assert "tabletown" not in sys.modules, "the copy would not be looked at"
    sys.path.insert(0, str(folder))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(project)
    gc.disable()  # it lasts for a quarter of a second, of which looking for garbage took a sixth
    with said.open("w", encoding="utf-8") as out, contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = int(pytest.main(arguments))
    sys.exit(code)

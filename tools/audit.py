"""Whether a known vulnerability is in anything that is locked: asked for where that can be known, else a word about it.

`make lint` calls it. Without a network, or where the service does not answer soon, nothing is known and nothing fails.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 8.0
QUICKLY = {"UV_HTTP_TIMEOUT": "5", "UV_HTTP_RETRIES": "0", "UV_NO_PROGRESS": "1"}
REQUIRED = 'requires-python = ">=3.11"'
NOT_KNOWN = "The audit of what we depend on was skipped: no service tells of vulnerabilities here."


def pinned(requirements: str) -> list[tuple[str, str]]:
    """Name and version of each locked package."""
    return re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", requirements, re.MULTILINE)


def lock_of(packages: Sequence[tuple[str, str]]) -> str:
    """The same as a lock that the auditor reads. Where a package came from does not matter to it."""
    found = 'source = { registry = "locked" }'
    entries = [f'[[package]]\nname = "{name}"\nversion = "{version}"\n{found}\n' for name, version in packages]
    needed = [f'    {{ name = "{name}", version = "{version}", {found} }},' for name, version in packages]
    whole = ["[[package]]", 'name = "all"', 'version = "0"', 'source = { virtual = "." }']
    return "\n".join(["version = 1", REQUIRED, *entries, *whole, "dependencies = [", *needed, "]", ""])


def audited(requirements: str, options: Sequence[str] = ()) -> dict[str, Any] | None:
    """What the audit says of the locked versions; None if it cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        packages = pinned(requirements)
        needed = [f"{name}=={version}" for name, version in packages]
        project = f'[project]\nname = "all"\nversion = "0"\n{REQUIRED}\ndependencies = {json.dumps(needed)}\n'
        (Path(folder) / "pyproject.toml").write_text(project)
        (Path(folder) / "uv.lock").write_text(lock_of(packages))
        uv = str(Path(sys.executable).with_name("uv"))
        command = [uv, "audit", "--frozen", "--preview-features", "audit,json-output", "--output-format", "json"]
        surroundings = os.environ | QUICKLY
        try:
            said = subprocess.run(
                [*command, *options], cwd=folder, env=surroundings, capture_output=True, timeout=PATIENCE, check=False
            )
            found: dict[str, Any] = json.loads(said.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return None
        return found


def told(found: dict[str, Any] | None) -> tuple[int, list[str]]:
    """The exit code, and what to say."""
    if found is None:
        return 0, [NOT_KNOWN]
    lines = [_line(each) for each in found["vulnerabilities"]]
    return (1 if lines else 0), lines


def _line(each: dict[str, Any]) -> str:
    package, fixed = each["dependency"], each["fix_versions"]
    remedy = f"it is fixed in {', '.join(fixed)}, so run make lock" if fixed else "there is no better version yet"
    return f"{package['name']} {package['version']} has the vulnerability {each['display_id']}: {remedy}."


def main() -> int:
    code, lines = told(audited(Path("requirements.txt").read_text(encoding="utf-8")))
    for line in lines:
        print(line)  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(main())

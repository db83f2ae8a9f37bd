"""What tests write lies in memory, where there is room for it: servers wait for the disk with every move."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 6 << 30
"""Bytes: all tests together leave less than one GiB there, and Ray wants some of its own."""


@contextmanager
def in_memory(place: Path = MEMORY, room: int = ROOM) -> Iterator[None]:
    """Temporary files lie there while it lasts, unless somebody has said where they shall lie."""
    if "TMPDIR" in os.environ or not is_roomy(place, room):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="tt-", dir=place, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user goes through it
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        try:
            yield
        finally:
            del os.environ["TMPDIR"]
            tempfile.tempdir = None


def is_roomy(place: Path, room: int) -> bool:
    """Whether so much can be written there, and programs be started from there."""
    if not os.access(place, os.W_OK):
        return False
    return shutil.disk_usage(place).free >= room and not os.statvfs(place).f_flag & os.ST_NOEXEC

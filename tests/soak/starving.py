"""What takes something from a server: the right to write, room on the disk, root's powers."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


def as_nobody_special() -> None:
    """Make the process that begins here obey the permissions of files, even if it is root's."""
    if os.geteuid() == 0:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            assert prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0


def with_files_of(most: int) -> Callable[[], None]:
    """Return what lets no file of a process grow beyond so many bytes, as a quota does."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return limit


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path | None]:
    """Give a folder on a file system of so many bytes; None where this user may mount none."""
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    try:
        is_mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except OSError:
        is_mounted = False
    try:
        yield place if is_mounted else None
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(place)], check=True)

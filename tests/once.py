"""Make things once per run for all its workers; they are deleted when the run ends."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

VARIABLE = "TEST_RUN_FOLDER"
"""Names the run's folder to its workers."""


def begin() -> None:
    """Make the folder of a run, in the process that starts its workers."""
    folder = tempfile.mkdtemp(prefix="companion-tests-")
    # A database server may run as another user, and has a folder of its own in there.
    os.chmod(folder, 0o711)
    os.environ[VARIABLE] = folder


def run_folder() -> Path:
    """Return the folder of this run."""
    return Path(os.environ[VARIABLE])


def end() -> None:
    """Delete the folder, when all workers have ended."""
    shutil.rmtree(run_folder(), ignore_errors=True)


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder of that name; the first worker to ask makes it, the others wait."""
    folder, done = run_folder() / name, run_folder() / f"{name} is made"
    with (run_folder() / f"{name} is locked").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder

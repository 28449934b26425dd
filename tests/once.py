"""Folders that are made once per run and shared by its workers; deleted when the run ends."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

VARIABLE = "TEST_RUN_FOLDER"
"""The environment variable with the run's folder, for the workers."""


def begin() -> None:
    """Make the folder of a run; called in the process that starts the workers."""
    folder = tempfile.mkdtemp(prefix="companion-tests-")
    # The database server, which may run as another user, has a folder inside it.
    os.chmod(folder, 0o711)
    os.environ[VARIABLE] = folder


def run_folder() -> Path:
    """Return the folder of this run."""
    return Path(os.environ[VARIABLE])


def end() -> None:
    """Delete the folder, when all workers have ended."""
    shutil.rmtree(run_folder(), ignore_errors=True)


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """Return a shared folder; the first worker that needs it makes it, and the others wait."""
    folder, done = run_folder() / name, run_folder() / f"{name} is made"
    with (run_folder() / f"{name} is locked").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder

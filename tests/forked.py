"""Commands of ``companion``, run in a fork of this process to save the time of the imports."""

from __future__ import annotations

import gc
import logging
import os
import sys
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, NoReturn

from companion import create_app
from companion.cli import main
from tests.patience import eventually

CRASHED = 70


@dataclass(frozen=True)
class Forked:
    """A command that runs in a child of this process."""

    arguments: tuple[str, ...]
    pid: int
    out: IO[bytes]
    err: IO[bytes]

    def result(self) -> CompletedProcess[str]:
        """Wait until the command has ended; return its status and output."""
        statuses: list[int] = []

        def has_ended() -> bool:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            statuses.append(os.waitstatus_to_exitcode(status))
            return pid == self.pid

        eventually(has_ended)
        with self.out, self.err:
            self.out.seek(0)
            self.err.seek(0)
            out, err = self.out.read().decode(), self.err.read().decode()
        return CompletedProcess(self.arguments, statuses[-1], out, err)


def run_in(folder: Path, *arguments: str, **environment: str) -> CompletedProcess[str]:
    """Run a command on a data folder; return its status and output. See ``start_in``."""
    return start_in(folder, *arguments, **environment).result()


def start_in(folder: Path, *arguments: str, **environment: str) -> Forked:
    """Start a command on a data folder, with new database connections.

    The command must not serve with gevent, which has to patch the standard library before anything
    else is imported. Use a process for that.
    """
    _warm_up()
    out, err = TemporaryFile(), TemporaryFile()
    pid = os.fork()
    if pid == 0:
        os.environ.update(environment, COMPANION_DATA=str(folder))
        _become(arguments, out.fileno(), err.fileno())
    return Forked(arguments, pid, out, err)


@cache
def _warm_up() -> None:
    """Import everything that an app needs on its first start, so that the children need not."""
    with TemporaryDirectory() as folder:
        create_app({"DATA_DIR": folder}).extensions["open_tables"].store.engine.dispose()


def _become(arguments: tuple[str, ...], out: int, err: int) -> NoReturn:
    """Run the command in this child process, and exit without the clean-up of the tests."""
    status = CRASHED
    try:
        gc.freeze()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for target, source in ((1, out), (2, err)):
            os.dup2(source, target)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
        # pytest's handlers would keep warnings from being printed.
        logging.getLogger().handlers.clear()
        main.main(list(arguments), "companion")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

"""Commands of ``companion``, run in a fork of this process, which has everything imported."""

from __future__ import annotations

import gc
import logging
import os
import sys
import traceback
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import NoReturn

from companion.cli import main
from tests.patience import eventually

CRASHED = 70


def run_in(folder: Path, *arguments: str, **environment: str) -> CompletedProcess[str]:
    """Run a command on a data folder; return its status and what it printed.

    It opens its own database connections. It must not serve with gevent, which has to patch the
    standard library before anything else is imported: start a process for that.
    """
    with TemporaryFile() as out, TemporaryFile() as err:
        pid = os.fork()
        if pid == 0:
            os.environ.update(environment, COMPANION_DATA=str(folder))
            _become(arguments, out.fileno(), err.fileno())
        status = _awaited(pid)
        out.seek(0)
        err.seek(0)
        return CompletedProcess(arguments, status, out.read().decode(), err.read().decode())


def _awaited(pid: int) -> int:
    """Return the exit status of a child; a negative signal number if a signal ended it."""
    ended: list[int] = []

    def has_ended() -> bool:
        found, status = os.waitpid(pid, os.WNOHANG)
        ended.append(os.waitstatus_to_exitcode(status))
        return found == pid

    eventually(has_ended)
    return ended[-1]


def _become(arguments: tuple[str, ...], out: int, err: int) -> NoReturn:
    """Run the command instead of the tests, and end without what the tests do at their end."""
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

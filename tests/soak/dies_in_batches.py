"""``companion``, except that it kills itself while it commits the moves of several tables.

``python -m tests.soak.dies_in_batches SEED serve …``. Before it dies, it prints the number of
changed rows and the moment on stderr, such as ``3 during``.
"""

from __future__ import annotations

import os
import random
import runpy
import signal
import sqlite3
import sys

# The function itself, before gevent replaces it with one that lets other greenlets run.
from time import sleep
from typing import Any

GATHERING_SECONDS = 0.01
"""How much longer each commit takes, so that moves gather meanwhile."""
MOST_BATCHES = 10
"""The server dies in one of so many first batches of several moves."""
LEAST_DELAY, MORE_DELAY = 1e-5, 2e-3
"""The time from the start of a COMMIT to a kill during it, in seconds."""
MOMENTS = ("before", "during", "after")
chance = random.Random()


def die(rows: int, moment: str) -> None:
    """Print what was happening, and end at once, as in a power cut; "during" ends a little later.

    rows: the number of rows that the transaction changed.
    """
    os.write(2, f"{rows} {moment}\n".encode())
    if moment == "during":
        # Nothing handles the alarm, so it ends the process.
        signal.setitimer(signal.ITIMER_REAL, LEAST_DELAY + chance.random() * MORE_DELAY)
    else:
        os.kill(os.getpid(), signal.SIGKILL)


class Connection(sqlite3.Connection):
    """A connection that kills its process in one of its commits."""

    left = 0
    written = 0

    def commit(self) -> None:
        rows = self.total_changes - self.written
        if not self.in_transaction or not rows:
            super().commit()
            return
        sleep(GATHERING_SECONDS)
        Connection.left -= rows > 1
        moment = chance.choice(MOMENTS) if rows > 1 and Connection.left == 0 else ""
        if moment in ("before", "during"):
            die(rows, moment)
        super().commit()
        if moment == "after":
            die(rows, moment)
        self.written = self.total_changes


def main() -> None:
    """Take the seed from the arguments, and run ``companion`` with the others."""
    chance.seed(sys.argv.pop(1))
    Connection.left = chance.randrange(MOST_BATCHES) + 1
    connect = sqlite3.dbapi2.connect

    def connect_here(*given: Any, **named: Any) -> Any:
        return connect(*given, **{"factory": Connection, **named})

    sqlite3.connect = sqlite3.dbapi2.connect = connect_here
    runpy.run_module("companion", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

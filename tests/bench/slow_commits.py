"""Start a version of the app whose durable commits take longer, as on a slower disk.

``PYTHONPATH=VERSION python tests/bench/slow_commits.py MS serve …``. This file is run as a script,
because it belongs to one version and may start another.
"""

from __future__ import annotations

import runpy
import sqlite3
import sys
from pathlib import Path

# The function itself, before gevent replaces it with one that lets other greenlets run: a disk that
# writes blocks the thread that waits for it.
from time import sleep
from typing import Any


class Connection(sqlite3.Connection):
    """A connection whose thread sleeps before each commit of changes, holding the write lock."""

    seconds = 0.0
    written = 0

    def commit(self) -> None:
        """Commit, late if the transaction has changed a row."""
        self.delay()
        super().commit()

    def cursor(self, factory: Any = None) -> Any:
        """Return a cursor that also delays the statement COMMIT."""
        return super().cursor(factory or Cursor)

    def delay(self) -> None:
        """Sleep if rows were changed since the last commit."""
        if self.in_transaction and self.total_changes != self.written:
            self.written = self.total_changes
            sleep(self.seconds)


class Cursor(sqlite3.Cursor):
    """A cursor that delays the statement COMMIT."""

    def execute(self, sql: str, *parameters: Any) -> Cursor:
        """Run a statement."""
        if sql.lstrip()[:6].upper() == "COMMIT":
            assert isinstance(self.connection, Connection)
            self.connection.delay()
        super().execute(sql, *parameters)
        return self


def main() -> None:
    """Delay commits by the first argument, in ms, and run ``companion`` with the others."""
    # The modules beside this file have nothing to do with the version to start.
    sys.path.remove(str(Path(__file__).parent))
    Connection.seconds = float(sys.argv.pop(1)) / 1e3
    if Connection.seconds:
        connect = sqlite3.dbapi2.connect
        sqlite3.connect = sqlite3.dbapi2.connect = lambda *given, **named: connect(
            *given, **{"factory": Connection, **named}
        )
    runpy.run_module("companion", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

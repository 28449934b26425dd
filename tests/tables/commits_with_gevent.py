"""A program that moves at several tables with gevent, on a disk whose commits it can hold."""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()

import sqlite3  # noqa: E402
import sys  # noqa: E402
from contextlib import closing  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402
from flask import Flask  # noqa: E402

from companion import create_app  # noqa: E402
from companion.tables.live.cache import open_tables  # noqa: E402
from companion.tables.play import entries_of  # noqa: E402
from tests.patience import PATIENCE, eventually  # noqa: E402
from tests.tables.company import Company, seated  # noqa: E402
from tests.toy_game import toy_on_the_shelf  # noqa: E402

NativeEvent: Any = monkey.get_original("threading", "Event")


class Disk(sqlite3.Connection):
    """A connection whose commits of log entries wait until they are let go."""

    is_waiting, is_let_go = NativeEvent(), NativeEvent()
    is_held = False
    batches: list[int] = []
    written = 0

    def commit(self) -> None:
        if Disk.is_held and self.in_transaction:
            Disk.batches.append(self.total_changes - self.written)
            Disk.is_waiting.set()
            assert Disk.is_let_go.wait(PATIENCE), "no other greenlet runs"
        super().commit()
        self.written = self.total_changes


def main(folder: Path) -> None:
    """Print what was stored by requests that wait for the disk or for another program.

    The request that commits is killed while others wait.
    """
    factory = {"connect_args": {"factory": Disk}}
    app = create_app({"DATA_DIR": folder, "SQLALCHEMY_ENGINE_OPTIONS": factory})
    with toy_on_the_shelf(), app.app_context():
        companies = [seated() for _ in range(4)]
        Disk.is_held = True
        killed = gevent.spawn(cheer, app, companies[0])
        eventually(Disk.is_waiting.is_set)
        others = [gevent.spawn(cheer, app, company) for company in companies[1:]]
        group = open_tables().store._group
        eventually(lambda: len(group._gathering.changes) == len(others))
        killed.kill(block=False)
        gevent.sleep()
        assert not killed.ready(), "the connection is still in use"
        Disk.is_let_go.set()
        gevent.joinall([killed, *others], raise_error=True)
        with closing(sqlite3.connect(folder / "companion.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = gevent.spawn(cheer, app, companies[0])
            gevent.sleep()
            other.execute("ROLLBACK")
        waiting.get()
        logs = [len(entries_of(company.table)) for company in companies]
        print(f"batches of {Disk.batches} changes, logs of {logs}")
        open_tables().store.engine.dispose()


def cheer(app: Flask, company: Company) -> None:
    with app.app_context():
        company.tap("anna", "cheer")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

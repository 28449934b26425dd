"""The log as it lies on the disk, read past the companion, and what must be true of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from flask import Flask

from companion.games import all_games
from companion.tables.play import FILLED_BY_APP
from tests.parties import Tap
from tests.soak.wire import Told

DATABASE = "companion.sqlite"
LOGS = (
    "SELECT code, sequence, key, action, facts FROM entries JOIN tables ON tables.id = table_id "
    "ORDER BY table_id, sequence"
)


@dataclass(frozen=True)
class Row:
    """One line of a table's log as the database holds it."""

    sequence: int
    key: str
    action: dict[str, Any]
    events: list[dict[str, Any]]


def rows_of(app: Flask) -> dict[str, list[Row]]:
    """Return every table's log by its code."""
    logs: dict[str, list[Row]] = {}
    with app.extensions["open_tables"].store.engine.connect() as connection:
        for code, sequence, key, action, events in connection.exec_driver_sql(LOGS):
            # Without the mark of the device that sent it.
            row = Row(sequence, key.rpartition(" ")[0], json.loads(action), json.loads(events))
            logs.setdefault(code, []).append(row)
    return logs


def is_asked(asked: Mapping[str, Any], logged: Mapping[str, Any]) -> bool:
    """Tell whether a logged action is the one asked for, with what the app alone may say of it.

    What is at its default is left out of the log, and what is nothing, 0 or empty may be.
    """
    kinds = [game.action_kinds.get(asked["kind"]) for game in all_games().values()]
    usual = [
        (part.name, part.default) for kind in kinds if kind is not None for part in fields(kind)
    ]
    return all(
        name in FILLED_BY_APP
        or logged.get(name) == (list(value) if isinstance(value, tuple) else value)
        or (name not in logged and (not value or (name, value) in usual))
        for name, value in asked.items()
    )


def assert_sound(folder: Path) -> None:
    """The file's own check finds nothing, where it is kept in a file."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def assert_as_told(rows: list[Row], told: Iterable[tuple[Tap, Told | None]]) -> None:
    """Every answered tap is in the log once, where it was said to be; nothing else is in it."""
    assert [row.sequence for row in rows] == list(range(1, len(rows) + 1)), "the log has no gap"
    by_key = {row.key: row for row in rows}
    assert len(by_key) == len(rows), "no tap is in the log twice"
    sent: set[str] = set()
    for tap, answer in told:
        sent.add(tap.key)
        row = by_key.get(tap.key)
        if row is not None:
            assert is_asked(tap.action, row.action), (tap, row)
        if answer is None:
            continue
        if answer.sequence is not None:
            assert row is not None and row.sequence == answer.sequence, (tap, answer, row)
        else:
            assert answer.status < 500 and row is None, (tap, answer, row)
    assert by_key.keys() <= sent, "nobody else taps here"

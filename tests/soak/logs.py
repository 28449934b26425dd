"""The log in the database, read without the app, and what must hold for it."""

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
from tests.soak.wire import Reply

DATABASE = "companion.sqlite"
LOGS = (
    "SELECT code, sequence, key, action, facts FROM entries JOIN tables ON tables.id = table_id "
    "ORDER BY table_id, sequence"
)


@dataclass(frozen=True)
class Row:
    """One entry of a table's log in the database."""

    sequence: int
    key: str
    action: dict[str, Any]
    events: list[dict[str, Any]]


def rows_of(app: Flask) -> dict[str, list[Row]]:
    """Return every table's log by its code."""
    logs: dict[str, list[Row]] = {}
    with app.extensions["open_tables"].store.engine.connect() as connection:
        for code, sequence, key, action, events in connection.exec_driver_sql(LOGS):
            # Without the mark of the device behind the key.
            row = Row(sequence, key.rpartition(" ")[0], json.loads(action), json.loads(events))
            logs.setdefault(code, []).append(row)
    return logs


def is_asked(asked: Mapping[str, Any], logged: Mapping[str, Any]) -> bool:
    """Return whether a logged action is the requested one, apart from fields that the app fills in.

    The log leaves out fields at their defaults, and may leave out None, 0 and empty values.
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
    """Assert that SQLite finds no damage in the database file of a data folder."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def assert_matches_replies(rows: list[Row], replies: Iterable[tuple[Tap, Reply | None]]) -> None:
    """Assert that the log matches the answers that phones received.

    Every accepted tap is in the log once, at the sequence of its answer; no refused tap and no
    other entry is in it.
    """
    assert [row.sequence for row in rows] == list(range(1, len(rows) + 1)), "the log has no gap"
    by_key = {row.key: row for row in rows}
    assert len(by_key) == len(rows), "no tap is in the log twice"
    sent: set[str] = set()
    for tap, answer in replies:
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

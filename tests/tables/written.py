"""Saved games of the toy game, as read from files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.tables.live.cache import OpenTable
from companion.tables.records.import_export import export_record, read_json
from companion.tables.storage import checksums

SEATS = [{"name": "Anna"}, {"name": "Bruno"}]
ACTIONS = [
    {"kind": "pay", "seat": 0, "target": 1, "amount": 3},
    {"kind": "draw", "seat": 0, "value": 2},
    {"kind": "undo", "entry": 2},
    {"kind": "finish"},
]


def written(data: object) -> dict[str, Any]:
    """Return a saved game as read back from a file."""
    return read_json(json.dumps(data).encode())


def exported(table: OpenTable) -> dict[str, Any]:
    return export_record(table, None)


def bare(**more: object) -> dict[str, Any]:
    return {"game": "toy", "seats": SEATS, "actions": ACTIONS, **more}


def tampered(file: Path, *, is_sealed: bool) -> None:
    """Change an entry's events in a database; is_sealed: with a matching checksum."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("UPDATE entries SET facts = '[]' WHERE sequence = 3")
        row = dict(connection.execute("SELECT * FROM entries WHERE sequence = 3").fetchone())
        if is_sealed:
            checksum = checksums.of_entry(row["table_id"], row)
            connection.execute("UPDATE entries SET checksum = ? WHERE sequence = 3", [checksum])
        connection.commit()

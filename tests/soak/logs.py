"""The log as it lies on the disk, read past the companion, and what must be true of it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask

from companion.tables.live.cache import open_tables
from companion.tables.play import OURS
from companion.tables.records.import_export import export_record, verify_record
from companion.tables.records.reading import FROM_THIS_MACHINE
from tests.soak.recorded import Party
from tests.soak.tapping import Tap, Told, Wire

DATABASE = "companion.sqlite"
BUSY = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND state <> 'idle'"
)
LOGS = (
    "SELECT code, sequence, key, action, facts FROM entries JOIN tables ON tables.id = table_id "
    "ORDER BY table_id, sequence"
)
AMOUNT = re.compile(r'class="amount">\s*(-?\d+)\s*</td>\s*</tr>\s*</table>')


@dataclass(frozen=True)
class Row:
    """One line of a table's log as the database holds it."""

    sequence: int
    key: str
    action: dict[str, Any]
    facts: list[dict[str, Any]]


def rows_of(app: Flask) -> dict[str, list[Row]]:
    """Return every table's log by its code."""
    logs: dict[str, list[Row]] = {}
    with app.extensions["open_tables"].store.engine.connect() as connection:
        for code, sequence, key, action, facts in connection.exec_driver_sql(LOGS):
            row = Row(sequence, key, json.loads(action), json.loads(facts))
            logs.setdefault(code, []).append(row)
    return logs


def is_quiet(app: Flask) -> bool:
    """Tell whether the database has done all that killed processes asked of it."""
    engine = app.extensions["open_tables"].store.engine
    if engine.dialect.name == "sqlite":
        return True
    with engine.connect() as connection:
        return bool(connection.exec_driver_sql(BUSY).scalar() == 0)


def is_asked(asked: Mapping[str, Any], logged: Mapping[str, Any]) -> bool:
    """Tell whether a logged action is the one asked for, with what the app alone may say of it.

    What is nothing, 0 or empty may be left out of the log, where it is the default.
    """
    return all(
        name in OURS or logged.get(name) == value or (not value and name not in logged)
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


def assert_purses(app: Flask, party: Party, wire: Wire) -> None:
    """What the server shows a purse to hold, the fold of the log, and the sum of all payments."""
    with app.app_context():
        table = open_tables().find(party.code)
        record = export_record(table, None)
    ledger = table.state.ledger
    summed = dict(table.game.rules.begin(table.setup).ledger.balances)
    for entry in table.timeline.standing.entries:
        for fact in entry.facts:
            for move in fact.transfers():
                summed[move.source] -= move.amount
                summed[move.target] += move.amount
    assert summed == dict(ledger.balances)
    verdict = verify_record(record, FROM_THIS_MACHINE)
    assert verdict.refusal is None, (party.recorded.name, str(verdict.refusal))
    assert verdict.as_json("")["balances"] == summed
    for number, phone in enumerate(party.phones):
        shown = AMOUNT.findall(wire.get(phone, f"/t/{party.code}/purse/{number}"))
        accounts = [name for name in ledger.balances if name.split()[:2] == ["seat", str(number)]]
        assert list(map(int, shown)) == [summed[name] for name in accounts], party.recorded.name

"""Checksums of stored data, which detect bytes that have changed on the disk.

They are needed because SQLite itself stores no checksums. Each log entry has its own checksum.
Each table has one checksum that covers its row, its seats and its bankers. Any transaction that
changes these also updates the checksum.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, select, update

from companion.tables.storage.models import Banker, EntryRow, Seat, Table, db

_tables = db.metadata.tables[Table.__tablename__]
_seats = db.metadata.tables[Seat.__tablename__]
_bankers = db.metadata.tables[Banker.__tablename__]
_entries = db.metadata.tables[EntryRow.__tablename__]

Columns = Mapping[str, Any] | RowMapping
"""The values of a row, by column name."""
OF_ENTRY = ("sequence", "at", "actor", "seat", "key", "action", "facts")
"""The columns of a log entry that its checksum covers, besides the id of the table."""
OF_TABLE = (
    "id", "code", "game", "options", "copy", "copy_name", "created_at", "revision", "banker_pass",
    "followed_by",
)  # fmt: skip
"""The columns of a table's row that its checksum covers."""
OF_SEAT = ("number", "name", "colours", "device", "claim", "asking", "covered")
"""The columns of a seat that the checksum of its table covers."""

_TABLE = select(*(_tables.c[name] for name in OF_TABLE)).where(_tables.c.id == bindparam("which"))
_SEATS = (
    select(*(_seats.c[name] for name in OF_SEAT))
    .where(_seats.c.table_id == bindparam("which"))
    .order_by(_seats.c.number)
)
_BANKERS = select(_bankers.c.device).where(_bankers.c.table_id == bindparam("which"))
_UNSEALED = select(_tables.c.id).where(_tables.c.checksum.is_(None))
_SEAL = update(_tables).where(_tables.c.id == bindparam("which"))
_LOG = select(*(_entries.c[name] for name in OF_ENTRY)).where(
    _entries.c.table_id == bindparam("which")
)
_SEAL_ENTRY = update(_entries).where(
    _entries.c.table_id == bindparam("which"), _entries.c.sequence == bindparam("number")
)


def of_entry(table_id: int, row: Columns) -> str:
    """Return the checksum of a log entry."""
    return checksum_of([table_id, *[row[name] for name in OF_ENTRY]])


def of_table(table: Columns, seats: Iterable[Columns], bankers: Iterable[str]) -> str:
    """Return the checksum of a table's row, seats and bankers, without the log.

    seats: the rows of the seats, in order of their numbers.
    bankers: the ids of the bankers' devices, in any order.
    """
    row = [table[name] for name in OF_TABLE]
    return checksum_of([row, [[seat[name] for name in OF_SEAT] for seat in seats], sorted(bankers)])


def seal(connection: Connection, table_id: int) -> None:
    """Update the stored checksum of a table that was changed in this transaction."""
    which = {"which": table_id}
    table = connection.execute(_TABLE, which).mappings().one()
    seats = connection.execute(_SEATS, which).mappings().all()
    bankers = connection.scalars(_BANKERS, which).all()
    checksum = of_table(table, seats, bankers)
    connection.execute(_SEAL.values(checksum=checksum), which)


def seal_new(connection: Connection) -> None:
    """Compute and store the checksum of each table that has none yet."""
    for table_id in connection.scalars(_UNSEALED).all():
        seal(connection, table_id)


def seal_log(connection: Connection, table_id: int) -> None:
    """Compute and store the checksums of all entries of a log that was written without them."""
    rows = connection.execute(_LOG, {"which": table_id}).mappings().all()
    sums = [
        {"which": table_id, "number": row["sequence"], "checksum": of_entry(table_id, row)}
        for row in rows
    ]
    if sums:
        connection.execute(_SEAL_ENTRY.values(checksum=bindparam("checksum")), sums)


def checksum_of(values: object) -> str:
    """Return the checksum of values that JSON can represent."""
    # Damaged values may have types that JSON cannot represent.
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), default=repr)
    return blake2b(text.encode(), digest_size=8).hexdigest()

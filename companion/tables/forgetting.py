"""Deleting tables: one by its banker, or all that have not been used for a long time."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

from sqlalchemy import ColumnElement, delete, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.tables.codes import shown_code
from companion.tables.household.table_conditions import is_demo
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.storage.checksums import seal_new
from companion.tables.storage.models import (
    Banker,
    DeletedTable,
    EntryRow,
    Forgotten,
    ResultRow,
    Seat,
    SeatEventRow,
    Table,
)


def idle_tables(before: float, wanted: ColumnElement[bool] | None = None) -> list[tuple[int, str]]:
    """Return the id and the displayed code of each table without activity since a given time.

    The creation of the table and each log entry count as activity.

    before: the given time, in seconds since 1970.
    wanted: an SQL condition that the tables must also meet.
    """
    newest = select(func.max(EntryRow.at)).where(EntryRow.table_id == Table.id).scalar_subquery()
    last: ColumnElement[float] = func.coalesce(newest, Table.created_at)
    found = select(Table.id, Table.code).where(
        Table.created_at < before, last < before, true() if wanted is None else wanted
    )
    with open_tables().store.engine.connect() as connection:
        rows = connection.execute(found.order_by(Table.id)).all()
    return [(row.id, shown_code(row.code)) for row in rows]


def forget_tables(before: float, in_use: Collection[int] = ()) -> Iterator[str]:
    """Delete all tables without activity since a given time, and yield their displayed codes.

    A table that becomes active in the meantime is kept. The household's saved copies are kept too.
    Requests to forget a person are deleted if they were made before the given time.

    before: the given time, in seconds since 1970.
    in_use: the ids of tables to keep.
    """
    with open_tables().store.writing() as session:
        session.execute(delete(Forgotten).where(Forgotten.at < before))
    yield from _delete_idle(before, Table.id.not_in(in_use))


def forget_demos(before: float) -> None:
    """Delete all demo games without activity since a given time.

    before: the given time, in seconds since 1970.
    """
    for _ in _delete_idle(before, is_demo()):
        pass


def _delete_idle(before: float, wanted: ColumnElement[bool] | None = None) -> Iterator[str]:
    """Delete the tables that ``idle_tables`` finds, and yield their displayed codes."""
    for table_id, code in idle_tables(before, wanted):
        try:
            if _delete_if_idle(table_id, before):
                yield code
        except IntegrityError:
            # A new entry was added during the deletion, which was therefore rolled back.
            continue


def _delete_if_idle(table_id: int, before: float) -> bool:
    """Delete a table unless it was active since ``before``, and return whether it was deleted.

    Raises IntegrityError if the table has newer log entries.
    """
    with open_tables().store.writing() as session:
        return _delete(session, table_id, EntryRow.at < before)


def _delete(session: Session, table_id: int, which: ColumnElement[bool]) -> bool:
    """Delete a table with its log, and return whether there was one.

    which: the log entries to delete. If others remain, IntegrityError is raised.
    """
    session.execute(delete(EntryRow).where(EntryRow.table_id == table_id, which))
    for model in (Seat, Banker, SeatEventRow, ResultRow):
        session.execute(delete(model).where(model.table_id == table_id))
    code = select(Table.code).where(Table.id == table_id).scalar_subquery()
    followed = update(Table).where(Table.followed_by == code)
    session.execute(followed.values(followed_by=None, revision=Table.revision + 1, checksum=None))
    seal_new(session.connection())
    # If newer entries refer to the table, this fails and everything is rolled back.
    gone = session.execute(delete(Table).where(Table.id == table_id).returning(Table.id))
    return gone.first() is not None


def delete_table(table: OpenTable) -> None:
    """Delete a table for good, and let its open pages know.

    Only its code is kept, so that links to the table can say that it was deleted. The printed
    numbers that were saved from it stay.
    """
    tables = open_tables()
    with tables.store.writing() as session:
        session.execute(insert(DeletedTable).values(code=table.code, at=time.time()))
        _delete(session, table.id, true())
        tables.store.announce(session.connection(), table.id)
    tables.invalidate(table.id)

"""Reading and writing tables and their logs. No other module inserts log entries.

Because every move runs this code, the SQL statements are built only once, and most of them run
without an ORM session.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Row,
    bindparam,
    event,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Event, SeatSetup, Setup
from companion.mechanics.history.log import Entry
from companion.mechanics.values.codec import from_json, to_json
from companion.tables.refusals import damaged_table
from companion.tables.seat_changes import SeatChange, changes_between, newest_changes
from companion.tables.storage import checksums
from companion.tables.storage.database_errors import InDoubt, commit, lock_timeout
from companion.tables.storage.giving_way import give_way, giving_way, off_the_event_loop
from companion.tables.storage.group_commit import Change, GroupCommit
from companion.tables.storage.models import Banker, DeletedTable, EntryRow, Seat, Table, db
from companion.tables.storage.own_file import OwnFile

_tables = db.metadata.tables[Table.__tablename__]
_seats = db.metadata.tables[Seat.__tablename__]
_bankers = db.metadata.tables[Banker.__tablename__]
_entries = db.metadata.tables[EntryRow.__tablename__]
_deleted = db.metadata.tables[DeletedTable.__tablename__]

PATIENCE_SECONDS = 5.0
"""How long a writer waits for other writers of this process, in seconds.

SQLite waits just as long for other programs.
"""
LONGEST_LOG = 2**31 - 1
PAGE = 200
"""The number of entries to read or write at once, before a pause for other requests."""
READINGS = 5
"""The number of attempts to read a table before the table is regarded as damaged.

A single attempt may fail because the table is being changed between two queries.
"""

_HOW_FAR = (
    _tables.c.id,
    _tables.c.revision,
    select(func.coalesce(func.max(_entries.c.sequence), 0))
    .where(_entries.c.table_id == _tables.c.id)
    .scalar_subquery()
    .label("sequence"),
)
_GLANCE = select(
    *_HOW_FAR,
    select(_entries.c.sequence)
    .where(_entries.c.table_id == _tables.c.id, _entries.c.key == bindparam("key"))
    .scalar_subquery()
    .label("answered"),
).where(_tables.c.code == bindparam("code"))
_GLANCES = select(*_HOW_FAR).where(_tables.c.id.in_(bindparam("ids", expanding=True)))
_WAS_DELETED = select(_deleted.c.code).where(_deleted.c.code == bindparam("code"))
_NOTHING = select(literal(1))
_TABLE = select(_tables).where(_tables.c.id == bindparam("table_id"))
_CODE = select(_tables.c.code).where(_tables.c.id == bindparam("table_id"))
_SEATS = select(_seats).where(_seats.c.table_id == bindparam("table_id")).order_by(_seats.c.number)
_BANKERS = select(_bankers.c.device).where(_bankers.c.table_id == bindparam("table_id"))
_NEWER = (
    select(_entries)
    .where(_entries.c.table_id == bindparam("table_id"), _entries.c.sequence > bindparam("after"))
    .order_by(_entries.c.sequence)
    .limit(bindparam("most"))
)
_ONE = select(_entries).where(
    _entries.c.table_id == bindparam("table_id"), _entries.c.sequence == bindparam("sequence")
)
_APPEND = insert(_entries)
_LOGGED = ("sequence", "at", "actor", "seat", "key", "action", "facts", "checksum")
_GIVEN = [bindparam(name, type_=_entries.c[name].type) for name in _LOGGED]
_AS_KNOWN = _tables.c.code == bindparam("code"), _tables.c.revision == bindparam("revision")
_APPEND_TO_KNOWN = (
    insert(_entries)
    .from_select(("table_id", *_LOGGED), select(_tables.c.id, *_GIVEN).where(*_AS_KNOWN))
    # Otherwise PostgreSQL's driver reports no count for inserted rows.
    .execution_options(preserve_rowcount=True)
)
_REVISE = (
    update(_tables)
    .where(_tables.c.id == bindparam("which"))
    .values(revision=_tables.c.revision + 1)
)
# Mappings of other types, such as read-only ones, are encoded like dicts.
as_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=dict).encode
"""Encodes JSON-compatible data as compact JSON text."""

Read = TypeVar("Read")


class Overtaken(Exception):
    """Raised if another process changed the table first, or stored an entry with the same key."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The values that show whether a table has changed, read with a single query."""

    table_id: int
    revision: int
    """The number of changes outside the log."""
    sequence: int
    """The sequence number of the newest log entry, or 0 if the log is empty."""
    answered: int | None
    """The sequence number of the entry with the requested idempotency key, if there is one."""


@dataclass(frozen=True, slots=True)
class SeatNow:
    """The current state of a seat. The fields are explained at ``models.Seat``."""

    number: int
    name: str
    colours: tuple[str, ...]
    device: str | None
    claim: int
    asking: str | None = None
    covered: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class CopyLink:
    """The copy that a table uses: its name, and the device that owns it."""

    name: str | None = None
    """The name of the copy, or None if the numbers belong to the table alone."""
    device: str | None = None
    """The device that owns the copy, or None for a ready-made one."""


@dataclass(frozen=True, slots=True)
class Header:
    """A table without its log. Most fields are explained at ``models.Table``."""

    table_id: int
    code: str
    revision: int
    game: str
    created_at: float
    options: Mapping[str, object]
    copy: Mapping[str, object]
    copy_link: CopyLink
    copy_marks: Mapping[str, int]
    title: str | None
    banker_pass: int
    followed_by: str | None
    seats: tuple[SeatNow, ...]
    bankers: frozenset[str]
    """The ids of the bankers' devices."""
    changes: tuple[SeatChange, ...]
    """The latest seat changes, newest first."""

    @property
    def setup(self) -> Setup:
        """The game's setup, with the current names and printed numbers."""
        seats = tuple(SeatSetup(seat.name, seat.colours) for seat in self.seats)
        return Setup(self.options, seats, self.copy)


EventKinds = Mapping[str, type[Event]]
"""The event classes of a game, by kind."""


class Store:
    """Thread-safe access to the tables in a database.

    announce: a function that announces a change to a table, given by its id, to the other processes
    when the transaction of the connection is committed.
    """

    def __init__(
        self,
        engine: Engine,
        announce: Callable[[Connection, int], None],
        own_file: OwnFile | None = None,
    ) -> None:
        self.engine = engine
        self.announce = announce
        self._require_own_file = _require_no_file if own_file is None else own_file.require
        self._queue = threading.Lock() if engine.dialect.name == "sqlite" else None
        self._writer: Connection | None = None
        self._group = GroupCommit(self._transaction)
        event.listen(engine, "engine_disposed", self._engine_disposed)

    def require_reach(self) -> None:
        """Raise an SQLAlchemyError if the database cannot be reached."""
        self._query(lambda connection: connection.execute(_NOTHING).one())

    def glance(self, code: str, key: str = "") -> Glance | None:
        """Return the ``Glance`` of a table, or None if no table has this code.

        key: the idempotency key to look for in the log.
        """
        look = {"code": code, "key": key}
        row = self._query(lambda connection: connection.execute(_GLANCE, look).one_or_none())
        return None if row is None else Glance(row.id, row.revision, row.sequence, row.answered)

    def glances(self, table_ids: Iterable[int]) -> list[Glance]:
        """Return the ``Glance`` of each table that still exists; its ``answered`` is None."""
        which = {"ids": list(table_ids)}
        rows = self._query(lambda connection: connection.execute(_GLANCES, which).all())
        return [Glance(row.id, row.revision, row.sequence, None) for row in rows]

    def was_deleted(self, code: str) -> bool:
        """Return whether a table with this code was deleted by its banker."""
        which = {"code": code}
        return self._query(lambda connection: connection.scalar(_WAS_DELETED, which)) is not None

    def _query(self, ask: Callable[[Connection], Read]) -> Read:
        """Run a query, and retry once if the pooled connection turns out to be closed."""
        try:
            with self.engine.connect() as connection:
                return ask(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.engine.connect() as connection:
            return ask(connection)

    def header(self, table_id: int) -> Header:
        """Return a table without its log, after verifying its checksum.

        Raises ``table_damaged``.
        """
        for _ in range(READINGS):
            header, is_sound = self._header(table_id)
            if is_sound:
                return header
        raise self._damaged(table_id)

    def unchecked_header(self, table_id: int) -> Header:
        """Return a table without its log, even if its checksum is wrong.

        Raises ``table_damaged`` if the table cannot be read at all.
        """
        return self._header(table_id)[0]

    def _header(self, table_id: int) -> tuple[Header, bool]:
        """Return a table without its log, and whether its checksum is correct.

        The checksum is also wrong if the table was changed between the queries.
        """
        which = {"table_id": table_id}
        with self.engine.connect() as connection:
            try:
                table = connection.execute(_TABLE, which).one()
                seats = connection.execute(_SEATS, which).all()
            except ValueError as error:
                # The stored JSON is damaged.
                raise self._damaged(table_id) from error
            bankers = connection.scalars(_BANKERS, which).all()
            changes = newest_changes(connection, table_id)
        rows = [seat._mapping for seat in seats]
        is_sound = checksums.of_table(table._mapping, rows, bankers) == table.checksum
        return _header(table, seats, bankers, changes), is_sound

    def _damaged(self, table_id: int) -> Refusal:
        with self.engine.connect() as connection:
            return damaged_table(connection.scalars(_CODE, {"table_id": table_id}).one())

    def entries(
        self, table_id: int, kinds: EventKinds, after: int = 0, most: int = LONGEST_LOG
    ) -> list[Entry]:
        """Return log entries in order, after verifying their checksums.

        kinds: the event classes of the table's game.
        after: the sequence number after which to start.
        most: the maximum number of entries.

        Raises ``table_damaged``.
        """
        rows = self._log_rows(table_id, after, most)
        if len(_undamaged(rows, table_id, after)) < len(rows):
            raise self._damaged(table_id)
        return [_entry_from(row, kinds) for row in giving_way(rows)]

    def _log_rows(self, table_id: int, after: int, most: int) -> Sequence[Row[Any]]:
        rows: list[Row[Any]] = []
        with self.engine.connect() as connection:
            while True:
                last = rows[-1].sequence if rows else after
                which = {"table_id": table_id, "after": last, "most": min(PAGE, most - len(rows))}
                page = connection.execute(_NEWER, which).all()
                rows += page
                if len(page) < PAGE:
                    return rows
                give_way()

    def log(self, table_id: int) -> list[dict[str, object]]:
        """Return the log up to the first damaged entry, as JSON objects.

        The events are not parsed, so the game need not be installed.
        """
        rows = _undamaged(self._log_rows(table_id, 0, LONGEST_LOG), table_id, 0)
        plainly = ("sequence", "at", "actor", "seat")
        return [
            {name: getattr(row, name) for name in plainly}
            | {"action": json.loads(row.action), "facts": json.loads(row.facts)}
            for row in rows
        ]

    def seat_changes(self, table_id: int, first: int, last: int) -> tuple[SeatChange, ...]:
        """Return the seat changes that happened after steps ``first`` to ``last``, oldest first.

        Both steps are included. Step 0 stands for the time before the first step.
        """
        with self.engine.connect() as connection:
            return changes_between(connection, table_id, first, last)

    def entry(self, table_id: int, kinds: EventKinds, sequence: int) -> Entry:
        """Return the log entry with this sequence number, which must exist.

        kinds: the event classes of the table's game.

        Raises ``table_damaged``.
        """
        with self.engine.connect() as connection:
            which = {"table_id": table_id, "sequence": sequence}
            row = connection.execute(_ONE, which).one()
        if not _undamaged([row], table_id, sequence - 1):
            raise self._damaged(table_id)
        return _entry_from(row, kinds)

    def append(
        self, table_id: int, code: str, revision: int, entry: Entry, also: Iterable[Executable]
    ) -> None:
        """Write a log entry and run further SQL statements in one transaction.

        When this returns, the changes are safely on disk.

        code: the code of the table when the entry was decided.
        revision: the revision of the table when the entry was decided.
        also: the further statements. Each must change exactly one row.

        Raises Overtaken if the table has changed or already has an entry with this sequence number
        or idempotency key, or if a further statement does not change exactly one row. Raises
        InDoubt if it is unknown whether the entry was written. After any other error, nothing was
        written.
        """
        values = {**as_written(entry, table_id), "code": code, "revision": revision}
        further = tuple(also)

        def write(connection: Connection) -> None:
            if connection.execute(_APPEND_TO_KNOWN, values).rowcount != 1:
                raise Overtaken
            for statement in further:
                if connection.execute(_with_row_count(statement)).rowcount != 1:
                    raise Overtaken
            if further:
                checksums.seal(connection, table_id)

        try:
            self._write(table_id, Change(write, is_single=not further))
        except IntegrityError as error:
            raise Overtaken from error

    def change(self, table_id: int, statements: Iterable[Executable], otherwise: Refusal) -> None:
        """Run SQL statements that change a table outside its log, and increment its revision.

        Each statement must change exactly one row. If one does not, or if it violates a constraint,
        nothing is changed and the refusal ``otherwise`` is raised.
        """

        def write(connection: Connection) -> None:
            for statement in statements:
                if connection.execute(_with_row_count(statement)).rowcount != 1:
                    raise otherwise
            # On a database server, this locks the row, so that the checksum covers all changes.
            connection.execute(_REVISE, {"which": table_id})
            checksums.seal(connection, table_id)
            checksums.seal_new(connection)

        try:
            self._write(table_id, Change(write, is_single=False))
        except IntegrityError as error:
            raise otherwise from error

    def _write(self, table_id: int, change: Change) -> None:
        """Write a change to a table, and announce it to the other processes."""
        if self._queue is not None:
            self._group.write(change)
            return
        with self.engine.connect() as connection:
            change.write(connection)
            self.announce(connection, table_id)
            commit(connection)

    @contextmanager
    def _write_turn(self) -> Iterator[None]:
        """Let the threads of this process write to SQLite one at a time.

        Waiting for SQLite's own lock would take longer, because SQLite polls it at growing
        intervals. Writers to a database server do not wait.

        Raises ``database_locked`` after ``PATIENCE_SECONDS``.
        """
        if self._queue is None:
            yield
            return
        if not self._queue.acquire(timeout=PATIENCE_SECONDS):
            raise lock_timeout()
        try:
            yield
        finally:
            self._queue.release()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Provide a connection in an SQLite transaction, which is committed when the block ends.

        Raises ``database_locked``, the errors of ``commit``, and InDoubt if the database file was
        moved during the commit.
        """
        with self._write_turn():
            # All batches share one connection, because taking one from the pool would cost more
            # than the write itself.
            if self._writer is None:
                self._writer = self.engine.connect()
            connection = self._writer
            try:
                self._require_own_file(connection)
                # This may wait for another program that holds the file.
                off_the_event_loop(partial(connection.exec_driver_sql, "BEGIN IMMEDIATE"))
                yield connection
                commit(connection)
                try:
                    self._require_own_file(connection)
                except DBAPIError as error:
                    raise InDoubt() from error
            except BaseException:
                self._close_writer()
                raise

    def _engine_disposed(self, _engine: Engine) -> None:
        """Close the writers' connection, after waiting for any transaction in progress."""
        with suppress(Refusal), self._write_turn():
            self._close_writer()

    def _close_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is None:
            return
        if not writer.invalidated:
            # Close the connection instead of returning it to the pool, which may be disposed of.
            writer.detach()
        writer.close()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Provide a session whose changes are committed together at the end of the block.

        Raises ``database_locked`` and the errors of ``commit``.
        """
        with (
            self._write_turn(),
            self.engine.connect() as connection,
            Session(connection, expire_on_commit=False) as session,
        ):
            yield session
            # The file is checked before the commit, so that nothing is stored if it was moved.
            session.flush()
            self._require_own_file()
            commit(connection)
        # The lock is not fair: without a pause, a loop of such changes would hold up all moves.
        give_way()


def _with_row_count(statement: Executable) -> Executable:
    """Return a statement that reports the number of changed rows.

    Otherwise PostgreSQL's driver reports no count for inserted rows.
    """
    return statement.execution_options(preserve_rowcount=True)


def _require_no_file(writer: Connection | None = None) -> None:
    """Do nothing; this replaces ``OwnFile.require`` if the database has no file."""


def append_all(connection: Connection, rows: Sequence[Mapping[str, object]]) -> None:
    """Append the rows of entries to the log of a new table, in the caller's transaction."""
    if rows:
        connection.execute(_APPEND, rows)


def rows_of(entries: Iterable[Entry], table_id: int) -> list[dict[str, object]]:
    """Return the database row of each log entry, as values by column name.

    This takes longer than writing them, so it is best done before the transaction.
    """
    return [{**as_written(entry, table_id), "table_id": table_id} for entry in giving_way(entries)]


def as_written(entry: Entry, table_id: int) -> dict[str, object]:
    """Return the values of an entry's row by column name, without the id of the table.

    The checksum is included.
    """
    row: dict[str, object] = {
        "sequence": entry.sequence,
        "at": float(entry.at),
        "actor": entry.actor,
        "seat": entry.seat,
        "key": entry.key,
        "action": as_text(entry.action),
        "facts": as_text([to_json(event) for event in entry.events]),
    }
    return {**row, "checksum": checksums.of_entry(table_id, row)}


def plain(data: Mapping[str, object]) -> dict[str, Any]:
    """Convert a mapping to plain JSON types: dicts, lists and scalars."""
    read: dict[str, Any] = json.loads(as_text(data))
    return read


def _undamaged(rows: Sequence[Row[Any]], table_id: int, after: int) -> Sequence[Row[Any]]:
    """Return the rows of log entries before the first one that is missing or damaged.

    after: the sequence number before that of the first row.
    """
    for place, row in giving_way(enumerate(rows)):
        is_next = row.sequence == after + place + 1
        if not is_next or row.checksum != checksums.of_entry(table_id, row._mapping):
            return rows[:place]
    return rows


def _header(
    table: Row[Any],
    seats: Sequence[Row[Any]],
    bankers: Iterable[str],
    changes: Iterable[SeatChange],
) -> Header:
    return Header(
        table_id=table.id,
        code=table.code,
        revision=table.revision,
        game=table.game,
        created_at=table.created_at,
        options=table.options,
        copy=table.copy,
        copy_link=CopyLink(table.copy_name, table.copy_device),
        copy_marks=table.copy_marks or {},
        title=table.title,
        banker_pass=table.banker_pass,
        followed_by=table.followed_by,
        seats=tuple(_seat_from(row) for row in seats),
        bankers=frozenset(bankers),
        changes=tuple(changes),
    )


def _entry_from(row: Row[Any], kinds: EventKinds) -> Entry:
    return Entry(
        sequence=row.sequence,
        action=json.loads(row.action),
        events=tuple(from_json(event, kinds) for event in json.loads(row.facts)),
        at=row.at,
        actor=row.actor,
        seat=row.seat,
        key=row.key,
    )


def _seat_from(row: Row[Any]) -> SeatNow:
    plainly = (row.device, row.claim, row.asking, row.covered, row.locked)
    return SeatNow(row.number, row.name, tuple(row.colours), *plainly)

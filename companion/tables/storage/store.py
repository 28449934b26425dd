"""Reads and writes on the path of each move; contains the only INSERT into the log.

Statements are prepared once and run without an ORM session, because every move passes here.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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

from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import Event, SeatSetup, Setup
from companion.mechanics.log import Entry
from companion.mechanics.refusal import Refusal
from companion.tables.live.cluster import Cluster
from companion.tables.refusals import damaged_table
from companion.tables.seat_changes import SeatChange, changes_between, newest_changes
from companion.tables.storage import checksums
from companion.tables.storage.database_errors import InDoubt, busy, commit
from companion.tables.storage.giving_way import give_way, giving_way
from companion.tables.storage.models import Banker, EntryRow, Seat, Table, db
from companion.tables.storage.own_file import OwnFile

_tables = db.metadata.tables[Table.__tablename__]
_seats = db.metadata.tables[Seat.__tablename__]
_bankers = db.metadata.tables[Banker.__tablename__]
_entries = db.metadata.tables[EntryRow.__tablename__]

PATIENCE_SECONDS = 5.0
"""How long a writer waits for other writers of this process, as SQLite does for other programs."""
LONGEST_LOG = 2**31 - 1
PAGE = 200
"""Number of entries read or written at once, with pauses for other tables in between."""
READINGS = 5
"""Number of inconsistent reads before a table counts as damaged: others may write meanwhile."""

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
# Other mappings, for instance read-only ones, are written as dicts.
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=dict)

Read = TypeVar("Read")


class Overtaken(Exception):
    """Another process changed the table first, or stored an entry with this key."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The minimum needed to detect changes of a table."""

    table_id: int
    revision: int
    sequence: int
    answered: int | None
    """Sequence of the entry with the given idempotency key, if there is one."""


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat's current state; see ``models.Seat``."""

    number: int
    name: str
    colours: tuple[str, ...]
    device: str | None
    claim: int
    asking: str | None = None
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Header:
    """A table without its log."""

    table_id: int
    code: str
    game: str
    created_at: float
    options: Mapping[str, object]
    copy: Mapping[str, object]
    copy_name: str | None
    banker_pass: int
    followed_by: str | None
    seats: tuple[SeatNow, ...]
    bankers: frozenset[str]
    changes: tuple[SeatChange, ...]

    @property
    def setup(self) -> Setup:
        """Return the setup that the table began with, under current names and printed numbers."""
        seats = tuple(SeatSetup(seat.name, seat.colours) for seat in self.seats)
        return Setup(self.options, seats, self.copy)


EventKinds = Mapping[str, type[Event]]
"""A game's event classes by kind."""


class Store:
    """Access to one database; safe for threads."""

    def __init__(self, engine: Engine, cluster: Cluster, own_file: OwnFile | None = None) -> None:
        self.engine = engine
        self._cluster = cluster
        self._own_file = own_file
        self._queue = threading.Lock() if engine.dialect.name == "sqlite" else None
        self._writer: Connection | None = None
        event.listen(engine, "engine_disposed", self._let_writer_go)

    def require_reach(self) -> None:
        """Raise the database's error if it cannot be reached."""
        self._read(lambda connection: connection.execute(_NOTHING).one())

    def glance(self, code: str, key: str = "") -> Glance | None:
        """Return the current revision and sequence of a table, or None for an unknown code."""
        look = {"code": code, "key": key}
        row = self._read(lambda connection: connection.execute(_GLANCE, look).one_or_none())
        return None if row is None else Glance(row.id, row.revision, row.sequence, row.answered)

    def glances(self, table_ids: Iterable[int]) -> list[Glance]:
        """Return the current revisions and sequences of tables, without deleted ones."""
        which = {"ids": list(table_ids)}
        rows = self._read(lambda connection: connection.execute(_GLANCES, which).all())
        return [Glance(row.id, row.revision, row.sequence, None) for row in rows]

    def _read(self, ask: Callable[[Connection], Read]) -> Read:
        """Run a query, again if the idle connection turns out to be dead."""
        try:
            with self.engine.connect() as connection:
                return ask(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.engine.connect() as connection:
            return ask(connection)

    def header(self, table_id: int) -> Header:
        """Return a table without its log; raises ``table_damaged``."""
        for _ in range(READINGS):
            header, is_sound = self._header(table_id)
            if is_sound:
                return header
        raise self._damaged(table_id)

    def unchecked_header(self, table_id: int) -> Header:
        """Return a table without its log and without checking it; raises ``table_damaged``."""
        return self._header(table_id)[0]

    def _header(self, table_id: int) -> tuple[Header, bool]:
        """Return a table without its log, and whether its checksum is right.

        A change between the queries makes the checksum wrong as well.
        """
        which = {"table_id": table_id}
        with self.engine.connect() as connection:
            try:
                table = connection.execute(_TABLE, which).one()
                seats = connection.execute(_SEATS, which).all()
            except ValueError as error:
                # Damaged JSON.
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
        """Return at most so many entries after a sequence, in order.

        kinds: those of the table's game. Raises ``table_damaged``.
        """
        rows = self._rows(table_id, after, most)
        if len(_sound(rows, table_id, after)) < len(rows):
            raise self._damaged(table_id)
        return [_entry(row, kinds) for row in giving_way(rows)]

    def _rows(self, table_id: int, after: int, most: int) -> Sequence[Row[Any]]:
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
        """Return the log as JSON objects without parsing events, up to the first damaged entry."""
        rows = _sound(self._rows(table_id, 0, LONGEST_LOG), table_id, 0)
        plainly = ("sequence", "at", "actor", "seat")
        return [
            {name: getattr(row, name) for name in plainly}
            | {"action": json.loads(row.action), "facts": json.loads(row.facts)}
            for row in rows
        ]

    def seat_changes(self, table_id: int, first: int, last: int) -> tuple[SeatChange, ...]:
        """Return the changes of seats after steps first to last, oldest first."""
        with self.engine.connect() as connection:
            return changes_between(connection, table_id, first, last)

    def entry(self, table_id: int, kinds: EventKinds, sequence: int) -> Entry:
        """Return an existing entry; kinds: those of the table's game. Raises ``table_damaged``."""
        with self.engine.connect() as connection:
            which = {"table_id": table_id, "sequence": sequence}
            row = connection.execute(_ONE, which).one()
        if not _sound([row], table_id, sequence - 1):
            raise self._damaged(table_id)
        return _entry(row, kinds)

    def append(
        self, table_id: int, code: str, revision: int, entry: Entry, also: Iterable[Executable]
    ) -> None:
        """Write one entry and the statements that follow from it, durably.

        code, revision: the table's when the entry was decided. Raises Overtaken if they have
        changed, InDoubt if the entry may have been written; after any other error nothing was
        written.
        """
        values = {**as_written(entry, table_id), "code": code, "revision": revision}
        try:
            with self._changing(table_id) as connection:
                if connection.execute(_APPEND_TO_KNOWN, values).rowcount != 1:
                    raise Overtaken
                for statement in also:
                    connection.execute(statement)
        except IntegrityError as error:
            raise Overtaken from error

    def change(self, table_id: int, statements: Iterable[Executable], otherwise: Refusal) -> None:
        """Run statements that change one row each, and increment the table's revision.

        Raises ``otherwise`` and changes nothing if one of them finds no row or violates a
        constraint.
        """
        try:
            with self._changing(table_id) as connection:
                for statement in statements:
                    # Otherwise PostgreSQL's driver reports no count for inserted rows.
                    counted = statement.execution_options(preserve_rowcount=True)
                    if connection.execute(counted).rowcount != 1:
                        raise otherwise
                # Locks the row on a server, so that the checksum includes all changes.
                connection.execute(_REVISE, {"which": table_id})
                checksums.seal(connection, table_id)
                checksums.seal_new(connection)
        except IntegrityError as error:
            raise otherwise from error

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for this process's other writers; raises ``database_locked`` after too long.

        SQLite's writers queue here, because its own waiting backs off slowly. Writers to a server
        need no queue.
        """
        if self._queue is None:
            yield
            return
        if not self._queue.acquire(timeout=PATIENCE_SECONDS):
            raise busy()
        try:
            yield
        finally:
            self._queue.release()

    @contextmanager
    def _changing(self, table_id: int) -> Iterator[Connection]:
        """Give a connection; on leaving, commit its changes and announce them to other processes.

        Raises the errors of ``commit``, and InDoubt if the file was moved meanwhile.
        """
        with self._turn(), self._connected() as connection:
            self._require_own_file(connection)
            yield connection
            self._cluster.changing(connection, table_id)
            commit(connection)
            try:
                self._require_own_file(connection)
            except DBAPIError as error:
                raise InDoubt() from error

    def _require_own_file(self, writer: Connection) -> None:
        if self._own_file is None:
            return
        try:
            self._own_file.require()
        except DBAPIError:
            self._own_file.save(writer)
            raise

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Give a connection for exclusive writing.

        SQLite's single writer keeps its connection: getting one from the pool would cost more than
        the write. After an error it is closed.
        """
        if self._queue is None:
            with self.engine.connect() as connection:
                yield connection
            return
        if self._writer is None:
            self._writer = self.engine.connect()
        try:
            yield self._writer
        except BaseException:
            self._let_writer_go()
            raise

    def _let_writer_go(self, *_: object) -> None:
        writer, self._writer = self._writer, None
        if writer is None:
            return
        if not writer.invalidated:
            # Closed for good instead of returned to the pool, which may be disposed of.
            writer.detach()
        writer.close()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose changes are one transaction, committed on leaving."""
        with self._turn(), Session(self.engine, expire_on_commit=False) as session:
            yield session
            # Before the commit: nothing is stored if this fails.
            session.flush()
            if self._own_file is not None:
                self._own_file.require()
            commit(session)


def append_all(connection: Connection, table_id: int, entries: Iterable[Entry]) -> None:
    """Write the log of a new table within the caller's transaction."""
    rows = [{**as_written(entry, table_id), "table_id": table_id} for entry in giving_way(entries)]
    if rows:
        connection.execute(_APPEND, rows)


def as_written(entry: Entry, table_id: int) -> dict[str, object]:
    """Return an entry's columns, except for the table's id."""
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


def as_text(data: object) -> str:
    """Return plain data as compact JSON."""
    return _COMPACT.encode(data)


def plain(data: Mapping[str, object]) -> dict[str, Any]:
    """Return a mapping as JSON would return it: dicts, lists and scalars."""
    read: dict[str, Any] = json.loads(as_text(data))
    return read


def _sound(rows: Sequence[Row[Any]], table_id: int, after: int) -> Sequence[Row[Any]]:
    """Return the rows before the first missing or damaged one."""
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
        game=table.game,
        created_at=table.created_at,
        options=table.options,
        copy=table.copy,
        copy_name=table.copy_name,
        banker_pass=table.banker_pass,
        followed_by=table.followed_by,
        seats=tuple(_seat(row) for row in seats),
        bankers=frozenset(bankers),
        changes=tuple(changes),
    )


def _entry(row: Row[Any], kinds: EventKinds) -> Entry:
    return Entry(
        sequence=row.sequence,
        action=json.loads(row.action),
        events=tuple(from_json(event, kinds) for event in json.loads(row.facts)),
        at=row.at,
        actor=row.actor,
        seat=row.seat,
        key=row.key,
    )


def _seat(row: Row[Any]) -> SeatNow:
    return SeatNow(
        row.number, row.name, tuple(row.colours), row.device, row.claim, row.asking, row.covered
    )

"""What is read and written when somebody taps; here is the only INSERT into the log.

Statements are prepared once and run without an ORM session, for this is where every tap passes.
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
"""So long a writer waits for the others of its process, as SQLite does for other programs."""
LONGEST_LOG = 2**31 - 1
PAGE = 200
"""So many entries are read or written at once; other tables' moves are answered in between."""
READINGS = 5
"""A table is read so often before it is called damaged, because others may write meanwhile."""

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
    # Else PostgreSQL's driver counts no inserted row.
    .execution_options(preserve_rowcount=True)
)
_REVISE = (
    update(_tables)
    .where(_tables.c.id == bindparam("which"))
    .values(revision=_tables.c.revision + 1)
)
# Mappings that are no dicts, read-only ones for instance, are written as dicts.
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=dict)

Read = TypeVar("Read")


class Overtaken(Exception):
    """Another process was faster: the table is not as it was known, or the key led to an entry."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The least one must read to know whether a table changed.

    answered: the sequence of the entry that a key already led to, if it did.
    """

    table_id: int
    revision: int
    sequence: int
    answered: int | None


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat as it is: who sits there, and which device holds it, if any; see ``models.Seat``."""

    number: int
    name: str
    colours: tuple[str, ...]
    device: str | None
    claim: int
    asking: str | None = None
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Header:
    """Everything of a table that is not its log."""

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
        """With what the table began, under its present names and copy."""
        sittings = tuple(SeatSetup(seat.name, seat.colours) for seat in self.seats)
        return Setup(self.options, sittings, self.copy)


EventKinds = Mapping[str, type[Event]]
"""The classes of a game's events, by kind."""


class Store:
    """One database; safe for any number of threads."""

    def __init__(self, engine: Engine, cluster: Cluster, own_file: OwnFile | None = None) -> None:
        self.engine = engine
        self._cluster = cluster
        self._own_file = own_file
        self._queue = threading.Lock() if engine.dialect.name == "sqlite" else None
        self._writer: Connection | None = None
        event.listen(engine, "engine_disposed", self._let_writer_go)

    def require_reach(self) -> None:
        """Raise what the database raises if it cannot be asked anything now."""
        self._read(lambda connection: connection.execute(_NOTHING).one())

    def glance(self, code: str, key: str = "") -> Glance | None:
        """Return how far the table of a code is, or None for an unknown code."""
        look = {"code": code, "key": key}
        row = self._read(lambda connection: connection.execute(_GLANCE, look).one_or_none())
        return None if row is None else Glance(row.id, row.revision, row.sequence, row.answered)

    def glances(self, table_ids: Iterable[int]) -> list[Glance]:
        """Return how far several tables are; those that are gone are left out."""
        which = {"ids": list(table_ids)}
        rows = self._read(lambda connection: connection.execute(_GLANCES, which).all())
        return [Glance(row.id, row.revision, row.sequence, None) for row in rows]

    def _read(self, ask: Callable[[Connection], Read]) -> Read:
        """Return what is asked for; once more if the connection had died while nobody used it."""
        try:
            with self.engine.connect() as connection:
                return ask(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.engine.connect() as connection:
            return ask(connection)

    def header(self, table_id: int) -> Header:
        """Return all of a table but its log; raises ``table_damaged``."""
        for _ in range(READINGS):
            header, is_sound = self._header(table_id)
            if is_sound:
                return header
        raise self._damaged(table_id)

    def unchecked_header(self, table_id: int) -> Header:
        """Return all of a table but its log, damaged or not; raises ``table_damaged``."""
        return self._header(table_id)[0]

    def _header(self, table_id: int) -> tuple[Header, bool]:
        """Return all of a table but its log, and whether its checksum is right.

        Where somebody changed it between two of these statements, the checksum is not right either.
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
        """Return so many entries after a sequence, in order; all of them after 0.

        kinds: of the table's game. Raises ``table_damaged``.
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
        """Return the log as JSON objects that no game reads, as records hold them.

        Of a damaged log, what is before the first damaged entry.
        """
        rows = _sound(self._rows(table_id, 0, LONGEST_LOG), table_id, 0)
        plainly = ("sequence", "at", "actor", "seat")
        return [
            {name: getattr(row, name) for name in plainly}
            | {"action": json.loads(row.action), "facts": json.loads(row.facts)}
            for row in rows
        ]

    def seat_changes(self, table_id: int, first: int, last: int) -> tuple[SeatChange, ...]:
        """Return what happened to seats after these steps, oldest first."""
        with self.engine.connect() as connection:
            return changes_between(connection, table_id, first, last)

    def entry(self, table_id: int, kinds: EventKinds, sequence: int) -> Entry:
        """Return one entry that is there; kinds: of the table's game."""
        with self.engine.connect() as connection:
            which = {"table_id": table_id, "sequence": sequence}
            row = connection.execute(_ONE, which).one()
        if not _sound([row], table_id, sequence - 1):
            raise self._damaged(table_id)
        return _entry(row, kinds)

    def append(
        self, table_id: int, code: str, revision: int, entry: Entry, also: Iterable[Executable]
    ) -> None:
        """Write one entry, and what follows from it in the same breath; it is durable on return.

        code, revision: the table's, as the entry was decided. Raises Overtaken if it is not so any
        more, InDoubt if it may have been written; any other error wrote nothing.
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
        """Run statements that change one row each, and count up the table's revision.

        Raises ``otherwise``, and changes nothing, if one of them finds no row or collides.
        """
        try:
            with self._changing(table_id) as connection:
                for statement in statements:
                    # Else PostgreSQL's driver counts no inserted row.
                    counted = statement.execution_options(preserve_rowcount=True)
                    if connection.execute(counted).rowcount != 1:
                        raise otherwise
                # It locks the row on a server, so that the checksum is of what all have written.
                connection.execute(_REVISE, {"which": table_id})
                checksums.seal(connection, table_id)
                checksums.seal_new(connection)
        except IntegrityError as error:
            raise otherwise from error

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Let one writer after the other in; raises ``database_locked`` for who waits in vain.

        SQLite's writers queue here instead of meeting its slow busy back-off; a server's need no
        queue, and are faster without one.
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
        """Give a connection; what is done on it is committed on leaving, and the others are told.

        Raises what ``commit`` raises, and InDoubt if the file was moved meanwhile.
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
        """Give a connection to write on, as long as nobody else has it.

        SQLite has one writer at a time, who keeps it for the next: to take it from the pool and
        to give it back would cost more than to write. It is let go of after any trouble.
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
            # It is closed for good, and not kept by the pool, which may be gone.
            writer.detach()
        writer.close()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose changes are one transaction, committed on leaving."""
        with self._turn(), Session(self.engine, expire_on_commit=False) as session:
            yield session
            # Before the commit, for what fails here is surely not kept.
            session.flush()
            if self._own_file is not None:
                self._own_file.require()
            commit(session)


def append_all(connection: Connection, table_id: int, entries: Iterable[Entry]) -> None:
    """Write the log of a table that is being made, within the caller's transaction."""
    rows = [{**as_written(entry, table_id), "table_id": table_id} for entry in giving_way(entries)]
    if rows:
        connection.execute(_APPEND, rows)


def as_written(entry: Entry, table_id: int) -> dict[str, object]:
    """Return an entry as the log of a table has it, but for the table's id."""
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
    """Return a mapping as JSON would give it back: dicts, lists and scalars."""
    read: dict[str, Any] = json.loads(as_text(data))
    return read


def _sound(rows: Sequence[Row[Any]], table_id: int, after: int) -> Sequence[Row[Any]]:
    """Return the rows before the first that is missing or is not as it was written."""
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

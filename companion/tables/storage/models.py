"""The database schema: tables with seats, bankers and log; copies, saved items, counters."""

from __future__ import annotations

from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, Double, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Base of all models."""


db = SQLAlchemy(model_class=Base)


class Table(db.Model):  # type: ignore[name-defined, misc]
    """One table, the game in progress."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    copy: Mapped[dict[str, Any]] = mapped_column(JSON)
    copy_name: Mapped[str | None] = mapped_column(String(60))
    created_at: Mapped[float] = mapped_column(Double)
    revision: Mapped[int] = mapped_column(default=0)
    """Counts the changes that are not log entries."""
    banker_pass: Mapped[int] = mapped_column(default=0)
    """Counts the used QR codes of the banker, so that older ones are void."""
    followed_by: Mapped[str | None] = mapped_column(String(8))
    """Code of the table where the same players went on."""
    checksum: Mapped[str | None] = mapped_column(String(16))
    """Of this row, its seats and its bankers; see ``checksums``."""


class Seat(db.Model):  # type: ignore[name-defined, misc]
    """A place at a table."""

    __tablename__ = "seats"
    # A device holds one seat at a table; free seats have no device and do not collide.
    __table_args__ = (UniqueConstraint("table_id", "device", name="seats_one_a_device"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
    colours: Mapped[list[str]] = mapped_column(JSON)
    device: Mapped[str | None] = mapped_column(String(64), index=True)
    claim: Mapped[int] = mapped_column(default=0)
    """Counts the changes of holder, so that older QR codes are void."""
    asking: Mapped[str | None] = mapped_column(String(64))
    """Device that requests this seat while the banker plays it."""
    covered: Mapped[bool] = mapped_column(default=False)
    """See ``roles.is_covered``."""


class SeatEventRow(db.Model):  # type: ignore[name-defined, misc]
    """A change of a seat; see ``seat_changes.SeatChange``."""

    __tablename__ = "seat_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    after: Mapped[int]
    at: Mapped[float] = mapped_column(Double)
    what: Mapped[str] = mapped_column(String(20))
    seat: Mapped[int]
    device: Mapped[str | None] = mapped_column(String(64))


class Banker(db.Model):  # type: ignore[name-defined, misc]
    """A device that is a banker at a table."""

    __tablename__ = "bankers"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)


class EntryRow(db.Model):  # type: ignore[name-defined, misc]
    """A log entry. The primary key detects conflicts, the idempotency key repeated submissions."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("table_id", "key", name="entries_once_a_key"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[float] = mapped_column(Double)
    actor: Mapped[str] = mapped_column(String(20))
    seat: Mapped[int | None]
    key: Mapped[str] = mapped_column(String(64))
    action: Mapped[str]
    facts: Mapped[str]
    checksum: Mapped[str | None] = mapped_column(String(16))


class CopyRow(db.Model):  # type: ignore[name-defined, misc]
    """Printed numbers of the household's copy of a game, under their name for it."""

    __tablename__ = "copies"
    __table_args__ = (UniqueConstraint("game", "name", name="copies_one_a_name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(60))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    updated_at: Mapped[float] = mapped_column(Double)


class Box(db.Model):  # type: ignore[name-defined, misc]
    """A device's score sheet or preset; see ``household.boxes``."""

    __tablename__ = "boxes"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(64), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(60))
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    updated_at: Mapped[float] = mapped_column(Double)


class Forgotten(db.Model):  # type: ignore[name-defined, misc]
    """A person whom a device forgets from tables made before a time."""

    __tablename__ = "forgotten"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    at: Mapped[float] = mapped_column(Double)


class RateCountRow(db.Model):  # type: ignore[name-defined, misc]
    """A rate limit's counter, void after ``until``."""

    __tablename__ = "counts"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    number: Mapped[int]
    until: Mapped[float] = mapped_column(Double)

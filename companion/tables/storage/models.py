"""The database schema, as SQLAlchemy models."""

from __future__ import annotations

from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, Double, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base class of all models."""


db = SQLAlchemy(model_class=Base)


class Table(db.Model):  # type: ignore[name-defined, misc]
    """A table: one game in progress or finished."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    """The normalized join code."""
    game: Mapped[str] = mapped_column(String(40))
    """The internal name of the game."""
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The settings of the game."""
    copy: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The printed numbers."""
    copy_name: Mapped[str | None] = mapped_column(String(60))
    copy_device: Mapped[str | None] = mapped_column(String(64))
    """The device that owns the copy named ``copy_name``, or NULL; see ``kept_copies.CopyLink``.

    The checksum does not cover this column. If it is wrong, a correction makes a new copy.
    """
    copy_marks: Mapped[dict[str, int] | None] = mapped_column(JSON(none_as_null=True))
    """The seat that entered each printed number not yet confirmed by a banker, by form field.

    The checksum does not cover this column, because nothing is computed from it.
    """
    title: Mapped[str | None] = mapped_column(String(60))
    """The name that people gave to what they play, or the title of a plugin's game.

    The checksum does not cover this column, because nothing is computed from it.
    """
    created_at: Mapped[float] = mapped_column(Double)
    revision: Mapped[int] = mapped_column(default=0)
    """The number of changes to the table outside its log."""
    banker_pass: Mapped[int] = mapped_column(default=0)
    """The number of times that a QR code of the banker was used.

    Each use makes the older QR codes invalid.
    """
    followed_by: Mapped[str | None] = mapped_column(String(8))
    """The code of the table where the players continued, or NULL."""
    checksum: Mapped[str | None] = mapped_column(String(16))
    """The checksum of this row, its seats and its bankers; see ``checksums``."""


class Seat(db.Model):  # type: ignore[name-defined, misc]
    """A place at a table."""

    __tablename__ = "seats"
    # A device can hold only one seat at a table. Free seats do not conflict, because NULLs differ.
    __table_args__ = (UniqueConstraint("table_id", "device", name="seats_one_a_device"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
    colours: Mapped[list[str]] = mapped_column(JSON)
    device: Mapped[str | None] = mapped_column(String(64), index=True)
    """The device that holds the seat, or NULL if the seat is free."""
    claim: Mapped[int] = mapped_column(default=0)
    """The number of times that the holder has changed.

    Each change makes the older QR codes of the seat invalid.
    """
    asking: Mapped[str | None] = mapped_column(String(64))
    """The device that has requested this seat from the banker, or NULL."""
    covered: Mapped[bool] = mapped_column(default=False)
    """Whether the seat's secrets are hidden from the banker; see ``roles.is_covered``."""
    locked: Mapped[bool] = mapped_column(default=False)
    """Whether phones have to ask the banker for the seat while it is free.

    The checksum of the table does not cover this column, because nothing is computed from it.
    """


class SeatEventRow(db.Model):  # type: ignore[name-defined, misc]
    """A recorded seat change. See ``seat_changes.SeatChange`` for the columns."""

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
    """A log entry. See ``mechanics.log.Entry`` for the columns.

    The primary key prevents two entries with the same sequence number. The constraint on ``key``
    prevents storing the same submission twice.
    """

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("table_id", "key", name="entries_once_a_key"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[float] = mapped_column(Double)
    actor: Mapped[str] = mapped_column(String(20))
    seat: Mapped[int | None]
    key: Mapped[str] = mapped_column(String(64))
    """The idempotency key."""
    action: Mapped[str]
    """The action as JSON text."""
    facts: Mapped[str]
    """The events as a JSON array."""
    checksum: Mapped[str | None] = mapped_column(String(16))
    """The checksum of this row; see ``checksums``."""


class ResultRow(db.Model):  # type: ignore[name-defined, misc]
    """The result of a table, computed from its log. See ``household.results``."""

    __tablename__ = "results"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    revision: Mapped[int]
    """The revision of the table when the result was computed."""
    sequence: Mapped[int]
    """The sequence number of the newest entry when the result was computed."""
    made_by: Mapped[str] = mapped_column(String(16))
    """A digest of the code that computed the result."""
    content: Mapped[str]
    """The result as JSON text."""
    checksum: Mapped[str] = mapped_column(String(16))


class CopyRow(db.Model):  # type: ignore[name-defined, misc]
    """A copy of a game that a device has saved, with its printed numbers. See ``kept_copies``."""

    __tablename__ = "copies"
    __table_args__ = (UniqueConstraint("device", "game", "name", name="copies_one_a_name_each"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(60))
    device: Mapped[str | None] = mapped_column(String(64))
    """The device that made the copy, or NULL if only the owner of the machine may see it."""
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The printed numbers."""
    updated_at: Mapped[float] = mapped_column(Double)


class Box(db.Model):  # type: ignore[name-defined, misc]
    """A score sheet or preset that a device has saved. See ``household.boxes``."""

    __tablename__ = "boxes"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(64), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(60))
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    updated_at: Mapped[float] = mapped_column(Double)


class DeletedTable(db.Model):  # type: ignore[name-defined, misc]
    """The code of a table that its banker deleted. Nothing else of the table is kept."""

    __tablename__ = "deleted_tables"

    code: Mapped[str] = mapped_column(String(8), primary_key=True)
    at: Mapped[float] = mapped_column(Double)


class Forgotten(db.Model):  # type: ignore[name-defined, misc]
    """A person whom a device should not suggest as a player.

    The device suggests the person again if they play at a table created after the time ``at``.
    """

    __tablename__ = "forgotten"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    at: Mapped[float] = mapped_column(Double)


class RateCountRow(db.Model):  # type: ignore[name-defined, misc]
    """The counter of a rate limit, which expires at the time ``until``."""

    __tablename__ = "counts"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    number: Mapped[int]
    until: Mapped[float] = mapped_column(Double)

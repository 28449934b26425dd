"""SQL conditions that select tables by the devices that belong to them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from companion.tables.storage.models import Banker, Seat, Table

DEMO = "demo "
"""The prefix of the device id of a demo game's banker. No browser's device id starts with it."""


def is_of(*devices: str) -> ColumnElement[bool]:
    """Return the SQL condition that selects tables where one of the devices is banker or player.

    Demo games are excluded.
    """
    banker = select(Banker.table_id).where(Banker.device.in_(devices))
    player = select(Seat.table_id).where(Seat.device.in_(devices))
    return (Table.id.in_(banker) | Table.id.in_(player)) & ~is_demo()


def is_demo() -> ColumnElement[bool]:
    """Return the SQL condition that selects demo games."""
    return Table.id.in_(select(Banker.table_id).where(Banker.device.startswith(DEMO)))

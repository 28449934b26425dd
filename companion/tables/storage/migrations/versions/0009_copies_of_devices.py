"""Let each saved copy belong to the device that made it."""

from __future__ import annotations

from itertools import count
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.tables.storage import checksums

revision = "0009"
down_revision = "0008"

READY_MADE = frozenset(
    f"Classic board, {one} names" for one in ("English", "Italian", "French", "German")
)
"""The ready-made boards, all of one game. Corrected versions had the same names until now."""

_copies = sa.table(
    "copies", *map(sa.column, ("id", "game", "name", "device"))
)  # fmt: skip
_tables = sa.table(
    "tables",
    *map(sa.column, ("id", "game", "copy_name", "copy_device", "created_at", "checksum")),
)
_bankers = sa.table("bankers", sa.column("table_id"), sa.column("device"))


def upgrade() -> None:
    """Add the owners, rename saved copies with the name of a ready-made one, and link the tables.

    A copy belongs to a banker of the newest table that used it. Without such a table, it belongs to
    the owner of the machine.
    """
    op.add_column("tables", sa.Column("copy_device", sa.String(64)))
    with op.batch_alter_table("copies") as copies:
        copies.add_column(sa.Column("device", sa.String(64)))
        copies.drop_constraint("copies_one_a_name", type_="unique")
        copies.create_unique_constraint("copies_one_a_name_each", ["device", "game", "name"])
    connection = op.get_bind()
    saved = connection.execute(sa.select(_copies).order_by(_copies.c.id)).all()
    names = {(row.game, row.name) for row in saved}
    for row in saved:
        name = row.name
        if name in READY_MADE:
            name = next(
                free for n in count(2) if (row.game, free := f"{row.name} {n}") not in names
            )
            names.add((row.game, name))
        _hand_over(connection, row, name)
    _own_unsaved(connection, names)
    checksums.seal_new(connection)


def _hand_over(connection: sa.Connection, row: Any, name: str) -> None:
    """Give a saved copy its name and its owner, and the tables that use it, too."""
    uses = sa.and_(_tables.c.game == row.game, _tables.c.copy_name == row.name)
    newest = sa.select(_tables.c.id).where(uses)
    newest = newest.order_by(_tables.c.created_at.desc(), _tables.c.id.desc()).limit(1)
    owner = connection.scalar(_banker_of(newest.scalar_subquery()))
    mine = sa.update(_copies).where(_copies.c.id == row.id)
    connection.execute(mine.values(device=owner, name=name))
    linked = sa.update(_tables).where(uses)
    # Without a checksum, a row gets a new one below.
    renewed = {"copy_name": name, "checksum": None} if name != row.name else {}
    connection.execute(linked.values(copy_device=owner, **renewed))


def _own_unsaved(connection: sa.Connection, saved: set[tuple[str, str]]) -> None:
    """Let each table whose copy was never saved belong to its own banker."""
    named = sa.select(_tables).where(_tables.c.copy_name.is_not(None))
    for row in connection.execute(named).all():
        if row.copy_name not in READY_MADE and (row.game, row.copy_name) not in saved:
            owner = connection.scalar(_banker_of(row.id))
            own = sa.update(_tables).where(_tables.c.id == row.id)
            connection.execute(own.values(copy_device=owner))


def _banker_of(table_id: Any) -> sa.Select[Any]:
    return sa.select(sa.func.min(_bankers.c.device)).where(_bankers.c.table_id == table_id)


def downgrade() -> None:
    """Drop the owners. Of copies with the same name, the newest one is kept."""
    connection = op.get_bind()
    later = _copies.alias()
    same = sa.and_(later.c.game == _copies.c.game, later.c.name == _copies.c.name)
    newer = sa.select(later.c.id).where(same, later.c.id > _copies.c.id)
    connection.execute(sa.delete(_copies).where(newer.exists()))
    with op.batch_alter_table("copies") as copies:
        copies.drop_constraint("copies_one_a_name_each", type_="unique")
        copies.create_unique_constraint("copies_one_a_name", ["game", "name"])
        copies.drop_column("device")
    op.drop_column("tables", "copy_device")

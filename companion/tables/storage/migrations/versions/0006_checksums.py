"""Add checksums for tables and log entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from companion.tables.storage import checksums

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the checksum columns and compute the checksums of existing rows."""
    for name in ("tables", "entries"):
        op.add_column(name, sa.Column("checksum", sa.String(16)))
    connection = op.get_bind()
    for table_id in connection.scalars(sa.text("SELECT id FROM tables")).all():
        checksums.seal_log(connection, table_id)
    checksums.seal_new(connection)


def downgrade() -> None:
    """Drop the checksum columns."""
    for name in ("tables", "entries"):
        op.drop_column(name, "checksum")

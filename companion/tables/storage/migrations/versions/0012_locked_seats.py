"""Let the banker lock a seat, so that phones have to ask for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; at first, no seat is locked."""
    op.add_column(
        "seats", sa.Column("locked", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("seats", "locked")

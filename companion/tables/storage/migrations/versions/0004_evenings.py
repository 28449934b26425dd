"""Add links from tables to the next tables, and a list of people to forget per device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add an empty column for the links and an empty table of forgotten people."""
    op.add_column("tables", sa.Column("followed_by", sa.String(8)))
    op.create_table(
        "forgotten",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Drop the column of links and the table of forgotten people."""
    op.drop_table("forgotten")
    op.drop_column("tables", "followed_by")

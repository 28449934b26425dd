"""Keep the result of each table, so that Game nights need not read its log again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the empty table of results. Game nights fills it."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("made_by", sa.String(16), nullable=False),
        sa.Column("content", sa.String, nullable=False),
        sa.Column("checksum", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    """Drop the table of results."""
    op.drop_table("results")

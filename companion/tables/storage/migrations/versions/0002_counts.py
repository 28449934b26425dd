"""Add rate limit counters that all processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table of counters."""
    op.create_table(
        "counts",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Drop the table of counters."""
    op.drop_table("counts")

"""What is counted for all processes at once: wrong codes, and what fills the disk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the counters."""
    op.create_table(
        "counts",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Take them away."""
    op.drop_table("counts")

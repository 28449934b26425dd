"""Record the printed numbers that players entered and no banker has confirmed yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add an empty column for the marks."""
    op.add_column("tables", sa.Column("copy_marks", sa.JSON()))


def downgrade() -> None:
    """Drop the column of marks."""
    op.drop_column("tables", "copy_marks")

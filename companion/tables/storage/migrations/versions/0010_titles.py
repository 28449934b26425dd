"""Keep the names that people give to the games they play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add an empty column for the names."""
    op.add_column("tables", sa.Column("title", sa.String(60)))


def downgrade() -> None:
    """Drop the column of names."""
    op.drop_column("tables", "title")

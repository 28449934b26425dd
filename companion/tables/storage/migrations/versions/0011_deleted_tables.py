"""Remember the codes of deleted tables, so that links to them can say so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the empty table of codes."""
    op.create_table(
        "deleted_tables",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Drop the table of codes."""
    op.drop_table("deleted_tables")

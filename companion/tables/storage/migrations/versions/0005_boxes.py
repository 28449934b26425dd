"""Add the score sheets and presets that devices save."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table of saved items."""
    op.create_table(
        "boxes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Drop the table of saved items."""
    op.drop_table("boxes")

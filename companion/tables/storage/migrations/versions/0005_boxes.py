"""What somebody typed for a box of his own: score sheets, and set-ups of the free bank."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has typed any yet."""
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
    """Take them away."""
    op.drop_table("boxes")

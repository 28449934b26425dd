"""Add seat changes, requests for seats, and covered seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the seat-event table and the columns for requested and covered seats.

    At first, no seat is requested or covered.
    """
    op.create_table(
        "seat_events",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(64)),
    )
    op.add_column("seats", sa.Column("asking", sa.String(64)))
    op.add_column(
        "seats", sa.Column("covered", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Drop both columns and the seat-event table."""
    op.drop_column("seats", "covered")
    op.drop_column("seats", "asking")
    op.drop_table("seat_events")

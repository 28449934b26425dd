"""Create the database tables for tables, seats, bankers, log entries and copies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all database tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("copy", sa.JSON(), nullable=False),
        sa.Column("copy_name", sa.String(60)),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("banker_pass", sa.Integer(), nullable=False),
    )
    _create_seats_and_bankers()
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("sequence", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("actor", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("facts", sa.String(), nullable=False),
        sa.UniqueConstraint("table_id", "key", name="entries_once_a_key"),
    )
    op.create_table(
        "copies",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.UniqueConstraint("game", "name", name="copies_one_a_name"),
    )


def _create_seats_and_bankers() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colours", sa.JSON(), nullable=False),
        sa.Column("device", sa.String(64), index=True),
        sa.Column("claim", sa.Integer(), nullable=False),
        sa.UniqueConstraint("table_id", "device", name="seats_one_a_device"),
    )
    op.create_table(
        "bankers",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True, index=True),
    )


def downgrade() -> None:
    """Drop all database tables."""
    for name in ("copies", "entries", "bankers", "seats", "tables"):
        op.drop_table(name)

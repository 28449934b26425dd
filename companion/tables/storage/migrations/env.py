"""Connects Alembic to the running app's database; loaded by Flask-Migrate."""

from __future__ import annotations

from alembic import context

from companion.tables.storage.models import db

OURS = 0x636F6D70
"""Number of the advisory lock for migrations; nothing else in the database uses it."""


def run() -> None:
    """Run the migrations in one transaction, so that an interrupted one changes nothing."""
    with db.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            # Of two first starts at once, the second waits here and then has nothing to do.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OURS})")
        context.configure(
            connection=connection,
            target_metadata=db.metadata,
            render_as_batch=True,
            transactional_ddl=True,
        )
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()


run()

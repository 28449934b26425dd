"""The Alembic environment, which runs the migrations. Flask-Migrate loads this file."""

from __future__ import annotations

from alembic import context

from companion.tables.storage.models import db

OURS = 0x636F6D70
"""The key of PostgreSQL's advisory lock for migrations. Nothing else uses this key."""


def run() -> None:
    """Run all pending migrations in one transaction, so that a failure changes nothing."""
    with db.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            # If two processes start at once, the second waits here and then has nothing to do.
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

"""What carries word from one process to the others: PostgreSQL's own LISTEN and NOTIFY.

Little is promised: a message reaches every process that listens, or the listener learns that it may
have missed some. Which is enough, because a message only ever says "look again".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, text

if TYPE_CHECKING:
    from psycopg import Connection as Listening

CHANNEL = "companion"
LISTENING = ""
"""What a listener hears first; messages may have been missed before it."""
LONGEST_MESSAGE = 7000
"""Bytes; PostgreSQL takes less than 8000."""

_NOTIFY = text("SELECT pg_notify(:channel, :message)")


class Transport:
    """Carries messages of at most LONGEST_MESSAGE bytes; safe for any number of threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def send_within(self, connection: Connection, message: str) -> None:
        """Send when the connection's transaction commits, and only if it does."""
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})

    def send(self, message: str) -> None:
        """Send now, in a transaction of its own; raises DBAPIError."""
        with self._engine.begin() as connection:
            self.send_within(connection, message)

    def heard(self, pause: float) -> Iterator[str | None]:
        """Yield LISTENING, then messages as they come, None after each silent pause in seconds.

        Raises DBAPIError, or psycopg's own error, when the connection is lost.
        """
        with self._connected() as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            yield LISTENING
            while True:
                for note in listening.notifies(timeout=pause):
                    yield note.payload
                yield None

    def _connected(self) -> Listening[Any]:
        """Return a connection of the driver's own, outside the pool, closed by leaving it."""
        borrowed = self._engine.raw_connection()
        connection: Any = borrowed.driver_connection
        borrowed.detach()
        connection.autocommit = True
        listening: Listening[Any] = connection
        return listening

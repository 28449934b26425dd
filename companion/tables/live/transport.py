"""What carries word from one process to the others: the database's NOTIFY, or Redis.

A transport promises little: a message reaches every process that listens, or the listener learns
that it may have missed some. Which is enough, because a message only ever says "look again".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Connection, Engine, text

if TYPE_CHECKING:
    from psycopg import Connection as Listening

CHANNEL = "companion"
LISTENING = ""
"""What a listener hears first, and again whenever messages may have been missed."""
LONGEST_MESSAGE = 7000
"""Bytes; PostgreSQL takes less than 8000."""
PATIENCE_SECONDS = 5.0

_NOTIFY = text("SELECT pg_notify(:channel, :message)")


class Transport(Protocol):
    """Carries messages of at most LONGEST_MESSAGE bytes; safe for any number of threads."""

    joins_transactions: bool
    """Whether a message can be part of the transaction whose news it brings."""

    def send_within(self, connection: Connection, message: str) -> None:
        """Send when the connection's transaction commits, and only if it does."""

    def send(self, message: str) -> None:
        """Send now; raises whatever the client library raises when it cannot."""

    def heard(self, pause: float) -> Iterator[str | None]:
        """Yield LISTENING, then messages as they come, None after each silent pause in seconds.

        Raises whatever the client library raises when the connection is lost.
        """


class NotifyTransport:
    """PostgreSQL's own LISTEN and NOTIFY."""

    joins_transactions = True

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def send_within(self, connection: Connection, message: str) -> None:
        """Send when the connection's transaction commits, and only if it does."""
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})

    def send(self, message: str) -> None:
        """Send now, in a transaction of its own."""
        with self._engine.begin() as connection:
            self.send_within(connection, message)

    def heard(self, pause: float) -> Iterator[str | None]:
        """Yield LISTENING, then messages as they come, None after each silent pause."""
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


class RedisTransport:
    """A channel of a Redis server, which may serve other programs and companions as well."""

    joins_transactions = False

    def __init__(self, address: str, channel: str) -> None:
        from redis import Redis

        self._channel = channel
        self._redis = Redis.from_url(
            address,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            health_check_interval=PATIENCE_SECONDS,
        )

    def send_within(self, connection: Connection, message: str) -> None:
        """Do nothing: Redis knows of no transaction of the database's."""

    def send(self, message: str) -> None:
        """Send now."""
        self._redis.publish(self._channel, message)

    def heard(self, pause: float) -> Iterator[str | None]:
        """Yield LISTENING, then messages as they come, None after each silent pause."""
        with self._redis.pubsub() as listening:
            listening.subscribe(self._channel)
            while True:
                message = listening.get_message(timeout=pause)
                if message is None:
                    yield None
                elif message["type"] == "message":
                    yield message["data"].decode()
                else:
                    # The client connects anew by itself, and then subscribes once more.
                    yield LISTENING

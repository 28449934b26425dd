"""Rate limit counters, stored in the database so that all processes share them."""

from __future__ import annotations

from limits.storage import Storage
from sqlalchemy import Engine, case, delete, func, literal, select
from sqlalchemy.dialects.postgresql import insert

from companion.tables.storage.models import RateCountRow, db

_counts = db.metadata.tables[RateCountRow.__tablename__]
_NOW = func.extract("epoch", func.clock_timestamp())
"""The time by the database's clock, in seconds since 1970.

The database's clock is used because the clocks of several servers may differ.
"""


class SharedCounts(Storage):
    """A storage of rate limit counters in PostgreSQL.

    Counters are incremented atomically. Their keys may contain network addresses. Expired
    counters are deleted whenever a new one is created.
    """

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Increment a counter and return its new value.

        expiry: the lifetime of the counter in seconds, from its first increment.
        """
        first = insert(_counts).values(key=key, number=amount, until=_NOW + expiry)
        over = _counts.c.until <= _NOW
        added = first.on_conflict_do_update(
            index_elements=[_counts.c.key],
            set_={
                "number": case((over, amount), else_=_counts.c.number + amount),
                "until": case((over, first.excluded.until), else_=_counts.c.until),
            },
        ).returning(_counts.c.number)
        with self._engine.begin() as connection:
            number = int(connection.execute(added).scalar_one())
        if number == amount:
            self._forget_old()
        return number

    def _forget_old(self) -> None:
        """Delete expired counters, except those that another process is updating right now."""
        over = select(_counts.c.key).where(_counts.c.until <= _NOW)
        nobody_needs = over.with_for_update(skip_locked=True)
        with self._engine.begin() as connection:
            connection.execute(delete(_counts).where(_counts.c.key.in_(nobody_needs)))

    def get(self, key: str) -> int:
        """Return the value of a counter, or 0 if the counter has expired or does not exist."""
        lasting = select(_counts.c.number).where(_counts.c.key == key, _counts.c.until > _NOW)
        with self._engine.connect() as connection:
            return connection.scalar(lasting) or 0

    def get_expiry(self, key: str) -> float:
        """Return the time when a counter expires, in seconds since 1970 by the database's clock.

        If there is no such counter, return the current time.
        """
        until = select(func.coalesce(func.max(_counts.c.until), _NOW)).where(_counts.c.key == key)
        with self._engine.connect() as connection:
            return float(connection.execute(until).scalar_one())

    def check(self) -> bool:
        """Return whether the database answers."""
        with self._engine.connect() as connection:
            return connection.scalar(select(literal(True))) is True

    def reset(self) -> int:
        """Delete all counters and return how many there were."""
        with self._engine.begin() as connection:
            return connection.execute(delete(_counts)).rowcount

    def clear(self, key: str) -> None:
        """Delete one counter."""
        with self._engine.begin() as connection:
            connection.execute(delete(_counts).where(_counts.c.key == key))

"""How often somebody did something lately, counted in the database for all processes at once."""

from __future__ import annotations

from limits.storage import Storage
from sqlalchemy import Engine, case, delete, func, literal, select
from sqlalchemy.dialects.postgresql import insert

from companion.tables.storage.models import RateCountRow, db

_counts = db.metadata.tables[RateCountRow.__tablename__]
_NOW = func.extract("epoch", func.clock_timestamp())
"""The database's clock, for machines need not agree about the time."""


class SharedCounts(Storage):
    """Counters that begin anew when their time is over; for PostgreSQL, which can add in one step.

    An address stays written there until its time is over and the next one is counted.
    """

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a counter that lasts ``expiry`` seconds from its first hit; return what it is."""
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
        """Delete the counters whose time is over, but for those that begin anew just now."""
        over = select(_counts.c.key).where(_counts.c.until <= _NOW)
        nobody_needs = over.with_for_update(skip_locked=True)
        with self._engine.begin() as connection:
            connection.execute(delete(_counts).where(_counts.c.key.in_(nobody_needs)))

    def get(self, key: str) -> int:
        """Return what a counter is; 0 where its time is over."""
        lasting = select(_counts.c.number).where(_counts.c.key == key, _counts.c.until > _NOW)
        with self._engine.connect() as connection:
            return connection.scalar(lasting) or 0

    def get_expiry(self, key: str) -> float:
        """Return when a counter is over, in seconds since 1970 by the database's clock."""
        until = select(func.coalesce(func.max(_counts.c.until), _NOW)).where(_counts.c.key == key)
        with self._engine.connect() as connection:
            return float(connection.execute(until).scalar_one())

    def check(self) -> bool:
        """Tell whether the database answers."""
        with self._engine.connect() as connection:
            return connection.scalar(select(literal(True))) is True

    def reset(self) -> int:
        """Forget everything; return how many counters there were."""
        with self._engine.begin() as connection:
            return connection.execute(delete(_counts)).rowcount

    def clear(self, key: str) -> None:
        """Forget one counter."""
        with self._engine.begin() as connection:
            connection.execute(delete(_counts).where(_counts.c.key == key))

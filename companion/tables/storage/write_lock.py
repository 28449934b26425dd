"""A lock that nobody waits for longer than SQLite itself waits for another program."""

from __future__ import annotations

import threading
from types import TracebackType

from companion.tables.storage.database_errors import busy

PATIENCE_SECONDS = 5.0


class Turn:
    """Writers of one process take turns; whoever waits in vain is told, instead of piling up."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        """Take the turn; raises ``database_locked``."""
        if not self._lock.acquire(timeout=PATIENCE_SECONDS):
            raise busy()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.release()

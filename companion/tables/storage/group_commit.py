"""Group commit: one SQLite transaction writes all changes that are waiting.

A durable commit has to wait for the disk. Changes that arrive in the meantime are collected, and
the next transaction writes all of them. A change that arrives while nothing is being written is
written at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

MOST_CHANGES = 64
"""The maximum number of changes in one transaction."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to the database, which is stored as a whole or not at all."""

    write: Callable[[Connection], None]
    """A function that runs the statements. If it raises an error, nothing is stored."""
    is_single: bool
    """Whether ``write`` runs only one statement, so that an error leaves nothing to roll back."""


@dataclass(eq=False, slots=True)
class _Batch:
    """Changes that are written in one transaction."""

    changes: list[Change] = field(default_factory=list)
    errors: dict[int, BaseException] = field(default_factory=dict)
    """The errors of the changes that were not, or possibly not, stored, by index in ``changes``."""
    is_over: threading.Event = field(default_factory=threading.Event)


class GroupCommit:
    """A thread-safe queue of changes.

    The thread that adds the first change of a batch waits for an exclusive transaction, and then
    writes the whole batch. The other threads wait until that is done.

    transaction: returns a context manager that provides a connection in an exclusive transaction,
    and commits the transaction at the end of the block.
    """

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._transaction = transaction
        self._guard = threading.Lock()
        self._gathering = _Batch()

    def write(self, change: Change) -> None:
        """Write a change, together with others that are waiting, and return when it is committed.

        Raises the error of the change, or that of the transaction.
        """
        with self._guard:
            batch = self._gathering
            place = len(batch.changes)
            batch.changes.append(change)
            if place + 1 == MOST_CHANGES:
                self._gathering = _Batch()
        if place:
            batch.is_over.wait()
        else:
            self._write_all(batch)
        if place in batch.errors:
            raise batch.errors[place]

    def _write_all(self, batch: _Batch) -> None:
        """Write a batch, store any errors in it, and wake the threads that wait for it."""
        try:
            with self._transaction() as connection:
                self._close_batch(batch)
                for place, change in enumerate(batch.changes):
                    error = _error_of(change, connection)
                    if error is not None:
                        batch.errors[place] = error
        except BaseException as error:
            self._close_batch(batch)
            for place in range(len(batch.changes)):
                batch.errors.setdefault(place, error)
        finally:
            batch.is_over.set()

    def _close_batch(self, batch: _Batch) -> None:
        """Close a batch, so that later changes join the next one."""
        with self._guard:
            if self._gathering is batch:
                self._gathering = _Batch()


def _error_of(change: Change, connection: Connection) -> Exception | None:
    """Write a change, and return its error if it affects no other change of the transaction.

    Returns None if the change was written. Raises any error that affects the whole transaction.
    """
    try:
        with nullcontext() if change.is_single else connection.begin_nested():
            change.write(connection)
    except Exception as error:
        # After some errors SQLite has rolled back the whole transaction.
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
            raise
        return error
    return None

"""Changes that wait for SQLite together, so that one transaction writes them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask

from companion.tables.storage.store import Store
from tests.patience import eventually

Work = Callable[[], Any]


def together(app: Flask, *works: Work) -> list[Any]:
    """Run each function in a thread so that their changes wait together, in this order.

    Returns their results; an exception counts as a result.
    """
    store = store_of(app)
    with ThreadPoolExecutor(len(works)) as threads:
        with store._write_turn():
            futures = []
            for work in works:
                futures.append(threads.submit(within, app, work))
                await_changes(store, len(futures))
    return [future.exception() or future.result() for future in futures]


def await_changes(store: Store, number: int) -> None:
    """Wait until so many changes wait for the next transaction."""
    eventually(lambda: len(store._group._gathering.changes) == number)


def within(app: Flask, work: Work) -> Any:
    """Call a function in the context of an app."""
    with app.app_context():
        return work()


def store_of(app: Flask) -> Store:
    """Return the store of an app."""
    store: Store = app.extensions["open_tables"].store
    return store

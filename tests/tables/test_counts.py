"""Rate limit counters that all processes share: exact, and deleted after expiry."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import func, select

from companion.tables.storage.models import RateCountRow
from companion.tables.storage.rate_counts import SharedCounts
from tests.conftest import MakeApp
from tests.kept import KINDS
from tests.web.phones import Phone

# SQLite serves one process, which counts in memory.
pytestmark = pytest.mark.parametrize("kept_in", KINDS[1:], indirect=True)


@pytest.fixture
def counts(app: Flask) -> SharedCounts:
    return SharedCounts(app.extensions["open_tables"].store.engine)


def rows(counts: SharedCounts) -> int:
    with counts._engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(RateCountRow)) or 0


def test_concurrent_hits_are_all_counted(counts: SharedCounts) -> None:
    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(lambda _: counts.incr("all", 3600), range(200)))

    assert sorted(numbers) == list(range(1, 201))
    assert counts.get("all") == 200


def test_counters_that_begin_and_end_at_the_same_moment_do_not_wait_for_each_other(
    counts: SharedCounts,
) -> None:
    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(lambda turn: counts.incr(f"{turn % 5}", 0), range(200)))

    assert numbers == [1] * 200


def test_an_expired_counter_starts_again_from_zero(counts: SharedCounts) -> None:
    counts.incr("10.0.0.66", 0)

    assert counts.get("10.0.0.66") == 0
    assert counts.incr("10.0.0.66", 3600) == 1
    assert counts.incr("10.0.0.66", 3600) == 2


def test_an_expired_address_is_deleted(counts: SharedCounts) -> None:
    counts.incr("10.0.0.66", 0)

    counts.incr("10.0.0.7", 3600)

    assert counts.get("10.0.0.7") == 1
    assert rows(counts) == 1


def test_counters_can_be_cleared_one_by_one_or_all_together(counts: SharedCounts) -> None:
    for key in ("one", "two", "three"):
        counts.incr(key, 3600, amount=4)

    counts.clear("one")

    assert (counts.get("one"), counts.get("two")) == (0, 4)
    assert counts.reset() == 2
    assert counts.get("two") == 0
    assert counts.check()


def test_guesses_from_one_network_are_counted_across_processes(make_app: MakeApp) -> None:
    apps = [make_app(), make_app()]
    guessers = [Phone(apps[n % 2], address=f"2001:db8::{n:x}") for n in range(24)]

    assert [phone.get("/j/23456789").status_code for phone in guessers] == [404] * 10 + [429] * 14

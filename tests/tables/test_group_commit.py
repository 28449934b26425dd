"""Moves that wait for SQLite are written in one transaction, and fail or succeed on their own."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, event, insert, update

from companion.mechanics.actions.refusal import Refusal
from companion.tables.household.kept_copies import list_copies
from companion.tables.live.cache import open_tables
from companion.tables.play import Submitted, entries_of
from companion.tables.refusals import moved_on
from companion.tables.seats import claim_seat
from companion.tables.storage import group_commit
from companion.tables.storage.database import file_of
from companion.tables.storage.database_errors import lock_timeout
from companion.tables.storage.group_commit import Change, GroupCommit
from companion.tables.storage.models import Banker, Seat
from companion.tables.storage.store import Overtaken
from companion.tables.tables import create_table
from tests.conftest import MakeApp
from tests.kept import KINDS
from tests.patience import PATIENCE, eventually
from tests.sources import ROOT
from tests.tables.company import SEATS, Company, seated
from tests.tables.waiting import Work, await_changes, store_of, together, within
from tests.toy_game import BLANK

pytestmark = pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)
"""These tests need SQLite. A database server groups the commits of several connections."""


@pytest.fixture
def companies(inside: Flask) -> list[Company]:
    return [seated() for _ in range(3)]


def cheering(company: Company, **fields: Any) -> Work:
    return lambda: company.tap("anna", "cheer", seen=0, **fields)


@contextmanager
def counted_commits() -> Iterator[list[Connection]]:
    """Collect the connections whose transactions are committed."""
    ended: list[Connection] = []
    engine = open_tables().store.engine

    def end(connection: Connection) -> None:
        ended.append(connection)

    event.listen(engine, "commit", end)
    try:
        yield ended
    finally:
        event.remove(engine, "commit", end)


def test_waiting_moves_are_committed_together(inside: Flask, companies: list[Company]) -> None:
    with counted_commits() as commits:
        moves = together(inside, *map(cheering, companies))

    assert len(commits) == 1
    assert [entries_of(company.table) for company in companies] == [[one.entry] for one in moves]


def test_a_transaction_has_a_maximum_number_of_changes(
    inside: Flask, companies: list[Company], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "MOST_CHANGES", 2)
    store = store_of(inside)

    with counted_commits() as commits, ThreadPoolExecutor() as threads:
        with store._write_turn():
            for company, number_that_waits in zip(companies, (1, 0, 1), strict=True):
                threads.submit(within, inside, cheering(company))
                await_changes(store, number_that_waits)

    assert len(commits) == 2
    assert [company.table.sequence for company in companies] == [1, 1, 1]


def test_seat_changes_and_copies_take_part_in_group_commits(inside: Flask) -> None:
    tables = [create_table("toy", {}, list(SEATS), BLANK, "box", "laptop") for _ in range(2)]
    one, two = (Company(table.code) for table in tables)
    third = seated()

    def reads(company: Company) -> Work:
        return lambda: company.tap("laptop", "read", lot="a", value=5, seen=0)

    results = together(inside, reads(one), reads(two), lambda: claim_seat(third.code, 2, "carla"))

    # The second insertion of the copy is refused, so this move is decided again.
    assert [one.table.sequence, two.table.sequence] == [1, 1], results
    assert third.table.actor("carla").seat == 2
    (kept,) = list_copies("toy", "laptop")
    assert kept.numbers["lots"][0] == {"name": "a", "value": 5}  # type: ignore[index]


def test_two_moves_at_one_table_are_decided_in_order(inside: Flask, company: Company) -> None:
    store, draw = store_of(inside), {"seat": 0, "value": 3, "seen": 0}

    with ThreadPoolExecutor() as threads:
        with store._write_turn():
            moves = [
                threads.submit(within, inside, lambda: company.tap("anna", "draw", **draw))
                for _ in range(2)
            ]
            await_changes(store, 1)

    refused = [one.exception() for one in moves if one.exception()]
    assert [one.name for one in refused if isinstance(one, Refusal)] == ["stale"]
    assert (company.table.sequence, company.balance(0)) == (1, 13)


def test_a_stale_move_does_not_affect_the_rest_of_its_batch(
    inside: Flask, companies: list[Company], make_app: MakeApp
) -> None:
    other, overtaken = make_app(), companies[1]
    with other.app_context():
        overtaken.tap("bruno", "pay", seat=1, target=0, amount=1)

    moves = together(inside, *map(cheering, companies))

    assert [one.entry.sequence for one in moves] == [1, 2, 1]


def test_a_constraint_violation_rolls_back_only_its_change(
    inside: Flask, companies: list[Company]
) -> None:
    store = store_of(inside)
    first, refused, last = (company.table for company in companies)
    entry = companies[1].tap("anna", "cheer").entry
    renamed = update(Seat).where(Seat.table_id == refused.id, Seat.number == 0).values(name="X")
    twice = insert(Banker).inline().values(table_id=refused.id, device="laptop")
    appended_again = (refused.id, refused.code, refused.revision, entry, ())

    results = together(
        inside,
        cheering(companies[0]),
        lambda: store.change(refused.id, (renamed, twice), moved_on()),
        lambda: store.append(*appended_again),
        cheering(companies[2]),
    )

    assert [type(one) for one in results] == [Submitted, Refusal, Overtaken, Submitted]
    assert [seat.name for seat in store.header(refused.id).seats] == ["Anna", "Bruno", "Carla"]
    assert companies[1].table.sequence == 1


def test_an_exception_in_one_change_rolls_back_only_that_change(
    inside: Flask, companies: list[Company]
) -> None:
    store, which = store_of(inside), companies[1].table.id

    def write(connection: Connection) -> None:
        connection.execute(update(Seat).where(Seat.table_id == which).values(name="X"))
        raise LookupError

    results = together(
        inside,
        cheering(companies[0]),
        lambda: store._write(which, Change(write, is_single=False)),
        cheering(companies[2]),
    )

    assert [type(one) for one in results] == [Submitted, LookupError, Submitted]
    assert [seat.name for seat in store.header(which).seats] == ["Anna", "Bruno", "Carla"]


def test_a_file_that_another_program_holds_refuses_every_move_of_a_batch(
    inside: Flask, companies: list[Company]
) -> None:
    companies[0].tap("laptop", "cheer")
    writer, file = store_of(inside)._writer, file_of(inside)
    assert writer is not None and file is not None
    writer.exec_driver_sql("PRAGMA busy_timeout = 0")
    writer.commit()

    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        moves = together(inside, *map(cheering, companies))
        other.rollback()

    assert [one.name for one in moves] == ["database_locked"] * 3
    assert [company.table.sequence for company in companies] == [1, 0, 0]
    assert [cheering(one)().entry.sequence for one in companies] == [2, 1, 1]


@pytest.mark.parametrize("error", [lock_timeout(), SystemExit()])
def test_nobody_waits_for_a_batch_whose_writer_failed(error: BaseException) -> None:
    are_gathered = threading.Event()

    def connection_that_fails() -> Connection:
        are_gathered.wait()
        raise error

    @contextmanager
    def transaction() -> Iterator[Connection]:
        yield connection_that_fails()

    group = GroupCommit(transaction)

    with ThreadPoolExecutor() as threads:
        moves = [
            threads.submit(group.write, Change(lambda connection: None, is_single=True))
            for _ in range(3)
        ]
        eventually(lambda: len(group._gathering.changes) == 3)
        are_gathered.set()

    assert [one.exception() for one in moves] == [error] * 3


def test_the_writers_keep_their_connection_until_a_transaction_fails(company: Company) -> None:
    store = open_tables().store

    with store._transaction() as first:
        pass
    with store._transaction() as second:
        pass
    with pytest.raises(LookupError), store._transaction() as in_trouble:
        raise LookupError
    with store._transaction() as after_it:
        pass

    assert first is second is in_trouble
    assert in_trouble.closed and after_it is not in_trouble
    assert company.tap("anna", "cheer").entry.sequence == 1


def test_closing_the_engine_waits_for_the_running_transaction(
    inside: Flask, company: Company
) -> None:
    store = store_of(inside)

    with ThreadPoolExecutor() as threads:
        with store._transaction() as writer:
            disposed = threads.submit(store.engine.dispose)
            eventually(lambda: store.engine.pool.checkedin() == 0)  # type: ignore[attr-defined]
            assert not writer.closed
        disposed.result()

    assert writer.closed


@pytest.mark.processes
def test_with_gevent_waiting_for_the_file_blocks_nobody(tmp_path: Path) -> None:
    """In the program, what a request waits for only ends when another greenlet runs."""
    command = [sys.executable, "-m", "tests.tables.commits_with_gevent", str(tmp_path)]

    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)

    assert (ended.stderr, ended.stdout) == (
        "",
        "batches of [1, 3, 1] changes, logs of [2, 1, 1, 1]\n",
    )


FAILING = """
from gevent import monkey
monkey.patch_all()
from companion.tables.storage.giving_way import off_the_event_loop
def fail():
    raise OSError("the disk is full")
try:
    off_the_event_loop(fail)
except OSError as error:
    print(error)
"""


def test_an_error_off_the_event_loop_is_raised_and_prints_no_traceback() -> None:
    """The banker's terminal shows one line when the disk is full."""
    # A separate process, because gevent patches the standard library before anything is imported.
    done = subprocess.run(
        [sys.executable, "-c", FAILING], capture_output=True, text=True, cwd=ROOT, check=True
    )

    assert (done.stdout, done.stderr) == ("the disk is full\n", "")

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Event
from companion.mechanics.history.log import Entry
from companion.tables.live.cache import OpenTable, OpenTables, open_tables
from companion.tables.live.slots import EMPTY_TABLE, Slots
from companion.tables.seats import claim_seat
from companion.tables.storage.store import Glance, append_all, rows_of
from tests.conftest import MakeApp
from tests.extent import choose
from tests.patience import PATIENCE
from tests.tables.company import Company, seated
from tests.toy_game import TOY, Drawn, ToyGame, ToyState

LONG = choose(check=500, test=5000, full=5000)


def fill(company: Company, entries: int) -> None:
    """Write a long log at once: the bank repeatedly gives Anna 1."""
    lines = [
        Entry(
            sequence,
            {"kind": "draw", "seat": 0, "value": 1},
            (Drawn(seat=0, value=1),),
            key=f"filled {sequence}",
        )
        for sequence in range(1, entries + 1)
    ]
    with open_tables().store.writing() as session:
        append_all(session.connection(), rows_of(lines, company.table.id))


class CountingToy(ToyGame):
    """The toy game, counting applied events."""

    def __init__(self) -> None:
        self.apply_events = 0

    def apply(self, state: ToyState, event: Event) -> ToyState:
        self.apply_events += 1
        return super().apply(state, event)


@pytest.fixture
def counting(inside: Flask) -> Iterator[CountingToy]:
    """Register a toy game that counts applied events."""
    game = CountingToy()
    all_games()["toy"] = game
    yield game
    all_games()["toy"] = TOY


def test_a_move_in_a_long_table_replays_only_itself(
    counting: CountingToy, company: Company
) -> None:
    fill(company, LONG)
    assert company.balance(0) == 10 + LONG
    counting.apply_events = 0

    company.tap("anna", "pay", seat=0, target=1, amount=5)
    company.tap("laptop", "undo", entry=LONG + 1)
    company.tap("laptop", "redo", entry=LONG + 2)

    assert counting.apply_events == 2
    assert company.balance(0) == 5 + LONG


def test_entries_of_another_process_are_added_without_a_full_replay(
    counting: CountingToy, make_app: MakeApp, company: Company
) -> None:
    fill(company, 100)
    assert company.table.sequence == 100
    other = make_app()
    with other.app_context():
        company.tap("anna", "pay", seat=0, target=1, amount=5)
    counting.apply_events = 0

    assert (company.table.sequence, counting.apply_events) == (101, 1)


def test_a_concurrent_reader_never_sees_an_older_state(
    inside: Flask, make_app: MakeApp, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, reading, never = open_tables(), threading.Event(), threading.Event()
    before = company.table
    with make_app().app_context():
        company.tap("anna", "pay", seat=0, target=1, amount=5)
    tables.invalidate(before.id)
    glance, seen = tables.store.glance, list[int]()

    def slow_glance(code: str, key: str = "") -> Glance | None:
        reading.set()
        # The other one would have looked by now, were it not made to wait.
        never.wait(0.2)
        return glance(code, key)

    def look() -> None:
        with inside.app_context():
            seen.append(tables.cached(company.code).sequence)

    monkeypatch.setattr(tables.store, "glance", slow_glance)
    first, second = threading.Thread(target=look), threading.Thread(target=look)
    first.start()
    assert reading.wait(PATIENCE)
    second.start()
    first.join()
    second.join()

    assert seen == [before.sequence + 1] * 2


def test_reading_an_unchanged_table_returns_the_same_snapshot(company: Company) -> None:
    assert company.table is company.table


def test_claiming_a_seat_replays_nothing(counting: CountingToy, company: Company) -> None:
    fill(company, 50)
    assert company.table.sequence == 50
    counting.apply_events = 0

    claim_seat(company.code, 2, "carla")

    assert counting.apply_events == 0
    assert company.balance(0) == 60


def content(table: OpenTable) -> dict[str, object]:
    """Return a table's fields, because a snapshot equals only itself."""
    return {part.name: getattr(table, part.name) for part in fields(table)}


def test_a_long_table_opened_from_disk_has_the_same_state(
    make_app: MakeApp, company: Company
) -> None:
    fill(company, LONG)
    company.tap("laptop", "undo", entry=LONG)
    company.tap("laptop", "undo", entry=LONG - 40)
    warm = company.table

    with make_app().app_context():
        cold = open_tables().find(company.code)

    assert content(replace(cold, timeline=warm.timeline)) == content(warm)
    assert (cold.state, cold.timeline.standing) == (warm.state, warm.timeline.standing)


@pytest.fixture
def small(inside: Flask) -> OpenTables:
    """Return a cache for few entries: two tables of 30, or one that grows."""
    return OpenTables(open_tables().store, open_tables().notifier, Slots(100))


def test_the_least_used_tables_leave_memory_and_reload(small: OpenTables) -> None:
    counted: list[int] = []
    small.slots.on_count = counted.append
    tables = [seated() for _ in range(3)]
    for table in tables:
        fill(table, 30)
    first, second = (small.find(table.code) for table in tables[:2])

    assert small.find(tables[0].code) is first
    small.find(tables[2].code)

    assert counted[-1] == 2 * (EMPTY_TABLE + 30) and max(counted) <= 100
    assert small.find(tables[0].code) is first
    assert small.find(tables[1].code) is not second
    assert content(small.find(tables[1].code)) == content(second)


def test_a_growing_table_evicts_others_and_may_exceed_the_limit(small: OpenTables) -> None:
    long, other = seated(), seated()
    small.find(other.code)
    small.find(long.code)
    assert len(small.slots) == 2

    fill(long, 200)

    assert small.find(long.code).sequence == 200
    assert len(small.slots) == 1
    assert small.find(long.code) is small.find(long.code)


def test_the_number_of_cached_empty_tables_is_limited_too(small: OpenTables) -> None:
    for _ in range(10):
        small.find(seated().code)

    assert len(small.slots) == 100 // EMPTY_TABLE


def test_moves_are_counted_once_even_for_evicted_tables(
    inside: Flask, company: Company, small: OpenTables
) -> None:
    counted: list[int] = []
    small.slots.on_count = counted.append
    inside.extensions["open_tables"] = small
    company.tap("anna", "cheer")
    assert counted[-1] == EMPTY_TABLE + 1

    with small.locked(company.code):
        for _ in range(7):
            small.find(seated().code)
        kept = len(small.slots)
    company.tap("anna", "cheer")

    assert kept == len(small.slots) == 6
    assert counted[-1] == 6 * EMPTY_TABLE + 2


def test_unknown_codes_leave_nothing_in_the_cache(inside: Flask) -> None:
    tables = open_tables()
    before = len(tables.slots)

    for code in ("22222222", "33333333", "", "not a code at all", "O0O0-O0O0"):
        with pytest.raises(Refusal) as refused:
            tables.find(code)
        assert refused.value.name == "unknown_code"

    assert len(tables.slots) == before


@pytest.mark.parametrize("shape", ["{}", "{0}-{1}", " {0} {1} ", "{0}–{1}"])
def test_a_code_is_found_however_it_is_typed(company: Company, shape: str) -> None:
    code = company.code.lower()
    typed = shape.format(code[:4], code[4:]) if "0" in shape else code

    assert open_tables().find(typed).id == company.table.id


def test_a_stream_gets_the_latest_snapshot_without_a_query(company: Company) -> None:
    tapped = company.tap("anna", "cheer")
    engine = open_tables().store.engine

    with statements(engine) as run:
        assert open_tables().cached(company.code) is tapped.open_table
    assert run.count == 0


def test_a_move_is_one_insert_and_its_notification(company: Company) -> None:
    company.tap("anna", "cheer")
    engine = open_tables().store.engine
    with statements(engine) as run:
        company.tap("anna", "cheer", seen=1)

    # SQLite begins the transaction beforehand. A server gets the notification in the same one.
    assert run.count == 2


def test_a_refused_move_is_one_query(company: Company) -> None:
    company.tap("anna", "cheer")
    with statements(open_tables().store.engine) as run, pytest.raises(Refusal, match="too_poor"):
        company.tap("anna", "pay", seat=0, target=1, amount=11, seen=1)

    assert run.count == 1


@dataclass
class Run:
    """The number of statements that were run."""

    count: int = 0


@contextmanager
def statements(engine: Engine) -> Iterator[Run]:
    """Count the database's statements."""
    run = Run()

    def counted(*arguments: object) -> None:
        run.count += 1

    event.listen(engine, "before_cursor_execute", counted)
    yield run
    event.remove(engine, "before_cursor_execute", counted)

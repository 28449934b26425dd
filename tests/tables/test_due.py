"""The app logs each due step exactly once, in whichever process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.mechanics.history.log import APP, Entry
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import act_when_due, entries_of, submit
from companion.tables.records.import_export import export_record, import_record
from companion.tables.records.verdict import verify_record
from companion.tables.tables import create_table
from tests.conftest import MakeApp

PAY: dict[str, Any] = {"kind": "pay", "seat": 0, "target": "bank", "amount": 1}
START: dict[str, Any] = {"kind": "start_clock", "seconds": 60}
STARTED = 1000.0
DUE = 1060
_keys = count()


class Bank:
    """A free bank with a countdown of a minute, which began at second 1000."""

    def __init__(self) -> None:
        seats = [SeatSetup("Anna"), SeatSetup("Bruno")]
        self.code = create_table("free_bank", {"start": 100}, seats, None, None, "laptop").code
        self.do(STARTED, START)

    @property
    def table(self) -> OpenTable:
        return open_tables().find(self.code)

    def do(self, at: float, action: dict[str, Any], seen: int | None = None) -> None:
        """Let the banker take an action at a time."""
        submit(
            self.code,
            "laptop",
            action,
            seen=self.table.sequence if seen is None else seen,
            key=f"key {next(_keys)}",
            now=lambda: at,
        )

    def notice(self, at: float) -> OpenTable:
        """Let the process look at the table, as a request or a stream does."""
        return act_when_due(open_tables(), self.table, lambda: at)

    @property
    def marks(self) -> list[Entry]:
        """The entries of the app."""
        return [entry for entry in entries_of(self.table) if entry.actor == APP]


@pytest.fixture
def bank(inside: Flask) -> Bank:
    return Bank()


def test_the_app_logs_the_end_of_the_time_once(bank: Bank) -> None:
    bank.notice(DUE - 0.5)
    assert bank.table.sequence == 1

    for at in (DUE + 7.5, DUE + 8, DUE + 1000):
        table = bank.notice(at)

    (mark,) = bank.marks
    assert mark.action == {"kind": "mark_time", "at": DUE} and mark.at == DUE + 7.5
    assert (mark.key, mark.seat, table.sequence) == (f"due {DUE}", None, 2)
    assert table.state.timer.is_up and table.state.stage == "free"


def test_the_process_that_logs_the_end_wakes_the_streams(bank: Bank) -> None:
    listener = open_tables().notifier.subscribe(bank.table.id)
    listener.clear()

    bank.notice(DUE)

    assert listener.is_set()


def test_only_the_app_can_log_the_end_of_the_time(bank: Bank) -> None:
    with pytest.raises(Refusal) as early:
        bank.do(DUE - 1, {"kind": "mark_time", "at": DUE})
    bank.notice(DUE)
    with pytest.raises(Refusal) as late:
        bank.do(DUE + 1, {"kind": "mark_time", "at": DUE})

    assert [early.value.name, late.value.name] == ["time_left"] * 2


def test_the_due_step_is_logged_before_a_later_move(bank: Bank) -> None:
    bank.do(DUE + 3, {"kind": "next_round"}, seen=1)
    bank.do(DUE + 4, PAY)

    assert [entry.action["kind"] for entry in entries_of(bank.table)] == [
        "start_clock",
        "mark_time",
        "next_round",
        "pay",
    ]


def test_a_paused_table_is_not_due_and_the_pause_is_added(bank: Bank) -> None:
    bank.do(1002, {"kind": "pause"})
    assert bank.notice(DUE + 500).sequence == 2
    clock = bank.table.game.rules.clock(bank.table.state)
    assert clock is not None and clock.seconds(DUE + 500) == 58

    bank.do(2000, {"kind": "go_on"})

    assert bank.table.due is not None and bank.table.due.at == 2058
    bank.notice(2057), bank.notice(2058)
    assert [mark.action["at"] for mark in bank.marks] == [2058]


@pytest.mark.parametrize("resumes", [PAY, {"kind": "pause"}], ids=["move", "pause-again"])
def test_any_move_ends_a_pause(bank: Bank, resumes: dict[str, Any]) -> None:
    bank.do(1010, {"kind": "pause"})

    bank.do(1110, resumes)

    assert bank.table.state.timer.ends_at == DUE + 100
    assert (bank.table.due is None) == (resumes["kind"] == "pause")


def test_undoing_the_end_of_the_time_stops_the_clock_until_it_is_started_again(
    bank: Bank, make_app: MakeApp
) -> None:
    bank.notice(DUE)
    bank.do(DUE + 5, {"kind": "undo", "entry": 2})
    # Neither a pause nor a later move makes the end due again.
    bank.do(DUE + 6, {"kind": "pause"})
    bank.do(DUE + 60, PAY)
    with make_app().app_context():  # It is read from the log, not remembered.
        bank.notice(DUE + 70)
    stopped = bank.table
    assert stopped.timeline.is_overdue and not stopped.state.timer.is_up and len(bank.marks) == 1

    bank.do(DUE + 80, START)

    running = bank.table
    assert not running.timeline.is_overdue
    bank.notice(DUE + 140)
    assert [mark.action["at"] for mark in bank.marks] == [DUE, DUE + 140]


def test_the_end_of_the_time_can_be_redone(bank: Bank) -> None:
    bank.notice(DUE)
    bank.do(DUE + 5, {"kind": "undo", "entry": 2})

    bank.do(DUE + 6, {"kind": "redo", "entry": 3})

    assert bank.table.state.timer.is_up and bank.table.due is None


def test_several_processes_log_the_end_once(inside: Flask, bank: Bank, make_app: MakeApp) -> None:
    apps = [inside, make_app()]
    for app in apps:
        with app.app_context():
            bank.table  # noqa: B018 (each process has the table in memory, before the end)
    ready = Barrier(6)

    def notice(number: int) -> int:
        with apps[number % 2].app_context():
            tables = open_tables()
            known = tables.in_memory(bank.code) or bank.table
            ready.wait()
            return act_when_due(tables, known, lambda: DUE + 0.1).sequence

    with ThreadPoolExecutor(6) as threads:
        seen = list(threads.map(notice, range(6)))

    assert seen == [2] * 6
    assert len(bank.marks) == 1


def test_a_process_killed_after_the_write_leaves_nothing_to_do_twice(
    inside: Flask, bank: Bank, make_app: MakeApp
) -> None:
    before = bank.table
    with make_app().app_context() as other:
        other.app.extensions["open_tables"].notifier.notify = lambda table_id: None
        bank.notice(DUE)

    after = act_when_due(open_tables(), before, lambda: DUE + 1.0)

    assert (after.sequence, len(bank.marks)) == (2, 1)


def test_a_saved_game_keeps_the_end_of_the_time_and_a_stopped_clock(bank: Bank) -> None:
    bank.do(1010, {"kind": "pause"})
    bank.do(1020, PAY)
    bank.notice(DUE + 10)
    bank.do(DUE + 15, {"kind": "undo", "entry": 4})
    record = export_record(bank.table, None)

    verdict = verify_record(record)
    copy = act_when_due(open_tables(), import_record(record, "laptop"), lambda: DUE + 99.0)

    assert verdict.ok and [entry["actor"] for entry in record["entries"]].count(APP) == 1
    assert copy.sequence == bank.table.sequence and copy.timeline.is_overdue


def test_clocks_and_pauses_of_older_logs_keep_their_meaning(bank: Bank) -> None:
    record = export_record(bank.table, None)
    record["entries"] = [
        {
            "action": {"kind": "start_clock", "seconds": 60, "at": 1000},
            "facts": [{"kind": "clock_started", "seconds": 60, "at": 1000}],
            "at": 1000.0,
        },
        {"action": {"kind": "pause"}, "facts": [{"kind": "paused"}], "at": 1010.0},
        {"action": {"kind": "go_on"}, "facts": [{"kind": "went_on"}], "at": 1030.0},
    ]
    assert verify_record(record).ok

    old = import_record(record, "laptop")
    clock = old.game.rules.clock(old.state)

    assert act_when_due(open_tables(), old, lambda: 9999.0).sequence == 3
    assert clock is not None and clock.ends_at == DUE

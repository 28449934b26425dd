"""While a long file is read, moves at other tables are answered."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.tables.live.cache import open_tables
from companion.tables.live.slots import Slots
from companion.tables.play import submit
from companion.tables.records.import_export import export_record, import_record, verify_record
from companion.tables.records.reading import FROM_ANYBODY, FROM_THIS_MACHINE, parsed_record
from companion.tables.storage import giving_way
from tests.kept import KINDS
from tests.tables.company import Company
from tests.tables.written import SEATS, written

pytestmark = pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)

LONG = 1_000
MOST_CALLS = 6 * LONG
"""Function calls between two pauses. Some functions go through a list of all steps, for instance to
find the newest; work on each step takes many times as many calls."""


def long_record(length: int) -> dict[str, Any]:
    """Return a saved game of this many moves, every tenth of them undone."""
    cheer = {"action": {"kind": "cheer"}, "facts": [{"kind": "cheered"}]}
    entries: list[dict[str, Any]] = []
    for number in range(1, length + 1):
        undo = {"action": {"kind": "undo", "entry": number - 1}, "facts": []}
        entries.append(cheer if number % 10 else undo)
    return {"game": "toy", "seats": SEATS, "entries": entries}


def longest_stretch(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> int:
    """Return the largest number of function calls between two pauses."""
    calls, stretches = 0, [0]

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    def gave_way(seconds: float) -> None:
        nonlocal calls
        stretches.append(calls)
        calls = 0

    monkeypatch.setattr(giving_way, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(time, "sleep", gave_way)
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
        monkeypatch.undo()
    return max(*stretches, calls)


def test_a_long_import_gives_way_to_moves(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = written(long_record(LONG))

    longest = longest_stretch(monkeypatch, lambda: import_record(record, "laptop"))

    assert longest < MOST_CALLS


def test_a_long_verification_gives_way_to_moves(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = written(long_record(LONG))

    longest = longest_stretch(monkeypatch, lambda: verify_record(record))

    assert longest < MOST_CALLS


def test_a_long_import_of_actions_gives_way_to_moves(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = {"game": "toy", "seats": SEATS, "actions": [{"kind": "cheer"}] * LONG}

    longest = longest_stretch(monkeypatch, lambda: parsed_record(record))

    assert longest < MOST_CALLS


def test_a_file_with_too_many_actions_is_refused_before_its_texts_are_cleaned(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions = [{"kind": "cheer"}] * int(FROM_ANYBODY.entries + 1)
    record = {"game": "toy", "seats": SEATS, "actions": actions}

    def refuse() -> None:
        with pytest.raises(Refusal, match="record_too_large"):
            parsed_record(record)

    assert longest_stretch(monkeypatch, refuse) < LONG


def test_removing_an_early_step_of_a_long_table_gives_way_to_moves(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = import_record(written(long_record(LONG)), "laptop").code
    take_out = {"kind": "take_out", "entry": 1}

    longest = longest_stretch(
        monkeypatch, lambda: submit(code, "laptop", take_out, seen=LONG, key="early")
    )

    assert longest < MOST_CALLS


def test_opening_and_exporting_a_long_table_gives_way_to_moves(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = import_record(written(long_record(LONG)), "laptop").code
    open_tables().slots = Slots()

    longest = longest_stretch(monkeypatch, lambda: export_record(open_tables().find(code), None))

    assert longest < MOST_CALLS


def test_a_log_of_many_pages_is_stored_completely(company: Company) -> None:
    record = written(long_record(LONG))

    table = import_record(record, "laptop")

    assert [entry["action"] for entry in export_record(table, None)["entries"]] == [
        entry["action"] for entry in record["entries"]
    ]
    assert LONG > 3 * 200


def test_a_web_import_has_a_lower_limit_than_the_command_line(company: Company) -> None:
    record = written(long_record(int(FROM_ANYBODY.entries) + 1))

    with pytest.raises(Exception, match="record_too_large"):
        import_record(record, "laptop")
    assert import_record(record, "laptop", FROM_THIS_MACHINE).sequence == FROM_ANYBODY.entries + 1


def test_a_log_with_too_many_corrections_to_check_is_not_reported_as_different(
    company: Company,
) -> None:
    record = written(long_record(100))

    table = import_record(record, "laptop", replace(FROM_ANYBODY, replayed=-1))

    assert table.changes == ()

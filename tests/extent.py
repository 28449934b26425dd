"""How much of the suite runs: TEST_EXTENT is check, test (the default) or all.

- ``check``: for running while you work (`make check`).
- ``test``: everything that must pass (`make test`).
- ``all``: every combination, before a release and once a week (`make test-all`).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import pytest

EXTENTS = ("check", "test", "all")
EXTENT = os.environ.get("TEST_EXTENT", "test")
if EXTENT not in EXTENTS:
    raise pytest.UsageError(f"TEST_EXTENT is {EXTENT!r}, not one of {', '.join(EXTENTS)}.")

NOT_QUICK = ("bench", "browser", "soak")
"""Folders without a quick test."""
QUICK_PAGES = frozenset(
    f"test_{name}.py"
    for name in """banker_alone bombs calls checking_records cookies crooked_input demo
    every_page first_page kept_forms lean_context monopoly_screen monopoly_start_by_hand
    monopoly_stroke_by_hand names older_records refused_forms repeated_taps request_log
    right_by_hand rules same_origin score score_pad scripts_in_names sheets table_copies_by_hand
    told_sales_by_hand typed_and_picked typography undefined_names unseen_texts ways_in
    who_leads""".split()
)
"""The modules of tests/web that find the most mistakes per second: they read lines, or kill
mutants, that no other quick test does."""
SLOW = frozenset(("full", "slow", "processes", "browser", "soak"))
"""Marks of tests that `make check` leaves out."""
TESTS = Path(__file__).parent
T = TypeVar("T")


def choose(*, check: T, test: T, full: T) -> T:
    """Return the value for this run, such as a number of games or the languages."""
    return {"check": check, "test": test, "all": full}[EXTENT]


def is_left_out(path: Path) -> bool:
    """Return whether this run has no test in a file or folder, so that it need not be imported."""
    if EXTENT != "check":
        return False
    if path.parent == TESTS / "web":
        return path.name.startswith("test_") and path.name not in QUICK_PAGES
    return path.parent == TESTS and path.name in NOT_QUICK


def is_wanted(item: pytest.Item) -> bool:
    """Return whether a test belongs to this run.

    Tests marked ``full`` run in `make test-all` only. `make check` leaves out tests that are marked
    ``slow``, start processes, drive a browser or need a database server.
    """
    if EXTENT == "all":
        return True
    left_out = SLOW if EXTENT == "check" else {"full"}
    is_marked = any(mark.name in left_out for mark in item.iter_markers())
    return not is_marked and not (EXTENT == "check" and _needs_a_server(item))


def _needs_a_server(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    values = callspec.params.values() if callspec is not None else ()
    return "postgresql" in getattr(item, "fixturenames", ()) or "postgresql" in map(str, values)

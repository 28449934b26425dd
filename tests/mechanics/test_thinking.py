from __future__ import annotations

from companion.mechanics.log import Entry
from companion.mechanics.thinking import LONGEST_THOUGHT, thinking_times


def step(sequence: int, at: float, seat: int | None, kind: str = "bid") -> Entry:
    return Entry(sequence, {"kind": kind}, at=at, seat=seat)


def test_each_seat_thinks_from_the_step_before_to_its_own() -> None:
    log = [step(1, 100.0, 0), step(2, 104.0, 1), step(3, 111.0, 0), step(4, 112.4, 1)]

    assert thinking_times(log, 3) == (7, 5, 0)


def test_a_long_pause_counts_for_nobody() -> None:
    log = [step(1, 0.0, 0), step(2, LONGEST_THOUGHT, 1), step(3, 2 * LONGEST_THOUGHT + 1, 0)]

    assert thinking_times(log, 2) == (0, LONGEST_THOUGHT)


def test_a_clock_that_was_set_back_takes_no_time_away() -> None:
    log = [step(1, 100.0, 0), step(2, 40.0, 1), step(3, 45.0, 0)]

    assert thinking_times(log, 2) == (5, 0)


def test_what_is_done_for_no_seat_and_what_is_taken_back_is_nobodys_thought() -> None:
    log = [step(1, 0.0, 0), step(2, 9.0, None), step(3, 11.0, 1), step(4, 20.0, 0, "undo")]

    assert thinking_times(log, 2) == (0, 2)


def test_what_nobody_waits_for_does_not_cut_a_thought_short() -> None:
    log = [step(1, 0.0, 0), step(2, 6.0, 0, "borrow"), step(3, 10.0, 1)]

    assert thinking_times(log, 2, aside=("borrow",)) == (0, 10)


def test_from_a_pause_on_nothing_counts_until_the_next_step() -> None:
    log = [step(1, 0.0, 0), step(2, 6.0, None, "pause"), step(3, 96.0, 1), step(4, 99.0, 0)]

    assert thinking_times(log, 2, aside=("pause",)) == (3, 0)


def test_where_the_table_goes_on_the_next_thought_begins() -> None:
    log = [
        step(1, 0.0, 0),
        step(2, 6.0, None, "pause"),
        step(3, 90.0, 1, "go_on"),
        step(4, 96.0, 1),
    ]

    assert thinking_times(log, 2, aside=("pause", "go_on")) == (0, 6)

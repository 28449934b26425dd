from __future__ import annotations

from companion.mechanics.history.log import Entry
from companion.mechanics.history.thinking import LONGEST_THOUGHT, thinking_times


def step(sequence: int, at: float, seat: int | None, kind: str = "bid") -> Entry:
    return Entry(sequence, {"kind": kind}, at=at, seat=seat)


def test_thinking_time_runs_from_the_previous_step_to_ones_own() -> None:
    log = [step(1, 100.0, 0), step(2, 104.0, 1), step(3, 111.0, 0), step(4, 112.4, 1)]

    assert thinking_times(log, 3) == (7, 5, 0)


def test_a_long_pause_is_nobodys_thinking_time() -> None:
    log = [step(1, 0.0, 0), step(2, LONGEST_THOUGHT, 1), step(3, 2 * LONGEST_THOUGHT + 1, 0)]

    assert thinking_times(log, 2) == (0, LONGEST_THOUGHT)


def test_a_clock_set_back_subtracts_no_thinking_time() -> None:
    log = [step(1, 100.0, 0), step(2, 40.0, 1), step(3, 45.0, 0)]

    assert thinking_times(log, 2) == (5, 0)


def test_undone_steps_and_steps_without_a_seat_add_no_thinking_time() -> None:
    log = [step(1, 0.0, 0), step(2, 9.0, None), step(3, 11.0, 1), step(4, 20.0, 0, "undo")]

    assert thinking_times(log, 2) == (0, 2)


def test_moves_beside_the_turn_do_not_interrupt_thinking_time() -> None:
    log = [step(1, 0.0, 0), step(2, 6.0, 0, "borrow"), step(3, 10.0, 1)]

    assert thinking_times(log, 2, aside=("borrow",)) == (0, 10)


def test_after_a_pause_thinking_time_starts_with_the_next_step() -> None:
    log = [step(1, 0.0, 0), step(2, 6.0, None, "pause"), step(3, 96.0, 1), step(4, 99.0, 0)]

    assert thinking_times(log, 2, aside=("pause",)) == (3, 0)


def test_thinking_time_starts_again_when_a_pause_ends() -> None:
    log = [
        step(1, 0.0, 0),
        step(2, 6.0, None, "pause"),
        step(3, 90.0, 1, "go_on"),
        step(4, 96.0, 1),
    ]

    assert thinking_times(log, 2, aside=("pause", "go_on")) == (0, 6)

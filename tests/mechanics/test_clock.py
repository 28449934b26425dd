from __future__ import annotations

import pytest

from companion.mechanics.clocks.clock import Clock, Timer
from companion.mechanics.language.words import say
from companion.web.live.clock import Countdown

OVER = say("Time is up.")


@pytest.mark.parametrize(
    ("now", "left"), [(100.0, 60), (100.1, 60), (159.5, 1), (160.0, 0), (500.0, 0)]
)
def test_a_running_clock_rounds_up_and_never_goes_below_zero(now: float, left: int) -> None:
    assert Clock(OVER, ends_at=160).seconds(now) == left


def test_a_stopped_clock_keeps_its_time() -> None:
    assert Clock(OVER, left=42).seconds(10_000.0) == 42


@pytest.mark.parametrize(("left", "words"), [(0, "0:00"), (65, "1:05"), (3723, "1:02:03")])
def test_a_clock_shows_hours_minutes_and_seconds(left: int, words: str) -> None:
    assert Countdown(left, 160, OVER).words == words


@pytest.mark.parametrize(
    ("timer", "since", "until", "ends_at"),
    [
        (Timer(160, kept_by_app=True), 110, 150, 200),
        (Timer(160, kept_by_app=True), 110, 90, 160),
        (Timer(160, kept_by_app=True), 160, 200, 160),
        (Timer(160, kept_by_app=True, is_up=True), 110, 150, 160),
        (Timer(160), 110, 150, 160),
    ],
    ids=["pause", "clock-set-back", "ran-out-before", "marked", "older-log"],
)
def test_a_pause_postpones_the_end_of_a_timer(
    timer: Timer, since: int, until: int, ends_at: int
) -> None:
    assert timer.put_off(since, until).ends_at == ends_at


@pytest.mark.parametrize(
    ("timer", "paused_at", "clock"),
    [
        (Timer(160, kept_by_app=True), None, Clock(OVER, ends_at=160)),
        (Timer(160, kept_by_app=True), 102, Clock(OVER, left=58)),
        (Timer(160, kept_by_app=True), 170, Clock(OVER, ends_at=160)),
        (Timer(160, kept_by_app=True, is_up=True), None, Clock(OVER)),
        (Timer(160), 102, Clock(OVER, ends_at=160)),
    ],
    ids=["runs", "paused", "paused-later", "marked", "older-log"],
)
def test_a_timer_shows_the_time_left_and_stops_during_a_pause(
    timer: Timer, paused_at: int | None, clock: Clock
) -> None:
    assert timer.clock(OVER, paused_at) == clock

from __future__ import annotations

import pytest

from companion.mechanics.game import Clock
from companion.mechanics.words import say
from companion.web.live.clock import Countdown

OVER = say("Time is up.")


@pytest.mark.parametrize(
    ("now", "left"), [(100.0, 60), (100.1, 60), (159.5, 1), (160.0, 0), (500.0, 0)]
)
def test_a_running_clock_shows_the_second_it_is_in_and_never_less_than_none(
    now: float, left: int
) -> None:
    assert Clock(OVER, ends_at=160).seconds(now) == left


def test_a_clock_that_stands_still_keeps_its_time() -> None:
    assert Clock(OVER, left=42).seconds(10_000.0) == 42


@pytest.mark.parametrize(("left", "words"), [(0, "0:00"), (65, "1:05"), (3723, "1:02:03")])
def test_a_clock_is_read_in_hours_minutes_and_seconds(left: int, words: str) -> None:
    assert Countdown(left, 160, OVER).words == words

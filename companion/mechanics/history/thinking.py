"""The thinking time of each seat, computed from the times of the log entries."""

from __future__ import annotations

from collections.abc import Container, Iterable

from companion.mechanics.history.log import Entry
from companion.mechanics.play.stopping import GoOn, Pause

LONGEST_THOUGHT = 300.0
"""The longest interval that counts, in seconds.

Longer intervals are ignored, because people probably did something else.
"""


def thinking_times(
    entries: Iterable[Entry], seats: int, aside: Container[object] = ()
) -> tuple[int, ...]:
    """Return the thinking time of each seat in whole seconds.

    The time between two entries counts for the seat of the later entry. It does not count if that
    entry has no seat or is about the log, such as an undo, or if the time is longer than
    ``LONGEST_THOUGHT``. The time from the last entry before a pause to its end does not count.

    entries: the whole log in order, including entries that were undone.
    seats: the number of seats.
    aside: the kinds of actions whose entries are ignored, because nobody waits for them. Unless
    ``pause`` is one of them, pauses count.
    """
    times = [0.0] * seats
    before: float | None = None
    for entry in entries:
        kind = entry.action.get("kind")
        if kind in (Pause.kind, GoOn.kind):
            before = None if kind == Pause.kind else entry.at
        if kind in aside:
            continue
        took = 0.0 if before is None else entry.at - before
        thought = 0 <= took <= LONGEST_THOUGHT and not entry.is_about_the_log
        # The joining of a seat may have been undone after its moves.
        if thought and entry.seat is not None and entry.seat < seats:
            times[entry.seat] += took
        before = entry.at
    return tuple(map(round, times))

"""How long each seat thought, read from the times in a log."""

from __future__ import annotations

from collections.abc import Container, Iterable

from companion.mechanics.log import Entry
from companion.mechanics.stopping import GoOn, Pause

LONGEST_THOUGHT = 300.0
"""Seconds; who took longer had something else to do, and nothing of it counts."""


def thinking_times(
    entries: Iterable[Entry], seats: int, aside: Container[object] = ()
) -> tuple[int, ...]:
    """Return for each seat the seconds it took for its steps, counted from the step before.

    entries: the log, taken-back steps too, in order. aside: kinds of actions that nobody waits
    for; they are passed over. What is done for no seat ends the thought before it, and is nobody's;
    from a pause on nothing counts until the next step, or until it goes on.
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
        if entry.seat is not None and 0 <= took <= LONGEST_THOUGHT and not entry.is_about_the_log:
            times[entry.seat] += took
        before = entry.at
    return tuple(map(round, times))

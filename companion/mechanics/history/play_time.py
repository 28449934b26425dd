"""The end of a game, and the time that its players spent playing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.mechanics.history.log import Entry
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.play.stopping import Pause

LONGEST_GAP = 3600.0
"""The longest time between two entries that counts as playing, in seconds."""


def ending_entry(timeline: Timeline[Any]) -> Entry | None:
    """Return the entry that ended the game and is still in force, or None while it goes on.

    Its time is the date of the game: a later undo and redo, correction or change of name does not
    move it.
    """
    outcome, entries = timeline.game.final.outcome, timeline.standing.entries
    if outcome(timeline.state) is None or not entries:
        return None
    newest_first = zip(reversed(entries), reversed(timeline.recent), strict=False)
    for entry, before in newest_first:
        if outcome(before) is None:
            return entry
    # Many entries follow the end, or the table was over from its beginning.
    return next((entry for entry, state in timeline.states() if outcome(state) is not None), None)


def seconds_played(entries: Iterable[Entry]) -> float:
    """Return the playing time in seconds, without pauses and without long interruptions.

    A pause lasts until the next entry. An interruption longer than ``LONGEST_GAP`` does not count.

    entries: the log in order, including entries that were undone, up to the end of the game.
    """
    total, before = 0.0, None
    for entry in entries:
        if before is not None and before.action.get("kind") != Pause.kind:
            took = entry.at - before.at
            total += took if 0 <= took <= LONGEST_GAP else 0
        before = entry
    return total

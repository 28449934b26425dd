"""What a banker may do about one step of the history, beside going back to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.mechanics.codec import LARGEST
from companion.mechanics.log import Entry
from companion.mechanics.menu import Whole
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence
from companion.tables.decide import require_alone
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_nothing_hidden
from companion.web.history.lines import told
from companion.web.live.choices import Choice, Row, rows
from companion.web.live.screens import Asked, offered
from companion.web.requests.language import Speaker

FEW = 12
"""Whole numbers of which each has a button of its own."""
NEAR = 2
"""How far from the number that was said others may be tapped."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A button of what a step could have been.

    is_new: whether it is anything else than what was done. numbers: what may be tapped for its
    number, beside the lowest, which the button itself says. said: the number that the step had.
    """

    row: Row
    is_new: bool
    numbers: tuple[int, ...] = ()
    said: object = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a banker may do about one step of the history.

    lines: what it led to. why_not_alone: why it cannot be taken back alone, None if it can.
    falls: the lines of what followed, the newest first, which fall with it otherwise. instead: what
    it could have been.
    """

    number: int
    lines: tuple[Sentence, ...]
    why_not_alone: Sentence | None
    falls: tuple[Sentence, ...]
    instead: tuple[Instead, ...]


def changes_of(table: OpenTable, sequence: int, speaker: Speaker) -> Changes | None:
    """Return what may be done about a step, None where it does not stand."""
    kept, found, later = table.timeline.standing.around(sequence)
    if not found:
        return None
    lines = told(table, found[0], None)
    falls = tuple([line for entry in reversed(later) for line in told(table, entry, None)])
    try:
        require_nothing_hidden(table)
    except Refusal as hidden:
        return Changes(sequence, lines, hidden.sentence, falls, ())
    then = replace(table, timeline=table.timeline.cut(len(kept)))
    instead = _instead(then, found[0], speaker)
    try:
        require_alone(table.timeline, sequence)
    except Refusal as refusal:
        return Changes(sequence, lines, refusal.sentence, falls, instead)
    return Changes(sequence, lines, None, falls, instead)


def _instead(then: OpenTable, entry: Entry, speaker: Speaker) -> tuple[Instead, ...]:
    """Return what else could have been done in a step; then: the table as it was before it."""
    offers = offered(then.game, Asked(then), entry.seat, banker=True, at=int(entry.at))
    choices = [Choice(offer, then.state, speaker.say) for offer in offers]
    buttons = (
        _said_instead(row, entry.action)
        for row in rows(choices)
        # What the app alone can say, it would throw anew.
        if {*row.choice.offer.left_open} <= {"at", *(name for name, _ in row.typed)}
    )
    new = [button for button in buttons if button.is_new or button.numbers]
    # The nearest first: the same with another figure, another name.
    return tuple(sorted(new, key=lambda one: one.row.choice.action.kind != entry.action["kind"]))


def _said_instead(row: Row, before: Mapping[str, object]) -> Instead:
    """Return a button with the numbers beside it."""
    posted = row.choice.posted
    is_new = any(before.get(name) != value for name, value in posted.items())
    if row.number is None:
        return Instead(row, is_new)
    range_ = row.choice.offer.ranges[row.number]
    assert isinstance(range_, Whole)
    said = before.get(row.number) if before["kind"] == posted["kind"] else ""
    lowest, highest = range_.lowest, LARGEST if range_.highest is None else range_.highest
    middle = said if isinstance(said, int) else lowest
    first, last = (
        (lowest, highest) if highest - lowest < FEW else (max(middle - NEAR, lowest), middle + NEAR)
    )
    numbers = range(first, min(last, highest) + 1)
    return Instead(row, is_new, tuple([one for one in numbers if one not in (lowest, said)]), said)

"""The lines of the history page, and the newest lines, which every screen shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import merge
from itertools import chain, islice
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.mechanics.actions.base import Event
from companion.mechanics.auctions.recorded_sale import RecordedAtTable
from companion.mechanics.history.log import APP, LOG_STEPS, Amend, Entry, Redo, TakeOut
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import seat_of
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.seat_changes import SeatChange, sentence_of

LINES = 3
"""Number of the newest history lines that every screen shows."""


class LatestLine(NamedTuple):
    """One of the newest history lines, with the values by which a page detects a new line."""

    sentence: Sentence
    after: int
    """The sequence number of the step; for a seat change, that of the newest step before it."""
    at: int | None = None
    """The place of a seat change among those after the same step, from 1; None for a step."""

    @property
    def step(self) -> int | None:
        """The number of the step, or None for a seat change."""
        return self.after if self.at is None else None

    @property
    def marks(self) -> Markup:
        """The attributes that distinguish the line's element from a line with the same words."""
        at = "" if self.at is None else f' data-at="{self.at}"'
        return Markup(f' data-step="{self.after}"{at}')


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One item of the history: a step, or a seat change between two steps."""

    lines: tuple[Sentence, ...]
    at: float
    """Seconds since 1970."""
    number: int | None = None
    """The number of the step, or None for a seat change."""
    who: Sentence | str = ""
    """The player or the banker who took the step."""
    stands: bool = True
    """Whether the step is in effect, that is, has not been undone."""
    can_repeat: bool = False
    """Whether a banker may take the undone step again. The app acts only when it is due."""
    can_go_back: bool = False
    """Whether a banker may undo this step together with all later ones."""
    is_amended: bool = False
    """Whether a correction has replaced the action of the step."""


def history_lines(table: OpenTable, first: int, end: int, seat: int | None) -> list[HistoryLine]:
    """Return the steps from ``first`` up to but excluding ``end``, newest first.

    Seat changes are listed between the steps. The page with step 1 also lists the seat changes
    made before it.

    seat: the seat that may see the lines, or None for public lines.
    """
    store = open_tables().store
    log = store.entries(table.id, table.game.event_kinds, first - 1, end - first)
    changes = store.seat_changes(table.id, 0 if first == 1 else first, end - 1)
    steps = reversed(log)
    standing = {entry.sequence: entry for entry in table.timeline.standing.entries}
    items = _newest_first(steps, reversed(changes))
    return [line for item in items if (line := _line(table, item, seat, standing)).lines]


def _line(
    table: OpenTable, item: Entry | SeatChange, seat: int | None, standing: Mapping[int, Entry]
) -> HistoryLine:
    if isinstance(item, SeatChange):
        return HistoryLine(lines_of(table, item, seat), item.at)
    now = standing.get(item.sequence)
    return HistoryLine(
        lines_of(table, now or item, seat),
        item.at,
        item.sequence,
        actor_name(table, item),
        stands=now is not None or item.is_about_the_log,
        can_repeat=now is None and not item.is_about_the_log and item.actor != APP,
        can_go_back=now is not None,
        is_amended=now is not None and now.action != item.action,
    )


def _newest_first(
    entries: Iterable[Entry], changes: Iterable[SeatChange]
) -> Iterator[Entry | SeatChange]:
    """Merge steps and seat changes, each already sorted newest first."""
    return merge(entries, changes, key=_sort_key, reverse=True)


def _sort_key(item: Entry | SeatChange) -> tuple[int, bool]:
    return (item.after, True) if isinstance(item, SeatChange) else (item.sequence, False)


def last_lines(
    table: OpenTable, seat: int | None, you: int | None = None, most: int = LINES
) -> list[LatestLine]:
    """Return the newest lines that a seat may see, newest first.

    seat: the seat, or None for public lines.
    you: the seat whose own device shows public lines, with "you" for its player, or None.
    most: the maximum number of lines.
    """
    newest, standing = table.newest, reversed(table.timeline.standing.entries)
    undone = [newest] if newest is not None and newest.action.get("kind") in LOG_STEPS else []
    changes = list(reversed(table.changes))
    lines: list[LatestLine] = []
    # Merged by hand for speed: this runs after every action and needs only a few lines.
    for entry in chain(undone, standing, (None,)):
        while changes and (entry is None or changes[-1].after >= entry.sequence):
            at = sum(one.after == changes[-1].after for one in changes)
            change = changes.pop()
            for line in _lines_back(table, change, seat, you):
                lines.append(LatestLine(line, change.after, at))
            if len(lines) >= most:
                return lines[:most]
        if entry is not None:
            told = _lines_back(table, entry, seat, you, is_brief=True)
            newest_first = islice(told, most - len(lines))
            lines.extend([LatestLine(line, entry.sequence) for line in newest_first])
        if len(lines) >= most:
            break
    return lines[:most]


def latest_move(
    table: OpenTable, lines: list[LatestLine], you: int | None = None
) -> LatestLine | None:
    """Return the newest line of a step, or None; changes of seats may be newer.

    lines: the newest lines, from ``last_lines`` for the same reader.
    """
    if lines and lines[0].at is not None:
        newest = last_lines(table, None, you, most=len(table.changes) + 1)
        lines = [line for line in newest if line.at is None]
    return lines[0] if lines else None


def lines_of(
    table: OpenTable, entry: Entry | SeatChange, seat: int | None, you: int | None = None
) -> tuple[Sentence, ...]:
    """Return the lines of a step, an undo or a seat change.

    seat: the seat that may see the lines, or None for public lines.
    you: the seat whose own device shows public lines, with "you" for its player, or None.
    """
    return tuple(_lines_back(table, entry, seat, you))[::-1]


def _lines_back(
    table: OpenTable,
    entry: Entry | SeatChange,
    seat: int | None,
    you: int | None = None,
    *,
    is_brief: bool = False,
) -> Iterator[Sentence]:
    """Yield the lines of ``lines_of``, newest first; each is computed only when requested.

    is_brief: whether to leave out minor lines, unless the step has no others.
    """
    if isinstance(entry, SeatChange):
        news = sentence_of(entry, table.state.name(entry.seat))
        yield news.for_you if you == entry.seat else news
        return
    # Faster than the property is_about_the_log; this runs for every screen.
    if entry.action.get("kind") in LOG_STEPS:
        undone = _undo_line(table, entry, seat)
        is_yours = you is not None and entry.actor == f"player {you}"
        yield undone.for_you if is_yours else undone
        return
    state = table.timeline.state
    events = entry.events
    if is_brief and len(events) > 1:
        major = [event for event in events if not event.is_minor or event.matters_to(you)]
        events = tuple(major) or events
    for event in reversed(events):
        line = event.tell(state, seat) if you is None else event.tell_you(state, you)
        if line is not None:
            yield line


def reason_of_change(table: OpenTable, seat: int, you: int | None) -> Sentence | None:
    """Return the reason for the latest change of a seat's money or points, or None.

    Returns None if several events of the step changed it, because none of them states the sum.

    you: the seat whose own device shows the reason, with "you" for its player, or None.
    """
    entry, state = table.newest, table.timeline.state
    if entry is None:
        return None
    if entry.action.get("kind") in LOG_STEPS:
        return next(_lines_back(table, entry, None, you), None)
    paid = [event for event in entry.events if event.transfers()]
    if paid:
        events = [event for event in paid if _transfer_reasons(event, seat)]
    else:  # Points are not transferred.
        events = [event for event in entry.events if getattr(event, "seat", None) == seat]
    if len(events) != 1:
        return None
    (event,) = events
    return event.tell(state, None) if you is None else event.tell_you(state, you)


def _transfer_reasons(event: Event, seat: int) -> list[Sentence]:
    """Return the reasons of the transfers of an event that change the money of a seat."""
    return [
        move.reason
        for move in event.transfers()
        if (seat_of(move.source) == seat) != (seat_of(move.target) == seat)
    ]


def _undo_line(table: OpenTable, entry: Entry, seat: int | None) -> Sentence:
    who, step = actor_name(table, entry), entry.action["entry"]
    if entry.action["kind"] == Redo.kind:
        line = say("{who} redid what step {step} had undone.", who=who, step=step)
        return line.to_you("You redid what step {step} had undone.")
    if entry.action["kind"] == Amend.kind:
        made: Any = entry.action["action"]
        first, *others = lines_of(table, replace(entry, action=made), seat) or ("…",)
        # A recorded sale begins with a heading; its last line names the result.
        is_heading = others and first == RecordedAtTable.line
        now = others[-1] if is_heading else first
        return say("{who} corrected step {step}: {line}", who=who, step=step, line=now)
    undone = dict(table.timeline.standing.undone).get(entry.sequence, ())
    # Use the public wording. The undone steps are known only as long as they can be redone.
    lines = lines_of(table, undone[0], None) if undone else ()
    if not lines and entry.action["kind"] == TakeOut.kind:
        return say("{who} undid only step {step}.", who=who, step=step)
    if not lines:
        return say("{who} undid step {step} and everything after it.", who=who, step=step)
    line = replace(lines[0], is_bare=True)
    if len(undone) == 1:
        return say("{who} undid “{line}”.", who=who, line=line).to_you("You undid “{line}”.")
    return say_many(
        "{who} undid {count} step, starting with “{line}”.",
        "{who} undid {count} steps, starting with “{line}”.",
        count=len(undone),
        who=who,
        line=line,
    )


def actor_name(table: OpenTable, entry: Entry) -> Sentence | str:
    """Return the name of the player who made an entry, "The app", or "The banker"."""
    if entry.actor == APP:
        return say("The app")
    if entry.actor.startswith("player "):
        name: str = table.state.name(int(entry.actor.removeprefix("player ")))
        return name
    return say("The banker")

"""The news about seats at the top of a screen, and the requests for seats that bankers answer.

Bankers see all recent seat changes, and the requests. A phone that has lost its seat shows why.
Every device also shows the news that hidden money was uncovered, that a player uses the banker's
device, that the host became a banker, or that the current rules differ from those of an imported
game.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.language.words import Sentence, say
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.seat_changes import SeatChange, sentence_of, sentence_to
from companion.tables.seats import is_requested

ARRIVALS = ("taken", "taken_by_banker")
RECENT = 3
"""Number of steps after which news disappears."""


@dataclass(frozen=True, slots=True)
class SeatNews:
    """The news on one screen."""

    lines: tuple[Sentence, ...]
    """The latest news, at most one line."""
    requested: tuple[SeatNow, ...] = ()
    """The seats that other phones have requested from the banker."""
    covered: SeatNow | None = None
    """The seat that the banker plays for, if the money of that seat is covered."""
    shown: SeatNow | None = None
    """The seat whose player has the only device, which shows their secrets."""
    passes: bool = False
    """Whether the line needs no answer and no attention for long: somebody joined."""


def seat_news(
    table: OpenTable, actor: Actor, covered: SeatNow | None, *, is_lobby: bool = False
) -> SeatNews | None:
    """Return the news for a device, or None if there is no news.

    covered: the seat that the banker is playing for, or None if its money is not covered.
    is_lobby: whether the screen is the lobby. Other screens do not show players who joined before
    the first step.
    """
    if not actor.is_banker:
        line = _line_for(table, actor)
        return None if line is None else SeatNews((line,))
    requested = tuple(seat for seat in table.seats if is_requested(table, seat))
    newest = _recent_change(table)
    if newest is not None and not (is_lobby or newest.after) and newest.what in ARRIVALS:
        newest = None
    lines = () if newest is None else (_line_of(newest, table, actor),)
    passes = newest is not None and newest.what in ARRIVALS
    shown = None if table.passed_to is None or covered else table.seats[table.passed_to]
    has_news = lines or requested or covered or shown
    return SeatNews(lines, requested, covered, shown, passes) if has_news else None


def _line_of(change: SeatChange, table: OpenTable, actor: Actor) -> Sentence:
    """Return the line of a seat change, in the second person on the device of that seat."""
    line = sentence_of(change, table.state.name(change.seat))
    return line.for_you if actor.seat == change.seat else line


def _recent_change(table: OpenTable) -> SeatChange | None:
    """Return the latest seat change if it is recent, otherwise None.

    A change made before the first step is recent until that step. Requests for another game are
    ignored, because screens show them beside the button that answers them.
    """
    newest = next((change for change in table.changes if change.what != "again"), None)
    if newest is None:
        return None
    lasts = RECENT if newest.after else 1
    return newest if table.sequence < newest.after + lasts else None


def _line_for(table: OpenTable, actor: Actor) -> Sentence | None:
    """Return the news for a player or viewer, or None if there is no news."""
    newest = _recent_change(table)
    if newest is not None and newest.what in ("uncovered", "lent", "host_banker", "rules_differ"):
        return _line_of(newest, table, actor)
    if actor.seat is not None or not actor.device:
        return None
    for seat in table.seats:
        if seat.asking == actor.device:
            if seat.locked:
                return say("{name}’s seat is locked. Wait for the banker’s answer.", name=seat.name)
            return say("The banker plays {name}. Wait for the banker’s answer.", name=seat.name)
    mine = next((change for change in table.changes if change.device == actor.device), None)
    return None if mine is None else sentence_to(mine, table.state.name(mine.seat))

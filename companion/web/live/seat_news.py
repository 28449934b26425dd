"""What a screen says and asks about seats above everything else.

The banker is told what happened to a seat, and asked who may sit down; a phone that lost its seat
is told so; and everybody is told when a purse is uncovered or the host becomes a banker.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence, say
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.seat_changes import SeatChange, sentence_of, sentence_to
from companion.tables.seats import asks_for

RECENT = 3
"""For how many steps news stays news."""


@dataclass(frozen=True, slots=True)
class SeatNews:
    """What is said, the seats that phones ask for, and the seat whose purse is covered, if any."""

    told: tuple[Sentence, ...]
    asked_for: tuple[SeatNow, ...] = ()
    covered: SeatNow | None = None


def seat_news(table: OpenTable, actor: Actor, covered: SeatNow | None) -> SeatNews | None:
    """Return the news of seats for whoever looks; covered: the seat he acts for, if it is."""
    if not actor.is_banker:
        said = _told_to(table, actor)
        return None if said is None else SeatNews((said,))
    asked_for = tuple(seat for seat in table.seats if asks_for(table, seat))
    newest = _newest(table)
    told = () if newest is None else (sentence_of(newest, table.names[newest.seat]),)
    return SeatNews(told, asked_for, covered) if told or asked_for or covered else None


def _newest(table: OpenTable) -> SeatChange | None:
    """Return the newest change while it is news; the first step of a game ends what was before."""
    newest = next(iter(table.changes), None)
    if newest is None:
        return None
    lasts = RECENT if newest.after else 1
    return newest if table.sequence < newest.after + lasts else None


def _told_to(table: OpenTable, actor: Actor) -> Sentence | None:
    """Return what a player or an onlooker is told."""
    newest = _newest(table)
    if newest is not None and newest.what in ("uncovered", "host_banker", "rules_differ"):
        return sentence_of(newest, table.names[newest.seat])
    if actor.seat is not None or not actor.device:
        return None
    for seat in table.seats:
        if seat.asking == actor.device:
            return say(
                "{name} is played from the banker’s screen; the banker is asked.", name=seat.name
            )
    mine = next((change for change in table.changes if change.device == actor.device), None)
    return None if mine is None else sentence_to(mine, table.names[mine.seat])

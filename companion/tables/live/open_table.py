"""One state of one table, as the rest of the app sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.mechanics.game import AnyGame, Setup
from companion.mechanics.log import Entry
from companion.mechanics.timeline import Timeline
from companion.tables.actor import Actor
from companion.tables.codes import shown_code
from companion.tables.seat_changes import SeatChange
from companion.tables.storage.store import SeatNow


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable:
    """One moment of one table, equal to itself alone.

    revision: grows with every change that is no log entry. newest: the last entry of the log,
    which may be an undo that itself does not stand. changes: of its seats, the newest first.
    followed_by: the code of the table at which its people went on.
    """

    id: int
    code: str
    game: AnyGame
    created_at: float
    seats: tuple[SeatNow, ...]
    bankers: frozenset[str]
    copy_name: str | None
    banker_pass: int
    revision: int
    timeline: Timeline[Any]
    newest: Entry | None = None
    changes: tuple[SeatChange, ...] = ()
    followed_by: str | None = None

    @property
    def shown_code(self) -> str:
        """The code as people read it: XXXX-XXXX."""
        return shown_code(self.code)

    @property
    def sequence(self) -> int:
        """The sequence of the newest entry, 0 before the first."""
        return self.timeline.sequence

    @property
    def state(self) -> Any:
        """The game's state."""
        return self.timeline.state

    @property
    def setup(self) -> Setup:
        """With what it began, under the present names and copy."""
        return self.timeline.setup

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple([seat.name for seat in self.seats])

    def actor(self, device: str) -> Actor:
        """Return who a device is here."""
        held = None
        for seat in self.seats:
            if seat.device == device:
                held = seat.number
                break
        if device in self.bankers:
            return Actor(device, "banker", held)
        return Actor(device, "onlooker" if held is None else "player", held)

    def extended(self, timeline: Timeline[Any], newest: Entry) -> OpenTable:
        """Return the table one or more entries later."""
        return replace(self, timeline=timeline, newest=newest)

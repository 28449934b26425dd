"""A snapshot of one table."""

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
    """A table at one moment. A snapshot never changes and equals only itself."""

    id: int
    code: str
    game: AnyGame
    created_at: float
    seats: tuple[SeatNow, ...]
    bankers: frozenset[str]
    copy_name: str | None
    banker_pass: int
    revision: int
    """Increases with every change that is not a log entry."""
    timeline: Timeline[Any]
    newest: Entry | None = None
    """The last entry of the log, possibly an undo."""
    changes: tuple[SeatChange, ...] = ()
    """The newest changes of its seats, newest first."""
    followed_by: str | None = None
    """Code of the table where the same players went on."""

    @property
    def shown_code(self) -> str:
        """Return the code as people read it: XXXX-XXXX."""
        return shown_code(self.code)

    @property
    def sequence(self) -> int:
        """Return the sequence of the newest entry, 0 before the first."""
        return self.timeline.sequence

    @property
    def state(self) -> Any:
        """Return the game's state."""
        return self.timeline.state

    @property
    def setup(self) -> Setup:
        """Return the game's setup, under the current names and printed numbers."""
        return self.timeline.setup

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""
        return tuple([seat.name for seat in self.seats])

    def actor(self, device: str) -> Actor:
        """Return the role and seat of a device."""
        held = None
        for seat in self.seats:
            if seat.device == device:
                held = seat.number
                break
        if device in self.bankers:
            return Actor(device, "banker", held)
        return Actor(device, "onlooker" if held is None else "player", held)

    def extended(self, timeline: Timeline[Any], newest: Entry) -> OpenTable:
        """Return the table after newer entries."""
        return replace(self, timeline=timeline, newest=newest)

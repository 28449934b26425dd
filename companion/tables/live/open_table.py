"""The class ``OpenTable``: an immutable snapshot of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from companion.mechanics.clocks.clock import Due
from companion.mechanics.game import AnyGame, Setup
from companion.mechanics.history.log import Entry
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.play.seating import SEAT_COLOURS, shown_colours
from companion.tables.actor import Actor
from companion.tables.codes import shown_code
from companion.tables.seat_changes import SeatChange
from companion.tables.storage.store import CopyLink, SeatNow


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable:
    """An immutable snapshot of a table. Snapshots are compared by identity."""

    id: int
    """The id of the table in the database."""
    code: str
    """The normalized join code."""
    game: AnyGame
    created_at: float
    """The time when the table was created, in seconds since 1970."""
    seats: tuple[SeatNow, ...]
    bankers: frozenset[str]
    """The ids of the bankers' devices."""
    copy_link: CopyLink
    """The copy that the table uses."""
    copy_marks: Mapping[str, int]
    """The seat that entered each printed number not yet confirmed by a banker, by form field."""
    banker_pass: int
    """The counter that makes each QR code of the banker valid only once; see ``seats``."""
    revision: int
    """A counter that increases with every change outside the log."""
    timeline: Timeline[Any]
    """The replayed log."""
    newest: Entry | None = None
    """The last entry of the log, or None if the log is empty. It may be an undo."""
    changes: tuple[SeatChange, ...] = ()
    """The latest seat changes, newest first."""
    followed_by: str | None = None
    """The code of the table where the players continued, if there is one."""
    title: str | None = None
    """The name that people gave to what they play, or the title of a plugin's game, or None."""
    is_passed_round: bool = False
    """Whether the players pass round the only device. It hides their secrets from each other."""
    passed_to: int | None = None
    """The seat whose player has the only device until another player's turn, or None.

    It is not stored, so each start hides everything again.
    """

    @property
    def seats_clockwise(self) -> tuple[SeatNow, ...]:
        """The seats as the players sit, which is by number unless a player has moved."""
        order: tuple[int, ...] = self.state.order
        return tuple(self.seats[number] for number in order) if order else self.seats

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        """The colours of each seat on screens: those of its pieces, or else its player's colour."""
        # Not a comprehension, which would cost calls at every push.
        stored = tuple(map(attrgetter("colours"), self.seats))
        return stored if self.game.colours else shown_colours(stored)

    @property
    def own_title(self) -> str | None:
        """The household's own name for the game, if this game can stand in for others."""
        return self.title if self.game.is_for_any_box else None

    @property
    def free_colours(self) -> tuple[str, ...]:
        """The colours that players may still choose: none if the game's pieces determine them."""
        taken = {colour for colours in self.colours for colour in colours}
        return tuple(one for one in SEAT_COLOURS if not (self.game.colours or one in taken))

    @property
    def shown_code(self) -> str:
        """The join code as displayed: XXXX-XXXX."""
        return shown_code(self.code)

    @property
    def sequence(self) -> int:
        """The sequence number of the newest entry, or 0 if the log is empty."""
        return self.timeline.sequence

    @property
    def state(self) -> Any:
        """The current state of the game."""
        return self.timeline.state

    @property
    def due(self) -> Due | None:
        """The next moment at which the app acts, and its action, or None if there is none."""
        return self.timeline.due

    @property
    def setup(self) -> Setup:
        """The game's setup, with the current names and printed numbers."""
        return self.timeline.setup

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return tuple([seat.name for seat in self.seats])

    @property
    def banker_seats(self) -> tuple[SeatNow, ...]:
        """The seats that the bankers' own devices hold: none if no banker plays."""
        return tuple(seat for seat in self.seats if seat.device in self.bankers)

    def actor(self, device: str) -> Actor:
        """Return the role and seat of a device at this table."""
        held = None
        for seat in self.seats:
            if seat.device == device:
                held = seat.number
                break
        if device in self.bankers:
            return Actor(device, "banker", held)
        return Actor(device, "onlooker" if held is None else "player", held)

    def extended(self, timeline: Timeline[Any], newest: Entry) -> OpenTable:
        """Return a snapshot with further log entries.

        timeline: the timeline with these entries.
        newest: the last of them.
        """
        goes_on = (
            self.passed_to is not None
            and newest.action.get("seat") == self.passed_to
            and tuple(self.game.rules.waiting(timeline.state).seats) == (self.passed_to,)
        )
        passed_to = self.passed_to if goes_on else None
        return replace(self, timeline=timeline, newest=newest, passed_to=passed_to)
